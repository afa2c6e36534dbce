#include "dpd/model/solids.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <glm/geometric.hpp>
#include <numbers>

namespace gpubuck::dpd {
namespace {

using cells::Box;
using cells::ShapeInBox;

// Tolerance for positions that were rounded when a box was scaled or a body was moved.
constexpr double kPlaceRounding = 1e-9;

/// The distance of a body from another solid, negative if they overlap, and the direction of the
/// body's motion in which the distance grows.
struct Gap {
  double size;
  glm::dvec3 normal;
};

/// Returns the gap between a body with its middle at `centre` and the wall of a shape around the
/// body. The gap is least at a corner of the body's core.
Gap gapInside(const ShapeInBox& wall, const ShapeInBox& body, const glm::dvec3& centre) {
  Gap least{std::numeric_limits<double>::infinity(), glm::dvec3(0.0)};
  for (int corner = 0; corner < 8; ++corner) {
    const glm::dvec3 sides(corner & 1 ? 1.0 : -1.0, corner & 2 ? 1.0 : -1.0,
                           corner & 4 ? 1.0 : -1.0);
    const glm::dvec3 at = centre + sides * body.half();
    const double size = -wall.distance(at) - body.radius();
    if (size < least.size) least = {size, -wall.gradient(at)};
  }
  return least;
}

/// Returns the gap between `body` and the solid `other`. Holes in this solid enlarge the gap.
Gap gapTo(const Room& room, std::size_t other, const ShapeInBox& body) {
  const ShapeInBox& shape = room.shapes[other];
  Gap gap;
  if (room.solids[other].kind == SolidKind::Vessel) {
    gap = gapInside(shape, body, body.centre());
  } else {
    const ShapeInBox grown = shape.grownBy(body);
    gap = {grown.distance(body.centre()), grown.gradient(body.centre())};
  }
  for (std::size_t hole = other + 1; hole < room.solids.size(); ++hole) {
    if (room.solids[hole].kind != SolidKind::Hole) continue;
    const ShapeInBox& free = room.shapes[hole];
    // A hole that is too narrow for the body does not count.
    if (gapInside(free, body, free.centre()).size < 0.0) continue;
    const Gap inHole = gapInside(free, body, body.centre());
    if (inHole.size > gap.size) gap = inHole;
  }
  return gap;
}

/// Returns whether a place is free of solids. `isWithin(i)` says whether shape i contains the
/// place.
template <typename IsWithin>
bool isFree(const std::vector<Solid>& solids, IsWithin isWithin) {
  bool isSolid = false;
  for (std::size_t i = 0; i < solids.size(); ++i) {
    const bool isIn = isWithin(i);
    if (solids[i].kind == SolidKind::Hole) {
      isSolid = isSolid && !isIn;
    } else {
      isSolid = isSolid || isIn == (solids[i].kind == SolidKind::Body);
    }
  }
  return !isSolid;
}

/// Calls visit(other, gap) for each solid that body `number` can touch. `body` is its present
/// shape.
template <typename Visit>
void visitGaps(const Room& room, std::size_t number, const ShapeInBox& body, Visit visit) {
  for (std::size_t other = 0; other < room.solids.size(); ++other) {
    if (other == number || room.solids[other].kind == SolidKind::Hole) continue;
    visit(other, gapTo(room, other, body));
  }
}

/// Calls visit(axis, low, high) for each axis that has reflecting sides and that the body does not
/// fill. `low` and `high` are the distances of the body from the two sides.
template <typename Visit>
void visitSides(const Box& box, const ShapeInBox& body, Visit visit) {
  for (int axis = 0; axis < box.dimensions; ++axis) {
    if (box.isPeriodic(axis) || body.high(axis) >= ShapeInBox::kEndless) continue;
    visit(axis, body.low(axis), box.size[axis] - body.high(axis));
  }
}

/// Brings the middle of a shape into the box along periodic axes.
cells::Shape wrapped(const cells::Shape& shape, const Box& box) {
  const glm::dvec3 middle = ShapeInBox(shape, box).centre();
  glm::dvec3 by(0.0);
  for (int axis = 0; axis < box.dimensions; ++axis) {
    if (!box.isPeriodic(axis)) continue;
    by[axis] = cells::wrapped(middle[axis], box.size[axis]) - middle[axis];
  }
  return by == glm::dvec3(0.0) ? shape : cells::shifted(shape, by);
}

/// Moves a body out of sides and other solids by the depth of its overlap.
cells::Shape pushedOut(const Room& room, std::size_t number, cells::Shape shape) {
  constexpr int kMostRounds = 8;
  for (int round = 0; round < kMostRounds; ++round) {
    bool isFree = true;
    const auto push = [&](const glm::dvec3& by) {
      shape = cells::shifted(shape, by);
      isFree = false;
    };
    visitGaps(room, number, ShapeInBox(shape, room.box), [&](std::size_t, const Gap& gap) {
      if (gap.size < 0.0) push(-gap.size * gap.normal);
    });
    visitSides(room.box, ShapeInBox(shape, room.box), [&](int axis, double low, double high) {
      glm::dvec3 by(0.0);
      by[axis] = std::max(0.0, -low) - std::max(0.0, -high);
      if (by[axis] != 0.0) push(by);
    });
    if (isFree) break;
  }
  return shape;
}

/// Returns the largest distance by which a dragged body may approach a wall in one time step if the
/// gap between them is `gap`. The fluid in the gap needs time to flow out. A sphere that approached
/// by kSolidReach per step would squeeze particles until one of them is too fast and the run ends.
double largestApproach(double gap) {
  constexpr double kShare = 1.0 / 20.0;  // a share of 1/16 can fail with a sphere nearly as wide as
                                         // its box
  constexpr double kContact = 0.1;       // length; a body within this distance can reach the wall
  return std::min(kShare * (gap + kContact), gap);
}

std::optional<Fault> faultOfShape(const Solid& solid, const Box& box, const std::string& path) {
  if (const auto fault = cells::faultOf(solid.shape, box)) {
    return Fault{path + fault->key, fault->why};
  }
  const ShapeInBox shape(solid.shape, box);
  const bool isVessel = solid.kind == SolidKind::Vessel;
  const std::string key = path + (shape.radius() > 0.0 ? "radius" : "shape");
  for (int axis = 0; axis < box.dimensions; ++axis) {
    if (shape.high(axis) >= ShapeInBox::kEndless) continue;
    const double width = shape.high(axis) - shape.low(axis), size = box.size[axis];
    const double least = shape.radius() > 0.0 ? 2.0 * kLeastSolid : kLeastSolid;
    const bool mustBeThick = isVessel || (shape.radius() == 0.0 && solid.kind == SolidKind::Body);
    const char name = cells::kAxisNames[axis];
    if (mustBeThick && width < least * (1.0 - kPlaceRounding)) {
      return Fault{key, fmt::format("makes the solid {:.6g} wide along {}; the minimum is {}",
                                    width, name, least)};
    }
    if (!box.isPeriodic(axis)) continue;
    const double most = isVessel ? size - kLeastSolid : size;
    if (width <= most * (1.0 + kPlaceRounding) || (!isVessel && shape.radius() == 0.0)) continue;
    return Fault{key, fmt::format("makes the solid {:.6g} wide along {}, too near to its image "
                                  "across the periodic side of {}; the maximum is {}",
                                  width, name, size, most)};
  }
  return {};
}

std::optional<Fault> faultOfMotion(const Room& room, std::size_t number, double dt,
                                   const std::string& path) {
  const Solid& solid = room.solids[number];
  if (!solid.moves()) return {};
  const std::string key = path + "velocity";
  if (solid.kind != SolidKind::Body) {
    return Fault{key, fmt::format("only a body moves, not a {}", nameOf(kSolidKinds, solid.kind))};
  }
  double squaredSpeed = 0.0;
  for (int axis = 0; axis < room.box.dimensions; ++axis) {
    squaredSpeed += solid.velocity[axis] * solid.velocity[axis];
  }
  const double distance = std::sqrt(squaredSpeed) * dt;
  // The velocity that steered() returns may be a little too large, because of rounding.
  if (!(distance <= kSolidReach * (1.0 + kPlaceRounding))) {
    return Fault{key, fmt::format("moves the body by {} per time step of {}; the maximum is {}",
                                  distance, dt, kSolidReach)};
  }
  std::optional<Fault> fault;
  const ShapeInBox& body = room.shapes[number];
  visitSides(room.box, body, [&](int axis, double low, double high) {
    const double outside = -std::min(low, high);
    if (fault || outside <= kPlaceRounding * room.box.size[axis]) return;
    fault = Fault{key, fmt::format("moves a body that reaches out of the box by {:.3g} along {}",
                                   outside, cells::kAxisNames[axis])};
  });
  visitGaps(room, number, body, [&](std::size_t other, const Gap& gap) {
    if (fault || gap.size >= -kPlaceRounding * room.box.size.x) return;
    fault = Fault{
        key, fmt::format("moves a body that reaches into solid.{} by {:.3g}", other, -gap.size)};
  });
  return fault;
}

}  // namespace

const std::vector<EnumName<SolidKind>> kSolidKinds{
    {SolidKind::Body, "body", "No particle enters the shape."},
    {SolidKind::Vessel, "vessel", "No particle leaves the shape: it holds the fluid."},
    {SolidKind::Hole, "hole", "Takes its shape away from the solids before it in the file."}};

Room::Room(const Box& sides, const std::vector<Solid>& walls) : box(sides), solids(walls) {
  for (const Solid& solid : solids) shapes.emplace_back(solid.shape, box);
}

bool Room::contains(const glm::dvec3& place) const {
  return isFree(solids, [&](std::size_t i) { return shapes[i].contains(place); });
}

bool Room::contains(const std::vector<std::size_t>& within) const {
  auto next = within.begin();
  return isFree(solids, [&](std::size_t i) {
    if (next == within.end() || *next != i) return false;
    ++next;
    return true;
  });
}

double Room::volume() const {
  double rest = box.volume();
  bool areApart = true;
  for (std::size_t i = 0; i < shapes.size() && areApart; ++i) {
    const std::optional<double> whole = shapes[i].wholeVolume();
    const bool isVessel = solids[i].kind == SolidKind::Vessel;
    areApart = whole && (isVessel ? solids.size() == 1 : solids[i].kind == SolidKind::Body);
    for (std::size_t j = 0; j < i && areApart; ++j) {
      areApart = shapes[j].grownBy(shapes[i]).distance(shapes[i].centre()) >= 0.0;
    }
    if (areApart) rest = isVessel ? *whole : rest - *whole;
  }
  if (areApart) return rest;
  const auto ownerOf = [&](const std::vector<std::size_t>& within) {
    return contains(within) ? 0 : -1;
  };
  return cells::volumesOf(box, shapes, 1, ownerOf)[0];
}

std::vector<double> Room::slabVolumes(int slabs) const {
  const auto count = static_cast<std::size_t>(slabs);
  if (solids.empty()) return std::vector<double>(count, box.volume() / slabs);
  const int last = box.dimensions - 1;
  const auto bound = [&](int slab) { return box.size[last] * slab / slabs; };
  std::vector<ShapeInBox> all = shapes;
  for (int k = 0; k < slabs; ++k) {
    const cells::Shape slab{
        .kind = cells::ShapeKind::Layer, .axis = last, .from = bound(k), .to = bound(k + 1)};
    all.emplace_back(slab, box);
  }
  return cells::volumesOf(box, all, count, [&](std::vector<std::size_t> within) {
    if (within.empty() || within.back() < shapes.size()) return -1;
    const std::size_t slab = within.back() - shapes.size();
    within.pop_back();
    return contains(within) ? static_cast<int>(slab) : -1;
  });
}

std::vector<Solid> fixedOf(const std::vector<Solid>& solids) {
  std::vector<Solid> fixed = solids;
  std::erase_if(fixed, [](const Solid& solid) { return solid.kind == SolidKind::Body; });
  return fixed;
}

const Solid* vesselOf(const std::vector<Solid>& solids) {
  const auto vessel = std::ranges::find(solids, SolidKind::Vessel, &Solid::kind);
  return vessel != solids.end() ? &*vessel : nullptr;
}

const Solid* closedVesselOf(const std::vector<Solid>& solids) {
  const auto vessel = std::ranges::find(solids, SolidKind::Vessel, &Solid::kind);
  const bool isOpen = std::any_of(vessel, solids.end(),
                                  [](const Solid& solid) { return solid.kind == SolidKind::Hole; });
  return vessel != solids.end() && !isOpen ? &*vessel : nullptr;
}

std::optional<Fault> faultOf(const Room& room, double dt) {
  if (room.solids.size() > kMaxSolids) {
    return Fault{"solid",
                 fmt::format("{} solids; at most {} are allowed", room.solids.size(), kMaxSolids)};
  }
  const auto pathOf = [](std::size_t i) { return fmt::format("solid.{}.", i); };
  for (std::size_t i = 0; i < room.solids.size(); ++i) {
    if (auto fault = faultOfShape(room.solids[i], room.box, pathOf(i))) return fault;
  }
  for (std::size_t i = 0; i < room.solids.size(); ++i) {
    if (auto fault = faultOfMotion(room, i, dt, pathOf(i))) return fault;
  }
  if (!room.solids.empty() && room.solids[0].kind == SolidKind::Hole) {
    return Fault{"solid.0.kind", "a hole cuts the solids before it, and cannot be the first solid"};
  }
  if (!room.solids.empty() && !(room.volume() > kPlaceRounding * room.box.volume())) {
    return Fault{"solid", "the solids leave no room for the fluid"};
  }
  return {};
}

glm::dvec3 velocityIn(const Solid& solid, double time, double dt) {
  if (solid.period == 0.0) return solid.velocity;
  // The cosine at the middle of the step equals the mean of the cosine over the step up to an error
  // of order dt^2. fmod keeps the phase exact at late times.
  const double phase = std::fmod(time + 0.5 * dt, solid.period) / solid.period;
  return solid.velocity * std::cos(2.0 * std::numbers::pi * phase);
}

Solid moved(const Room& room, std::size_t number, double time, double dt) {
  Solid next = room.solids[number];
  glm::dvec3 way = velocityIn(next, time, dt) * dt;
  if (room.box.dimensions == 2) way.z = 0.0;
  if (way == glm::dvec3(0.0)) return next;
  next.shape = cells::shifted(next.shape, way);
  const auto bounce = [&](double depth, const glm::dvec3& normal) {
    next.shape = cells::shifted(next.shape, 2.0 * depth * normal);
    next.velocity -= 2.0 * std::min(0.0, glm::dot(next.velocity, normal)) * normal;
  };
  if (next.period == 0.0) {
    visitSides(room.box, ShapeInBox(next.shape, room.box), [&](int axis, double low, double high) {
      glm::dvec3 normal(0.0);
      normal[axis] = low < 0.0 ? 1.0 : -1.0;
      if (std::min(low, high) < 0.0) bounce(-std::min(low, high), normal);
    });
    visitGaps(room, number, ShapeInBox(next.shape, room.box), [&](std::size_t, const Gap& gap) {
      if (gap.size < 0.0) bounce(-gap.size, gap.normal);
    });
  }
  next.shape = wrapped(pushedOut(room, number, next.shape), room.box);
  return next;
}

bool isCompact(const Solid& solid, const Box& box) {
  if (solid.kind != SolidKind::Body) return false;
  const glm::dvec3 half = ShapeInBox(solid.shape, box).half();
  int filled = 0;
  for (int axis = 0; axis < box.dimensions; ++axis) {
    filled += half[axis] >= ShapeInBox::kEndless ? 1 : 0;
  }
  return filled < box.dimensions - 1;
}

bool fits(const Room& room, std::size_t number) {
  const double rounding = -kPlaceRounding * room.box.size.x;
  bool areApart = true;
  visitSides(room.box, room.shapes[number], [&](int, double low, double high) {
    areApart = areApart && std::min(low, high) >= rounding;
  });
  visitGaps(room, number, room.shapes[number],
            [&](std::size_t, const Gap& gap) { areApart = areApart && gap.size >= rounding; });
  return areApart;
}

Solid fitted(const Room& room, std::size_t number) {
  Solid solid = room.solids[number];
  solid.shape = wrapped(pushedOut(room, number, solid.shape), room.box);
  return solid;
}

Solid steered(const Room& room, std::size_t number, double dt, const glm::dvec3& target) {
  Solid solid = room.solids[number];
  const ShapeInBox& body = room.shapes[number];
  const cells::Shape wanted = cells::shifted(solid.shape, target - body.centre());
  const ShapeInBox there(pushedOut(room, number, wanted), room.box);
  glm::dvec3 way = room.box.nearestImage(there.centre() - body.centre());
  if (room.box.dimensions == 2) way.z = 0.0;
  way *= kSolidReach / std::max(glm::length(way), kSolidReach);
  const auto approach = [&](double gap, const glm::dvec3& normal) {
    way += std::max(0.0, -glm::dot(way, normal) - largestApproach(std::max(0.0, gap))) * normal;
  };
  visitGaps(room, number, body,
            [&](std::size_t, const Gap& gap) { approach(gap.size, gap.normal); });
  visitSides(room.box, body, [&](int axis, double low, double high) {
    glm::dvec3 inwards(0.0);
    inwards[axis] = 1.0;
    approach(low, inwards);
    approach(high, -inwards);
  });
  solid.velocity = way / dt;
  return solid;
}

Solid slowed(Solid solid, double dt) {
  const double distance = glm::length(solid.velocity) * dt;
  if (distance > kSolidReach) solid.velocity *= kSolidReach / distance;
  return solid;
}

}  // namespace gpubuck::dpd
