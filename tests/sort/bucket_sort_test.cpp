// The paper's bucket sort on the GPU, compared with its oracle bit for bit.
#include <algorithm>
#include <functional>

#include "base/error.h"
#include "sort/sort_fixture.h"
#include "support/errors.h"
#include "support/property.h"
#include "support/shader_folder.h"

namespace gpubuck::sort {
namespace {

using test::randomMapping;
using test::SortFixture;

class BucketSortTest : public test::EngineTest {
 protected:
  texel::Device device_ = test::makeDevice(GetParam());
};
INSTANTIATE_TEST_SUITE_P(Engines, BucketSortTest, ::testing::ValuesIn(test::testedEngines()),
                         test::engineName);

Settings settingsOf(int subBuffers, Partition partition = Partition::Contiguous) {
  return {Algorithm::Bucket, subBuffers, partition};
}

std::vector<Settings> allSettings(const std::vector<int>& subBuffers) {
  std::vector<Settings> result;
  for (const int k : subBuffers) {
    for (const Partition partition : {Partition::Contiguous, Partition::Turns}) {
      result.push_back(settingsOf(k, partition));
    }
  }
  return result;
}

void expectOracle(const texel::Device& device, const Settings& settings,
                  const std::vector<int>& bucketOf, int buckets) {
  SCOPED_TRACE(fmt::format("{} elements in {} buckets, {}", bucketOf.size(), buckets,
                           test::describe(settings)));
  SortFixture rig(device, settings, bucketOf.size(), buckets);
  rig.sort(bucketOf);
  test::expectSame(reference::bucketSort(bucketOf, buckets, settings), rig, device.textureWidth());
  test::expectListsOf(bucketOf, rig);
  EXPECT_EQ(rig.statistics().moved, static_cast<std::int64_t>(bucketOf.size()));
}

TEST_P(BucketSortTest, RandomElementsUnderAllSettings) {
  const std::vector<int> bucketOf = randomMapping(3000, 0, 999);
  for (const Settings& settings : allSettings({1, 3, 8, 64})) {
    expectOracle(device_, settings, bucketOf, 1000);
  }
}

// If there is only one part, no next part can join.
TEST_P(BucketSortTest, Threshold_SaysWhenAPartJoins) {
  const std::vector<int> bucketOf = randomMapping(3000, 0, 999);
  std::vector<std::size_t> rounds;
  for (const double threshold : {0.0, 0.05, 0.25, 0.5, 0.75, 1.0}) {
    for (const int k : {1, 2, 8, 64}) {
      Settings settings = settingsOf(k);
      settings.threshold = threshold;
      expectOracle(device_, settings, bucketOf, 1000);
      const auto result = reference::bucketSort(bucketOf, 1000, settings);
      if (k == 64) rounds.push_back(result.rounds.size());
    }
  }
  EXPECT_TRUE(std::ranges::is_sorted(rounds, std::greater()))
      << "a part that joins earlier saves rounds";
  EXPECT_GT(rounds.front(), 2 * rounds.back());
}

// Listing 1 as printed has one part. After each iteration, the sort must have the same state as the
// listing, whatever the threshold.
TEST_P(BucketSortTest, OnePart_IsListingOneInEveryIteration) {
  test::expectProperty(200, [&] {
    const int buckets = *rc::gen::inRange(1, 60);
    const auto elements = *rc::gen::inRange<std::size_t>(1, 150);
    const auto bucketOf =
        *rc::gen::container<std::vector<int>>(elements, rc::gen::inRange(0, buckets));
    Settings settings = settingsOf(1);
    settings.threshold = *rc::gen::element(0.0, 0.5, 1.0);
    SortFixture rig(device_, settings, elements, buckets);
    std::vector<std::pair<std::vector<texel::IdTexel>, std::vector<texel::IdTexel>>> seen;
    rig.bucketSort().observe([&](const Observation& now) {
      if (now.phase != Phase::Linked) return;
      seen.emplace_back(now.lists.head.download(), now.lists.next.download());
    });
    rig.sort(bucketOf);
    const std::vector<reference::BucketLists> listing = reference::listingOne(bucketOf, buckets);
    RC_ASSERT(seen.size() == listing.size());
    for (std::size_t k = 0; k < seen.size(); ++k) {
      RC_ASSERT(seen[k].first == test::idTexels(listing[k].head));
      RC_ASSERT(seen[k].second == test::nextTexels(listing[k]));
    }
  });
}

// The numbers of elements are none, one, two, one less than a texture row, a full row, and one
// more. Some are less than the number of sub-buffers.
TEST_P(BucketSortTest, FewElementsUnderAllSettings) {
  for (const std::size_t elements : {0, 1, 2, 63, 64, 65}) {
    const std::vector<int> bucketOf = randomMapping(elements, 0, 9);
    for (const Settings& settings : allSettings({1, 3, 8, 64, 200})) {
      expectOracle(device_, settings, bucketOf, 10);
    }
  }
}

TEST_P(BucketSortTest, BucketsFillingARowAndOneBucket) {
  for (const int buckets : {1, 63, 64, 65, 128}) {
    for (const Settings& settings : allSettings({3})) {
      expectOracle(device_, settings, randomMapping(130, 0, buckets - 1), buckets);
    }
  }
}

// There is one round per element: whatever the sub-buffers, a bucket takes one of its elements in
// each round.
TEST_P(BucketSortTest, AllElementsInOneBucket) {
  const std::vector<int> bucketOf(3000, 4);
  for (const Settings& settings :
       {settingsOf(1), settingsOf(8), settingsOf(64), settingsOf(3, Partition::Turns)}) {
    expectOracle(device_, settings, bucketOf, 7);
  }
}

TEST_P(BucketSortTest, MoreSubBuffersThanElements) {
  const std::vector<int> bucketOf = randomMapping(150, 0, 70);
  for (const Settings& settings : allSettings({149, 150, 151, 100'000})) {
    expectOracle(device_, settings, bucketOf, 71);
  }
}

TEST_P(BucketSortTest, BucketsEmptyAtBothEnds) {
  const std::vector<int> bucketOf = randomMapping(500, 70, 130);
  for (const Settings& settings : allSettings({8})) {
    expectOracle(device_, settings, bucketOf, 200);
  }
}

// From 65,536 on, an id needs its third byte. Elements and buckets on both sides of this number
// share lists.
TEST_P(BucketSortTest, IdsAround65536) {
  std::vector<int> bucketOf(65'600);
  for (std::size_t i = 0; i < bucketOf.size(); ++i) {
    bucketOf[i] = static_cast<int>(i % 256 < 6 ? 65'533 + i % 6 : i);
  }
  for (std::size_t i = 65'530; i < 65'545; ++i) bucketOf[i] = 65'535 + static_cast<int>(i % 2);
  expectOracle(device_, settingsOf(8), bucketOf, 65'601);
  expectOracle(device_, settingsOf(8, Partition::Turns), bucketOf, 65'601);
}

TEST_P(BucketSortTest, ElementsAndBucketsOnManyRows) {
  const std::vector<int> bucketOf = randomMapping(300'000, 0, 99'999);
  expectOracle(device_, settingsOf(8), bucketOf, 100'000);
  const texel::Device wide = test::makeDevice(GetParam(), 0);
  ASSERT_GT(wide.textureWidth(), test::kTestTextureWidth);
  expectOracle(wide, settingsOf(8), bucketOf, 100'000);
  expectOracle(wide, settingsOf(8, Partition::Turns), bucketOf, 100'000);
}

// The texel of the last bucket is next to the texel that NULL would name.
TEST_P(BucketSortTest, TheLargestNumberOfBuckets) {
  const texel::Device wide = test::makeDevice(GetParam(), 0);
  const int buckets = static_cast<int>(kMaxCount);
  const std::vector<int> bucketOf{buckets - 1, 0, buckets - 1, 65'536, buckets - 2};
  SortFixture rig(wide, settingsOf(2), bucketOf.size(), buckets);
  rig.sort(bucketOf);
  std::vector<texel::IdTexel> head(static_cast<std::size_t>(buckets),
                                   test::idTexel(reference::kNull));
  // Elements 0 and 1 are the first sub-buffer. When both are placed, the second sub-buffer joins,
  // and element 2 comes before element 0 in their list.
  head[0] = test::idTexel(1);
  head[65'536] = test::idTexel(3);
  head[static_cast<std::size_t>(buckets) - 2] = test::idTexel(4);
  head[static_cast<std::size_t>(buckets) - 1] = test::idTexel(2);
  test::expectSameTexels(head, rig.head(), wide.textureWidth());
  EXPECT_EQ(rig.next()[2], test::idTexel(0));
}

// There are runs of all lengths, up to more than the longest run that is linked. They begin at any
// place, and several runs share a bucket.
TEST_P(BucketSortTest, RunsOfElementsThatShareABucket) {
  std::vector<int> bucketOf;
  for (int length = 1; length < 140; length += length < 70 ? 1 : 23) {
    bucketOf.insert(bucketOf.end(), static_cast<std::size_t>(length), length % 30);
  }
  std::vector<int> inOrder = randomMapping(2000, 0, 400);
  std::sort(inOrder.begin(), inOrder.end());
  for (const int k : {1, 3, 16, 200}) {
    expectOracle(device_, settingsOf(k, Partition::Turns), bucketOf, 31);
    expectOracle(device_, settingsOf(k, Partition::Turns), inOrder, 401);
  }
  // Each run of up to 64 elements is drawn as one point.
  SortFixture rig(device_, settingsOf(8, Partition::Turns), 128, 3);
  rig.sort(std::vector<int>(128, 1));
  EXPECT_EQ(rig.statistics().pointsDrawn, 2);
}

TEST_P(BucketSortTest, RandomShapesAndSettings) {
  test::expectProperty(60, [&] {
    const int buckets = *rc::gen::inRange(1, 300);
    const auto elements = *rc::gen::inRange<std::size_t>(0, 400);
    const Settings settings = settingsOf(
        *rc::gen::inRange(1, 20), *rc::gen::element(Partition::Contiguous, Partition::Turns));
    // A narrow span of buckets makes long lists; a wide span makes many short lists.
    const int span = *rc::gen::inRange(1, buckets + 1);
    const std::vector<int> bucketOf =
        *rc::gen::container<std::vector<int>>(elements, rc::gen::inRange(buckets - span, buckets));
    SortFixture rig(device_, settings, elements, buckets);
    rig.sort(bucketOf);
    RC_ASSERT(reference::listsError(test::idsOf(rig.head()), test::idsOf(rig.next()), bucketOf) ==
              "");
    const reference::SortResult oracle = reference::bucketSort(bucketOf, buckets, settings);
    RC_ASSERT(rig.head() == test::idTexels(oracle.lists.head));
    RC_ASSERT(rig.next() == test::nextTexels(oracle.lists));
    RC_ASSERT(rig.statistics().pointsDrawn == oracle.pointsDrawn());
  });
}

TEST_P(BucketSortTest, TenRuns_GiveTheSameTextures) {
  const std::vector<int> bucketOf = randomMapping(20'000, 0, 3000);
  for (const Settings& settings : {settingsOf(8), settingsOf(8, Partition::Turns)}) {
    SortFixture first(device_, settings, bucketOf.size(), 3001);
    first.sort(bucketOf);
    const auto head = first.head();
    const auto next = first.next();
    for (int run = 1; run < 10; ++run) {
      SortFixture fresh(device_, settings, bucketOf.size(), 3001);
      SortFixture& rig = run % 2 == 0 ? fresh : first;
      rig.sort(bucketOf);
      test::expectSameTexels(head, rig.head());
      test::expectSameTexels(next, rig.next());
    }
  }
}

// A rig is used again for other mappings. No data of an earlier sort may remain.
TEST_P(BucketSortTest, SortsOverAnEarlierResult) {
  for (const Settings& settings : {settingsOf(3), settingsOf(3, Partition::Turns)}) {
    SortFixture rig(device_, settings, 200, 100);
    for (const std::uint32_t seed : {1u, 2u, 3u}) {
      const std::vector<int> bucketOf =
          randomMapping(200, 30 * static_cast<int>(seed - 1), 30 * static_cast<int>(seed), seed);
      rig.sort(bucketOf);
      test::expectSame(reference::bucketSort(bucketOf, 100, settings), rig);
    }
  }
}

// The textures have padding after the last element of the data. The padding of the mapping holds
// sentinels, which must not be drawn, and the head texture stays NULL after the last bucket.
TEST_P(BucketSortTest, Padding_IsUnchanged) {
  const std::vector<int> bucketOf = randomMapping(100, 0, 69);
  for (const Settings& settings : allSettings({3})) {
    SCOPED_TRACE(test::describe(settings));
    SortFixture rig(device_, settings, bucketOf.size(), 70);
    rig.sort(bucketOf);
    const auto head = rig.lists().head.download(true);
    ASSERT_EQ(head.size(), 128u);
    for (std::size_t bucket = 70; bucket < head.size(); ++bucket) {
      ASSERT_EQ(head[bucket], test::idTexel(reference::kNull)) << "bucket " << bucket;
    }
    test::expectSentinelFrom(rig.mapping(), rig.mapping().count());
    test::expectSameTexels(test::idTexels(bucketOf), rig.mapping().download());
  }
}

// Shaders that always write element 0 stand in for a driver that misplaces points.
TEST_P(BucketSortTest, NoElementPlaced_IsAnError) {
  test::ShaderFolder folder;
  for (const auto& [file, element] :
       {std::pair{"sort/scatter_heads.vert", std::string("encodeId(gl_VertexID,")},
        std::pair{"sort/scatter_runs.vert", std::string("encodeId(last + 1 - elements,")}}) {
    std::string text = test::readFile(folder.path() / file);
    ASSERT_NE(text.find(element), std::string::npos);
    text.replace(text.find(element), element.size(), "encodeId(0,");
    folder.write(file, text);
  }
  const texel::Device device =
      test::makeDevice(GetParam(), test::kTestTextureWidth, folder.library());
  for (const auto& [partition, iterations] :
       {std::pair{Partition::Contiguous, 71}, std::pair{Partition::Turns, 72}}) {
    SortFixture rig(device, settingsOf(1, partition), 70, 3);
    EXPECT_TRUE(test::names(test::messageOf<RunError>([&] { rig.sort(randomMapping(70, 0, 2)); }),
                            {"bucket sort", "70 elements", std::to_string(iterations)}));
  }
}

}  // namespace
}  // namespace gpubuck::sort
