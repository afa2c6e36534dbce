#include <cmath>
#include <numbers>

#include "validation/check.h"
#include "validation/curve.h"
#include "validation/fluids.h"
#include "validation/rayleigh_taylor.h"
#include "validation/statistics.h"
#include "validation/two_fluids.h"
#include "validation/viscosity.h"

namespace gpubuck::validation {
namespace {

// The flow of the growth rate, by numbers. Masses 1 and 3, so an Atwood number of 1/2. Water's
// a = 25 between alike and 40 between unlike: they hardly dissolve (chi = 4.3), and the tension of
// about 1 takes 5 % of A g k in a wave of 64. Viscosities are about 0.3 times the mass density in
// both fluids, as nu = (mu1 + mu2) / (rho1 + rho2) wants it: what DPD particles carry is
// proportional to their mass. nu k^2 = 0.003 against a rate n of 0.033.
//  - Weight: rho m g H = 2.2 at the floor of the heavy layer and 0.7 of the light one, against a
//    modulus rho dp/drho of 48; the particles begin stratified.
//  - Sound: n / (k c) = 0.15 in the heavy fluid, c^2 = 16 / 3; its square enters.
//  - Depth: k H = 2.4, tanh = 0.98, which the formula has.
//  - Heat: equipartition gives the mode a velocity that makes an amplitude of 0.06, 5 % of the
//    first one, 1.2, and so 3 % of the rate in the time of 1.9 / n that it takes to k a = 0.4.
//  - Order beyond the linear: (3 A^2 + 1) (k a)^2 / 16, 2 % of the amplitude at the end.
// The interface is about 1.5 thick, k times that 0.15: another few per cent.
Layers growthLayers(const Setup& setup) {
  Layers layers;
  // 590,000 particles for 3,000 steps; half of them where an engine is slower.
  if (setup.engine == texel::Engine::Paper) layers.size.y = 32.0;
  return layers;
}
constexpr double kPerturbation = 1.2;
constexpr double kTolerance = 0.2;

Viscosity viscosityOf(const Setup& setup, double mass) {
  scenario::Scenario scenario = water(setup, {10.0, 10.0, 20.0});
  scenario.fluid.species[0].mass = mass;
  return measureViscosity(setup, scenario, {.expected = 0.84 * mass});
}

InterfaceMode measuredMode(const Setup& setup, const Layers& layers, const Report& report) {
  const Viscosity light = viscosityOf(setup, 1.0), heavy = viscosityOf(setup, layers.heavyMass);
  const Estimate tension = flatTension(
      setup, twoFluids(setup, {16.0, 16.0, 12.0}, layers.unlike, layers.heavyMass), 40.0);
  const double density = water(setup, layers.size).fluid.density;
  // What goes into the formula, for the reader: the lighter fluid is water, of the heavier one it
  // is the viscosity to its mass that should not be far from it.
  report({.check = "Rayleigh-Taylor, viscosity of the heavy fluid / mass",
          .value = heavy.shear.mean / layers.heavyMass,
          .error = heavy.shear.error / layers.heavyMass,
          .expected = light.shear.mean,
          .tolerance = 0.5 * light.shear.mean});
  return {.gravity = layers.gravity,
          .waveNumber = 2.0 * std::numbers::pi / layers.size.x,
          .depth = 0.5 * layers.size.z,
          .tension = tension.mean,
          .lightDensity = density,
          .heavyDensity = density * layers.heavyMass,
          .lightViscosity = light.shear.mean,
          .heavyViscosity = heavy.shear.mean};
}

void checkGrowth(const Setup& setup, const Report& report) {
  const Layers layers = growthLayers(setup);
  const InterfaceMode mode = measuredMode(setup, layers, report);
  const GrowthCurve curve = measureGrowth(setup, layers, kPerturbation, mode);

  std::vector<double> fitted, theory;
  const Growth ideal{growthRate(mode), curve.fit.initial, curve.fit.damping};
  for (const double time : curve.time) {
    fitted.push_back(curve.fit.amplitude(time));
    theory.push_back(ideal.amplitude(time));
  }
  report({.check = "Rayleigh-Taylor, growth rate of a wave",
          .value = curve.fit.rate,
          .error = curve.rateError,
          .expected = growthRate(mode),
          .tolerance = kTolerance * growthRate(mode),
          .curve = makeCurve("Amplitude of a wave", "time", "amplitude",
                             {{"simulated", curve.time, curve.amplitude},
                              {"fit", curve.time, fitted},
                              {"theory, same first amplitude", curve.time, theory}})});
  report({.check = "Rayleigh-Taylor, the same, viscous layers exact",
          .value = curve.fit.rate,
          .error = curve.rateError,
          .expected = viscousGrowthRate(mode),
          .tolerance = kTolerance * viscousGrowthRate(mode)});
}

/// From the slope of sqrt(length) against time, on which neither the first waves nor the time they
/// take have a part: length = coefficient A g t^2. Between two lengths.
double quadraticCoefficient(const std::vector<double>& time, const std::vector<double>& length,
                            double least, double most, double drive) {
  std::vector<double> times, roots;
  for (std::size_t k = 0; k < time.size(); ++k) {
    if (length[k] < least || length[k] > most) continue;
    times.push_back(time[k]);
    roots.push_back(std::sqrt(length[k]));
  }
  const double slope = fitLine(times, roots).slope;
  return slope * slope / drive;
}

// Many waves: bubbles of the light fluid rise as alpha A g t^2 once they have forgotten the first
// waves. Experiments and simulations have alpha from 0.02 to 0.08, by how much of the longer waves
// there is at the beginning (Dimonte et al. 2004, Phys. Fluids 16, 1668); spikes are somewhat
// faster at A = 1/2, so the width of a linear layer is 2 to 2.5 times as wide. The box is only a
// few waves wide at the end and tension holds waves shorter than 15, so that this is a figure to
// look at rather than a test to rely on: its tolerance is the whole of that range.
void checkMixing(const Setup& setup, const Report& report) {
  Layers layers{.size = {128.0, 64.0, 80.0}};  // 1,966,080 particles
  if (setup.engine == texel::Engine::Paper) layers.size = {96.0, 16.0, 80.0};  // 368,640
  layers.dt = 0.04;
  const double half = 0.5 * layers.size.z;
  const MixingCurve curve =
      measureMixing(setup, layers, {4, layers.size.x > 100.0 ? 8 : 6}, 0.7 * half, 300.0);
  const double drive = 0.5 * layers.gravity;
  const double bubbles =
      quadraticCoefficient(curve.time, curve.bubbles, 0.12 * half, 0.6 * half, drive);
  const double width = quadraticCoefficient(curve.time, curve.width, 0.25 * half, half, drive);
  report({.check = "Rayleigh-Taylor, bubbles / (A g t^2), literature",
          .value = bubbles,
          .expected = 0.05,
          .tolerance = 0.03,
          .curve = makeCurve("Many waves", "time", "length",
                             {{"bubbles", curve.time, curve.bubbles},
                              {"mixing width", curve.time, curve.width}})});
  report({.check = "Rayleigh-Taylor, mixing width / (A g t^2), literature",
          .value = width,
          .expected = 0.11,
          .tolerance = 0.08});
}

}  // namespace

void checkRayleighTaylor(const Setup& setup, const Report& report) {
  checkGrowth(setup, report);
  checkMixing(setup, report);
}

}  // namespace gpubuck::validation
