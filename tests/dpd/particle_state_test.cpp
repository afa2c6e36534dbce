// Particles as files hold them, and packed as in textures.
#include "dpd/model/particle_state.h"

#include <gtest/gtest.h>

#include <cmath>

#include "base/error.h"

namespace gpubuck::dpd {
namespace {

/// Returns three particles with the ids 2, 0 and 1 in the order of memory.
ParticleState threeParticles() {
  return {{{1.5f, 2.5f, 3.5f, 1.0f}, {0.1f, 0.0f, 11.5f, 0.0f}, {4.0f, 5.0f, 6.0f, 2.0f}},
          {{0.25f, -0.5f, 1e-10f, 0.7f}, {1.0f, 2.0f, 3.0f, 0.9f}, {7.0f, 8.0f, 9.0f, 0.1f}},
          {{0.0f, 0.0f, 0.0f, 2.0f}, {0.0f, 0.0f, 0.0f, 0.0f}, {0.0f, 0.0f, 0.0f, 1.0f}}};
}

TEST(ParticleState, UnpackedInOrderOfIds) {
  const Particles particles = unpacked(threeParticles());
  EXPECT_EQ(particles.position,
            (std::vector<glm::vec3>{{0.1f, 0.0f, 11.5f}, {4.0f, 5.0f, 6.0f}, {1.5f, 2.5f, 3.5f}}));
  EXPECT_EQ(
      particles.velocity,
      (std::vector<glm::vec3>{{1.0f, 2.0f, 3.0f}, {7.0f, 8.0f, 9.0f}, {0.25f, -0.5f, 1e-10f}}));
  EXPECT_EQ(particles.species, (std::vector<int>{0, 2, 1}));
}

TEST(ParticleState, PredictedVelocity_BeginsAsTheVelocity) {
  const Particles particles{
      {{1.0f, 2.0f, 3.0f}, {4.0f, 5.0f, 6.0f}}, {{0.1f, 0.2f, 0.3f}, {0.4f, 0.5f, 0.6f}}, {1, 0}};
  const std::vector<std::size_t> ids{1, 0};
  const std::vector<float> noise{0.5f, 0.75f};
  const ParticleState state = packed(particles, ids, noise);
  EXPECT_EQ(state.position,
            (std::vector<glm::vec4>{{1.0f, 2.0f, 3.0f, 1.0f}, {4.0f, 5.0f, 6.0f, 0.0f}}));
  EXPECT_EQ(state.velocity,
            (std::vector<glm::vec4>{{0.1f, 0.2f, 0.3f, 0.5f}, {0.4f, 0.5f, 0.6f, 0.75f}}));
  EXPECT_EQ(state.predicted,
            (std::vector<glm::vec4>{{0.1f, 0.2f, 0.3f, 1.0f}, {0.4f, 0.5f, 0.6f, 0.0f}}));
}

TEST(ParticleState, DuplicateOrMissingIds_AreRefused) {
  for (const float id : {3.0f, -1.0f, 0.5f, 2.0f, std::nanf("")}) {
    ParticleState state = threeParticles();
    state.predicted[1].w = id;
    EXPECT_THROW(unpacked(state), InputError) << id;
  }
}

}  // namespace
}  // namespace gpubuck::dpd
