// The tour: its scenes, the way through them, and the window after its end.
#include "demo/shows/tour.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <fstream>
#include <glm/geometric.hpp>
#include <iterator>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "base/number.h"
#include "demo/demo_test.h"
#include "demo/ui/actions/actions.h"
#include "demo/ui/actions/shortcuts.h"
#include "demo/ui/actions/undo.h"
#include "demo/ui/panels/bar.h"
#include "demo/view/fluid_view.h"
#include "demo/view/legend.h"
#include "demo/widgets/theme.h"
#include "render/colour_map.h"
#include "scenario/built_in.h"
#include "sort/passes_run.h"

namespace gpubuck::demo {
namespace {

class TourTest : public DemoTest {
 protected:
  TourTest() : DemoTest(scenario::builtIn("equilibrium", {"box.size=[4,4,4]"})) {
    state_.opened = session_.scenario();
    state_.look.colouring = render::Colouring::Speed;
    state_.look.colourScale = 7.0;
    state_.look.style = render::ParticleStyle::Points;
    state_.look.isStyleAutomatic = false;
    state_.playback.stepsPerFrame = 9;
    state_.showsMeasurements = false;
    watchChanges(state_);
  }

  Tour& tour() { return dynamic_cast<Tour&>(state_.show("tour")); }
  const TourScene& scene() { return tourScenes()[tour().scene()]; }

  void begin() {
    tour().begin(state_);
    runPending();
    update();
  }
  /// Draws one picture, and does the work that it leaves pending.
  void update(double seconds = 0.0) {
    tour().update(state_, seconds);
    runPending();
  }
  void runPending() {
    state_.runPending();
    if (state_.pendingFluid) continuePendingFluid(state_, 1000.0);
  }
  void go(int scenes) {
    tour().go(state_, scenes);
    runPending();
  }
};

TEST_F(TourTest, HasEightScenes) {
  ASSERT_EQ(tourScenes().size(), 8U);
  const char* const titles[] = {"Cells",  "Mapping",     "Scatter", "Update",
                                "Rounds", "Sub-buffers", "Re-sort", "Search"};
  for (std::size_t k = 0; k < 8; ++k) EXPECT_EQ(tourScenes()[k].title, titles[k]);
}

// docs/lesson.md follows the tour, scene by scene.
TEST(LessonTest, Sheet_HasARowForEachScene) {
  std::ifstream file(GPUBUCK_SOURCE_DIR "/docs/lesson.md");
  std::vector<std::string> rows;
  for (std::string line; std::getline(file, line);) {
    if (line.starts_with("| ") && line.find(". ") == 3) {
      rows.push_back(line.substr(5, line.find(" |") - 5));
    }
  }
  std::vector<std::string> titles;
  for (const TourScene& each : tourScenes()) titles.push_back(each.title);
  EXPECT_EQ(rows, titles);
}

TEST_F(TourTest, EachScene_SetsWhatItShows) {
  begin();
  EXPECT_EQ(session_.scenario().name, "rayleigh-taylor-16k");
  EXPECT_EQ(session_.scenario().step.sort.algorithm, sort::Algorithm::Bucket);
  for (std::size_t k = 0; k < tourScenes().size(); ++k) {
    if (k > 0) go(1);
    ASSERT_EQ(tour().scene(), k);
    EXPECT_EQ(state_.playback.playing, scene().plays) << k;
    EXPECT_EQ(state_.look.colouring, scene().colouring) << k;
    EXPECT_EQ(state_.look.colourScale, 0.0) << "the range follows the scene's colours: " << k;
    EXPECT_EQ(state_.look.style, render::ParticleStyle::Spheres) << k;
    EXPECT_EQ(session_.scenario().step.mode == dpd::SortMode::Resort, scene().resorts) << k;
    EXPECT_EQ(session_.scenario().step.sort.subBuffers, scene().subBuffers) << k;
    EXPECT_EQ(state_.picking.picked() != nullptr, scene().picks) << k;
    EXPECT_FALSE(panelNamed(state_, "textures").open) << "a window would cover the fluid: " << k;
    const bool showsTheSortBefore = scene().title == "Update" || scene().title == "Rounds";
    EXPECT_EQ(state_.singleSteps.empty(), scene().plays || showsTheSortBefore) << k;
    EXPECT_EQ(state_.look.litCell >= 0, scene().lights) << k;
    if (scene().inRounds) {
      EXPECT_EQ(session_.scenario().view.camera, state_.opened.view.camera)
          << "all particles of the present round are in the picture";
    }
    EXPECT_EQ(session_.scenario().view.particleRadius < state_.opened.view.particleRadius,
              scene().isSmall)
        << k;
    state_.singleSteps.clear();
  }
}

/// Returns the passes of some time steps, without the passes for measurements.
std::set<std::string> passesOfSteps(FluidSession& session) {
  session.device().profiler().reset();
  for (int k = 0; k < 3; ++k) session.simulation().step();
  return test::passesOf(session.device());
}

// The steps of a scene run the passes that the scene describes: listing 1 or the re-sort, and
// forces along the lists.
TEST_F(TourTest, EachScene_RunsThePassesThatItDescribes) {
  const std::set<std::string> sort{"cells/assign_cells", "sort/scatter_heads", "sort/update_next",
                                   "dpd/force_move"};
  std::set<std::string> resort = sort;
  resort.insert({"sort/mark_moved", "sort/unlink_heads", "sort/unlink_next"});
  begin();
  for (std::size_t k = 0; k < tourScenes().size(); ++k) {
    if (k > 0) go(1);
    session_.simulation().step();  // after a change, all particles are sorted
    EXPECT_EQ(passesOfSteps(session_), scene().resorts ? resort : sort) << scene().title;
    EXPECT_EQ(session_.engine(), texel::Engine::Paper);
  }
}

TEST_F(TourTest, Rounds_LightUpOneAfterTheOther) {
  begin();
  while (!scene().inRounds) {
    update(Tour::kSecondsPerRound * 2.0);
    go(1);
  }
  session_.advance(1, 100.0, {});
  update();
  EXPECT_EQ(state_.look.rounds, 1) << "each scene has its own time";
  update(Tour::kSecondsPerRound * 1.5);
  EXPECT_EQ(state_.look.rounds, 2);
  EXPECT_TRUE(state_.animated);
  update(Tour::kSecondsPerRound);
  EXPECT_EQ(state_.look.rounds, 3);
  const int last = shownSort(state_).iterations;
  EXPECT_GT(last, 5) << "some cells hold more particles";
  std::vector<int> expected;
  for (int k = 4; k <= last + 1; ++k) expected.push_back(k);
  expected.insert(expected.end(), {last + 1, last + 1, 1, 2});
  std::vector<int> shown;
  for (std::size_t k = 0; k < expected.size(); ++k) {
    update(Tour::kSecondsPerRound);
    shown.push_back(state_.look.rounds);
  }
  EXPECT_EQ(shown, expected) << "the last one rests, and it begins again";
}

// Occlusion queries count the points of each round. The counts agree with the cells of the
// particles: round k draws all particles of a cell except the first k - 1.
TEST_F(TourTest, Counts_AreThoseOfTheLastSort) {
  begin();
  while (!scene().counts) go(1);
  session_.simulation().step();
  session_.advance(1, 100.0, {});
  const sort::Statistics& last = session_.telemetry().steps().back().sort;
  const texel::IdArray* const sorted = session_.simulation().previousMapping();
  ASSERT_NE(sorted, nullptr);
  std::map<std::uint32_t, std::int64_t> inCell;
  for (const texel::IdTexel texel : sorted->download()) {
    ++inCell[texel::decodeId(texel)];
  }
  ASSERT_EQ(last.moved, 16'384);
  std::int64_t all = 0;
  for (int round = 1; round <= std::ssize(last.rounds); ++round) {
    std::int64_t left = 0;
    for (const auto& [cell, count] : inCell) left += std::max<std::int64_t>(count - round + 1, 0);
    EXPECT_EQ(countOf(last, round).points, left) << round;
    all += left;
  }
  EXPECT_EQ(countOf(last, 0).points, all);
  EXPECT_EQ(countOf(last, 0).words,
            fmt::format("points drawn in {} rounds to sort 16,384 particles", last.iterations));
  EXPECT_EQ(countOf(last, static_cast<int>(std::ssize(last.rounds)) + 1).points, 0);
  EXPECT_TRUE(countOf(last, 1).words.find(fmt::format("round 1 of {},", last.iterations)) !=
              std::string::npos);
}

using Colours = std::map<std::array<float, 3>, std::int64_t>;

Colours countsOf(const texel::Vec4Array& colours) {
  Colours counts;
  for (const glm::vec4& each : colours.download()) ++counts[{each.r, each.g, each.b}];
  return counts;
}

std::int64_t countOfColour(const Colours& counts, const glm::vec3& colour) {
  std::int64_t count = 0;
  for (const auto& [found, number] : counts) {
    if (glm::distance(glm::vec3(found[0], found[1], found[2]), colour) < 1e-3F) count += number;
  }
  return count;
}

TEST_F(TourTest, Mapping_HasTheBytesThatTheTextDescribes) {
  begin();
  go(1);
  ASSERT_EQ(scene().title, "Mapping");
  const std::int64_t cells = session_.simulation().grid().count();
  EXPECT_NE(scene().text.find(groupDigits(cells) + " cells"), std::string::npos);
  EXPECT_LT(cells >> 8, 64) << "green is dark";
  EXPECT_EQ(cells >> 16, 0) << "blue is 0";
}

TEST_F(TourTest, FirstScene_LightsACellAndThe26AroundIt) {
  begin();
  session_.simulation().step();
  const std::int64_t own = state_.look.litCell;
  const std::vector<std::int64_t> around = cellsTouching(session_.simulation().grid(), own);
  ASSERT_EQ(around.size(), 26U);
  const render::Legend legend = colourLegend(state_);
  ASSERT_EQ(legend.swatches.size(), 3U);
  EXPECT_NE(legend.swatches[1].meaning.find("26"), std::string::npos);
  for (const glm::vec3& background : {render::kLightBackground, render::kDarkBackground}) {
    const glm::vec3 others =
        litCellsLegend(session_.simulation().grid(), own, background).swatches[2].colour;
    EXPECT_GE(contrastOf({others.r, others.g, others.b, 1.0F},
                         {background.r, background.g, background.b, 1.0F}),
              1.9F)
        << "on a projector";
  }
  std::array<std::int64_t, 3> expected{};
  for (int step = 0; step < 50 && expected[0] == 0; ++step) {  // cell `own` is empty at times
    session_.simulation().step();
    expected = {};
    for (const texel::IdTexel texel : session_.simulation().cells().mapping().download()) {
      const auto cell = static_cast<std::int64_t>(texel::decodeId(texel));
      ++expected[cell == own ? 0U : std::ranges::count(around, cell) > 0 ? 1U : 2U];
    }
  }
  ASSERT_GT(expected[0], 0);
  LitCells lit(session_.device());
  const Colours counts =
      countsOf(lit.colours(session_.simulation().cells(), own, backgroundOf(state_)));
  ASSERT_EQ(counts.size(), 3U);
  for (std::size_t k = 0; k < 3; ++k) {
    EXPECT_EQ(countOfColour(counts, legend.swatches[k].colour), expected[k]) << k;
  }
}

// The legend names each colour of the picture, and no other.
TEST_F(TourTest, LegendOfRounds_NamesTheColoursOfThePicture) {
  begin();
  while (scene().colouring != render::Colouring::Round) go(1);
  session_.advance(1, 100.0, {});
  state_.automaticRange.update(session_, state_.look);
  const float scale = std::ceil(colourScale(state_));
  const int last = shownSort(state_).iterations;
  EXPECT_EQ(scale, static_cast<float>(last - 1)) << "the last round ends the ramp";
  render::ParticleColours colours(session_.device());
  for (int round = 1; round <= last + 1; ++round) {
    state_.look.rounds = round;
    const render::Legend legend = colourLegend(state_);
    Colours counts = countsOf(colours.byRounds(session_.simulation().cells(), round, scale));
    std::size_t named = 0;
    for (const render::Swatch& swatch : legend.swatches) {
      EXPECT_GT(countOfColour(counts, swatch.colour), 0) << round << ' ' << swatch.meaning;
      ++named;
    }
    if (legend.ramp) {
      EXPECT_EQ(legend.ramp->atLast, fmt::format("round {}", std::min(round - 1, last)));
      for (int k = 0; k < std::min(round - 1, last); ++k, ++named) {
        const float t = static_cast<float>(k) / scale;
        EXPECT_LE(t, legend.ramp->last + 1e-6F);
        EXPECT_GT(countOfColour(counts, render::rampColour(t)), 0) << round << ' ' << k;
      }
    }
    EXPECT_EQ(counts.size(), named) << round;
  }
}

TEST_F(TourTest, LastScene_NamesTheSpeciesAndTheirNeighbours) {
  begin();
  while (!scene().picks) go(1);
  using Names = std::vector<std::string>;
  const auto names = [&] {
    Names all;
    for (const render::Swatch& each : colourLegend(state_).swatches) all.push_back(each.meaning);
    return all;
  };
  ASSERT_TRUE(state_.picking.hidesRest);
  EXPECT_EQ(names(), (Names{"light", "neighbours: light"})) << "the heavy ones are hidden";
  state_.picking.hidesRest = false;
  EXPECT_EQ(names(), (Names{"light", "heavy", "neighbours: light"}));
  state_.look.colouring = render::Colouring::Speed;
  EXPECT_EQ(names(), (Names{"neighbours: within the cut-off"}));
}

TEST_F(TourTest, SceneOfSubBuffers_ComparesWithTheSortInOnePart) {
  begin();
  while (!scene().inRounds) go(1);
  session_.advance(1, 100.0, {});
  update();
  const std::int64_t inOnePart = shownSort(state_).pointsDrawn;
  go(1);
  session_.advance(1, 100.0, {});
  update();
  EXPECT_EQ(tour().inOnePart(), inOnePart);
  EXPECT_LT(shownSort(state_).pointsDrawn, inOnePart);
}

// Otherwise the time in which the fluid was paused would count.
TEST_F(TourTest, SceneThatPlays_RestartsTheRates) {
  begin();
  while (scene().plays) go(1);
  session_.telemetry().update(session_.device().profiler(), 1,
                              Clock::now() + std::chrono::hours(1));
  ASSERT_TRUE(session_.telemetry().rates());
  while (!scene().plays) go(1);
  EXPECT_FALSE(session_.telemetry().rates());
}

TEST_F(TourTest, Back_StopsAtTheFirstScene) {
  begin();
  go(1);
  go(-1);
  EXPECT_EQ(tour().scene(), 0U);
  go(-1);
  EXPECT_EQ(tour().scene(), 0U);
  EXPECT_TRUE(tour().isPlaying());
}

TEST_F(TourTest, AfterTheLastScene_AllIsAsBefore) {
  const Look look = state_.look;
  const Playback playback = state_.playback;
  begin();
  EXPECT_FALSE(state_.showsControls);
  EXPECT_FALSE(isSlim(state_)) << "the bar would cover the scenes";
  for (std::size_t k = 0; k < tourScenes().size(); ++k) go(1);
  EXPECT_FALSE(tour().isPlaying());
  EXPECT_EQ(session_.scenario().name, "equilibrium");
  EXPECT_TRUE(state_.look == look);
  EXPECT_TRUE(state_.playback == playback);
  EXPECT_TRUE(state_.showsControls);
  EXPECT_FALSE(state_.showsMeasurements);
  flipLayout(state_);
  EXPECT_TRUE(isSlim(state_));
  EXPECT_EQ(state_.picking.picked(), nullptr);
  EXPECT_FALSE(state_.picking.zooms);
  EXPECT_EQ(session_.scenario().view.camera, state_.opened.view.camera);
}

TEST_F(TourTest, EndInAZoomedScene_ResetsTheCamera) {
  begin();
  while (scene().zoom == 1.0) go(1);
  EXPECT_NE(session_.scenario().view.camera, state_.opened.view.camera);
  tour().end(state_);
  EXPECT_EQ(session_.scenario().view.camera, state_.opened.view.camera);
}

TEST_F(TourTest, End_ReturnsToTheUsersFluid) {
  session_.advance(3, 100.0, {});
  begin();
  go(3);
  session_.advance(2, 100.0, {});
  EXPECT_EQ(session_.scenario().name, "rayleigh-taylor-16k");
  state_.isLight = state_.hasLargeType = true;
  tour().end(state_);
  runPending();
  EXPECT_TRUE(state_.isLight && state_.hasLargeType) << "the audience is still there";
  EXPECT_EQ(session_.scenario().name, "equilibrium");
  EXPECT_EQ(session_.simulation().stepNumber(), 3);
  EXPECT_EQ(state_.opened.name, "equilibrium");
  EXPECT_EQ(state_.look.colouring, render::Colouring::Speed);
  watchChanges(state_);
  EXPECT_EQ(undoName(state_), "end of the tour");
  undo(state_);
  runPending();
  EXPECT_EQ(session_.scenario().name, "rayleigh-taylor-16k");
}

TEST_F(TourTest, End_KeepsAFluidThatTheUserHasOpened) {
  begin();
  openScenario(state_, scenario::builtIn("equilibrium", {"box.size=[5,5,5]"}), "other");
  runPending();
  tour().end(state_);
  runPending();
  EXPECT_EQ(session_.scenario().fluid.box.size.x, 5.0);
}

TEST_F(TourTest, Keys_LeadThroughIt) {
  const auto press = [&](const char* keys) {
    for (const Shortcut& shortcut : shortcuts()) {
      if (shortcut.keys == keys) shortcut.run(state_);
    }
    runPending();
    update();
  };
  press("F3");
  EXPECT_TRUE(tour().isPlaying());
  press("PgDn");
  EXPECT_EQ(tour().scene(), 1U);
  EXPECT_EQ(session_.scenario().name, "rayleigh-taylor-16k");
  press("PgUp");
  EXPECT_EQ(tour().scene(), 0U);
  press("Esc");
  EXPECT_FALSE(tour().isPlaying());
}

}  // namespace
}  // namespace gpubuck::demo
