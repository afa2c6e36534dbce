#include "dpd/model/particle_state.h"

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

namespace {

[[noreturn]] void fail(const std::string& why) { throw InputError("initial state", why); }

void requireInside(const cells::Box& box, const ParticleState& state) {
  for (std::size_t i = 0; i < state.count(); ++i) {
    for (int axis = 0; axis < box.dimensions; ++axis) {
      const float coordinate = state.position[i][axis];
      if (coordinate >= 0.0F && coordinate <= static_cast<float>(box.size[axis])) continue;
      fail(fmt::format("particle {} lies at {} = {}, outside the box of 0..{}", i,
                       cells::kAxisNames[axis], coordinate, box.size[axis]));
    }
  }
}

void requireSpecies(std::size_t species, const ParticleState& state) {
  for (std::size_t i = 0; i < state.count(); ++i) {
    const float own = state.position[i].w;
    if (own >= 0.0F && own < static_cast<float>(species) && own == std::floor(own)) continue;
    fail(fmt::format("particle {} is of species {}, must be below {}", i, own, species));
  }
}

void requireNoise(const ParticleState& state) {
  for (std::size_t i = 0; i < state.count(); ++i) {
    const float noise = state.velocity[i].w;
    if (noise >= 0.0F && noise <= 1.0F) continue;
    fail(fmt::format("the noise of particle {} is in the state {}, expected 0 to 1", i, noise));
  }
}

void requireIds(const ParticleState& state) {
  const std::size_t count = state.count();
  std::vector<bool> isTaken(count);
  for (std::size_t i = 0; i < count; ++i) {
    const float id = state.predicted[i].w;
    const bool isId = id >= 0.0F && id < static_cast<float>(count) && id == std::floor(id);
    if (!isId || isTaken[static_cast<std::size_t>(id)]) {
      throw InputError("particles", fmt::format("the id {} of the particle at place {} in memory "
                                                "is invalid or occurs twice; each of 0..{} must "
                                                "occur once",
                                                id, i, count - 1));
    }
    isTaken[static_cast<std::size_t>(id)] = true;
  }
}

}  // namespace

void requireParticlesOf(const Fluid& fluid, const ParticleState& state) {
  if (state.velocity.size() != state.count() || state.predicted.size() != state.count()) {
    fail(
        fmt::format("{} positions, {} velocities, {} predicted velocities; the three numbers must "
                    "be equal",
                    state.count(), state.velocity.size(), state.predicted.size()));
  }
  requireInside(fluid.box, state);
  requireSpecies(fluid.species.size(), state);
  requireNoise(state);
  requireIds(state);
  requireMolecules(state.molecules, fluid.bondKinds.size(), fluid.angleKinds.size(), state.count());
}

Particles unpacked(const ParticleState& state) {
  requireIds(state);
  const std::size_t count = state.count();
  Particles particles{std::vector<glm::vec3>(count), std::vector<glm::vec3>(count),
                      std::vector<int>(count)};
  for (std::size_t i = 0; i < count; ++i) {
    const std::size_t place = idOf(state.predicted[i]);
    particles.position[place] = state.position[i];
    particles.velocity[place] = state.velocity[i];
    particles.species[place] = speciesOf(state.position[i]);
  }
  return particles;
}

}  // namespace gpubuck::dpd
