#include "reference/bucket_lists.h"

#include <gtest/gtest.h>
#include <rapidcheck.h>
#include <rapidcheck/gtest.h>

#include "base/error.h"
#include "support/errors.h"

namespace gpubuck::reference {
namespace {

constexpr int kN = kNull;

sort::Settings settingsOf(int subBuffers, sort::Partition partition = sort::Partition::Contiguous) {
  return {.subBuffers = subBuffers, .partition = partition};
}

sort::Settings arbitrarySettings() {
  return settingsOf(*rc::gen::inRange(1, 12),
                    *rc::gen::element(sort::Partition::Contiguous, sort::Partition::Turns));
}

std::vector<int> arbitraryMapping(std::size_t elements, int buckets) {
  return *rc::gen::container<std::vector<int>>(elements, rc::gen::inRange(0, buckets));
}

TEST(ListingOne, FollowsFigure1) {
  const std::vector<int> input{0, 2, 3, 2, 0, 1, 3, 3};
  const auto steps = listingOne(input, 4);
  ASSERT_EQ(steps.size(), 3u);
  EXPECT_EQ(steps[0].head, (std::vector<int>{4, 5, 3, 7}));
  EXPECT_EQ(steps[1].head, (std::vector<int>{0, 5, 1, 6}));
  EXPECT_EQ(steps[2].head, (std::vector<int>{0, 5, 1, 2}));
  EXPECT_EQ(steps[0].visited, (std::vector<bool>{0, 0, 0, 1, 1, 1, 0, 1}));
  EXPECT_EQ(steps[2].next, (std::vector<int>{4, 3, 6, kN, kN, kN, 7, kN}));
  EXPECT_EQ(listsError(steps[2].head, steps[2].next, input), "");
}

TEST(ListingOne, NoElements_LeaveAllBucketsEmpty) {
  const auto steps = listingOne({}, 2);
  ASSERT_EQ(steps.size(), 1u);
  EXPECT_EQ(steps[0].head, (std::vector<int>{kN, kN}));
}

TEST(SubBuffers, ContiguousBounds_AreFloors) {
  for (const int n : {1, 2, 7, 10, 64, 1001}) {
    for (const int k : {1, 3, 8, 1001}) {
      const auto settings = settingsOf(k);
      const std::int64_t used = std::min(k, n);
      for (std::int64_t s = 0; s < used; ++s) {
        ASSERT_LT(s * n / used, (s + 1) * n / used);
        for (std::int64_t i = s * n / used; i < (s + 1) * n / used; ++i) {
          ASSERT_EQ(subBufferOf(i, n, settings), s) << "element " << i << " of " << n;
        }
      }
    }
  }
}

// An example worked out by hand. There are two sub-buffers of four elements, so that the threshold
// of a half is 2 elements. Elements 0..3 and 7 share bucket 0, and elements 4..6 have a bucket
// each. The counts of sub-buffer 0 fall from 4 to 3, to 2, at which the other sub-buffer joins, to
// 1 and to 0.
TEST(BucketSort, SubBuffer_JoinsWhenItsPredecessorDrawsHalf) {
  const std::vector<int> input{0, 0, 0, 0, 1, 2, 3, 0};
  const auto result = bucketSort(input, 4, settingsOf(2));
  const std::vector<RoundCounts> expected{{4, kNotDrawn}, {3, kNotDrawn}, {2, kNotDrawn},
                                          {1, 4},         {1, 0},         {0, kNotDrawn}};
  EXPECT_EQ(result.rounds, expected);
  EXPECT_EQ(result.pointsDrawn(), 15);
  // In round four, element 7 is drawn after element 0 and becomes the head of bucket 0. Element 0
  // becomes the head in round five.
  EXPECT_EQ(result.lists.head, (std::vector<int>{0, 4, 5, 6}));
  EXPECT_EQ(result.lists.next, (std::vector<int>{7, 2, 3, kN, kN, kN, kN, 1}));
}

TEST(BucketSort, MoreSubBuffersThanElements_GivesOneEach) {
  const auto result = bucketSort({0, 0}, 1, settingsOf(8));
  const std::vector<RoundCounts> expected{
      {1, kNotDrawn}, {0, kNotDrawn}, {kNotDrawn, 1}, {kNotDrawn, 0}};
  EXPECT_EQ(result.rounds, expected);
  EXPECT_EQ(result.lists.next, (std::vector<int>{kN, 0}));
}

TEST(BucketSort, NoElements_TakeNoRounds) { EXPECT_TRUE(bucketSort({}, 3, {}).rounds.empty()); }

RC_GTEST_PROP(BucketSort, OneSubBuffer_EqualsListingOne, ()) {
  const int buckets = *rc::gen::inRange(1, 20);
  const auto input = arbitraryMapping(*rc::gen::inRange<std::size_t>(1, 60), buckets);
  const auto steps = listingOne(input, buckets);
  const auto result = bucketSort(input, buckets, settingsOf(1));
  RC_ASSERT(result.lists == steps.back());
  RC_ASSERT(result.rounds.size() == steps.size() + 1);  // the last round draws nothing
}

RC_GTEST_PROP(BucketSort, Lists_HoldExactlyTheirElements, ()) {
  const int buckets = *rc::gen::inRange(1, 20);
  const auto input = arbitraryMapping(*rc::gen::inRange<std::size_t>(1, 80), buckets);
  const auto settings = arbitrarySettings();
  const auto result = bucketSort(input, buckets, settings);
  RC_ASSERT(listsError(result.lists.head, result.lists.next, input) == "");
  // With the partition Turns, one point is drawn per run.
  const bool isOnePointEach = settings.partition == sort::Partition::Contiguous;
  const auto least = static_cast<std::int64_t>(isOnePointEach ? input.size() : 1);
  RC_ASSERT(result.pointsDrawn() >= least);
}

RC_GTEST_PROP(BucketResort, Lists_HoldExactlyTheirElements, ()) {
  const int buckets = *rc::gen::inRange(1, 20);
  const auto before = arbitraryMapping(*rc::gen::inRange<std::size_t>(1, 80), buckets);
  const auto anywhere = arbitraryMapping(before.size(), buckets);
  auto after = before;
  const int percentMoved = *rc::gen::element(0, 5, 50, 100);
  for (std::size_t i = 0; i < after.size(); ++i) {
    if (*rc::gen::inRange(0, 100) < percentMoved) after[i] = anywhere[i];
  }
  const auto settings = arbitrarySettings();
  const auto old = bucketSort(before, buckets, settings).lists;
  const auto result = bucketResort(old, before, after, settings);
  RC_ASSERT(listsError(result.lists.head, result.lists.next, after) == "");
}

TEST(BucketResort, NothingMoved_DrawsNothingAndKeepsTheLists) {
  const std::vector<int> input{0, 2, 3, 2, 0, 1, 3, 3};
  const auto settings = settingsOf(2);
  const auto old = bucketSort(input, 4, settings).lists;
  const auto result = bucketResort(old, input, input, settings);
  EXPECT_EQ(result.lists, old);
  EXPECT_TRUE(result.rounds.empty());
}

// After the sort of figure 1, element 4 moves from bucket 0 to bucket 3 and becomes the head of
// bucket 3, before element 2. Element 7 moves from the middle of bucket 3's list to bucket 1.
TEST(BucketResort, MovedElements_PointToTheOldHeads) {
  const std::vector<int> before{0, 2, 3, 2, 0, 1, 3, 3};
  std::vector<int> after = before;
  after[4] = 3;
  after[7] = 1;
  const auto settings = settingsOf(1);
  const auto old = listingOne(before, 4).back();
  const auto unlinked = unlinkMoved(old, before, after);
  EXPECT_EQ(unlinked.head, (std::vector<int>{0, 5, 1, 2}));
  EXPECT_EQ(unlinked.next, (std::vector<int>{kN, 3, 6, kN, kN, kN, kN, kN}));
  EXPECT_EQ(unlinked.visited, (std::vector<bool>{1, 1, 1, 1, 0, 1, 1, 0}));
  const auto result = bucketResort(old, before, after, settings);
  EXPECT_EQ(result.lists.head, (std::vector<int>{0, 7, 1, 4}));
  EXPECT_EQ(result.lists.next, (std::vector<int>{kN, 3, 6, kN, 2, kN, kN, 5}));
  EXPECT_EQ(result.pointsDrawn(), 2);
}

TEST(ListsError, NamesTheFault) {
  const std::vector<int> mapping{0, 0, 1};
  EXPECT_EQ(listsError({0, 2}, {1, kN, kN}, mapping), "");
  using test::names;
  EXPECT_TRUE(names(listsError({0, kN}, {1, kN, kN}, mapping), {"bucket 1", "[]", "[2]"}));
  EXPECT_TRUE(names(listsError({0, 2}, {1, 0, kN}, mapping), {"bucket 0", "end"}));
  EXPECT_TRUE(names(listsError({0, 9}, {1, kN, kN}, mapping), {"bucket 1", "9", "0..2"}));
  EXPECT_TRUE(names(listsError({0, 2}, {1, kN}, mapping), {"next", "2", "3"}));
  EXPECT_THROW(listsAsSets({0}, {0}), RunError);
}

}  // namespace
}  // namespace gpubuck::reference
