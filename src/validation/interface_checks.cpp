#include "validation/interface_checks.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <complex>
#include <cstdint>
#include <functional>
#include <glm/geometric.hpp>
#include <numbers>
#include <numeric>

#include "base/error.h"
#include "cells/box.h"
#include "scenario/initial/initial_state.h"
#include "validation/runs.h"

namespace gpubuck::validation {
namespace {

glm::dvec3 place(const dpd::ParticleState& state, std::size_t i) {
  return glm::dvec3(glm::vec3(state.position[i]));
}

/// Lists the particles by cells.
class NeighboursByCell {
 public:
  NeighboursByCell(const cells::Box& box, const dpd::ParticleState& state)
      : box_(box), state_(state), cells_(box, 1.0), members_(cells_.count()) {
    for (std::size_t i = 0; i < state.count(); ++i) {
      members_[cells_.at(place(state, i))].push_back(i);
    }
  }

  /// Calls take(j, r) for each other particle j whose distance r from particle i is below 1.
  void visit(std::size_t i, const std::function<void(std::size_t, double)>& take) const {
    const glm::dvec3 position = place(state_, i);
    cells_.visitNear(position, [&](std::size_t cell) {
      for (const std::size_t j : members_[cell]) {
        const glm::dvec3 separation = box_.nearestImage(position - place(state_, j));
        const double squared = glm::dot(separation, separation);
        if (j != i && squared < 1.0) take(j, std::sqrt(squared));
      }
    });
  }

 private:
  const cells::Box& box_;
  const dpd::ParticleState& state_;
  cells::BoxCells cells_;
  std::vector<std::vector<std::size_t>> members_;
};

/// Returns the density around each particle, or zeros for a law without density.
std::vector<double> densitiesOf(const dpd::Fluid& fluid, const dpd::ParticleState& state,
                                const NeighboursByCell& neighbours) {
  std::vector<double> densities(state.count(), 0.0);
  if (!lawOf(fluid).needsDensity()) return densities;
  const dpd::ManyBody& manyBody = fluid.manyBody;
  const double most = manyBody.densityAtContact(3);
  for (std::size_t i = 0; i < state.count(); ++i) {
    neighbours.visit(i, [&](std::size_t, double r) {
      const double x = r / manyBody.densityRadius;
      if (x >= 1.0) return;
      densities[i] += most * (manyBody.kernel == dpd::DensityKernel::Lucy
                                  ? (1.0 + 3.0 * x) * std::pow(1.0 - x, 3.0)
                                  : (1.0 - x) * (1.0 - x));
    });
  }
  return densities;
}

/// Sums over a region of the box.
struct Region {
  double volume = 0.0;
  double pressure = 0.0;  ///< times volume
  double order = 0.0;     ///< particles of the first species minus particles of the second

  void add(double share, int species) {
    pressure += share;
    order += species == 0 ? 1.0 : -1.0;
  }
};

}  // namespace

double ballVolume(double radius) { return 4.0 / 3.0 * std::numbers::pi * std::pow(radius, 3.0); }

glm::dvec3 middleOf(const dpd::ParticleState& state, const glm::dvec3& size) {
  glm::dvec3 middle(0.0);
  for (int axis = 0; axis < 3; ++axis) {
    std::complex<double> sum = 0.0;
    for (std::size_t i = 0; i < state.count(); ++i) {
      const double turn = 2.0 * std::numbers::pi / size[axis];
      if (dpd::speciesOf(state.position[i]) != 0) continue;
      sum += std::polar(1.0, turn * place(state, i)[axis]);
    }
    middle[axis] = std::arg(sum) * size[axis] / (2.0 * std::numbers::pi);
  }
  return middle;
}

std::vector<double> pressureShares(const dpd::Fluid& fluid, const dpd::ParticleState& state) {
  const NeighboursByCell neighbours(fluid.box, state);
  const std::vector<double> densities = densitiesOf(fluid, state, neighbours);
  const double b = lawOf(fluid).needsDensity() ? fluid.manyBody.b : 0.0;
  const double radius = fluid.manyBody.densityRadius;
  std::vector<double> shares;
  for (std::size_t i = 0; i < state.count(); ++i) {
    const int species = dpd::speciesOf(state.position[i]);
    const glm::dvec3 velocity(glm::vec3(state.velocity[i]));
    double share =
        fluid.species[static_cast<std::size_t>(species)].mass * glm::dot(velocity, velocity) / 3.0;
    neighbours.visit(i, [&](std::size_t j, double r) {
      const double a = fluid.pair(species, dpd::speciesOf(state.position[j])).a;
      const double crowded = b * (densities[i] + densities[j]) * std::max(1.0 - r / radius, 0.0);
      share += (a * (1.0 - r) + crowded) * r / 6.0;
    });
    shares.push_back(share);
  }
  return shares;
}

Estimate laplaceTension(const Setup& setup, const scenario::Scenario& scenario,
                        const dpd::ParticleState& start, const Drop& drop) {
  const cells::Box& box = scenario.fluid.box;
  const double nearRadius = drop.radius - drop.margin, farRadius = drop.radius + drop.margin;
  if (2.0 * farRadius > std::min({box.size.x, box.size.y, box.size.z})) {
    throw InputError(
        "drop",
        fmt::format("a radius of {} with a margin of {} does not fit into a box of {} x {} x {}",
                    drop.radius, drop.margin, box.size.x, box.size.y, box.size.z));
  }
  FluidRun run(setup, scenario, start);
  run.advance(drop.warmUp);
  const double volume = box.volume();
  std::vector<double> excess;
  double orderInside = 0.0, orderOutside = 0.0, orderOfAll = 0.0;
  run.sample(drop.time * setup.length, drop.interval, [&] {
    const dpd::ParticleState state = run.simulation.downloadState();
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
  });
  const double ball = (orderOfAll - orderOutside * volume) / (orderInside - orderOutside);
  const double radius = std::cbrt(ball / ballVolume(1.0));
  const Estimate difference = blockAverage(excess);
  return {0.5 * radius * difference.mean, 0.5 * radius * difference.error};
}

namespace {

// The fit has constants of two and three digits and is steep near chi = 2.36. The results of long
// runs are above the fit, by 9 % at a_AB = 40 and by 4 % at a_AB = 60. The tolerances allow for
// this and for three standard errors.
constexpr double kPublishedTolerance = 0.15;
// Tolerance of the drop's tension, which is compared with the tension of the flat interface: three
// standard errors at Setup::length = 1.
constexpr double kLaplaceTolerance = 0.1;

/// An interface between random particles reaches its profile in less than this time.
constexpr double kInterfaceWarmUp = 20.0;
constexpr double kTensionInterval = 0.2;

/// Returns the initial state of a drop: the particles nearest to the middle are of the first
/// species.
dpd::ParticleState dropState(scenario::Scenario& scenario, double radius) {
  const glm::dvec3& size = scenario.fluid.box.size;
  const double share = ballVolume(radius) / scenario.fluid.box.volume();
  scenario.fluid.species[0].fraction = share;
  scenario.fluid.species[1].fraction = 1.0 - share;
  dpd::ParticleState state = makeInitialState(scenario);
  std::vector<std::size_t> order(state.count());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::vector<double> distance;
  for (const glm::vec4& position : state.position) {
    distance.push_back(glm::distance(glm::dvec3(glm::vec3(position)), 0.5 * size));
  }
  std::ranges::sort(order, {}, [&](std::size_t i) { return distance[i]; });
  const auto inside = static_cast<std::size_t>(scenario::speciesCounts(scenario).front());
  for (std::size_t k = 0; k < order.size(); ++k) {
    dpd::setSpecies(state.position[order[k]], k < inside ? 0 : 1);
  }
  return state;
}

}  // namespace

double publishedTension(double unlike) {
  const double chi = 0.286 * (unlike - 25.0);
  return 0.75 * 3.0 * std::pow(chi, 0.26) * std::pow(1.0 - 2.36 / chi, 1.5);
}

Estimate flatTension(const Setup& setup, const scenario::Scenario& scenario, double time) {
  FluidRun run(setup, scenario);
  run.advance(kInterfaceWarmUp);
  std::vector<double> tension;
  run.sample(time * setup.length, kTensionInterval, [&] {
    const auto [xx, yy, zz] = run.simulation.measure().pressureTensor;
    const double difference = zz - 0.5 * (xx + yy);
    tension.push_back(0.5 * scenario.fluid.box.size.z * difference);
  });
  return blockAverage(tension);
}

Estimate dropTension(const Setup& setup, const scenario::Scenario& given, const Drop& drop) {
  scenario::Scenario scenario = given;
  const dpd::ParticleState start = dropState(scenario, drop.radius);
  return laplaceTension(setup, scenario, start, drop);
}

// Statistical errors at Setup::length = 1. Flat interface: a sample of P_nn - P_tt scatters by
// about 4 / sqrt(V), and samples 0.2 time units apart are nearly independent. Thus the mean of 200
// samples in 16 x 16 x 12, times L / 2 = 6, has an error of 0.035. Drop: the difference of
// pressures, 0.8, had an error of 0.011 after 960 time units. After 160 time units its error is
// 0.027, which is 3.4 % of the tension.
void checkInterface(const Setup& setup, const Report& report) {
  Estimate flat;
  for (const double unlike : {40.0, 60.0}) {
    flat = flatTension(setup, twoFluids(setup, {16.0, 16.0, 12.0}, unlike), 40.0);
    const double published = publishedTension(unlike);
    report({fmt::format("interface tension, flat, a_AB = {}, published", unlike), flat, published,
            kPublishedTolerance * published});
  }
  const Estimate drop = dropTension(setup, twoFluids(setup, {20.0, 20.0, 20.0}, 60.0));
  report({"interface tension, Laplace of a drop, a_AB = 60, flat",
          Estimate(drop.mean, std::hypot(drop.error, flat.error)), flat.mean,
          kLaplaceTolerance * flat.mean});
}

}  // namespace gpubuck::validation
