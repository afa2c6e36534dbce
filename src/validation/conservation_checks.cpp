// Checks of conserved quantities: momentum over many steps, and energy without thermostat.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <glm/geometric.hpp>
#include <glm/gtc/type_ptr.hpp>
#include <span>
#include <vector>

#include "validation/check.h"
#include "validation/runs.h"

namespace gpubuck::validation {
namespace {

/// Forces of a pair are opposite to the last bit, so that momentum only wanders by the rounding of
/// velocities: 0.3 u |v| per step and particle, u = 2^-23, which after 10,000 steps of N particles
/// is 4e-8 * 100 * sqrt(N) in the sum, 4e-7 per particle for N = 192.
void checkMomentum(const Setup& setup, const Report& report) {
  FluidRun run(setup, water(setup, glm::dvec3(4.0)));
  double worst = 0.0;
  run.sample(100.0, 5.0, [&] {  // steps of 0.01
    const dpd::Observables now = run.simulation.measure();
    worst = largest(worst, glm::length(glm::make_vec3(now.momentum.data())));
  });
  report({"total momentum / N, largest in 10,000 steps",
          worst / static_cast<double>(run.simulation.count()), 0.0, 1e-5});
}

constexpr double kEnergyTime = 30.0;
constexpr double kBetweenEnergies = 0.04;
/// The energy of a fluid without friction and noise, every 0.04 time units.
std::vector<double> energies(const Setup& setup, double dt) {
  FluidRun run(setup, water(setup, glm::dvec3(5.0)));
  run.advance(2.0);
  dpd::Fluid fluid = run.simulation.fluid();
  fluid.pairs = {{fluid.pairs.front().a, 0.0}};
  fluid.dt = dt;
  run.simulation.setFluid(fluid);
  run.advance(0.5);
  std::vector<double> result;
  const auto samples = std::lround(kEnergyTime * setup.length / kBetweenEnergies);
  for (long sample = 0; sample < samples; ++sample) {
    const dpd::Observables now = run.simulation.measure();
    result.push_back(now.kineticEnergy + now.potentialEnergy);
    run.advance(kBetweenEnergies);
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
  const auto samples = static_cast<std::size_t>(std::lround(kEnergyTime / kBetweenEnergies));
  const std::span<const double> first(energy.data(), std::min(samples, energy.size()));
  const double mean = average(first).mean;
  double worst = 0.0;
  for (const double one : first) worst = largest(worst, std::abs(one / mean - 1.0));
  return {fmt::format("energy without thermostat, dt = {}, largest relative change in t = {}", dt,
                      kEnergyTime),
          worst, 0.0, 5.0 * dt * dt};
}

/// The ratio is 4 if errors are of order dt^2, 2 for dt and 8 for dt^3.
void checkEnergy(const Setup& setup, const Report& report) {
  const std::vector<double> coarse = energies(setup, 0.01), fine = energies(setup, 0.005);
  report(energyRow(coarse, 0.01));
  report(energyRow(fine, 0.005));
  const Estimate of = fluctuation(coarse), by = fluctuation(fine);
  const double ratio = std::sqrt(of.mean / by.mean);
  // A root has half of the relative error of its square.
  const double error = 0.5 * ratio * std::hypot(of.error / of.mean, by.error / by.mean);
  report({"energy without thermostat, fluctuation at dt = 0.01 / at 0.005", Estimate(ratio, error),
          4.0, 1.2});
}

}  // namespace

void checkConservation(const Setup& setup, const Report& report) {
  checkMomentum(setup, report);
  checkEnergy(setup, report);
}

}  // namespace gpubuck::validation
