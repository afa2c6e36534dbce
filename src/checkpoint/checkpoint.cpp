#include "checkpoint/checkpoint.h"

#include <fmt/format.h>
#include <zlib.h>

#include <algorithm>
#include <array>
#include <tuple>

#include "base/error.h"
#include "base/id.h"
#include "cells/cell_grid.h"
#include "file/input_file.h"
#include "file/output_file.h"
#include "file/presence.h"
#include "hdf5/hdf5.h"
#include "texel/device.h"

namespace gpubuck::checkpoint {
namespace {

constexpr int kFormat = 3;
constexpr std::string_view kBegin = "gpubuck checkpoint, format ";

}  // namespace

std::string makeSeal(std::string_view contents) {
  const uLong crc = crc32_z(0, reinterpret_cast<const Bytef*>(contents.data()), contents.size());
  std::string text =
      fmt::format("{}{}\nbytes {}\ncrc32 {:08x}\n", kBegin, kFormat, contents.size(), crc);
  text.resize(kSealSize, '\n');
  return text;
}

std::string readSealed(file::InputFile& file) {
  std::string seal(kSealSize, '\0');
  seal.resize(file.read(seal.data(), seal.size()));
  if (!seal.starts_with(kBegin)) file.fail("is not a checkpoint");
  const std::string_view format =
      std::string_view(seal).substr(kBegin.size(), seal.find('\n') - kBegin.size());
  if (format != fmt::to_string(kFormat)) {
    file.fail(
        fmt::format("is a checkpoint of format {}, expected {}", file::inQuotes(format), kFormat));
  }
  std::string bytes = seal;
  bytes.resize(std::max<std::size_t>(seal.size(), file.size()));
  bytes.resize(seal.size() + file.read(bytes.data() + seal.size(), bytes.size() - seal.size()));
  if (seal != makeSeal(std::string_view(bytes).substr(seal.size()))) {
    file.fail(fmt::format("is damaged: its {} bytes differ from the bytes written", bytes.size()));
  }
  return bytes;
}

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

/// Returns the kind and the ids of each bond or angle, bond after bond.
template <typename Link>
std::vector<std::uint32_t> numbersOf(const std::vector<Link>& links) {
  std::vector<std::uint32_t> numbers;
  for (const Link& link : links) {
    numbers.push_back(static_cast<std::uint32_t>(link.kind));
    numbers.insert(numbers.end(), link.ids.begin(), link.ids.end());
  }
  return numbers;
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

/// The type of the numbers in a T: T itself, or the type of a vector's components.
template <typename T>
using NumberOf = std::conditional_t<kIsVector<T>, float, T>;

template <typename T>
H5::DataSpace spaceOf(std::size_t count) {
  const std::array<hsize_t, 2> shape{count, 4};
  return {kIsVector<T> ? 2 : 1, shape.data()};
}

/// Returns the bytes of the HDF5 file. The file is made in memory, so that errors of a disk never
/// occur within HDF5.
std::string hdf5Image(const run::RunState& state) {
  H5::FileCreatPropList behindTheSeal;
  behindTheSeal.setUserblock(kSealSize);
  H5::FileAccPropList inMemory;
  constexpr std::size_t kGrowth = std::size_t{1} << 20;
  inMemory.setCore(kGrowth, false);
  H5::H5File file("checkpoint", H5F_ACC_TRUNC, behindTheSeal, inMemory);

  const auto attribute = [&]<typename T>(const char* name, T value) {
    file.createAttribute(name, hdf5::storedType<NumberOf<T>>(), H5::DataSpace(H5S_SCALAR))
        .write(hdf5::nativeType<NumberOf<T>>(), &value);
  };
  visitClock(state.clock, attribute);
  attribute("time", state.clock.time());
  const auto word = [&](const char* name, const std::string& value) {
    const H5::StrType type = hdf5::textType(value.size());
    file.createAttribute(name, type, H5::DataSpace(H5S_SCALAR)).write(type, value);
  };
  if (state.engine) word("engine", texel::engineName(*state.engine));
  if (!state.run.empty()) word("run", state.run);
  const H5::DSetCreatPropList timeless = hdf5::timeless();
  const std::string text = scenario::toToml(state.scenario);
  const H5::StrType type = hdf5::textType(text.size());
  file.createDataSet("scenario", type, H5::DataSpace(H5S_SCALAR), timeless)
      .write(text.data(), type);
  const auto write = [&]<typename T>(const char* name, const std::vector<T>& values) {
    file.createDataSet(name, hdf5::storedType<NumberOf<T>>(), spaceOf<T>(values.size()), timeless)
        .write(values.data(), hdf5::nativeType<NumberOf<T>>());
  };
  visitArrays(state, write);
  if (state.scenario.fluid.hasMolecules()) {
    write("bonds", numbersOf(state.particles.molecules.bonds));
    write("angles", numbersOf(state.particles.molecules.angles));
  }

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
    file::requireRegularFile(name_);
    file::InputFile file(name_);
    bytes_ = readSealed(file);
    hdf5::openInMemory(file_, bytes_);
  }

  [[noreturn]] void fail(const std::string& why) const { throw InputError(name_, why); }

  template <typename T>
  T attribute(const char* name) const {
    if (!file_.attrExists(name)) fail(fmt::format("has no attribute {}", name));
    const H5::Attribute found = file_.openAttribute(name);
    if (!(found.getDataType() == hdf5::storedType<NumberOf<T>>()) ||
        found.getSpace().getSimpleExtentType() != H5S_SCALAR) {
      fail(fmt::format("the attribute {} is not {} of 64 bits", name,
                       kIsReal<T> ? "a real number" : "an integer"));
    }
    T value{};
    found.read(hdf5::nativeType<NumberOf<T>>(), &value);
    return value;
  }

  /// Returns the engine of the run. Returns an empty optional if the file names no engine: an older
  /// program wrote the file, no step had been made, or LAMMPS made the last step.
  std::optional<texel::Engine> engine() const {
    if (!file_.attrExists("engine")) return std::nullopt;
    for (const texel::Engine engine : {texel::Engine::Paper, texel::Engine::Fast}) {
      const std::string name = texel::engineName(engine);
      if (word("engine", name.size()) == name) return engine;
    }
    fail("the attribute engine is neither paper nor fast");
  }

  /// Returns the id of the run, or an empty string if the state belongs to no run.
  std::string run() const {
    if (!file_.attrExists("run")) return {};
    std::string id = word("run", run::kRunIdDigits);
    if (id.find_first_not_of("0123456789abcdef") == std::string::npos && !id.empty()) return id;
    fail(fmt::format("the attribute run is not {} hexadecimal digits", run::kRunIdDigits));
  }

  /// Returns the text of an attribute if the attribute is a text of this size, otherwise an empty
  /// string.
  std::string word(const char* name, std::size_t size) const {
    const H5::Attribute found = file_.openAttribute(name);
    if (!(found.getDataType() == hdf5::textType(size)) ||
        found.getSpace().getSimpleExtentType() != H5S_SCALAR) {
      return {};
    }
    std::string value(size, '\0');
    found.read(hdf5::textType(size), value.data());
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
    dataSet.read(value.data(), hdf5::textType(size));
    return value;
  }

  /// Returns whether the array has any entries.
  bool has(const char* name) const { return open(name).getSpace().getSimpleExtentNpoints() != 0; }

  /// Reads any number of bonds or angles.
  template <typename Link>
  void readLinks(const char* name, std::vector<Link>& links) const {
    constexpr std::size_t kLength = 1 + std::tuple_size_v<decltype(Link::ids)>;
    const auto size = static_cast<std::size_t>(
        std::max<hssize_t>(open(name).getSpace().getSimpleExtentNpoints(), 0));
    if (size % kLength != 0) {
      fail(fmt::format("the dataset {} has {} entries, expected a multiple of {}", name, size,
                       kLength));
    }
    std::vector<std::uint32_t> numbers;
    read(name, size, numbers);
    links.resize(size / kLength);
    for (std::size_t i = 0; i < links.size(); ++i) {
      const auto first = numbers.begin() + static_cast<std::ptrdiff_t>(kLength * i);
      links[i].kind = static_cast<int>(*first);
      std::copy_n(first + 1, links[i].ids.size(), links[i].ids.begin());
    }
  }

  /// Returns the number of rows of a dataset of vectors.
  std::size_t rows(const char* name) const {
    const H5::DataSpace space = open(name).getSpace();
    std::array<hsize_t, 2> extent{};
    if (space.getSimpleExtentNdims() == 2) space.getSimpleExtentDims(extent.data());
    if (extent[1] != 4 || extent[0] > static_cast<hsize_t>(kMaxCount)) {
      fail(fmt::format("the dataset {} does not have the shape of 0..{} x 4 entries", name,
                       kMaxCount));
    }
    return extent[0];
  }

  template <typename T>
  void read(const char* name, std::size_t count, std::vector<T>& values) const {
    const H5::DataSet dataSet = open(name);
    if (!(dataSet.getDataType() == hdf5::storedType<NumberOf<T>>())) {
      fail(fmt::format("the dataset {} is not of {}", name,
                       kIsReal<T> ? "floats" : "unsigned integers of 32 bits"));
    }
    const H5::DataSpace expected = spaceOf<T>(count);
    if (H5Sextent_equal(dataSet.getSpace().getId(), expected.getId()) <= 0) {
      fail(fmt::format("the dataset {} does not have the shape of {}{} entries", name, count,
                       kIsVector<T> ? " x 4" : ""));
    }
    requireStored(dataSet, name, count * sizeof(T));
    values.resize(count);
    dataSet.read(values.data(), hdf5::nativeType<NumberOf<T>>());
  }

 private:
  H5::DataSet open(const char* name) const { return hdf5::openDataSet(file_, name, name_); }

  /// Fails unless the file holds all bytes of the dataset, so that no memory is allocated for a
  /// shape that is larger than the file.
  void requireStored(const H5::DataSet& dataSet, const char* name, std::size_t bytes) const {
    if (dataSet.getCreatePlist().getLayout() != H5D_CONTIGUOUS) {
      fail(fmt::format("the dataset {} does not lie in one piece in this file", name));
    }
    if (bytes != 0 && (dataSet.getStorageSize() != bytes ||
                       bytes > static_cast<std::size_t>(file_.getFileSize()))) {
      fail(fmt::format("the dataset {} does not hold the {} bytes of its shape", name, bytes));
    }
  }

  std::string name_, bytes_;
  H5::H5File file_;  ///< lies in bytes_
};

}  // namespace

void writeCheckpoint(const std::filesystem::path& path, const run::RunState& state) {
  const hdf5::NotedErrors noted;
  std::string image;
  try {
    image = hdf5Image(state);
  } catch (const H5::Exception&) {
    throw RunError(path.string(), fmt::format("cannot be written: {}", hdf5::reason()));
  }
  file::writeFile(path, makeSeal(image), image);
}

run::RunState readCheckpoint(const std::filesystem::path& path) {
  const hdf5::NotedErrors noted;
  try {
    const Reader reader(path);
    run::RunState state;
    state.scenario = scenario::parseScenario(reader.text("scenario"),
                                             fmt::format("{}: scenario", path.string()), {});
    visitClock(state.clock,
               [&]<typename T>(const char* name, T& value) { value = reader.attribute<T>(name); });
    state.engine = reader.engine();
    state.run = reader.run();
    // The number of particles is read here: the number that follows from the density is wrong if a
    // body has been added or removed since the beginning.
    const std::size_t particles = reader.rows("position");
    const cells::CellGrid grid =
        cells::makeCellGrid(state.scenario.fluid.box, 1.0, state.scenario.search);
    const auto cells = static_cast<std::size_t>(grid.count());
    const bool hasLists = reader.has("mapping");
    visitArrays(state, [&]<typename T>(const std::string& name, std::vector<T>& values) {
      const std::size_t listed = hasLists ? (name == "head" ? cells : particles) : 0;
      reader.read(name.c_str(), kIsVector<T> ? particles : listed, values);
    });
    if (state.scenario.fluid.hasMolecules()) {
      reader.readLinks("bonds", state.particles.molecules.bonds);
      reader.readLinks("angles", state.particles.molecules.angles);
    }
    requireState(state, path.string());
    return state;
  } catch (const H5::Exception&) {
    throw InputError(path.string(), fmt::format("cannot be read: {}", hdf5::reason()));
  }
}

}  // namespace gpubuck::checkpoint
