// The kiosk: its order, its pace, and that it gives way.
#include "demo/shows/kiosk.h"

#include <gtest/gtest.h>

#include "demo/actions/actions.h"
#include "demo/actions/undo.h"
#include "demo/demo_test.h"
#include "demo/panels/gallery.h"
#include "scenario/built_in.h"

namespace gpubuck::demo {
namespace {

class KioskTest : public DemoTest {
 protected:
  KioskTest() : DemoTest(scenario::builtIn("equilibrium", {"box.size=[4,4,4]"})) {
    state_.opened = session_.scenario();
    kiosk().begin(state_);
  }

  Kiosk& kiosk() { return state_.kiosk; }
  /// Draws frames for this number of seconds.
  void show(double seconds) {
    for (int k = 0; k < static_cast<int>(10.0 * seconds); ++k) kiosk().update(state_, 0.1);
  }
  /// Carries out what is pending, also the creation of a fluid that takes longer than a picture.
  void runPending() {
    state_.runPending();
    if (state_.pendingFluid) continuePendingFluid(state_, 1000.0);
  }
};

TEST_F(KioskTest, Time_ShowsTheNextScenario) {
  EXPECT_FALSE(state_.showsGui);
  show(Kiosk::kSeconds - 0.5);
  EXPECT_TRUE(state_.pending.empty());
  show(1.0);
  ASSERT_EQ(state_.pending.size(), 1U);
  runPending();
  EXPECT_EQ(session_.scenario().name, entryAfter("equilibrium", 1).name);
  show(Kiosk::kSeconds - 0.5);
  EXPECT_TRUE(state_.pending.empty()) << "each has its whole time";
}

TEST_F(KioskTest, CreationOfAFluid_IsNotCounted) {
  state_.pendingFluid = std::make_unique<PendingFluid>(session_.scenario(), "restart", [] {});
  show(2.0 * Kiosk::kSeconds);
  EXPECT_TRUE(state_.pending.empty());
  state_.pendingFluid.reset();
  kiosk().update(state_, 10.0 * Kiosk::kSeconds);  // one picture that took long
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
  show(Kiosk::kSeconds + 1.0);
  runPending();
  EXPECT_NE(undoName(state_), "") << "it has opened a scenario";
  const int generation = session_.generation();
  kiosk().end(state_);
  watchChanges(state_);
  EXPECT_EQ(undoName(state_), "");
  undo(state_);
  runPending();
  EXPECT_EQ(session_.generation(), generation);
  EXPECT_EQ(session_.scenario().name, entryAfter("equilibrium", 1).name);
  EXPECT_EQ(session_.scenario().view, state_.opened.view);
}

TEST_F(KioskTest, End_ShowsAllPanels) {
  show(3.0);
  kiosk().end(state_);
  EXPECT_TRUE(state_.showsGui);
  EXPECT_FALSE(kiosk().isPlaying());
  show(2.0 * Kiosk::kSeconds);
  EXPECT_EQ(session_.scenario().view, state_.opened.view);
  EXPECT_TRUE(state_.pending.empty());
}

}  // namespace
}  // namespace gpubuck::demo
