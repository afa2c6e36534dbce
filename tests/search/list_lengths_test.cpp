// The lengths of lists and their histogram against plain counting.
#include "search/list_lengths.h"

#include <algorithm>
#include <random>

#include "sort/algorithms.h"
#include "support/gpu_test.h"

namespace gpubuck::search {
namespace {

class ListLengthsTest : public test::EngineTest {
 protected:
  /// Lists of elements whose bucket is `mapping`, sorted on the GPU.
  std::unique_ptr<sort::Sort> sorted(const std::vector<texel::IdTexel>& mapping,
                                     std::int64_t buckets) {
    const auto count = static_cast<std::int64_t>(mapping.size());
    texel::Array array(device_, "mapping", texel::Format::Id, count);
    array.upload(mapping);
    auto sort = sort::makeSort(device_, {}, count, buckets);
    sort->sort(array);
    return sort;
  }

  texel::Device device_ = test::makeDevice(GetParam());
  ListLengths listLengths_{device_};
};
INSTANTIATE_TEST_SUITE_P(Engines, ListLengthsTest, ::testing::ValuesIn(test::testedEngines()),
                         test::engineName);

TEST_P(ListLengthsTest, AreTheNumbersOfElements) {
  std::mt19937 random(3);
  for (const std::uint32_t buckets : {1U, 63U, 65U, 200U}) {
    std::vector<texel::IdTexel> mapping(700);
    std::vector<texel::IdTexel> expected(buckets, 0xFF000000U);
    for (texel::IdTexel& bucket : mapping) {
      // Uneven, the last buckets empty.
      bucket = std::min(random() % buckets, random() % buckets) * 9 / 10;
      ++expected[bucket];
    }
    texel::Array lengths(device_, "lengths", texel::Format::Id, buckets);
    test::fillWithSentinel(lengths);
    listLengths_.run(*sorted(mapping, buckets)->lists(), lengths);
    test::expectSameTexels(expected, lengths.downloadIds());
    test::expectSentinelFrom(lengths, buckets);

    std::vector<std::int64_t> histogram;
    for (const texel::IdTexel texel : expected) {
      const std::size_t length = texel & 0xFFFFFFU;
      if (histogram.size() <= length) histogram.resize(length + 1, 0);
      ++histogram[length];
    }
    EXPECT_EQ(ListLengths::histogram(lengths), histogram);
  }
}

TEST_P(ListLengthsTest, AHistogramIsIndexedByLength) {
  // Buckets of 2, 0, 3, 2, 0, 0 elements.
  texel::Array lengths(device_, "lengths", texel::Format::Id, 6);
  listLengths_.run(*sorted({0, 2, 3, 2, 0, 2, 3}, 6)->lists(), lengths);
  EXPECT_EQ(ListLengths::histogram(lengths), (std::vector<std::int64_t>{3, 0, 2, 1}));
}

TEST_P(ListLengthsTest, AListBeyondTwoBytes) {
  texel::Array lengths(device_, "lengths", texel::Format::Id, 2);
  lengths.upload(std::vector<texel::IdTexel>{70'000U | 0xFF000000U, 1U | 0xFF000000U});
  const std::vector<std::int64_t> histogram = ListLengths::histogram(lengths);
  ASSERT_EQ(histogram.size(), 70'001U);
  EXPECT_EQ(histogram[70'000], 1);
  EXPECT_EQ(histogram[1], 1);
}

TEST_P(ListLengthsTest, OfNoElementsAndOfNoLists) {
  texel::Array lengths(device_, "lengths", texel::Format::Id, 5);
  listLengths_.run(*sorted({}, 5)->lists(), lengths);
  EXPECT_EQ(ListLengths::histogram(lengths), std::vector<std::int64_t>{5});
  EXPECT_TRUE(ListLengths::histogram(texel::Array(device_, "none", texel::Format::Id, 0)).empty());
}

}  // namespace
}  // namespace gpubuck::search
