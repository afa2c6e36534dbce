#include "checkpoint/checkpoint.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <tuple>

#include "base/error.h"
#include "cells/cell_index.h"
#include "checkpoint/seal.h"
#include "file/input_file.h"
#include "file/output_file.h"
#include "hdf5/hdf5.h"
#include "texel/device.h"

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

/// Returns the kind and the ids of each bond or angle, one after the other.
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

/// The number that a T is, or that a vector has four of.
template <typename T>
using NumberOf = std::conditional_t<kIsVector<T>, float, T>;

template <typename T>
H5::DataSpace spaceOf(std::size_t count) {
  const std::array<hsize_t, 2> shape{count, 4};
  return {kIsVector<T> ? 2 : 1, shape.data()};
}

/// The file as HDF5 has it, made in memory: what can go wrong with disks is not left to it.
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
  if (state.engine) {
    const std::string name = texel::engineName(*state.engine);
    const H5::StrType type = hdf5::textType(name.size());
    file.createAttribute("engine", type, H5::DataSpace(H5S_SCALAR)).write(type, name);
  }
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
    requireSeal(file);
    file_.openFile(name_, H5F_ACC_RDONLY);
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

  /// None where it is not recorded: by a program older than that, or before the first step.
  std::optional<texel::Engine> engine() const {
    if (!file_.attrExists("engine")) return std::nullopt;
    const H5::Attribute found = file_.openAttribute("engine");
    for (const texel::Engine engine : {texel::Engine::Paper, texel::Engine::Fast}) {
      const std::string name = texel::engineName(engine);
      if (!(found.getDataType() == hdf5::textType(name.size())) ||
          found.getSpace().getSimpleExtentType() != H5S_SCALAR) {
        continue;
      }
      std::string value(name.size(), '\0');
      found.read(hdf5::textType(name.size()), value.data());
      if (value == name) return engine;
    }
    fail("the attribute engine is neither paper nor fast");
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

  /// Reads bonds or angles, any number of them.
  template <typename Link>
  void readLinks(const char* name, std::vector<Link>& links) const {
    constexpr std::size_t kLength = 1 + std::tuple_size_v<decltype(Link::ids)>;
    const auto size = static_cast<std::size_t>(
        std::max<hssize_t>(open(name).getSpace().getSimpleExtentNpoints(), 0));
    if (size % kLength != 0) {
      fail(fmt::format("the dataset {} has {} entries, expected {} for each", name, size, kLength));
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

  /// Fails unless the file holds all bytes of the dataset, so that a false shape costs no memory.
  void requireStored(const H5::DataSet& dataSet, const char* name, std::size_t bytes) const {
    const H5::DSetCreatPropList how = dataSet.getCreatePlist();
    if (how.getLayout() != H5D_CONTIGUOUS || how.getExternalCount() != 0) {
      fail(fmt::format("the dataset {} does not lie in one piece in this file", name));
    }
    if (bytes != 0 && (dataSet.getStorageSize() != bytes ||
                       bytes > static_cast<std::size_t>(file_.getFileSize()))) {
      fail(fmt::format("the dataset {} does not have the size of its {} bytes", name, bytes));
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

void requireFinite(const Reader& reader, const dpd::ParticleState& particles) {
  for (const auto& [name, vectors] : {std::pair{"velocity", &particles.velocity},
                                      std::pair{"predicted velocity", &particles.predicted}}) {
    for (std::size_t i = 0; i < vectors->size(); ++i) {
      const glm::vec4& v = (*vectors)[i];
      if (std::isfinite(v.x) && std::isfinite(v.y) && std::isfinite(v.z)) continue;
      reader.fail(fmt::format("the {} of particle {} is ({}, {}, {}), expected finite numbers",
                              name, i, v.x, v.y, v.z));
    }
  }
}

}  // namespace

void writeCheckpoint(const std::filesystem::path& path, const run::RunState& state) {
  H5::Exception::dontPrint();
  std::string image;
  try {
    image = hdf5Image(state);
  } catch (const H5::Exception&) {
    throw RunError(path.string(), fmt::format("cannot be written: {}", hdf5::reason()));
  }
  file::writeFile(path, makeSeal(image), image);
}

run::RunState readCheckpoint(const std::filesystem::path& path) {
  H5::Exception::dontPrint();
  try {
    const Reader reader(path);
    run::RunState state;
    state.scenario = scenario::parseScenario(reader.text("scenario"),
                                             fmt::format("{}: scenario", path.string()), {});
    visitClock(state.clock,
               [&]<typename T>(const char* name, T& value) { value = reader.attribute<T>(name); });
    requireClock(reader, state.clock);
    state.engine = reader.engine();
    const auto particles = static_cast<std::size_t>(scenario::particleCount(state.scenario));
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
    requireFinite(reader, state.particles);
    try {
      dpd::requireParticlesOf(state.scenario.fluid, state.particles);
      if (hasLists) cells::requireLists(grid, state.lists, state.particles.position);
    } catch (const InputError& error) {
      reader.fail(error.what());
    }
    return state;
  } catch (const H5::Exception&) {
    throw InputError(path.string(), fmt::format("cannot be read: {}", hdf5::reason()));
  }
}

}  // namespace gpubuck::checkpoint
