// The actions of a user's pointer on the fluid: impulses, a bath, paint.
#pragma once

#include <cstdint>
#include <memory>

#include "dpd/model/tube.h"
#include "dpd/steps/step.h"
#include "texel/map_pass.h"
#include "texel/sum.h"

namespace gpubuck::dpd {

/// The direction in which an impulse accelerates particles.
enum class ImpulseKind {
  Pull,  ///< towards the line, most strongly at it
  Stir   ///< around it, anticlockwise as seen along it; most strongly at half the radius
};

/// A pull towards a line, or a stirring around it.
struct Impulse {
  Tube tube{};
  double strength = 0.0;  ///< the highest acceleration; a negative one reverses the direction
  ImpulseKind kind = ImpulseKind::Pull;
};

/// Accelerates particles near a line for one time step: shaders/dpd/impulse.glsl. With x the
/// distance to the line in units of the radius, x < 1, a pull is strength (1 - x) towards the
/// line's nearest point, stirring strength 4 x (1 - x) around it; in two dimensions the in-plane
/// part of this acceleration. It is an external force: the fluid takes up momentum if its particles
/// are not spread evenly around the line.
class ImpulsePass {
 public:
  explicit ImpulsePass(Step& step);

  /// Changes velocities and predicted velocities of the step's particles by one of its time steps
  /// `dt`. Throws InputError for numbers out of range.
  void run(const Impulse& impulse, double dt);

 private:
  std::unique_ptr<ParticleChange> change_;
};

/// A medium of some temperature around a line, which heats or cools.
struct Bath {
  Tube tube{};
  double rate = 0.0;  ///< at the line, 1 / time, >= 0; falls to 0 at the radius
  double kT = 0.0;    ///< energy, >= 0
};

/// Brings particles in a tube towards the temperature of a bath for one time step, by friction and
/// noise: shaders/dpd/bath.glsl. The friction acts relative to one velocity for all of them, chosen
/// so that momentum is conserved but for the rounding of each velocity. Flows within the tube are
/// slowed down, as by a higher viscosity.
class BathPass {
 public:
  BathPass(const texel::Device& device, const Fluid& fluid, Step& step, std::int64_t count);

  /// Does the same as ImpulsePass::run for a bath. `number` is the number of the step, which keys
  /// the noise. Waits for the GPU.
  void run(const Bath& bath, const Fluid& fluid, std::int64_t number);

 private:
  Step* step_;
  texel::MapPass share_;
  std::unique_ptr<ParticleChange> change_;
  texel::Vec4Array shares_;
  texel::Sum sum_;
};

/// Gives particles in a tube a species: shaders/dpd/paint.glsl. They keep their velocities, so that
/// their momentum changes if the species have different masses.
class PaintPass {
 public:
  explicit PaintPass(Step& step);

  /// Throws InputError for a tube out of range.
  void run(const Tube& tube, int species);

 private:
  std::unique_ptr<ParticleChange> change_;
};

}  // namespace gpubuck::dpd
