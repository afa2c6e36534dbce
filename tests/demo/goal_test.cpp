// The goal of a scenario, as the window watches it.
#include "demo/shows/goal.h"

#include "demo/undo_test.h"

namespace gpubuck::demo {
namespace {

class GoalTest : public UndoTest {
 protected:
  GoalTest()
      : UndoTest(std::string(kFewParticles) +
                 "[goal]\nshare = 0.9\ntext = \"Down\"\nhigh = [3, 3, 2]\nwithin = 5\n") {
    setWeight(-30.0);
  }

  void setWeight(double gravity) {
    edit([gravity](auto& changed) { changed.fluid.gravity.z = gravity; });
    look();
  }
  /// Measures as the window does between two frames, and returns the first letter of the line.
  std::string measured() {
    while (!session_.measure(100.0)) {
    }
    state_.goal.update(state_);
    const std::string line = state_.goal.line(state_);
    return line.substr(0, line.find(' '));
  }
};

TEST_F(GoalTest, ReachedGoal_StaysUntilARestart) {
  EXPECT_EQ(measured(), "○");
  EXPECT_LT(*goalProgress(state_), 0.9);
  play(150);  // on some devices 8 of 9 particles are down after 100 steps
  EXPECT_EQ(measured(), "✓");
  EXPECT_EQ(goalProgress(state_), 1.0);
  EXPECT_EQ(lastNotice(), "goal: reached at time 1.5");
  setWeight(30.0);
  play(150);
  EXPECT_EQ(measured(), "✓") << "although " << *goalProgress(state_) << " of it is left";
  EXPECT_LT(*goalProgress(state_), 0.5);
  restart(state_);
  look();
  EXPECT_EQ(measured(), "○");
  undo(state_);
  look();
  EXPECT_EQ(measured(), "✓") << "the restart has been undone";
}

TEST_F(GoalTest, GoalReachedTooLate_DoesNotCount) {
  setWeight(30.0);
  play(510);
  EXPECT_EQ(measured(), "✗");
  setWeight(-30.0);
  play(300);
  EXPECT_EQ(measured(), "✗");
  EXPECT_EQ(*goalProgress(state_), 1.0) << "all that is wanted, but too late";
}

}  // namespace
}  // namespace gpubuck::demo
