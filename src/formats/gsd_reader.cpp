#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <optional>

#include "base/id.h"
#include "formats/gsd.h"
#include "formats/particles.h"

namespace gpubuck::formats {
namespace {

/// Returns the chunk that defines a value in a frame: the frame's own or that of the first frame.
/// Returns null if the value is the default of the schema.
const GsdEntry* definition(const GsdFile& file, std::int64_t frame, const std::string& name) {
  const GsdEntry* const own = file.find(frame, name);
  return own != nullptr ? own : file.find(0, name);
}

template <typename T>
std::vector<T> valuesOr(GsdFile& file, std::int64_t frame, const std::string& name,
                        std::vector<T> otherwise) {
  const GsdEntry* const chunk = definition(file, frame, name);
  return chunk == nullptr ? otherwise : file.read<T>(name, *chunk, std::ssize(otherwise), 1);
}

std::int64_t particleCount(GsdFile& file, std::int64_t frame) {
  const std::int64_t count = valuesOr<std::uint32_t>(file, frame, "particles/N", {0})[0];
  if (count >= 1 && count <= kMaxCount) return count;
  file.fail(
      fmt::format("frame {} has {} particles, not within 1..{}", frame + 1, count, kMaxCount));
}

/// Numbers of each particle, and nothing where the file has none. Those of the first frame count
/// only for as many particles.
template <typename T>
std::vector<T> ofParticles(GsdFile& file, std::int64_t frame, const std::string& name,
                           std::uint32_t columns) {
  const std::int64_t count = particleCount(file, frame);
  const GsdEntry* const chunk = definition(file, frame, name);
  if (chunk == nullptr) return {};
  const bool isOwn = chunk->frame == static_cast<std::uint64_t>(frame);
  if (!isOwn && particleCount(file, 0) != count) return {};
  return file.read<T>(name, *chunk, count, columns);
}

std::vector<std::string> typeNames(GsdFile& file, std::int64_t frame) {
  const std::string name = "particles/types";
  const GsdEntry* const chunk = definition(file, frame, name);
  if (chunk == nullptr) return {"A"};
  constexpr std::uint64_t kMost = 4096;  // of names and of their bytes
  if (chunk->rows > kMost || chunk->columns > kMost) {
    file.fail(fmt::format("frame {}: {} is {} x {}, more than {} x {}", frame + 1, name,
                          chunk->rows, chunk->columns, kMost, kMost));
  }
  const std::vector<std::int8_t> bytes =
      file.read<std::int8_t>(name, *chunk, static_cast<std::int64_t>(chunk->rows), chunk->columns);
  std::vector<std::string> names;
  for (std::size_t k = 0; k < chunk->rows; ++k) {
    const auto first = bytes.begin() + static_cast<std::ptrdiff_t>(k * chunk->columns);
    names.emplace_back(first, std::find(first, first + chunk->columns, 0));
  }
  return names;
}

/// A coordinate of the file, whose origin is the middle of the box, as one of ours.
float fromCorner(GsdFile& file, std::int64_t frame, std::size_t particle, const cells::Box& box,
                 int axis, float coordinate) {
  const auto fail = [&](const std::string& why) {
    file.fail(fmt::format("frame {}, particle {}: {} {} {}", frame + 1, particle,
                          cells::kAxisNames[axis], coordinate, why));
  };
  if (!std::isfinite(coordinate)) fail("is not finite");
  if (axis >= box.dimensions) {
    if (coordinate != 0.0f) fail("is not 0 in two dimensions");
    return 0.0f;
  }
  const double side = box.size[axis], r = double{coordinate} + 0.5 * side;
  if (box.isPeriodic(axis)) {
    const auto rounded = static_cast<float>(cells::wrapped(r, side));
    return rounded < static_cast<float>(side) ? rounded : 0.0f;
  }
  if (r < 0.0 || r >= side)
    fail(fmt::format("is outside of the box, {} to {}", -side / 2, side / 2));
  return cells::insideAsFloat(r, side);
}

/// The particles of a frame; `speciesOf` has the species of each type, or -1.
dpd::Particles particlesOf(GsdFile& file, std::int64_t frame, const cells::Box& box,
                           const std::vector<int>& speciesOf) {
  const std::int64_t count = particleCount(file, frame);
  const std::vector<float> positions = ofParticles<float>(file, frame, "particles/position", 3);
  if (positions.empty()) file.fail(fmt::format("frame {} has no particles/position", frame + 1));
  std::vector<std::uint32_t> types = ofParticles<std::uint32_t>(file, frame, "particles/typeid", 1);
  types.resize(static_cast<std::size_t>(count), 0);
  const std::vector<float> velocities = ofParticles<float>(file, frame, "particles/velocity", 3);
  dpd::Particles particles;
  for (std::size_t i = 0; i < types.size(); ++i) {
    const int species = types[i] < speciesOf.size() ? speciesOf[types[i]] : -1;
    if (species < 0) {
      file.fail(fmt::format("frame {}, particle {}: there is no species of type {}", frame + 1, i,
                            types[i]));
    }
    particles.species.push_back(species);
    glm::vec3& r = particles.position.emplace_back();
    for (int axis = 0; axis < 3; ++axis) {
      r[axis] =
          fromCorner(file, frame, i, box, axis, positions[3 * i + static_cast<unsigned>(axis)]);
    }
    if (velocities.empty()) continue;
    const glm::vec3 v(velocities[3 * i], velocities[3 * i + 1], velocities[3 * i + 2]);
    if (!std::isfinite(v.x) || !std::isfinite(v.y) || !std::isfinite(v.z)) {
      file.fail(fmt::format("frame {}, particle {}: the velocity ({}, {}, {}) is not finite",
                            frame + 1, i, v.x, v.y, v.z));
    }
    if (box.dimensions == 2 && v.z != 0.0f) {
      file.fail(fmt::format("frame {}, particle {}: v_z {} is not 0 in two dimensions", frame + 1,
                            i, v.z));
    }
    particles.velocity.push_back(v);
  }
  return particles;
}

cells::Box boxOf(GsdFile& file, std::int64_t frame) {
  const auto fail = [&](const std::string& why) {
    file.fail(fmt::format("frame {}: {}", frame + 1, why));
  };
  cells::Box box;
  box.dimensions = valuesOr<std::uint8_t>(file, frame, "configuration/dimensions", {3})[0];
  if (box.dimensions != 2 && box.dimensions != 3) {
    fail(fmt::format("it has {} dimensions, not 2 or 3", box.dimensions));
  }
  const auto held = valuesOr<float>(file, frame, "configuration/box", {1, 1, 1, 0, 0, 0});
  const auto exact = valuesOr<double>(file, frame, "log/box_size", {0, 0, 0});
  const auto periodic = valuesOr<std::uint8_t>(file, frame, "log/periodic", {1, 1, 1});
  for (int axis = 0; axis < box.dimensions; ++axis) {
    const auto k = static_cast<std::size_t>(axis);
    if (!(held[k] > 0.0f) || !std::isfinite(held[k])) {
      fail(fmt::format("the box is {} along {}", held[k], cells::kAxisNames[axis]));
    }
    if (held[3 + k] != 0.0f) fail("the box is tilted; a scenario's box is not");
    box.size[axis] = static_cast<float>(exact[k]) == held[k] ? exact[k] : double{held[k]};
    if (periodic[k] == 0) box.boundary[k] = cells::Boundary::Reflecting;
  }
  return box;
}

void requireFrames(const GsdFile& file) {
  if (file.frames() > 0) return;
  file.fail(file.leftOut() > 0 ? "ends within its first frame" : "has no frames");
}

/// For tellLeftOut().
std::string restOf(const std::string& path, const GsdFile& file) {
  return file.leftOut() > 0 ? leftOutText(path, file.frames() + 1, file.leftOut()) : "";
}

class GsdTrajectoryReader : public TrajectoryReader {
 public:
  explicit GsdTrajectoryReader(const std::string& path) : TrajectoryReader(path), file_(path) {
    requireFrames(file_);
    fluid_ = fluidOf(file_);
    for (std::size_t k = 0; k < fluid_.species.size(); ++k) types_.push_back(static_cast<int>(k));
  }

  const dpd::Fluid& fluid() const override { return fluid_; }
  double share() const override {
    return static_cast<double>(read_) / static_cast<double>(file_.frames());
  }

 private:
  bool readNext(Frame& frame) override {
    if (read_ == file_.frames()) {
      setLeftOut(restOf(path(), file_));
      return false;
    }
    const cells::Box box = boxOf(file_, read_);
    const std::vector<std::string> names = typeNames(file_, read_);
    const bool isSame = box.size == fluid_.box.size && box.boundary == fluid_.box.boundary &&
                        box.dimensions == fluid_.box.dimensions &&
                        std::ranges::equal(names, fluid_.species, {}, {}, &dpd::Species::name);
    if (!isSame) {
      file_.fail(fmt::format("frame {}: box or types are not those of the first", read_ + 1));
    }
    frame.step = stepOf(file_, read_);
    if (definition(file_, read_, "log/time") == nullptr) {
      file_.fail(fmt::format("frame {} has no log/time, as frames of a run have", read_ + 1));
    }
    frame.time = valuesOr<double>(file_, read_, "log/time", {0.0})[0];
    if (!std::isfinite(frame.time)) {
      file_.fail(fmt::format("frame {}: the time {} is not finite", read_ + 1, frame.time));
    }
    frame.particles = particlesOf(file_, read_, box, types_);
    ++read_;
    return true;
  }

  GsdFile file_;
  dpd::Fluid fluid_;
  std::vector<int> types_;
  std::int64_t read_ = 0;  ///< frames
};

}  // namespace

std::int64_t stepOf(GsdFile& file, std::int64_t frame) {
  const std::uint64_t step = valuesOr<std::uint64_t>(file, frame, "configuration/step", {0})[0];
  if (std::in_range<std::int64_t>(step)) return static_cast<std::int64_t>(step);
  file.fail(fmt::format("frame {}: the step {} is beyond {}", frame + 1, step, INT64_MAX));
}

dpd::Fluid fluidOf(GsdFile& file) {
  dpd::Fluid fluid;
  fluid.box = boxOf(file, 0);
  const std::vector<std::string> names = typeNames(file, 0);
  if (names.size() > dpd::kMaxSpecies) {
    file.fail(fmt::format("has {} types, more than {}", names.size(), dpd::kMaxSpecies));
  }
  for (const std::string& name : names) {
    if (const std::string why = whyNotSpeciesName(name); !why.empty()) file.fail(why);
    if (std::ranges::find(fluid.species, name, &dpd::Species::name) != fluid.species.end()) {
      file.fail(fmt::format("has two types of the name {}", file::inQuotes(name)));
    }
    fluid.species.emplace_back().name = name;
  }
  const std::vector<float> masses = ofParticles<float>(file, 0, "particles/mass", 1);
  const auto types = ofParticles<std::uint32_t>(file, 0, "particles/typeid", 1);
  for (std::size_t i = 0; i < std::min(masses.size(), types.size()); ++i) {
    if (types[i] >= fluid.species.size()) continue;  // an error when the particles are read
    if (masses[i] > 0.0f && std::isfinite(masses[i])) fluid.species[types[i]].mass = masses[i];
  }
  return fluid;
}

std::unique_ptr<TrajectoryReader> makeGsdReader(const std::string& path) {
  return std::make_unique<GsdTrajectoryReader>(path);
}

dpd::Particles readGsd(const std::string& path, const dpd::Fluid& fluid, std::string* leftOut) {
  GsdFile file(path);
  requireFrames(file);
  const std::int64_t last = file.frames() - 1;
  const cells::Box box = boxOf(file, last);
  if (box.dimensions != fluid.box.dimensions) {
    file.fail(fmt::format("has {} dimensions, but the fluid has {}", box.dimensions,
                          fluid.box.dimensions));
  }
  for (int axis = 0; axis < box.dimensions; ++axis) {
    if (agree(box.size[axis], fluid.box.size[axis])) continue;
    file.fail(fmt::format("the box is {} along {}, but the fluid's is {}", box.size[axis],
                          cells::kAxisNames[axis], fluid.box.size[axis]));
  }
  std::vector<int> speciesOf;
  for (const std::string& name : typeNames(file, last)) {
    const auto species = std::ranges::find(fluid.species, name, &dpd::Species::name);
    const bool isKnown = species != fluid.species.end();
    speciesOf.push_back(isKnown ? static_cast<int>(species - fluid.species.begin()) : -1);
  }
  dpd::Particles particles = particlesOf(file, last, fluid.box, speciesOf);
  if (leftOut != nullptr) *leftOut = restOf(path, file);
  return particles;
}

}  // namespace gpubuck::formats
