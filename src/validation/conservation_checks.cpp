// What the engine conserves: momentum over many steps, and energy without thermostat.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <glm/geometric.hpp>
#include <iterator>
#include <numeric>
#include <vector>

#include "scenario/initial_state.h"
#include "validation/check.h"
#include "validation/fluids.h"
#include "validation/statistics.h"

namespace gpubuck::validation {
namespace {

constexpr int kMomentumSteps = 10'000;

/// Forces of a pair are opposite to the last bit, so that momentum only wanders by the rounding of
/// velocities: 0.3 u |v| per step and particle, u = 2^-23, which after 10,000 steps of N particles
/// is 4e-8 * 100 * sqrt(N) in the sum, 4e-7 per particle for N = 192.
void checkMomentum(const Setup& setup, const Report& report) {
  const scenario::Scenario scenario = water(setup, glm::dvec3(4.0));
  const std::int64_t particles = scenario::particleCount(scenario.fluid);
  const texel::Device device(setup.deviceFor(particles));
  dpd::Simulation simulation = simulate(device, scenario);
  double worst = 0.0;
  for (int step = 1; step <= kMomentumSteps; ++step) {
    simulation.step();
    if (step % 500 != 0) continue;
    const double momentum = glm::length(simulation.measure().momentum);
    if (!(momentum <= worst)) worst = momentum;
  }
  simulation.checkFailure();
  report({.check = "total momentum / N, largest in 10,000 steps",
          .value = worst / static_cast<double>(particles),
          .expected = 0.0,
          .tolerance = 1e-5});
}

constexpr double kEnergyTime = 30.0;
constexpr double kBetweenEnergies = 0.04;
/// The energy of a fluid without friction and noise, every 0.04 time units.
std::vector<double> energies(const Setup& setup, double dt) {
  const scenario::Scenario scenario = water(setup, glm::dvec3(5.0));
  const texel::Device device(setup.deviceFor(scenario::particleCount(scenario.fluid)));
  dpd::Simulation simulation = simulate(device, scenario);
  advance(simulation, 2.0);
  dpd::Fluid fluid = scenario.fluid;
  fluid.pairs = {{fluid.pairs.front().a, 0.0}};
  fluid.dt = dt;
  simulation.setFluid(fluid);
  advance(simulation, 0.5);
  std::vector<double> result;
  const auto samples = std::lround(kEnergyTime * setup.length / kBetweenEnergies);
  for (long sample = 0; sample < samples; ++sample) {
    const dpd::Observables now = simulation.measure();
    result.push_back(now.kineticEnergy + now.potentialEnergy);
    advance(simulation, kBetweenEnergies);
  }
  return result;
}

/// Mean square of the changes from sample to sample, which are nearly independent of each other.
Estimate fluctuation(const std::vector<double>& energy) {
  std::vector<double> squares;
  for (std::size_t k = 1; k < energy.size(); ++k) {
    const double change = energy[k] - energy[k - 1];
    squares.push_back(change * change);
  }
  return blockAverage(squares);
}

/// A leap-frog does not conserve the energy but a quantity that differs from it by dt^2 times a
/// function of the state. At dt = 0.01 that difference fluctuates by 0.4 dt^2 of the energy, root
/// mean square, and the largest of 750 samples is 1.3 dt^2; the kink of the force at the cut-off
/// adds as much again. The tolerance is twice the sum.
Row energyRow(const std::vector<double>& energy, double dt) {
  const auto samples = std::lround(kEnergyTime / kBetweenEnergies);
  const auto end = energy.begin() + std::min<std::ptrdiff_t>(samples, std::ssize(energy));
  const double mean = std::accumulate(energy.begin(), end, 0.0) /
                      static_cast<double>(std::distance(energy.begin(), end));
  double worst = 0.0;
  for (auto one = energy.begin(); one != end; ++one) {
    const double change = std::abs(*one / mean - 1.0);
    if (!(change <= worst)) worst = change;
  }
  return {
      .check = fmt::format("energy without thermostat, dt = {}, largest relative change in t = {}",
                           dt, kEnergyTime),
      .value = worst,
      .expected = 0.0,
      .tolerance = 5.0 * dt * dt};
}

/// The ratio is 4 if errors are of order dt^2, 2 for dt and 8 for dt^3.
void checkEnergy(const Setup& setup, const Report& report) {
  const std::vector<double> coarse = energies(setup, 0.01), fine = energies(setup, 0.005);
  report(energyRow(coarse, 0.01));
  report(energyRow(fine, 0.005));
  const Estimate of = fluctuation(coarse), by = fluctuation(fine);
  const double ratio = std::sqrt(of.mean / by.mean);
  // Half of the relative error of a square is that of its root.
  const double error = 0.5 * ratio * std::hypot(of.error / of.mean, by.error / by.mean);
  report({.check = "energy without thermostat, fluctuation at dt = 0.01 / at 0.005",
          .value = ratio,
          .error = error,
          .expected = 4.0,
          .tolerance = 1.2});
}

}  // namespace

void checkConservation(const Setup& setup, const Report& report) {
  checkMomentum(setup, report);
  checkEnergy(setup, report);
}

}  // namespace gpubuck::validation
