// Fluids and states for the tests of the dpd layer, and their translation for the oracles.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <glm/geometric.hpp>
#include <numeric>
#include <random>
#include <vector>

#include "dpd/model/fluid.h"
#include "dpd/model/particle_state.h"
#include "dpd/model/solids.h"
#include "reference/dpd_forces.h"
#include "reference/karpinski.h"
#include "reference/leapfrog.h"
#include "reference/philox.h"
#include "support/gpu_test.h"

namespace gpubuck::test {

/// Returns a fluid of one species with the coefficients of Groot and Warren's water, a = 25, gamma
/// = 4.5, kT = 1, in a periodic box.
inline dpd::Fluid plainFluid(const glm::dvec3& size, int dimensions = 3) {
  dpd::Fluid fluid;
  fluid.box.size = size;
  fluid.box.dimensions = dimensions;
  fluid.species = {{"only", 1.0, 1.0, ""}};
  fluid.pairs = {dpd::PairCoefficients{}};
  return fluid;
}

/// Returns a fluid of three species of different masses. No two pairs have equal coefficients.
inline dpd::Fluid mixedFluid(const glm::dvec3& size, int dimensions = 3) {
  dpd::Fluid fluid = plainFluid(size, dimensions);
  fluid.species = {{"light", 1.0, 0.5, ""}, {"middle", 1.75, 0.3, ""}, {"heavy", 3.0, 0.2, ""}};
  const dpd::PairCoefficients p00{25.0, 4.5}, p01{31.0, 5.0}, p02{43.0, 2.0};
  const dpd::PairCoefficients p11{19.0, 6.0}, p12{55.0, 3.0}, p22{22.0, 7.0};
  fluid.pairs = {p00, p01, p02, p01, p11, p12, p02, p12, p22};
  return fluid;
}

inline dpd::Fluid withoutNoise(dpd::Fluid fluid) {
  fluid.kT = 0.0;
  return fluid;
}

/// Returns particles with uniformly random positions and Maxwell velocities. Their ids are not
/// their places in memory. The predicted velocity differs from the velocity, so that a pass that
/// confuses the two is detected.
inline dpd::ParticleState randomState(const dpd::Fluid& fluid, std::size_t count,
                                      std::uint32_t seed = 1) {
  std::mt19937 random(seed);
  std::uniform_real_distribution<float> unit(0.0F, 1.0F);
  std::normal_distribution<double> normal;
  std::vector<int> ids(count);
  std::iota(ids.begin(), ids.end(), 0);
  std::shuffle(ids.begin(), ids.end(), random);
  dpd::ParticleState state;
  for (std::size_t i = 0; i < count; ++i) {
    const auto species = random() % fluid.species.size();
    const double speed = std::sqrt(fluid.kT / fluid.species[species].mass);
    glm::vec4 position(0.0F), velocity(0.0F), predicted(0.0F);
    for (int axis = 0; axis < fluid.box.dimensions; ++axis) {
      // The factor 0.999999 avoids a product that is rounded up to the side itself, which is
      // outside of a periodic box.
      position[axis] = 0.999999F * unit(random) * static_cast<float>(fluid.box.size[axis]);
      velocity[axis] = static_cast<float>(speed * normal(random));
      predicted[axis] = velocity[axis] + static_cast<float>(0.25 * speed * normal(random));
    }
    position.w = static_cast<float>(species);
    velocity.w = 0.99F * unit(random);
    predicted.w = static_cast<float>(ids[i]);
    state.position.push_back(position);
    state.velocity.push_back(velocity);
    state.predicted.push_back(predicted);
  }
  return state;
}

/// Returns particles at random places that are free of solids. Their ids are not their places in
/// memory.
inline dpd::ParticleState freeState(const dpd::Fluid& fluid, std::size_t count) {
  const dpd::ParticleState many = randomState(fluid, 4 * count);
  const dpd::Room room = fluid.room();
  dpd::ParticleState state;
  for (std::size_t i = 0; i < many.count() && state.count() < count; ++i) {
    if (!room.contains(glm::dvec3(many.position[i]))) continue;
    state.position.push_back(many.position[i]);
    state.velocity.push_back(many.velocity[i]);
    state.predicted.push_back(many.predicted[i]);
  }
  for (std::size_t i = 0; i < state.count(); ++i) {
    state.predicted[i].w = static_cast<float>(state.count() - 1 - i);
  }
  EXPECT_EQ(state.count(), count);
  return state;
}

/// Returns the state with particle k in place k, since a simulation may have moved particles in
/// memory. The ids must be 0..N-1.
inline dpd::ParticleState byId(const dpd::ParticleState& state) {
  dpd::ParticleState result = state;
  for (std::size_t i = 0; i < state.count(); ++i) {
    const auto id = static_cast<std::size_t>(state.predicted[i].w);
    result.position.at(id) = state.position[i];
    result.velocity.at(id) = state.velocity[i];
    result.predicted.at(id) = state.predicted[i];
  }
  return result;
}

inline reference::LeapfrogState oracleState(const dpd::ParticleState& state) {
  reference::LeapfrogState result;
  for (std::size_t i = 0; i < state.count(); ++i) {
    result.position.emplace_back(glm::vec3(state.position[i]));
    result.velocity.emplace_back(glm::vec3(state.velocity[i]));
    result.predicted.emplace_back(glm::vec3(state.predicted[i]));
    result.species.push_back(static_cast<int>(state.position[i].w));
  }
  return result;
}

/// Returns the total momentum of the half-step velocities, added up in double precision.
inline glm::dvec3 momentum(const dpd::Fluid& fluid, const dpd::ParticleState& state) {
  glm::dvec3 sum(0.0);
  for (std::size_t i = 0; i < state.count(); ++i) {
    const auto species = static_cast<std::size_t>(state.position[i].w);
    sum += fluid.species[species].mass * glm::dvec3(glm::vec3(state.velocity[i]));
  }
  return sum;
}

/// Shifts all velocities alike, so that the momentum is zero up to rounding.
inline void stopDrift(const dpd::Fluid& fluid, dpd::ParticleState& state) {
  double mass = 0.0;
  for (const glm::vec4& r : state.position)
    mass += fluid.species[static_cast<std::size_t>(r.w)].mass;
  const glm::vec3 drift(momentum(fluid, state) / mass);
  for (glm::vec4& v : state.velocity) v -= glm::vec4(drift, 0.0F);
  for (glm::vec4& v : state.predicted) v -= glm::vec4(drift, 0.0F);
}

/// The noise of tests that compare with forces in double precision. Its random numbers come from
/// integers, so that the oracle has the same numbers. The default noise uses a chaotic map of
/// floats, which another rounding changes completely. tests/dpd/measured_step_test.cpp compares
/// steps with measurements for each kind of noise.
inline constexpr dpd::NoiseKind kOracleNoise = dpd::NoiseKind::Philox;

inline double noTheta(int, int) { return 0.0; }

/// Returns theta of the pairs of `state`, computed by the oracle of the noise philox.
inline reference::Theta philoxTheta(const dpd::ParticleState& state, std::int64_t step,
                                    std::uint32_t seed) {
  return [&state, step, seed](int i, int j) -> double {
    const auto id = [&](int k) {
      return static_cast<int>(state.predicted[static_cast<std::size_t>(k)].w);
    };
    return reference::philoxPairNoise(static_cast<std::uint32_t>(step), seed, id(i), id(j));
  };
}

/// Returns the drag's theta of the particles of `state`, computed by the oracle of the noise
/// philox.
inline reference::ParticleTheta philoxDragTheta(const dpd::ParticleState& state, std::int64_t step,
                                                std::uint32_t seed) {
  return [&state, step, seed](int i, int axis) -> double {
    const auto id = static_cast<int>(state.predicted[static_cast<std::size_t>(i)].w);
    return reference::philoxParticleNoise(static_cast<std::uint32_t>(step), seed, id, axis);
  };
}

/// Returns theta of the pairs of `state`, computed by the paper's recurrence.
inline reference::Theta sequenceTheta(const dpd::ParticleState& state) {
  return [&state](int i, int j) -> double {
    return reference::karpinskiSequencePairNoise(state.velocity[static_cast<std::size_t>(i)].w,
                                                 state.velocity[static_cast<std::size_t>(j)].w);
  };
}

/// Returns a sphere, which is a disc in two dimensions.
inline cells::Shape ballOf(const glm::dvec3& centre, double radius) {
  return {.kind = cells::ShapeKind::Sphere, .centre = centre, .radius = radius};
}

/// Returns the effect of a pointer along a line.
inline dpd::Effect along(const dpd::Tube& tube, dpd::EffectKind kind, double strength,
                         double kT = 0.0) {
  return {.kind = kind, .tube = tube, .strength = strength, .kT = kT};
}
inline dpd::Effect pullAlong(const dpd::Tube& tube, double strength) {
  return along(tube, dpd::EffectKind::Pull, strength);
}
/// Returns the effect of a pointer that turns all particles along a line into a species.
inline dpd::Effect paintAlong(const dpd::Tube& tube, int species) {
  dpd::Effect effect = along(tube, dpd::EffectKind::Turn, 1e9);
  effect.into = species;
  return effect;
}

/// Expects that both states have the same bits. Without particles nothing could differ, so there
/// must be some.
inline void expectSameState(const dpd::ParticleState& expected, const dpd::ParticleState& actual) {
  ASSERT_GT(expected.count(), 0U);
  expectSameTexels(expected.position, actual.position);
  expectSameTexels(expected.velocity, actual.velocity);
  expectSameTexels(expected.predicted, actual.predicted);
}

}  // namespace gpubuck::test
