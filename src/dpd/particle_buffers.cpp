#include "dpd/particle_buffers.h"

namespace gpubuck::dpd {

ParticleBuffers::ParticleBuffers(std::int64_t count, const std::string& prefix)
    // Read four at a time.
    : position(prefix + " position", 4 * (count + 3)),
      velocity(prefix + " velocity", 4 * count),
      predicted(prefix + " predicted", 4 * count) {}

std::vector<texel::Block> ParticleBuffers::blocks() {
  return {{"b_position", "vec4"}, {"b_velocity", "vec4"}, {"b_predicted", "vec4"}};
}

std::vector<texel::Input> ParticleBuffers::inputs() const {
  return {{"b_position", position}, {"b_velocity", velocity}, {"b_predicted", predicted}};
}

std::vector<texel::Input> ParticleBuffers::texels() const {
  using enum texel::Texels;
  return {{"u_position", position, Vec4},
          {"u_velocity", velocity, Vec4},
          {"u_predicted", predicted, Vec4}};
}

}  // namespace gpubuck::dpd
