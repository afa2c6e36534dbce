// Undo and redo of everything done in the window.
#include "demo/undo_test.h"

#include <glm/geometric.hpp>

#include "base/error.h"
#include "demo/ui/actions/view_actions.h"
#include "demo/view/fluid_view.h"

namespace gpubuck::demo {
namespace {

TEST_F(UndoTest, Undo_RestoresAValueButNotTheTime) {
  play(2);
  edit([](auto& changed) { changed.fluid.kT = 2.0; });
  look();
  play(3);
  EXPECT_EQ(undoName(state_), "Temperature kT");
  undo(state_);
  look();
  EXPECT_EQ(session_.scenario().fluid.kT, 1.0);
  EXPECT_EQ(session_.simulation().stepNumber(), 5);
  EXPECT_EQ(lastNotice(), "undone: Temperature kT = 1");
  redo(state_);
  look();
  EXPECT_EQ(session_.scenario().fluid.kT, 2.0);
  EXPECT_EQ(session_.simulation().stepNumber(), 5);
  undo(state_);
  undo(state_);
  look();
  EXPECT_EQ(lastNotice(), "undo: nothing to undo");
}

// The picture has another shape after a panel opens, the type becomes large, or the window is
// resized.
TEST_F(UndoTest, PannedCamera_ShowsTheSamePlaceInAPictureOfAnotherShape) {
  const glm::ivec2 wide{860, 690}, narrow{420, 690};
  const auto middle = [&](const glm::ivec2& size) {
    const render::Camera camera = cameraOf(state_, {0, 0, size.x, size.y});
    const render::Ray line = render::rayThrough(camera, {0.0, 0.0});
    const double depth = 1.5;  // the depth of the middle of the box
    return line.origin + (depth - line.origin.y) / line.direction.y * line.direction;
  };
  frameCamera(state_, wide);
  watchChanges(state_);
  dpd::Camera camera = session_.scenario().view.camera;
  camera.azimuth = camera.elevation = 0.0;
  camera.zoom = 8.0;
  camera.panX = -2.0;
  camera.panY = 1.5;
  setCamera(state_, camera);
  watchChanges(state_);
  const glm::dvec3 place = middle(wide);
  frameCamera(state_, narrow);
  watchChanges(state_);
  EXPECT_LT(glm::distance(middle(narrow), place), 0.05);
  ++state_.gesture;
  camera.panX = 0.0;
  setCamera(state_, camera);
  watchChanges(state_);
  undo(state_);
  look();
  frameCamera(state_, narrow);
  EXPECT_LT(glm::distance(middle(narrow), place), 0.05);
  frameCamera(state_, wide);
  EXPECT_LT(glm::distance(middle(wide), place), 1e-3);
  undo(state_);
  look();
  EXPECT_EQ(undoName(state_), "") << "another shape of the picture is no change";
  EXPECT_EQ(session_.scenario().view.camera.zoom, 1.0);
}

TEST_F(UndoTest, OneGesture_IsOneChange) {
  for (int k = 1; k <= 5; ++k) {
    dpd::View view = session_.scenario().view;
    view.camera.zoom *= 1.1;
    setView(state_, view);
    watchChanges(state_);
  }
  // The first key (gesture 7) is held for three steps, the second key (gesture 8) for one step. The
  // present gesture is 9 whenever a step is made.
  for (const unsigned long gesture : {7U, 7U, 7U, 8U}) {
    state_.gesture = 9;
    beginChange(state_, "single step", gesture);
    play(1);
    endChange(state_);
    watchChanges(state_);
  }
  EXPECT_EQ(undoName(state_), "single step");
  undo(state_);
  look();
  EXPECT_EQ(session_.simulation().stepNumber(), 3);
  undo(state_);
  look();
  EXPECT_EQ(session_.simulation().stepNumber(), 0);
  EXPECT_EQ(undoName(state_), "Camera");
  undo(state_);
  look();
  EXPECT_EQ(session_.scenario().view.camera.zoom, 1.0);
  EXPECT_EQ(undoName(state_), "");
}

TEST_F(UndoTest, AnotherGestureOrValue_IsASeparateChange) {
  const auto setTemperature = [&](double kT) {
    edit([&](auto& changed) { changed.fluid.kT = kT; });
    state_.runPending();
  };
  const auto noteOf = [&](unsigned long gesture) {
    state_.gesture = gesture;
    watchChanges(state_);
  };
  setTemperature(1.1);
  noteOf(1);
  setTemperature(1.2);
  noteOf(2);
  setTemperature(1.3);
  noteOf(3);
  edit([&](auto& changed) { changed.fluid.gravity.z = -0.5; });
  state_.runPending();
  noteOf(3);
  setTemperature(1.4);
  noteOf(3);
  for (const auto& [kT, gravity] : {std::pair{1.3, -0.5}, std::pair{1.3, 0.0}, std::pair{1.2, 0.0},
                                    std::pair{1.1, 0.0}, std::pair{1.0, 0.0}}) {
    undo(state_);
    state_.runPending();
    noteOf(3);
    EXPECT_EQ(session_.scenario().fluid.kT, kT);
    EXPECT_EQ(session_.simulation().fluid().kT, kT);
    EXPECT_EQ(session_.scenario().fluid.gravity.z, gravity);
  }
  EXPECT_EQ(undoName(state_), "");
  for (int k = 0; k < 5; ++k) redo(state_);
  state_.runPending();
  EXPECT_EQ(session_.scenario().fluid.kT, 1.4);
  EXPECT_EQ(session_.scenario().fluid.gravity.z, -0.5);
}

TEST_F(UndoTest, Undo_EndsAGesture) {
  edit([](auto& changed) { changed.fluid.kT = 2.0; });
  look();
  undo(state_);
  state_.runPending();
  watchChanges(state_);
  edit([](auto& changed) { changed.fluid.kT = 3.0; });
  state_.runPending();
  watchChanges(state_);
  undo(state_);
  look();
  EXPECT_EQ(session_.scenario().fluid.kT, 1.0);
}

TEST_F(UndoTest, Rewinding_KeepsTheCamera) {
  const std::int64_t first = *session_.keep();
  play(2);
  dpd::View view = session_.scenario().view;
  view.camera.azimuth = 77.0;
  view.camera.zoom = 1.5;
  view.hidden = {};
  view.sliceAxis = 1;
  setView(state_, view);
  look();
  edit([](auto& changed) { changed.fluid.kT = 2.0; });
  look();
  const dpd::View before = session_.scenario().view;
  beginRewind(state_);
  state_.runPending();
  rewindTo(state_, first);
  state_.runPending();
  EXPECT_EQ(session_.scenario().view, before);
  EXPECT_EQ(session_.scenario().fluid.kT, 1.0) << "the values are those of then";
  endRewind(state_);
  look();
  EXPECT_EQ(session_.scenario().view, before);
  undo(state_);
  look();
  EXPECT_EQ(session_.simulation().stepNumber(), 2);
  EXPECT_EQ(session_.scenario().view, before);
  EXPECT_EQ(session_.scenario().fluid.kT, 2.0);
}

TEST_F(UndoTest, Rewinding_PausesAndIsOneChange) {
  std::vector<std::int64_t> ids{*session_.keep()};
  for (int k = 0; k < 3; ++k) {
    play(2);
    ids.push_back(*session_.keep());
  }
  play(1);
  const WindowState present = windowState();
  beginRewind(state_);
  state_.runPending();
  for (const std::size_t k : {3U, 2U, 2U, 1U}) {
    rewindTo(state_, ids[k]);
    state_.runPending();
    EXPECT_EQ(session_.simulation().stepNumber(), 2 * static_cast<int>(k));
  }
  endRewind(state_);
  look();
  EXPECT_FALSE(state_.playback.playing);
  EXPECT_EQ(undoName(state_), "rewind");
  undo(state_);
  look();
  EXPECT_TRUE(windowState().hasFluidOf(present));
  redo(state_);
  look();
  EXPECT_EQ(session_.simulation().stepNumber(), 2);
  play(1);
  undo(state_);
  look();
  EXPECT_TRUE(windowState().hasFluidOf(present)) << "even when what came after has been forgotten";
}

TEST_F(UndoTest, SlowCreation_CanBeCancelled) {
  scenario::Scenario large = session_.scenario();
  large.fluid.box.size = {40.0, 40.0, 40.0};  // 96,000 particles
  clock_.passAtEachReading(0.2);
  play(1);
  const WindowState present = windowState();
  restartWith(state_, large);
  look();
  ASSERT_NE(state_.pendingFluid, nullptr) << "the first 16,384 take 0.2 s";
  double share = state_.pendingFluid->share();
  continuePendingFluid(state_, 0.0);
  EXPECT_GT(state_.pendingFluid->share(), share);
  EXPECT_LT(state_.pendingFluid->share(), 1.0);
  cancelPendingFluid(state_);
  look();
  EXPECT_TRUE(windowState().hasFluidOf(present));
  EXPECT_EQ(undoName(state_), "");

  clock_.passAtEachReading(0.01);
  restart(state_);
  look();
  EXPECT_EQ(state_.pendingFluid, nullptr) << "few particles begin at once";
  EXPECT_EQ(session_.simulation().stepNumber(), 0);
}

TEST_F(UndoTest, ChangeDuringRestart_BelongsToTheNewFluid) {
  scenario::Scenario large = session_.scenario();
  large.fluid.box.size = {40.0, 40.0, 40.0};
  clock_.passAtEachReading(0.2);
  restartWith(state_, large);
  look();
  ASSERT_NE(state_.pendingFluid, nullptr);
  edit([](auto& changed) {
    changed.fluid.gravity = {0.0, 0.5, -0.25};
    changed.fluid.noise = dpd::NoiseKind::Philox;
  });
  dpd::View view = session_.scenario().view;
  view.camera.azimuth = 77.0;
  setView(state_, view);
  look();
  continuePendingFluid(state_, 1000.0);
  EXPECT_EQ(state_.pendingFluid, nullptr);
  large.fluid.gravity = {0.0, 0.5, -0.25};
  large.fluid.noise = dpd::NoiseKind::Philox;
  large.view = view;
  EXPECT_EQ(scenario::toToml(session_.scenario()), scenario::toToml(large));
  EXPECT_EQ(session_.simulation().fluid().gravity, large.fluid.gravity);
}

TEST_F(UndoTest, ChangeAfterUndo_ClearsRedo) {
  pull(1);
  look();
  undo(state_);
  look();
  EXPECT_EQ(redoName(state_), "pull");
  edit([](auto& changed) { changed.fluid.kT = 2.0; });
  look();
  EXPECT_EQ(redoName(state_), "");
}

// A state to which nobody can return must not take memory.
TEST_F(UndoTest, HeldStates_AreThoseThatUndoAndRedoReturnTo) {
  const auto holders = [&] {
    int sum = 0;
    for (std::int64_t id = 1; id < 100; ++id) {
      if (const KeptState* state = session_.history().find(id)) sum += state->holders;
    }
    return sum;
  };
  const auto step = [&](void (*cross)(Workspace&)) {
    cross(state_);
    look();
  };
  beginChange(state_, "pull");
  endChange(state_);
  EXPECT_EQ(holders(), 0) << "a change without an effect";
  beginChange(state_, "pull");
  dropChange(state_);
  EXPECT_EQ(holders(), 0);
  pull(2);
  look();
  EXPECT_EQ(holders(), 1) << "the state before";
  for (int k = 0; k < 3; ++k) {
    step(undo);
    EXPECT_EQ(holders(), 2) << "and the state after";
    step(redo);
    EXPECT_EQ(holders(), 2);
  }
  pull(2);
  look();
  EXPECT_EQ(holders(), 3);
  step(undo);
  step(undo);
  EXPECT_EQ(holders(), 4);
  edit([](auto& changed) { changed.fluid.kT = 2.0; });
  look();
  EXPECT_EQ(holders(), 0) << "nothing can be redone";
  step(undo);
  EXPECT_EQ(session_.simulation().stepNumber(), 0);
}

// The second part of a gesture may change nothing or fail: a second tip of the box, for example.
TEST_F(UndoTest, ContinuationWithoutAnEffect_KeepsTheChange) {
  for (void (*const end)(Workspace&) : {endChange, dropChange}) {
    const WindowState before = windowState();
    beginChange(state_, "pull", state_.gesture);
    play(2);
    endChange(state_);
    beginChange(state_, "pull", state_.gesture);
    end(state_);
    EXPECT_EQ(undoName(state_), "pull");
    undo(state_);
    look();
    EXPECT_TRUE(windowState().hasFluidOf(before));
  }
}

TEST_F(UndoTest, Undo_CancelsSingleStepsThatAreStillToBeMade) {
  pull(2);
  look();
  singleStep(state_);
  ASSERT_EQ(state_.singleSteps.size(), 1U);
  undo(state_);
  look();
  EXPECT_TRUE(state_.singleSteps.empty()) << "they were meant for the fluid of then";
}

TEST_F(UndoTest, EmptyOrFailedStroke_IsForgotten) {
  beginChange(state_, "paint");
  endChange(state_);
  look();
  EXPECT_EQ(undoName(state_), "");
  scenario::Scenario tooSmall = session_.scenario();
  tooSmall.fluid.box.size.x = 2.0;
  restartWith(state_, tooSmall);
  look();
  EXPECT_EQ(undoName(state_), "");
}

TEST_F(UndoTest, RecoveryFromFailure_IsAChangeOfValues) {
  play(3);
  session_.keep();
  edit([](auto& changed) { changed.fluid.gravity = {0.0, 0.0, -1e6}; });
  look();
  EXPECT_THROW(play(200), RunError);
  goBack(state_);
  look();
  EXPECT_EQ(session_.simulation().stepNumber(), 3);
  EXPECT_EQ(undoName(state_), "Gravity");
  undo(state_);
  look();
  EXPECT_EQ(session_.scenario().fluid.gravity.z, -1e6);
}

TEST_F(UndoTest, FailureInADrag_GoesBackBeforeTheDrag) {
  play(3);
  session_.keep();
  const double dt = session_.scenario().fluid.dt;
  for (const double dragged : {1.1 * dt, 1.2 * dt}) {
    edit([&](auto& changed) { changed.fluid.dt = dragged; });
    state_.runPending();
    play(1);
    session_.keep();
  }
  edit([](auto& changed) { changed.fluid.gravity = {0.0, 0.0, -1e6}; });
  look();
  EXPECT_THROW(play(200), RunError);
  goBack(state_);
  look();
  EXPECT_EQ(session_.simulation().stepNumber(), 3);
  EXPECT_EQ(session_.scenario().fluid.dt, dt);
  EXPECT_EQ(session_.scenario().fluid.gravity.z, 0.0);
  EXPECT_EQ(lastNotice(), "back: at step 3");
  play(80);
}

TEST_F(UndoTest, FailureFoundByAnAction_IsShownOnce) {
  edit([](auto& changed) { changed.fluid.gravity = {0.0, 0.0, -1e6}; });
  look();
  play(1);
  attempt(state_, [&] { session_.keep(); });
  look();
  EXPECT_NE(session_.failure(), "");
  EXPECT_EQ(lastNotice(), "") << "the box over the fluid shows it";
}

}  // namespace
}  // namespace gpubuck::demo
