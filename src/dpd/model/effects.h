// External effects on a fluid: places where particles are accelerated, heated, turned into another
// species or moved elsewhere. Plain data; no OpenGL. shaders/dpd/effects.glsl applies them.
#pragma once

#include <cstddef>
#include <glm/geometric.hpp>
#include <glm/vec3.hpp>
#include <glm/vec4.hpp>
#include <optional>
#include <string>
#include <vector>

#include "base/enum_names.h"
#include "base/fault.h"
#include "cells/shape.h"
#include "dpd/model/clock.h"
#include "dpd/model/solids.h"

namespace gpubuck::dpd {

/// The points within a distance of a line through the box, in box coordinates. A tube has no
/// periodic images.
struct Tube {
  glm::dvec3 origin{0.0};               ///< any point of the line
  glm::dvec3 direction{0.0, 0.0, 1.0};  ///< a vector of length 1
  double radius = 1.0;                  ///< > 0

  glm::dvec3 toLine(const glm::dvec3& place) const {
    const glm::dvec3 from = place - origin;
    return glm::dot(from, direction) * direction - from;
  }
  bool contains(const glm::dvec3& place) const { return glm::length(toLine(place)) < radius; }
  bool operator==(const Tube&) const = default;
};

enum class EffectKind { Accelerate, Pull, Stir, Heat, Couple, Turn, Move };

/// An effect on the particles within a shape, or within the tube of a user's pointer. x is the
/// distance of a particle from the core of the shape, or from the line of the tube, in units of the
/// radius. At the surface x is 1. In a box or a layer x is 0 everywhere.
struct Effect {
  EffectKind kind = EffectKind::Accelerate;
  cells::Shape shape{};        ///< continues across periodic sides
  std::optional<Tube> tube{};  ///< replaces the shape; not allowed in Fluid::effects
  /// The meaning depends on the kind. Accelerate: acceleration, length / time^2, times (1 - x^2),
  /// along `direction`. A steady acceleration upwards makes a fountain, a periodic acceleration
  /// across a tank makes waves. Pull: acceleration times (1 - x), towards the middle. Stir:
  /// acceleration times 4 x (1 - x), around the axis of the cylinder or the tube, anticlockwise
  /// for an eye that looks in the direction of the axis. A negative strength of these three kinds
  /// reverses the direction. Heat: mean kinetic energy that a particle at rest takes up per unit of
  /// time by random kicks. Couple: friction per unit of time, times (1 - x), with a medium of the
  /// temperature kT. The medium also causes noise. The friction is relative to one velocity for all
  /// particles, chosen so that momentum is conserved up to the rounding of each velocity. Flows
  /// within the shape are slowed down, as by a higher viscosity. Turn, Move: probability per unit
  /// of time. The strengths of Heat, Couple, Turn and Move are not negative.
  double strength = 0.0;
  glm::dvec3 direction{0.0};  ///< direction of Accelerate, of any length above 0
  /// Period of the strength, for the kinds with a kick (EffectRow::kick). If it is above 0, the
  /// strength is multiplied by cos(2 pi time / period).
  double period = 0.0;
  double kT = 0.0;             ///< energy of Couple, >= 0
  std::optional<int> turns{};  ///< Turn: the species that turns; if empty, all species turn
  int into = 0;                ///< Turn: the species that particles become
  /// Turn with `turns`: probability per unit of time, >= 0, that a particle of the species `into`
  /// outside of the shape becomes the species `turns`.
  double back = 0.0;
  /// Move: the middle of the cube (in two dimensions, the square) where particles come in at rest,
  /// at random places. Half the edge of the cube is the radius of the shape, or half of the
  /// shortest side if the shape has no radius. The number of particles stays the same. A particle
  /// that would come into a solid is not moved in this step. Fluids with molecules cannot have this
  /// effect, which would tear their bonds.
  glm::dvec3 outlet{0.0};

  bool operator==(const Effect&) const = default;
};

/// The shapes that a kind of effects can have.
enum class EffectShapes {
  All,
  Round,      ///< with a radius
  AroundAxis  ///< a cylinder, in two dimensions a sphere
};

/// A kind of effects. Scenarios, their documents and the shaders use the rows of this table.
struct EffectRow {
  EffectKind value;
  const char* name;
  const char* help;
  const char* strength;  ///< meaning of Effect::strength, in a few words
  /// Returns the numbers of u_effectValue (effects.glsl) for the step that begins at `clock`.
  glm::dvec4 (*inStep)(const Effect& effect, const cells::Box& box, const Clock& clock);
  /// The change of a particle's velocity, a GLSL expression of the variables in effectKick() of
  /// effects.glsl. A kind with a kick may have a negative strength, and has a period. Empty for a
  /// kind that effects.glsl treats by its name.
  const char* kick = "";
  EffectShapes shapes = EffectShapes::All;
  /// The first of the words that the first effect of this kind puts into the counter of Philox. The
  /// first effects of all kinds only use words below 12. Pairs and the drag of single particles use
  /// the words 0 to 3 (noise_philox.glsl).
  int firstWord = 0;

  bool hasKick() const { return *kick != '\0'; }
};

extern const std::vector<EffectRow> kEffectKinds;

/// Returns the kinds that have a kick.
std::vector<EffectKind> kindsWithKick();

/// The largest number of effects of a fluid. Each effect takes six of the 224 vectors that OpenGL
/// ES 3.0 has for uniforms.
inline constexpr std::size_t kMaxEffects = 12;

/// Returns half the edge of the cube where an effect of the kind Move lets particles in.
double outletReach(const Effect& effect, const cells::Box& box);

/// Returns the first fault of an effect on a fluid that has `species` species and fills `room`.
/// Faults are: a shape or a tube with a fault; a kind that the shape cannot have; a number out of
/// its range; a species that does not exist; an outlet outside of the room, or larger than the box.
std::optional<Fault> faultOf(const Effect& effect, const Room& room, std::size_t species);

/// Returns whether one of the effects is of this kind.
bool haveKind(const std::vector<Effect>& effects, EffectKind kind);

}  // namespace gpubuck::dpd
