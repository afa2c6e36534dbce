// A heavy fluid above a light fluid (Rayleigh-Taylor instability): the theory of the growth of a
// wave on the interface, the amplitude of the wave in a simulation, and a fit of the growth. Also
// runs with one wave and with many waves.
#pragma once

#include <array>
#include <span>

#include "dpd/model/particle_state.h"
#include "scenario/scenario.h"
#include "validation/check.h"

namespace gpubuck::validation {

struct InterfaceMode {
  double gravity = 0.0;     ///< > 0, downwards
  double waveNumber = 0.0;  ///< 2 pi / wavelength
  double depth = 0.0;       ///< depth of each of the two layers; the walls have no friction
  double tension = 0.0;
  double lightDensity = 0.0;  ///< mass / volume
  double heavyDensity = 0.0;
  double lightViscosity = 0.0;  ///< shear viscosity, mass / (length time)
  double heavyViscosity = 0.0;

  double atwood() const;
  /// Returns the kinematic viscosity of both fluids together: (mu1 + mu2) / (rho1 + rho2).
  double viscosity() const;
};

/// Returns sqrt(A g k - Gamma k^3 / (rho1 + rho2) + nu^2 k^4) - nu k^2 (Duff, Harlow and Hirt 1962,
/// Phys. Fluids 5, 417), where the first two terms are multiplied by tanh(k depth). Returns 0 for a
/// wave that tension stabilises.
double growthRate(const InterfaceMode& mode);

/// Returns the growth rate from the linear equations of motion, without approximating the viscous
/// layers: the root of Chandrasekhar (1961), Hydrodynamic and Hydromagnetic Stability, eq. X (113),
/// where gravity and tension get the factor tanh(k depth). For thin layers, the result is 8 %
/// smaller than growthRate().
double viscousGrowthRate(const InterfaceMode& mode);

/// Returns the amplitude a of z = z_0 + a cos(k x) from cosine sums over particles: (sum_light
/// cos(k x) - sum_heavy cos(k x)) / (density area). Species 0 is light and below. Each of the two
/// sums contributes half of the amplitude, since the columns of light fluid are longer by a cos(k
/// x), and the columns of heavy fluid are shorter by a cos(k x). `phase` is subtracted from k x.
/// With pi / 2 the result is the amplitude of the sine, which is 0 apart from thermal noise while
/// the wave stays in place.
double interfaceAmplitude(const dpd::Fluid& fluid, std::span<const glm::vec4> position,
                          double waveNumber, double phase = 0.0);

/// Moves the particles of a uniform box up or down so that the pressure balances gravity. The
/// number density is then proportional to exp(-m g z / stiffness) in each layer, and continuous at
/// the interface. `stiffness` is the derivative of the pressure with respect to the number density.
/// Species 0 is below, species 1 above, gravity along the last axis.
void stratify(dpd::ParticleState& state, const dpd::Fluid& fluid, double stiffness);

/// A wave that grows from rest with the rate n = w - b: a(t) = a_0 exp(-b t) (cosh w t + b / w sinh
/// w t). The other part of the solution decays with the rate w + b.
struct Growth {
  double rate = 0.0;     ///< n
  double initial = 0.0;  ///< a_0
  double damping = 0.0;  ///< b

  double amplitude(double time) const;
};

/// Fits a_0 and the rate, which is between 0 and `most`, by least squares. `damping` is b = nu k^2.
/// Throws std::invalid_argument for fewer than three amplitudes, and if the number of times differs
/// from the number of amplitudes.
Growth fitGrowth(std::span<const double> time, std::span<const double> amplitude, double damping,
                 double most);

/// The fluids of twoFluids() with the heavy fluid on top. There are walls along z; the other sides
/// are periodic.
struct Layers {
  glm::dvec3 size{64.0, 64.0, 48.0};
  double heavyMass = 3.0;
  double unlike = 40.0;  ///< repulsion between the two fluids
  double gravity = 0.03;
  double dt = 0.02;
};

/// Returns the scenario of the layers without initial waves.
scenario::Scenario heavyOverLight(const Setup& setup, const Layers& layers);

struct GrowthCurve {
  Series wave{"simulated"};  ///< amplitude against time
  Growth fit;
  /// Standard error of the rate. By equipartition the mode starts with a thermal velocity of sqrt(2
  /// kT k / (area (rho1 + rho2))), and this motion grows, too.
  double rateError = 0.0;
};

/// Simulates one wave, as long as the box, from rest until k a = 0.4, and fits the growth rate from
/// the time 4 on. `theory` gives the wave number and the viscosity. The run gives up after twice
/// the time that the rate of `theory` predicts.
GrowthCurve measureGrowth(const Setup& setup, const Layers& layers, double perturbation,
                          const InterfaceMode& theory);

/// The growth of the mixing layer against time.
struct MixingCurve {
  Series bubbles{"bubbles"};     ///< height of the light fluid above the initial interface
  Series width{"mixing width"};  ///< Observables::mixingWidth
};

/// Simulates random waves with a root mean square of 0.5, until bubbles have risen to `most` or the
/// time is up. `spectrum` has the least and the largest number of waves in the length of the box.
/// Bubbles reach up to the height at which the share of the light fluid in a layer of thickness 1
/// falls below 5 %, with linear interpolation.
MixingCurve measureMixing(const Setup& setup, const Layers& layers, std::array<int, 2> spectrum,
                          double most, double time);

}  // namespace gpubuck::validation
