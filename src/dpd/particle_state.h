// The state of all particles as it lies in the textures and in a checkpoint. Plain data; no OpenGL.
#pragma once

#include <glm/vec4.hpp>
#include <vector>

namespace gpubuck::dpd {

/// One entry a particle in each array, in memory order (which spatial reordering may change; the
/// id stays with the particle).
struct ParticleState {
  /// x, y, z at step n; w: species index.
  std::vector<glm::vec4> position;
  /// Velocity at n - 1/2; w: state of the karpinski-sequence noise in [0, 1).
  std::vector<glm::vec4> velocity;
  /// Adams-Bashforth velocity at n, (3 v(n-1/2) - v(n-3/2)) / 2; w: particle id, 0..16777214, exact
  /// in a float.
  std::vector<glm::vec4> predicted;

  std::size_t count() const { return position.size(); }
};

/// The places of the particles in memory, by rising id.
std::vector<std::size_t> placesById(const ParticleState& state);

}  // namespace gpubuck::dpd
