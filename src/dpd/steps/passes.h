// The particles of a fluid in textures and in buffers, the map passes over them, and the GLSL that
// adapts the shaders to a fluid.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <utility>
#include <vector>

#include "cells/cell_grid.h"
#include "dpd/model/clock.h"
#include "dpd/model/fluid.h"
#include "dpd/model/particle_state.h"
#include "dpd/steps/neighbourhood.h"
#include "dpd/steps/step_settings.h"
#include "texel/array.h"
#include "texel/buffer_pass.h"
#include "texel/map_pass.h"

namespace gpubuck::dpd {

/// Invocations per work group, first for passes whose invocations have uneven work, then for all
/// other passes. docs/performance.md explains the numbers.
inline constexpr int kUnevenGroup = 32;
inline constexpr int kEvenGroup = 256;

/// Particles in buffers: position, velocity and predicted velocity as in ParticleState, four
/// numbers each.
struct ParticleBuffers {
  ParticleBuffers(std::int64_t count, const std::string& prefix);

  texel::UIntBuffer position;
  texel::UIntBuffer velocity;
  texel::UIntBuffer predicted;

  /// Upload and download particles in the order of the buffers.
  void upload(const ParticleState& state);
  ParticleState download() const;

  /// Return the particles as b_position, b_velocity and b_predicted of a body.
  static std::vector<texel::Block> blocks();
  std::vector<texel::Input> inputs() const;
  std::vector<texel::Output> outputs();
  /// Returns the particles as u_position, u_velocity and u_predicted of
  /// shaders/dpd/particle_texels.glsl.
  std::vector<texel::Input> texels() const;
};

/// The state of all particles on the GPU, in the layout of ParticleState.
struct ParticleArrays {
  ParticleArrays(const texel::Device& device, std::int64_t count, const std::string& suffix);

  texel::Vec4Array position;
  texel::Vec4Array velocity;
  texel::Vec4Array predicted;

  /// Upload and download particles in the order of the arrays.
  void upload(const ParticleState& state);
  ParticleState download() const;

  /// Returns the array that a body writes as `output`, such as "o_position".
  texel::Vec4Array& array(const std::string& output);
  /// Returns the inputs u_position, u_velocity and u_predicted of a body.
  std::vector<texel::Input> inputs() const;
  /// Returns the outputs o_position, o_velocity and o_predicted of a body.
  std::vector<texel::Output> outputs();
};

/// The outputs of a pass that writes whole particles.
extern const std::vector<texel::MapPassInfo::Variable> kParticleOutputs;

/// Returns the GLSL that brings a noise into a body: Noise::shader.
std::string noisePrologue(NoiseKind kind);

/// Returns the GLSL that brings the force law of a fluid into a body: PairLaw::constants and its
/// shader.
std::string lawPrologue(const Fluid& fluid);

/// Returns the GLSL of lawPrologue() and effectsPrologue(). If this text changes, the pass that
/// finds the velocity after a step needs another variant.
std::string forcesPrologue(const Fluid& fluid);

/// Returns the GLSL that defines SOFTWARE on a software renderer.
std::string softwarePrologue(const texel::Device& device);

/// Returns the GLSL that pair_terms.glsl and velocity_after.glsl need in addition to particles and
/// cells: constants, noise, force law, and the uniforms that may change while a fluid runs
/// (scenario::requireChangeable).
std::string fluidPrologue(const texel::Device& device, const Fluid& fluid);
/// Returns the GLSL of a function forEachNeighbour that notes near particles before it visits them.
/// The function calls the accessors of a Neighbourhood. Its text must therefore follow the text of
/// the accessors.
std::string nearFirstPrologue(const texel::Device& device);
/// Returns the GLSL by which a body reads the density at particles (Density), which is 0 if the
/// force law of the fluid needs no density. The text must follow the accessors of a Neighbourhood.
std::string densityPrologue(const Fluid& fluid);
/// Returns the inverse mass of each species.
std::vector<float> inverseMasses(const Fluid& fluid);
/// Returns sqrt(2 drag kT / (m dt)) of each species.
std::vector<float> dragNoises(const Fluid& fluid);
/// Returns 1/2 + lambda of the integrator.
float predictionOf(const Fluid& fluid);
/// Sets the uniforms of the force law that are the same for all pairs. setCoefficients() also sets
/// them.
void setLaw(texel::Pass& pass, const Fluid& fluid);
void setCoefficients(texel::Pass& pass, const Fluid& fluid);
/// Returns the unit of exact sums over the pairs of a fluid (shaders/dpd/sum_exact.glsl). It is a
/// power of two such that a sum can be 32,768 times the largest force of a pair, with a resolution
/// of 2^-25 times this force. Sums of energies and virials are not larger than sums of forces,
/// since an energy or a virial is a force times a length of at most the cut-off, which is 1.
float sumUnit(const Fluid& fluid);
/// Returns the unit of exact sums of numbers that are at most `largest`.
float sumUnit(double largest);
/// Sets the seed and the step on which the noise depends, in a pass without the effects of a fluid.
void setNoise(texel::Pass& pass, std::uint32_t seed, std::int64_t step);
/// Sets the uniforms of noise and effects, which change from step to step, for the step that begins
/// at `clock`.
void setStep(texel::Pass& pass, const Fluid& fluid, const Clock& clock);
/// Sets how force_move.glsl predicts velocities.
void setIntegrator(texel::Pass& pass, const Fluid& fluid);

/// Returns the GLSL that selects the variant of force_move.glsl: with or without solids, and with
/// or without edges of solids. A fluid thus pays nothing for solids or edges that it does not have.
std::string movePrologue(const Fluid& fluid);
/// Sets the solids of `fluid` in a pass whose prologue is for this number of solids. The solids
/// must be as they are at the end of the step.
void setSolids(texel::Pass& pass, const Fluid& fluid);

/// A pass whose body includes force_move.glsl. movePrologue() and forcesPrologue() of the fluid
/// determine the variant of its shader; if one of these texts changes, MovePass compiles another
/// variant. The type Pass is texel::MapPass or texel::BufferPass.
template <typename Pass>
class MovePass {
 public:
  /// `make` compiles the pass for a fluid; movePrologue() is a part of its prologue.
  MovePass(const Fluid& fluid, std::function<Pass(const Fluid&)> make)
      : fluid_(fluid), make_(std::move(make)), pass_(make_(fluid)) {
    setAll();
  }

  /// Sets the values of the fluid that may change while it runs (scenario::requireChangeable),
  /// except the solids.
  void setFluid(Fluid fluid) {
    fluid.solids = fluid_.solids;
    const bool isOther = forcesPrologue(fluid) != forcesPrologue(fluid_) ||
                         movePrologue(fluid) != movePrologue(fluid_);
    if (isOther) pass_ = make_(fluid);
    fluid_ = std::move(fluid);
    setAll();
  }

  /// Sets the solids as they are at the end of the next step.
  void setSolids(const std::vector<Solid>& solids) {
    if (solids == fluid_.solids) return;
    const std::string before = movePrologue(fluid_);
    fluid_.solids = solids;
    const bool isOther = movePrologue(fluid_) != before;
    if (isOther) {
      pass_ = make_(fluid_);
      setAll();
    } else {
      dpd::setSolids(pass_, fluid_);
    }
  }

  /// Returns the pass, ready to run for the step that begins at `clock`; a particle that fails is
  /// marked with `blockStep`.
  Pass& at(const Clock& clock, int blockStep) {
    setStep(pass_, fluid_, clock);
    pass_.set("u_blockStep", blockStep);
    return pass_;
  }

  const Fluid& fluid() const { return fluid_; }

 private:
  void setAll() {
    setCoefficients(pass_, fluid_);
    setIntegrator(pass_, fluid_);
    dpd::setSolids(pass_, fluid_);
  }

  Fluid fluid_;
  std::function<Pass(const Fluid&)> make_;
  Pass pass_;
};

/// Sums the pair forces on every particle and moves it by one time step:
/// shaders/dpd/force_move.glsl.
class ForceMove {
 public:
  ForceMove(const texel::Device& device, const Fluid& fluid, const cells::CellGrid& grid,
            Traversal traversal = Traversal::Copies);

  void setFluid(const Fluid& fluid) { pass_.setFluid(fluid); }
  void setSolids(const std::vector<Solid>& solids) { pass_.setSolids(solids); }

  /// Moves the particles of `range` by the step that begins at `clock`. `neighbours` are the inputs
  /// for the particles and for their neighbours: depending on the traversal, the copies of all
  /// particles (NeighbourCopies) or the lists. A particle that fails is marked with `blockStep`.
  void run(const Clock& clock, int blockStep, const texel::Range& range,
           const std::vector<texel::Input>& neighbours, ParticleArrays& to);

 private:
  MovePass<texel::MapPass> pass_;
};

/// A slab of a box across the box's last axis.
struct Slab {
  float begin, end;  ///< along that axis
  float length;      ///< length of that axis
};

/// Returns the GLSL by which stress and virials are summed: over the whole box
/// (shaders/dpd/everywhere.glsl), or with `isSlab` inside a slab (shaders/dpd/in_slab.glsl).
std::string regionPrologue(bool isSlab);
/// Sets the slab of a pass whose prologue has a slab.
void setSlab(texel::Pass& pass, const Slab& slab);

/// Puts the particles into the order of their cells, and within a cell into the order of the cell's
/// list or range. Neighbours are then read from nearby texels, which makes a GPU with caches
/// several times faster. As particles diffuse, the order decays. A particle keeps its id.
class Reorder {
 public:
  explicit Reorder(const texel::Device& device);

  /// `order` holds the particle for each place. The particles need a full sort afterwards.
  void run(const ParticleArrays& from, const texel::IdArray& order, ParticleArrays& to);

 private:
  texel::MapPass pass_;
};

}  // namespace gpubuck::dpd
