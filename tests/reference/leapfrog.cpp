#include "reference/leapfrog.h"

#include <fmt/format.h>

#include <cmath>
#include <glm/geometric.hpp>

#include "base/error.h"
#include "reference/geometry.h"

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

double massOf(const dpd::Fluid& fluid, const LeapfrogState& state, std::size_t i) {
  return fluid.species[static_cast<std::size_t>(state.species[i])].mass;
}

/// From the nearest image of the obstacle's centre.
glm::dvec3 fromCentre(const dpd::Fluid& fluid, const glm::dvec3& position) {
  return nearestImage(fluid.box, position, fluid.obstacle.centre);
}

void passSide(const cells::Box& box, int axis, double& x, double& before, double& after) {
  const double length = box.size[axis];
  if (box.isPeriodic(axis)) {
    x = wrapped(x, length);
  } else if (x < 0.0 || x > length) {
    x = x < 0.0 ? -x : 2.0 * length - x;
    before = -before;
    after = -after;
  }
}

void passSides(const cells::Box& box, glm::dvec3& position, glm::dvec3& before, glm::dvec3& after) {
  for (int axis = 0; axis < box.dimensions; ++axis) {
    passSide(box, axis, position[axis], before[axis], after[axis]);
  }
}

/// Reverses the velocities of a particle that approaches a wall at rest, and mirrors its position,
/// at most `most` to the other side.
void mirror(const glm::dvec3& normal, double depth, double most, glm::dvec3& position,
            glm::dvec3& before, glm::dvec3& after) {
  if (glm::dot(after, normal) < 0.0) {
    after -= 2.0 * glm::dot(after, normal) * normal;
    before -= 2.0 * glm::dot(before, normal) * normal;
  }
  position += (depth + std::min(depth, most)) * normal;
}

void passContainer(const dpd::Fluid& fluid, glm::dvec3& position, glm::dvec3& before,
                   glm::dvec3& after) {
  const glm::dvec3 from = position - fluid.container.centre;
  const double distance = glm::length(from), depth = distance - fluid.container.radius;
  if (depth > 0.0) mirror(-from / distance, depth, 0.5, position, before, after);
}

/// The distance from the axis of the hole as a vector.
glm::dvec3 fromHole(const dpd::Fluid& fluid, const glm::dvec3& position) {
  glm::dvec3 from = nearestImage(fluid.box, position, fluid.partition.holeCentre);
  from[fluid.partition.axis] = 0.0;
  return from;
}

void passPartition(const dpd::Fluid& fluid, const glm::dvec3& came, glm::dvec3& position,
                   glm::dvec3& before, glm::dvec3& after) {
  const dpd::Partition& plate = fluid.partition;
  const glm::dvec3 from = fromHole(fluid, position);
  const double along = position[plate.axis] - plate.position;
  const double wide = glm::length(from), half = plate.thickness / 2.0;
  if (std::abs(along) >= half || wide <= plate.holeRadius) return;
  const double start = came[plate.axis] - plate.position;
  if (std::abs(start) < half - 1e-5) {
    const double depth = wide - plate.holeRadius;
    mirror(-from / wide, depth, std::min(0.5, plate.holeRadius), position, before, after);
    return;
  }
  glm::dvec3 normal(0.0);
  normal[plate.axis] = start < 0.0 ? -1.0 : 1.0;
  mirror(normal, half - normal[plate.axis] * along, 0.5, position, before, after);
}

void passWalls(const dpd::Fluid& fluid, const glm::dvec3& came, glm::dvec3& position,
               glm::dvec3& before, glm::dvec3& after) {
  if (fluid.container.isThere()) passContainer(fluid, position, before, after);
  if (fluid.partition.isThere()) passPartition(fluid, came, position, before, after);
  passSides(fluid.box, position, before, after);
}

void passObstacle(const dpd::Fluid& fluid, glm::dvec3& position, glm::dvec3& before,
                  glm::dvec3& after) {
  const dpd::Obstacle& obstacle = fluid.obstacle;
  glm::dvec3 from = fromCentre(fluid, position);
  const double distance = glm::length(from);
  if (distance >= obstacle.radius) return;
  const glm::dvec3 normal = from / distance;
  const double speed = glm::dot(after - obstacle.velocity, normal);
  if (speed < 0.0) {
    after -= 2.0 * speed * normal;
    before -= 2.0 * glm::dot(before - obstacle.velocity, normal) * normal;
  }
  const double depth = obstacle.radius - distance;
  position += (depth + std::min(depth, 0.5)) * normal;
  passWalls(fluid, obstacle.centre, position, before, after);
  from = fromCentre(fluid, position);
  if (glm::length(from) >= obstacle.radius) return;
  position += from * (obstacle.radius / glm::length(from) - 1.0);
  for (int axis = 0; axis < fluid.box.dimensions; ++axis) {
    if (fluid.box.isPeriodic(axis)) {
      position[axis] = wrapped(position[axis], fluid.box.size[axis]);
    }
  }
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
    passWalls(fluid, state.position[i], position, before, after);
    if (fluid.obstacle.isThere()) passObstacle(fluid, position, before, after);
    step.next.position[i] = position;
    step.next.velocity[i] = after;
    for (int axis = 0; axis < fluid.box.dimensions; ++axis) {
      step.next.predicted[i][axis] = before[axis] + (0.5 + lambda) * (after[axis] - before[axis]);
    }
  }
  return step;
}

}  // namespace gpubuck::reference
