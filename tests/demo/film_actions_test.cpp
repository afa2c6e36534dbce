// Films of the last seconds, and the notice of a film.
#include "demo/ui/actions/view_actions.h"

#include "demo/demo_test.h"
#include "file/temporary_folder.h"
#include "render/canvas.h"

namespace gpubuck::demo {
namespace {

class FilmActionsTest : public DemoTest {
 protected:
  FilmActionsTest() : DemoTest("[box]\nsize = [3, 3, 3]\n") {
    const render::Canvas canvas(64, 32);
    for (int k = 0; k <= 15; ++k) {
      state_.replay.add(canvas, Clock::now());
      clock_.pass(1.0 / Replay::kRate);
    }
  }
};

// A browser records the pictures that it shows. Each picture is recorded for as long as it is
// shown.
TEST_F(FilmActionsTest, OnAPage_FramesAreShownAtTheSpeedOfTheFilm) {
  const test::TemporaryFolder folder;
  Recorder recorder(folder / "films");
  DemoState state{session_, journal_, recorder};
  state.onPage = true;
  state.replay = std::move(state_.replay);
  filmReplay(state);
  state.runPending();
  ASSERT_TRUE(recorder.recording());
  const auto framesAfter = [&](double seconds) {
    clock_.pass(seconds);
    continueReplay(state);
    continueReplay(state);
    return recorder.frames();
  };
  EXPECT_EQ(framesAfter(0.0), 1);
  EXPECT_EQ(framesAfter(0.9 / Replay::kRate), 1);
  EXPECT_EQ(framesAfter(0.2 / Replay::kRate), 2);
  EXPECT_EQ(framesAfter(5.0 / Replay::kRate), 3) << "it skips what is late";
  EXPECT_TRUE(state.replay.isFilming());
  framesAfter(10.0 / Replay::kRate);
  EXPECT_FALSE(state.replay.isFilming());
  EXPECT_FALSE(recorder.recording());
}

// The window may run in a folder that its user does not know. A film of a slow fluid is short.
TEST_F(FilmActionsTest, Notice_HasTheFullPathAndThePlayingTime) {
  const test::TemporaryFolder folder;
  Recorder recorder(std::filesystem::relative(folder / "films"));
  DemoState state{session_, journal_, recorder};
  state.replay = std::move(state_.replay);
  filmReplay(state);
  state.runPending();
  while (state.replay.isFilming()) continueReplay(state);
  finishFilm(state, 60.0);
  EXPECT_EQ(journal_.notices().back().text,
            "film: " + std::string(folder / "films/test-replay-0001.mp4") + ", 16 frames, 1.1 s");
}

}  // namespace
}  // namespace gpubuck::demo
