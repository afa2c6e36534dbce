// The sort phase by phase: the paper's Figure 1, worked out by hand, the numbers in the captions of
// the phases, re-sorts, random input.
#include "demo/ui/panels/sort_story.h"

#include <algorithm>

#include "sort/sort_fixture.h"
#include "support/errors.h"
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

/// Returns the places of the texels of `row` that a phase changed.
std::vector<int> changesOf(const TexelRow& row) {
  EXPECT_EQ(row.changed.size(), row.texels.size());
  std::vector<int> places;
  for (std::size_t i = 0; i < row.changed.size(); ++i) {
    if (row.changed[i] != 0) places.push_back(static_cast<int>(i));
  }
  return places;
}

/// Returns all numbers of a caption in order: elements, buckets and counts.
std::vector<int> numbersIn(const std::string& caption) {
  std::vector<int> numbers;
  bool isInside = false;
  for (const char each : caption) {
    const bool isDigit = each >= '0' && each <= '9';
    if (isDigit && !isInside) numbers.push_back(0);
    if (isDigit) numbers.back() = 10 * numbers.back() + (each - '0');
    isInside = isDigit;
  }
  return numbers;
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
  std::vector<int> numbers;  ///< numbers of the caption: the scatter, its points, heads and buckets
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
    EXPECT_EQ(numbersIn(now.caption), expected[k].numbers) << now.caption;
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
      {{Cleared, 0, {kNone, kNone, kNone, kNone}, cleared, none, {}, {0, 1, 2, 3}, eight, {4, 8}},
       {Scattered,
        1,
        {4, 5, 3, 7},
        cleared,
        none,
        eight,
        {0, 1, 2, 3},
        {},
        {1, 8, 4, 0, 5, 1, 3, 2, 7, 3, 0, 1, 2, 6}},
       {Linked,
        1,
        {4, 5, 3, 7},
        first,
        four,
        {},
        {},
        eight,
        {1, 3, 4, 5, 7, 0, 4, 1, 3, 2, 7, 6, 7}},
       {Scattered,
        2,
        {0, 5, 1, 6},
        first,
        four,
        {0, 1, 2, 6},
        {0, 2, 3},
        {},
        {2, 4, 0, 0, 1, 2, 6, 3, 2}},
       {Linked, 2, {0, 5, 1, 6}, second, seven, {}, {}, {0, 1, 2, 6}, {2, 0, 1, 6, 2, 6}},
       {Scattered, 3, {0, 5, 1, 2}, second, seven, {2}, {3}, {}, {3, 1, 2, 3}},
       {Linked, 3, {0, 5, 1, 2}, second, all, {}, {}, {2}, {3, 2}},
       {Scattered, 4, {0, 5, 1, 2}, second, all, {}, {}, {}, {4}}},
      story, 0);
  for (const Snapshot& now : story) {
    EXPECT_EQ(test::idsOf(now.mapping.texels), kFigure1);
    EXPECT_TRUE(changesOf(now.mapping).empty());
  }
  // After the first next-update four elements are in no list.
  EXPECT_EQ(listsOf(story[2]), (std::vector<std::vector<int>>{{4}, {5}, {3}, {7}}));
  EXPECT_EQ(listsOf(story[7]), (std::vector<std::vector<int>>{{0, 4}, {5}, {1, 3}, {2, 6, 7}}));
}

// The head of bucket 3 and the end of bucket 2 move to bucket 0, and the only element of bucket 1
// moves to bucket 3.
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
      {{Unlinked, 0, {0, kNone, 1, 6}, unlinked, stay, {}, {1, 3}, {1, 2, 3, 5}, {3, 8, 2, 3, 5}},
       {Relinked, 0, {0, kNone, 1, 6}, relinked, stay, {}, {}, {2, 3, 5}, {2, 0, 3, 0, 5, 6}},
       {Scattered,
        1,
        {3, kNone, 1, 5},
        relinked,
        stay,
        {2, 3, 5},
        {0, 3},
        {},
        {1, 3, 3, 0, 5, 3, 2}},
       {Linked, 1, {3, kNone, 1, 5}, linked, allButOne, {}, {}, {2, 3, 5}, {1, 3, 5, 2, 3}},
       {Scattered, 2, {2, kNone, 1, 5}, linked, allButOne, {2}, {0}, {}, {2, 1, 2, 0}},
       {Linked, 2, {2, kNone, 1, 5}, linked, all, {}, {}, {2}, {2, 2}},
       {Scattered, 3, {2, kNone, 1, 5}, linked, all, {}, {}, {}, {3}}},
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
  EXPECT_TRUE(test::contains(relinked->caption, "NULL"));
  EXPECT_TRUE(numbersIn(relinked->caption).empty()) << "no element points to a head";
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
  std::vector<std::vector<int>> scatters;
  for (const Snapshot& now : story) {
    if (now.phase == sort::Phase::Scattered) scatters.push_back(numbersIn(now.caption));
  }
  const std::vector<std::vector<int>> expected{
      {1, 0, 2, 1, 0, 0}, {2, 0, 1, 0, 0}, {3, 0, 1, 2, 3, 1, 2}, {4, 1, 1, 2, 1}, {5, 1}};
  EXPECT_EQ(scatters, expected);
  // The first sub-buffer has one element. The threshold of a half is therefore 0 elements, so that
  // the second sub-buffer waits for a scatter without points.
  const std::vector<Snapshot> ofOneEach =
      tellSort(device_, {0, 1}, 2, {.subBuffers = 2, .partition = sort::Partition::Contiguous});
  EXPECT_TRUE(std::ranges::any_of(ofOneEach, [](const Snapshot& now) {
    return now.caption.find("next sub-buffer") != std::string::npos;
  }));
}

TEST_P(SortStoryTest, PartialList_EndsWhereItRepeats) {
  Snapshot snapshot;
  snapshot.head.texels = {test::idTexel(0), test::idTexel(7), test::idTexel(2)};
  snapshot.next.texels = {test::idTexel(1), test::idTexel(0), test::idTexel(kNone)};
  EXPECT_EQ(listsOf(snapshot), (std::vector<std::vector<int>>{{0, 1}, {}, {2}}));
}

// Elements 6 and 7 are a run, so that one point is drawn for both, at element 6. Then elements 2
// and 3, a quarter of the elements, move to bucket 0.
TEST_P(SortStoryTest, Figure1_WithPartitionTurns) {
  const std::vector<Snapshot> story =
      tellSort(device_, kFigure1, 4, {.subBuffers = 2, .partition = sort::Partition::Turns},
               std::vector<int>{0, 2, 0, 0, 0, 1, 3, 3});
  std::vector<std::vector<int>> captions;
  for (const Snapshot& now : story) captions.push_back(numbersIn(now.caption));
  const std::vector<std::vector<int>> expected{{6, 7},
                                               {1, 0, 4, 0, 0, 3, 2, 2, 3, 1},
                                               {1, 0, 2, 3},
                                               {2, 1, 3, 4, 0, 5, 1, 6, 3},
                                               {2, 4, 5, 6},
                                               {3, 1, 1, 2},
                                               {3, 1},
                                               {4},
                                               {2, 8, 2, 3},
                                               {2, 4, 3, 4},
                                               {1, 2, 3, 0, 2},
                                               {1, 3, 2, 3},
                                               {2, 1, 2, 0},
                                               {2, 2},
                                               {3}};
  EXPECT_EQ(captions, expected);
}

TEST_P(SortStoryTest, MoreThanAQuarterMovedInTurns_AreSorted) {
  const std::vector<Snapshot> story =
      tellSort(device_, kFigure1, 4, {.subBuffers = 2, .partition = sort::Partition::Turns},
               std::vector<int>{0, 2, 0, 0, 0, 3, 3, 3});
  const auto begin = std::ranges::find(story, true, &Snapshot::resort);
  ASSERT_NE(begin, story.end());
  EXPECT_EQ(begin->phase, sort::Phase::Cleared);
  EXPECT_TRUE(begin->caption.starts_with(
      "More than a quarter of the elements moved, so all are sorted. Clear: "))
      << begin->caption;
}

// The last textures equal the oracle's textures. Each scatter draws the elements that its caption
// lists, as many as the GPU has counted. The last element drawn on a bucket is the bucket's head.
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
