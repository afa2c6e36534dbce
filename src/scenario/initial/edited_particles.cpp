#include "scenario/initial/edited_particles.h"

#include <algorithm>
#include <cmath>
#include <glm/common.hpp>
#include <numeric>
#include <unordered_map>

#include "base/id.h"
#include "cells/box.h"

namespace gpubuck::scenario {
namespace {

constexpr double kLeastOfSpacing = 0.7;
// Number of random places by which the volume of a tube within the box is measured.
constexpr int kProbes = 20'000;
// Number of places that are tried for each wanted particle.
constexpr std::int64_t kTries = 40;

/// A block of the box with sides along the axes.
struct Block {
  glm::dvec3 low, high;

  double volume(int dimensions) const {
    double product = 1.0;
    for (int axis = 0; axis < dimensions; ++axis) product *= high[axis] - low[axis];
    return product;
  }
};

/// Returns a block that contains the part of the tube in the box: the block around a part of the
/// tube's axis, extended by the radius and clamped to the box. This part of the axis lies in a box
/// that is larger by the radius on each side.
Block blockAround(const dpd::Tube& tube, const cells::Box& box) {
  double from = -1e12, to = 1e12;
  const glm::dvec3 size(box.size.x, box.size.y, box.dimensions == 3 ? box.size.z : 0.0);
  for (int axis = 0; axis < 3; ++axis) {
    const double slope = tube.direction[axis];
    if (std::abs(slope) < 1e-9) continue;
    const double one = (-tube.radius - tube.origin[axis]) / slope;
    const double other = (size[axis] + tube.radius - tube.origin[axis]) / slope;
    from = std::max(from, std::min(one, other));
    to = std::min(to, std::max(one, other));
  }
  if (from > to) return {glm::dvec3(0.0), glm::dvec3(0.0)};
  const glm::dvec3 first = tube.origin + from * tube.direction;
  const glm::dvec3 last = tube.origin + to * tube.direction;
  return {glm::clamp(glm::min(first, last) - tube.radius, glm::dvec3(0.0), size),
          glm::clamp(glm::max(first, last) + tube.radius, glm::dvec3(0.0), size)};
}

/// The particles in and near a block, by cells.
class Nearby {
 public:
  Nearby(const cells::Box& box, const Block& block, double length)
      : box_(box),
        middle_(0.5 * (block.low + block.high)),
        half_(0.5 * (block.high - block.low) + length),
        length_(length),
        cells_(box, length) {}

  void add(const glm::dvec3& place) {
    const glm::dvec3 from = glm::abs(box_.nearestImage(place - middle_));
    for (int axis = 0; axis < box_.dimensions; ++axis) {
      if (from[axis] > half_[axis]) return;
    }
    places_[cells_.at(place)].push_back(place);
  }

  bool hasRoom(const glm::dvec3& place) const {
    bool hasRoom = true;
    cells_.visitNear(place, [&](std::size_t cell) {
      const auto found = places_.find(cell);
      if (!hasRoom || found == places_.end()) return;
      hasRoom = std::ranges::none_of(found->second, [&](const glm::dvec3& other) {
        return glm::length(box_.nearestImage(other - place)) < length_;
      });
    });
    return hasRoom;
  }

 private:
  cells::Box box_;
  glm::dvec3 middle_, half_;
  double length_;
  cells::BoxCells cells_;
  std::unordered_map<std::size_t, std::vector<glm::dvec3>> places_;
};

/// The particles that a tube already holds.
struct Content {
  std::int64_t count = 0;
  glm::dvec3 velocity{0.0};  ///< velocity of its centre of mass
};

Content contentOf(const dpd::Fluid& fluid, const dpd::ParticleState& state, const dpd::Tube& tube) {
  Content content;
  glm::dvec3 momentum(0.0);
  double mass = 0.0;
  for (std::size_t i = 0; i < state.count(); ++i) {
    if (!tube.contains(glm::dvec3(state.position[i]))) continue;
    const auto species = static_cast<std::size_t>(dpd::speciesOf(state.position[i]));
    ++content.count;
    momentum += fluid.species[species].mass * glm::dvec3(state.velocity[i]);
    mass += fluid.species[species].mass;
  }
  if (mass > 0.0) content.velocity = momentum / mass;
  return content;
}

}  // namespace

double filledDensity(const Scenario& scenario) {
  const double density = scenario.fluid.density;
  if (scenario.initial.kind != InitialKind::Regions) return density;
  double densest = 0.0;
  for (const Region& region : scenario.regions) {
    if (!region.bond) densest = std::max(densest, region.density.value_or(density));
  }
  return densest;
}

double leastDistance(const Scenario& scenario) {
  return kLeastOfSpacing * std::pow(filledDensity(scenario), -1.0 / scenario.fluid.box.dimensions);
}

dpd::ParticleState filledUp(const Scenario& scenario, const dpd::ParticleState& state,
                            const dpd::Tube& tube, int species, RandomStream& random) {
  const dpd::Fluid& fluid = scenario.fluid;
  const cells::Box& box = fluid.box;
  const Block block = blockAround(tube, box);
  const auto draw = [&] {
    glm::dvec3 place(0.0);
    for (int axis = 0; axis < box.dimensions; ++axis) {
      const double there =
          block.low[axis] + random.uniform() * (block.high[axis] - block.low[axis]);
      place[axis] = cells::insideAsFloat(there, box.size[axis]);
    }
    return place;
  };
  const auto isFree = [&, room = fluid.room()](const glm::dvec3& place) {
    return tube.contains(place) && room.contains(place);
  };
  int free = 0;
  for (int k = 0; k < kProbes; ++k) free += isFree(draw()) ? 1 : 0;
  const double volume = block.volume(box.dimensions) * free / kProbes;
  const Content content = contentOf(fluid, state, tube);
  const auto count = static_cast<std::int64_t>(state.count());
  const std::int64_t wanted = std::min<std::int64_t>(
      std::llround(filledDensity(scenario) * volume) - content.count, kMaxCount - count);
  dpd::ParticleState result = state;
  if (wanted <= 0 || free == 0) return result;

  Nearby nearby(box, block, leastDistance(scenario));
  for (const glm::vec4& position : state.position) nearby.add(glm::dvec3(position));
  std::vector<glm::dvec3> places;
  std::int64_t tries = wanted * kTries;
  while (std::ssize(places) < wanted && tries > 0) {
    const glm::dvec3 place = draw();
    if (!isFree(place)) continue;
    --tries;
    if (!nearby.hasRoom(place)) continue;
    nearby.add(place);
    places.push_back(place);
  }

  const double spread = std::sqrt(fluid.kT / fluid.species[static_cast<std::size_t>(species)].mass);
  std::vector<glm::dvec3> thermal(places.size(), glm::dvec3(0.0));
  glm::dvec3 sum(0.0);
  for (glm::dvec3& velocity : thermal) {
    for (int axis = 0; axis < box.dimensions; ++axis) velocity[axis] = spread * random.normal();
    sum += velocity;
  }
  for (std::size_t k = 0; k < places.size(); ++k) {
    const glm::vec3 velocity(content.velocity + thermal[k] -
                             sum / static_cast<double>(places.size()));
    result.position.emplace_back(glm::vec3(places[k]), static_cast<float>(species));
    result.velocity.emplace_back(velocity, random.uniformFloat());
    result.predicted.emplace_back(velocity, static_cast<float>(state.count() + k));
  }
  return result;
}

Emptied emptied(const dpd::ParticleState& state, const dpd::Tube& tube) {
  const std::size_t count = state.count();
  const std::vector<std::uint32_t> moleculeOf = dpd::moleculeOfEach(state.molecules, count);
  const auto moleculeAt = [&](std::size_t place) {
    return moleculeOf[dpd::idOf(state.predicted[place])];
  };
  std::vector<bool> isMoleculeTaken(count, false);
  for (std::size_t i = 0; i < count; ++i) {
    if (tube.contains(glm::dvec3(state.position[i]))) isMoleculeTaken[moleculeAt(i)] = true;
  }
  std::vector<bool> isTaken(count);
  const auto takeAll = [&] {
    for (std::size_t id = 0; id < count; ++id) isTaken[id] = isMoleculeTaken[moleculeOf[id]];
  };
  takeAll();
  if (count > 0 && std::ranges::count(isTaken, false) == 0) {
    isMoleculeTaken[moleculeAt(0)] = false;
    takeAll();
  }
  Emptied result;
  const std::vector<std::uint32_t> newIds = dpd::idsWithout(isTaken);
  for (std::size_t id = 0; id < count; ++id) {
    if (isTaken[id]) result.ids.push_back(static_cast<std::uint32_t>(id));
  }
  for (std::size_t i = 0; i < count; ++i) {
    const std::size_t id = dpd::idOf(state.predicted[i]);
    if (isTaken[id]) continue;
    result.particles.position.push_back(state.position[i]);
    result.particles.velocity.push_back(state.velocity[i]);
    result.particles.predicted.emplace_back(glm::vec3(state.predicted[i]),
                                            static_cast<float>(newIds[id]));
  }
  result.particles.molecules = dpd::without(state.molecules, isTaken);
  return result;
}

}  // namespace gpubuck::scenario
