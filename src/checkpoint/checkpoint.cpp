#include "checkpoint/checkpoint.h"

#include <H5Cpp.h>
#include <fmt/format.h>

#include <array>
#include <cmath>

#include "base/error.h"
#include "io/input_file.h"
#include "io/output_file.h"

namespace gpubuck::checkpoint {
namespace {

constexpr std::int64_t kFormat = 2;
constexpr std::int64_t kWithoutClock = 1;

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

template <typename T>
constexpr bool kIsVector = std::is_same_v<T, glm::vec4>;
template <typename T>
constexpr bool kIsReal = std::is_same_v<T, double> || kIsVector<T>;

/// The type of a number, or of each of a vector.
template <typename T>
const H5::PredType& typeOf() {
  if constexpr (kIsReal<T>) {
    return kIsVector<T> ? H5::PredType::NATIVE_FLOAT : H5::PredType::NATIVE_DOUBLE;
  } else {
    return sizeof(T) == 8 ? H5::PredType::NATIVE_INT64 : H5::PredType::NATIVE_UINT32;
  }
}

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

void writeAll(const std::string& path, const scenario::RunState& state) {
  H5::H5File file(path, H5F_ACC_TRUNC);
  const H5::DataSpace one(H5S_SCALAR);
  const auto attribute = [&]<typename T>(const char* name, T value) {
    file.createAttribute(name, typeOf<T>(), one).write(typeOf<T>(), &value);
  };
  attribute("format", kFormat);
  attribute("step", state.clock.step);
  attribute("time", state.clock.time());
  attribute("dt", state.clock.dt);
  attribute("dt_since_step", state.clock.sinceStep);
  attribute("dt_since_time", state.clock.sinceTime);
  const H5::StrType text(H5::PredType::C_S1, H5T_VARIABLE);
  file.createDataSet("scenario", text, one).write(scenario::toToml(state.scenario), text);
  visitArrays(state, [&]<typename T>(const char* name, const std::vector<T>& values) {
    const std::array<hsize_t, 2> shape{values.size(), 4};
    const H5::DataSpace space(kIsVector<T> ? 2 : 1, shape.data());
    file.createDataSet(name, typeOf<T>(), space).write(values.data(), typeOf<T>());
  });
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

  template <typename T>
  T attribute(const char* name) const {
    if (!file_.attrExists(name)) {
      fail(fmt::format("is not a checkpoint: it has no attribute {}", name));
    }
    const H5::Attribute found = file_.openAttribute(name);
    if (found.getTypeClass() != typeOf<T>().getClass() ||
        found.getSpace().getSimpleExtentNpoints() != 1) {
      fail(fmt::format("the attribute {} is not {}", name,
                       kIsReal<T> ? "a real number" : "an integer"));
    }
    T value{};
    found.read(typeOf<T>(), &value);
    if (!std::isfinite(static_cast<double>(value))) {
      fail(fmt::format("the attribute {} is {}", name, value));
    }
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

  template <typename T>
  void read(const char* name, std::vector<T>& values) const {
    const H5::DataSet dataSet = open(name);
    const H5::DataSpace space = dataSet.getSpace();
    std::array<hsize_t, 2> shape{0, 4};
    const bool fits = dataSet.getTypeClass() == typeOf<T>().getClass() &&
                      space.getSimpleExtentNdims() == (kIsVector<T> ? 2 : 1);
    if (fits) space.getSimpleExtentDims(shape.data());
    if (!fits || shape[1] != 4) {
      fail(fmt::format("the dataset {} is not an array of {}", name,
                       kIsVector<T> ? "N x 4 floats" : "integers"));
    }
    values.resize(shape[0]);
    dataSet.read(values.data(), typeOf<T>());
  }

 private:
  H5::DataSet open(const char* name) const {
    if (!file_.nameExists(name)) fail(fmt::format("the dataset {} is missing", name));
    return file_.openDataSet(name);
  }

  std::string name_;
  H5::H5File file_;
};

void checkCounts(const Reader& reader, const scenario::RunState& state) {
  const auto count = static_cast<std::size_t>(scenario::particleCount(state.scenario.fluid));
  visitArrays(state, [&]<typename T>(const std::string& name, const std::vector<T>& values) {
    const std::size_t expected = kIsVector<T> || !state.lists.head.empty() ? count : 0;
    if (name == "head" || values.size() == expected) return;
    reader.fail(
        fmt::format("the dataset {} has {} entries, expected {}", name, values.size(), expected));
  });
}

}  // namespace

void writeCheckpoint(const std::filesystem::path& path, const scenario::RunState& state) {
  io::PendingFile pending(path);
  // Reports with the system's reason if the file cannot be written.
  io::FileWriter(pending.temporary()).close();
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
    const auto format = reader.attribute<std::int64_t>("format");
    if (format != kFormat && format != kWithoutClock) {
      reader.fail(fmt::format("is a checkpoint of format {}, expected {} or {}", format,
                              kWithoutClock, kFormat));
    }
    scenario::RunState state;
    state.scenario = scenario::parseScenario(reader.text("scenario"),
                                             fmt::format("{}: scenario", path.string()), {});
    state.clock = {.step = reader.attribute<std::int64_t>("step"), .dt = state.scenario.fluid.dt};
    if (format != kWithoutClock) {
      state.clock.dt = reader.attribute<double>("dt");
      state.clock.sinceStep = reader.attribute<std::int64_t>("dt_since_step");
      state.clock.sinceTime = reader.attribute<double>("dt_since_time");
    }
    visitArrays(state, [&](const char* name, auto& values) { reader.read(name, values); });
    checkCounts(reader, state);
    return state;
  } catch (const H5::Exception&) {
    throw InputError(path.string(), fmt::format("cannot be read: {}", hdf5Reason()));
  }
}

}  // namespace gpubuck::checkpoint
