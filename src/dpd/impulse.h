// Impulses that a user's pointer gives to the fluid.
#pragma once

#include <glm/vec3.hpp>

#include "dpd/passes.h"
#include "search/cell_grid.h"
#include "texel/map_pass.h"

namespace gpubuck::dpd {

/// Which way an impulse accelerates particles.
enum class ImpulseKind {
  Pull,  ///< towards the line, most strongly at it
  Stir   ///< around it, as hands of a clock turn back for who looks along it; most strongly at half
         ///< the radius
};

/// A line of sight through the box, at the pointer, and what it does to the fluid. Box coordinates.
struct Impulse {
  glm::dvec3 origin{0.0};               ///< any point of the line
  glm::dvec3 direction{0.0, 0.0, 1.0};  ///< of length 1
  double radius = 1.0;                  ///< > 0; how far from the line it is felt
  double strength = 0.0;                ///< the highest acceleration; negative: the other way
  ImpulseKind kind = ImpulseKind::Pull;
};

/// Accelerates particles near a line for one time step: shaders/dpd/impulse.glsl. With x the
/// distance to the line in units of the radius, x < 1, a pull is strength (1 - x) towards the
/// line's nearest point, stirring strength 4 x (1 - x) around it; in two dimensions the in-plane
/// part of that. It is a force from outside: the fluid takes up momentum where its particles do not
/// lie evenly around the line.
///
/// The line has no periodic images.
class ImpulsePass {
 public:
  ImpulsePass(const texel::Device& device, const search::CellGrid& grid);

  /// Writes velocities and predicted velocities of `from`, changed by a time step `dt` of it, to
  /// `to`; its positions stay as they are. Throws InputError for numbers out of range.
  void run(const Impulse& impulse, double dt, const ParticleArrays& from, ParticleArrays& to);

 private:
  texel::MapPass pass_;
};

}  // namespace gpubuck::dpd
