// Checks of transport: self-diffusion from the mean square displacement, and shear viscosity from
// two opposite streams.
#pragma once

#include <deque>
#include <functional>
#include <glm/vec3.hpp>
#include <vector>

#include "dpd/model/particle_state.h"
#include "validation/runs.h"

namespace gpubuck::validation {

/// Follows every particle by its id from snapshot to snapshot, also across periodic sides. Every
/// snapshot is a time origin; a lag is a number of snapshots.
class MeanSquareDisplacement {
 public:
  /// Measures lags from 0 to `lags`.
  MeanSquareDisplacement(const cells::Box& box, int lags);

  /// Adds a snapshot. Ids must be 0..N-1, in any order, and no particle may have moved by half a
  /// side of the box along a periodic axis since the last snapshot.
  void add(const dpd::ParticleState& state);

  /// Returns the squared displacements at a lag, averaged over the particles, for each origin in
  /// order.
  const std::vector<double>& at(int lag) const { return squares_[static_cast<std::size_t>(lag)]; }

 private:
  cells::Box box_;
  std::size_t lags_;
  std::vector<glm::dvec3> inBox_;                ///< positions of the last snapshot, by id
  std::deque<std::vector<glm::dvec3>> without_;  ///< last positions without periodic wrapping
  std::vector<std::vector<double>> squares_;
};

/// The lags at which self-diffusion is measured. The slope of the mean square displacement is taken
/// between two lags. The first lag is longer than the ballistic motion of a particle. The second
/// lag is not much longer than the first, since errors grow with the lag.
struct DiffusionWindow {
  double interval = 0.25;  ///< time between snapshots, in whole steps; in this time a particle with
                           ///< six times the thermal speed moves by 1.5
  int first = 12;          ///< first lag, in snapshots: 3 time units
  int last = 28;           ///< last lag, in snapshots: 7 time units
};

struct Diffusion {
  Estimate coefficient;  ///< slope / (2 D) for D dimensions, length^2 / time
  Curve curve;           ///< mean square displacement, and the line with this slope
};

/// The relative error of the coefficient is at least sqrt((4 first / (last - first) + 2) / (D N
/// windows)), the error of independent particles, where `windows` is the number of windows that fit
/// into the time.
///
/// Continues `run` for `time`, which must be at least 15 intervals longer than the window, and
/// calls `onSnapshot` after each interval.
Diffusion measureDiffusion(
    FluidRun& run, double time, const DiffusionWindow& window = {},
    const std::function<void()>& onSnapshot = [] {});

/// Periodic Poiseuille flow (Backer, Lowe, Hoefsloot and Iedema 2005, J. Chem. Phys. 122, 154503):
/// Fluid::poiseuille drives two opposite streams with parabolic profiles, and the viscosity follows
/// from their fastest velocity.
struct PoiseuilleFlow {
  /// The approximate viscosity, from which drive, warm-up and time follow.
  double expected = 0.84;
  /// Shear rate at the edges of the two streams, 1 / time; the mean magnitude over a stream is half
  /// of this. The flow heats water by 0.7 % at the rate 0.5, and by 3 % at the rate 1. Even at the
  /// rate 1 the viscosity changes by less than 4 %.
  double shearRate = 0.5;
  /// Relative standard error of the viscosity at Setup::length = 1.
  double relativeError = 0.02;
};

struct Viscosity {
  Estimate shear;             ///< the viscosity with its error, mass / (length time)
  double temperature = 0.0;   ///< from velocities across the flow; the flow heats the fluid
  double thermalError = 0.0;  ///< the value of shear.error by theory
  Curve curve{};              ///< profile and parabola
};

/// Measures the viscosity of the fluid of `still`, which must have one species, only periodic
/// sides, and neither gravity nor drag. Throws InputError if one of these conditions is not met.
/// The streams are in the lower and the upper half of the box along its last axis. Particles start
/// at random positions with the expected profile of velocities, and warm up for 5 time units and 3
/// relaxation times rho m L^2 / (4 pi^2 viscosity). Simulates the time 240 kT relaxation / (m N
/// (relativeError shearRate L)^2) at Setup::length = 1.
Viscosity measureViscosity(const Setup& setup, const scenario::Scenario& still,
                           const PoiseuilleFlow& flow = {});

}  // namespace gpubuck::validation
