// The options --kiosk and --benchmark of the window.
#include <algorithm>
#include <nlohmann/json.hpp>

#include "gui/window_rig.h"

namespace gpubuck::test {
namespace {

struct WindowStart : WindowRig {};

TEST_F(WindowStart, Kiosk_EndsAtAKeyPress) {
  open({.options = {"--kiosk"}, .paused = false});
  EXPECT_FALSE(hasBeenShown("controls/run"));
  key("n");  // which is for this alone
  EXPECT_EQ(answer("kiosk"), "ends");
  key("space");
  EXPECT_EQ(answer("playing"), "no");
  EXPECT_TRUE(hasBeenShown("controls/run"));
  EXPECT_EQ(latest("single step"), "");
  // Neither the camera's turn nor the pause of the kiosk is its user's; the space bar plays.
  key("ctrl+z");
  EXPECT_EQ(answer("undo"), "nothing to undo");
}

TEST_F(WindowStart, Benchmark_PrintsItsResultAndEnds) {
  const auto report = nlohmann::json::parse(outputOf(
      {executable(), "demo", "--benchmark", "--json", "--seconds", "0.2", "--engine", "paper"}));
  ASSERT_FALSE(report["rows"].empty());
  EXPECT_EQ(report["rows"][0]["particles"], 4096);
  double most = 0.0;
  for (const auto& row : report["rows"]) {
    most = std::max(most, row["particle_steps_per_second"].get<double>());
  }
  EXPECT_GT(most, 0.0);
  EXPECT_DOUBLE_EQ(report["score"].get<double>(), most / 1e6);
}

}  // namespace
}  // namespace gpubuck::test
