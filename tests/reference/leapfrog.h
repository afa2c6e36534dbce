// Oracle of the integrator: leap-frog with the Adams-Bashforth predictor (paper section 4.1).
#pragma once

#include <glm/vec3.hpp>
#include <vector>

#include "dpd/fluid.h"
#include "reference/dpd_forces.h"

namespace gpubuck::reference {

/// The state at step n; one entry a particle in each array.
struct LeapfrogState {
  std::vector<glm::dvec3> position;   ///< r(n), inside the box
  std::vector<glm::dvec3> velocity;   ///< v(n-1/2)
  std::vector<glm::dvec3> predicted;  ///< (3 v(n-1/2) - v(n-3/2)) / 2
  std::vector<int> species;

  ForceInput forceInput() const { return {position, predicted, species}; }
};

struct LeapfrogStep {
  LeapfrogState next;                      ///< the state at step n+1
  std::vector<glm::dvec3> velocityAtStep;  ///< v(n) = (v(n-1/2) + v(n+1/2)) / 2, before any wall
};

/// v(n+1/2) = v(n-1/2) + (F/m + gravity) dt; r(n+1) = r(n) + v(n+1/2) dt. `force` holds the pair
/// forces at r(n). Across a periodic side a position re-enters; at a reflecting wall it is
/// mirrored, and that component of both v(n+1/2) and the v(n-1/2) of the next prediction is
/// reversed. Throws RunError with particle and value if a position is not finite or moves by a cell
/// or more along an axis (edge L / floor(L)). In two dimensions z stays as it is.
LeapfrogStep leapfrog(const dpd::Fluid& fluid, const LeapfrogState& state,
                      const std::vector<glm::dvec3>& force);

}  // namespace gpubuck::reference
