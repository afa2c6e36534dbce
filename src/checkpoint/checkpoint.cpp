#include "checkpoint/checkpoint.h"

#include <H5Cpp.h>
#include <fmt/format.h>

#include <array>
#include <cmath>
#include <span>

#include "base/error.h"
#include "io/input_file.h"
#include "io/output_file.h"

namespace gpubuck::checkpoint {
namespace {

constexpr std::int64_t kFormat = 2;
constexpr std::int64_t kWithoutClock = 1;

/// The description of the innermost frame of HDF5's error stack: the cause. Where a system call
/// failed it ends in `error message = '...'`; only that text is reported.
std::string hdf5Reason() {
  std::string reason = "HDF5 gives no reason";
  const auto first = [](unsigned depth, const H5E_error2_t* error, void* out) -> herr_t {
    if (depth == 0 && error->desc != nullptr) *static_cast<std::string*>(out) = error->desc;
    return 0;
  };
  H5::Exception::walkErrorStack(H5E_WALK_UPWARD, first, &reason);
  constexpr std::string_view kMark = "error message = '";
  const std::size_t mark = reason.find(kMark);
  if (mark == std::string::npos) return reason;
  const std::size_t begin = mark + kMark.size();
  return reason.substr(begin, reason.find('\'', begin) - begin);
}

void writeArray(H5::H5File& file, const char* name, std::span<const glm::vec4> values) {
  const std::array<hsize_t, 2> shape{values.size(), 4};
  file.createDataSet(name, H5::PredType::NATIVE_FLOAT, H5::DataSpace(2, shape.data()))
      .write(values.data(), H5::PredType::NATIVE_FLOAT);
}

void writeArray(H5::H5File& file, const char* name, std::span<const std::uint32_t> values) {
  const hsize_t size = values.size();
  file.createDataSet(name, H5::PredType::NATIVE_UINT32, H5::DataSpace(1, &size))
      .write(values.data(), H5::PredType::NATIVE_UINT32);
}

void writeInteger(H5::H5File& file, const char* name, std::int64_t value) {
  file.createAttribute(name, H5::PredType::NATIVE_INT64, H5::DataSpace(H5S_SCALAR))
      .write(H5::PredType::NATIVE_INT64, &value);
}

void writeReal(H5::H5File& file, const char* name, double value) {
  file.createAttribute(name, H5::PredType::NATIVE_DOUBLE, H5::DataSpace(H5S_SCALAR))
      .write(H5::PredType::NATIVE_DOUBLE, &value);
}

void writeAll(const std::string& path, const scenario::RunState& state) {
  H5::H5File file(path, H5F_ACC_TRUNC);
  writeInteger(file, "format", kFormat);
  writeInteger(file, "step", state.clock.step);
  writeReal(file, "time", state.clock.time());
  writeReal(file, "dt", state.clock.dt);
  writeInteger(file, "dt_since_step", state.clock.sinceStep);
  writeReal(file, "dt_since_time", state.clock.sinceTime);
  const H5::StrType text(H5::PredType::C_S1, H5T_VARIABLE);
  const H5::DataSpace one(H5S_SCALAR);
  file.createDataSet("scenario", text, one).write(scenario::toToml(state.scenario), text);
  writeArray(file, "position", state.particles.position);
  writeArray(file, "velocity", state.particles.velocity);
  writeArray(file, "predicted", state.particles.predicted);
  writeArray(file, "mapping", state.lists.mapping);
  writeArray(file, "head", state.lists.head);
  writeArray(file, "next", state.lists.next);
  file.flush(H5F_SCOPE_GLOBAL);
  file.close();
}

class Reader {
 public:
  explicit Reader(const std::filesystem::path& path) : name_(path.string()) {
    io::InputFile(name_).peek();  // reports a missing file with the system's reason
    if (!H5::H5File::isHdf5(name_)) fail("is not an HDF5 file");
    file_.openFile(name_, H5F_ACC_RDONLY);
  }

  [[noreturn]] void fail(const std::string& why) const { throw InputError(name_, why); }

  std::int64_t integer(const char* name) const {
    std::int64_t value = 0;
    attribute(name, H5T_INTEGER, "an integer").read(H5::PredType::NATIVE_INT64, &value);
    return value;
  }

  double real(const char* name) const {
    double value = 0.0;
    attribute(name, H5T_FLOAT, "a real number").read(H5::PredType::NATIVE_DOUBLE, &value);
    if (!std::isfinite(value)) fail(fmt::format("the attribute {} is {}", name, value));
    return value;
  }

  std::string text(const char* name) const {
    const H5::DataSet dataSet = open(name);
    if (dataSet.getTypeClass() != H5T_STRING || dataSet.getSpace().getSimpleExtentNpoints() != 1) {
      fail(fmt::format("the dataset {} is not text", name));
    }
    std::string value;
    dataSet.read(value, dataSet.getStrType());
    return value;
  }

  std::vector<glm::vec4> vectors(const char* name) const {
    const H5::DataSet dataSet = open(name);
    std::array<hsize_t, 2> shape{};
    if (!hasShape(dataSet, H5T_FLOAT, shape) || shape[1] != 4) {
      fail(fmt::format("the dataset {} is not an array of N x 4 floats", name));
    }
    std::vector<glm::vec4> values(shape[0]);
    dataSet.read(values.data(), H5::PredType::NATIVE_FLOAT);
    return values;
  }

  std::vector<std::uint32_t> ids(const char* name) const {
    const H5::DataSet dataSet = open(name);
    std::array<hsize_t, 1> shape{};
    if (!hasShape(dataSet, H5T_INTEGER, shape)) {
      fail(fmt::format("the dataset {} is not an array of integers", name));
    }
    std::vector<std::uint32_t> values(shape[0]);
    dataSet.read(values.data(), H5::PredType::NATIVE_UINT32);
    return values;
  }

 private:
  H5::Attribute attribute(const char* name, H5T_class_t type, const char* typeName) const {
    if (!file_.attrExists(name))
      fail(fmt::format("is not a checkpoint: it has no attribute {}", name));
    H5::Attribute found = file_.openAttribute(name);
    if (found.getTypeClass() != type || found.getSpace().getSimpleExtentNpoints() != 1) {
      fail(fmt::format("the attribute {} is not {}", name, typeName));
    }
    return found;
  }

  H5::DataSet open(const char* name) const {
    if (!file_.nameExists(name)) fail(fmt::format("the dataset {} is missing", name));
    return file_.openDataSet(name);
  }

  /// Whether the dataset has this type and as many dimensions as `shape`, which is then filled.
  template <std::size_t Rank>
  static bool hasShape(const H5::DataSet& dataSet, H5T_class_t type,
                       std::array<hsize_t, Rank>& shape) {
    const H5::DataSpace space = dataSet.getSpace();
    if (dataSet.getTypeClass() != type || space.getSimpleExtentNdims() != static_cast<int>(Rank)) {
      return false;
    }
    space.getSimpleExtentDims(shape.data());
    return true;
  }

  std::string name_;
  H5::H5File file_;
};

dpd::Clock readClock(const Reader& reader, std::int64_t format, double dt) {
  const std::int64_t step = reader.integer("step");
  if (format == kWithoutClock) return {.step = step, .dt = dt};
  return {.step = step,
          .dt = reader.real("dt"),
          .sinceStep = reader.integer("dt_since_step"),
          .sinceTime = reader.real("dt_since_time")};
}

void checkCounts(const Reader& reader, const scenario::RunState& state) {
  const auto expect = [&](const char* name, std::size_t found, std::size_t expected) {
    if (found != expected) {
      reader.fail(fmt::format("the dataset {} has {} entries, expected {}", name, found, expected));
    }
  };
  const auto count = static_cast<std::size_t>(scenario::particleCount(state.scenario.fluid));
  const std::size_t listed = state.lists.head.empty() ? 0 : count;
  expect("position", state.particles.position.size(), count);
  expect("velocity", state.particles.velocity.size(), count);
  expect("predicted", state.particles.predicted.size(), count);
  expect("mapping", state.lists.mapping.size(), listed);
  expect("next", state.lists.next.size(), listed);
}

}  // namespace

void writeCheckpoint(const std::filesystem::path& path, const scenario::RunState& state) {
  io::PendingFile pending(path);
  io::FileWriter(pending.temporary())
      .close();  // reports with the system's reason if the file cannot be written
  H5::Exception::dontPrint();
  try {
    writeAll(pending.temporary().string(), state);
  } catch (const H5::Exception&) {
    throw RunError(path.string(), fmt::format("cannot be written: {}", hdf5Reason()));
  }
  pending.commit();
}

scenario::RunState readCheckpoint(const std::filesystem::path& path) {
  H5::Exception::dontPrint();
  try {
    const Reader reader(path);
    const std::int64_t format = reader.integer("format");
    if (format != kFormat && format != kWithoutClock) {
      reader.fail(fmt::format("is a checkpoint of format {}, expected {} or {}", format,
                              kWithoutClock, kFormat));
    }
    scenario::RunState state;
    state.scenario = scenario::parseScenario(reader.text("scenario"),
                                             fmt::format("{}: scenario", path.string()), {});
    state.clock = readClock(reader, format, state.scenario.fluid.dt);
    state.particles.position = reader.vectors("position");
    state.particles.velocity = reader.vectors("velocity");
    state.particles.predicted = reader.vectors("predicted");
    state.lists.mapping = reader.ids("mapping");
    state.lists.head = reader.ids("head");
    state.lists.next = reader.ids("next");
    checkCounts(reader, state);
    return state;
  } catch (const H5::Exception&) {
    throw InputError(path.string(), fmt::format("cannot be read: {}", hdf5Reason()));
  }
}

}  // namespace gpubuck::checkpoint
