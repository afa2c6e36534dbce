// Batches of fluids through the library, compared with the same fluids run alone.
#include "gpubuck/fluid_batch.h"

#include <fmt/format.h>

#include <string>
#include <vector>

#include "support/errors.h"
#include "support/gpu_test.h"

namespace gpubuck {
namespace {

using test::messageOf;
using test::names;

class FastLibraryBatchTest : public test::GpuTest {
 protected:
  Fluid fluidOf(const std::vector<std::string>& values) const {
    return Fluid::fromText(context_, "box.size = [4, 4, 5]", values);
  }

  Context context_ = Context::headless({.engine = Engine::Fast});
};

void expectSame(Fluid& one, Fluid& other) {
  const Particles a = one.particles(), b = other.particles();
  EXPECT_EQ(a.positions, b.positions);
  EXPECT_EQ(a.velocities, b.velocities);
  EXPECT_EQ(a.species, b.species);
  EXPECT_EQ(one.stepNumber(), other.stepNumber());
  EXPECT_EQ(one.time(), other.time());
  EXPECT_EQ(one.scenario(), other.scenario());
}

TEST_F(FastLibraryBatchTest, GoesOnAsItsFluidsDo) {
  std::vector<Fluid> fluids;
  fluids.push_back(fluidOf({"fluid.kT=1.5"}));
  fluids.push_back(fluidOf({"fluid.density=2", "integrator.dt=0.02"}));
  fluids.push_back(fluidOf({"noise.seed=9"}));
  fluids[1].step(3);
  fluids[2].set({"fluid.kT=0.5"});
  FluidBatch batch({&fluids[0], &fluids[1], &fluids[2]});
  EXPECT_EQ(batch.size(), 3);
  EXPECT_EQ(batch.count(), 240 + 160 + 240);
  batch.step(4);
  batch.step(0);
  batch.step();
  EXPECT_EQ(batch.stepsMade(), 5);
  EXPECT_EQ(fluids[0].stepNumber(), 0) << "the fluid itself stays";

  const std::vector<Measurement> measured = batch.measure();
  for (std::size_t k = 0; k < fluids.size(); ++k) {
    SCOPED_TRACE(fmt::format("fluid {}", k));
    fluids[k].step(5);
    EXPECT_TRUE(measured.at(k) == fluids[k].measure());
    Fluid alone = batch.fluid(static_cast<std::int64_t>(k));
    expectSame(alone, fluids[k]);
    alone.step(2);
    fluids[k].step(2);
    expectSame(alone, fluids[k]);
  }
  batch.step();
  EXPECT_EQ(batch.measure()[2].step, 6) << "what went on alone does not change the batch";
}

TEST_F(FastLibraryBatchTest, OutlivesItsFluids_AndMoves) {
  std::vector<Fluid> fluids;
  fluids.push_back(fluidOf({}));
  FluidBatch first({&fluids[0]});
  Fluid alone = fluids[0].copy();
  fluids.clear();
  FluidBatch batch = std::move(first);
  batch.step(2);
  alone.step(2);
  Fluid found = batch.fluid(0);
  expectSame(found, alone);
}

TEST_F(FastLibraryBatchTest, EndedByItsCaller_IsAfterAWholeStep) {
  struct Ended {};
  Fluid fluid = fluidOf({});
  FluidBatch batch({&fluid});
  int calls = 0;
  EXPECT_THROW(batch.step(10,
                          [&] {
                            if (++calls == 3) throw Ended();
                          }),
               Ended);
  EXPECT_EQ(batch.stepsMade(), 3);
  fluid.step(3);
  Fluid found = batch.fluid(0);
  expectSame(found, fluid);
}

TEST_F(FastLibraryBatchTest, WhatCannotBe_IsRefused) {
  Fluid good = fluidOf({});
  const auto refusal = [&](Fluid other) {
    return messageOf<InputError>([&] { FluidBatch({&good, &other}); });
  };
  EXPECT_TRUE(names(refusal(fluidOf({"box.size=[4, 4, 4]"})), {"fluid 1", "box"}));
  EXPECT_TRUE(
      names(refusal(fluidOf({"sort.algorithm=\"bucket\""})), {"fluid 1", "search", "sort"}));
  EXPECT_TRUE(names(refusal(fluidOf({"search.kind=\"octant=2\""})), {"fluid 1", "search.kind"}));
  const Context other = Context::headless({.engine = Engine::Fast});
  EXPECT_TRUE(names(refusal(Fluid::fromText(other, "box.size = [4, 4, 5]")),
                    {"fluid 1", "context", "fluid 0"}));
  const Context paper = Context::headless({.engine = Engine::Paper});
  Fluid slow = Fluid::fromText(paper, "box.size = [4, 4, 5]");
  EXPECT_TRUE(names(messageOf<InputError>([&] { FluidBatch({&slow}); }),
                    {"fluid 0", "engine", "paper", "fast"}));
  EXPECT_TRUE(names(messageOf<InputError>([&] { FluidBatch({}); }), {"batch", "one"}));
  FluidBatch batch({&good});
  EXPECT_TRUE(names(messageOf<InputError>([&] { batch.fluid(1); }), {"fluid", "1", "0..0"}));
  EXPECT_TRUE(names(messageOf<InputError>([&] { batch.fluid(-1); }), {"fluid", "-1", "0..0"}));
  EXPECT_TRUE(names(messageOf<InputError>([&] { batch.step(-1); }), {"steps", "-1"}));
}

}  // namespace
}  // namespace gpubuck
