// Checks of the fluid in equilibrium: Groot and Warren's water (1997, J. Chem. Phys. 107, 4423) and
// the same liquid at another temperature and another density.
// Conserved quantities: momentum over many steps, and energy without thermostat.
#include "validation/equilibrium_checks.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <glm/geometric.hpp>
#include <glm/gtc/type_ptr.hpp>
#include <numbers>
#include <span>
#include <vector>

#include "validation/check.h"
#include "validation/runs.h"

namespace gpubuck::validation {
namespace {

/// From seed to seed, averages over these boxes and times scatter by 0.0018 (temperature), 0.007
/// (pressure at a = 25), 0.013 and 0.025 (the other pressures). These errors are at most a quarter
/// of the tolerances, from which the known biases are subtracted first.
constexpr double kEquilibriumSide = 8.0;
constexpr double kEquilibriumTime = 120.0;
constexpr double kPressureSide = 6.0;
constexpr double kPressureTime = 20.0;
constexpr double kExponentTime = 60.0;
/// Random positions have density waves. The longest waves decay last, at a rate of about 0.55 (2 pi
/// / side)^2, which is 0.3 in the larger box.
constexpr double kWarmUp = 10.0;
constexpr double kBetweenSamples = 0.1;
/// Distances are sampled at every second sample, 0.2 time units apart.
constexpr std::size_t kEveryDistribution = 2;
/// Velocities are sampled 2 time units apart. The velocity of a particle is correlated with itself
/// over D / kT = 0.3 time units.
constexpr std::size_t kEveryVelocity = 20;
constexpr std::size_t kVelocityParts = 5;
/// g is compared where it is at least kSmallG, which is from r = 0.45 on. At smaller r there are
/// too few pairs.
constexpr double kSmallG = 0.5;

struct Thermodynamics {
  std::vector<double> temperature, pressure;
};

/// Measures for `time` after warming up, and calls `also` with the number of every sample.
Thermodynamics measureFor(
    FluidRun& run, double time, const std::function<void(std::size_t)>& also = [](std::size_t) {}) {
  run.advance(kWarmUp);
  Thermodynamics result;
  run.sample(time, kBetweenSamples, [&] {
    const dpd::Observables now = run.simulation.measure();
    also(result.pressure.size());
    result.temperature.push_back(now.temperature);
    result.pressure.push_back(now.pressure);
  });
  return result;
}

Row distributionRow(const std::array<std::vector<double>, kDistributionBins>& samples) {
  Estimate worst;
  Series measured{"gpubuck"}, reference{"double precision"};
  for (std::size_t bin = 0; bin < samples.size(); ++bin) {
    const Estimate here = blockAverage(samples[bin]);
    const double expected = kWaterDistribution[bin];
    measured.add(distanceOfBin(bin), here);
    reference.add(distanceOfBin(bin), expected);
    if (expected < kSmallG) continue;
    const double deviation = here.mean / expected - 1.0;
    if (!(std::abs(deviation) <= std::abs(worst.mean))) worst.mean = deviation;
    worst.error = std::max(worst.error, here.error / expected);
  }
  return {fmt::format("radial distribution, largest deviation where g > {}", kSmallG),
          worst,
          0.0,
          0.02,
          {"radial distribution, a = 25, rho = 3", "r", "g", {measured, reference}}};
}

/// Tests the velocities of all particles at several times. A single test fails by chance once in
/// 100 times, but the median over five parts of the run fails once in 100,000 times. The
/// temperature at half steps is lower by 0.1 %, which moves the distribution by 0.242 * 0.0005 =
/// 0.0001. Each part has 55,000 components of velocities, for which the limit 1.63 of the statistic
/// is a distance of 1.63 / sqrt(55,000) = 0.007. The shift is 0.02 of this distance.
Row velocityRow(const std::vector<std::vector<glm::vec4>>& samples, double kT) {
  // Velocities are in units of the width of Maxwell's distribution. The total momentum is zero,
  // which reduces the variance by one part in N.
  const double width = std::sqrt(kT * (1.0 - 1.0 / static_cast<double>(samples.front().size())));
  std::array<std::vector<double>, kVelocityParts> parts;
  for (std::size_t k = 0; k < samples.size(); ++k) {
    for (const glm::vec4& v : samples[k]) {
      for (int axis = 0; axis < 3; ++axis) {
        parts[k * kVelocityParts / samples.size()].push_back(v[axis] / width);
      }
    }
  }
  std::array<double, kVelocityParts> statistics{};
  std::transform(parts.begin(), parts.end(), statistics.begin(), kolmogorovSmirnov);
  std::sort(statistics.begin(), statistics.end());
  return {"velocities, Kolmogorov-Smirnov statistic, median of 5", statistics[kVelocityParts / 2],
          0.0, 1.63};
}

void checkWater(const Setup& setup, const Report& report) {
  const scenario::Scenario scenario = water(setup, glm::dvec3(kEquilibriumSide));
  FluidRun run(setup, scenario);
  std::array<std::vector<double>, kDistributionBins> distributions;
  std::vector<std::vector<glm::vec4>> velocities;
  const Thermodynamics series =
      measureFor(run, kEquilibriumTime * setup.length, [&](std::size_t sample) {
        if (sample % kEveryDistribution == 0) {
          const Distribution g =
              radialDistribution(scenario.fluid.box, run.simulation.position().download());
          for (std::size_t bin = 0; bin < g.size(); ++bin) distributions[bin].push_back(g[bin]);
        }
        if (sample % kEveryVelocity == 0) {
          velocities.push_back(run.simulation.velocity().download());
        }
      });
  report({"temperature, a = 25, rho = 3", blockAverage(series.temperature), 1.0, 0.01});
  report({"pressure, a = 25, rho = 3", blockAverage(series.pressure), 23.65, 0.1});
  report(distributionRow(distributions));
  report(velocityRow(velocities, scenario.fluid.kT));
}

/// Checks the pressure with a = 75 kT / rho, which gives the liquid the compressibility of water.
void checkPressure(const Setup& setup, const Report& report, double kT, double density,
                   double expected) {
  scenario::Scenario scenario = water(setup, glm::dvec3(kPressureSide));
  scenario.fluid.kT = kT;
  scenario.fluid.density = density;
  dpd::PairCoefficients& pair = scenario.fluid.pairs.front();
  pair.a = 75.0 * kT / density;
  FluidRun run(setup, scenario);
  const Thermodynamics series = measureFor(run, kPressureTime * setup.length);
  report({fmt::format("pressure, kT = {}, rho = {}, a = {}", kT, density, pair.a),
          blockAverage(series.pressure), expected, 0.005 * expected});
}

/// Repeats the check of the temperature with the weight w^s of the noise, which changes the
/// diffusion of particles but not their equilibrium.
void checkExponent(const Setup& setup, const Report& report, double exponent) {
  scenario::Scenario scenario = water(setup, glm::dvec3(kPressureSide));
  scenario.fluid.pairs.front().weightExponent = exponent;
  FluidRun run(setup, scenario);
  const Thermodynamics series = measureFor(run, kExponentTime * setup.length);
  report({fmt::format("temperature, a = 25, rho = 3, s = {}", exponent),
          blockAverage(series.temperature), 1.0, 0.01});
}

}  // namespace

Distribution radialDistribution(const cells::Box& box, std::span<const glm::vec4> positions) {
  constexpr double kBinsPerLength = kDistributionBins / kDistributionRange;
  std::array<std::int64_t, kDistributionBins> pairs{};
  for (std::size_t i = 0; i < positions.size(); ++i) {
    const glm::dvec3 own(positions[i]);
    for (std::size_t j = i + 1; j < positions.size(); ++j) {
      const glm::dvec3 separation = box.nearestImage(own - glm::dvec3(positions[j]));
      const double squared = glm::dot(separation, separation);
      if (squared >= kDistributionRange * kDistributionRange) continue;
      ++pairs[static_cast<std::size_t>(std::sqrt(squared) * kBinsPerLength)];
    }
  }
  const auto count = static_cast<double>(positions.size());
  const double pairDensity = 0.5 * count * (count - 1.0) / box.volume();
  Distribution g{};
  for (std::size_t bin = 0; bin < g.size(); ++bin) {
    const double inner = static_cast<double>(bin) / kBinsPerLength;
    const double outer = static_cast<double>(bin + 1) / kBinsPerLength;
    const double shell =
        4.0 / 3.0 * std::numbers::pi * (outer * outer * outer - inner * inner * inner);
    g[bin] = static_cast<double>(pairs[bin]) / (pairDensity * shell);
  }
  return g;
}

void checkEquilibrium(const Setup& setup, const Report& report) {
  checkWater(setup, report);
  checkPressure(setup, report, 0.5, 3.0, 11.814);
  checkPressure(setup, report, 1.0, 4.0, 32.622);
  // With larger exponents, the coupling to the heat bath is so weak that a run with the same error
  // would take six times as long.
  checkExponent(setup, report, 0.5);
}

namespace {

/// Checks the drift of the momentum. The two forces of a pair are opposite to the last bit, so that
/// only the rounding of velocities makes the momentum drift, by 0.3 u |v| per step and particle,
/// where u = 2^-23. After 10,000 steps of N particles the drift of the total momentum is 4e-8 * 100
/// * sqrt(N), or 4e-7 per particle for N = 192.
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
/// Returns the energy of a fluid without friction and noise, every 0.04 time units.
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

/// Returns the mean square of the changes of the energy from sample to sample. These changes are
/// nearly independent of each other.
Estimate fluctuation(const std::vector<double>& energy) {
  std::vector<double> squares;
  for (std::size_t k = 1; k < energy.size(); ++k) {
    const double change = energy[k] - energy[k - 1];
    squares.push_back(change * change);
  }
  return blockAverage(squares);
}

/// Returns the check of the energy. A leap-frog does not conserve the energy itself. It conserves a
/// quantity that differs from the energy by dt^2 times a function of the state. At dt = 0.01 the
/// root mean square of this difference is 0.4 dt^2 times the energy, and the largest of 750 samples
/// is 1.3 dt^2 times the energy. The kink of the force at the cut-off adds the same amount again.
/// The tolerance is twice the sum of both amounts.
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

/// Checks the ratio of the errors at two time steps, which is 4 if errors are of the order dt^2.
/// The ratio would be 2 for errors of the order dt, and 8 for errors of the order dt^3.
void checkEnergy(const Setup& setup, const Report& report) {
  const std::vector<double> coarse = energies(setup, 0.01), fine = energies(setup, 0.005);
  report(energyRow(coarse, 0.01));
  report(energyRow(fine, 0.005));
  const Estimate of = fluctuation(coarse), by = fluctuation(fine);
  const double ratio = std::sqrt(of.mean / by.mean);
  // A square root has half of the relative error of its square.
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
