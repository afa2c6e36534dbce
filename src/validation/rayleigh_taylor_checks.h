// A heavy fluid above a light one (Rayleigh-Taylor instability): theory of the growth of a wave on
// their interface, its amplitude in a simulation, a fit of its growth; runs of one and many waves.
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
  double depth = 0.0;       ///< depth of each of the two layers, between walls without friction
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
/// Phys. Fluids 5, 417), with the first two terms times tanh(k depth), or 0 for a wave that tension
/// stabilises.
double growthRate(const InterfaceMode& mode);

/// Returns the growth rate from the linear equations of motion, without approximating the viscous
/// layers: the root of Chandrasekhar (1961), Hydrodynamic and Hydromagnetic Stability, eq. X (113),
/// where gravity and tension get the factor tanh(k depth). The result is 8 % below growthRate() for
/// thin layers.
double viscousGrowthRate(const InterfaceMode& mode);

/// Returns the amplitude a of z = z_0 + a cos(k x) from cosine sums over particles: (sum_light
/// cos(k x) - sum_heavy cos(k x)) / (density area). Species 0 is light and below. Each of the two
/// sums contributes half: the columns of light fluid are longer by a cos(k x). `phase` is added to
/// k x; pi / 2 measures the sine, which is 0 up to thermal noise while the wave stays in place.
double interfaceAmplitude(const dpd::Fluid& fluid, std::span<const glm::vec4> position,
                          double waveNumber, double phase = 0.0);

/// Moves the particles of a uniform box up or down so that gravity is balanced: the number density
/// is exp(-m g z / stiffness) in each layer, and continuous. `stiffness` is the derivative of the
/// pressure with respect to the number density. Species 0 is below, species 1 above, gravity along
/// the last axis.
void stratify(dpd::ParticleState& state, const dpd::Fluid& fluid, double stiffness);

/// a(t) = a_0 exp(-b t) (cosh w t + b / w sinh w t): a wave that grows from rest with the rate
/// n = w - b; the other solution decays with w + b.
struct Growth {
  double rate = 0.0;     ///< n
  double initial = 0.0;  ///< a_0
  double damping = 0.0;  ///< b

  double amplitude(double time) const;
};

/// Fits a_0 and the rate, which is between 0 and `most`, by least squares. `damping` is b = nu k^2.
/// Throws std::invalid_argument for fewer than three points.
Growth fitGrowth(std::span<const double> time, std::span<const double> amplitude, double damping,
                 double most);

/// The fluids of twoFluids(), the heavy one on top, with walls along z and periodic across.
struct Layers {
  glm::dvec3 size{64.0, 64.0, 48.0};
  double heavyMass = 3.0;
  double unlike = 40.0;  ///< repulsion between the two fluids
  double gravity = 0.03;
  double dt = 0.02;
};

/// Returns the scenario without its initial waves.
scenario::Scenario heavyOverLight(const Setup& setup, const Layers& layers);

struct GrowthCurve {
  Series wave{"simulated"};  ///< amplitude against time
  Growth fit;
  /// Standard error of the rate: by equipartition the mode starts with a thermal velocity of
  /// sqrt(2 kT k / (area (rho1 + rho2))), which grows, too.
  double rateError = 0.0;
};

/// Simulates one wave in the length of the box from rest until k a = 0.4, and fits the growth rate
/// from the time 4 on. `theory` gives wave number and viscosity. The run gives up after twice the
/// time that the rate of `theory` predicts.
GrowthCurve measureGrowth(const Setup& setup, const Layers& layers, double perturbation,
                          const InterfaceMode& theory);

/// The growth of the mixing layer against time.
struct MixingCurve {
  Series bubbles{"bubbles"};     ///< how far above the initial interface the light fluid has risen
  Series width{"mixing width"};  ///< Observables::mixingWidth
};

/// Simulates random waves, of which `spectrum` are in the length of the box, with a root mean
/// square of 0.5, until bubbles have risen to `most` or the time is up. Bubbles reach up to the
/// height at which the share of the light fluid in a layer of thickness 1 falls below 5 %, with
/// linear interpolation.
MixingCurve measureMixing(const Setup& setup, const Layers& layers, std::array<int, 2> spectrum,
                          double most, double time);

}  // namespace gpubuck::validation
