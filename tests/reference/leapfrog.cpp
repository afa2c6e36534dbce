#include "reference/leapfrog.h"

#include <fmt/format.h>

#include <cmath>

#include "base/error.h"
#include "reference/solids.h"

namespace gpubuck::reference {
namespace {

void requireWithinACell(std::size_t particle, double displacement, double length) {
  const double edge = length / std::floor(length);
  if (std::isfinite(displacement) && std::abs(displacement) < edge) return;
  throw RunError(fmt::format("particle {}", particle),
                 fmt::format("moves by {} in one step, cells are {} wide", displacement, edge));
}

double massOf(const dpd::Fluid& fluid, const LeapfrogState& state, std::size_t i) {
  return fluid.species[static_cast<std::size_t>(state.species[i])].mass;
}

}  // namespace

glm::dvec3 bodyAcceleration(const dpd::Fluid& fluid, const LeapfrogState& state, std::size_t i,
                            const ParticleTheta& theta) {
  const int last = fluid.box.dimensions - 1;
  const bool isLower = state.position[i][last] < 0.5 * fluid.box.size[last];
  glm::dvec3 sum = fluid.gravity - fluid.drag * state.predicted[i];
  sum.x += isLower ? fluid.poiseuille : -fluid.poiseuille;
  if (theta) {
    const double kick =
        std::sqrt(2.0 * fluid.drag * fluid.kT / (massOf(fluid, state, i) * fluid.dt));
    for (int axis = 0; axis <= last; ++axis) sum[axis] += kick * theta(static_cast<int>(i), axis);
  }
  return sum;
}

LeapfrogStep leapfrog(const dpd::Fluid& fluid, const LeapfrogState& state,
                      const std::vector<glm::dvec3>& force, const ParticleTheta& theta) {
  const double lambda = fluid.integrator == dpd::Integrator::LeapfrogAb2 ? 1.0 : fluid.lambda;
  LeapfrogStep step{state, state.velocity};
  for (std::size_t i = 0; i < state.position.size(); ++i) {
    const glm::dvec3 acceleration =
        force[i] / massOf(fluid, state, i) + bodyAcceleration(fluid, state, i, theta);
    glm::dvec3 position = state.position[i], before = state.velocity[i], after = before;
    for (int axis = 0; axis < fluid.box.dimensions; ++axis) {
      after[axis] += acceleration[axis] * fluid.dt;
      step.velocityAtStep[i][axis] = 0.5 * (before[axis] + after[axis]);

      const double length = fluid.box.size[axis];
      const double displacement = after[axis] * fluid.dt;
      requireWithinACell(i, displacement, length);
      position[axis] += displacement;
    }
    passSolids(fluid, state.position[i], position, before, after);
    step.next.position[i] = position;
    step.next.velocity[i] = after;
    for (int axis = 0; axis < fluid.box.dimensions; ++axis) {
      step.next.predicted[i][axis] = before[axis] + (0.5 + lambda) * (after[axis] - before[axis]);
    }
  }
  return step;
}

}  // namespace gpubuck::reference
