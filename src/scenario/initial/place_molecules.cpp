#include "scenario/initial/place_molecules.h"

#include <fmt/format.h>

#include <cmath>
#include <numbers>
#include <optional>

#include "base/error.h"
#include "dpd/model/obstacle.h"

namespace gpubuck::scenario {
namespace {

constexpr double kUsualLength = 0.5;
constexpr int kTriesOfBead = 50, kTriesOfMolecule = 1000;

glm::dvec3 randomDirection(int dimensions, RandomStream& random) {
  const double turn = 2.0 * std::numbers::pi * random.uniform();
  const double height = dimensions == 3 ? 2.0 * random.uniform() - 1.0 : 0.0;
  const double radius = std::sqrt(1.0 - height * height);
  return {radius * std::cos(turn), radius * std::sin(turn), height};
}

class Placing {
 public:
  Placing(const Scenario& scenario, const MoleculePlan& plan, RandomStream& random)
      : fluid_(scenario.fluid), plan_(plan), random_(random) {
    if (fluid_.bondKinds.empty()) return;
    const dpd::BondKind& kind = fluid_.bondKinds[static_cast<std::size_t>(plan.bond)];
    const double most = 0.5 * dpd::longestBond(kind, fluid_.box);
    length_ = kind.length > 0.0 && kind.length < most ? kind.length : std::min(kUsualLength, most);
  }

  /// The places of all beads, or nothing where one finds no room.
  std::optional<std::vector<glm::dvec3>> tryOnce() {
    const std::size_t count = plan_.beads.species.size();
    places_.assign(count, glm::dvec3(0.0));
    directions_.assign(count, glm::dvec3(0.0));
    goesOn_.assign(count, false);
    std::vector<bool> isPlaced(count, false);
    for (int axis = 0; axis < fluid_.box.dimensions; ++axis) {
      places_[0][axis] = random_.uniform() * fluid_.box.size[axis];
    }
    if (!isFree(places_[0])) return {};
    isPlaced[0] = true;
    if (plan_.beads.isRing && !placeRing(isPlaced)) return {};
    // Each bond leads to its second bead from one that has been placed.
    for (const auto& [one, other] : plan_.beads.bonds) {
      const auto from = static_cast<std::size_t>(one), to = static_cast<std::size_t>(other);
      if (isPlaced[to]) continue;
      if (!placeBead(from, to)) return {};
      isPlaced[to] = true;
    }
    return places_;
  }

 private:
  bool isFree(const glm::dvec3& place) const {
    for (int axis = 0; axis < fluid_.box.dimensions; ++axis) {
      if (fluid_.box.isPeriodic(axis)) continue;
      if (place[axis] < 0.0 || place[axis] >= fluid_.box.size[axis]) return false;
    }
    return !dpd::contains(fluid_.obstacle, fluid_.box, place);
  }

  bool placeBead(std::size_t from, std::size_t to) {
    const bool goesStraight =
        !fluid_.angleKinds.empty() && !goesOn_[from] && directions_[from] != glm::dvec3(0.0);
    goesOn_[from] = true;
    for (int tries = 0; tries < kTriesOfBead; ++tries) {
      const glm::dvec3 direction = goesStraight && tries == 0
                                       ? directions_[from]
                                       : randomDirection(fluid_.box.dimensions, random_);
      const glm::dvec3 place = places_[from] + length_ * direction;
      if (!isFree(place)) continue;
      places_[to] = place;
      directions_[to] = direction;
      return true;
    }
    return false;
  }

  /// The beads of the main chain, from the first one along the bonds to the one that closes it.
  bool placeRing(std::vector<bool>& isPlaced) {
    std::vector<std::size_t> chain{static_cast<std::size_t>(plan_.beads.bonds.back()[0])};
    while (chain.back() != 0) {
      for (const auto& [one, other] : plan_.beads.bonds) {
        if (static_cast<std::size_t>(other) != chain.back() || other == 0) continue;
        chain.push_back(static_cast<std::size_t>(one));
        break;
      }
    }
    const glm::dvec3 along = randomDirection(fluid_.box.dimensions, random_);
    const glm::dvec3 across = fluid_.box.dimensions == 2
                                  ? glm::dvec3(-along.y, along.x, 0.0)
                                  : glm::normalize(glm::cross(along, leastAxis(along)));
    const double turn = 2.0 * std::numbers::pi / static_cast<double>(chain.size());
    const double radius = 0.5 * length_ / std::sin(0.5 * turn);
    for (std::size_t k = 0; k < chain.size(); ++k) {
      const double angle = turn * static_cast<double>(k);
      const glm::dvec3 place =
          places_[0] + radius * ((std::cos(angle) - 1.0) * along + std::sin(angle) * across);
      if (!isFree(place)) return false;
      places_[chain[chain.size() - 1 - k]] = place;
      isPlaced[chain[k]] = true;
    }
    return true;
  }

  /// The axis that is most across a direction.
  static glm::dvec3 leastAxis(const glm::dvec3& direction) {
    int least = 0;
    for (int axis = 1; axis < 3; ++axis) {
      if (std::abs(direction[axis]) < std::abs(direction[least])) least = axis;
    }
    glm::dvec3 result(0.0);
    result[least] = 1.0;
    return result;
  }

  const dpd::Fluid& fluid_;
  const MoleculePlan& plan_;
  RandomStream& random_;
  double length_ = 0.0;
  std::vector<glm::dvec3> places_;
  std::vector<glm::dvec3> directions_;  ///< of the bond that leads to each bead
  std::vector<bool> goesOn_;            ///< whether a bond leads on from each bead
};

}  // namespace

void placeMolecule(const Scenario& scenario, const MoleculePlan& plan, const std::string& name,
                   RandomStream& random, dpd::Particles& particles) {
  const cells::Box& box = scenario.fluid.box;
  Placing placing(scenario, plan, random);
  for (int tries = 0; tries < kTriesOfMolecule; ++tries) {
    const auto places = placing.tryOnce();
    if (!places) continue;
    for (const glm::dvec3& place : *places) {
      glm::vec3 inside(0.0F);
      for (int axis = 0; axis < box.dimensions; ++axis) {
        inside[axis] = cells::insideAsFloat(
            box.isPeriodic(axis) ? cells::wrapped(place[axis], box.size[axis]) : place[axis],
            box.size[axis]);
      }
      particles.position.push_back(inside);
    }
    particles.species.insert(particles.species.end(), plan.beads.species.begin(),
                             plan.beads.species.end());
    return;
  }
  throw InputError("molecule", fmt::format("'{}' finds no room in the box after {} tries", name,
                                           kTriesOfMolecule));
}

}  // namespace gpubuck::scenario
