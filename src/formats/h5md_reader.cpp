#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>
#include <optional>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "base/enum_names.h"
#include "base/error.h"
#include "base/id.h"
#include "base/text.h"
#include "formats/h5md.h"
#include "formats/h5md_file.h"
#include "formats/particles.h"
#include "formats/trajectory.h"

namespace gpubuck::formats::h5md {
namespace {

/// The part of a trajectory that all frames have in common. Species of the fluid have only names
/// and masses, and kinds have only names.
struct Contents {
  dpd::Fluid fluid;
  std::vector<std::int64_t> ids;  ///< ids of the particles, ascending; empty if the file has no ids
  dpd::Molecules molecules;
  bool hasMasses = true;  ///< whether species have masses; otherwise momenta are left out
  std::string leftOut;
};

constexpr std::int64_t kMostLinks = std::int64_t{1} << 28;

std::int64_t frameCount(const H5mdFile& file) {
  const std::vector<hsize_t> shape = file.shape(file.particles() + "/position/value");
  if (shape.size() != 3 || shape[2] != 3) {
    file.fail(fmt::format("{}/position/value does not have the shape frames x particles x 3",
                          file.particles()));
  }
  if (shape[0] == 0) file.fail("has no frames");
  if (shape[1] == 0 || shape[1] > static_cast<hsize_t>(kMaxCount)) {
    file.fail(fmt::format("has {}, not within 1..{}",
                          counted(static_cast<std::int64_t>(shape[1]), "particle"), kMaxCount));
  }
  return static_cast<std::int64_t>(shape[0]);
}

std::int64_t particleCount(const H5mdFile& file) {
  return static_cast<std::int64_t>(file.shape(file.particles() + "/position/value")[1]);
}

/// Returns the box of a frame. The box has three dimensions.
cells::Box boxOf(const H5mdFile& file, std::int64_t frame) {
  const std::string group = file.particles() + "/box";
  const bool isFixed = file.isDataset(group + "/edges");
  const std::string name = group + (isFixed ? "/edges" : "/edges/value");
  const std::vector<hsize_t> shape = file.shape(name);
  const std::size_t first = isFixed ? 0 : 1;
  const bool isVector = shape.size() == first + 1 && shape[first] == 3;
  const bool isMatrix = shape.size() == first + 2 && shape[first] == 3 && shape[first + 1] == 3;
  if (!isVector && !isMatrix) file.fail(fmt::format("{} needs 3 or 3 x 3 numbers", name));
  const std::vector<double> edges = file.numbers<double>(name, isFixed ? 0 : frame, !isFixed);
  cells::Box box;
  const std::vector<std::string> boundary = file.texts(group, "boundary");
  if (boundary.size() != 3) file.fail(fmt::format("{}: boundary needs three words", group));
  for (std::size_t axis = 0; axis < 3; ++axis) {
    for (std::size_t other = 0; isMatrix && other < 3; ++other) {
      if (other != axis && edges[3 * axis + other] != 0.0) {
        file.fail("the box is tilted, which a scenario's box cannot be");
      }
    }
    const double side = edges[isMatrix ? 4 * axis : axis];
    if (!(side > 0.0) || !std::isfinite(side)) {
      file.fail(fmt::format("the box is {} along {}, must be finite and above 0", side,
                            cells::kAxisNames[axis]));
    }
    box.size[static_cast<int>(axis)] = side;
    if (boundary[axis] != "periodic" && boundary[axis] != "none") {
      file.fail(
          fmt::format("boundary {} is not one of periodic, none", file::inQuotes(boundary[axis])));
    }
    if (boundary[axis] == "none") box.boundary[axis] = cells::Boundary::Reflecting;
  }
  return box;
}

/// A dataset with an element for each particle, either per frame or once for all frames.
struct OfParticles {
  std::string name;
  bool isOfFrames = false;
};

/// Returns the dataset of a property of the particles, or an empty optional if the file has none.
std::optional<OfParticles> ofParticles(const H5mdFile& file, const std::string& property) {
  const std::string name = file.particles() + "/" + property;
  if (!file.exists(name)) return {};
  const bool isOfFrames = !file.isDataset(name);
  OfParticles set{isOfFrames ? name + "/value" : name, isOfFrames};
  std::vector<hsize_t> expected{static_cast<hsize_t>(particleCount(file))};
  if (isOfFrames) expected.insert(expected.begin(), static_cast<hsize_t>(frameCount(file)));
  if (file.shape(set.name) == expected) return set;
  file.fail(fmt::format("{} does not have one entry for each of {} particles{}", set.name,
                        expected.back(), isOfFrames ? " in each frame" : ""));
}

/// The names of species or kinds, and for each element the number of its name.
struct Named {
  std::vector<std::string> names;
  std::vector<int> of;
  bool isNumbers = false;  ///< whether the file has numbers in place of names
};

Named namedOf(const H5mdFile& file, const OfParticles& set, std::int64_t frame) {
  Named named;
  std::vector<std::int64_t> values, all;
  if (file.isEnumeration(set.name)) {
    std::tie(named.names, values) = file.enumeration(set.name);
    all = file.enumerated(set.name, frame, set.isOfFrames);
  } else {
    for (const double value : file.numbers<double>(set.name, frame, set.isOfFrames)) {
      if (value != std::round(value) || std::abs(value) > 0x1p53) {
        file.fail(fmt::format("{} has the value {}, expected whole numbers", set.name, value));
      }
      all.push_back(static_cast<std::int64_t>(value));
    }
    values = all;
    std::ranges::sort(values);
    values.erase(std::unique(values.begin(), values.end()), values.end());
    for (const std::int64_t value : values) named.names.push_back(std::to_string(value));
    named.isNumbers = true;
  }
  for (std::size_t i = 0; i < all.size(); ++i) {
    const auto found = std::ranges::lower_bound(values, all[i]);
    if (found == values.end() || *found != all[i]) {
      file.fail(
          fmt::format("{}: entry {} has the value {}, which has no name", set.name, i, all[i]));
    }
    named.of.push_back(static_cast<int>(found - values.begin()));
  }
  return named;
}

/// Returns the species of the particles in a frame, or one species without a name if the file has
/// none.
Named speciesOf(const H5mdFile& file, std::int64_t frame) {
  if (const auto set = ofParticles(file, "species")) return namedOf(file, *set, frame);
  return {{"particle"}, std::vector<int>(static_cast<std::size_t>(particleCount(file)), 0)};
}

/// For each particle of a frame, in ascending order of ids, its place in the file and its id. There
/// are no ids if the file has none.
struct Order {
  std::vector<std::size_t> places;
  std::vector<std::int64_t> ids;
};

Order orderOf(const H5mdFile& file, std::int64_t frame) {
  Order order;
  order.places.resize(static_cast<std::size_t>(particleCount(file)));
  std::iota(order.places.begin(), order.places.end(), std::size_t{0});
  const auto set = ofParticles(file, "id");
  if (!set) return order;
  const auto ids = file.numbers<std::int64_t>(set->name, frame, set->isOfFrames);
  std::ranges::stable_sort(order.places, {}, [&](std::size_t k) { return ids[k]; });
  for (const std::size_t k : order.places) order.ids.push_back(ids[k]);
  const auto twice = std::ranges::adjacent_find(order.ids);
  if (twice == order.ids.end()) return order;
  file.fail(fmt::format("frame {}: {} has the id {} twice", frame + 1, set->name, *twice));
}

/// Returns the names of the kinds of bonds or angles, and the bonds or angles. `one` is "bond" or
/// "angle". `given` has the ids of the particles; if it is empty, the id of a particle is its
/// place.
template <typename Link>
std::pair<std::vector<std::string>, std::vector<Link>> linksOf(
    const H5mdFile& file, const std::string& one, const std::vector<std::int64_t>& given) {
  const std::string name = "connectivity/" + one + "s";
  if (!file.exists(name)) return {};
  constexpr std::size_t kIds = std::tuple_size_v<decltype(Link::ids)>;
  const std::vector<hsize_t> shape = file.shape(name);
  if (shape.size() != 2 || shape[1] != kIds || shape[0] > static_cast<hsize_t>(kMostLinks)) {
    file.fail(fmt::format("{} does not have the shape {}s x {}", name, one, kIds));
  }
  const auto count = static_cast<std::int64_t>(shape[0]);
  const OfParticles kindSet{"parameters/" + one + "_kind"};
  if (!file.isDataset(kindSet.name)) file.fail(fmt::format("has no dataset {}", kindSet.name));
  if (file.shape(kindSet.name) != std::vector<hsize_t>{shape[0]}) {
    file.fail(fmt::format("{} does not have {} entries", kindSet.name, count));
  }
  const Named kinds = namedOf(file, kindSet, 0);
  const std::vector<std::int64_t> ids = file.numbers<std::int64_t>(name, 0, false);
  std::vector<Link> links(static_cast<std::size_t>(count));
  for (std::size_t i = 0; i < links.size(); ++i) {
    links[i].kind = kinds.of[i];
    for (std::size_t k = 0; k < kIds; ++k) {
      const std::int64_t id = ids[kIds * i + k];
      const auto found = std::ranges::lower_bound(given, id);
      const bool isThere =
          given.empty() ? std::in_range<std::uint32_t>(id) : found != given.end() && *found == id;
      if (!isThere)
        file.fail(
            fmt::format("{}: {} {} has the particle {}, which does not exist", name, one, i, id));
      links[i].ids[k] = static_cast<std::uint32_t>(given.empty() ? id : found - given.begin());
    }
  }
  return {kinds.names, std::move(links)};
}

/// Throws InputError if the fluid does not have species or kind `number` of the file. The entry of
/// such a species or kind in `places` is -1.
template <typename Kind>
void requirePlace(const H5mdFile& file, const char* what, const std::vector<std::string>& names,
                  const std::vector<int>& places, int number, const std::vector<Kind>& all) {
  const auto k = static_cast<std::size_t>(number);
  if (places[k] >= 0) return;
  const std::vector<std::string> known = namesOf(all);
  file.fail(fmt::format("there is no {} {}, the fluid has {}", what, file::inQuotes(names[k]),
                        known.empty() ? "none" : fmt::format("{}", fmt::join(known, ", "))));
}

template <typename Link, typename Kind>
std::vector<Link> linksFor(const H5mdFile& file, const std::string& one,
                           const std::vector<Kind>& kinds, const std::vector<std::int64_t>& ids) {
  auto [names, links] = linksOf<Link>(file, one, ids);
  const std::vector<int> places = formats::placesOf(names, kinds);
  const std::string what = fmt::format("[[{}]]", one);
  for (Link& link : links) {
    requirePlace(file, what.c_str(), names, places, link.kind, kinds);
    link.kind = places[static_cast<std::size_t>(link.kind)];
  }
  return links;
}

/// Returns the fluid's species of each particle of a frame, in the order of the file. If the
/// file has integers in place of names, and none of them is the name of a species, the smallest
/// integer means the first species of the fluid, the next integer the second species, and so on.
std::vector<int> speciesFor(const H5mdFile& file, std::int64_t frame, const dpd::Fluid& fluid) {
  const Named species = speciesOf(file, frame);
  std::vector<int> places = formats::placesOf(species.names, fluid.species);
  const bool isNameless = species.isNumbers || !ofParticles(file, "species");
  if (isNameless && std::ranges::count(places, -1) == std::ssize(places)) {
    if (places.size() != fluid.species.size()) {
      file.fail(fmt::format("has {} species without names, but the fluid has {}", places.size(),
                            fluid.species.size()));
    }
    std::iota(places.begin(), places.end(), 0);
  }
  std::vector<int> of;
  for (const int number : species.of) {
    requirePlace(file, "species", species.names, places, number, fluid.species);
    of.push_back(places[static_cast<std::size_t>(number)]);
  }
  return of;
}

/// Returns the name of the element that has the particles' velocities or, if there is none, their
/// momenta. Returns an empty string if the file has neither.
std::string motionElement(const H5mdFile& file) {
  for (const char* name : {"/velocity", "/momentum"}) {
    if (file.exists(file.particles() + name)) return file.particles() + name;
  }
  return {};
}

bool isMomentum(const std::string& element) { return element.ends_with("/momentum"); }

/// Returns the bonds and angles, with the kinds of `fluid`, and the ids in a frame.
Contents contentsFor(const H5mdFile& file, const dpd::Fluid& fluid, bool hasMasses,
                     std::int64_t frame) {
  speciesFor(file, frame, fluid);  // errors of species come before errors of bonds
  Contents contents;
  contents.fluid = fluid;
  contents.hasMasses = hasMasses;
  contents.ids = orderOf(file, frame).ids;
  contents.molecules = {linksFor<dpd::Bond>(file, "bond", fluid.bondKinds, contents.ids),
                        linksFor<dpd::Angle>(file, "angle", fluid.angleKinds, contents.ids)};
  try {
    dpd::requireMolecules(contents.molecules, fluid.bondKinds.size(), fluid.angleKinds.size(),
                          static_cast<std::size_t>(particleCount(file)));
  } catch (const InputError& error) {
    file.fail(error.what());
  }
  std::vector<std::string> others;
  for (const std::string& name : file.namesIn("connectivity")) {
    if (name != "bonds" && name != "angles") others.push_back(name);
  }
  if (!hasMasses && isMomentum(motionElement(file))) others.emplace_back("momentum without masses");
  contents.leftOut = formats::leftOutText(file.path(), others);
  return contents;
}

/// Returns the velocities or momenta of a frame in the order of the file.
std::vector<double> motionOf(const H5mdFile& file, const std::string& element, std::int64_t frame) {
  const std::string name = element + "/value";
  if (file.shape(name) != file.shape(file.particles() + "/position/value")) {
    file.fail(fmt::format("{} does not have the shape of the positions", name));
  }
  return file.numbers<double>(name, frame, true);
}

/// Returns the particles of a frame in the order of their ids, which are in `contents`. They have
/// velocities if the file has velocities or momenta; momenta are divided by the masses in
/// `contents`.
dpd::Particles particlesOf(const H5mdFile& file, std::int64_t frame, const Contents& contents) {
  const cells::Box& box = contents.fluid.box;
  const Order order = orderOf(file, frame);
  if (order.ids != contents.ids) {
    file.fail(fmt::format("frame {} has other ids than the first frame", frame + 1));
  }
  const std::vector<int> species = speciesFor(file, frame, contents.fluid);
  const std::vector<double> places =
      file.numbers<double>(file.particles() + "/position/value", frame, true);
  const std::string element = motionElement(file);
  std::vector<double> motion;
  if (!element.empty() && (contents.hasMasses || !isMomentum(element))) {
    motion = motionOf(file, element, frame);
  }
  dpd::Particles particles;
  for (const std::size_t i : order.places) {
    particles.species.push_back(species[i]);
    glm::vec3& r = particles.position.emplace_back();
    for (int axis = 0; axis < 3; ++axis) {
      r[axis] = formats::placeAlong(
          box, axis, places[3 * i + static_cast<std::size_t>(axis)], 0.0,
          [&](const std::string& why) {
            file.fail(fmt::format("frame {}, particle {}: {}", frame + 1, i, why));
          });
    }
    if (motion.empty()) continue;
    glm::dvec3 moves(motion[3 * i], motion[3 * i + 1], motion[3 * i + 2]);
    if (isMomentum(element)) {
      moves /= contents.fluid.species[static_cast<std::size_t>(species[i])].mass;
    }
    const glm::vec3 v(moves);
    const auto fail = [&](const char* why) {
      file.fail(fmt::format("frame {}, particle {}: the velocity ({}, {}, {}) {}", frame + 1, i,
                            v.x, v.y, v.z, why));
    };
    if (!std::isfinite(v.x) || !std::isfinite(v.y) || !std::isfinite(v.z)) fail("is not finite");
    if (box.dimensions == 2 && v.z != 0.0F) fail("has a z that is not 0 in two dimensions");
    particles.velocity.push_back(v);
  }
  return particles;
}

/// Returns the mass of each species in a frame, 0 for a species without particles, or an empty
/// vector if the file has no masses.
std::vector<double> massesOf(const H5mdFile& file, std::int64_t frame, const dpd::Fluid& fluid) {
  const auto set = ofParticles(file, "mass");
  if (!set) return {};
  const std::vector<double> given = file.numbers<double>(set->name, frame, set->isOfFrames);
  const std::vector<int> species = speciesFor(file, frame, fluid);
  std::vector<double> masses(fluid.species.size(), 0.0);
  for (std::size_t i = 0; i < given.size(); ++i) {
    double& mass = masses[static_cast<std::size_t>(species[i])];
    if (!(given[i] > 0.0) || !std::isfinite(given[i]) || (mass > 0.0 && mass != given[i])) {
      file.fail(fmt::format(
          "{}: particle {} has the mass {}{}", set->name, i, given[i],
          mass > 0.0 ? fmt::format(", but other particles of its species have {}", mass) : ""));
    }
    mass = given[i];
  }
  return masses;
}

/// Throws if masses of a frame differ from the masses of the fluid.
void requireMasses(const H5mdFile& file, std::int64_t frame, const dpd::Fluid& fluid) {
  const std::vector<double> masses = massesOf(file, frame, fluid);
  for (std::size_t k = 0; k < masses.size(); ++k) {
    const std::string why = masses[k] > 0.0 ? formats::whyNotMass(fluid.species[k], masses[k]) : "";
    if (!why.empty()) file.fail(fmt::format("frame {}: {}", frame + 1, why));
  }
}

/// Returns whether the first frame belongs to a fluid in two dimensions, as makeWriter() writes it.
bool isFlat(const H5mdFile& file, const cells::Box& box) {
  if (box.isPeriodic(2) || box.size.z != 1.0) return false;
  const std::vector<double> places =
      file.numbers<double>(file.particles() + "/position/value", 0, true);
  for (std::size_t i = 2; i < places.size(); i += 3) {
    if (places[i] != 0.0) return false;
  }
  return true;
}

/// Names and masses of the species, and names of the kinds, as the file has them.
dpd::Fluid fluidOf(const H5mdFile& file) {
  frameCount(file);
  dpd::Fluid fluid;
  fluid.box = boxOf(file, 0);
  if (isFlat(file, fluid.box)) {
    fluid.box.dimensions = 2;
    fluid.box.boundary[2] = cells::Boundary::Periodic;
  }
  const auto fail = [&](const std::string& why) { file.fail(why); };
  const Named species = speciesOf(file, 0);
  formats::addNamed(formats::usedNames(species.names, species.of, dpd::kMaxSpecies), "particles",
                    dpd::kMaxSpecies, fluid.species, fail);
  const std::vector<std::int64_t> ids = orderOf(file, 0).ids;
  formats::addNamed(linksOf<dpd::Bond>(file, "bond", ids).first, "bonds", dpd::kMaxMoleculeKinds,
                    fluid.bondKinds, fail);
  formats::addNamed(linksOf<dpd::Angle>(file, "angle", ids).first, "angles", dpd::kMaxMoleculeKinds,
                    fluid.angleKinds, fail);
  const std::vector<double> masses = massesOf(file, 0, fluid);
  for (std::size_t k = 0; k < masses.size(); ++k) {
    if (masses[k] > 0.0) fluid.species[k].mass = masses[k];
  }
  return fluid;
}

class Reader : public formats::TrajectoryReader {
 public:
  explicit Reader(const std::string& path) : TrajectoryReader(path), file_(path) {
    file_.attempt([&] {
      frames_ = frameCount(file_);
      const dpd::Fluid fluid = fluidOf(file_);
      contents_ = contentsFor(file_, fluid, ofParticles(file_, "mass").has_value(), 0);
    });
    setMolecules(contents_.molecules);
  }

  const dpd::Fluid& fluid() const override { return contents_.fluid; }
  double share() const override {
    return static_cast<double>(read_) / static_cast<double>(frames_);
  }

 private:
  bool readNext(formats::Frame& frame) override {
    if (read_ == frames_) {
      setLeftOut(contents_.leftOut);
      return false;
    }
    file_.attempt([&] {
      if (boxOf(file_, read_).size != boxOf(file_, 0).size) {
        file_.fail(fmt::format("frame {}: the box differs from the first frame", read_ + 1));
      }
      const auto mass = ofParticles(file_, "mass");
      if (mass && mass->isOfFrames &&
          massesOf(file_, read_, contents_.fluid) != massesOf(file_, 0, contents_.fluid)) {
        file_.fail(fmt::format("frame {}: masses differ from the first frame", read_ + 1));
      }
      const std::string position = file_.particles() + "/position";
      frame.step = file_.inFrame<std::int64_t>(position + "/step", read_);
      frame.time = file_.inFrame<double>(position + "/time", read_);
      if (frame.step < 0 || !std::isfinite(frame.time)) {
        file_.fail(fmt::format("frame {}: step {} is below 0, or time {} is not finite", read_ + 1,
                               frame.step, frame.time));
      }
      frame.particles = particlesOf(file_, read_, contents_);
    });
    ++read_;
    return true;
  }

  H5mdFile file_;
  Contents contents_;
  std::int64_t frames_ = 0, read_ = 0;
};

}  // namespace

std::unique_ptr<formats::TrajectoryReader> makeReader(const std::string& path) {
  return std::make_unique<Reader>(path);
}

FileParticles readParticles(const std::string& path, const dpd::Fluid& fluid) {
  H5mdFile file(path);
  formats::FileParticles particles;
  file.attempt([&] {
    const std::int64_t last = frameCount(file) - 1;
    const cells::Box box = boxOf(file, last);
    for (int axis = 0; axis < fluid.box.dimensions; ++axis) {
      if (formats::agree(box.size[axis], fluid.box.size[axis])) continue;
      file.fail(fmt::format("the box is {} along {}, but the fluid's is {}", box.size[axis],
                            cells::kAxisNames[axis], fluid.box.size[axis]));
    }
    Contents contents = contentsFor(file, fluid, true, last);
    requireMasses(file, last, fluid);
    static_cast<dpd::Particles&>(particles) = particlesOf(file, last, contents);
    particles.molecules = std::move(contents.molecules);
    particles.leftOut = formats::joinedNotices(
        {formats::otherSidesText(path, fluid.box, formats::periodicAxes(box)), contents.leftOut});
  });
  return particles;
}

}  // namespace gpubuck::formats::h5md
