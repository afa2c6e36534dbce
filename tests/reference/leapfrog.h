// Oracle of both integrators: leap-frog with a predicted velocity for the friction (paper
// section 4.1; Groot and Warren 1997, eq. 14).
#pragma once

#include <functional>
#include <glm/vec3.hpp>
#include <vector>

#include "dpd/model/fluid.h"
#include "reference/dpd_forces.h"

namespace gpubuck::reference {

/// The state at step n. Each array has an entry per particle.
struct LeapfrogState {
  std::vector<glm::dvec3> position;   ///< r(n), inside the box
  std::vector<glm::dvec3> velocity;   ///< v(n-1/2)
  std::vector<glm::dvec3> predicted;  ///< for n
  std::vector<int> species;

  ForceInput forceInput() const { return {position, predicted, species}; }
};

struct LeapfrogStep {
  LeapfrogState next;                      ///< the state at step n+1
  std::vector<glm::dvec3> velocityAtStep;  ///< v(n) = (v(n-1/2) + v(n+1/2)) / 2, before any wall
};

/// Theta of particle i along an axis, for the noise that comes with Fluid::drag.
using ParticleTheta = std::function<double(int i, int axis)>;

/// Returns the acceleration of particle i at step n without the pair forces: by gravity, by the two
/// streams of Fluid::poiseuille, and by the drag with noise `theta`. If `theta` is empty, there is
/// no noise.
glm::dvec3 bodyAcceleration(const dpd::Fluid& fluid, const LeapfrogState& state, std::size_t i,
                            const ParticleTheta& theta);

/// Returns the step with v(n+1/2) = v(n-1/2) + (F/m + body acceleration) dt and r(n+1) = r(n) +
/// v(n+1/2) dt. The velocity predicted for n+1 is v(n-1/2) + (1/2 + lambda) (v(n+1/2) - v(n-1/2)),
/// with lambda = 1 for LeapfrogAb2. `force` holds the pair forces at r(n). A position beyond a
/// periodic side re-enters at the other side. At a reflecting wall the position is mirrored. The
/// component across the wall is reversed in v(n+1/2), and in the v(n-1/2) of the next prediction.
/// Throws RunError, with particle and value, if a position is not finite, or moves along an axis by
/// a cell's edge of L / floor(L) or more. In two dimensions z does not change. Solids are at their
/// places of step n+1 (reference/solids.h).
LeapfrogStep leapfrog(const dpd::Fluid& fluid, const LeapfrogState& state,
                      const std::vector<glm::dvec3>& force, const ParticleTheta& theta = {});

}  // namespace gpubuck::reference
