// The particles of a fluid in main memory, in two layouts: Particles, for files and callers, and
// ParticleState, which packs numbers as textures do. Plain data; no OpenGL.
#pragma once

#include <cstddef>
#include <glm/vec3.hpp>
#include <glm/vec4.hpp>
#include <span>
#include <vector>

#include "dpd/model/fluid.h"

namespace gpubuck::dpd {

/// Each array has one entry per particle. Entry i has the id i unless a function says otherwise.
struct Particles {
  std::vector<glm::vec3> position;  ///< at step n
  std::vector<glm::vec3> velocity;  ///< at step n - 1/2, or empty
  std::vector<int> species;

  std::size_t count() const { return position.size(); }
};

/// Each array has one entry per particle, in the order of memory. Spatial reordering may change
/// this order, but a particle keeps its id.
struct ParticleState {
  /// x, y, z at step n; w: species index.
  std::vector<glm::vec4> position;
  /// Velocity at n - 1/2; w: state of the karpinski-sequence noise in [0, 1).
  std::vector<glm::vec4> velocity;
  /// Adams-Bashforth velocity at n, (3 v(n-1/2) - v(n-3/2)) / 2; w: particle id, 0..16777214.
  std::vector<glm::vec4> predicted;
  Molecules molecules{};

  std::size_t count() const { return position.size(); }
};

/// Returns the species of an entry of `position`.
inline int speciesOf(const glm::vec4& position) { return static_cast<int>(position.w); }
inline void setSpecies(glm::vec4& position, int species) {
  position.w = static_cast<float>(species);
}
/// Returns the id of an entry of `predicted`.
inline std::size_t idOf(const glm::vec4& predicted) {
  return static_cast<std::size_t>(predicted.w);
}

/// Returns the initial state of `particles` in their order. Entry i has the id ids[i] and the noise
/// state noise[i]. The predicted velocity equals the velocity, since no force acted before step 0.
ParticleState packed(const Particles& particles, std::span<const std::size_t> ids,
                     std::span<const float> noise);

/// Throws InputError unless these can be the particles of a fluid. All arrays must have the same
/// length. Each particle must be within the box, and have a species of the fluid and a noise state
/// in 0..1. Each of the ids 0, 1, ... must occur once. The molecules must be valid
/// (requireMolecules).
void requireParticlesOf(const Fluid& fluid, const ParticleState& state);

/// Returns the particles in order of their ids, with velocities. Throws InputError unless each of
/// the ids 0, 1, ... occurs once.
Particles unpacked(const ParticleState& state);

}  // namespace gpubuck::dpd
