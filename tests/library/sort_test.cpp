// Sorts through the library, compared with std::stable_sort.
#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>
#include <set>

#include "gpubuck/sort.h"
#include "support/errors.h"
#include "support/gpu_test.h"
#include "support/sorts.h"

namespace gpubuck {
namespace {

using test::messageOf;
using test::names;

class LibrarySortTest : public test::EngineTest {
 protected:
  LibrarySortTest()
      : context_(Context::headless(
            {.engine = GetParam() == texel::Engine::Fast ? Engine::Fast : Engine::Paper})) {}

  Context context_;
};

std::vector<std::uint32_t> bucketsOf(std::size_t elements, std::uint32_t buckets) {
  std::vector<std::uint32_t> bucketOf(elements);
  std::uint32_t state = 1;
  for (std::uint32_t& bucket : bucketOf) {
    state = state * 1664525U + 1013904223U;
    bucket = (state >> 8) % buckets;
  }
  return bucketOf;
}

std::vector<std::int32_t> stablySorted(const std::vector<std::uint32_t>& bucketOf) {
  std::vector<std::int32_t> order(bucketOf.size());
  std::iota(order.begin(), order.end(), 0);
  std::stable_sort(order.begin(), order.end(), [&](std::int32_t a, std::int32_t b) {
    return bucketOf[static_cast<std::size_t>(a)] < bucketOf[static_cast<std::size_t>(b)];
  });
  return order;
}

/// Each element must be met exactly once, in the list of its bucket.
void expectListsHold(const Lists& lists, const std::vector<std::uint32_t>& bucketOf,
                     std::size_t buckets) {
  ASSERT_EQ(lists.head.size(), buckets);
  ASSERT_EQ(lists.next.size(), bucketOf.size());
  std::set<std::int32_t> met;
  for (std::size_t c = 0; c < buckets; ++c) {
    for (std::int32_t i = lists.head[c]; i != Lists::kEnd;) {
      const auto element = static_cast<std::size_t>(i);
      ASSERT_LT(element, bucketOf.size());
      ASSERT_EQ(bucketOf[element], c);
      ASSERT_TRUE(met.insert(i).second) << "element " << i << " is met twice";
      i = lists.next[element];
    }
  }
  EXPECT_EQ(met.size(), bucketOf.size());
}

TEST_P(LibrarySortTest, EveryAlgorithm_MakesLists) {
  std::vector<Algorithm> algorithms = test::sortsOf(GetParam());
  algorithms.push_back(Algorithm::Auto);
  const std::vector<std::uint32_t> bucketOf = bucketsOf(5000, 700);
  for (const Algorithm algorithm : algorithms) {
    SCOPED_TRACE(static_cast<int>(algorithm));
    expectListsHold(sortIntoLists(context_, bucketOf, 900, {.algorithm = algorithm}), bucketOf,
                    900);
  }
}

TEST_P(LibrarySortTest, EveryAlgorithmOfRanges_IsStable) {
  std::vector<Algorithm> algorithms = test::sortsOf(GetParam(), sort::ResultKind::Ranges);
  algorithms.push_back(Algorithm::Auto);
  const std::vector<std::uint32_t> bucketOf = bucketsOf(5000, 700);
  for (const Algorithm algorithm : algorithms) {
    SCOPED_TRACE(static_cast<int>(algorithm));
    const Ranges ranges = sortIntoRanges(context_, bucketOf, 900, {.algorithm = algorithm});
    EXPECT_EQ(ranges.order, stablySorted(bucketOf));
    ASSERT_EQ(ranges.start.size(), 901u);
    for (std::size_t c = 0; c <= 900; ++c) {
      const auto below = std::count_if(bucketOf.begin(), bucketOf.end(),
                                       [&](std::uint32_t bucket) { return bucket < c; });
      ASSERT_EQ(ranges.start[c], below) << "bucket " << c;
    }
  }
}

TEST_P(LibrarySortTest, LaterSortsOfASize_EqualThoseOfANewContext) {
  const std::vector<std::uint32_t> inOneBucket(200, 3);
  const std::vector<std::uint32_t> scattered = bucketsOf(200, 150);
  const std::vector<std::uint32_t> inAFew = bucketsOf(200, 2);
  for (const SortSettings settings :
       {SortSettings{.algorithm = Algorithm::Bucket},
        SortSettings{.algorithm = Algorithm::Bucket, .partition = Partition::Contiguous},
        SortSettings{.algorithm = Algorithm::Bitonic}}) {
    SCOPED_TRACE(static_cast<int>(settings.algorithm) * 10 + static_cast<int>(settings.partition));
    for (const auto* bucketOf : {&inOneBucket, &scattered, &inAFew, &scattered}) {
      const Context fresh = Context::headless({.engine = context_.engine()});
      const Lists lists = sortIntoLists(context_, *bucketOf, 150, settings);
      const Lists wanted = sortIntoLists(fresh, *bucketOf, 150, settings);
      EXPECT_EQ(lists.head, wanted.head);
      EXPECT_EQ(lists.next, wanted.next);
    }
  }
}

TEST_P(LibrarySortTest, NoElements_LeaveAllBucketsEmpty) {
  const Lists lists = sortIntoLists(context_, {}, 3);
  EXPECT_EQ(lists.head, std::vector<std::int32_t>(3, Lists::kEnd));
  EXPECT_TRUE(lists.next.empty());
  const Ranges ranges = sortIntoRanges(context_, {}, 3);
  EXPECT_EQ(ranges.start, std::vector<std::int32_t>(4, 0));
  EXPECT_TRUE(ranges.order.empty());
}

TEST_P(LibrarySortTest, Trace_ShowsFigure1OfThePaper) {
  const std::vector<std::uint32_t> bucketOf{0, 2, 3, 2, 0, 1, 3, 3};
  std::vector<std::uint32_t> movedTo = bucketOf;
  movedTo[6] = 0;
  const auto phases = traceSort(context_, bucketOf, 4,
                                {.subBuffers = 1, .partition = Partition::Contiguous}, movedTo);
  std::vector<std::int64_t> points;
  std::vector<std::vector<std::int32_t>> heads;
  for (const SortPhase& phase : phases) {
    if (phase.name == "scattered") points.push_back(phase.points);
    if (phase.name == "linked") heads.push_back(phase.lists.head);
  }
  EXPECT_EQ(points, (std::vector<std::int64_t>{8, 4, 1, 0, 1, 0}));
  EXPECT_EQ(heads, (std::vector<std::vector<std::int32_t>>{
                       {4, 5, 3, 7}, {0, 5, 1, 6}, {0, 5, 1, 2}, {6, 5, 1, 2}}));
  EXPECT_EQ(phases.front().name, "cleared");
  EXPECT_EQ(phases.front().placed, std::vector<bool>(8, false));
  EXPECT_FALSE(phases[6].isResort);
  EXPECT_EQ(phases.back().placed, std::vector<bool>(8, true));
  expectListsHold(phases.back().lists, movedTo, 4);

  EXPECT_TRUE(names(messageOf<InputError>([&] {
                      traceSort(context_, bucketOf, 4, {}, std::vector<std::uint32_t>{1});
                    }),
                    {"1 buckets", "8"}));
  EXPECT_TRUE(traceSort(context_, {}, 2).empty() || traceSort(context_, {}, 2).back().points == 0);
}

// On the paper engine, the bucket sort makes lists of up to 200 elements, and the bitonic sort
// makes longer lists.
TEST_P(LibrarySortTest, LongList_IsThatOfARangeSort) {
  for (const std::size_t longest : {200, 201}) {
    std::vector<std::uint32_t> bucketOf(longest, 1);
    bucketOf.push_back(0);
    const Lists lists = sortIntoLists(context_, bucketOf, 3);
    expectListsHold(lists, bucketOf, 3);
    if (GetParam() != texel::Engine::Paper) continue;
    const Algorithm expected = longest > 200 ? Algorithm::Bitonic : Algorithm::Bucket;
    const Lists same = sortIntoLists(context_, bucketOf, 3, {.algorithm = expected});
    EXPECT_EQ(lists.next, same.next);
    const Algorithm other = longest > 200 ? Algorithm::Bucket : Algorithm::Bitonic;
    EXPECT_NE(lists.next, sortIntoLists(context_, bucketOf, 3, {.algorithm = other}).next);
  }
}

TEST(LibrarySort, RadixParameters_HaveTheNamesOfTheCommandLine) {
  SortSettings settings;
  setRadixParameter(settings, "radix-bits", 5);
  EXPECT_EQ(settings.radix.radixBits, 5);
  EXPECT_TRUE(names(
      messageOf<InputError>([&] { setRadixParameter(settings, "bits", 5); }),
      {"radix", "bits", "key-bits", "radix-bits", "threads", "items", "groups", "scan-parts"}));
  EXPECT_TRUE(names(messageOf<InputError>([&] { setRadixParameter(settings, "radix-bits", 17); }),
                    {"radix-bits", "17", "1", "16"}));
}

TEST(LibrarySort, Algorithms_HaveTheNamesOfTheCommandLine) {
  EXPECT_EQ(algorithmNamed("auto"), Algorithm::Auto);
  EXPECT_EQ(algorithmNamed("bitonic"), Algorithm::Bitonic);
  EXPECT_TRUE(
      names(messageOf<InputError>([] { algorithmNamed("quick"); }), {"algorithm", "quick"}));
}

TEST_P(LibrarySortTest, ArgumentsOutOfRange_AreInputErrors) {
  const std::vector<std::uint32_t> bucketOf{0, 4, 9};
  const auto messageFor = [&](std::int64_t buckets) {
    const std::string ofLists =
        messageOf<InputError>([&] { sortIntoLists(context_, bucketOf, buckets); });
    EXPECT_EQ(ofLists, messageOf<InputError>([&] { sortIntoRanges(context_, bucketOf, buckets); }));
    return ofLists;
  };
  EXPECT_TRUE(names(messageFor(9), {"element 2", "bucket 9", "0", "8"}));
  EXPECT_TRUE(names(messageFor(0), {"buckets", "0", "1", "16777215"}));
  EXPECT_TRUE(names(messageFor(-1), {"buckets", "-1", "1", "16777215"}));
  EXPECT_TRUE(names(messageFor(16'777'216), {"buckets", "16777216", "1", "16777215"}));
  EXPECT_TRUE(names(messageOf<InputError>([&] { sortIntoRanges(context_, bucketOf, 16'777'215); }),
                    {"16777214"}));
  EXPECT_TRUE(names(messageOf<InputError>([&] {
                      sortIntoRanges(context_, bucketOf, 10, {.algorithm = Algorithm::Bucket});
                    }),
                    {"Bucket", "only lists"}));
  EXPECT_TRUE(names(messageOf<InputError>([&] {
                      sortIntoLists(context_, bucketOf, 10,
                                    {.algorithm = Algorithm::Bucket, .subBuffers = 0});
                    }),
                    {"sub-buffers", "0"}));
}

INSTANTIATE_TEST_SUITE_P(Engines, LibrarySortTest, ::testing::ValuesIn(test::testedEngines()),
                         test::engineName);

}  // namespace
}  // namespace gpubuck
