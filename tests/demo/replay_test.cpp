// The film of the last seconds.
#include "demo/view/films.h"

#include <gtest/gtest.h>

#include "support/gpu_test.h"

namespace gpubuck::demo {
namespace {

using std::chrono::milliseconds;

class ReplayTest : public test::GpuTest {
 protected:
  /// Returns a picture of one shade of grey, 0..255.
  static render::Canvas ofGrey(int value, int width = 8, int height = 4) {
    render::Canvas canvas(width, height);
    render::clearFramebuffer(width, height, glm::vec3(static_cast<float>(value) / 255.0F),
                             canvas.framebuffer());
    return canvas;
  }
  Replay replay_;
  Clock::time_point start_ = Clock::now();
};

TEST_F(ReplayTest, Film_HasTheLastSecondsInEvenFrames) {
  EXPECT_TRUE(replay_.isEmpty());
  // There is a picture every 0.2 s for 8 s. The film shows the pictures of the last 5 s, each for
  // three frames.
  for (int k = 0; k <= 40; ++k) {
    const Clock::time_point now = start_ + k * milliseconds(200);
    EXPECT_TRUE(replay_.isDue(now));
    replay_.add(ofGrey(k), now);
    EXPECT_FALSE(replay_.isDue(now + milliseconds(50)));
  }
  for (int film = 0; film < 2; ++film) {
    std::vector<int> shown;
    replay_.beginFilm(start_);
    while (replay_.isFilming()) shown.push_back(replay_.nextFrame().rgb.front());
    ASSERT_EQ(shown.size(), 76U);
    EXPECT_EQ(shown.back(), 40);
    for (std::size_t k = 0; k < shown.size(); ++k) {
      const int expected = 40 - (75 - static_cast<int>(k) + 2) / 3;
      EXPECT_NEAR(shown[k], expected, (75 - k) % 3 == 0 ? 1 : 0) << k;
    }
  }
}

TEST_F(ReplayTest, OnePicture_IsOneSmallFrame) {
  const render::Canvas large = ofGrey(7, 2000, 1000);
  // The lower half of the picture is made lighter.
  glBindFramebuffer(GL_FRAMEBUFFER, large.framebuffer());
  glEnable(GL_SCISSOR_TEST);
  glScissor(0, 0, 2000, 500);
  glClearColor(1.0F, 1.0F, 1.0F, 1.0F);
  glClear(GL_COLOR_BUFFER_BIT);
  glDisable(GL_SCISSOR_TEST);
  replay_.add(large, start_);
  replay_.beginFilm(start_);
  const Image frame = replay_.nextFrame();
  EXPECT_EQ(frame.width, 640);
  EXPECT_EQ(frame.height, 320);
  EXPECT_EQ(frame.rgb.at(3 * 640 * 158), 7);
  EXPECT_EQ(frame.rgb.at(3 * 640 * 162), 255);
  EXPECT_FALSE(replay_.isFilming());
}

// A page records a film in real time, and may be too slow to show each frame.
TEST_F(ReplayTest, FilmMadeInRealTime_SkipsFrames) {
  for (int k = 0; k <= 15; ++k) replay_.add(ofGrey(k), start_ + k * milliseconds(1000) / 15);
  const Clock::time_point begun = start_ + milliseconds(5000);
  replay_.beginFilm(begun);
  const auto frameAt = [&](int time) {
    return replay_.skipTo(begun + milliseconds(time)) ? replay_.nextFrame().rgb.front() : -1;
  };
  EXPECT_EQ(frameAt(0), 0);
  EXPECT_EQ(frameAt(60), -1);
  EXPECT_EQ(frameAt(70), 1);
  EXPECT_EQ(frameAt(610), 9);
  EXPECT_EQ(frameAt(650), -1);
  EXPECT_TRUE(replay_.isFilming());
  EXPECT_EQ(frameAt(9000), 15);
  EXPECT_FALSE(replay_.isFilming());
}

}  // namespace
}  // namespace gpubuck::demo
