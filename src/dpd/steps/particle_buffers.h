// The particles of a fluid in buffers.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "dpd/model/particle_state.h"
#include "texel/buffer_pass.h"
#include "texel/uint_buffer.h"

namespace gpubuck::dpd {

/// Invocations per work group of passes of uneven work, and of others: docs/performance.md.
inline constexpr int kUnevenGroup = 32;
inline constexpr int kEvenGroup = 256;

/// Position, velocity and predicted velocity as in ParticleState, four numbers each.
struct ParticleBuffers {
  ParticleBuffers(std::int64_t count, const std::string& prefix);

  texel::UIntBuffer position;
  texel::UIntBuffer velocity;
  texel::UIntBuffer predicted;

  /// Upload and download particles in the order of the buffers.
  void upload(const ParticleState& state);
  ParticleState download() const;

  /// Return b_position, b_velocity and b_predicted of a body.
  static std::vector<texel::Block> blocks();
  std::vector<texel::Input> inputs() const;
  std::vector<texel::Output> outputs();
  /// Returns u_position, u_velocity and u_predicted of shaders/dpd/particle_texels.glsl.
  std::vector<texel::Input> texels() const;
};

}  // namespace gpubuck::dpd
