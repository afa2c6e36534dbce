// The solids in a fluid: bodies that no particle enters, vessels that hold the fluid, and holes in
// both. Plain data; no OpenGL. shaders/dpd/solids.glsl mirrors particles at them.
#pragma once

#include <cstddef>
#include <glm/vec3.hpp>
#include <optional>
#include <string>
#include <vector>

#include "base/enum_names.h"
#include "base/fault.h"
#include "cells/shape.h"

namespace gpubuck::dpd {

enum class SolidKind { Body, Vessel, Hole };

extern const std::vector<EnumName<SolidKind>> kSolidKinds;

/// A solid: a wall as reflecting sides are. In a list of solids a hole takes its shape away from
/// the solids before it.
struct Solid {
  SolidKind kind = SolidKind::Body;
  cells::Shape shape{};  ///< at the present step
  /// The velocity of a body, length / time. The body stays within reflecting sides and bounces off
  /// these sides and off other solids; it passes through periodic sides.
  glm::dvec3 velocity{0.0};
  /// Above 0 a body swings, with the velocity times cos(2 pi time / period), and stops at walls.
  double period = 0.0;

  bool moves() const { return velocity != glm::dvec3(0.0); }
  bool operator==(const Solid&) const = default;
};

/// The most solids of a fluid: each takes three of the vectors that OpenGL ES 3.0 has for uniforms.
inline constexpr std::size_t kMaxSolids = 12;

/// The least thickness of a flat body, the least radius or width of a vessel, and the least
/// distance of a vessel from its own image, in units of the cut-off radius: no particle moves or
/// acts over a larger distance in a step.
inline constexpr double kLeastSolid = 1.0;

/// The largest distance that a body moves per time step, in units of the cut-off radius. A particle
/// hit by a faster body could cross a cell in the next step, which ends a run.
inline constexpr double kSolidReach = 0.25;

/// The room of a fluid: what its solids leave of the box.
struct Room {
  cells::Box box;
  std::vector<Solid> solids;
  std::vector<cells::ShapeInBox> shapes;  ///< shapes of the solids

  // A box without solids is a room.
  Room(const cells::Box& sides, const std::vector<Solid>& walls = {});

  /// Returns the volume, in two dimensions the area: exact if all solids are whole in the box and
  /// do not touch, otherwise with the error of cells::volumesOf(). Solids that move stay apart, so
  /// that the volume does not change.
  double volume() const;
  /// Returns the volumes of the room in slabs of equal thickness across the last axis.
  std::vector<double> slabVolumes(int slabs) const;
  /// Returns whether a position in the box is in the room.
  bool contains(const glm::dvec3& place) const;
  /// Returns whether a place is in the room. `within` has the numbers of the shapes that contain
  /// the place, in rising order (cells::volumesOf).
  bool contains(const std::vector<std::size_t>& within) const;
};

/// Returns the vessels and holes. Vessels and holes stay at their places: a fluid begins in them.
std::vector<Solid> fixedOf(const std::vector<Solid>& solids);

/// Returns the first vessel, or null without one.
const Solid* vesselOf(const std::vector<Solid>& solids);

/// Returns the first vessel if there is no hole in it, through which particles could leave,
/// otherwise null.
const Solid* closedVesselOf(const std::vector<Solid>& solids);

/// Returns the first fault of the solids of a room at a time step `dt`: a shape with a fault, or a
/// shape that overlaps its own image; a flat body or a vessel that is too thin; a vessel too near
/// to its own image; a hole before all solids; a vessel or a hole with a velocity; a body that
/// moves by more than kSolidReach per step; a moving body that is not whole in the box or overlaps
/// another solid; no room at all.
std::optional<Fault> faultOf(const Room& room, double dt);

/// Returns body `number` after a step from `time` to `time` + `dt`; `velocity` keeps its meaning.
Solid moved(const Room& room, std::size_t number, double time, double dt);
/// Returns the velocity of a solid in the step from `time` to `time` + `dt`.
glm::dvec3 velocityIn(const Solid& solid, double time, double dt);

/// Returns whether a solid is a body, but not a plate, which fills two axes of the box (one axis in
/// two dimensions).
bool isCompact(const Solid& solid, const cells::Box& box);

/// Returns whether body `number` is whole within reflecting sides and apart from other solids.
bool fits(const Room& room, std::size_t number);

/// Returns the body at the nearest place where it fits into the room, if it fits at all.
Solid fitted(const Room& room, std::size_t number);

/// Returns the body with the velocity that moves its middle towards `target` in a time step: the
/// shortest way, at most kSolidReach, and less towards a near wall, so that the fluid between them
/// can flow out. A pointer that drags the body calls it before every step.
Solid steered(const Room& room, std::size_t number, double dt, const glm::dvec3& target);

/// Returns the solid with its speed clamped to kSolidReach per time step.
Solid slowed(Solid solid, double dt);

}  // namespace gpubuck::dpd
