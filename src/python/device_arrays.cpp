// Finds pairs between arrays on the GPU, and offers the columns of the result to other packages by
// DLPack and __cuda_array_interface__.
#include <fmt/format.h>
#include <pybind11/numpy.h>
#include <pybind11/stl.h>

#include <algorithm>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "gpubuck/device_pairs.h"
#include "gpubuck/error.h"
#include "python/arrays.h"
#include "python/module.h"

namespace gpubuck::python {
namespace {

// The structs of DLPack, version 0: https://dmlc.github.io/dlpack/latest/c_api.html
constexpr std::int32_t kCuda = 2;  // kDLCUDA
constexpr std::int32_t kMostDimensions = 32;
constexpr const char* kUnused = "dltensor";
constexpr const char* kUsed = "used_dltensor";

struct DlDevice {
  std::int32_t type;
  std::int32_t number;
};

struct DlTensor {
  void* data;
  DlDevice device;
  std::int32_t dimensions;
  std::uint8_t code;  ///< 0 signed, 1 unsigned, 2 floating-point
  std::uint8_t bits;
  std::uint16_t lanes;
  std::int64_t* shape;
  std::int64_t* strides;  ///< in elements, or null
  std::uint64_t byteOffset;
};

struct DlManaged {
  DlTensor tensor;
  void* context;
  void (*deleter)(DlManaged* self);
};

/// An array in C order in the memory of a GPU.
struct DeviceArray {
  DeviceColumn column;
  int device;
  char kind;  ///< kind of NumPy: 'i', 'f'
  int bytes;  ///< bytes per number
  std::vector<std::int64_t> shape;

  std::uint8_t code() const { return kind == 'f' ? 2 : 0; }
};

/// The data to which a DLPack capsule points.
struct Exported {
  DlManaged managed;
  DeviceArray array;
};

py::capsule dlpackOf(const DeviceArray& array) {
  auto exported = std::make_unique<Exported>(Exported{{}, array});
  DlManaged& managed = exported->managed;
  managed.tensor = {.data = reinterpret_cast<void*>(exported->array.column.address),
                    .device = {kCuda, array.device},
                    .dimensions = static_cast<std::int32_t>(array.shape.size()),
                    .code = array.code(),
                    .bits = static_cast<std::uint8_t>(8 * array.bytes),
                    .lanes = 1,
                    .shape = exported->array.shape.data(),
                    .strides = nullptr,
                    .byteOffset = 0};
  managed.context = exported.get();
  managed.deleter = [](DlManaged* self) { delete static_cast<Exported*>(self->context); };
  return py::capsule(&exported.release()->managed, kUnused, [](PyObject* capsule) {
    // A package that has used the capsule has renamed it, and calls the deleter itself.
    if (PyCapsule_IsValid(capsule, kUnused) == 0) return;
    auto* const unused = static_cast<DlManaged*>(PyCapsule_GetPointer(capsule, kUnused));
    unused->deleter(unused);
  });
}

py::dict interfaceOf(const DeviceArray& array) {
  py::dict interface;
  interface["shape"] = py::tuple(py::cast(array.shape));
  interface["typestr"] = std::string("<") + array.kind + std::to_string(array.bytes);
  interface["data"] = py::make_tuple(array.column.address, false);
  interface["version"] = 3;
  interface["strides"] = py::none();
  interface["stream"] = py::none();
  return interface;
}

/// Returns the properties of a DLPack capsule: address, shape, strides or None, kind, bytes.
py::tuple dlpackProperties(const py::capsule& capsule) {
  const auto* const managed =
      static_cast<const DlManaged*>(PyCapsule_GetPointer(capsule.ptr(), kUnused));
  if (managed == nullptr) throw py::error_already_set();
  const DlTensor& tensor = managed->tensor;
  const auto require = [](bool isRight, const std::string& what) {
    if (!isRight) throw InputError("capsule of DLPack", what);
  };
  require(tensor.device.type == kCuda,
          fmt::format("is on a device of type {}, not {} (CUDA)", tensor.device.type, kCuda));
  require(tensor.dimensions >= 0 && tensor.dimensions <= kMostDimensions,
          fmt::format("has {} dimensions, not 0..{}", tensor.dimensions, kMostDimensions));
  require(tensor.dimensions == 0 || tensor.shape != nullptr, "has no shape");
  require(tensor.lanes == 1, fmt::format("has {} lanes, not 1", tensor.lanes));
  const std::vector<std::int64_t> shape(tensor.shape, tensor.shape + tensor.dimensions);
  py::object strides = py::none();
  if (tensor.strides != nullptr) {
    strides =
        py::cast(std::vector<std::int64_t>(tensor.strides, tensor.strides + tensor.dimensions));
  }
  require(std::ranges::all_of(shape, [](std::int64_t count) { return count >= 0; }),
          "has a negative size");
  const std::string kinds = "iuf";
  return py::make_tuple(reinterpret_cast<std::uint64_t>(tensor.data) + tensor.byteOffset, shape,
                        strides, tensor.code < 3 ? kinds.substr(tensor.code, 1) : "V",
                        tensor.bits / 8);
}

/// Points in the memory of a GPU, and their types, if they have any, in main memory.
struct GivenPoints {
  std::uint64_t address;
  std::int64_t count;
  bool isDouble;
  std::optional<Input<std::int32_t>> types;

  DevicePoints points() const {
    return {address, count, isDouble, types ? spanOf(*types) : std::span<const std::int32_t>{}};
  }
};

/// Returns an owner of memory that keeps an object of Python alive.
std::shared_ptr<const void> ownerOf(py::object object) {
  return {new py::object(std::move(object)), [](const void* owner) {
            const py::gil_scoped_acquire held;
            delete static_cast<const py::object*>(owner);
          }};
}

/// Returns a request. `allocate` may be None; otherwise it is a function of kind, bytes and sizes
/// that returns an array and the address of its memory.
DeviceRequest requestOf(const std::optional<std::uint64_t>& stream, const py::object& allocate) {
  DeviceRequest request{.stream = stream};
  if (allocate.is_none()) return request;
  request.allocate = [allocate](char kind, int bytes, const std::vector<std::int64_t>& sizes) {
    const py::gil_scoped_acquire held;
    const auto made =
        allocate(std::string(1, kind), bytes, py::tuple(py::cast(sizes))).cast<py::tuple>();
    return DeviceColumn{made[1].cast<std::uint64_t>(), ownerOf(made[0])};
  };
  return request;
}

/// If a column was requested, adds it as an array: the array that `request.allocate` has made, or a
/// DeviceArray.
void addColumn(py::dict& found, const char* name, const DeviceRequest& request, int device,
               const DeviceColumn& column, char kind, int bytes, std::vector<std::int64_t> shape) {
  if (column.owner == nullptr) return;
  if (request.allocate) {
    found[name] = *static_cast<const py::object*>(column.owner.get());
  } else {
    found[name] = DeviceArray{column, device, kind, bytes, std::move(shape)};
  }
}

/// Returns the columns as a dict. Their keys are the letters of gpubuck.NeighborList.compute, and
/// "o" for the offsets.
py::dict columnsOf(const DevicePairs& pairs, const GivenPoints& points,
                   const DeviceRequest& request) {
  const int idBytes = request.isWide ? 8 : 4, lengthBytes = points.isDouble ? 8 : 4;
  py::dict found;
  const auto add = [&](const char* letter, const DeviceColumn& column, char kind, int bytes,
                       std::vector<std::int64_t> shape) {
    addColumn(found, letter, request, pairs.device, column, kind, bytes, std::move(shape));
  };
  add("E", pairs.ids, 'i', idBytes, {2, pairs.rows});
  if (request.allocate) {
    found["i"] = found["E"][py::int_(0)];
    found["j"] = found["E"][py::int_(1)];
  } else {
    add("i", pairs.ids, 'i', idBytes, {pairs.rows});
    DeviceColumn second = pairs.ids;
    second.address += static_cast<std::uint64_t>(idBytes * pairs.rows);
    add("j", second, 'i', idBytes, {pairs.rows});
  }
  add("S", pairs.shifts, 'i', 4, {pairs.rows, 3});
  add("d", pairs.distances, 'f', lengthBytes, {pairs.rows});
  add("D", pairs.vectors, 'f', lengthBytes, {pairs.rows, 3});
  add("o", pairs.offsets, 'i', 8, {points.count + 1});
  add("n", pairs.found, 'i', 8, {});
  return found;
}

/// Returns a dict of the arrays of a gpubuck.NeighbourMatrix, with their names as keys.
py::dict matrixOf(const DeviceMatrix& matrix, std::int64_t points, const DeviceRequest& request) {
  py::dict found;
  const auto add = [&](const char* name, const DeviceColumn& column,
                       std::vector<std::int64_t> shape) {
    addColumn(found, name, request, matrix.device, column, 'i', 4, std::move(shape));
  };
  add("ids", matrix.ids, {points, matrix.most});
  add("shifts", matrix.shifts, {points, matrix.most, 3});
  add("counts", matrix.counts, {points});
  return found;
}

std::optional<DevicePoints> othersOf(const GivenPoints* others) {
  if (others == nullptr) return {};
  return others->points();
}

/// Makes a list. `cutoffs` has a single cut-off, or a cut-off per pair of types.
DeviceNeighbourList makeList(const Input<double>& cutoffs, bool full, bool sorted, bool strict,
                             double skin) {
  const NeighbourListOptions options{.full = full,
                                     .order = sorted ? PairOrder::ByBoth : PairOrder::ByFirst,
                                     .within = strict ? Within::LessThan : Within::UpTo,
                                     .skin = skin};
  if (cutoffs.ndim() == 0) return DeviceNeighbourList(*cutoffs.data(), options);
  const auto lengths = spanOf(cutoffs);
  return DeviceNeighbourList(TypeCutoffs({lengths.begin(), lengths.end()}), options);
}

/// Finds the pairs within each of several systems or, with `others`, between two sets in a single
/// cell.
py::dict foundOnDevice(DeviceNeighbourList& list, const GivenPoints& points,
                       const GivenPoints* others, const Input<std::int64_t>& starts,
                       const Input<double>& boxes, const Input<bool>& periodic,
                       const std::string& wanted, bool isWide,
                       const std::optional<std::uint64_t>& stream, const py::object& allocate,
                       const std::optional<std::int64_t>& capacity) {
  const auto has = [&](char letter) { return wanted.find(letter) != std::string::npos; };
  const std::vector<Cell> cells = cellsOf(boxes, periodic);
  DeviceRequest request = requestOf(stream, allocate);
  request.quantities = {.shifts = has('S'), .distances = has('d'), .vectors = has('D')};
  request.offsets = has('o');
  request.isWide = isWide;
  request.capacity = capacity;
  const DevicePoints given = points.points();
  const std::optional<DevicePoints> second = othersOf(others);
  const std::span<const std::int64_t> startsOfSystems = spanOf(starts);
  DevicePairs pairs;
  {
    const py::gil_scoped_release released;
    pairs = second ? list.findBetween(given, *second, cells.front(), request)
                   : list.find(given, startsOfSystems, cells, request);
  }
  return columnsOf(pairs, points, request);
}

py::dict matrixOnDevice(DeviceNeighbourList& list, const GivenPoints& points,
                        const GivenPoints* others, const Input<double>& box,
                        const Input<bool>& periodic, std::int32_t fill,
                        const std::optional<std::uint64_t>& stream, const py::object& allocate) {
  const Cell cell = cellsOf(box, periodic).front();
  const DeviceRequest request = requestOf(stream, allocate);
  const DevicePoints given = points.points();
  const std::optional<DevicePoints> second = othersOf(others);
  DeviceMatrix matrix;
  {
    const py::gil_scoped_release released;
    matrix = list.findMatrix(given, second, cell, fill, request);
  }
  return matrixOf(matrix, points.count, request);
}

}  // namespace

void addDeviceArrays(py::module_& module) {
  classNamed<DeviceArray>(module, "DeviceArray")
      .def("__dlpack__",
           [](const DeviceArray& array, const py::kwargs&) { return dlpackOf(array); })
      .def("__dlpack_device__",
           [](const DeviceArray& array) { return py::make_tuple(kCuda, array.device); })
      .def_property_readonly("__cuda_array_interface__", interfaceOf)
      .def_property_readonly(
          "shape", [](const DeviceArray& array) { return py::tuple(py::cast(array.shape)); })
      .def_property_readonly("dtype", [](const DeviceArray& array) {
        return py::dtype(std::string("<") + array.kind + std::to_string(array.bytes));
      });
  module.def("dlpack_properties", dlpackProperties);
  classNamed<GivenPoints>(module, "DevicePoints")
      .def(py::init([](std::uint64_t address, std::int64_t count, bool isDouble,
                       const std::optional<Input<std::int32_t>>& types) {
        return GivenPoints{address, count, isDouble, types};
      }));
  classNamed<DeviceNeighbourList>(module, "DeviceNeighbourList")
      .def(py::init(&makeList))
      .def_property_readonly("searches", &DeviceNeighbourList::searches)
      .def("find", foundOnDevice)
      .def("matrix", matrixOnDevice);
}

}  // namespace gpubuck::python
