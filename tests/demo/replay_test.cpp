// The film of the last seconds.
#include "demo/view/replay.h"

#include <gtest/gtest.h>

namespace gpubuck::demo {
namespace {

using std::chrono::milliseconds;

Image ofGrey(int value) {
  return {8, 4, std::vector<std::uint8_t>(96, static_cast<std::uint8_t>(value))};
}

TEST(Replay, Film_HasTheLastSecondsInEvenFrames) {
  Replay replay;
  EXPECT_TRUE(replay.isEmpty());
  const Clock::time_point start = Clock::now();
  // A picture every 0.2 s for 8 s, of which the film has the last 5: three frames each.
  for (int k = 0; k <= 40; ++k) {
    const Clock::time_point now = start + k * milliseconds(200);
    EXPECT_TRUE(replay.isDue(now));
    replay.add(ofGrey(k), now);
    EXPECT_FALSE(replay.isDue(now + milliseconds(50)));
  }
  for (int film = 0; film < 2; ++film) {
    std::vector<int> shown;
    replay.beginFilm();
    while (replay.isFilming()) shown.push_back(replay.nextFrame().rgb.front());
    ASSERT_EQ(shown.size(), 76U);
    EXPECT_EQ(shown.back(), 40);
    for (std::size_t k = 0; k < shown.size(); ++k) {
      const int expected = 40 - (75 - static_cast<int>(k) + 2) / 3;
      EXPECT_NEAR(shown[k], expected, (75 - k) % 3 == 0 ? 1 : 0) << k;
    }
  }
}

TEST(Replay, OnePicture_IsOneFrame) {
  Replay replay;
  replay.add({}, Clock::now());
  EXPECT_TRUE(replay.isEmpty()) << "a minimised window has no pixels";
  const Image large{2000, 1000, std::vector<std::uint8_t>(6'000'000, 7)};
  replay.add(large, Clock::now());
  replay.beginFilm();
  const Image& frame = replay.nextFrame();
  EXPECT_EQ(frame.width, 640);
  EXPECT_EQ(frame.height, 320);
  EXPECT_FALSE(replay.isFilming());
}

}  // namespace
}  // namespace gpubuck::demo
