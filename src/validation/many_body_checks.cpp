#include "validation/many_body_checks.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <functional>
#include <numbers>
#include <stdexcept>
#include <utility>
#include <vector>

#include "scenario/initial/initial_state.h"
#include "validation/interface_checks.h"
#include "validation/runs.h"

namespace gpubuck::validation {
namespace {

// At this time step the paper's integrator cools a fluid of density 3 by 0.3 %, but the fluids of
// these checks by 1 %, since their friction is twice as large.
constexpr double kTemperatureTolerance = 0.015;

/// Number of independent runs at Setup::length = 1, and relative tolerance of the frequency. The
/// tolerance is 5 % for the effects of viscosity and amplitude, plus three standard errors. A
/// standard error is 1.6 %; the slab's tension causes half of this error.
constexpr int kSwings = 2;
constexpr double kSwingTolerance = 0.1;
constexpr int kThreads = 3;

constexpr double kSlabWarmUp = 40.0;
constexpr double kSlabInterval = 0.2;

double densityInMiddle(const dpd::ParticleState& state, const cells::Box& box, double thickness) {
  const double middle = middleOf(state, box.size).z;
  std::int64_t inside = 0;
  for (const glm::vec4& position : state.position) {
    const double distance = box.nearestImage({0.0, 0.0, position.z - middle}).z;
    if (std::abs(distance) < 0.25 * thickness) ++inside;
  }
  return static_cast<double>(inside) / (0.5 * thickness * box.size.x * box.size.y);
}

}  // namespace

double liquidDensity(double attraction, double b) {
  return 2.901 - 0.68 * attraction * std::pow(b - 4.09, -0.716);
}

scenario::Scenario liquidIn(const Setup& setup, const glm::dvec3& size, double attraction, double b,
                            std::vector<scenario::Region> regions, dpd::DensityKernel kernel) {
  scenario::Scenario scenario = water(setup, size);
  dpd::Fluid& fluid = scenario.fluid;
  fluid.law = dpd::PairLawKind::ManyBody;
  fluid.density = liquidDensity(attraction, b);
  fluid.pairs[0].a = attraction;
  fluid.manyBody = {b, 0.75, kernel};
  scenario.initial.kind = scenario::InitialKind::Regions;
  scenario.regions = std::move(regions);
  return scenario;
}

scenario::Scenario liquidSlab(const Setup& setup, const glm::dvec3& size, double thickness,
                              double attraction, double b, dpd::DensityKernel kernel) {
  return liquidIn(setup, size, attraction, b,
                  {{.shape = {.kind = cells::ShapeKind::Layer,
                              .from = 0.5 * (size.z - thickness),
                              .to = 0.5 * (size.z + thickness)},
                    .places = scenario::Places::Even}},
                  kernel);
}

scenario::Scenario liquidBall(const Setup& setup, double radius, double attraction, double b) {
  const double side = 3.0 * radius;
  return liquidIn(setup, glm::dvec3(side), attraction, b,
                  {{.shape = {.kind = cells::ShapeKind::Sphere,
                              .centre = glm::dvec3(0.5 * side),
                              .radius = radius},
                    .places = scenario::Places::Even}});
}

Slab measureSlab(const Setup& setup, const scenario::Scenario& scenario, double thickness,
                 double time) {
  FluidRun run(setup, scenario);
  run.advance(kSlabWarmUp);
  const cells::Box& box = scenario.fluid.box;
  std::vector<double> density, tension, temperature;
  run.sample(time * setup.length, kSlabInterval, [&] {
    const dpd::Observables now = run.simulation.measure();
    const auto [xx, yy, zz] = now.pressureTensor;
    tension.push_back(0.5 * box.size.z * (zz - 0.5 * (xx + yy)));
    temperature.push_back(now.temperature);
    density.push_back(densityInMiddle(run.simulation.downloadState(), box, thickness));
  });
  return {blockAverage(density), blockAverage(tension), blockAverage(temperature)};
}

namespace {

constexpr double kAttraction = -40.0, kLiquidB = 25.0;

/// Returns the mean of a figure over independent runs. There are `runs` times Setup::length runs,
/// but at least two.
Estimate meanOverRuns(const Setup& setup, int runs,
                      const std::function<double(const Setup&)>& figure) {
  constexpr std::uint32_t kBetweenSeeds = 1000;
  std::vector<double> figures;
  Setup one = setup;
  const auto count = std::max(2L, std::lround(runs * setup.length));
  for (long k = 0; k < count; ++k, one.seed += kBetweenSeeds) figures.push_back(figure(one));
  return average(figures);
}

// Expected densities are from the fit of liquidDensity(), which is good to 2 %. Expected tensions
// are from a program in double precision, with standard errors of 0.17 and 0.18; here the standard
// error is 0.12. The tolerance of a tension is three standard errors of the difference.
Slab checkSlab(const Setup& setup, const Report& report, double b, double tension) {
  constexpr double kThickness = 8.0;
  const scenario::Scenario scenario =
      liquidSlab(setup, {8.0, 8.0, 24.0}, kThickness, kAttraction, b);
  const Slab slab = measureSlab(setup, scenario, kThickness, 100.0);
  const std::string what = fmt::format("many-body liquid, a = {}, b = {}, ", kAttraction, b);
  const double density = liquidDensity(kAttraction, b);
  report({what + "density", slab.density, density, 0.03 * density});
  report({what + "surface tension", slab.tension, tension, 0.62});
  report({what + "temperature", slab.temperature, 1.0, kTemperatureTolerance});
  return slab;
}

// Laplace's law: the pressure inside a drop is 2 tension / R. The pressure is computed as the sum
// of the particles' shares of the virial (pressureShares). An equation of state could give the
// pressure from the density inside, but would have to be exact to 0.05 % of the density: the
// pressure of a drop of radius 7 makes the drop denser by only 0.8 %. From a depth of 1.2 below the
// surface on, the density is even, and the pressure does not change within its error. The tolerance
// is 5 % plus three standard errors, with standard errors of 0.18 for the drop and 0.12 for the
// slab.
void checkLaplace(const Setup& setup, const Report& report, const Slab& slab) {
  struct Case {
    double radius, time;
  };
  for (const Case& each : {Case{4.0, 100.0}, Case{5.5, 60.0}, Case{7.0, 40.0}}) {
    const Drop drop{
        .radius = each.radius, .margin = 1.2, .warmUp = 10.0, .time = each.time, .interval = 0.2};
    const scenario::Scenario scenario = liquidBall(setup, drop.radius, kAttraction, kLiquidB);
    const Estimate tension = laplaceTension(setup, scenario, makeInitialState(scenario), drop);
    report({fmt::format("many-body liquid, tension by Laplace of a drop of radius {}, slab",
                        drop.radius),
            Estimate(tension.mean, std::hypot(tension.error, slab.tension.error)),
            slab.tension.mean, 0.05 * slab.tension.mean + 3.0 * std::hypot(0.18, 0.12)});
  }
}

// Viscosity damps a swing, and makes its frequency lower than Rayleigh's frequency by up to 3 %
// (the normal modes of a viscous drop: Reid 1960, Quart. Appl. Math. 18, 86). The amplitude of up
// to a fifth of the radius makes the frequency a little lower still (Tsamopoulos and Brown 1983, J.
// Fluid Mech. 127, 519).
void checkSwing(const Setup& setup, const Report& report, const Slab& slab) {
  const SwingingDrop drop;
  const scenario::Scenario scenario = liquidBall(setup, drop.radius, kAttraction, kLiquidB);
  const auto count = static_cast<double>(scenario::particleCount(scenario));
  const double radius = std::cbrt(count / (slab.density.mean * ballVolume(1.0)));
  const double expected = swingFrequency(slab.tension.mean, slab.density.mean, radius);
  SwingCurve curve;
  Estimate frequency = meanOverRuns(setup, kSwings, [&](const Setup& one) {
    curve = measureSwing(one, drop, kAttraction, kLiquidB, expected);
    return curve.fit.frequency;
  });
  const double tensionError = 0.5 * expected * slab.tension.error / slab.tension.mean;
  frequency.error = std::hypot(frequency.error, tensionError);
  Series fitted{"fit"};
  for (const double time : curve.quadrupole.x) fitted.add(time, curve.fit.amplitude(time));
  report({fmt::format("many-body liquid, frequency of the swing of a drop of radius {}, Rayleigh",
                      drop.radius),
          frequency,
          expected,
          kSwingTolerance * expected,
          {"Swing of a drop", "time", "mean of z² − (x² + y²) / 2", {curve.quadrupole, fitted}}});
}

// A thread breaks if it is longer than its circumference (Plateau 1873). A thread of radius 2 that
// is 1.25 circumferences long takes about 50 time units to break.
void checkThreads(const Setup& setup, const Report& report) {
  constexpr double kRadius = 2.0, kTime = 120.0;
  for (const double circumferences : {0.8, 1.25}) {
    const double length = circumferences * 2.0 * std::numbers::pi * kRadius;
    const Estimate pieces = meanOverRuns(setup, kThreads, [&](const Setup& one) {
      return piecesOfThread(one, {kRadius, length}, kAttraction, kLiquidB, kTime);
    });
    report(
        {fmt::format("many-body liquid, pieces of a thread of {} circumferences", circumferences),
         pieces, circumferences < 1.0 ? 0.0 : 1.0, 0.4});
  }
}

}  // namespace

void checkManyBody(const Setup& setup, const Report& report) {
  const Slab slab = checkSlab(setup, report, kLiquidB, 7.76);
  checkSlab(setup, report, 40.0, 4.83);
  checkLaplace(setup, report, slab);
  checkSwing(setup, report, slab);
  checkThreads(setup, report);
}

namespace {

constexpr int kSwingSamples = 60;  // samples per period
constexpr int kSwingSteps = 1000;
constexpr int kDampingSteps = 100;
/// The time step of these runs is larger than in the checks of pressures. This raises the
/// temperature by 1 %, which does not affect shapes.
constexpr double kShapeDt = 0.015;
/// The friction in runs with swings is about a quarter of the friction in other runs, so that it
/// damps swings less. Friction does not change the tension.
constexpr double kSwingGamma = 1.0;

/// Returns the mean of z^2 - (x^2 + y^2) / 2 about the middle of a drop, over time. The drop begins
/// as `ball`, with the velocities of a flow: rate * (-x / 2, -y / 2, z).
Series quadrupoleAfter(const Setup& setup, const scenario::Scenario& scenario,
                       dpd::ParticleState ball, double rate, double time) {
  const cells::Box& box = scenario.fluid.box;
  const glm::dvec3 centre = middleOf(ball, box.size);
  for (std::size_t i = 0; i < ball.count(); ++i) {
    const glm::vec3 d(box.nearestImage(glm::dvec3(glm::vec3(ball.position[i])) - centre));
    const glm::vec4 flow =
        static_cast<float>(rate) * glm::vec4(-0.5F * d.x, -0.5F * d.y, d.z, 0.0F);
    ball.velocity[i] += flow;
    ball.predicted[i] += flow;
  }
  FluidRun run(setup, scenario, ball);
  Series quadrupole;
  run.sample(time, time / kSwingSamples, [&] {
    const dpd::ParticleState now = run.simulation.downloadState();
    const glm::dvec3 middle = middleOf(now, box.size);
    double sum = 0.0;
    for (const glm::vec4& position : now.position) {
      const glm::dvec3 d = box.nearestImage(glm::dvec3(glm::vec3(position)) - middle);
      sum += d.z * d.z - 0.5 * (d.x * d.x + d.y * d.y);
    }
    quadrupole.add(run.simulation.time(), sum / static_cast<double>(now.count()));
  });
  return quadrupole;
}

}  // namespace

double swingFrequency(double tension, double density, double radius) {
  return std::sqrt(8.0 * tension / (density * radius * radius * radius));
}

double Swing::amplitude(double time) const {
  const double w = std::sqrt(frequency * frequency - damping * damping);
  return rate / w * std::exp(-damping * time) * std::sin(w * time);
}

Swing fitSwing(std::span<const double> time, std::span<const double> amplitude, double most) {
  if (time.size() != amplitude.size() || time.size() < 3) {
    throw std::invalid_argument(
        fmt::format("a swing cannot be fitted to {} times and {} amplitudes: it needs equally many "
                    "of both, at least 3",
                    time.size(), amplitude.size()));
  }
  Swing best;
  double least = HUGE_VAL;
  for (int step = 1; step <= kSwingSteps; ++step) {
    for (int part = 0; part < kDampingSteps; ++part) {
      const double frequency = most * step / kSwingSteps;
      Swing swing{frequency, frequency * part / kDampingSteps};
      double product = 0.0, square = 0.0, residues = 0.0;
      for (std::size_t k = 0; k < time.size(); ++k) {
        const double shape = swing.amplitude(time[k]);
        product += shape * amplitude[k];
        square += shape * shape;
        residues += amplitude[k] * amplitude[k];
      }
      swing.rate = product / square;
      residues -= swing.rate * product;
      if (residues < least) {
        least = residues;
        best = swing;
      }
    }
  }
  return best;
}

SwingCurve measureSwing(const Setup& setup, const SwingingDrop& drop, double attraction, double b,
                        double expected) {
  scenario::Scenario scenario = liquidBall(setup, drop.radius, attraction, b);
  scenario.fluid.dt = kShapeDt;
  scenario.fluid.pairs[0].gamma = kSwingGamma;
  dpd::ParticleState ball;
  {
    FluidRun run(setup, scenario);
    run.advance(drop.warmUp);
    ball = run.simulation.downloadState();
  }
  const double period = 2.0 * std::numbers::pi / expected;
  const Series along = quadrupoleAfter(setup, scenario, ball, drop.stretchRate, period);
  const Series against = quadrupoleAfter(setup, scenario, ball, -drop.stretchRate, period);
  SwingCurve curve{.fit{}, .quadrupole{"gpubuck"}};
  for (std::size_t k = 0; k < along.x.size(); ++k) {
    curve.quadrupole.add(along.x[k], 0.5 * (along.y[k] - against.y[k]));
  }
  curve.fit = fitSwing(curve.quadrupole.x, curve.quadrupole.y, 2.0 * expected);
  return curve;
}

int piecesAlongX(std::span<const glm::vec4> positions, double side) {
  const auto slices = static_cast<std::size_t>(side);
  std::vector<std::size_t> counts(slices, 0);
  for (const glm::vec4& position : positions) {
    const double part = static_cast<double>(position.x) / side;
    ++counts[std::min(static_cast<std::size_t>(part * static_cast<double>(slices)), slices - 1)];
  }
  const auto isLiquid = [&](std::size_t slice) {
    return 10 * slices * counts[slice % slices] >= positions.size();
  };
  int ends = 0;
  for (std::size_t slice = 0; slice < slices; ++slice) {
    if (isLiquid(slice) && !isLiquid(slice + 1)) ++ends;
  }
  return ends;
}

int piecesOfThread(const Setup& setup, const Thread& thread, double attraction, double b,
                   double time) {
  // The thread begins as a square rod, which becomes round at once.
  const double width = 4.0 * thread.radius + 4.0;
  const double half = 0.5 * std::sqrt(std::numbers::pi) * thread.radius;
  const double low = 0.5 * width - half, high = 0.5 * width + half;
  scenario::Scenario scenario =
      liquidIn(setup, {thread.length, width, width}, attraction, b,
               {{.shape = {.low = {0.0, low, low}, .high = {thread.length, high, high}},
                 .places = scenario::Places::Even}});
  scenario.fluid.dt = kShapeDt;
  FluidRun run(setup, scenario);
  run.advance(time);
  return piecesAlongX(run.simulation.position().download(), thread.length);
}

}  // namespace gpubuck::validation
