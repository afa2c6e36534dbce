#include "scenario/initial/place_molecules.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <glm/geometric.hpp>
#include <numbers>
#include <optional>

#include "base/error.h"
#include "dpd/model/fluid.h"

namespace gpubuck::scenario {

Crowd::Crowd(const cells::Box& box) : box_(box), cells_(box, 1.0), heads_(cells_.count(), 0) {}

void Crowd::add(const glm::vec3& place) {
  std::size_t& head = heads_[cells_.at(place)];
  nexts_.push_back(head);
  places_.push_back(place);
  head = places_.size();
}

void Crowd::keep(std::size_t count) {
  while (places_.size() > count) {
    heads_[cells_.at(places_.back())] = nexts_.back();
    nexts_.pop_back();
    places_.pop_back();
  }
}

double Crowd::at(const glm::vec3& place) const {
  double sum = 0.0;
  cells_.visitNear(place, [&](std::size_t cell) {
    for (std::size_t next = heads_[cell]; next > 0; next = nexts_[next - 1]) {
      const glm::dvec3 separation = glm::dvec3(place) - glm::dvec3(places_[next - 1]);
      const double r = glm::length(box_.nearestImage(separation));
      if (r < 1.0) sum += (1.0 - r) * (1.0 - r);
    }
  });
  return sum;
}

namespace {

constexpr int kTriesOfBead = 50, kTriesOfMolecule = 1000;
// A bead takes the emptiest of this number of places, since beads that begin very near to each
// other would fly apart.
constexpr int kChoices = 8;

glm::dvec3 randomDirection(int dimensions, RandomStream& random) {
  const double turn = 2.0 * std::numbers::pi * random.uniform();
  const double height = dimensions == 3 ? 2.0 * random.uniform() - 1.0 : 0.0;
  const double radius = std::sqrt(1.0 - height * height);
  return {radius * std::cos(turn), radius * std::sin(turn), height};
}

// Bonds without a length of their own begin with a length in this range, so that beads do not meet.
constexpr double kShortestBond = 0.25, kLongestBond = 1.0;

/// Returns the length at which the bonds of a new molecule begin.
double firstLength(const dpd::Fluid& fluid, const dpd::BondKind& kind) {
  if (kind.length > 0.0) return kind.length;
  const double heated =
      kind.k > 0.0 ? std::sqrt(fluid.box.dimensions * fluid.kT / kind.k) : kLongestBond;
  return std::min(std::clamp(heated, kShortestBond, kLongestBond),
                  0.5 * dpd::longestBond(kind, fluid.box));
}

class Placing {
 public:
  Placing(const Scenario& scenario, const MoleculePlan& plan, RandomStream& random, Crowd& crowd)
      : fluid_(scenario.fluid), room_(fluid_.room()), plan_(plan), random_(random), crowd_(crowd) {
    if (fluid_.bondKinds.empty()) return;
    length_ = firstLength(fluid_, fluid_.bondKinds[static_cast<std::size_t>(plan.bond)]);
  }

  /// Places all beads, and adds each to the crowd when it is placed. Returns the place of each
  /// bead, or nothing if there is no room for a bead.
  std::optional<std::vector<glm::vec3>> tryOnce() {
    const std::size_t count = plan_.beads.species.size(), others = crowd_.count();
    places_.assign(count, glm::dvec3(0.0));
    directions_.assign(count, glm::dvec3(0.0));
    goesOn_.assign(count, false);
    isPlaced_.assign(count, false);
    if (!placeAll()) {
      crowd_.keep(others);
      return {};
    }
    std::vector<glm::vec3> inside;
    for (const glm::dvec3& place : places_) inside.push_back(inBox(place));
    return inside;
  }

 private:
  bool placeAll() {
    if (!placeFirst()) return false;
    if (plan_.beads.isRing && !placeRing()) return false;
    // The first bead of a bond is always placed before its second bead.
    return std::ranges::all_of(plan_.beads.bonds, [this](const auto& bond) {
      const auto from = static_cast<std::size_t>(bond[0]), to = static_cast<std::size_t>(bond[1]);
      return isPlaced_[to] || placeBead(from, to);
    });
  }

  glm::vec3 inBox(const glm::dvec3& place) const {
    const cells::Box& box = fluid_.box;
    glm::vec3 inside(0.0F);
    for (int axis = 0; axis < box.dimensions; ++axis) {
      inside[axis] = cells::insideAsFloat(
          box.isPeriodic(axis) ? cells::wrapped(place[axis], box.size[axis]) : place[axis],
          box.size[axis]);
    }
    return inside;
  }

  bool isFree(const glm::dvec3& place) const {
    for (int axis = 0; axis < fluid_.box.dimensions; ++axis) {
      if (fluid_.box.isPeriodic(axis)) continue;
      if (place[axis] < 0.0 || place[axis] >= fluid_.box.size[axis]) return false;
    }
    return room_.contains(place);
  }

  void put(std::size_t bead, const glm::dvec3& place) {
    places_[bead] = place;
    isPlaced_[bead] = true;
    crowd_.add(inBox(place));
  }

  /// Returns the emptiest of the places that draw() makes, or an empty optional if no place is
  /// free.
  template <typename Draw>
  std::optional<glm::dvec3> emptiest(int tries, const Draw& draw) {
    std::optional<glm::dvec3> best;
    double least = 0.0;
    for (int choices = 0; tries > 0 && choices < kChoices; --tries) {
      const glm::dvec3 place = draw();
      if (!isFree(place)) continue;
      ++choices;
      const double crowd = crowd_.at(inBox(place));
      if (best && crowd >= least) continue;
      best = place;
      least = crowd;
    }
    return best;
  }

  bool placeFirst() {
    const auto place = emptiest(kChoices, [this] {
      glm::dvec3 anywhere(0.0);
      for (int axis = 0; axis < fluid_.box.dimensions; ++axis) {
        anywhere[axis] = random_.uniform() * fluid_.box.size[axis];
      }
      return anywhere;
    });
    if (place) put(0, *place);
    return place.has_value();
  }

  bool placeBead(std::size_t from, std::size_t to) {
    const bool goesStraight =
        !fluid_.angleKinds.empty() && !goesOn_[from] && directions_[from] != glm::dvec3(0.0);
    goesOn_[from] = true;
    std::optional<glm::dvec3> place;
    if (goesStraight) {
      place = places_[from] + length_ * directions_[from];
      if (!isFree(*place)) place.reset();
    }
    if (!place) {
      place = emptiest(kTriesOfBead, [&] {
        return places_[from] + length_ * randomDirection(fluid_.box.dimensions, random_);
      });
    }
    if (!place) return false;
    directions_[to] = glm::normalize(*place - places_[from]);
    put(to, *place);
    return true;
  }

  /// Places the beads of the main chain, from the first bead along the bonds to the bead that
  /// closes the ring.
  bool placeRing() {
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
      const std::size_t bead = chain[chain.size() - 1 - k];
      if (!isPlaced_[bead]) put(bead, place);
    }
    return true;
  }

  /// Returns the axis whose angle with a direction is nearest to a right angle.
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
  const dpd::Room room_;
  const MoleculePlan& plan_;
  RandomStream& random_;
  Crowd& crowd_;
  double length_ = 0.0;
  std::vector<glm::dvec3> places_;
  std::vector<glm::dvec3> directions_;  ///< for each bead, direction of the bond that leads to it
  std::vector<bool> goesOn_;            ///< for each bead, whether a bond leads on from it
  std::vector<bool> isPlaced_;
};

}  // namespace

void placeMolecule(const Scenario& scenario, const MoleculePlan& plan, const std::string& name,
                   RandomStream& random, Crowd& crowd, dpd::Particles& particles) {
  Placing placing(scenario, plan, random, crowd);
  for (int tries = 0; tries < kTriesOfMolecule; ++tries) {
    const auto places = placing.tryOnce();
    if (!places) continue;
    particles.position.insert(particles.position.end(), places->begin(), places->end());
    particles.species.insert(particles.species.end(), plan.beads.species.begin(),
                             plan.beads.species.end());
    return;
  }
  throw InputError("molecule", fmt::format("'{}' finds no room in the box after {} tries", name,
                                           kTriesOfMolecule));
}

}  // namespace gpubuck::scenario
