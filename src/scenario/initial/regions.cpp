#include "scenario/initial/regions.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>

#include "base/error.h"
#include "base/id.h"
#include "scenario/initial/bodies.h"
#include "scenario/initial/initial_places.h"

namespace gpubuck::scenario {
namespace {

double densityOf(const Scenario& scenario, std::size_t region) {
  const Region& of = scenario.regions[region];
  return of.bond ? bodyDensity(scenario.fluid, of) : of.density.value_or(scenario.fluid.density);
}

std::int64_t countOf(const Scenario& scenario, std::size_t region, double volume) {
  if (scenario.regions[region].bond) return std::ssize(bodyPlaces(scenario, region));
  return std::llround(densityOf(scenario, region) * volume);
}

/// Fails unless the places of a body's particles follow from its bonds alone.
void requireLattice(const dpd::Fluid& fluid, const Region& region, const std::string& path,
                    const Fail& fail) {
  const dpd::BondKind& kind = bondsOf(fluid, region);
  if (kind.length == 0.0) {
    fail(path + "bond", fmt::format("'{}' has the length 0; its length is the distance between "
                                    "the particles of the region",
                                    kind.name));
  }
  const char* const why = "cannot be combined with bond, which places the particles on a lattice";
  if (region.density) fail(path + "density", why);
  if (region.places != Places::Random) fail(path + "places", why);
}

}  // namespace

std::vector<ShapeInBox> shapesOf(const Scenario& scenario) {
  std::vector<ShapeInBox> shapes;
  for (const Region& region : scenario.regions) {
    shapes.emplace_back(region.shape, scenario.fluid.box);
  }
  return shapes;
}

int shapeAt(const std::vector<ShapeInBox>& shapes, const glm::dvec3& place) {
  for (std::size_t i = shapes.size(); i-- > 0;) {
    if (shapes[i].contains(place)) return static_cast<int>(i);
  }
  return -1;
}

int regionAt(const Scenario& scenario, const glm::dvec3& place) {
  return shapeAt(shapesOf(scenario), place);
}

std::vector<double> regionVolumes(const Scenario& scenario) {
  // The shapes of solids come after the shapes of regions.
  const dpd::Room room = scenario.fluid.room();
  std::vector<ShapeInBox> shapes = shapesOf(scenario);
  const std::size_t regions = shapes.size();
  shapes.insert(shapes.end(), room.shapes.begin(), room.shapes.end());
  const auto ownerOf = [&](const std::vector<std::size_t>& within) {
    const auto solids = std::ranges::lower_bound(within, regions);
    if (solids == within.begin()) return -1;
    std::vector<std::size_t> ofRoom(solids, within.end());
    for (std::size_t& solid : ofRoom) solid -= regions;
    return room.contains(ofRoom) ? static_cast<int>(*(solids - 1)) : -1;
  };
  return cells::volumesOf(room.box, shapes, regions, ownerOf);
}

std::vector<std::int64_t> regionCounts(const Scenario& scenario) {
  std::vector<std::int64_t> counts;
  for (const double volume : regionVolumes(scenario)) {
    counts.push_back(countOf(scenario, counts.size(), volume));
  }
  return counts;
}

RegionFilling beginRegions(const Scenario& scenario) {
  RegionFilling filling{.counts = regionCounts(scenario)};
  for (std::size_t i = 0; i < filling.counts.size(); ++i) {
    if (scenario.regions[i].bond) filling.counts[i] = 0;
  }
  return filling;
}

void fillRegions(const Scenario& scenario, RegionFilling& filling, std::int64_t count,
                 RandomStream& random, dpd::Particles& particles) {
  const cells::Box& box = scenario.fluid.box;
  const std::vector<ShapeInBox> shapes = shapesOf(scenario);
  const dpd::Room room = scenario.fluid.room();
  std::optional<EvenPlaces> even;
  for (std::int64_t left = count; left > 0 && filling.region < shapes.size();) {
    const std::size_t i = filling.region;
    if (filling.placed == filling.counts[i]) {
      filling = {std::move(filling.counts), i + 1};
      even.reset();
      continue;
    }
    // On average, as many places must be drawn as there would be particles in the box around the
    // shape.
    const double expected = densityOf(scenario, i) * shapes[i].boundingVolume();
    if (static_cast<double>(++filling.tries) > 1e6 + 20.0 * expected) {
      throw InputError(fmt::format("region.{}", i), "too thin to be filled, or inside a solid");
    }
    if (scenario.regions[i].places == Places::Even && !even) {
      const ShapeInBox& shape = shapes[i];
      even.emplace(std::array{shape.width(0), shape.width(1), shape.width(2)}, box.dimensions,
                   expected);
    }
    glm::vec3 position(0.0F);
    for (int axis = 0; axis < box.dimensions; ++axis) {
      const double size = box.size[axis];
      const double share = even ? (*even)(filling.tries, axis) : random.uniform();
      double along = shapes[i].begin(axis) + share * shapes[i].width(axis);
      if (box.isPeriodic(axis)) along = cells::wrapped(along, size);
      position[axis] = cells::insideAsFloat(along, size);
    }
    const glm::dvec3 place(position);
    if (shapeAt(shapes, place) != static_cast<int>(i)) continue;
    if (!room.contains(place)) continue;
    particles.position.push_back(position);
    particles.species.push_back(scenario.regions[i].species);
    ++filling.placed;
    --left;
  }
}

void requireRegions(const Scenario& scenario, const Fail& fail) {
  const bool isKind = scenario.initial.kind == InitialKind::Regions;
  if (!isKind && !scenario.regions.empty()) {
    fail("initial.state", "must be \"regions\" if there is a [[region]]");
  }
  if (!isKind) return;
  if (scenario.regions.empty())
    fail("region", "missing; initial.state = \"regions\" needs a [[region]]");
  const auto most = static_cast<double>(kMaxCount);
  for (std::size_t i = 0; i < scenario.regions.size(); ++i) {
    const std::string path = fmt::format("region.{}.", i);
    const Region& region = scenario.regions[i];
    if (const auto fault = cells::faultOf(region.shape, scenario.fluid.box)) {
      fail(path + fault->key, fault->why);
    }
    if (region.bond) requireLattice(scenario.fluid, region, path, fail);
    const ShapeInBox shape(region.shape, scenario.fluid.box);
    const double whole = densityOf(scenario, i) * shape.boundingVolume();
    if (whole > most) {
      fail(path + (region.bond ? "bond" : "density"),
           fmt::format(
               "{} makes {:.0f} particles in the box around the shape; at most {} are allowed",
               densityOf(scenario, i), whole, kMaxCount));
    }
  }
  requireBodies(scenario, fail);
  const std::vector<double> volumes = regionVolumes(scenario);
  std::int64_t all = 0;
  for (std::size_t i = 0; i < volumes.size(); ++i) {
    const std::string path = fmt::format("region.{}", i);
    if (volumes[i] == 0.0) {
      fail(path, scenario.fluid.solids.empty() ? "later regions cover it"
                                               : "solids or later regions cover it");
    }
    const double density = densityOf(scenario, i);
    const std::int64_t count = countOf(scenario, i, volumes[i]);
    if (count == 0 && density > 0.0) {
      fail(path + ".density",
           fmt::format("{} in a volume of {:.4g} makes no particle", density, volumes[i]));
    }
    all += count;
  }
  if (all == 0) fail("region", "makes no particle");
  if (all > kMaxCount) {
    fail("region",
         fmt::format("{} particles in all regions; at most {} are allowed", all, kMaxCount));
  }
}

}  // namespace gpubuck::scenario
