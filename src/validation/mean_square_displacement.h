// How far particles move: mean square displacement over many time origins, and self-diffusion.
#pragma once

#include <deque>
#include <functional>
#include <glm/vec3.hpp>
#include <vector>

#include "dpd/particle_state.h"
#include "dpd/simulation.h"
#include "search/box.h"
#include "validation/curve.h"
#include "validation/statistics.h"

namespace gpubuck::validation {

/// Follows every particle by its id through periodic sides, from snapshot to snapshot. Every
/// snapshot is a time origin; a lag is a number of snapshots.
class MeanSquareDisplacement {
 public:
  /// For lags 0..`lags`.
  MeanSquareDisplacement(const search::Box& box, int lags);

  /// Adds a snapshot. Ids must be 0..N-1, in any order, and no particle may have moved by half a
  /// side of the box along a periodic axis since the last one.
  void add(const dpd::ParticleState& state);

  /// The displacements at a lag squared and averaged over the particles, for each origin in order.
  const std::vector<double>& at(int lag) const { return squares_[static_cast<std::size_t>(lag)]; }

 private:
  search::Box box_;
  std::size_t lags_;
  std::vector<glm::dvec3> inBox_;                ///< of the last snapshot, by id
  std::deque<std::vector<glm::dvec3>> without_;  ///< of the last ones, without periodic wrapping
  std::vector<std::vector<double>> squares_;
};

/// How a self-diffusion coefficient is measured. The slope of the mean square displacement is taken
/// between two lags: the first beyond the ballistic motion of a particle, the second not much
/// later, since errors grow with the lag.
struct DiffusionWindow {
  double interval = 0.25;  ///< between snapshots, of whole steps; at six thermal speeds 1.5 lengths
  int first = 12;          ///< snapshots; 3 units of time
  int last = 28;           ///< snapshots; 7 units of time
};

struct Diffusion {
  Estimate coefficient;  ///< slope / (2 D), D the number of dimensions; length^2 / time
  Curve curve;           ///< mean square displacement and the line
};

/// The relative error of the coefficient is at least sqrt((4 first / (last - first) + 2) /
/// (D N windows)), that of independent particles, with as many windows as fit into the time.
///
/// Runs `simulation` for `time`, at least 15 intervals longer than the window, and calls
/// `onSnapshot` after each interval.
Diffusion measureDiffusion(dpd::Simulation& simulation, double time,
                           const DiffusionWindow& window = {},
                           const std::function<void()>& onSnapshot = {});

}  // namespace gpubuck::validation
