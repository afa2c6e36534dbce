#include "reference/leapfrog.h"

#include <fmt/format.h>

#include <cmath>

#include "base/error.h"

namespace gpubuck::reference {
namespace {

double wrapped(double x, double length) {
  const double inside = x - length * std::floor(x / length);
  return inside < length ? inside : 0.0;
}

void requireWithinACell(std::size_t particle, double displacement, double length) {
  const double edge = length / std::floor(length);
  if (std::isfinite(displacement) && std::abs(displacement) < edge) return;
  throw RunError(fmt::format("particle {}", particle),
                 fmt::format("moves by {} in one step, cells are {} wide", displacement, edge));
}

}  // namespace

LeapfrogStep leapfrog(const dpd::Fluid& fluid, const LeapfrogState& state,
                      const std::vector<glm::dvec3>& force) {
  LeapfrogStep step{state, state.velocity};
  for (std::size_t i = 0; i < state.position.size(); ++i) {
    const double mass = fluid.species[static_cast<std::size_t>(state.species[i])].mass;
    for (int axis = 0; axis < fluid.box.dimensions; ++axis) {
      double before = state.velocity[i][axis];
      double after = before + (force[i][axis] / mass + fluid.gravity[axis]) * fluid.dt;
      step.velocityAtStep[i][axis] = 0.5 * (before + after);

      const double length = fluid.box.size[axis];
      const double displacement = after * fluid.dt;
      requireWithinACell(i, displacement, length);
      double x = state.position[i][axis] + displacement;
      if (fluid.box.isPeriodic(axis)) {
        x = wrapped(x, length);
      } else if (x < 0.0 || x > length) {
        x = x < 0.0 ? -x : 2.0 * length - x;
        before = -before;
        after = -after;
      }
      step.next.position[i][axis] = x;
      step.next.velocity[i][axis] = after;
      step.next.predicted[i][axis] = 0.5 * (3.0 * after - before);
    }
  }
  return step;
}

}  // namespace gpubuck::reference
