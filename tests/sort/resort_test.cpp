// The re-sort makes lists of the same elements as a fresh sort, and the same textures as its
// oracle, bit for bit.
#include "sort/sort_fixture.h"
#include "support/property.h"

namespace gpubuck::sort {
namespace {

using test::randomMapping;
using test::SortFixture;

const std::vector<Settings> kSettings{
    {.algorithm = Algorithm::Bucket, .subBuffers = 8, .partition = Partition::Contiguous},
    {.algorithm = Algorithm::Bucket, .subBuffers = 1, .partition = Partition::Contiguous},
    {.algorithm = Algorithm::Bucket, .subBuffers = 64, .partition = Partition::Contiguous},
    {.algorithm = Algorithm::Bucket, .subBuffers = 1, .partition = Partition::Turns},
    {.algorithm = Algorithm::Bucket, .subBuffers = 4, .partition = Partition::Turns}};

/// A sequence of mappings. The rig and the oracle re-sort from each mapping to the next.
class Sequence {
 public:
  Sequence(const texel::Device& device, const Settings& settings, const std::vector<int>& bucketOf,
           int buckets)
      : settings_(settings),
        rig_(device, settings, bucketOf.size(), buckets),
        bucketOf_(bucketOf),
        buckets_(buckets) {
    rig_.sort(bucketOf);
    oracle_ = reference::bucketSort(bucketOf, buckets, settings);
  }

  /// Re-sorts to another mapping, and expects the oracle's result.
  void moveTo(const std::vector<int>& bucketOf) {
    const std::int64_t moved = test::countMoved(bucketOf_, bucketOf);
    SCOPED_TRACE(fmt::format("{} of {} elements moved, {}", moved, bucketOf.size(),
                             test::describe(settings_)));
    step(bucketOf);
    test::expectSame(oracle_, rig_);
    test::expectListsOf(bucketOf, rig_);
    EXPECT_EQ(rig_.statistics().moved, moved);
    const reference::SortResult fresh = reference::bucketSort(bucketOf, buckets_, settings_);
    EXPECT_EQ(reference::listsAsSets(test::idsOf(rig_.head()), test::idsOf(rig_.next())),
              reference::listsAsSets(fresh.lists.head, fresh.lists.next));
  }

  /// Re-sorts both rig and oracle without comparing them.
  void step(const std::vector<int>& bucketOf) {
    oracle_ = reference::bucketResort(
        oracle_.lists, bucketOf_, bucketOf,
        test::resortSettings(settings_, test::countMoved(bucketOf_, bucketOf), bucketOf.size()));
    bucketOf_ = bucketOf;
    rig_.resort(bucketOf);
  }

  const SortFixture& rig() const { return rig_; }
  const reference::SortResult& oracle() const { return oracle_; }

 private:
  Settings settings_;
  SortFixture rig_;
  reference::SortResult oracle_;
  std::vector<int> bucketOf_;
  int buckets_;
};

class ResortTest : public test::EngineTest {
 protected:
  /// Makes one re-sort with each of kSettings.
  void expectMove(const std::vector<int>& before, const std::vector<int>& after, int buckets) {
    for (const Settings& settings : kSettings) {
      Sequence sequence(device_, settings, before, buckets);
      sequence.moveTo(after);
    }
  }

  texel::Device device_ = test::makeDevice(GetParam());
};
INSTANTIATE_TEST_SUITE_P(Engines, ResortTest, ::testing::ValuesIn(test::testedEngines()),
                         test::engineName);

TEST_P(ResortTest, PartOfTheElementsMoves) {
  const int buckets = 1000;
  const std::vector<int> before = randomMapping(3000, 0, buckets - 1);
  for (const std::size_t moved : {0, 1, 30, 60, 1500, 3000}) {
    std::vector<int> after = before;
    for (std::size_t k = 0; k < moved; ++k) {
      // 1009 and 3000 have no common factor, so that every element is met once. The shift is never
      // a multiple of the number of buckets.
      int& bucket = after[k * 1009 % 3000];
      bucket = (bucket + 1 + static_cast<int>(k) % (buckets - 1)) % buckets;
    }
    ASSERT_EQ(test::countMoved(before, after), static_cast<std::int64_t>(moved));
    expectMove(before, after, buckets);
  }
}

// The first re-sort runs the pass that unlinks moved elements, and only then knows that none has
// moved. The second re-sort does not touch the textures.
TEST_P(ResortTest, NothingMoved_KeepsTheLists) {
  const std::vector<int> bucketOf = randomMapping(500, 0, 99);
  for (const Settings& settings : kSettings) {
    SortFixture rig(device_, settings, bucketOf.size(), 100);
    rig.sort(bucketOf);
    for (const bool withPadding : {false, true}) {
      const auto head = rig.lists().head.download(withPadding);
      const auto next = rig.lists().next.download(withPadding);
      rig.resort(bucketOf);
      test::expectSameTexels(head, rig.lists().head.download(withPadding));
      test::expectSameTexels(next, rig.lists().next.download(withPadding));
      EXPECT_EQ(rig.statistics().moved, 0);
      EXPECT_EQ(rig.statistics().iterations, 0);
      EXPECT_EQ(rig.statistics().pointsDrawn, 0);
      EXPECT_TRUE(rig.statistics().rounds.empty());
    }
  }
}

TEST_P(ResortTest, NoElements) { expectMove({}, {}, 5); }

TEST_P(ResortTest, OneElement) { expectMove({3}, {70}, 71); }

// There are ten elements in each of eight buckets. In the lists, later elements come first.
std::vector<int> tenInEachOfEight() {
  std::vector<int> result;
  for (int i = 0; i < 80; ++i) result.push_back(i % 8);
  return result;
}

TEST_P(ResortTest, HeadsMoveIntoEmptyAndIntoFullBuckets) {
  const std::vector<int> before = tenInEachOfEight();
  SortFixture rig(device_, kSettings[0], before.size(), 20);
  rig.sort(before);
  const std::vector<int> heads = test::idsOf(rig.head());
  std::vector<int> intoEmpty = before;
  std::vector<int> intoFull = before;
  for (int bucket = 0; bucket < 8; ++bucket) {
    const int head = heads[static_cast<std::size_t>(bucket)];
    ASSERT_NE(head, reference::kNull);
    intoEmpty[static_cast<std::size_t>(head)] = 10 + bucket;
    intoFull[static_cast<std::size_t>(head)] = (bucket + 1) % 8;
  }
  expectMove(before, intoEmpty, 20);
  expectMove(before, intoFull, 20);
}

TEST_P(ResortTest, AllHeadsMoveIntoOneFullBucket) {
  const std::vector<int> before = tenInEachOfEight();
  std::vector<int> after = before;
  for (std::size_t i = 70; i < 80; ++i) after[i] = 5;
  expectMove(before, after, 20);
}

// Runs of neighbours leave a list of ten elements: runs of every length, at every place.
TEST_P(ResortTest, ChainsOfNeighboursMove) {
  const std::vector<int> before = tenInEachOfEight();
  Sequence sequence(device_, kSettings[0], before, 20);
  int chains = 0;
  for (std::size_t first = 0; first < 10; ++first) {
    for (std::size_t last = first; last < 10; ++last) {
      std::vector<int> after = before;
      for (std::size_t k = first; k <= last; ++k) after[8 * k + 3] = k % 2 == 0 ? 12 : 4;
      sequence.moveTo(after);
      sequence.moveTo(before);
      ++chains;
    }
  }
  EXPECT_EQ(chains, 55);
}

TEST_P(ResortTest, OneBucketMovesIntoAnother) {
  const std::vector<int> before = tenInEachOfEight();
  std::vector<int> oneEmpties = before;
  std::vector<int> allIntoOne = before;
  std::vector<int> allIntoAnEmptyOne = before;
  std::vector<int> twoSwap = before;
  for (std::size_t i = 0; i < before.size(); ++i) {
    if (before[i] == 6) oneEmpties[i] = static_cast<int>(i / 8);
    allIntoOne[i] = 2;
    allIntoAnEmptyOne[i] = 19;
    if (before[i] == 1 || before[i] == 4) twoSwap[i] = 5 - before[i];
  }
  expectMove(before, oneEmpties, 20);
  expectMove(before, allIntoOne, 20);
  expectMove(before, allIntoAnEmptyOne, 20);
  expectMove(before, twoSwap, 20);
  expectMove(allIntoOne, before, 20);
}

TEST_P(ResortTest, ElementsAndBucketsAbove16BitsMove) {
  const int buckets = 100'000;
  const std::vector<int> before = randomMapping(70'000, 0, buckets - 1);
  std::vector<int> after = before;
  for (std::size_t i = 65'500; i < 65'600; ++i) after[i] = 65'530 + static_cast<int>(i % 12);
  Sequence sequence(device_, kSettings[0], before, buckets);
  sequence.moveTo(after);
  // The old and the new bucket of a moved element differ in only one byte.
  for (std::size_t i = 0; i < after.size(); i += 1000) {
    after[i] = after[i] < 65'536 ? after[i] : after[i] - 65'536;
    after[i + 1] = after[i + 1] ^ 0x100;
    after[i + 2] = after[i + 2] ^ 0x1;
    for (std::size_t k = i; k < i + 3; ++k) after[k] = std::min(after[k], buckets - 1);
  }
  sequence.moveTo(after);
}

TEST_P(ResortTest, ManyResortsInARow) {
  test::expectProperty(40, [&] {
    const int buckets = *rc::gen::inRange(1, 40);
    const auto elements = *rc::gen::inRange<std::size_t>(1, 200);
    const auto arbitraryMapping = [&] {
      return *rc::gen::container<std::vector<int>>(elements, rc::gen::inRange(0, buckets));
    };
    Settings settings;
    settings.algorithm = Algorithm::Bucket;
    settings.subBuffers = *rc::gen::inRange(1, 12);
    settings.partition = *rc::gen::element(Partition::Contiguous, Partition::Turns);
    settings.threshold = *rc::gen::element(0.0, 0.1, 0.5, 0.9, 1.0);
    std::vector<int> bucketOf = arbitraryMapping();
    Sequence sequence(device_, settings, bucketOf, buckets);
    const int steps = *rc::gen::inRange(1, 8);
    for (int step = 0; step < steps; ++step) {
      const std::vector<int> anywhere = arbitraryMapping();
      const int percentMoved = *rc::gen::element(0, 2, 30, 100);
      const auto chance = *rc::gen::container<std::vector<int>>(elements, rc::gen::inRange(0, 100));
      for (std::size_t i = 0; i < elements; ++i) {
        if (chance[i] < percentMoved) bucketOf[i] = anywhere[i];
      }
      sequence.step(bucketOf);
      RC_ASSERT(reference::listsError(test::idsOf(sequence.rig().head()),
                                      test::idsOf(sequence.rig().next()), bucketOf) == "");
      RC_ASSERT(sequence.rig().head() == test::idTexels(sequence.oracle().lists.head));
      RC_ASSERT(sequence.rig().next() == test::nextTexels(sequence.oracle().lists));
      RC_ASSERT(sequence.rig().statistics().pointsDrawn == sequence.oracle().pointsDrawn());
      std::size_t drawn = 0;
      for (const reference::RoundCounts& round : sequence.oracle().rounds) {
        drawn += std::ranges::any_of(round, [](std::int64_t points) { return points > 0; }) ? 1 : 0;
      }
      RC_ASSERT(sequence.rig().statistics().iterations == static_cast<int>(drawn));
    }
  });
}

// A separate sort in between must not leave data that a later re-sort takes for its own data.
TEST_P(ResortTest, NewSortBetweenResorts) {
  const std::vector<int> first = randomMapping(300, 0, 49, 1);
  const std::vector<int> second = randomMapping(300, 0, 49, 2);
  for (const Settings& settings : kSettings) {
    SortFixture rig(device_, settings, first.size(), 50);
    rig.sort(first);
    rig.resort(second);
    rig.sort(first);
    test::expectSame(reference::bucketSort(first, 50, settings), rig);
    rig.resort(second);
    test::expectListsOf(second, rig);
  }
}

TEST_P(ResortTest, TenRuns_GiveTheSameTextures) {
  const std::vector<int> before = randomMapping(5000, 0, 999, 1);
  std::vector<int> after = before;
  for (std::size_t i = 0; i < after.size(); i += 50) after[i] = (after[i] + 7) % 1000;
  for (const Settings& settings : {kSettings.front(), kSettings.back()}) {
    std::vector<texel::IdTexel> head;
    std::vector<texel::IdTexel> next;
    SortFixture rig(device_, settings, before.size(), 1000);
    for (int run = 0; run < 10; ++run) {
      rig.sort(before);
      rig.resort(after);
      if (run == 0) {
        head = rig.head();
        next = rig.next();
      }
      test::expectSameTexels(head, rig.head());
      test::expectSameTexels(next, rig.next());
    }
    EXPECT_EQ(rig.statistics().moved, 100);
  }
}

}  // namespace
}  // namespace gpubuck::sort
