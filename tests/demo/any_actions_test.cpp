// Any actions in the window are undone and redone.
#include "demo/ui/actions/tool_actions.h"
#include "demo/ui/actions/view_actions.h"
#include "demo/ui/tools/tools.h"
#include "demo/undo_test.h"
#include "demo/view/fluid_view.h"
#include "support/property.h"

namespace gpubuck::demo {
namespace {

class AnyActionsTest : public UndoTest {
 protected:
  using UndoTest::UndoTest;

  /// Undoes and redoes 200 random actions.
  void expectUndoAndRedo();
  /// Performs one of a user's actions, number `action` of 0 to kActions - 1, in variant `how`.
  /// Returns whether it changed the particles.
  bool act(int action, int how);
  static constexpr int kActions = 23;
};

bool AnyActionsTest::act(int action, int how) {
  dpd::View view = session_.scenario().view;
  switch (action) {
    case 0:
      beginChange(state_, "single step", state_.gesture);
      play(1);
      endChange(state_);
      return true;
    case 1:
      pull(1 + how);
      return true;
    case 2:
      restart(state_);
      return true;
    case 3: {
      scenario::Scenario changed = session_.scenario();
      changed.fluid.seed = static_cast<std::uint32_t>(how);
      restartWith(state_, changed);
      return true;
    }
    case 4:
      openScenario(state_, other_);
      return true;
    case 5:
      play(how);
      return false;
    case 6:
      edit([&](auto& changed) { changed.fluid.kT = 1.0 + 0.25 * how; });
      return false;
    case 7:
      edit([&](auto& changed) { changed.fluid.gravity.z = -0.1 * how; });
      return false;
    case 8:
      edit([&](auto& changed) { changed.fluid.dt = 0.01 + 0.002 * how; });
      return false;
    case 9:
      edit([&](auto& changed) { changed.fluid.pairs[0].a = 25.0 + how; });
      return false;
    case 10:
      edit([&](auto& changed) {
        changed.fluid.noise = how % 2 == 0 ? dpd::NoiseKind::Philox : dpd::NoiseKind::Karpinski;
      });
      return false;
    case 11:
      edit([&](auto& changed) {
        changed.step.mode = how % 2 == 0 ? dpd::SortMode::Sort : dpd::SortMode::Resort;
      });
      return false;
    case 12:
      edit([&](auto& changed) { changed.step.sort.subBuffers = 1 + how; });
      return false;
    case 13:
      view.camera.azimuth = 10.0 * how;
      setView(state_, view);
      return false;
    case 14:
      view.sliceAxis = how % 3 - 1;
      setView(state_, view);
      return false;
    case 15:
      setColouring(state_, colouringOptions()[static_cast<std::size_t>(how)].value);
      return false;
    case 16:
      view.particleRadius = 1.0 + 0.1 * how;
      setView(state_, view);
      return false;
    case 17:
      state_.playback.stepsPerFrame = 5 + how;
      return false;
    case 18:
      setTool(state_, toolRows()[static_cast<std::size_t>(how % 4)].tool);
      return false;
    case 19:
      beginTilt(state_);
      state_.tilt.turn(15.0 * how * glm::dvec3(0.0, 1.0, 0.0));
      session_.advance(1 + how, 100.0, {.gravity = feltGravity(state_)});
      endTilt(state_, how % 2 == 1);
      return true;
    case 20:
    case 21: {
      beginChange(state_, action == 20 ? "erase" : "add");
      const dpd::Tube tube{{0.7 * how, 1.0, 0.0}, {0.0, 0.0, 1.0}, 0.6};
      const std::int64_t more = action == 20 ? session_.empty(tube) : session_.fillUp(tube, 0);
      endChange(state_);
      return more != 0;
    }
    default:
      setEngine(state_, test::testedEngines().at(static_cast<std::size_t>(how) %
                                                 test::testedEngines().size()));
      return false;
  }
}

// Performs 200 actions, and notes the state before each change. Undo must return to these states
// one by one, and redo must then return to the states that undo has left. Undo and redo restore the
// particles after changes of particles, and the values after every change.
void AnyActionsTest::expectUndoAndRedo() {
  constexpr std::size_t kCount = 200;
  // The first case has size 0, for which a range yields only its least value. Shrinking 200 actions
  // would take too long.
  const auto actions = rc::gen::noShrink(rc::gen::resize(
      rc::kNominalSize,
      rc::gen::container<std::vector<std::pair<int, int>>>(
          kCount, rc::gen::pair(rc::gen::inRange(0, kActions), rc::gen::inRange(0, 5)))));
  test::expectProperty(1, [&] {
    // Undo must not reach back into an earlier case.
    state_.undo = makeUndo();
    look();
    struct Done {
      WindowState before;
      bool isOfParticles;
    };
    std::vector<Done> done;
    for (const auto& [action, how] : *actions) {
      const WindowState before = windowState();
      const bool isOfParticles = act(action, how);
      look();
      if (isOfParticles || !windowState().hasValuesOf(before))
        done.push_back({before, isOfParticles});
    }
    RC_TAG(done.size());
    std::vector<WindowState> path{windowState()};
    for (std::size_t k = done.size(); k-- > 0;) {
      RC_ASSERT(!undoName(state_).empty());
      WindowState expected = done[k].before;
      if (!done[k].isOfParticles) expected.takeFluidOf(path.back());
      undo(state_);
      look();
      path.push_back(windowState());
      RC_ASSERT(path.back().hasValuesOf(expected));
      RC_ASSERT(path.back().hasFluidOf(expected));
    }
    RC_ASSERT(undoName(state_).empty());
    while (path.size() > 1) {
      path.pop_back();
      RC_ASSERT(!redoName(state_).empty());
      redo(state_);
      look();
      const WindowState present = windowState();
      RC_ASSERT(present.hasValuesOf(path.back()));
      RC_ASSERT(present.hasFluidOf(path.back()));
    }
    RC_ASSERT(redoName(state_).empty());
  });
}

TEST_F(AnyActionsTest, UndoAndRedo_RestoreEveryBit) { expectUndoAndRedo(); }

struct AnyActionsOnMoleculesTest : AnyActionsTest {
  AnyActionsOnMoleculesTest() : AnyActionsTest(kFewMolecules) {}
};

TEST_F(AnyActionsOnMoleculesTest, UndoAndRedo_RestoreEveryBit) { expectUndoAndRedo(); }

}  // namespace
}  // namespace gpubuck::demo
