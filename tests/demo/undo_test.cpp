// What has been done in the window, taken back and brought back.
#include "demo/actions/undo.h"

#include <gtest/gtest.h>

#include <cstring>
#include <filesystem>
#include <fstream>

#include "base/error.h"
#include "demo/actions/tool_actions.h"
#include "demo/actions/view_actions.h"
#include "demo/demo_test.h"
#include "demo/tools/tools.h"
#include "demo/view/fluid_view.h"
#include "support/property.h"

namespace gpubuck::demo {
namespace {

constexpr const char* kFewParticles = R"(
[box]
size = [3, 3, 4]
boundary = ["periodic", "periodic", "reflecting"]
[fluid]
density = 1.5
[sort]
algorithm = "bucket"
reorder_every = 3
)";

/// Everything that undo is about.
struct Snapshot {
  std::string scenario;  ///< but for the obstacle
  std::string opened;
  texel::Engine engine;
  Look look;
  Playback playback;
  ToolSettings tool;
  std::int64_t step;
  double time;
  std::vector<glm::vec4> particles;  ///< positions, velocities, predicted ones, by id

  bool hasFluidOf(const Snapshot& other) const {
    return step == other.step && time == other.time && particles.size() == other.particles.size() &&
           std::memcmp(particles.data(), other.particles.data(),
                       particles.size() * sizeof(glm::vec4)) == 0;
  }
  bool hasValuesOf(const Snapshot& other) const {
    return scenario == other.scenario && opened == other.opened && engine == other.engine &&
           look == other.look && playback == other.playback && tool == other.tool;
  }
  void takeFluidOf(const Snapshot& other) {
    step = other.step;
    time = other.time;
    particles = other.particles;
  }
};

class UndoTest : public DemoTest {
 protected:
  UndoTest() : DemoTest(kFewParticles) {
    std::ofstream(other_) << "[box]\nsize = [4, 3, 3]\n[fluid]\ndensity = 1.5\n";
    setDefaults(state_);
    look();
  }

  /// What the window does between two pictures, after a gesture.
  void look() {
    state_.runPending();
    watchChanges(state_);
    ++state_.gesture;
  }

  Snapshot snapshot() {
    dpd::Simulation& fluid = session_.simulation();
    const dpd::ParticleState state = fluid.downloadState();
    Snapshot result{scenario::toToml(session_.scenario()),
                    scenario::toToml(state_.opened),
                    session_.engine(),
                    state_.look,
                    state_.playback,
                    state_.tool,
                    fluid.stepNumber(),
                    fluid.time(),
                    std::vector<glm::vec4>(3 * state.count())};
    for (std::size_t i = 0; i < state.count(); ++i) {
      const std::size_t id = dpd::idOf(state.predicted[i]);
      result.particles[3 * id] = state.position[i];
      result.particles[3 * id + 1] = state.velocity[i];
      result.particles[3 * id + 2] = state.predicted[i];
    }
    return result;
  }

  void play(std::int64_t steps) { session_.advance(steps, 100.0, {}); }

  void pull(std::int64_t steps) {
    beginChange(state_, "pull");
    session_.advance(steps, 100.0,
                     {.impulse = dpd::Impulse{.tube = {{1.0, 1.0, 0.0}, {0.0, 0.0, 1.0}, 2.0},
                                              .strength = 5.0}});
    endChange(state_);
  }

  template <typename Edit>
  void edit(Edit change) {
    scenario::Scenario changed = session_.scenario();
    change(changed);
    demo::change(state_, changed);
  }

  /// One of kActions things that a user does; `how`: which of some ways. True: to the particles.
  bool act(int action, int how);
  static constexpr int kActions = 21;

  std::string lastNotice() {
    return journal_.notices().empty() ? "" : journal_.notices().back().text;
  }

  const std::string other_ = ::testing::TempDir() + "undo_other.toml";
};

bool UndoTest::act(int action, int how) {
  scenario::View view = session_.scenario().view;
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
      setColouring(state_, kColourings[static_cast<std::size_t>(how)].value);
      return false;
    case 16:
      state_.look.radiusScale = 1.0 + 0.1 * how;
      return false;
    case 17:
      state_.playback.stepsPerFrame = 5 + how;
      return false;
    case 18:
      setTool(state_, toolRows()[static_cast<std::size_t>(how % 4)].tool);
      return false;
    case 19:
      beginTilt(state_);
      state_.tilt.turn(15.0 * how);
      session_.advance(1 + how, 100.0, {.gravity = feltGravity(state_)});
      endTilt(state_, how % 2 == 1);
      return true;
    default:
      setEngine(state_, test::testedEngines().at(static_cast<std::size_t>(how) %
                                                 test::testedEngines().size()));
      return false;
  }
}

// The way back and the way forward are compared with what a list of snapshots says: particles come
// back where particles were changed, and values everywhere.
TEST_F(UndoTest, AnyActionsAreTakenBackAndBroughtBackToTheBit) {
  constexpr std::size_t kCount = 200;
  // A first case is of size 0, for which a range has its least value alone. Fewer of 200 actions
  // are looked for too long.
  const auto actions = rc::gen::noShrink(rc::gen::resize(
      rc::kNominalSize,
      rc::gen::container<std::vector<std::pair<int, int>>>(
          kCount, rc::gen::pair(rc::gen::inRange(0, kActions), rc::gen::inRange(0, 5)))));
  test::expectProperty(1, [&] {
    // What an earlier case has done stays done.
    state_.undo = makeUndo();
    look();
    struct Done {
      Snapshot before;
      bool isOfParticles;
    };
    std::vector<Done> done;
    for (const auto& [action, how] : *actions) {
      const Snapshot before = snapshot();
      const bool isOfParticles = act(action, how);
      look();
      if (isOfParticles || !snapshot().hasValuesOf(before)) done.push_back({before, isOfParticles});
    }
    RC_TAG(done.size());
    std::vector<Snapshot> path{snapshot()};
    for (std::size_t k = done.size(); k-- > 0;) {
      RC_ASSERT(!whatUndo(state_).empty());
      Snapshot expected = done[k].before;
      if (!done[k].isOfParticles) expected.takeFluidOf(path.back());
      undo(state_);
      look();
      path.push_back(snapshot());
      RC_ASSERT(path.back().hasValuesOf(expected));
      RC_ASSERT(path.back().hasFluidOf(expected));
    }
    RC_ASSERT(whatUndo(state_).empty());
    while (path.size() > 1) {
      path.pop_back();
      RC_ASSERT(!whatRedo(state_).empty());
      redo(state_);
      look();
      const Snapshot present = snapshot();
      RC_ASSERT(present.hasValuesOf(path.back()));
      RC_ASSERT(present.hasFluidOf(path.back()));
    }
    RC_ASSERT(whatRedo(state_).empty());
  });
}

TEST_F(UndoTest, AValueComesBackWithoutTheTimeAndSaysSo) {
  play(2);
  edit([](auto& changed) { changed.fluid.kT = 2.0; });
  look();
  play(3);
  EXPECT_EQ(whatUndo(state_), "Temperature kT");
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
  EXPECT_EQ(lastNotice(), "undo: there is nothing left");
}

TEST_F(UndoTest, OneGesture_IsOneChange) {
  for (int k = 1; k <= 5; ++k) {
    scenario::View view = session_.scenario().view;
    view.camera.zoom *= 1.1;
    setView(state_, view);
    watchChanges(state_);
  }
  // The first key is held for three steps; of the second one they are made later than it is
  // pressed.
  for (const unsigned long gesture : {7U, 7U, 7U, 8U}) {
    state_.gesture = 9;
    beginChange(state_, "single step", gesture);
    play(1);
    endChange(state_);
    watchChanges(state_);
  }
  EXPECT_EQ(whatUndo(state_), "single step");
  undo(state_);
  look();
  EXPECT_EQ(session_.simulation().stepNumber(), 3);
  undo(state_);
  look();
  EXPECT_EQ(session_.simulation().stepNumber(), 0);
  EXPECT_EQ(whatUndo(state_), "Camera");
  undo(state_);
  look();
  EXPECT_EQ(session_.scenario().view.camera.zoom, 1.0);
  EXPECT_EQ(whatUndo(state_), "");
}

TEST_F(UndoTest, AnotherGestureOrAnotherValue_IsAChangeOfItsOwn) {
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
  EXPECT_EQ(whatUndo(state_), "");
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

TEST_F(UndoTest, RewindingLeavesTheCamera) {
  const std::int64_t first = *session_.keep();
  play(2);
  scenario::View view = session_.scenario().view;
  view.camera.azimuth = 77.0;
  view.camera.zoom = 1.5;
  view.hidden = {};
  view.sliceAxis = 1;
  setView(state_, view);
  look();
  edit([](auto& changed) { changed.fluid.kT = 2.0; });
  look();
  const scenario::View before = session_.scenario().view;
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

TEST_F(UndoTest, RewindingWaitsThereAndIsOneChange) {
  std::vector<std::int64_t> ids{*session_.keep()};
  for (int k = 0; k < 3; ++k) {
    play(2);
    ids.push_back(*session_.keep());
  }
  play(1);
  const Snapshot present = snapshot();
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
  EXPECT_EQ(whatUndo(state_), "rewind");
  undo(state_);
  look();
  EXPECT_TRUE(snapshot().hasFluidOf(present));
  redo(state_);
  look();
  EXPECT_EQ(session_.simulation().stepNumber(), 2);
  play(1);
  undo(state_);
  look();
  EXPECT_TRUE(snapshot().hasFluidOf(present)) << "even when what came after has been forgotten";
}

TEST_F(UndoTest, AFluidThatTakesLongToBeginCanBeStopped) {
  scenario::Scenario large = session_.scenario();
  large.fluid.box.size = {80.0, 80.0, 80.0};  // 768,000 particles
  play(1);
  const Snapshot present = snapshot();
  restartWith(state_, large);
  look();
  ASSERT_NE(state_.beginning, nullptr) << "768,000 particles in 0.1 s?";
  double share = state_.beginning->share();
  goOnBeginning(state_, 0.0);
  EXPECT_GT(state_.beginning->share(), share);
  EXPECT_LT(state_.beginning->share(), 1.0);
  stopBeginning(state_);
  look();
  EXPECT_TRUE(snapshot().hasFluidOf(present));
  EXPECT_EQ(whatUndo(state_), "");

  restart(state_);
  look();
  EXPECT_EQ(state_.beginning, nullptr) << "few particles begin at once";
  EXPECT_EQ(session_.simulation().stepNumber(), 0);
}

TEST_F(UndoTest, WhatIsChangedWhileARestartBeginsIsOfTheNewFluid) {
  scenario::Scenario large = session_.scenario();
  large.fluid.box.size = {80.0, 80.0, 80.0};
  restartWith(state_, large);
  look();
  ASSERT_NE(state_.beginning, nullptr);
  edit([](auto& changed) {
    changed.fluid.gravity = {0.0, 0.5, -0.25};
    changed.fluid.noise = dpd::NoiseKind::Philox;
  });
  scenario::View view = session_.scenario().view;
  view.camera.azimuth = 77.0;
  setView(state_, view);
  look();
  goOnBeginning(state_, 1000.0);
  EXPECT_EQ(state_.beginning, nullptr);
  large.fluid.gravity = {0.0, 0.5, -0.25};
  large.fluid.noise = dpd::NoiseKind::Philox;
  large.view = view;
  EXPECT_EQ(scenario::toToml(session_.scenario()), scenario::toToml(large));
  EXPECT_EQ(session_.simulation().fluid().gravity, large.fluid.gravity);
}

TEST_F(UndoTest, AChangeAfterAnUndoLeavesNothingToRedo) {
  pull(1);
  look();
  undo(state_);
  look();
  EXPECT_EQ(whatRedo(state_), "pull");
  edit([](auto& changed) { changed.fluid.kT = 2.0; });
  look();
  EXPECT_EQ(whatRedo(state_), "");
}

TEST_F(UndoTest, AStrokeThatDoesNothingAndOneThatFailsAreForgotten) {
  beginChange(state_, "paint");
  endChange(state_);
  look();
  EXPECT_EQ(whatUndo(state_), "");
  scenario::Scenario tooSmall = session_.scenario();
  tooSmall.fluid.box.size.x = 2.0;
  restartWith(state_, tooSmall);
  look();
  EXPECT_EQ(whatUndo(state_), "");
}

TEST_F(UndoTest, TheWayBackFromAFailureIsAChangeOfTheValues) {
  play(3);
  session_.keep();
  edit([](auto& changed) { changed.fluid.gravity = {0.0, 0.0, -1e6}; });
  look();
  EXPECT_THROW(play(200), RunError);
  goBack(state_);
  look();
  EXPECT_EQ(session_.simulation().stepNumber(), 3);
  EXPECT_EQ(whatUndo(state_), "Gravity");
  undo(state_);
  look();
  EXPECT_EQ(session_.scenario().fluid.gravity.z, -1e6);
}

}  // namespace
}  // namespace gpubuck::demo
