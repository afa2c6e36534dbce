// The sort phase by phase: the paper's Figure 1 by hand, its captions, re-sorts, random input.
#include "demo/panels/sort_story.h"

#include <algorithm>

#include "sort/sort_fixture.h"
#include "support/property.h"

namespace gpubuck::demo {
namespace {

constexpr int kNone = reference::kNull;
const std::vector<int> kFigure1{0, 2, 3, 2, 0, 1, 3, 3};
const sort::Settings kOneBuffer{.subBuffers = 1, .partition = sort::Partition::Contiguous};

std::vector<bool> visitedOf(const Snapshot& snapshot) {
  std::vector<bool> visited;
  for (const texel::IdTexel texel : snapshot.next.texels) visited.push_back(texel::hasFlag(texel));
  return visited;
}

/// The places of a row that a phase changed.
std::vector<int> changesOf(const TexelRow& row) {
  EXPECT_EQ(row.changed.size(), row.texels.size());
  std::vector<int> places;
  for (std::size_t i = 0; i < row.changed.size(); ++i) {
    if (row.changed[i] != 0) places.push_back(static_cast<int>(i));
  }
  return places;
}

class SortStoryTest : public test::EngineTest {
 protected:
  texel::Device device_ = test::makeDevice(GetParam());
};
INSTANTIATE_TEST_SUITE_P(Engines, SortStoryTest, ::testing::ValuesIn(test::testedEngines()),
                         test::engineName);

struct Expected {
  sort::Phase phase;
  int scatter;
  std::vector<int> head, next;
  std::vector<bool> visited;
  std::vector<int> drawn;
  std::vector<int> headChanges, nextChanges;
  std::string caption;
};

void expectStory(const std::vector<Expected>& expected, const std::vector<Snapshot>& story,
                 std::size_t first) {
  ASSERT_EQ(story.size(), first + expected.size());
  for (std::size_t k = 0; k < expected.size(); ++k) {
    SCOPED_TRACE(fmt::format("phase {}", k));
    const Snapshot& now = story[first + k];
    EXPECT_EQ(now.phase, expected[k].phase);
    EXPECT_EQ(now.resort, first > 0);
    EXPECT_EQ(now.scatter, expected[k].scatter);
    EXPECT_EQ(test::idsOf(now.head.texels), expected[k].head);
    EXPECT_EQ(test::idsOf(now.next.texels), expected[k].next);
    EXPECT_EQ(visitedOf(now), expected[k].visited);
    EXPECT_EQ(now.drawn, expected[k].drawn);
    EXPECT_EQ(changesOf(now.head), expected[k].headChanges);
    EXPECT_EQ(changesOf(now.next), expected[k].nextChanges);
    EXPECT_EQ(now.caption, expected[k].caption);
  }
}

TEST_P(SortStoryTest, Figure1_EqualsTheHandMadeStory) {
  const std::vector<int> cleared(8, kNone);
  const std::vector<int> first{4, 3, 7, kNone, kNone, kNone, 7, kNone};
  const std::vector<int> second{4, 3, 6, kNone, kNone, kNone, 7, kNone};
  const std::vector<bool> none(8, false);
  const std::vector<bool> four{0, 0, 0, 1, 1, 1, 0, 1};
  const std::vector<bool> seven{1, 1, 0, 1, 1, 1, 1, 1};
  const std::vector<bool> all(8, true);
  const std::vector<int> eight{0, 1, 2, 3, 4, 5, 6, 7};
  using enum sort::Phase;
  const std::vector<Snapshot> story = tellSort(device_, kFigure1, 4, kOneBuffer);
  expectStory(
      {{Cleared,
        0,
        {kNone, kNone, kNone, kNone},
        cleared,
        none,
        {},
        {0, 1, 2, 3},
        eight,
        "Clear: 4 heads and 8 nexts are NULL, and no element is visited."},
       {Scattered,
        1,
        {4, 5, 3, 7},
        cleared,
        none,
        eight,
        {0, 1, 2, 3},
        {},
        "Scatter 1: 8 points drawn; the last one on a head stays: 4 in bucket 0, 5 in bucket 1, 3 "
        "in bucket 2 and "
        "7 in bucket 3; 0, 1, 2 and 6 are overwritten."},
       {Linked,
        1,
        {4, 5, 3, 7},
        first,
        four,
        {},
        {},
        eight,
        "Next-update 1: 3, 4, 5 and 7 are in a head and now visited; others of these buckets point "
        "at the head: 0\u00A0→\u00A04, 1\u00A0→\u00A03, 2\u00A0→\u00A07 and 6\u00A0→\u00A07."},
       {Scattered,
        2,
        {0, 5, 1, 6},
        first,
        four,
        {0, 1, 2, 6},
        {0, 2, 3},
        {},
        "Scatter 2: 4 points drawn; the last one on a head stays: 0 in bucket 0, 1 in bucket 2 and "
        "6 in bucket 3; "
        "2 is overwritten."},
       {Linked,
        2,
        {0, 5, 1, 6},
        second,
        seven,
        {},
        {},
        {0, 1, 2, 6},
        "Next-update 2: 0, 1 and 6 are in a head and now visited; others of these buckets point at "
        "the head: 2\u00A0→\u00A06."},
       {Scattered,
        3,
        {0, 5, 1, 2},
        second,
        seven,
        {2},
        {3},
        {},
        "Scatter 3: 1 point drawn; the last one on a head stays: 2 in bucket 3."},
       {Linked,
        3,
        {0, 5, 1, 2},
        second,
        all,
        {},
        {},
        {2},
        "Next-update 3: 2 is in a head and now visited."},
       {Scattered,
        4,
        {0, 5, 1, 2},
        second,
        all,
        {},
        {},
        {},
        "Scatter 4: no point is left to draw, so every element is in its list."}},
      story, 0);
  for (const Snapshot& now : story) {
    EXPECT_EQ(test::idsOf(now.mapping.texels), kFigure1);
    EXPECT_TRUE(changesOf(now.mapping).empty());
  }
  // After the first next-update four elements are out of every list.
  EXPECT_EQ(listsOf(story[2]), (std::vector<std::vector<int>>{{4}, {5}, {3}, {7}}));
  EXPECT_EQ(listsOf(story[7]), (std::vector<std::vector<int>>{{0, 4}, {5}, {1, 3}, {2, 6, 7}}));
}

// The head of bucket 3 and the end of bucket 2 move to bucket 0, the only element of bucket 1 moves
// to bucket 3.
TEST_P(SortStoryTest, Resort_EqualsTheHandMadeStory) {
  const std::vector<bool> stay{1, 1, 0, 0, 1, 0, 1, 1};
  const std::vector<bool> allButOne{1, 1, 0, 1, 1, 1, 1, 1};
  const std::vector<bool> all(8, true);
  const std::vector<int> unlinked{4, kNone, kNone, kNone, kNone, kNone, 7, kNone};
  const std::vector<int> relinked{4, kNone, 0, 0, kNone, 6, 7, kNone};
  const std::vector<int> linked{4, kNone, 3, 0, kNone, 6, 7, kNone};
  const std::vector<int> moved{0, 2, 0, 0, 0, 3, 3, 3};
  using enum sort::Phase;
  const std::vector<Snapshot> story = tellSort(device_, kFigure1, 4, kOneBuffer, moved);
  expectStory(
      {{Unlinked,
        0,
        {0, kNone, 1, 6},
        unlinked,
        stay,
        {},
        {1, 3},
        {1, 2, 3, 5},
        "Unlink: 3 of 8 elements changed their bucket, so 2, 3 and 5 are out of the old lists, "
        "which close the gaps."},
       {Relinked,
        0,
        {0, kNone, 1, 6},
        relinked,
        stay,
        {},
        {},
        {2, 3, 5},
        "Relink: each moved element points at the present head of its new bucket: 2\u00A0→\u00A00, "
        "3\u00A0→\u00A00 and 5\u00A0→\u00A06."},
       {Scattered,
        1,
        {3, kNone, 1, 5},
        relinked,
        stay,
        {2, 3, 5},
        {0, 3},
        {},
        "Scatter 1: 3 points drawn; the last one on a head stays: 3 in bucket 0 and 5 in bucket 3; "
        "2 is "
        "overwritten."},
       {Linked,
        1,
        {3, kNone, 1, 5},
        linked,
        allButOne,
        {},
        {},
        {2, 3, 5},
        "Next-update 1: 3 and 5 are in a head and now visited; others of these buckets point at "
        "the head: 2\u00A0→\u00A03."},
       {Scattered,
        2,
        {2, kNone, 1, 5},
        linked,
        allButOne,
        {2},
        {0},
        {},
        "Scatter 2: 1 point drawn; the last one on a head stays: 2 in bucket 0."},
       {Linked,
        2,
        {2, kNone, 1, 5},
        linked,
        all,
        {},
        {},
        {2},
        "Next-update 2: 2 is in a head and now visited."},
       {Scattered,
        3,
        {2, kNone, 1, 5},
        linked,
        all,
        {},
        {},
        {},
        "Scatter 3: no point is left to draw, so every element is in its list."}},
      story, 8);
  EXPECT_EQ(changesOf(story[8].mapping), (std::vector<int>{2, 3, 5}));
  EXPECT_EQ(test::idsOf(story[8].mapping.texels), moved);
  EXPECT_EQ(listsOf(story.back()),
            (std::vector<std::vector<int>>{{2, 3, 0, 4}, {}, {1}, {5, 6, 7}}));
}

TEST_P(SortStoryTest, ResortIntoEmptyBucket) {
  const std::vector<Snapshot> story =
      tellSort(device_, {0, 0}, 2, kOneBuffer, std::vector<int>{0, 1});
  const auto relinked = std::find_if(story.begin(), story.end(), [](const Snapshot& now) {
    return now.phase == sort::Phase::Relinked;
  });
  ASSERT_NE(relinked, story.end());
  EXPECT_EQ(relinked->caption,
            "Relink: the new buckets are empty; the moved elements point at NULL.");
}

TEST_P(SortStoryTest, NothingMovedAndNoElements) {
  EXPECT_EQ(tellSort(device_, kFigure1, 4, kOneBuffer, kFigure1).size(), 8u);
  const std::vector<Snapshot> empty = tellSort(device_, {}, 3, kOneBuffer, std::vector<int>{});
  ASSERT_EQ(empty.size(), 1u);
  EXPECT_EQ(listsOf(empty[0]), (std::vector<std::vector<int>>{{}, {}, {}}));
}

TEST_P(SortStoryTest, SubBuffers_JoinWithCaption) {
  const std::vector<Snapshot> story = tellSort(
      device_, {0, 0, 1, 1}, 2, {.subBuffers = 2, .partition = sort::Partition::Contiguous});
  std::vector<std::string> scatters;
  for (const Snapshot& now : story) {
    if (now.phase == sort::Phase::Scattered) scatters.push_back(now.caption);
  }
  const std::vector<std::string> expected{
      "Scatter 1 (sub-buffer 0): 2 points drawn; the last one on a head stays: 1 in bucket 0; 0 is "
      "overwritten.",
      "Scatter 2 (sub-buffer 0): 1 point drawn; the last one on a head stays: 0 in bucket 0.",
      "Scatter 3 (sub-buffers 0 and 1): 2 points drawn; the last one on a head stays: 3 in bucket "
      "1; 2 is overwritten.",
      "Scatter 4 (sub-buffer 1): 1 point drawn; the last one on a head stays: 2 in bucket 1.",
      "Scatter 5 (sub-buffer 1): no point is left to draw, so every element is in its list."};
  EXPECT_EQ(scatters, expected);
  // Half of one element is 0 elements, so the second sub-buffer waits for a scatter without points.
  const std::vector<Snapshot> ofOneEach =
      tellSort(device_, {0, 1}, 2, {.subBuffers = 2, .partition = sort::Partition::Contiguous});
  EXPECT_TRUE(std::ranges::any_of(ofOneEach, [](const Snapshot& now) {
    return now.caption.ends_with("so the next sub-buffer joins.");
  }));
}

TEST_P(SortStoryTest, PartialList_EndsWhereItRepeats) {
  Snapshot snapshot;
  snapshot.head.texels = {test::idTexel(0), test::idTexel(7), test::idTexel(2)};
  snapshot.next.texels = {test::idTexel(1), test::idTexel(0), test::idTexel(kNone)};
  EXPECT_EQ(listsOf(snapshot), (std::vector<std::vector<int>>{{0, 1}, {}, {2}}));
}

// 6 and 7 are a run: 6 is drawn for both.
TEST_P(SortStoryTest, Figure1InOneScatterPerRun) {
  const std::vector<Snapshot> story =
      tellSort(device_, kFigure1, 4, {.subBuffers = 2, .partition = sort::Partition::Turns},
               std::vector<int>{0, 2, 0, 0, 0, 3, 3, 3});
  std::vector<std::string> captions;
  for (const Snapshot& now : story) captions.push_back(now.caption);
  const std::vector<std::string> expected{
      "Clear: all heads are NULL. Link runs, elements in a row that share a bucket: "
      "6\u00A0→\u00A07; "
      "one point stands for a run.",
      "Scatter 1 (sub-buffer 0): 4 points drawn; the last one on a head stays: 0 in bucket 0, 3 in "
      "bucket 2 and 2 in bucket 3; 1 is overwritten.",
      "Next-update 1: 0, 2 and 3 are in a head and so in its list.",
      "Scatter 2 (sub-buffer 1): 3 points drawn; the last one on a head stays: 4 in bucket 0, 5 in "
      "bucket 1 and 6 in bucket 3.",
      "Next-update 2: 4, 5 and 6 are in a head and so in its list.",
      "Scatter 3 (what the turns have left): 1 point drawn; the last one on a head stays: 1 in "
      "bucket 2.",
      "Next-update 3: 1 is in a head and so in its list.",
      "Scatter 4 (what the turns have left): no point is left to draw, so every element is in its "
      "list.",
      "Unlink: 3 of 8 elements changed their bucket, so 2, 3 and 5 are out of the old lists, which "
      "close the gaps.",
      "Relink: each moved element points at the present head of its new bucket: 2\u00A0→\u00A04, "
      "3\u00A0→\u00A04 and 5\u00A0→\u00A06.",
      "Scatter 1: 3 points drawn; the last one on a head stays: 3 in bucket 0 and 5 in bucket 3; 2 "
      "is "
      "overwritten.",
      "Next-update 1: 3 and 5 are in a head and now visited; others of these buckets point at the "
      "head: 2\u00A0→\u00A03.",
      "Scatter 2: 1 point drawn; the last one on a head stays: 2 in bucket 0.",
      "Next-update 2: 2 is in a head and now visited.",
      "Scatter 3: no point is left to draw, so every element is in its list."};
  EXPECT_EQ(captions, expected);
}

// The last textures equal the oracle's. Each scatter draws the elements that it lists, as many as
// the GPU counted, and the last one drawn on a bucket is its head.
TEST_P(SortStoryTest, AnyInput) {
  test::expectProperty(60, [&] {
    const int buckets = *rc::gen::inRange(1, 13);
    const auto elements = *rc::gen::inRange<std::size_t>(0, 25);
    const auto anyMapping = [&] {
      return *rc::gen::container<std::vector<int>>(elements, rc::gen::inRange(0, buckets));
    };
    const sort::Settings settings{
        .subBuffers = *rc::gen::inRange(1, 9),
        .partition = *rc::gen::element(sort::Partition::Contiguous, sort::Partition::Turns)};
    const std::vector<int> before = anyMapping();
    const std::vector<int> after = anyMapping();
    const std::vector<Snapshot> story = tellSort(device_, before, buckets, settings, after);

    reference::SortResult oracle = reference::bucketSort(before, buckets, settings);
    oracle = reference::bucketResort(
        oracle.lists, before, after,
        test::resortSettings(settings, test::countMoved(before, after), elements));
    RC_ASSERT(!story.empty());
    RC_ASSERT(story.back().head.texels == test::idTexels(oracle.lists.head));
    RC_ASSERT(story.back().next.texels == test::nextTexels(oracle.lists));
    std::vector<std::vector<int>> lists = listsOf(story.back());
    for (std::vector<int>& list : lists) std::sort(list.begin(), list.end());
    RC_ASSERT(lists == reference::listsAsSets(oracle.lists.head, oracle.lists.next));

    for (const Snapshot& now : story) {
      RC_ASSERT(!now.caption.empty());
      if (now.phase != sort::Phase::Scattered) continue;
      std::int64_t points = 0;
      for (const sort::Drawn& each : now.round) points += each.points;
      RC_ASSERT(points == static_cast<std::int64_t>(now.drawn.size()));
      std::vector<int> winner(static_cast<std::size_t>(buckets), kNone);
      for (const int i : now.drawn) {
        winner.at(static_cast<std::size_t>(test::idsOf(now.mapping.texels)[i])) = i;
      }
      for (std::size_t bucket = 0; bucket < winner.size(); ++bucket) {
        if (winner[bucket] != kNone) {
          RC_ASSERT(texel::decodeSignedId(now.head.texels[bucket]) == winner[bucket]);
        }
      }
    }
  });
}

}  // namespace
}  // namespace gpubuck::demo
