// The running fluid returns to kept states.
#include <gtest/gtest.h>

#include "base/error.h"
#include "demo/fluid_session_rig.h"

namespace gpubuck::demo {
namespace {

class KeptStates : public FluidSessionTest {};
INSTANTIATE_TEST_SUITE_P(Engines, KeptStates, ::testing::ValuesIn(test::testedEngines()),
                         test::engineName);

TEST_P(KeptStates, BlowUp_ReturnsToTheStateBefore) {
  FluidSession session = make();
  ASSERT_EQ(session.lastGoodStep(), 0) << "states are kept from the beginning on";
  advanceTo(session, 3, 1.0);
  ASSERT_TRUE(session.keep());
  change(session, [](auto& scenario) { scenario.fluid.gravity = {0.0, 0.0, -1e6}; });
  EXPECT_THROW(advanceTo(session, 200, 1.0), RunError);
  EXPECT_EQ(session.failedWith().fluid.gravity.z, -1e6);

  session.goBack();
  EXPECT_TRUE(session.failure().empty());
  EXPECT_EQ(session.simulation().stepNumber(), 3) << "before the values became others";
  EXPECT_EQ(session.scenario().fluid.gravity.z, 0.0);
  // goBack() returns to each state only once.
  ASSERT_EQ(session.lastGoodStep(), 0);
  session.goBack();
  EXPECT_EQ(session.simulation().stepNumber(), 0);
  EXPECT_FALSE(session.lastGoodStep());
  EXPECT_THROW(session.goBack(), RunError);
  advanceTo(session, 80, 1.0);
}

// It may take a while until values make the fluid fail. Meanwhile states are kept.
TEST_P(KeptStates, BlowUpAfterChange_RestoresTheEarlierValues) {
  FluidSession session = make();
  advanceTo(session, 3, 1.0);
  change(session, [](auto& scenario) { scenario.fluid.kT = 1.5; });
  advanceTo(session, 5, 1.0);
  ASSERT_TRUE(session.keep());
  change(session, [](auto& scenario) { scenario.fluid.gravity = {0.0, 0.0, -2000.0}; });
  ASSERT_TRUE(session.keep());
  advanceTo(session, 6, 1.0);
  ASSERT_TRUE(session.keep()) << "it has not failed yet";
  EXPECT_EQ(session.lastGoodStep(), 6);
  EXPECT_THROW(advanceTo(session, 200, 1.0), RunError);
  EXPECT_EQ(session.lastGoodStep(), 5);

  session.goBack();
  EXPECT_EQ(session.simulation().stepNumber(), 5);
  EXPECT_EQ(session.scenario().fluid.gravity.z, 0.0);
  EXPECT_EQ(session.simulation().fluid().gravity.z, 0.0);
  EXPECT_EQ(session.scenario().fluid.kT, 1.5) << "only what failed is taken back";
  advanceTo(session, 80, 1.0);
}

TEST_P(KeptStates, BlowUpWithoutChange_ReturnsToTheLastState) {
  FluidSession session =
      make(smallFluid("[[solid]]\nkind = \"body\"\nshape = \"sphere\"\nradius = 0.8\n"
                      "centre = [3, 3, 3]\nvelocity = [0.5, 0, 0]\n"));
  advanceTo(session, 3, 1.0);
  ASSERT_TRUE(session.keep());
  advanceTo(session, 4, 1.0);
  const PointerForces forces{
      .effect = dpd::Effect{.kind = dpd::EffectKind::Pull,
                            .tube = dpd::Tube{{3.0, 3.0, 0.0}, {0.0, 0.0, 1.0}, 2.0},
                            .strength = 1e6}};
  EXPECT_THROW(session.advance(100, 100.0, forces), RunError);
  EXPECT_EQ(session.lastGoodStep(), 4) << "before the stroke";
  session.goBack();
  EXPECT_EQ(session.simulation().stepNumber(), 4);
}

// If the fluid has run with its values for long, a stroke of a tool is to blame for a failure, not
// the values.
TEST_P(KeptStates, BlowUpInAStroke_ReturnsToTheStateBeforeIt) {
  const PointerForces forces{
      .effect = dpd::Effect{.kind = dpd::EffectKind::Pull,
                            .tube = dpd::Tube{{1.5, 1.5, 0.0}, {0.0, 0.0, 1.0}, 2.0},
                            .strength = 1e6}};
  for (const std::int64_t held : {Recovery::kProvenSteps - 1, Recovery::kProvenSteps}) {
    FluidSession session =
        make(scenario::parseScenario("[box]\nsize = [3, 3, 3]\n", "few.toml", {}));
    advanceTo(session, 2, 1.0);
    change(session, [](auto& scenario) { scenario.fluid.kT = 1.5; });
    advanceTo(session, 2 + held, 1.0);
    ASSERT_TRUE(session.keep());
    EXPECT_THROW(session.advance(100, 100.0, forces), RunError);
    const bool isProven = held == Recovery::kProvenSteps;
    EXPECT_EQ(session.lastGoodStep(), isProven ? 2 + held : 2);
    session.goBack();
    EXPECT_EQ(session.scenario().fluid.kT, isProven ? 1.5 : 1.0);
  }
}

// The values of the opened scenario are not to blame, either, even if it has run for only a short
// time.
TEST_P(KeptStates, BlowUpInAStrokeOnOpenedValues_ReturnsToTheStateBeforeIt) {
  PointerForces forces{.effect =
                           dpd::Effect{.kind = dpd::EffectKind::Pull,
                                       .tube = dpd::Tube{{1.5, 1.5, 0.0}, {0.0, 0.0, 1.0}, 2.0},
                                       .strength = 1e-3}};
  FluidSession session = make(scenario::parseScenario("[box]\nsize = [3, 3, 3]\n", "few.toml", {}));
  EXPECT_FALSE(session.hasStroke());
  advanceTo(session, 6, 1.0);
  ASSERT_TRUE(session.keep());
  session.advance(2, 1.0, forces);
  ASSERT_TRUE(session.keep()) << "in the stroke";
  forces.effect->strength = 1e6;
  EXPECT_THROW(session.advance(100, 100.0, forces), RunError);
  EXPECT_TRUE(session.hasStroke());
  EXPECT_EQ(session.lastGoodStep(), 6);
  session.goBack();
  EXPECT_EQ(session.simulation().stepNumber(), 6);
  session.start(session.scenario());
  EXPECT_FALSE(session.hasStroke());
}

// A measurement at an earlier state can fail before a step drops the later states.
TEST_P(KeptStates, MeasurementAtAnEarlierStateFails_IgnoresALaterStroke) {
  FluidSession session = make(scenario::parseScenario("[box]\nsize = [3, 3, 3]\n", "few.toml", {}));
  advanceTo(session, 2, 1.0);
  const std::int64_t early = *session.keep();
  advanceTo(session, 2 + Recovery::kProvenSteps, 1.0);
  const PointerForces weak{.effect =
                               dpd::Effect{.kind = dpd::EffectKind::Pull,
                                           .tube = dpd::Tube{{1.5, 1.5, 0.0}, {0.0, 0.0, 1.0}, 2.0},
                                           .strength = 1e-3}};
  session.advance(1, 1.0, weak);
  session.goTo(early);
  const std::size_t kept = session.history().timeline().size();
  change(session, [](auto& scenario) { scenario.fluid.gravity = {0.0, 0.0, -1e30}; });
  EXPECT_THROW(session.measure(), RunError);
  ASSERT_EQ(session.history().timeline().size(), kept);
  ASSERT_GT(session.history().timeline().back()->step(), Recovery::kProvenSteps);
  EXPECT_EQ(session.lastGoodStep(), 2);
  session.goBack();
  EXPECT_EQ(session.simulation().stepNumber(), 2);
}

// Forces are added in the order of the lists, and a re-sort makes another order than a sort. A
// replay must therefore begin with the lists of its kept state.
TEST_P(KeptStates, Replay_IsBitIdentical) {
  constexpr std::int64_t kSteps = 30, kKeptEvery = 6;
  FluidSession session = make(smallFluid("[sort]\nreorder_every = 7\n"));
  std::vector<std::int64_t> ids;
  std::vector<dpd::ParticleState> first;
  std::vector<std::string> scenarios;
  std::vector<double> times;
  const auto visit = [&](const auto& look) {
    while (session.simulation().stepNumber() < kSteps) {
      look(static_cast<std::size_t>(session.simulation().stepNumber()));
      session.advance(1, 1.0, {});
    }
  };
  visit([&](std::size_t step) {
    if (step == 9) change(session, [](auto& changed) { changed.fluid.gravity.x = 0.5; });
    if (step == 20) change(session, [](auto& changed) { changed.fluid.dt = 0.02; });
    if (step % kKeptEvery == 0) ids.push_back(*session.keep());
    if (step % 5 == 0) session.measure();
    first.push_back(session.simulation().downloadState());
    scenarios.push_back(scenario::toToml(session.scenario()));
    times.push_back(session.simulation().time());
  });
  const std::size_t measurements = session.telemetry().measurements().size();
  for (const std::size_t kept : {3U, 1U, 4U, 0U, 4U}) {
    // Going to a kept state restores its values and measurements without making steps again.
    session.goTo(ids[kept]);
    const KeptState* state = session.history().find(ids[kept]);
    ASSERT_NE(state, nullptr);
    const auto step = static_cast<std::size_t>(state->step());
    EXPECT_EQ(session.telemetry().measurements().back().step, static_cast<int>(step / 5 * 5));
    EXPECT_EQ(scenario::toToml(session.scenario()), scenarios[step]);
    EXPECT_EQ(session.simulation().time(), times[step]);
    test::expectSameTexels(first[step].position, session.simulation().downloadState().position);
  }
  EXPECT_EQ(session.telemetry().measurements().size(), measurements - 1) << "of 24 steps";
  visit([&](std::size_t step) {
    const dpd::ParticleState again = session.simulation().downloadState();
    EXPECT_EQ(session.simulation().time(), times[step]);
    test::expectSameTexels(first[step].position, again.position);
    test::expectSameTexels(first[step].velocity, again.velocity);
    test::expectSameTexels(first[step].predicted, again.predicted);
  });
}

TEST_P(KeptStates, Steps_AreKeptEverySecond) {
  FluidSession session = make();
  const auto kept = [&] {
    std::vector<std::int64_t> steps;
    for (const KeptState* state : session.history().timeline()) steps.push_back(state->step());
    return steps;
  };
  advanceTo(session, 3, 1.0);
  EXPECT_EQ(kept(), (std::vector<std::int64_t>{0}));
  clock_.pass(0.9);
  advanceTo(session, 4, 1.0);
  EXPECT_EQ(kept(), (std::vector<std::int64_t>{0}));
  clock_.pass(0.2);
  advanceTo(session, 6, 1.0);
  EXPECT_EQ(kept(), (std::vector<std::int64_t>{0, 5}));
}

TEST_P(KeptStates, NextStep_DropsLaterStates) {
  FluidSession session = make();
  std::vector<std::int64_t> ids{*session.keep()};
  for (int k = 0; k < 3; ++k) {
    session.measure();
    session.advance(1, 1.0, {});
    ids.push_back(*session.keep());
  }
  session.goTo(ids[1]);
  EXPECT_EQ(session.history().timeline().size(), 4u);
  EXPECT_EQ(session.keep(), ids[1]) << "it is kept already";
  session.goTo(ids[3]);
  EXPECT_EQ(session.telemetry().measurements().size(), 3u);
  session.goTo(ids[1]);
  EXPECT_EQ(session.telemetry().measurements().size(), 2u);
  session.advance(1, 1.0, {});
  EXPECT_EQ(session.history().timeline().size(), 2u);
  EXPECT_THROW(session.goTo(ids[3]), RunError);
  session.start(smallFluid());
  EXPECT_EQ(session.history().timeline().size(), 1u) << "of the new fluid";
}

}  // namespace
}  // namespace gpubuck::demo
