// The numbers that the panels "Sort" and "Speed" show, each compared with a count on the processor.
#include <algorithm>
#include <chrono>
#include <map>
#include <numeric>
#include <regex>
#include <string>
#include <vector>

#include "demo/fluid_session_rig.h"
#include "demo/panels_fixture.h"

namespace gpubuck::demo {
namespace {

class ShownNumbersTest : public PanelsTest {
 protected:
  /// Starts a fluid of 192 particles in 64 cells on the paper engine. The bucket sort draws the
  /// particles in `subBuffers` sub-buffers.
  void begin(dpd::SortMode mode, sort::Partition partition, std::int64_t subBuffers = 4) {
    scenario::Scenario bucket = running();
    bucket.step.mode = mode;
    bucket.step.sort.algorithm = sort::Algorithm::Bucket;
    bucket.step.sort.partition = partition;
    bucket.step.sort.subBuffers = subBuffers;
    session_.start(bucket);
  }
  void advance(std::int64_t steps) { session_.advance(steps, 1e9, {}); }

  /// Returns the cell of each particle by its id. There are 4 x 4 x 4 cells of edge 1, so that no
  /// division rounds.
  std::vector<int> cellsById() {
    std::vector<int> cells;
    for (const glm::vec4& at : positionsById(session_.simulation().downloadState())) {
      cells.push_back(int(at.x) + 4 * (int(at.y) + 4 * int(at.z)));
    }
    return cells;
  }
  /// Returns the number of particles in each cell.
  std::vector<std::int64_t> lengths() {
    std::vector<std::int64_t> all(64, 0);
    for (const int cell : cellsById()) ++all[static_cast<std::size_t>(cell)];
    return all;
  }

  /// Draws a drawer, and returns the number that follows these words in it.
  double shown(PanelPlace drawer, const std::string& words) {
    drawn_ = drawer;
    std::string text = drawnText();
    std::erase(text, ',');
    std::smatch found;
    const bool isFound = std::regex_search(text, found, std::regex(words + R"(\s*([0-9.]+))"));
    EXPECT_TRUE(isFound) << words << " in\n" << text;
    return isFound ? std::stod(found[1]) : -1.0;
  }
  double inSort(const std::string& words) { return shown(PanelPlace::Controls, words); }
  double inSpeed(const std::string& words) { return shown(PanelPlace::Measurements, words); }
};

// A scatter without sub-buffers draws all waiting particles, and places one particle of each cell.
// A cell with a list of L particles therefore takes L + (L - 1) + ... + 1 points.
TEST_F(ShownNumbersTest, SortWithoutSubBuffers_DrawsAllThatWait) {
  begin(dpd::SortMode::Sort, sort::Partition::Contiguous, 1);
  for (int step = 0; step < 3; ++step) {
    const std::vector<std::int64_t> all = lengths();  // the lengths at the start of the step
    advance(1);
    std::int64_t points = 0;
    for (const std::int64_t length : all) points += length * (length + 1) / 2;
    EXPECT_EQ(inSort("The last sort"), double(std::ranges::max(all)));
    EXPECT_EQ(inSort("Points drawn"), double(points));
    EXPECT_NEAR(inSort("Points drawn [0-9]+ ="), double(points) / 192.0, 0.0051);
    EXPECT_NEAR(inSort("Points drawn / N"), double(points) / 192.0, 0.00051);
    EXPECT_NEAR(inSort("Threshold\\s*drawn"), double(points) / 192.0, 0.0051);
  }
}

// Each particle is drawn at least once, except if one point is drawn for a run of particles.
TEST_F(ShownNumbersTest, PointsPerParticle_AreAtLeastOneWhereItsHelpSaysSo) {
  begin(dpd::SortMode::Sort, sort::Partition::Contiguous);
  advance(1);
  EXPECT_GE(inSort("Points drawn [0-9]+ ="), 1.0);
  double bars = 0.0;
  for (const sort::Round& round : session_.telemetry().steps().back().sort.rounds) {
    for (const sort::Drawn& drawn : round) {
      EXPECT_GE(drawn.subBuffer, 0);
      EXPECT_LT(drawn.subBuffer, 4);
      bars += double(drawn.points);
    }
  }
  EXPECT_EQ(inSort("Points drawn"), bars);
}

TEST_F(ShownNumbersTest, MovedParticles_AreThoseWithAnotherCell) {
  begin(dpd::SortMode::Resort, sort::Partition::Contiguous);
  advance(2);
  std::vector<int> before = cellsById();
  advance(1);
  for (int step = 0; step < 3; ++step) {
    const std::vector<int> now = cellsById();
    advance(1);
    std::int64_t moved = 0;
    for (std::size_t id = 0; id < now.size(); ++id) moved += now[id] != before[id] ? 1 : 0;
    ASSERT_GT(moved, 0) << "else the test shows nothing";
    EXPECT_EQ(inSpeed("Moved to another cell"), double(moved));
    EXPECT_NEAR(inSpeed("Moved to another cell [0-9]+ ="), 100.0 * double(moved) / 192.0, 0.0051);
    before = now;
  }
}

TEST_F(ShownNumbersTest, Lists_HaveTheLengthsOfTheirCells) {
  for (const sort::Partition partition : {sort::Partition::Contiguous, sort::Partition::Turns}) {
    begin(dpd::SortMode::Sort, partition);
    advance(2);
    EXPECT_EQ(inSpeed("Lengths of the lists"), 3.0) << "192 particles in 64 cells";
    EXPECT_EQ(inSpeed("longest list:"), double(std::ranges::max(lengths())));
  }
}

TEST_F(ShownNumbersTest, Rates_AreThoseOfTheLastSeconds) {
  begin(dpd::SortMode::Sort, sort::Partition::Contiguous);
  auto now = Clock::now() + std::chrono::seconds(1);
  advance(1);
  session_.telemetry().update(session_.device().profiler(), 192, now);
  advance(6);
  for (int picture = 0; picture < 5; ++picture) session_.telemetry().addFrame(0.004, 0.008);
  now += std::chrono::seconds(2);
  session_.telemetry().update(session_.device().profiler(), 192, now);
  EXPECT_EQ(inSpeed("Pictures per second"), 2.5);
  EXPECT_EQ(inSpeed("\nSteps per second"), 3.0);
  EXPECT_EQ(inSpeed("Particle-steps per second"), 0.001) << "576 of a million";
  EXPECT_EQ(inSpeed("Panels"), 4.0);
  EXPECT_EQ(inSpeed("Presenting"), 8.0);
}

}  // namespace
}  // namespace gpubuck::demo
