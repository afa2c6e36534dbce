#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <tuple>

#include "base/enum_names.h"
#include "base/error.h"
#include "base/id.h"
#include "formats/gsd_file.h"
#include "formats/particles.h"
#include "formats/trajectory.h"

namespace gpubuck::formats {
namespace {

/// Returns the chunk that defines a value in a frame: the frame's own chunk or the chunk of the
/// first frame. Returns null if the value is the default of the schema.
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

std::int64_t countOf(GsdFile& file, std::int64_t frame, const std::string& set) {
  return valuesOr<std::uint32_t>(file, frame, set + "/N", {0})[0];
}

std::int64_t particleCount(GsdFile& file, std::int64_t frame) {
  const std::int64_t count = countOf(file, frame, "particles");
  if (count >= 1 && count <= kMaxCount) return count;
  file.fail(
      fmt::format("frame {} has {} particles, not within 1..{}", frame + 1, count, kMaxCount));
}

/// Returns the data `what` (`columns` values per element) of a set ("particles", "bonds",
/// "angles"), or an empty vector if the file does not have them. A later frame takes the data of
/// the first frame only if both frames have equally many elements.
template <typename T>
std::vector<T> ofEach(GsdFile& file, std::int64_t frame, const std::string& set, const char* what,
                      std::uint32_t columns = 1) {
  const std::int64_t count = countOf(file, frame, set);
  const std::string name = set + "/" + what;
  const GsdEntry* const chunk = definition(file, frame, name);
  if (chunk == nullptr) return {};
  const bool isOwn = chunk->frame == static_cast<std::uint64_t>(frame);
  if (!isOwn && countOf(file, 0, set) != count) return {};
  return file.read<T>(name, *chunk, count, columns);
}

/// Returns the names of a set's types, or `otherwise` if the file has none.
std::vector<std::string> typeNames(GsdFile& file, std::int64_t frame, const std::string& set,
                                   const std::vector<std::string>& otherwise = {}) {
  const std::string name = set + "/types";
  const GsdEntry* const chunk = definition(file, frame, name);
  if (chunk == nullptr) return otherwise;
  constexpr std::uint64_t kMost = 4096;  // maximum number of names, and of bytes in a name
  if (chunk->rows > kMost || chunk->columns > kMost) {
    file.fail(fmt::format("frame {}: {} is {} x {}, more than {} x {}", frame + 1, name,
                          chunk->rows, chunk->columns, kMost, kMost));
  }
  const std::string text = file.readText(name, *chunk);
  std::vector<std::string> names;
  for (std::size_t k = 0; k < chunk->rows; ++k) {
    const std::string row = text.substr(k * chunk->columns, chunk->columns);
    names.push_back(row.substr(0, row.find('\0')));
  }
  return names;
}

/// Returns the names of the species in a frame.
std::vector<std::string> speciesNames(GsdFile& file, std::int64_t frame) {
  return typeNames(file, frame, "particles", {"A"});
}

/// Returns the ids of bonds or angles. In the schema they are unsigned numbers; the Python package
/// gsd writes signed numbers.
std::vector<std::uint32_t> idsOf(GsdFile& file, std::int64_t frame, const std::string& set,
                                 std::uint32_t columns) {
  const GsdEntry* const chunk = definition(file, frame, set + "/group");
  if (chunk == nullptr || chunk->type != gsdType<std::int32_t>()) {
    return ofEach<std::uint32_t>(file, frame, set, "group", columns);
  }
  const auto ids = ofEach<std::int32_t>(file, frame, set, "group", columns);
  return {ids.begin(), ids.end()};
}

/// Returns the bonds or angles of a frame. A type of bonds or angles in the file means the kind of
/// the same name. `one` is "bond" or "angle".
template <typename Link, typename Kind>
std::vector<Link> linksOf(GsdFile& file, std::int64_t frame, const std::string& one,
                          const std::vector<Kind>& kinds) {
  const std::string set = one + "s";
  const auto count = static_cast<std::size_t>(countOf(file, frame, set));
  if (count == 0) return {};
  std::vector<Link> links;
  constexpr std::size_t kIds = std::tuple_size_v<decltype(Link::ids)>;
  const std::vector<std::uint32_t> ids = idsOf(file, frame, set, kIds);
  if (ids.empty()) file.fail(fmt::format("frame {} has no {}/group", frame + 1, set));
  std::vector<std::uint32_t> types = ofEach<std::uint32_t>(file, frame, set, "typeid");
  types.resize(count, 0);
  const std::vector<std::string> names = typeNames(file, frame, set);
  const std::vector<int> kindOf = placesOf(names, kinds);
  for (std::size_t i = 0; i < count; ++i) {
    const std::uint32_t type = types[i];
    Link& link = links.emplace_back(Link{type < kindOf.size() ? kindOf[type] : -1});
    if (link.kind < 0) {
      const std::vector<std::string> known = namesOf(kinds);
      file.fail(fmt::format(
          "frame {}, {} {}: there is no [[{}]] of type {}, the fluid has {}", frame + 1, one, i,
          one, type < names.size() ? file::inQuotes(names[type]) : fmt::format("{}", type),
          known.empty() ? "none" : fmt::format("{}", fmt::join(known, ", "))));
    }
    std::copy_n(ids.begin() + static_cast<std::ptrdiff_t>(kIds * i), kIds, link.ids.begin());
  }
  return links;
}

/// Returns the bonds and angles of a frame, of the kinds of `fluid`.
dpd::Molecules moleculesOf(GsdFile& file, std::int64_t frame, const dpd::Fluid& fluid) {
  dpd::Molecules molecules{linksOf<dpd::Bond>(file, frame, "bond", fluid.bondKinds),
                           linksOf<dpd::Angle>(file, frame, "angle", fluid.angleKinds)};
  try {
    dpd::requireMolecules(molecules, fluid.bondKinds.size(), fluid.angleKinds.size(),
                          static_cast<std::size_t>(particleCount(file, frame)));
  } catch (const InputError& error) {
    file.fail(fmt::format("frame {}, {}", frame + 1, error.what()));
  }
  return molecules;
}

/// Returns whether a frame has bonds or angles of its own instead of the bonds or angles of the
/// first frame.
bool hasOwnMolecules(const GsdFile& file, std::int64_t frame) {
  for (const char* set : {"bonds", "angles"}) {
    for (const char* what : {"/N", "/types", "/typeid", "/group"}) {
      if (file.find(frame, std::string(set) + what) != nullptr) return true;
    }
  }
  return false;
}

/// Returns the particles of a frame. `speciesOf` has the species of each type, or -1 for a type
/// that is not a species.
dpd::Particles particlesOf(GsdFile& file, std::int64_t frame, const cells::Box& box,
                           const std::vector<int>& speciesOf) {
  const std::int64_t count = particleCount(file, frame);
  const std::vector<float> positions = ofEach<float>(file, frame, "particles", "position", 3);
  if (positions.empty()) file.fail(fmt::format("frame {} has no particles/position", frame + 1));
  std::vector<std::uint32_t> types = ofEach<std::uint32_t>(file, frame, "particles", "typeid");
  types.resize(static_cast<std::size_t>(count), 0);
  const std::vector<float> velocities = ofEach<float>(file, frame, "particles", "velocity", 3);
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
      // The origin is the middle of the box.
      r[axis] = placeAlong(box, axis, double{positions[3 * i + static_cast<unsigned>(axis)]},
                           -0.5 * box.size[axis], [&](const std::string& why) {
                             file.fail(fmt::format("frame {}, particle {}: {}", frame + 1, i, why));
                           });
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
    fail(fmt::format("the box has {} dimensions, must have 2 or 3", box.dimensions));
  }
  const auto held = valuesOr<float>(file, frame, "configuration/box", {1, 1, 1, 0, 0, 0});
  const auto exact = valuesOr<double>(file, frame, "log/box_size", {0, 0, 0});
  const auto periodic = valuesOr<std::uint8_t>(file, frame, "log/periodic", {1, 1, 1});
  for (int axis = 0; axis < box.dimensions; ++axis) {
    const auto k = static_cast<std::size_t>(axis);
    if (!(held[k] > 0.0f) || !std::isfinite(held[k])) {
      fail(fmt::format("the box is {} along {}, must be finite and above 0", held[k],
                       cells::kAxisNames[axis]));
    }
    if (held[3 + k] != 0.0f) fail("the box is tilted, which a scenario's box cannot be");
    box.size[axis] = static_cast<float>(exact[k]) == held[k] ? exact[k] : double{held[k]};
    if (periodic[k] == 0) box.boundary[k] = cells::Boundary::Reflecting;
  }
  return box;
}

void requireFrames(const GsdFile& file) {
  if (file.frames() > 0) return;
  file.fail(file.leftOut() > 0 ? "ends within its first frame" : "has no frames");
}

/// Returns the text for tellLeftOut() about a truncated last frame, or an empty string.
std::string restOf(const std::string& path, const GsdFile& file) {
  return file.leftOut() > 0 ? leftOutText(path, file.frames() + 1, file.leftOut()) : "";
}

/// Returns the text of restOf() together with a text that names the parts of a frame that no fluid
/// has.
std::string leftOutOf(const std::string& path, GsdFile& file, std::int64_t frame) {
  std::vector<std::string> parts;
  for (const char* set : {"dihedrals", "impropers", "constraints", "pairs"}) {
    if (countOf(file, frame, set) > 0) parts.emplace_back(set);
  }
  return joinedNotices({leftOutText(path, parts), restOf(path, file)});
}

class GsdTrajectoryReader : public TrajectoryReader {
 public:
  explicit GsdTrajectoryReader(const std::string& path) : TrajectoryReader(path), file_(path) {
    requireFrames(file_);
    fluid_ = fluidOf(file_);
    names_ = speciesNames(file_, 0);
    types_ = placesOf(names_, fluid_.species);
    setMolecules(moleculesOf(file_, 0, fluid_));
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
    const bool isSame = box.size == fluid_.box.size && box.boundary == fluid_.box.boundary &&
                        box.dimensions == fluid_.box.dimensions &&
                        speciesNames(file_, read_) == names_;
    if (!isSame) {
      file_.fail(fmt::format("frame {}: box or types differ from the first frame", read_ + 1));
    }
    if (hasOwnMolecules(file_, read_) && moleculesOf(file_, read_, fluid_) != molecules()) {
      file_.fail(fmt::format("frame {}: bonds or angles differ from the first frame", read_ + 1));
    }
    if (file_.find(read_, "particles/mass") != nullptr &&
        massesOf(file_, read_, fluid_) != massesOf(file_, 0, fluid_)) {
      file_.fail(fmt::format("frame {}: masses differ from the first frame", read_ + 1));
    }
    frame.step = stepOf(file_, read_);
    if (definition(file_, read_, "log/time") == nullptr) {
      file_.fail(fmt::format("frame {} has no log/time; frames of a run have it", read_ + 1));
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
  std::vector<std::string> names_;  ///< names of the types of particles
  std::vector<int> types_;          ///< the species of each type, or -1 for a type that is not a
                                    ///< species
  std::int64_t read_ = 0;           ///< number of frames that have been read
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
  const auto fail = [&](const std::string& why) { file.fail(why); };
  const auto types = ofEach<std::uint32_t>(file, 0, "particles", "typeid");
  addNamed(usedNames(speciesNames(file, 0), types, dpd::kMaxSpecies), "particles", dpd::kMaxSpecies,
           fluid.species, fail);
  addNamed(typeNames(file, 0, "bonds"), "bonds", dpd::kMaxMoleculeKinds, fluid.bondKinds, fail);
  addNamed(typeNames(file, 0, "angles"), "angles", dpd::kMaxMoleculeKinds, fluid.angleKinds, fail);
  const std::vector<std::optional<float>> masses = massesOf(file, 0, fluid);
  for (std::size_t k = 0; k < masses.size(); ++k) {
    if (masses[k]) fluid.species[k].mass = *masses[k];
  }
  return fluid;
}

std::vector<std::optional<float>> massesOf(GsdFile& file, std::int64_t frame,
                                           const dpd::Fluid& fluid) {
  const std::vector<int> speciesOf = placesOf(speciesNames(file, frame), fluid.species);
  const std::vector<float> given = ofEach<float>(file, frame, "particles", "mass");
  const auto types = ofEach<std::uint32_t>(file, frame, "particles", "typeid");
  std::vector<std::optional<float>> masses(fluid.species.size());
  for (std::size_t i = 0; i < std::min(given.size(), types.size()); ++i) {
    // A type without a species is an error when the particles are read.
    const int k = types[i] < speciesOf.size() ? speciesOf[types[i]] : -1;
    if (k < 0 || !(given[i] > 0.0f) || !std::isfinite(given[i])) continue;
    std::optional<float>& mass = masses[static_cast<std::size_t>(k)];
    if (mass && *mass != given[i]) {
      file.fail(
          fmt::format("frame {}: particle {} has the mass {}, but other particles of its type "
                      "have {}",
                      frame + 1, i, given[i], *mass));
    }
    mass = given[i];
  }
  return masses;
}

std::unique_ptr<TrajectoryReader> makeGsdReader(const std::string& path) {
  return std::make_unique<GsdTrajectoryReader>(path);
}

FileParticles readGsd(const std::string& path, const dpd::Fluid& fluid) {
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
  const std::vector<int> speciesOf = placesOf(speciesNames(file, last), fluid.species);
  dpd::Particles particles = particlesOf(file, last, fluid.box, speciesOf);
  const std::vector<std::optional<float>> masses = massesOf(file, last, fluid);
  for (std::size_t k = 0; k < masses.size(); ++k) {
    const std::string why =
        masses[k] ? whyNotMass(fluid.species[k], static_cast<double>(*masses[k])) : "";
    if (!why.empty()) file.fail(fmt::format("frame {}: {}", last + 1, why));
  }
  // The schema cannot describe periodic sides, so that runs write log/periodic.
  const bool saysSides = definition(file, last, "log/periodic") != nullptr;
  return {std::move(particles), moleculesOf(file, last, fluid),
          joinedNotices({saysSides ? otherSidesText(path, fluid.box, periodicAxes(box)) : "",
                         leftOutOf(path, file, last)})};
}

}  // namespace gpubuck::formats
