// The particles of a fluid in main memory, in the layout of files and callers, and packed as in the
// textures. Plain data; no OpenGL.
#pragma once

#include <cstddef>
#include <glm/vec3.hpp>
#include <glm/vec4.hpp>
#include <span>
#include <vector>

#include "dpd/model/fluid.h"

namespace gpubuck::dpd {

/// One entry per particle in each array; unless a function says otherwise entry i has the id i.
struct Particles {
  std::vector<glm::vec3> position;  ///< at step n
  std::vector<glm::vec3> velocity;  ///< at n - 1/2; or empty
  std::vector<int> species;

  std::size_t count() const { return position.size(); }
};

/// One entry per particle in each array, in memory order (which spatial reordering may change; the
/// id stays with the particle).
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

/// Returns the initial state of `particles`, in the order given: entry i has the id ids[i] and the
/// noise state noise[i]. The predicted velocity is the velocity, since there was no force before
/// step 0.
ParticleState packed(const Particles& particles, std::span<const std::size_t> ids,
                     std::span<const float> noise);

/// Throws InputError unless these can be the particles of a fluid: all arrays have one length; each
/// particle is within the box, has one of the species and a noise state in 0..1; the ids are 0, 1,
/// ..., each once; and the molecules are valid (requireMolecules).
void requireParticlesOf(const Fluid& fluid, const ParticleState& state);

/// Returns the particles in order of their ids, with velocities. Throws InputError unless each of
/// 0, 1, ... is the id of one particle.
Particles unpacked(const ParticleState& state);

}  // namespace gpubuck::dpd
