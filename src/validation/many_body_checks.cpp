#include "validation/many_body_checks.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <functional>
#include <numbers>
#include <utility>

#include "scenario/initial/initial_state.h"
#include "validation/drops.h"
#include "validation/many_body_shapes.h"
#include "validation/runs.h"

namespace gpubuck::validation {
namespace {

// The paper's integrator cools a fluid of density 3 by 0.3 % at this time step, and these, whose
// friction is twice as large, by 1 %.
constexpr double kTemperatureTolerance = 0.015;

/// Independent runs at length 1, and tolerance of the frequency: 5 % for viscosity and amplitude,
/// and three standard errors of 1.6 %, half of which come from the slab's tension.
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

/// Returns the mean of a figure over independent runs: `runs` times Setup::length, at least two.
Estimate meanOverRuns(const Setup& setup, int runs,
                      const std::function<double(const Setup&)>& figure) {
  constexpr std::uint32_t kBetweenSeeds = 1000;
  std::vector<double> figures;
  Setup one = setup;
  const auto count = std::max(2L, std::lround(runs * setup.length));
  for (long k = 0; k < count; ++k, one.seed += kBetweenSeeds) figures.push_back(figure(one));
  return average(figures);
}

// Densities by the fit of liquidDensity(), good to 2 %. The tensions come from a program of double
// precision, with standard errors of 0.17 and 0.18; here the errors are 0.12. The tolerance is
// three of both.
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

// Laplace's law: the pressure inside a drop is 2 tension / R. It is the sum of the particles'
// shares of the virial (pressureShares), since the other way, from the density inside by an
// equation of state, needs that equation to 0.05 % of the density: the pressure of a drop of radius
// 7 makes it denser by 0.8 %. From 1.2 below the surface on the density is even, and the pressure
// the same as farther inside within its error. The tolerance is 5 % and three standard errors of
// 0.18 in drop and 0.12 in slab.
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

// Viscosity damps a swing, and lowers its frequency below Rayleigh's by up to 3 % (the normal modes
// of a viscous drop: Reid 1960, Quart. Appl. Math. 18, 86); the amplitude, up to a fifth of the
// radius, lowers it a little more (Tsamopoulos and Brown 1983, J. Fluid Mech. 127, 519).
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

// A thread breaks if it is longer than its circumference (Plateau 1873). Of radius 2 those of 1.25
// circumferences take about 50.
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

}  // namespace gpubuck::validation
