// The kiosk: the order and the pace of its scenes, and its end.
#include "demo/shows/kiosk.h"

#include <gtest/gtest.h>

#include "demo/demo_test.h"
#include "demo/ui/actions/actions.h"
#include "demo/ui/actions/undo.h"
#include "demo/ui/panels/gallery.h"
#include "scenario/built_in.h"

namespace gpubuck::demo {
namespace {

class KioskTest : public DemoTest {
 protected:
  KioskTest() : DemoTest(scenario::builtIn("equilibrium", {"box.size=[4,4,4]"})) {
    clock_.passAtEachReading(1e-4);  // time passes at each reading, so that work takes time
    state_.opened = session_.scenario();
    kiosk().begin(state_);
  }

  Kiosk& kiosk() { return dynamic_cast<Kiosk&>(state_.show("kiosk")); }
  /// Draws frames for this number of seconds, or until an action is pending. Each frame has `work`
  /// seconds for the next scene.
  void show(double seconds, double work = 0.0) {
    for (int k = 0; k < static_cast<int>(10.0 * seconds) && state_.pending.empty(); ++k) {
      kiosk().update(state_, 0.1);
      if (work > 0.0) kiosk().prepare(state_, work);
    }
  }
  /// Shows the next scene once its particles have been created.
  void showNext() {
    show(Kiosk::kLongestSeconds + 1.0, 1e-4);
    ASSERT_EQ(state_.pending.size(), 1U);
    state_.runPending();
  }
  /// Returns the name of the next scene after `name` that has at most `most` particles.
  static std::string nextOf(std::string name, std::int64_t most) {
    do {
      name = entryAfter(name, 1).name;
    } while (scenario::particleCount(scenario::builtIn(name)) > most);
    return name;
  }
};

TEST_F(KioskTest, Time_ShowsTheNextScenario) {
  EXPECT_FALSE(state_.showsGui);
  EXPECT_TRUE(state_.toggleFullscreen);
  show(Kiosk::kSeconds - 0.5, 1e-4);
  EXPECT_TRUE(state_.pending.empty());
  showNext();
  EXPECT_EQ(session_.scenario().name, entryAfter("equilibrium", 1).name);
  show(Kiosk::kSeconds - 0.5);
  EXPECT_TRUE(state_.pending.empty()) << "each has its whole time";
}

TEST_F(KioskTest, SlowScenarios_AreSkipped) {
  constexpr double kSpeed = 11'000.0;  // in particles times steps per second
  const auto most = static_cast<std::int64_t>(2.0 * kSpeed / Kiosk::kLeastRate);
  kiosk().noteSpeed(kSpeed);
  showNext();
  EXPECT_EQ(session_.scenario().name, nextOf("equilibrium", most));
  EXPECT_NE(session_.scenario().name, entryAfter("equilibrium", 1).name);
}

TEST_F(KioskTest, IfAllAreSlow_ThePresentOneStays) {
  kiosk().noteSpeed(10.0);
  const int generation = session_.generation();
  show(3.0 * Kiosk::kSeconds, 1e-4);
  EXPECT_TRUE(state_.pending.empty());
  EXPECT_EQ(session_.generation(), generation);
  EXPECT_TRUE(kiosk().isPlaying());
}

TEST_F(KioskTest, Scenario_BeginsDeveloped) {
  scenario::Scenario small = session_.scenario();
  small.name = "merging-drops";
  session_.start(small);
  kiosk().begin(state_);
  show(5.0, 10.0);
  ASSERT_EQ(state_.pending.size(), 1U);
  state_.runPending();
  EXPECT_EQ(session_.scenario().name, "merging-drops");
  EXPECT_EQ(session_.scenario().fluid.box.size.x, 4.0) << "with its changes";
  EXPECT_EQ(session_.simulation().stepNumber(), entryAfter("liquid-drop", 2).developed);
}

// However the steps are divided, the state equals the fluid's state after the same number of steps.
TEST_F(KioskTest, NextScene_HasTheStateAfterItsSteps) {
  constexpr std::int64_t kSteps = 9;
  while (session_.simulation().stepNumber() < kSteps) session_.advance(1, 10.0, {});
  const dpd::ParticleState expected = session_.simulation().downloadState();
  for (const double seconds : {1e-9, 1e-3, 10.0}) {
    NextScene scene(session_, session_.scenario(), kSteps);
    EXPECT_FALSE(scene.hasBegun());
    int calls = 0;
    while (!scene.isDeveloped() && ++calls < 1000) scene.advance(seconds);
    ASSERT_TRUE(scene.isDeveloped());
    EXPECT_GT(scene.stepSeconds(), 0.0);
    const run::RunState state = scene.take();
    EXPECT_EQ(state.clock.step, kSteps);
    EXPECT_EQ(state.particles.position, expected.position) << seconds;
    EXPECT_EQ(state.particles.velocity, expected.velocity) << seconds;
  }
}

TEST_F(KioskTest, CreationOfAFluid_IsNotCounted) {
  state_.pendingFluid = std::make_unique<PendingFluid>(session_.scenario(), "restart", [] {});
  show(2.0 * Kiosk::kSeconds);
  EXPECT_TRUE(state_.pending.empty());
  state_.pendingFluid.reset();
  kiosk().update(state_, 10.0 * Kiosk::kSeconds);  // one picture that took very long
  EXPECT_TRUE(state_.pending.empty());
}

TEST_F(KioskTest, TurnsTheCameraSlowly) {
  const double before = session_.scenario().view.camera.azimuth;
  show(5.0);
  EXPECT_NEAR(session_.scenario().view.camera.azimuth - before, 5.0 * Kiosk::kDegreesPerSecond,
              1e-9);
  EXPECT_EQ(session_.scenario().view.camera.elevation,
            scenario::builtIn("equilibrium").view.camera.elevation);
}

TEST_F(KioskTest, LeavesNothingToUndo) {
  showNext();
  EXPECT_NE(undoName(state_), "") << "it has opened a scenario";
  const int generation = session_.generation();
  kiosk().end(state_);
  watchChanges(state_);
  EXPECT_EQ(undoName(state_), "");
  undo(state_);
  state_.runPending();
  EXPECT_EQ(session_.generation(), generation);
  EXPECT_EQ(session_.scenario().name, entryAfter("equilibrium", 1).name);
  EXPECT_EQ(session_.scenario().view, state_.opened.view);
}

TEST_F(KioskTest, End_ShowsAllPanels) {
  state_.toggleFullscreen = false;
  show(3.0);
  kiosk().end(state_);
  EXPECT_TRUE(state_.showsGui);
  EXPECT_TRUE(state_.toggleFullscreen) << "back to a window";
  EXPECT_FALSE(kiosk().isPlaying());
  show(2.0 * Kiosk::kSeconds);
  EXPECT_EQ(session_.scenario().view, state_.opened.view);
  EXPECT_TRUE(state_.pending.empty());
}

}  // namespace
}  // namespace gpubuck::demo
