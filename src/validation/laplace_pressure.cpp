#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <complex>
#include <glm/common.hpp>
#include <glm/geometric.hpp>
#include <numbers>
#include <numeric>

#include "base/error.h"
#include "scenario/initial_state.h"
#include "validation/fluids.h"
#include "validation/two_fluids.h"

namespace gpubuck::validation {
namespace {

constexpr double kDropWarmUp = 20.0;
constexpr double kDropInterval = 0.8;

glm::dvec3 place(const dpd::ParticleState& state, std::size_t i) {
  return glm::dvec3(glm::vec3(state.position[i]));
}

/// Particles by cell; cells have an edge of 1 or more.
class Cells {
 public:
  Cells(const dpd::ParticleState& state, const glm::dvec3& size)
      : size_(size), cells_(glm::ivec3(size)) {
    members_.resize(static_cast<std::size_t>(cells_.x) * static_cast<std::size_t>(cells_.y) *
                    static_cast<std::size_t>(cells_.z));
    for (std::size_t i = 0; i < state.count(); ++i) {
      members_[indexOf(cellAt(place(state, i)))].push_back(i);
    }
  }

  glm::ivec3 cellAt(const glm::dvec3& position) const {
    return glm::min(glm::ivec3(position / size_ * glm::dvec3(cells_)), cells_ - 1);
  }

  /// Particles of a cell, which may lie one cell outside the box.
  const std::vector<std::size_t>& members(const glm::ivec3& cell) const {
    return members_[indexOf((cell + cells_) % cells_)];
  }

 private:
  std::size_t indexOf(const glm::ivec3& cell) const {
    const glm::i64vec3 wide(cell), cells(cells_);
    return static_cast<std::size_t>((wide.z * cells.y + wide.y) * cells.x + wide.x);
  }

  glm::dvec3 size_;
  glm::ivec3 cells_;
  std::vector<std::vector<std::size_t>> members_;
};

/// The middle of the first species: where the longest wave through it has its crest, axis by axis.
glm::dvec3 middleOf(const dpd::ParticleState& state, const glm::dvec3& size) {
  glm::dvec3 middle(0.0);
  for (int axis = 0; axis < 3; ++axis) {
    std::complex<double> sum = 0.0;
    for (std::size_t i = 0; i < state.count(); ++i) {
      const double turn = 2.0 * std::numbers::pi / size[axis];
      if (dpd::speciesOf(state.position[i]) == 0)
        sum += std::polar(1.0, turn * place(state, i)[axis]);
    }
    middle[axis] = std::arg(sum) * size[axis] / (2.0 * std::numbers::pi);
  }
  return middle;
}

double ballVolume(double radius) { return 4.0 / 3.0 * std::numbers::pi * std::pow(radius, 3.0); }

/// Sums over a region of the box.
struct Region {
  double volume = 0.0;
  double pressure = 0.0;  ///< times volume
  double order = 0.0;     ///< particles of the first species minus those of the second

  void add(double share, int species) {
    pressure += share;
    order += species == 0 ? 1.0 : -1.0;
  }
};

/// The initial state of a drop: the particles nearest to the middle are of the first species.
dpd::ParticleState dropState(scenario::Scenario& scenario, double radius) {
  const glm::dvec3& size = scenario.fluid.box.size;
  const double share = ballVolume(radius) / scenario.fluid.box.volume();
  scenario.fluid.species[0].fraction = share;
  scenario.fluid.species[1].fraction = 1.0 - share;
  dpd::ParticleState state = makeInitialState(scenario);
  std::vector<std::size_t> order(state.count());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::vector<double> distance;
  for (const std::size_t i : order) distance.push_back(glm::distance(place(state, i), 0.5 * size));
  std::sort(order.begin(), order.end(),
            [&](std::size_t i, std::size_t j) { return distance[i] < distance[j]; });
  const auto inside = static_cast<std::size_t>(scenario::speciesCounts(scenario.fluid).front());
  for (std::size_t k = 0; k < order.size(); ++k) {
    dpd::setSpecies(state.position[order[k]], k < inside ? 0 : 1);
  }
  return state;
}

}  // namespace

std::vector<double> pressureShares(const dpd::Fluid& fluid, const dpd::ParticleState& state) {
  const Cells cells(state, fluid.box.size);
  std::vector<double> shares;
  for (std::size_t i = 0; i < state.count(); ++i) {
    const int species = dpd::speciesOf(state.position[i]);
    const glm::dvec3 position = place(state, i), velocity(glm::vec3(state.velocity[i]));
    double share =
        fluid.species[static_cast<std::size_t>(species)].mass * glm::dot(velocity, velocity) / 3.0;
    const glm::ivec3 cell = cells.cellAt(position);
    for (int neighbour = 0; neighbour < 27; ++neighbour) {
      const glm::ivec3 step(neighbour % 3 - 1, neighbour / 3 % 3 - 1, neighbour / 9 - 1);
      for (const std::size_t j : cells.members(cell + step)) {
        const glm::dvec3 separation = fluid.box.nearestImage(position - place(state, j));
        const double squared = glm::dot(separation, separation);
        if (j == i || squared >= 1.0) continue;
        const double r = std::sqrt(squared);
        share += fluid.pair(species, dpd::speciesOf(state.position[j])).a * (1.0 - r) * r / 6.0;
      }
    }
    shares.push_back(share);
  }
  return shares;
}

LaplacePressure dropPressure(const Setup& setup, const scenario::Scenario& given,
                             const Drop& drop) {
  scenario::Scenario scenario = given;
  const search::Box& box = scenario.fluid.box;
  const double nearRadius = drop.radius - drop.margin, farRadius = drop.radius + drop.margin;
  if (2.0 * farRadius > std::min({box.size.x, box.size.y, box.size.z})) {
    throw InputError("drop",
                     fmt::format("a radius of {} with a margin of {} in a box of {} x {} x {}",
                                 drop.radius, drop.margin, box.size.x, box.size.y, box.size.z));
  }
  const dpd::ParticleState start = dropState(scenario, drop.radius);
  const texel::Device device(setup.deviceFor(scenario::particleCount(scenario.fluid)));
  dpd::Simulation simulation = simulate(device, scenario, start);
  advance(simulation, kDropWarmUp);

  const int samples = static_cast<int>(std::ceil(drop.time * setup.length / kDropInterval));
  const double volume = box.volume();
  std::vector<double> excess;
  double orderInside = 0.0, orderOutside = 0.0, orderOfAll = 0.0;
  for (int sample = 0; sample < samples; ++sample) {
    advance(simulation, kDropInterval);
    const dpd::ParticleState state = simulation.downloadState();
    const std::vector<double> shares = pressureShares(scenario.fluid, state);
    const glm::dvec3 middle = middleOf(state, box.size);
    Region inside{.volume = ballVolume(nearRadius)};
    Region outside{.volume = volume - ballVolume(farRadius)};
    for (std::size_t i = 0; i < state.count(); ++i) {
      const double distance = glm::length(box.nearestImage(place(state, i) - middle));
      if (distance < nearRadius) inside.add(shares[i], dpd::speciesOf(state.position[i]));
      if (distance > farRadius) outside.add(shares[i], dpd::speciesOf(state.position[i]));
      orderOfAll += dpd::speciesOf(state.position[i]) == 0 ? 1.0 : -1.0;
    }
    excess.push_back(inside.pressure / inside.volume - outside.pressure / outside.volume);
    orderInside += inside.order / inside.volume;
    orderOutside += outside.order / outside.volume;
  }
  const double ball = (orderOfAll - orderOutside * volume) / (orderInside - orderOutside);
  return {blockAverage(excess), std::cbrt(ball / ballVolume(1.0))};
}

}  // namespace gpubuck::validation
