// Time steps in parts: any partition makes the same run, and the present state stays readable.
#include <fmt/format.h>

#include "dpd/fluids.h"
#include "dpd/simulation.h"
#include "support/errors.h"
#include "support/gpu_test.h"
#include "texel/work_slices.h"

namespace gpubuck::dpd {
namespace {

using test::expectSameState;
using test::messageOf;
using test::names;

constexpr std::size_t kParticles = 500;  // fills 7.8 rows of 64

class PartOfStepTest : public test::EngineTest {
 protected:
  // Lists made by atomics may have another order in each run, which would change the last bits of
  // results.
  StepSettings settings_{.sort = {.algorithm = sort::Algorithm::Bucket}, .reorderEvery = 4};
  texel::Device device_ = test::makeDevice(GetParam());
  Fluid fluid_ = test::mixedFluid({6.0, 5.5, 5.0});
  ParticleState state_ = test::randomState(fluid_, kParticles);

  Simulation simulation() const { return Simulation(device_, fluid_, settings_, state_); }
};
INSTANTIATE_TEST_SUITE_P(Engines, PartOfStepTest, ::testing::ValuesIn(test::testedEngines()),
                         test::engineName);

TEST_P(PartOfStepTest, AnyPartition_GivesTheSameRun) {
  constexpr int kSteps = 10;
  Simulation whole = simulation();
  for (int k = 0; k < kSteps; ++k) whole.step();
  const ParticleState expected = whole.downloadState();
  for (const std::int64_t part : {1, 37, 64, 250, 499, 500, 10'000}) {
    SCOPED_TRACE(fmt::format("parts of {}", part));
    const int steps = part == 1 ? 1 : kSteps;
    Simulation parts = simulation();
    std::int64_t calls = 0;
    for (int k = 0; k < steps; ++k) {
      do {
        ++calls;
      } while (!parts.advance(part));
      EXPECT_EQ(parts.stepNumber(), k + 1);
    }
    const std::int64_t count = kParticles;
    EXPECT_EQ(calls, steps * ((count + part - 1) / part));
    if (steps == kSteps) {
      expectSameState(expected, parts.downloadState());
    } else {
      Simulation one = simulation();
      one.step();
      expectSameState(one.downloadState(), parts.downloadState());
    }
  }
}

TEST_P(PartOfStepTest, Batches_GiveTheSameRun) {
  struct Case {
    const char* what;
    sort::Algorithm algorithm;
    glm::dvec3 box;
    std::int64_t passes;  ///< passes that run in slices, in a step and its measurement
  };
  const bool isFast = GetParam() == texel::Engine::Fast;
  for (const Case& each : {Case{"lists", sort::Algorithm::Bucket, {6.0, 5.5, 5.0}, 3},
                           Case{"own step", sort::Algorithm::Auto, {6.0, 5.5, 5.0}, 2},
                           Case{"in few cells", sort::Algorithm::Auto, {3.0, 3.0, 3.0}, 3}}) {
    if (each.algorithm == sort::Algorithm::Auto && !isFast) continue;
    SCOPED_TRACE(each.what);
    settings_.sort.algorithm = each.algorithm;
    fluid_ = test::mixedFluid(each.box);
    state_ = test::randomState(fluid_, kParticles);
    Simulation whole = simulation(), inSlices = simulation();
    std::int64_t slices = 0;
    for (int k = 0; k < 6; ++k) {
      whole.step();
      const Observables expected = whole.measure();
      const auto sliced = texel::sliceWork(device_, {37, [&] { ++slices; }});
      inSlices.step();
      EXPECT_EQ(inSlices.measure().potentialEnergy, expected.potentialEnergy);
      expectSameState(whole.downloadState(), inSlices.downloadState());
    }
    EXPECT_GE(slices, 6 * 13 * each.passes) << "13 looks in 500 particles";
  }
}

TEST_P(PartOfStepTest, ExceptionOfABatch_IsPassedOn) {
  struct Stop {};
  Simulation ended = simulation();
  const auto sliced = texel::sliceWork(device_, {100, [] { throw Stop(); }});
  EXPECT_THROW(ended.step(), Stop);
  EXPECT_EQ(ended.stepNumber(), 0);
}

TEST_P(PartOfStepTest, PresentState_StaysReadable) {
  Simulation whole = simulation();
  Simulation parts = simulation();
  for (int k = 0; k < 9; ++k) {
    parts.cells();
    const ParticleState before = test::byId(parts.downloadState());
    const Observables measured = parts.measure();
    EXPECT_FALSE(parts.advance(0));  // this part sorts and reorders, but changes no position
    EXPECT_TRUE(parts.stepUnderWay());
    const ListState lists = parts.downloadLists();
    const ParticleState ordered = parts.downloadState();
    for (const std::int64_t part : {0, 63, 200}) {
      EXPECT_FALSE(parts.advance(part));
      EXPECT_EQ(parts.stepNumber(), k);
      EXPECT_DOUBLE_EQ(parts.time(), 0.01 * k);
      expectSameState(ordered, parts.downloadState());
      expectSameState(before, test::byId(parts.downloadState()));
      test::expectSameTexels(ordered.position, parts.position().download());
      test::expectSameTexels(ordered.velocity, parts.velocity().download());
      EXPECT_EQ(lists.head, parts.downloadLists().head);
      EXPECT_EQ(lists.next, parts.downloadLists().next);
      const Observables again = parts.measure();
      EXPECT_EQ(measured.step, again.step);
      // The sums are exact, but another order of the lists changes the last bits of their terms.
      EXPECT_NEAR(measured.potentialEnergy, again.potentialEnergy, 1e-6 * measured.potentialEnergy);
      parts.checkFailure();
    }
    parts.step();  // the rest
    EXPECT_FALSE(parts.stepUnderWay());
    whole.step();
    expectSameState(whole.downloadState(), parts.downloadState());
  }
}

// A check for failures may come in the middle of a step. A failure in any part of the step must
// still be reported with the right step.
TEST_P(PartOfStepTest, FailureInEitherHalf_IsReportedWithItsStep) {
  fluid_ = test::plainFluid({6.0, 5.5, 5.0});
  fluid_.pairs = {{0.0, 0.0}};
  fluid_.gravity = {0.0, 0.0, 0.0625};
  fluid_.dt = 0.125;
  settings_.reorderEvery = 0;
  state_ = test::randomState(fluid_, kParticles);
  for (const std::size_t failing : {5U, 400U}) {
    ParticleState state = state_;
    for (glm::vec4& v : state.velocity) v = glm::vec4(0.0F);
    state.velocity[failing].z = 8.0F - 0.0078125F * 6.0F;  // a displacement of 1 in step 5, too far
    Simulation simulation(device_, fluid_, settings_, state, {.step = 20});
    const std::string message = messageOf<RunError>([&] {
      for (int k = 0; k < 10; ++k) {
        simulation.advance(200);
        if (k == 5) simulation.checkFailure();
        simulation.step();
      }
      simulation.checkFailure();
    });
    EXPECT_TRUE(
        names(message, {"step 25", fmt::format("particle {}", state.predicted[failing].w)}));
  }
}

TEST_P(PartOfStepTest, NoParticles_CompleteAtOnce) {
  Simulation none(device_, fluid_, settings_, {});
  EXPECT_TRUE(none.advance(0));
  EXPECT_EQ(none.stepNumber(), 1);
}

TEST_P(PartOfStepTest, NegativePart_IsRefused) {
  Simulation one = simulation();
  EXPECT_TRUE(names(messageOf<RunError>([&] { one.advance(-1); }), {"step", "-1 particles"}));
  EXPECT_FALSE(one.stepUnderWay());
}

// The present mapping belongs to the present positions. The previous mapping exists as long as the
// order in memory does not change.
TEST_P(PartOfStepTest, Mappings_AreOfThePresentAndPreviousStep) {
  settings_.reorderEvery = 3;
  Simulation run = simulation();
  const auto ids = [](const texel::IdArray& array) {
    std::vector<texel::IdTexel> result = array.download();
    for (texel::IdTexel& id : result) id &= 0xFFFFFFU;
    return result;
  };
  EXPECT_EQ(run.cells().previousMapping(), nullptr);
  int moved = 0;
  for (int k = 0; k < 9; ++k) {
    const std::vector<texel::IdTexel> before = ids(run.cells().mapping());
    EXPECT_EQ(before, run.downloadLists().mapping);
    const ParticleState state = run.downloadState();
    for (std::size_t i = 0; i < state.count(); ++i) {
      const glm::dvec3 place = glm::dvec3(glm::vec3(state.position[i])) / run.grid().edge;
      const glm::ivec3 cells = run.grid().cells;
      ASSERT_EQ(before[i],
                static_cast<int>(place.x) +
                    cells.x * (static_cast<int>(place.y) + cells.y * static_cast<int>(place.z)));
    }
    run.advance(100);
    const bool reordered = k % 3 == 0;
    EXPECT_EQ(run.cells().previousMapping() == nullptr, reordered);
    const std::vector<texel::IdTexel> present = ids(run.cells().mapping());
    if (!reordered) {
      EXPECT_EQ(present, before);
    }
    run.step();
    ASSERT_NE(run.cells().previousMapping(), nullptr);  // this call sorts, as mapping() would
    EXPECT_EQ(ids(*run.cells().previousMapping()), present);
    for (std::size_t i = 0; i < present.size(); ++i)
      moved += ids(run.cells().mapping())[i] != present[i];
  }
  EXPECT_GT(moved, 0);
  run.restoreLists(run.downloadLists());
  EXPECT_EQ(run.cells().previousMapping(), nullptr);
}

}  // namespace
}  // namespace gpubuck::dpd
