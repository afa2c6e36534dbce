// Fluids of a batch compared with the same fluids alone: the same bits of particles and
// observables.
#include "dpd/fluid_batch.h"

#include <fmt/format.h>

#include <memory>
#include <string>
#include <vector>

#include "dpd/fluids.h"
#include "dpd/simulation.h"
#include "dpd/sorted_particles.h"
#include "support/errors.h"
#include "support/gpu_test.h"

namespace gpubuck::dpd {
namespace {

using Member = FluidBatch::Member;
using test::messageOf;

/// Returns fluids that differ in everything that may differ within a batch, also in their number of
/// particles and in the step and time at which they begin.
std::vector<Member> differentMembers(Fluid fluid, std::vector<std::size_t> counts) {
  std::vector<Member> members;
  for (std::size_t k = 0; k < counts.size(); ++k) {
    const auto share = static_cast<double>(k);
    fluid.seed = 7 + static_cast<std::uint32_t>(k);
    fluid.kT = 1.0 + 0.25 * share;
    fluid.dt = 0.01 + 0.002 * share;
    fluid.gravity = {0.1 * share, -0.2, 0.0};
    fluid.poiseuille = 0.05 * share;
    if (fluid.noise != NoiseKind::KarpinskiSequence) fluid.drag = 0.3 * share;
    fluid.integrator = k % 2 == 0 ? Integrator::LeapfrogAb2 : Integrator::VelocityVerlet;
    fluid.lambda = 0.5 + 0.05 * share;
    fluid.manyBody.b = 20.0 + share;
    fluid.manyBody.densityRadius = 0.75 + 0.01 * share;
    for (PairCoefficients& pair : fluid.pairs) {
      pair.a += share;
      pair.gamma += 0.5 * share;
      pair.weightExponent = k == 2 ? 0.5 : 1.0;
    }
    for (Species& species : fluid.species) species.mass += 0.125 * share;
    const Clock begun{.step = 5 * static_cast<std::int64_t>(k), .dt = 0.02};
    members.push_back(
        {fluid, test::randomState(fluid, counts[k], static_cast<std::uint32_t>(k + 1)), begun});
  }
  return members;
}

class FastFluidBatchTest : public test::GpuTest {
 protected:
  static texel::Device makeDevice(bool isSoftware) {
    return texel::Device({.engine = texel::Engine::Fast,
                          .textureWidth = test::kTestTextureWidth,
                          .software = isSoftware});
  }

  /// After each of `steps` steps, expects that each fluid of a batch equals the same fluid alone.
  static void expectAsAlone(const std::vector<Member>& members, int steps, bool isSoftware = true,
                            const char* search = "cells27") {
    SCOPED_TRACE(isSoftware ? "software" : "GPU");
    const texel::Device device = makeDevice(isSoftware);
    const cells::Method method = cells::parseMethod(search).value();
    FluidBatch batch(device, members, method);
    std::vector<std::unique_ptr<Simulation>> alone;
    for (const Member& member : members) {
      alone.push_back(std::make_unique<Simulation>(device, member.fluid, StepSettings{},
                                                   member.particles, member.clock, method));
    }
    for (int step = 0; step <= steps; ++step) {
      const std::vector<Observables> measured = batch.measure();
      for (std::size_t k = 0; k < members.size(); ++k) {
        SCOPED_TRACE(fmt::format("fluid {} after {} steps", k, step));
        const ParticleState state = batch.downloadState(k);
        ASSERT_EQ(state.count(), members[k].particles.count());
        if (state.count() > 0) {
          test::expectSameState(test::byId(alone[k]->downloadState()), test::byId(state));
        }
        Observables expected = alone[k]->measure();
        expected.mixingWidth.reset();
        expected.domainSize.reset();
        EXPECT_EQ(measured[k], expected);
        EXPECT_EQ(batch.clock(k).time(), alone[k]->time());
        if (step < steps) alone[k]->step();
      }
      if (step < steps) batch.step();
    }
  }
};

TEST_F(FastFluidBatchTest, FluidsOfDifferentValues_AreAsAlone) {
  for (const bool isSoftware : {true, false}) {
    SCOPED_TRACE(isSoftware);
    // Box sides of 4.25 have enough cells for Verlet lists, which a fluid alone uses on a software
    // renderer.
    for (const double side : {3.0, 4.25}) {
      const auto count = static_cast<std::size_t>(3.0 * side * side * side);
      expectAsAlone(differentMembers(test::mixedFluid({side, side + 0.5, side}),
                                     {count, 1, count / 2, 0, count + 31}),
                    4, isSoftware);
    }
  }
}

TEST_F(FastFluidBatchTest, FlatFluidsBetweenWalls_AreAsAlone) {
  Fluid fluid = test::plainFluid({6.0, 5.0, 1.0}, 2);
  fluid.box.boundary[1] = cells::Boundary::Reflecting;
  expectAsAlone(differentMembers(fluid, {90, 64, 33}), 5);
  expectAsAlone(differentMembers(fluid, {90, 64, 33}), 5, false);
}

TEST_F(FastFluidBatchTest, EachNoise_IsThatOfTheFluidAlone) {
  for (const Noise& noise : kNoises) {
    SCOPED_TRACE(noise.name);
    Fluid fluid = test::plainFluid({4.0, 4.0, 4.0});
    fluid.noise = noise.value;
    expectAsAlone(differentMembers(fluid, {192, 100, 191}), 2, false);
  }
}

TEST_F(FastFluidBatchTest, ManyBodyLiquids_AreAsAlone) {
  for (const DensityKernel kernel : {DensityKernel::Warren, DensityKernel::Lucy}) {
    Fluid fluid = test::mixedFluid({4.0, 4.0, 4.0});
    fluid.law = PairLawKind::ManyBody;
    fluid.manyBody.kernel = kernel;
    for (PairCoefficients& pair : fluid.pairs) pair.a = -40.0;
    for (const bool isSoftware : {true, false}) {
      expectAsAlone(differentMembers(fluid, {300, 250, 211}), 2, isSoftware);
    }
  }
}

TEST_F(FastFluidBatchTest, OtherSearches_AreAsAlone) {
  for (const char* search : {"cells-per-cutoff=2", "octant=2"}) {
    SCOPED_TRACE(search);
    expectAsAlone(differentMembers(test::mixedFluid({4.0, 4.0, 4.0}), {192, 80}), 3, false, search);
  }
}

TEST_F(FastFluidBatchTest, AllInOneCell_AreAsAlone) {
  std::vector<Member> members = differentMembers(test::plainFluid({3.0, 3.0, 3.0}), {70, 70});
  for (Member& member : members) {
    for (glm::vec4& position : member.particles.position) {
      position = {0.5F + 0.1F * position.x, 0.5F + 0.1F * position.y, 0.5F + 0.1F * position.z,
                  0.0F};
    }
    member.fluid.dt = 1e-4;
  }
  expectAsAlone(members, 2);
  expectAsAlone(members, 2, false);
}

// A block of the counters of cells can hold several fluids, or parts of two fluids.
TEST_F(FastFluidBatchTest, MoreThan65536Cells_AreAsAlone) {
  expectAsAlone(differentMembers(test::plainFluid({35.0, 33.0, 31.0}), {400, 300, 200}), 2, false);
}

TEST_F(FastFluidBatchTest, ParticleThatFails_IsNamedWithItsFluid) {
  std::vector<Member> members = differentMembers(test::plainFluid({4.0, 4.0, 4.0}), {50, 60, 70});
  members[1].particles.velocity[3] = {500.0F, 0.0F, 0.0F, 0.0F};
  const texel::Device device = makeDevice(true);
  FluidBatch batch(device, members);
  batch.step();
  batch.step();
  const auto id = static_cast<std::size_t>(members[1].particles.predicted[3].w);
  const test::Facts facts{"fluid 1", "step 5", fmt::format("particle {}", id)};
  EXPECT_TRUE(names(messageOf<RunError>([&] { batch.checkFailure(); }), facts));
  EXPECT_TRUE(names(messageOf<RunError>([&] { batch.measure(); }), facts));
  EXPECT_TRUE(names(messageOf<RunError>([&] { batch.downloadState(1); }), facts));
  // The other fluids of the batch continue: fluid 2 equals the same fluid alone.
  Simulation alone(device, members[2].fluid, {}, members[2].particles, members[2].clock);
  alone.step();
  alone.step();
  test::expectSameState(test::byId(alone.downloadState()), test::byId(batch.downloadState(2)));
}

TEST_F(FastFluidBatchTest, FailureIsFoundWithin64Steps) {
  std::vector<Member> members = differentMembers(test::plainFluid({4.0, 4.0, 4.0}), {20, 20});
  members[0].particles.velocity[3].x = 500.0F;
  const texel::Device device = makeDevice(true);
  FluidBatch batch(device, members);
  const std::string message = messageOf<RunError>([&] {
    for (int step = 0; step < 64; ++step) batch.step();
  });
  EXPECT_TRUE(names(message, {"fluid 0", "step 0"}));
}

TEST_F(FastFluidBatchTest, OtherKindsOfFluids_AreRefusedByKey) {
  const std::vector<Member> good = differentMembers(test::mixedFluid({4.0, 4.0, 4.0}), {10, 10});
  const texel::Device device = makeDevice(true);
  const auto refuse = [&](const auto& change, const char* key) {
    std::vector<Member> members = good;
    change(members[1].fluid);
    EXPECT_TRUE(
        names(messageOf<InputError>([&] { FluidBatch(device, members); }), {"fluid 1", key}));
  };
  refuse([](Fluid& fluid) { fluid.box.size.x = 5.0; }, "box");
  refuse([](Fluid& fluid) { fluid.box.boundary[0] = cells::Boundary::Reflecting; }, "box");
  refuse([](Fluid& fluid) { fluid.law = PairLawKind::ManyBody; }, "fluid.law");
  refuse([](Fluid& fluid) { fluid.manyBody.kernel = DensityKernel::Lucy; }, "many_body.kernel");
  refuse([](Fluid& fluid) { fluid.noise = NoiseKind::Philox; }, "noise.kind");
  refuse([](Fluid& fluid) { fluid.solids = {{.shape = {.radius = 0.5}}}; }, "solid");
  refuse([](Fluid& fluid) { fluid.effects = {{.kind = EffectKind::Heat}}; }, "effect");
  refuse([](Fluid& fluid) { fluid.bondKinds.resize(1); }, "molecule");
  EXPECT_TRUE(names(messageOf<InputError>([&] { FluidBatch(device, {}); }), {"batch", "one"}));
}

}  // namespace
}  // namespace gpubuck::dpd
