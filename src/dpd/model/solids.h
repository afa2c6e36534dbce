// The fixed walls in a box: a container that the fluid is inside of, and a partition with a hole.
// Plain data; no OpenGL. The obstacle, a wall that moves, is in dpd/model/obstacle.h.
#pragma once

#include <glm/vec3.hpp>
#include <optional>
#include <string>

#include "cells/box.h"

namespace gpubuck::dpd {

/// A hollow sphere, in two dimensions a circle, that the fluid is inside of.
struct Container {
  double radius = 0.0;     ///< 0 without a container
  glm::dvec3 centre{0.0};  ///< at least the radius away from all sides of the box

  bool isThere() const { return radius > 0.0; }
  bool operator==(const Container&) const = default;
};

/// The least radius of a container, in units of the cut-off radius.
inline constexpr double kLeastContainer = 1.0;

/// The least thickness of a partition, and the least width of the space to either side of it, in
/// units of the cut-off radius: no particle moves farther in a step, nor acts on others farther
/// away.
inline constexpr double kLeastPartition = 1.0;

/// A plate across the box, with a round hole, in two dimensions a gap.
struct Partition {
  double thickness = 0.0;      ///< 0 without a partition
  int axis = 0;                ///< of the box, across the plate; its sides are reflecting
  double position = 0.0;       ///< of the middle of the plate, along the axis
  double holeRadius = 0.0;     ///< 0 without a hole
  glm::dvec3 holeCentre{0.0};  ///< in the box; along the axis it does not count

  bool isThere() const { return thickness > 0.0; }
  double low() const { return position - thickness / 2.0; }
  double high() const { return position + thickness / 2.0; }
  bool operator==(const Partition&) const = default;
};

/// Returns the radius of the largest container that fits into a box.
double largestContainer(const cells::Box& box);

/// Returns the container shrunk and moved as little as it takes to lie in a box that is large
/// enough for one.
Container fitted(Container container, const cells::Box& box);

/// The room of a fluid: the box and its fixed walls.
struct Room {
  cells::Box box;
  Container container{};
  Partition partition{};

  // A box without walls is a room.
  Room(const cells::Box& sides, const Container& holder = {}, const Partition& plate = {})
      : box(sides), container(holder), partition(plate) {}

  /// Returns the vector from the middle of the container to a position. In two dimensions z is 0.
  glm::dvec3 fromContainer(const glm::dvec3& place) const;
  /// Returns the volume, in two dimensions the area, of the container or else of the box.
  double volume() const;
  /// Returns whether a position in the box is in the room: in the container, and not in the plate.
  bool contains(const glm::dvec3& place) const;
};

/// A fault of a solid: the key, such as "obstacle.centre.2", and the reason.
struct SolidFault {
  std::string key, why;
};

/// Returns the first fault of the walls of a room: a container that does not fit into the box, or
/// is nearer than the cut-off to its own image; a partition too thin, too near to a side or across
/// a periodic axis, or whose hole is not in the box; both at once; a number that is not finite.
std::optional<SolidFault> faultOf(const Room& room);

}  // namespace gpubuck::dpd
