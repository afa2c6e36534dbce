#include "checkpoint/checkpoint.h"

#include <H5Cpp.h>
#include <fmt/format.h>

#include <array>
#include <cmath>

#include "base/error.h"
#include "checkpoint/seal.h"
#include "io/input_file.h"
#include "io/output_file.h"
#include "search/cell_index.h"

namespace gpubuck::checkpoint {
namespace {

/// Calls visit(name, array) for each array of a state.
template <typename State, typename Visit>
void visitArrays(State& state, Visit visit) {
  visit("position", state.particles.position);
  visit("velocity", state.particles.velocity);
  visit("predicted", state.particles.predicted);
  visit("mapping", state.lists.mapping);
  visit("head", state.lists.head);
  visit("next", state.lists.next);
}

/// Calls visit(name, value) for each number of a clock.
template <typename Clock, typename Visit>
void visitClock(Clock& clock, Visit visit) {
  visit("step", clock.step);
  visit("dt", clock.dt);
  visit("dt_since_step", clock.sinceStep);
  visit("dt_since_time", clock.sinceTime);
}

template <typename T>
constexpr bool kIsVector = std::is_same_v<T, glm::vec4>;
template <typename T>
constexpr bool kIsReal = std::is_same_v<T, double> || kIsVector<T>;

/// The type of a number, or of each of a vector: in a file, which has the same bytes on every
/// machine, and in memory.
template <typename T>
struct Types {
  static const H5::PredType& stored() {
    if constexpr (kIsReal<T>) {
      return kIsVector<T> ? H5::PredType::IEEE_F32LE : H5::PredType::IEEE_F64LE;
    } else {
      return sizeof(T) == 8 ? H5::PredType::STD_I64LE : H5::PredType::STD_U32LE;
    }
  }
  static const H5::PredType& native() {
    if constexpr (kIsReal<T>) {
      return kIsVector<T> ? H5::PredType::NATIVE_FLOAT : H5::PredType::NATIVE_DOUBLE;
    } else {
      return sizeof(T) == 8 ? H5::PredType::NATIVE_INT64 : H5::PredType::NATIVE_UINT32;
    }
  }
};

template <typename T>
H5::DataSpace spaceOf(std::size_t count) {
  const std::array<hsize_t, 2> shape{count, 4};
  return {kIsVector<T> ? 2 : 1, shape.data()};
}

H5::StrType textOf(std::size_t size) {
  H5::StrType type(H5::PredType::C_S1, size);
  type.setStrpad(H5T_STR_NULLPAD);
  return type;
}

/// The description of the innermost frame of HDF5's error stack: the cause.
std::string hdf5Reason() {
  std::string reason = "HDF5 gives no reason";
  const auto first = [](unsigned depth, const H5E_error2_t* error, void* out) -> herr_t {
    if (depth == 0 && error->desc != nullptr) *static_cast<std::string*>(out) = error->desc;
    return 0;
  };
  H5::Exception::walkErrorStack(H5E_WALK_UPWARD, first, &reason);
  return reason;
}

/// The file as HDF5 has it, made in memory: what can go wrong with disks is not left to it.
std::string hdf5Image(const scenario::RunState& state) {
  H5::FileCreatPropList behindTheSeal;
  behindTheSeal.setUserblock(kSealSize);
  H5::FileAccPropList inMemory;
  constexpr std::size_t kGrowth = std::size_t{1} << 20;
  inMemory.setCore(kGrowth, false);
  H5::H5File file("checkpoint", H5F_ACC_TRUNC, behindTheSeal, inMemory);

  const auto attribute = [&]<typename T>(const char* name, T value) {
    file.createAttribute(name, Types<T>::stored(), H5::DataSpace(H5S_SCALAR))
        .write(Types<T>::native(), &value);
  };
  visitClock(state.clock, attribute);
  attribute("time", state.clock.time());
  H5::DSetCreatPropList timeless;
  H5Pset_obj_track_times(timeless.getId(), false);
  const std::string text = scenario::toToml(state.scenario);
  const H5::StrType type = textOf(text.size());
  file.createDataSet("scenario", type, H5::DataSpace(H5S_SCALAR), timeless)
      .write(text.data(), type);
  visitArrays(state, [&]<typename T>(const char* name, const std::vector<T>& values) {
    file.createDataSet(name, Types<T>::stored(), spaceOf<T>(values.size()), timeless)
        .write(values.data(), Types<T>::native());
  });

  file.flush(H5F_SCOPE_GLOBAL);
  const ssize_t size = H5Fget_file_image(file.getId(), nullptr, 0);
  std::string image(static_cast<std::size_t>(std::max<ssize_t>(size, 0)), '\0');
  if (size <= 0 || H5Fget_file_image(file.getId(), image.data(), image.size()) != size) {
    throw H5::FileIException("H5Fget_file_image", "failed");
  }
  return image;
}

class Reader {
 public:
  explicit Reader(const std::filesystem::path& path) : name_(path.string()) {
    std::error_code error;
    if (std::filesystem::exists(path, error) && !std::filesystem::is_regular_file(path, error)) {
      fail("is not a regular file");
    }
    io::InputFile file(name_);
    requireSeal(file);
    file_.openFile(name_, H5F_ACC_RDONLY);
  }

  [[noreturn]] void fail(const std::string& why) const { throw InputError(name_, why); }

  template <typename T>
  T attribute(const char* name) const {
    if (!file_.attrExists(name)) fail(fmt::format("has no attribute {}", name));
    const H5::Attribute found = file_.openAttribute(name);
    if (!(found.getDataType() == Types<T>::stored()) ||
        found.getSpace().getSimpleExtentType() != H5S_SCALAR) {
      fail(fmt::format("the attribute {} is not {} of 64 bits", name,
                       kIsReal<T> ? "a real number" : "an integer"));
    }
    T value{};
    found.read(Types<T>::native(), &value);
    return value;
  }

  std::string text(const char* name) const {
    const H5::DataSet dataSet = open(name);
    if (dataSet.getTypeClass() != H5T_STRING || dataSet.getStrType().isVariableStr() ||
        dataSet.getSpace().getSimpleExtentType() != H5S_SCALAR) {
      fail(fmt::format("the dataset {} is not one text of a fixed length", name));
    }
    const std::size_t size = dataSet.getStrType().getSize();
    requireStored(dataSet, name, size);
    std::string value(size, '\0');
    dataSet.read(value.data(), textOf(size));
    return value;
  }

  /// Whether the array has any entries.
  bool has(const char* name) const { return open(name).getSpace().getSimpleExtentNpoints() != 0; }

  template <typename T>
  void read(const char* name, std::size_t count, std::vector<T>& values) const {
    const H5::DataSet dataSet = open(name);
    if (!(dataSet.getDataType() == Types<T>::stored())) {
      fail(fmt::format("the dataset {} is not of {}", name,
                       kIsReal<T> ? "floats" : "unsigned integers of 32 bits"));
    }
    const H5::DataSpace expected = spaceOf<T>(count);
    if (H5Sextent_equal(dataSet.getSpace().getId(), expected.getId()) <= 0) {
      fail(fmt::format("the dataset {} has not the shape of {}{} entries", name, count,
                       kIsVector<T> ? " x 4" : ""));
    }
    requireStored(dataSet, name, count * sizeof(T));
    values.resize(count);
    dataSet.read(values.data(), Types<T>::native());
  }

 private:
  H5::DataSet open(const char* name) const {
    H5L_info_t link{};
    if (H5Lexists(file_.getId(), name, H5P_DEFAULT) <= 0 ||
        H5Lget_info(file_.getId(), name, &link, H5P_DEFAULT) < 0) {
      fail(fmt::format("the dataset {} is missing", name));
    }
    if (link.type != H5L_TYPE_HARD || file_.childObjType(name) != H5O_TYPE_DATASET) {
      fail(fmt::format("{} is not a dataset of this file", name));
    }
    return file_.openDataSet(name);
  }

  /// Whatever its shape says, a dataset takes no more memory than the file has bytes.
  void requireStored(const H5::DataSet& dataSet, const char* name, std::size_t bytes) const {
    const H5::DSetCreatPropList how = dataSet.getCreatePlist();
    if (how.getLayout() != H5D_CONTIGUOUS || how.getExternalCount() != 0) {
      fail(fmt::format("the dataset {} does not lie in one piece in this file", name));
    }
    if (bytes != 0 && (dataSet.getStorageSize() != bytes ||
                       bytes > static_cast<std::size_t>(file_.getFileSize()))) {
      fail(fmt::format("the dataset {} has not the size of its {} bytes", name, bytes));
    }
  }

  std::string name_;
  H5::H5File file_;
};

void requireClock(const Reader& reader, const dpd::Clock& clock) {
  const auto require = [&](bool isRight, const char* name, auto value, const std::string& allowed) {
    if (!isRight) {
      reader.fail(fmt::format("the attribute {} is {}, expected {}", name, value, allowed));
    }
  };
  require(clock.step >= 0 && clock.step <= dpd::kMaxStep, "step", clock.step,
          fmt::format("0 to {}", dpd::kMaxStep));
  require(clock.sinceStep >= 0 && clock.sinceStep <= clock.step, "dt_since_step", clock.sinceStep,
          fmt::format("0 to {}", clock.step));
  require(std::isfinite(clock.dt) && clock.dt > 0.0, "dt", clock.dt, "more than 0");
  require(std::isfinite(clock.sinceTime) && clock.sinceTime >= 0.0, "dt_since_time",
          clock.sinceTime, "0 or more");
}

}  // namespace

void writeCheckpoint(const std::filesystem::path& path, const scenario::RunState& state) {
  H5::Exception::dontPrint();
  std::string image;
  try {
    image = hdf5Image(state);
  } catch (const H5::Exception&) {
    throw RunError(path.string(), fmt::format("cannot be written: {}", hdf5Reason()));
  }
  io::writeFile(path, makeSeal(image), image);
}

scenario::RunState readCheckpoint(const std::filesystem::path& path) {
  H5::Exception::dontPrint();
  try {
    const Reader reader(path);
    scenario::RunState state;
    state.scenario = scenario::parseScenario(reader.text("scenario"),
                                             fmt::format("{}: scenario", path.string()), {});
    visitClock(state.clock,
               [&]<typename T>(const char* name, T& value) { value = reader.attribute<T>(name); });
    requireClock(reader, state.clock);
    const auto particles = static_cast<std::size_t>(scenario::particleCount(state.scenario.fluid));
    const search::CellGrid grid =
        search::makeCellGrid(state.scenario.fluid.box, 1.0, state.scenario.search);
    const auto cells = static_cast<std::size_t>(grid.count());
    const bool hasLists = reader.has("mapping");
    visitArrays(state, [&]<typename T>(const std::string& name, std::vector<T>& values) {
      const std::size_t listed = hasLists ? (name == "head" ? cells : particles) : 0;
      reader.read(name.c_str(), kIsVector<T> ? particles : listed, values);
    });
    try {
      dpd::requireParticlesOf(state.scenario.fluid, state.particles);
      if (hasLists) search::requireLists(grid, state.lists, state.particles.position);
    } catch (const InputError& error) {
      reader.fail(error.what());
    }
    return state;
  } catch (const H5::Exception&) {
    throw InputError(path.string(), fmt::format("cannot be read: {}", hdf5Reason()));
  }
}

}  // namespace gpubuck::checkpoint
