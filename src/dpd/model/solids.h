// The solids in a fluid: bodies that no particle enters, vessels that hold the fluid, and holes in
// both. Plain data; no OpenGL. shaders/dpd/solids.glsl mirrors particles at solids.
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

/// A solid. Particles are reflected at its wall as at reflecting sides. In a list of solids, a hole
/// removes its shape from the solids before it.
struct Solid {
  SolidKind kind = SolidKind::Body;
  cells::Shape shape{};  ///< at the present step
  /// The velocity of a body, length / time. The body bounces off reflecting sides and other solids,
  /// and passes through periodic sides.
  glm::dvec3 velocity{0.0};
  /// If above 0, the body swings: its velocity is multiplied by cos(2 pi time / period), and it
  /// stops at walls.
  double period = 0.0;

  bool moves() const { return velocity != glm::dvec3(0.0); }
  bool operator==(const Solid&) const = default;
};

/// The largest number of solids of a fluid. Each solid takes three of the 224 vectors that OpenGL
/// ES 3.0 has for uniforms.
inline constexpr std::size_t kMaxSolids = 12;

/// The least thickness of a flat body, the least radius or width of a vessel, and the least
/// distance of a vessel from its own image. The unit is the cut-off radius. No particle moves
/// farther than this in a step, or acts on particles farther away than this.
inline constexpr double kLeastSolid = 1.0;

/// The largest distance that a body moves per time step, in units of the cut-off radius. A particle
/// hit by a faster body could move by more than a cell in the next step, which would end the run.
inline constexpr double kSolidReach = 0.25;

/// The room of a fluid: the part of the box that its solids leave free.
struct Room {
  cells::Box box;
  std::vector<Solid> solids;
  std::vector<cells::ShapeInBox> shapes;  ///< shapes of the solids

  // The constructor is not explicit, since a box without solids is a room.
  Room(const cells::Box& sides, const std::vector<Solid>& walls = {});

  /// Returns the volume, or the area in two dimensions. It is exact if the only solid is a vessel,
  /// or if all solids are bodies that are whole in the box and do not touch; otherwise it has the
  /// error of cells::volumesOf(). Moving solids stay apart from each other, so that the volume does
  /// not change.
  double volume() const;
  /// Returns the volumes of the room in slabs of equal thickness across the last axis.
  std::vector<double> slabVolumes(int slabs) const;
  /// Returns whether a position in the box is in the room.
  bool contains(const glm::dvec3& place) const;
  /// Returns whether a place is in the room. `within` has the numbers of the shapes that contain
  /// the place, in rising order (cells::volumesOf).
  bool contains(const std::vector<std::size_t>& within) const;
};

/// Returns the vessels and holes, which do not move.
std::vector<Solid> fixedOf(const std::vector<Solid>& solids);

/// Returns the first vessel, or null if there is none.
const Solid* vesselOf(const std::vector<Solid>& solids);

/// Returns the first vessel, or null if there is none or it has a hole through which particles
/// could leave.
const Solid* closedVesselOf(const std::vector<Solid>& solids);

/// Returns the first fault of the solids of a room at a time step `dt`. Faults are: more than
/// kMaxSolids solids; a shape with a fault; a shape that overlaps its own image; a flat body or a
/// vessel that is too thin; a vessel too near to its own image; a hole as the first solid of the
/// list; a vessel or a hole with a velocity; a body that moves by more than kSolidReach per step; a
/// moving body that is not whole in the box or overlaps another solid; and solids that leave no
/// room for the fluid.
std::optional<Fault> faultOf(const Room& room, double dt);

/// Returns body `number` as it is after a step from `time` to `time` + `dt`, in which it may have
/// bounced. For a body that swings, `velocity` stays the factor of the cosine (Solid::period).
Solid moved(const Room& room, std::size_t number, double time, double dt);
/// Returns the velocity of a solid in the step from `time` to `time` + `dt`.
glm::dvec3 velocityIn(const Solid& solid, double time, double dt);

/// Returns whether a solid is a body other than a plate. A plate fills two axes of the box (one
/// axis in two dimensions).
bool isCompact(const Solid& solid, const cells::Box& box);

/// Returns whether body `number` is whole within the reflecting sides and does not overlap other
/// solids.
bool fits(const Room& room, std::size_t number);

/// Returns body `number` pushed out of sides and other solids. It still overlaps them if there is
/// no room for it nearby (fits).
Solid fitted(const Room& room, std::size_t number);

/// Returns body `number` with the velocity that moves its middle towards `target` in a time step.
/// The body takes the shortest way, and moves by at most kSolidReach. Towards a near wall it moves
/// by less, so that the fluid between body and wall can flow out. While a pointer drags the body,
/// call this function before every step.
Solid steered(const Room& room, std::size_t number, double dt, const glm::dvec3& target);

/// Returns the solid with its speed clamped to kSolidReach per time step.
Solid slowed(Solid solid, double dt);

}  // namespace gpubuck::dpd
