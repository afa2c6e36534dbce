// The drawing quality follows the time that drawing takes. All times are invented.
#include "demo/view/quality.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <functional>
#include <set>
#include <vector>

namespace gpubuck::demo {
namespace {

constexpr double kGood = 0.5 * QualityLevel::kBudget;

/// Draws pictures for some seconds; the time of a picture depends on the level. Returns how often
/// the level changed.
int drawFor(QualityLevel& quality, double seconds, double& now,
            const std::function<double(int)>& costOf) {
  int changes = 0;
  for (const double end = now + seconds; now < end; now += 0.1) {
    const int before = quality.present();
    quality.note(costOf(before), now);
    changes += quality.present() != before ? 1 : 0;
  }
  return changes;
}

TEST(QualityLevelTest, Overload_LowersToTheFirstLevelThatFits) {
  QualityLevel quality;
  quality.restart(4);
  double now = 0.0;
  const auto cost = [](int level) { return level < 2 ? 0.050 / (level + 1) : kGood; };
  drawFor(quality, 5.0, now, cost);
  EXPECT_EQ(quality.present(), 2);
  EXPECT_EQ(drawFor(quality, 600.0, now, cost), 0) << "the load is the same";
}

TEST(QualityLevelTest, StaysAtBestIfItFitsAndEndsAtLast) {
  QualityLevel quality;
  quality.restart(3);
  double now = 0.0;
  EXPECT_EQ(drawFor(quality, 60.0, now, [](int) { return kGood; }), 0);
  drawFor(quality, 60.0, now, [](int) { return 1.0; });
  EXPECT_EQ(quality.present(), 2);
  quality.restart(1);
  EXPECT_EQ(drawFor(quality, 60.0, now, [](int) { return 1.0; }), 0);
}

TEST(QualityLevelTest, HopelessLevels_AreLeftAtTheirSecondPicture) {
  QualityLevel quality;
  quality.restart(4);
  double now = 0.0;
  std::vector<int> levels;
  for (int picture = 0; picture < 6; ++picture) {
    drawFor(quality, 0.05, now, [](int level) { return level < 3 ? 1.0 : kGood; });
    levels.push_back(quality.present());
  }
  EXPECT_EQ(levels, (std::vector<int>{0, 1, 1, 2, 2, 3}));
}

// More pictures are needed to judge a level that is only a little too slow. The times of the next
// level are judged anew.
TEST(QualityLevelTest, NearlyQuickLevel_IsNotHopeless_AndTheNextOneMayBe) {
  QualityLevel quality;
  quality.restart(3);
  double now = 0.0;
  const auto cost = [](int level) {
    return level == 0 ? 1.5 * QualityLevel::kBudget : level == 1 ? 1.0 : kGood;
  };
  int pictures = 0;
  for (; quality.present() == 0 && pictures < 100; ++pictures) drawFor(quality, 0.05, now, cost);
  EXPECT_GT(pictures, 5);
  EXPECT_EQ(quality.present(), 1);
  drawFor(quality, 0.05, now, cost);
  drawFor(quality, 0.05, now, cost);
  EXPECT_EQ(quality.present(), 2);
}

TEST(QualityLevelTest, LowerLoad_RaisesTheLevel) {
  QualityLevel quality;
  quality.restart(2);
  double now = 0.0;
  double load = 1.0;
  const auto cost = [&](int level) { return load * (level == 0 ? 0.060 : 0.015); };
  drawFor(quality, 5.0, now, cost);
  ASSERT_EQ(quality.present(), 1);
  load = 0.5;  // 30 ms at the better level is still too long
  EXPECT_EQ(drawFor(quality, 60.0, now, cost), 0);
  load = 0.2;
  EXPECT_EQ(drawFor(quality, QualityLevel::kCalm, now, cost), 1);
  EXPECT_EQ(quality.present(), 0);
}

TEST(QualityLevelTest, OneLongFrame_ChangesNothing) {
  QualityLevel quality;
  quality.restart(3);
  double now = 0.0;
  int picture = 0;
  const auto cost = [&](int) { return ++picture % 5 == 0 ? 0.5 : kGood; };
  EXPECT_EQ(drawFor(quality, 60.0, now, cost), 0);
}

// If a level of lower quality never costs more than a level of higher quality, each level is
// entered from above only once. The number of changes is therefore limited for any such costs.
RC_GTEST_PROP(QualityLevelProperty, ConstantLoad_Settles, ()) {
  const int levels = *rc::gen::inRange(1, 6);
  std::vector<double> costs;
  double cost = 1e-3 * *rc::gen::inRange(1, 500);
  for (int k = 0; k < levels; ++k) {
    costs.push_back(cost);
    cost *= 0.01 * *rc::gen::inRange(1, 101);
  }
  const double noise = 0.01 * *rc::gen::inRange(0, 20);
  QualityLevel quality;
  quality.restart(levels);
  double now = 0.0;
  int picture = 0;
  const auto costOf = [&](int level) {
    return costs[std::size_t(level)] * (1.0 + noise * (++picture % 7 - 3) / 3.0);
  };
  const int changes = drawFor(quality, 30.0, now, costOf);
  RC_ASSERT(changes <= levels - 1);
  RC_ASSERT(drawFor(quality, 300.0, now, costOf) <= levels - 1 - changes);
}

TEST(LookLevels, EachIsCheaperThanTheOneBefore) {
  Look look;
  look.style = render::ParticleStyle::Surface;
  const std::vector<Look> levels = lookLevels(look);
  ASSERT_EQ(levels.size(), 6u);
  std::vector<std::string> texts;
  for (const Look& level : levels) texts.push_back(lookLossText(look, level));
  EXPECT_EQ(texts, (std::vector<std::string>{
                       "", "without smooth edges", "without smooth edges and shadows",
                       "without smooth edges, shadows and soft shading",
                       "without smooth edges, shadows and soft shading, with a coarser "
                       "surface",
                       "as points"}));
  look.style = render::ParticleStyle::Spheres;
  EXPECT_EQ(lookLevels(look).size(), 5u);
  look.smooth = look.occlusion = look.shadows = false;
  EXPECT_EQ(lookLevels(look).size(), 2u);
  look.style = render::ParticleStyle::Points;
  EXPECT_EQ(lookLevels(look).size(), 1u);
}

}  // namespace
}  // namespace gpubuck::demo
