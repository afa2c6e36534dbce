// What the options --kiosk and --benchmark do to the window.
#include <nlohmann/json.hpp>

#include "gui/window_rig.h"

namespace gpubuck::test {
namespace {

struct WindowStart : WindowRig {};

TEST_F(WindowStart, AKioskGivesWayToAKey) {
  open({.options = {"--kiosk"}, .paused = false});
  EXPECT_FALSE(hasBeenShown("controls/run"));
  key("n");  // which is for this alone
  EXPECT_EQ(answer("kiosk"), "ends");
  key("space");
  EXPECT_EQ(answer("playing"), "no");
  EXPECT_TRUE(hasBeenShown("controls/run"));
  EXPECT_EQ(latest("single step"), "");
}

TEST_F(WindowStart, ABenchmarkPrintsWhatItHasFoundAndEnds) {
  const auto report = nlohmann::json::parse(outputOf(
      {executable(), "demo", "--benchmark", "--json", "--seconds", "0.2", "--engine", "paper"}));
  ASSERT_FALSE(report["rows"].empty());
  EXPECT_EQ(report["rows"][0]["particles"], 4096);
  EXPECT_GE(report["score"].get<double>() * 1e6,
            report["rows"][0]["particle_steps_per_second"].get<double>());
}

}  // namespace
}  // namespace gpubuck::test
