// Liquids of many-body DPD, which hold together and have a surface. Also the changes of shape that
// surface tension causes: drops that swing and threads that break.
#pragma once

#include <glm/vec3.hpp>
#include <glm/vec4.hpp>
#include <span>
#include <vector>

#include "scenario/scenario.h"
#include "validation/check.h"

namespace gpubuck::validation {

/// Returns the density of a liquid in equilibrium with its extremely thin vapour, for r_d = 0.75, a
/// = `attraction` < 0 and b. The density is 2.901 + 0.68 (-a) (b - 4.09)^-0.716, which is good to 2
/// % (Vanya et al. 2018, arXiv:1805.04556).
double liquidDensity(double attraction, double b);

/// Returns a scenario of the liquid in these regions of a periodic box, with the density of
/// liquidDensity(). The rest of the box is empty. gamma = 4.5, kT = 1, r_d = 0.75, dt = 0.01.
scenario::Scenario liquidIn(const Setup& setup, const glm::dvec3& size, double attraction, double b,
                            std::vector<scenario::Region> regions,
                            dpd::DensityKernel kernel = dpd::DensityKernel::Warren);

/// Returns a scenario of a slab of the liquid of liquidIn(). The slab is `thickness` thick and lies
/// across the last axis.
scenario::Scenario liquidSlab(const Setup& setup, const glm::dvec3& size, double thickness,
                              double attraction, double b,
                              dpd::DensityKernel kernel = dpd::DensityKernel::Warren);

/// Returns a scenario of a ball of the liquid of liquidIn(), in the middle of a cubic box with
/// sides of three radii.
scenario::Scenario liquidBall(const Setup& setup, double radius, double attraction, double b);

struct Slab {
  Estimate density;      ///< in the middle half of the slab
  Estimate tension;      ///< tension of a surface: half the box's side across it times P_nn - P_tt
  Estimate temperature;  ///< Observables::temperature
};

/// Runs a slab for 40 time units, during which the surfaces form, and then averages over `time`
/// times Setup::length.
Slab measureSlab(const Setup& setup, const scenario::Scenario& scenario, double thickness,
                 double time);

/// Returns the frequency, 1 / time, of the slowest swing of an inviscid drop, in which the drop
/// becomes long, flat and long again (Rayleigh 1879): sqrt(8 tension / (density R^3)), where R is
/// the radius.
double swingFrequency(double tension, double density, double radius);

/// A swing x'' + 2 damping x' + frequency^2 x = 0, which begins at x = 0 with a velocity.
struct Swing {
  double frequency = 0.0;  ///< frequency of the undamped swing, 1 / time
  double damping = 0.0;    ///< 1 / time, at most the frequency
  double rate = 1.0;       ///< rate of change of the amplitude at time 0

  double amplitude(double time) const;
};

/// Returns the swing that is nearest to these amplitudes by least squares, among frequencies up to
/// `most` in steps of most / 1000 and dampings below the frequency. Throws std::invalid_argument
/// for fewer than three amplitudes, and if the number of times differs from the number of
/// amplitudes.
Swing fitSwing(std::span<const double> time, std::span<const double> amplitude, double most);

/// A drop that begins as a ball and is stretched by a flow with the velocity stretchRate * (-x / 2,
/// -y / 2, z).
struct SwingingDrop {
  double radius = 6.0;
  double stretchRate = 0.07;  ///< 1 / time
  double warmUp = 10.0;       ///< time before the flow begins
};

struct SwingCurve {
  Swing fit;
  Series quadrupole;  ///< mean of z^2 - (x^2 + y^2) / 2 about the middle, length^2
};

/// Measures the swing of a drop of liquidBall() for a period 2 pi / expected, where `expected` is
/// approximately its frequency. The curve is half the difference of two runs, one with the flow of
/// SwingingDrop and one with the opposite flow. The thermal swing of the ball at the beginning
/// cancels in this difference, and so do terms of second order in the amplitude.
SwingCurve measureSwing(const Setup& setup, const SwingingDrop& drop, double attraction, double b,
                        double expected);

/// Returns the number of pieces of a thread along x in a periodic box with this side, or 0 for a
/// thread without a gap. The box is cut into slices that are about 1 thick. A piece is a run of
/// slices, each with at least a tenth of the mean number of particles per slice.
int piecesAlongX(std::span<const glm::vec4> positions, double side);

/// A cylinder of liquid that continues across the sides of the box.
struct Thread {
  double radius = 2.0;
  double length = 10.0;  ///< the side of the box along x, at least 3
};

/// Returns the number of pieces of a thread of the liquid of liquidIn() after `time`.
int piecesOfThread(const Setup& setup, const Thread& thread, double attraction, double b,
                   double time);

}  // namespace gpubuck::validation
