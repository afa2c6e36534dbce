// Particles that are added to a fluid, or removed from it.
#include "scenario/initial/edited_particles.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <random>
#include <set>

#include "base/error.h"
#include "scenario/initial/initial_state.h"

namespace gpubuck::scenario {
namespace {

struct EditedCase {
  Scenario scenario;
  dpd::ParticleState state;
  dpd::Tube tube;
  int species = 0;
};

/// Returns a case with an arbitrary box, an arbitrary tube through the box, and one of the species.
/// Every third box has a sphere as a solid.
EditedCase editedCase(int k) {
  std::mt19937 random(static_cast<unsigned>(k));
  const auto uniform = [&](double low, double high) {
    return std::uniform_real_distribution<double>(low, high)(random);
  };
  EditedCase one;
  dpd::Fluid& fluid = one.scenario.fluid;
  fluid.species = {{"light", 1.0, 0.5, ""}, {"heavy", 3.0, 0.5, ""}};
  fluid.pairs.assign(4, {25.0, 4.5});
  fluid.box.dimensions = k % 5 == 4 ? 2 : 3;
  fluid.box.size = {uniform(5, 9), uniform(5, 9), uniform(5, 9)};
  fluid.density = uniform(2.0, 4.0);
  fluid.seed = static_cast<std::uint32_t>(k);
  for (int axis = 0; axis < 3; ++axis) {
    if (uniform(0, 1) < 0.5) fluid.box.boundary[axis] = cells::Boundary::Reflecting;
  }
  if (k % 3 == 0) {
    glm::dvec3 centre = fluid.box.size / 2.0;
    if (fluid.box.dimensions == 2) centre.z = 0.0;
    fluid.solids = {{.shape = {.kind = cells::ShapeKind::Sphere, .centre = centre, .radius = 1.5}}};
  }
  one.scenario.initial.order = {0, 1};
  one.state = makeInitialState(one.scenario);
  one.tube.direction =
      glm::normalize(glm::dvec3(uniform(-0.5, 0.5), uniform(-0.5, 0.5), uniform(0.5, 1.0)));
  const glm::dvec3 through(uniform(0, 1), uniform(0, 1), uniform(0, 1));
  one.tube.origin = through * fluid.box.size - 20.0 * one.tube.direction;
  one.tube.radius = uniform(0.8, 2.5);
  one.species = k % 2;
  return one;
}

std::int64_t countIn(const dpd::ParticleState& state, const dpd::Tube& tube) {
  return std::ranges::count_if(state.position, [&](const glm::vec4& position) {
    return tube.contains(glm::dvec3(position));
  });
}

TEST(EditedParticles, Removal_KeepsTheOtherParticles) {
  for (int k = 0; k < 40; ++k) {
    SCOPED_TRACE(k);
    const EditedCase one = editedCase(k);
    const dpd::ParticleState left = emptied(one.state, one.tube).particles;
    dpd::requireParticlesOf(one.scenario.fluid, left);  // the ids must be a permutation
    const std::int64_t taken = countIn(one.state, one.tube);
    ASSERT_EQ(std::ssize(left.position), std::ssize(one.state.position) - taken);
    EXPECT_EQ(countIn(left, one.tube), 0);
    std::size_t place = 0;
    float lastOld = -1.0F, lastNew = -1.0F;
    for (std::size_t i = 0; i < one.state.count(); ++i) {
      if (one.tube.contains(glm::dvec3(one.state.position[i]))) continue;
      ASSERT_EQ(left.position[place], one.state.position[i]);
      ASSERT_EQ(left.velocity[place], one.state.velocity[i]);
      // Removing particles does not change whether the ids of two successive remaining particles
      // ascend.
      EXPECT_EQ(left.predicted[place].w > lastNew, one.state.predicted[i].w > lastOld);
      lastOld = one.state.predicted[i].w;
      lastNew = left.predicted[place].w;
      ++place;
    }
  }
}

TEST(EditedParticles, Molecules_AreTakenOutWhole) {
  for (int k = 0; k < 40; ++k) {
    SCOPED_TRACE(k);
    EditedCase one = editedCase(k);
    const auto count = static_cast<std::uint32_t>(one.state.count());
    // Chains of three beads at arbitrary places. The last ids are in no chain.
    for (std::uint32_t id = 0; id + 5 < count; id += 3) {
      one.state.molecules.bonds.push_back({0, {id, id + 1}});
      one.state.molecules.bonds.push_back({1, {id + 1, id + 2}});
      one.state.molecules.angles.push_back({0, {id, id + 1, id + 2}});
    }
    const Emptied left = emptied(one.state, one.tube);
    const dpd::ParticleState& rest = left.particles;
    dpd::requireMolecules(rest.molecules, 2, 1, rest.count());
    ASSERT_EQ(rest.count() + left.ids.size(), one.state.count());
    std::set<std::uint32_t> gone(left.ids.begin(), left.ids.end());
    std::set<std::uint32_t> expected;
    for (std::size_t i = 0; i < one.state.count(); ++i) {
      if (!one.tube.contains(glm::dvec3(one.state.position[i]))) continue;
      const auto id = static_cast<std::uint32_t>(dpd::idOf(one.state.predicted[i]));
      const std::uint32_t first = id - id % 3;
      const bool isBead = first + 5 < count;
      for (std::uint32_t bead = isBead ? first : id; bead <= (isBead ? first + 2 : id); ++bead) {
        expected.insert(bead);
      }
    }
    EXPECT_EQ(gone, expected);
    // The remaining bonds connect the same places as before.
    const auto places = [](const dpd::ParticleState& state) {
      std::vector<glm::vec4> byId(state.count());
      for (std::size_t i = 0; i < state.count(); ++i) {
        byId[dpd::idOf(state.predicted[i])] = state.position[i];
      }
      return byId;
    };
    const std::vector<glm::vec4> before = places(one.state), after = places(rest);
    std::size_t kept = 0;
    for (const dpd::Bond& bond : one.state.molecules.bonds) {
      if (gone.contains(bond.ids[0])) continue;
      ASSERT_LT(kept, rest.molecules.bonds.size());
      const dpd::Bond& now = rest.molecules.bonds[kept++];
      EXPECT_EQ(now.kind, bond.kind);
      EXPECT_EQ(after[now.ids[0]], before[bond.ids[0]]);
      EXPECT_EQ(after[now.ids[1]], before[bond.ids[1]]);
    }
    EXPECT_EQ(kept, rest.molecules.bonds.size());
  }
}

TEST(EditedParticles, LastParticle_CannotBeRemoved) {
  EditedCase one = editedCase(1);
  one.tube.radius = 1e3;
  dpd::ParticleState left = emptied(one.state, one.tube).particles;
  ASSERT_EQ(left.count(), 1u);
  EXPECT_EQ(left.predicted[0].w, 0.0F);
  left = emptied(left, one.tube).particles;
  EXPECT_EQ(left.count(), 1u);
  EXPECT_EQ(emptied({}, one.tube).particles.count(), 0u);
}

TEST(EditedParticles, AddedParticles_FillTheTubeAtADistance) {
  std::int64_t filled = 0;
  for (int k = 0; k < 40; ++k) {
    SCOPED_TRACE(k);
    const EditedCase one = editedCase(k);
    const dpd::Fluid& fluid = one.scenario.fluid;
    const dpd::ParticleState hole = emptied(one.state, one.tube).particles;
    dpd::Tube wider = one.tube;
    wider.radius += 0.6;  // so that some of the remaining particles are in the tube, too
    RandomStream random(7);
    const dpd::ParticleState full = filledUp(one.scenario, hole, wider, one.species, random);
    dpd::requireParticlesOf(fluid, full);  // they are in the box, and their ids are a permutation
    const std::size_t before = hole.count();
    for (std::size_t i = 0; i < before; ++i) {
      ASSERT_EQ(full.position[i], hole.position[i]);
      ASSERT_EQ(full.velocity[i], hole.velocity[i]);
      ASSERT_EQ(full.predicted[i], hole.predicted[i]);
    }
    glm::dvec3 momentum(0.0), drift(0.0);
    double mass = 0.0;
    for (std::size_t i = 0; i < before; ++i) {
      if (!wider.contains(glm::dvec3(hole.position[i]))) continue;
      const double own =
          fluid.species[static_cast<std::size_t>(dpd::speciesOf(hole.position[i]))].mass;
      momentum += own * glm::dvec3(hole.velocity[i]);
      mass += own;
    }
    for (std::size_t i = before; i < full.count(); ++i) {
      const glm::dvec3 place(full.position[i]);
      EXPECT_TRUE(wider.contains(place));
      EXPECT_TRUE(fluid.room().contains(place));
      EXPECT_EQ(dpd::speciesOf(full.position[i]), one.species);
      EXPECT_EQ(glm::vec3(full.predicted[i]), glm::vec3(full.velocity[i]));
      EXPECT_TRUE(fluid.box.dimensions == 3 || full.velocity[i].z == 0.0F);
      drift += glm::dvec3(full.velocity[i]);
      for (std::size_t j = 0; j < i; ++j) {
        const glm::dvec3 apart = fluid.box.nearestImage(glm::dvec3(full.position[j]) - place);
        ASSERT_GE(glm::length(apart), leastDistance(one.scenario));
      }
    }
    const auto added = static_cast<double>(full.count() - before);
    // Together, the added particles move like the particles that were already there. Each velocity
    // is rounded by at most 2^-22.
    if (added > 0.0 && mass > 0.0) {
      EXPECT_LT(glm::length(drift / added - momentum / mass), 0x1p-21);
    }
    // filledUp() samples the free volume with 20,000 probes, and this test samples it at 40,000
    // other places. Both volumes are off by some percent, and a few of the last particles find no
    // room.
    std::mt19937 places(3);
    std::uniform_real_distribution<double> unit(0.0, 1.0);
    int free = 0;
    for (int probe = 0; probe < 40'000; ++probe) {
      glm::dvec3 place(0.0);
      for (int axis = 0; axis < fluid.box.dimensions; ++axis) {
        place[axis] = unit(places) * fluid.box.size[axis];
      }
      free += wider.contains(place) && fluid.room().contains(place) ? 1 : 0;
    }
    const double wanted = fluid.density * fluid.box.volume() * free / 40'000.0;
    const std::int64_t now = countIn(full, wider);
    EXPECT_LT(static_cast<double>(now),
              std::max(1.1 * wanted + 4.0, static_cast<double>(countIn(hole, wider))) + 1.0);
    if (wanted > 100.0) {
      EXPECT_GT(static_cast<double>(now), 0.85 * wanted);
      ++filled;
    }
    RandomStream again(8);
    const dpd::ParticleState more = filledUp(one.scenario, full, wider, one.species, again);
    EXPECT_LT(static_cast<double>(more.count() - full.count()), 0.1 * wanted + 4.0);
  }
  EXPECT_GT(filled, 10);
}

}  // namespace
}  // namespace gpubuck::scenario
