#include "validation/many_body_checks.h"

#include <fmt/format.h>

#include <cmath>
#include <complex>
#include <numbers>

#include "validation/runs.h"

namespace gpubuck::validation {
namespace {

// The paper's integrator cools a fluid of density 3 by 0.3 % at this time step, and these, whose
// friction is twice as large, by 1 %.
constexpr double kTemperatureTolerance = 0.015;

constexpr double kSlabWarmUp = 40.0;
constexpr double kSlabInterval = 0.2;

/// The middle of a slab: where the longest wave through its particles has its crest.
double middleOf(const dpd::ParticleState& state, double side) {
  std::complex<double> sum = 0.0;
  const double turn = 2.0 * std::numbers::pi / side;
  for (const glm::vec4& position : state.position) {
    sum += std::polar(1.0, turn * static_cast<double>(position.z));
  }
  return std::arg(sum) / turn;
}

double densityInMiddle(const dpd::ParticleState& state, const cells::Box& box, double thickness) {
  const double middle = middleOf(state, box.size.z);
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

scenario::Scenario liquidSlab(const Setup& setup, const glm::dvec3& size, double thickness,
                              double attraction, double b, dpd::DensityKernel kernel) {
  scenario::Scenario scenario = water(setup, size);
  dpd::Fluid& fluid = scenario.fluid;
  fluid.law = dpd::PairLawKind::ManyBody;
  fluid.pairs[0].a = attraction;
  fluid.manyBody = {b, 0.75, kernel};
  scenario.initial.kind = scenario::InitialKind::Regions;
  scenario.regions = {{.shape = scenario::Shape::Layer,
                       .density = liquidDensity(attraction, b),
                       .places = scenario::Places::Even,
                       .from = 0.5 * (size.z - thickness),
                       .to = 0.5 * (size.z + thickness)}};
  return scenario;
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

// Densities by the fit of liquidDensity(), good to 2 %. The tensions are those of a program of
// double precision, with standard errors of 0.17 and 0.18; here they are 0.12. The tolerance is
// three of both.
void checkManyBody(const Setup& setup, const Report& report) {
  struct Case {
    double b, tension;
  };
  constexpr double kAttraction = -40.0, kThickness = 8.0;
  for (const Case& each : {Case{25.0, 7.76}, Case{40.0, 4.83}}) {
    const scenario::Scenario scenario =
        liquidSlab(setup, {8.0, 8.0, 24.0}, kThickness, kAttraction, each.b);
    const Slab slab = measureSlab(setup, scenario, kThickness, 100.0);
    const std::string what = fmt::format("many-body liquid, a = {}, b = {}, ", kAttraction, each.b);
    const double density = liquidDensity(kAttraction, each.b);
    report({what + "density", slab.density, density, 0.03 * density});
    report({what + "surface tension", slab.tension, each.tension, 0.62});
    report({what + "temperature", slab.temperature, 1.0, kTemperatureTolerance});
  }
}

}  // namespace gpubuck::validation
