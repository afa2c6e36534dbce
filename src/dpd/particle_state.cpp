#include "dpd/particle_state.h"

#include <fmt/format.h>

#include <cmath>

#include "base/error.h"

namespace gpubuck::dpd {

ParticleState packed(const Particles& particles, std::span<const std::size_t> ids,
                     std::span<const float> noise) {
  ParticleState state;
  for (std::size_t i = 0; i < particles.count(); ++i) {
    state.position.emplace_back(particles.position[i], particles.species[i]);
    state.velocity.emplace_back(particles.velocity[i], noise[i]);
    state.predicted.emplace_back(particles.velocity[i], ids[i]);
  }
  return state;
}

Particles unpacked(const ParticleState& state) {
  const std::size_t count = state.count();
  Particles particles{std::vector<glm::vec3>(count), std::vector<glm::vec3>(count),
                      std::vector<int>(count, -1)};
  for (std::size_t i = 0; i < count; ++i) {
    const float id = state.predicted[i].w;
    const bool isId = id >= 0.0F && id < static_cast<float>(count) && id == std::floor(id);
    if (!isId || particles.species[static_cast<std::size_t>(id)] >= 0) {
      throw InputError("particles", fmt::format("{} is the id of particle {} in memory, expected "
                                                "each of 0..{} once",
                                                id, i, count - 1));
    }
    const auto place = static_cast<std::size_t>(id);
    particles.position[place] = state.position[i];
    particles.velocity[place] = state.velocity[i];
    particles.species[place] = speciesOf(state.position[i]);
  }
  return particles;
}

}  // namespace gpubuck::dpd
