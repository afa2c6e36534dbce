// What a user's pointer does to the fluid: impulses, a bath, paint.
#pragma once

#include "cells/cell_grid.h"
#include "dpd/passes.h"
#include "dpd/tube.h"
#include "texel/map_pass.h"
#include "texel/sum.h"

namespace gpubuck::dpd {

/// Which way an impulse accelerates particles.
enum class ImpulseKind {
  Pull,  ///< towards the line, most strongly at it
  Stir   ///< around it, anticlockwise as seen along it; most strongly at half the radius
};

/// A pull to a line, or a stirring around it.
struct Impulse {
  Tube tube{};
  double strength = 0.0;  ///< the highest acceleration; negative: the other way
  ImpulseKind kind = ImpulseKind::Pull;
};

/// Accelerates particles near a line for one time step: shaders/dpd/impulse.glsl. With x the
/// distance to the line in units of the radius, x < 1, a pull is strength (1 - x) towards the
/// line's nearest point, stirring strength 4 x (1 - x) around it; in two dimensions the in-plane
/// part of that. It is a force from outside: the fluid takes up momentum where its particles do not
/// lie evenly around the line.
class ImpulsePass {
 public:
  ImpulsePass(const texel::Device& device, const cells::CellGrid& grid);

  /// Writes velocities and predicted velocities of `from`, changed by a time step `dt` of it, to
  /// `to`; its positions stay as they are. Throws InputError for numbers out of range.
  void run(const Impulse& impulse, double dt, const ParticleArrays& from, ParticleArrays& to);

 private:
  texel::MapPass pass_;
};

/// A medium of some temperature around a line, which heats or cools.
struct Bath {
  Tube tube{};
  double rate = 0.0;  ///< 1 / time, >= 0: at the line; it falls to 0 at the radius
  double kT = 0.0;    ///< energy, >= 0
};

/// Brings particles in a tube towards the temperature of a bath for one time step, by friction and
/// noise: shaders/dpd/bath.glsl. The friction is with a velocity that all of them share, chosen so
/// that momentum is conserved but for the rounding of each velocity; what flows differently within
/// the tube is slowed down, as by a higher viscosity.
class BathPass {
 public:
  BathPass(const texel::Device& device, const Fluid& fluid, const cells::CellGrid& grid,
           std::int64_t count);

  /// As ImpulsePass::run; the positions of `to` are overwritten. `step` keys the noise. Waits for
  /// the GPU.
  void run(const Bath& bath, const Fluid& fluid, std::int64_t step, const ParticleArrays& from,
           ParticleArrays& to);

 private:
  texel::MapPass share_;
  texel::MapPass move_;
  texel::Sum sum_;
};

/// Gives particles in a tube a species: shaders/dpd/paint.glsl. They keep their velocities, so that
/// of another mass they have another momentum.
class PaintPass {
 public:
  explicit PaintPass(const texel::Device& device);

  /// Writes positions. Throws InputError for a tube out of range.
  void run(const Tube& tube, int species, const ParticleArrays& from, texel::Vec4Array& to);

 private:
  texel::MapPass pass_;
};

}  // namespace gpubuck::dpd
