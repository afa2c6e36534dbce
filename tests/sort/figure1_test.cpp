// The worked example of the paper's Figure 1, iteration by iteration.
#include "sort/sort_rig.h"

namespace gpubuck::sort {
namespace {

constexpr int kNone = reference::kNull;
const std::vector<int> kInput{0, 2, 3, 2, 0, 1, 3, 3};

struct Iteration {
  int number;
  std::vector<texel::IdTexel> head;
  std::vector<texel::IdTexel> next;
};

class Figure1Test : public test::EngineTest {};
INSTANTIATE_TEST_SUITE_P(Engines, Figure1Test, ::testing::ValuesIn(test::testedEngines()),
                         test::engineName);

// The next textures by hand. An element that lost points at the winner; iteration 2 finds 0, 1 and
// 6 in the heads, pointing at 4, 3 and 7.
TEST_P(Figure1Test, HeadsAndNextsOfEveryIteration) {
  const texel::Device device = test::makeDevice(GetParam());
  for (const PointSource source : {PointSource::PixelBuffer, PointSource::TexelFetch}) {
    test::SortRig rig(device,
                      {.algorithm = Algorithm::Bucket, .subBuffers = 1, .pointSource = source},
                      kInput.size(), 4);
    std::vector<Iteration> seen;
    rig.algorithm().observe([&](int number, const BucketLists& lists) {
      seen.push_back({number, lists.head.downloadIds(), lists.next.downloadIds()});
    });
    rig.sort(kInput);

    const std::vector<std::vector<int>> heads{{4, 5, 3, 7}, {0, 5, 1, 6}, {0, 5, 1, 2}};
    const std::vector<reference::BucketLists> nexts{
        {{}, {4, 3, 7, kNone, kNone, kNone, 7, kNone}, {0, 0, 0, 1, 1, 1, 0, 1}},
        {{}, {4, 3, 6, kNone, kNone, kNone, 7, kNone}, {1, 1, 0, 1, 1, 1, 1, 1}},
        {{}, {4, 3, 6, kNone, kNone, kNone, 7, kNone}, {1, 1, 1, 1, 1, 1, 1, 1}}};
    ASSERT_EQ(seen.size(), 3u);
    for (std::size_t k = 0; k < 3; ++k) {
      EXPECT_EQ(seen[k].number, static_cast<int>(k) + 1);
      test::expectSameTexels(test::idTexels(heads[k]), seen[k].head);
      test::expectSameTexels(test::nextTexels(nexts[k]), seen[k].next);
    }
    EXPECT_EQ(rig.statistics().iterations, 3);
    EXPECT_EQ(rig.statistics().pointsDrawn, 8 + 4 + 1);
  }
}

TEST_P(Figure1Test, AnEmptyObserverTurnsObservingOff) {
  const texel::Device device = test::makeDevice(GetParam());
  test::SortRig rig(device, {.algorithm = Algorithm::Bucket}, kInput.size(), 4);
  int calls = 0;
  rig.algorithm().observe([&](int, const BucketLists&) { ++calls; });
  rig.sort(kInput);
  EXPECT_GT(calls, 0);
  calls = 0;
  rig.algorithm().observe({});
  rig.sort(kInput);
  EXPECT_EQ(calls, 0);
  test::expectListsOf(kInput, rig);
}

}  // namespace
}  // namespace gpubuck::sort
