#include "reference/solids.h"

#include <algorithm>
#include <cmath>
#include <glm/geometric.hpp>
#include <limits>
#include <optional>
#include <vector>

#include "reference/geometry.h"

namespace gpubuck::reference {
namespace {

using cells::Box;
using cells::Shape;
using cells::ShapeKind;

/// A surface of a shape near a place: its outward normal, and how far the place is outside of it.
struct Surface {
  glm::dvec3 normal;
  double outside;
};

/// Returns the surfaces of a shape: a round shape has one, a flat shape has two faces per axis.
/// There is no face at or beyond a reflecting side, and none across a periodic axis that the shape
/// fills.
std::vector<Surface> surfacesOf(const Shape& shape, const Box& box, const glm::dvec3& place) {
  if (shape.kind == ShapeKind::Sphere || shape.kind == ShapeKind::Cylinder) {
    glm::dvec3 from = nearestImage(box, place, shape.centre);
    if (shape.kind == ShapeKind::Cylinder) from[shape.axis] = 0.0;
    return {{glm::normalize(from), glm::length(from) - shape.radius}};
  }
  std::vector<Surface> all;
  for (int axis = 0; axis < box.dimensions; ++axis) {
    if (shape.kind == ShapeKind::Layer && axis != shape.axis) continue;
    const double size = box.size[axis];
    double low = shape.low[axis], high = std::isinf(shape.high[axis]) ? size : shape.high[axis];
    if (shape.kind == ShapeKind::Layer) {
      low = shape.from;
      high = shape.to.value_or(size);
    }
    double x = place[axis];
    if (box.isPeriodic(axis)) {
      if (high - low >= size) continue;
      // Takes the image of the place that is nearest to the middle of the shape.
      x -= size * std::round((x - 0.5 * (low + high)) / size);
    }
    glm::dvec3 up(0.0);
    up[axis] = 1.0;
    if (box.isPeriodic(axis) || low > 0.0) all.push_back({-up, low - x});
    if (box.isPeriodic(axis) || high < size) all.push_back({up, x - high});
  }
  return all;
}

bool isHole(const dpd::Solid& solid) { return solid.kind == dpd::SolidKind::Hole; }
bool isBody(const dpd::Solid& solid) { return solid.kind == dpd::SolidKind::Body; }

/// Returns the radius of the largest sphere inside of a shape.
double inradius(const Shape& shape, const Box& box) {
  if (shape.kind == ShapeKind::Sphere || shape.kind == ShapeKind::Cylinder) return shape.radius;
  double least = std::numeric_limits<double>::infinity();
  for (int axis = 0; axis < box.dimensions; ++axis) {
    const double high = std::isinf(shape.high[axis]) ? box.size[axis] : shape.high[axis];
    if (shape.kind == ShapeKind::Box) least = std::min(least, 0.5 * (high - shape.low[axis]));
  }
  if (shape.kind == ShapeKind::Layer) {
    least = 0.5 * (shape.to.value_or(box.size[shape.axis]) - shape.from);
  }
  return least;
}

/// A wall that a particle may have crossed: the wall's normal towards the fluid, the depth of the
/// particle, and the largest distance from the wall to which the particle is mirrored.
struct Wall {
  glm::dvec3 normal;
  double depth, most;
  double time;  ///< share of the step after which the particle crossed the wall
};

/// Adds the walls of one shape. The inside of the shape is solid for a body, and free for a vessel
/// or a hole.
void addWalls(const Shape& shape, const Box& box, bool isSolidInside, const glm::dvec3& came,
              const glm::dvec3& position, std::vector<Wall>& walls) {
  const std::vector<Surface> ends = surfacesOf(shape, box, position);
  const auto timeOf = [&](const auto& isIn) {
    // At the end of the step the particle is in the solid. Finds the last time at which it was
    // outside.
    if (isIn(came)) return 0.0;
    double out = 0.0, in = 1.0;
    for (int k = 0; k < 60; ++k) {
      const double middle = 0.5 * (out + in);
      (isIn(came + middle * (position - came)) ? in : out) = middle;
    }
    return in;
  };
  if (!isSolidInside) {
    // The wall surrounds the room of the fluid. If the shape is flat, the wall is the face beyond
    // which the particle is farthest, or the edge if the particle is beyond several faces.
    glm::dvec3 beyond(0.0);
    Surface nearest = ends.front();
    for (const Surface& end : ends) {
      if (end.outside > nearest.outside) nearest = end;
      if (end.outside > 0.0) beyond += end.outside * end.normal;
    }
    const double distance = glm::length(beyond);
    if (distance > 0.0) nearest = {beyond / distance, distance};
    walls.push_back({-nearest.normal, nearest.outside, std::min(0.5, inradius(shape, box)),
                     timeOf([&](const glm::dvec3& at) { return !isInside(shape, box, at); })});
    return;
  }
  const std::vector<Surface> starts = surfacesOf(shape, box, came);
  for (std::size_t k = 0; k < ends.size(); ++k) {
    // Only the face on the side from which the particle came counts, not the opposite face.
    const std::size_t other = k ^ 1U;
    if (ends.size() > 1 && other < starts.size() && starts[k].normal == -starts[other].normal &&
        starts[other].outside > starts[k].outside) {
      continue;
    }
    walls.push_back({ends[k].normal, -ends[k].outside, 0.5, timeOf([&](const glm::dvec3& at) {
                       return surfacesOf(shape, box, at)[k].outside < 0.0;
                     })});
  }
}

/// Returns the wall of solid `number` that a particle came through when it moved by `way`. It is
/// the wall that the particle crossed last, or the nearest wall.
Wall wallCrossed(const dpd::Fluid& fluid, std::size_t number, const glm::dvec3& way,
                 const glm::dvec3& position) {
  const dpd::Solid& solid = fluid.solids[number];
  std::vector<Wall> walls;
  addWalls(solid.shape, fluid.box, isBody(solid), position - way + solid.velocity * fluid.dt,
           position, walls);
  for (std::size_t k = number + 1; k < fluid.solids.size(); ++k) {
    if (!isHole(fluid.solids[k])) continue;
    addWalls(fluid.solids[k].shape, fluid.box, false, position - way, position, walls);
  }
  return *std::ranges::max_element(walls, [](const Wall& a, const Wall& b) {
    return a.time != b.time ? a.time < b.time : a.depth > b.depth;
  });
}

}  // namespace

bool isInside(const Shape& shape, const Box& box, const glm::dvec3& place) {
  return std::ranges::all_of(surfacesOf(shape, box, place),
                             [](const Surface& each) { return each.outside < 0.0; });
}

bool isInSolid(const dpd::Fluid& fluid, std::size_t number, const glm::dvec3& place) {
  const dpd::Solid& solid = fluid.solids[number];
  if (isHole(solid) || isInside(solid.shape, fluid.box, place) != isBody(solid)) return false;
  for (std::size_t k = number + 1; k < fluid.solids.size(); ++k) {
    if (isHole(fluid.solids[k]) && isInside(fluid.solids[k].shape, fluid.box, place)) return false;
  }
  return true;
}

double fromSurfaces(const dpd::Fluid& fluid, const glm::dvec3& place) {
  double least = std::numeric_limits<double>::infinity();
  for (const dpd::Solid& solid : fluid.solids) {
    for (const Surface& each : surfacesOf(solid.shape, fluid.box, place)) {
      least = std::min(least, std::abs(each.outside));
    }
  }
  return least;
}

void passSides(const Box& box, glm::dvec3& position, glm::dvec3& before, glm::dvec3& after) {
  for (int axis = 0; axis < box.dimensions; ++axis) {
    const double length = box.size[axis];
    double& x = position[axis];
    if (box.isPeriodic(axis)) {
      x -= length * std::floor(x / length);
      if (x >= length) x = 0.0;
    } else if (x < 0.0 || x > length) {
      x = x < 0.0 ? -x : 2.0 * length - x;
      before[axis] = -before[axis];
      after[axis] = -after[axis];
    }
  }
}

void passSolids(const dpd::Fluid& fluid, const glm::dvec3& came, glm::dvec3& position,
                glm::dvec3& before, glm::dvec3& after) {
  passSides(fluid.box, position, before, after);
  for (int round = 0; round < 3; ++round) {
    bool isFree = true;
    for (std::size_t i = 0; i < fluid.solids.size(); ++i) {
      if (!isInSolid(fluid, i, position)) continue;
      isFree = false;
      const dpd::Solid& solid = fluid.solids[i];
      const glm::dvec3 way = nearestImage(fluid.box, position, came);
      const Wall wall = wallCrossed(fluid, i, way, position);
      const double speed = glm::dot(after - solid.velocity, wall.normal);
      if (speed < 0.0) {
        before -= 2.0 * glm::dot(before - solid.velocity, wall.normal) * wall.normal;
        after -= 2.0 * speed * wall.normal;
      }
      position += (wall.depth + std::min(std::max(wall.depth, 0.0), wall.most)) * wall.normal;
    }
    if (isFree) return;
    passSides(fluid.box, position, before, after);
  }
  // A particle held between walls moves to the surface of each wall in turn.
  for (int round = 0; round < 3; ++round) {
    for (std::size_t i = 0; i < fluid.solids.size(); ++i) {
      if (!isInSolid(fluid, i, position)) continue;
      const Wall wall = wallCrossed(fluid, i, fluid.solids[i].velocity * fluid.dt, position);
      position += wall.depth * wall.normal;
    }
    glm::dvec3 still(0.0), alsoStill(0.0);
    passSides(fluid.box, position, still, alsoStill);
  }
}

}  // namespace gpubuck::reference
