// Oracle of both integrators: leap-frog with a predicted velocity for the friction (paper
// section 4.1; Groot and Warren 1997, eq. 14).
#pragma once

#include <functional>
#include <glm/vec3.hpp>
#include <vector>

#include "dpd/model/fluid.h"
#include "reference/dpd_forces.h"

namespace gpubuck::reference {

/// The state at step n; each array has an entry per particle.
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

/// Theta of particle i along an axis, of the noise that comes with Fluid::drag.
using ParticleTheta = std::function<double(int i, int axis)>;

/// Returns the acceleration of particle i at step n without the pair forces: gravity, the two
/// streams of Fluid::poiseuille, and drag with noise `theta`; an empty `theta` means no noise.
glm::dvec3 bodyAcceleration(const dpd::Fluid& fluid, const LeapfrogState& state, std::size_t i,
                            const ParticleTheta& theta);

/// v(n+1/2) = v(n-1/2) + (F/m + body acceleration) dt; r(n+1) = r(n) + v(n+1/2) dt; predicted for
/// n+1: v(n-1/2) + (1/2 + lambda) (v(n+1/2) - v(n-1/2)), lambda 1 for LeapfrogAb2. `force` holds
/// the pair forces at r(n). A position beyond a periodic side re-enters at the other side. At a
/// reflecting wall the position is mirrored, and the component across the wall of both v(n+1/2) and
/// the v(n-1/2) of the next prediction is reversed. Throws RunError with particle and value if a
/// position is not finite or moves by a cell or more along an axis (edge L / floor(L)). In two
/// dimensions z stays as it is. Solids are at their places at step n+1 (reference/solids.h).
LeapfrogStep leapfrog(const dpd::Fluid& fluid, const LeapfrogState& state,
                      const std::vector<glm::dvec3>& force, const ParticleTheta& theta = {});

}  // namespace gpubuck::reference
