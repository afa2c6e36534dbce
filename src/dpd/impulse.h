// Impulses that a user's pointer gives to the fluid.
#pragma once

#include <glm/vec3.hpp>

#include "dpd/passes.h"
#include "search/cell_grid.h"
#include "texel/map_pass.h"

namespace gpubuck::dpd {

/// A line of sight through the box, at the pointer, and its pull. Box coordinates.
struct Impulse {
  glm::dvec3 origin{0.0};               ///< any point of the line
  glm::dvec3 direction{0.0, 0.0, 1.0};  ///< of length 1
  double radius = 1.0;                  ///< > 0; how far from the line it is felt
  double strength = 0.0;  ///< acceleration at the line, towards it if positive, away if negative
};

/// Pulls particles to a line for one time step: shaders/dpd/impulse.glsl. At distance d < radius
/// from the line a particle is accelerated by strength (1 - d / radius) towards the line's nearest
/// point, in two dimensions by the in-plane part of that.
///
/// The line has no periodic images.
class ImpulsePass {
 public:
  ImpulsePass(const texel::Device& device, const search::CellGrid& grid);

  /// Writes velocities and predicted velocities of `from`, changed by a time step `dt` of the pull,
  /// to `to`; its positions stay as they are. Throws InputError for numbers out of range.
  void run(const Impulse& impulse, double dt, const ParticleArrays& from, ParticleArrays& to);

 private:
  texel::MapPass pass_;
};

}  // namespace gpubuck::dpd
