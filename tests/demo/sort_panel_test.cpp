// The panel of the sort: its choices, its numbers, and the costs of its passes.
#include <chrono>
#include <regex>
#include <set>
#include <string>

#include "demo/panels_fixture.h"
#include "demo/ui/actions/shortcuts.h"

namespace gpubuck::demo {
namespace {

TEST_F(PanelsTest, MovedParticles_AreUnknownUntilAResortHasCountedThem) {
  drawn_ = PanelPlace::Measurements;
  const auto shown = [&] {
    const std::string text = drawnText();
    const std::string title = "Moved to another cell ";
    const std::size_t begin = text.find(title) + title.size();
    EXPECT_LT(begin, text.size()) << text;
    return text.substr(begin, text.find('\n', begin) - begin);
  };
  EXPECT_EQ(shown(), "-") << "no step has been made";
  session_.advance(2, 100.0, {});
  EXPECT_NE(shown(), "-");
  scenario::Scenario changed = running();
  changed.step.mode = dpd::SortMode::Sort;
  session_.change(changed);
  EXPECT_EQ(shown(), "-") << "also before the next step";
  session_.advance(2, 100.0, {});
  EXPECT_EQ(shown(), "-");
  changed.step.mode = dpd::SortMode::Resort;
  session_.change(changed);
  EXPECT_EQ(shown(), "-") << "no re-sort yet";
  session_.advance(2, 100.0, {});
  EXPECT_NE(shown(), "-");
}

TEST_F(PanelsTest, Resort_HasOneSpelling) {
  const std::string text = drawnText();
  EXPECT_NE(text.find("re-sort"), std::string::npos);
  EXPECT_EQ(text.find("resort"), std::string::npos);
}

TEST_F(PanelsTest, Sort_CanBeChosenByMouse) {
  click("sort/mode/sort", 0.1F);
  EXPECT_EQ(running().step.mode, dpd::SortMode::Sort);
  click("sort/sub-buffers/more");
  EXPECT_EQ(running().step.sort.subBuffers, 9);
  click("sort/partition");
  click("sort/partition/contiguous");
  EXPECT_EQ(running().step.sort.partition, sort::Partition::Contiguous);
  click("sort/algorithm");
  click("sort/algorithm/bucket");
  EXPECT_EQ(running().step.sort.algorithm, sort::Algorithm::Bucket);
  click("sort/partition");
  click("sort/partition/turns");
  EXPECT_EQ(running().step.sort.partition, sort::Partition::Turns);
}

TEST_F(PanelsTest, MethodOf2007_ActsAtOnceAndLeavesItsParametersFree) {
  const auto expectPaper = [&] {
    EXPECT_EQ(running().step, dpd::withMethod(running().step, dpd::StepMethod::Year2007));
    EXPECT_EQ(session_.engine(), texel::Engine::Paper);
  };
  click("sort/method/2007", 0.1F);
  expectPaper();
  click("sort/mode/sort", 0.1F);
  EXPECT_EQ(running().step.mode, dpd::SortMode::Sort);
  click("sort/mode/resort", 0.1F);
  EXPECT_EQ(running().step.mode, dpd::SortMode::Resort);
  click("sort/sub-buffers/more");
  EXPECT_EQ(running().step.sort.subBuffers, 9);
  type("sort/threshold", "0.25", GLFW_KEY_ENTER);
  EXPECT_EQ(running().step.sort.threshold, 0.25);
  expectPaper();
  for (const char* fixed : {"sort/partition", "sort/algorithm", "sort/traversal",
                            "sort/engine/fast", "sort/reorder-every/more"}) {
    const dpd::StepSettings before = running().step;
    click(fixed);
    frames(2);
    EXPECT_EQ(running().step, before) << fixed;
    expectPaper();
  }
  EXPECT_EQ(errors(), 0U);
  click("sort/method/today", 0.1F);
  EXPECT_EQ(running().step, dpd::withMethod(running().step, dpd::StepMethod::Today));
  EXPECT_EQ(running().step.sort.subBuffers, 9);
  EXPECT_EQ(errors(), 0U);
}

TEST_F(PanelsTest, KeyOfSortAndResort_SaysWhyItDoesNothingOnTheFastEngine) {
  const dpd::SortMode mode = running().step.mode;
  runShortcut(state_, {GLFW_KEY_S, 0});
  frame();
  EXPECT_NE(running().step.mode, mode);
  runShortcut(state_, {GLFW_KEY_S, 0});
  frame();
  EXPECT_EQ(running().step.mode, mode);
  setEngine(state_, texel::Engine::Fast);
  frame();
  runShortcut(state_, {GLFW_KEY_S, 0});
  frame();
  EXPECT_EQ(running().step.mode, mode);
  EXPECT_NE(journal_.notices().back().text.find("2007"), std::string::npos);
}

TEST_F(PanelsTest, Threshold_NeedsTwoSubBuffers) {
  for (const std::int64_t subBuffers : {1, 2}) {
    edit([&](scenario::Scenario& changed) { changed.step.sort.subBuffers = subBuffers; });
    type("sort/threshold", "0.25", GLFW_KEY_ENTER);
    EXPECT_EQ(running().step.sort.threshold, subBuffers == 1 ? 0.5 : 0.25);
  }
}

// Each reading of the clock advances it by more than the reading before, so that no two passes have
// the same time.
TEST_F(PanelsTest, CostOfAControl_IsTheTimeOfItsPasses) {
  edit([](scenario::Scenario& changed) {
    changed.step = dpd::withMethod(changed.step, dpd::StepMethod::Year2007);
  });
  texel::Profiler& profiler = session_.device().profiler();
  profiler.waitForPasses(true);
  profiler.setClock([now = texel::Profiler::Clock::time_point(), by = 100]() mutable {
    return now += std::chrono::microseconds(by += 100);
  });
  const auto sumOf = [&](const std::set<std::string>& names) {
    double milliseconds = 0.0;
    for (const texel::PassTime& pass : profiler.times()) {
      if (names.contains(pass.name)) milliseconds += pass.milliseconds;
    }
    return milliseconds;
  };
  const std::set<std::string> force{"dpd/force_move"};
  // Without queries that count samples, as in OpenGL ES 3.0, passes count the unvisited elements.
  const std::set<std::string> rounds{"sort/scatter_heads", "sort/update_next", "texel/count_flags",
                                     "texel/add_counts"};
  std::set<std::string> sort{"cells/assign_cells", "sort/empty_heads", "sort/mark_moved",
                             "sort/unlink_heads", "sort/unlink_next"};
  sort.insert(rounds.begin(), rounds.end());
  session_.advance(2, 100.0, {});
  auto now = Clock::now() + std::chrono::seconds(2);
  session_.telemetry().update(profiler, 192, now);
  const double forcesBefore = sumOf(force), roundsBefore = sumOf(rounds), sortBefore = sumOf(sort);
  ASSERT_EQ(session_.advance(4, 100.0, {}), 4);
  now += std::chrono::seconds(2);
  session_.telemetry().update(profiler, 192, now);
  const double forces = (sumOf(force) - forcesBefore) / 4.0;
  const double sorts = (sumOf(sort) - sortBefore) / 4.0;
  ASSERT_GT(forces, 0.0);
  const std::string text = drawnText();
  // The panel shows at least 3 digits.
  const auto expectShown = [&](const std::string& before, double value) {
    std::smatch shown;
    const std::regex number(before + R"(\s*([0-9.]+) (ms|times))");
    ASSERT_TRUE(std::regex_search(text, shown, number)) << before << " in\n" << text;
    EXPECT_NEAR(std::stod(shown[1]), value, 0.005 * value) << before;
  };
  expectShown("step", forces + sorts);
  expectShown("forces", forces);
  expectShown("sort", sorts);
  expectShown("rounds", (sumOf(rounds) - roundsBefore) / 4.0);
  const sort::Statistics& last = session_.telemetry().steps().back().sort;
  ASSERT_GT(last.moved, 0);
  expectShown("drawn", static_cast<double>(last.pointsDrawn) / double(last.moved));
}

TEST_F(PanelsTest, SortNumbers_CanBeSteppedAndTyped) {
  click("sort/sub-buffers/more");
  EXPECT_EQ(running().step.sort.subBuffers, 9);
  click("sort/sub-buffers/less");
  EXPECT_EQ(running().step.sort.subBuffers, 8);
  type("sort/sub-buffers", "16", GLFW_KEY_ENTER, false);
  EXPECT_EQ(running().step.sort.subBuffers, 16);
  click("sort/reorder-every/more");
  EXPECT_EQ(running().step.reorderEvery, 110);
  EXPECT_EQ(errors(), 0U);
}

TEST_F(PanelsTest, InvalidSortNumbers_KeepTheOldOnes) {
  type("sort/sub-buffers", "0", GLFW_KEY_ENTER, false);
  const std::string why =
      " is not in 1..1000; limit of the window, because each sub-buffer is drawn separately in "
      "every step; a scenario file may set more";
  EXPECT_EQ(journal_.notices().back().text, "Sub-buffers K: 0" + why);
  type("sort/sub-buffers", "16777215", GLFW_KEY_ENTER, false);
  EXPECT_EQ(journal_.notices().back().text, "Sub-buffers K: 16777215" + why);
  type("sort/sub-buffers", "many", GLFW_KEY_ENTER, false);
  EXPECT_EQ(errors(), 2U);
  EXPECT_EQ(running().step.sort.subBuffers, 8);
}

}  // namespace
}  // namespace gpubuck::demo
