// Ranges by radix sort, through the interface of all range sorts, compared with std::stable_sort.
#include "sort/radix_sort.h"

#include "sort/sort_fixture.h"
#include "support/errors.h"
#include "support/property.h"

namespace gpubuck::sort {
namespace {

using test::randomMapping;

class FastRadixSortTest : public test::GpuTest {
 protected:
  void expectRanges(const std::vector<int>& bucketOf, int buckets,
                    const RadixSettings& settings = {}) {
    test::expectStable(
        device_, std::make_unique<RadixSort>(device_, std::ssize(bucketOf), buckets, settings),
        buckets, {bucketOf});
  }

  texel::Device device_ = test::makeDevice(texel::Engine::Fast);
};

TEST_F(FastRadixSortTest, EverySizeAroundARowOfTexels) {
  for (const std::size_t elements : {0, 1, 63, 64, 65, 130, 1000}) {
    expectRanges(randomMapping(elements, 0, 9), 10);
    expectRanges(randomMapping(elements, 0, 64), 65);
    expectRanges(std::vector<int>(elements, 0), 1);
  }
}

TEST_F(FastRadixSortTest, EmptyBucketsAtBothEndsAndAllInOne) {
  expectRanges(randomMapping(500, 70, 130), 200);
  expectRanges(randomMapping(100, 0, 69), 70);
  expectRanges(randomMapping(70, 0, 69), 100);
  expectRanges(std::vector<int>(3000, 4), 7);
  expectRanges(std::vector<int>(3000, 6), 7);
  expectRanges({0}, 100'000);
  expectRanges({99'999}, 100'000);
}

TEST_F(FastRadixSortTest, IdsAbove65535) {
  const std::vector<int> many = randomMapping(66'003, 0, 65'999);
  expectRanges(many, 66'000);
  expectRanges(many, 66'000, {.keyBits = 30, .radixBits = 5});
  device_ = test::makeDevice(texel::Engine::Fast, 0);
  expectRanges(many, 66'000);
}

// There are more buckets than the 65,535 * 256 invocations of a row of groups.
TEST_F(FastRadixSortTest, MaximumNumberOfBuckets) {
  device_ = test::makeDevice(texel::Engine::Fast, 0);
  constexpr int kBuckets = 16'777'214;  // one more would leave no id for the end
  expectRanges({kBuckets - 1, 0, 5, kBuckets - 1, 5}, kBuckets);
}

TEST_F(FastRadixSortTest, RandomShapes) {
  test::expectProperty(50, [&] {
    const int buckets = *rc::gen::inRange(1, 300);
    const auto elements = *rc::gen::inRange<std::size_t>(0, 400);
    const std::vector<int> bucketOf =
        *rc::gen::container<std::vector<int>>(elements, rc::gen::inRange(0, buckets));
    test::SortFixture rig(device_, {.algorithm = Algorithm::Radix}, elements, buckets);
    rig.sort(bucketOf);
    RC_ASSERT(rig.ranges() == test::stableRanges(bucketOf, buckets));
  });
}

TEST_F(FastRadixSortTest, UsesTheKeyBitsOfTheLargestBucket) {
  const auto keyBits = [&](std::int64_t buckets) {
    return RadixSort(device_, 10, buckets).settings().keyBits;
  };
  EXPECT_EQ(keyBits(1), 1);
  EXPECT_EQ(keyBits(2), 1);
  EXPECT_EQ(keyBits(3), 2);
  EXPECT_EQ(keyBits(262'144), 18);
  EXPECT_EQ(keyBits(262'145), 19);
  EXPECT_TRUE(
      test::names(test::messageOf<InputError>([&] { RadixSort(device_, 10, 9, {.keyBits = 3}); }),
                  {"radix sort", "key bits", "3", "9"}));
}

}  // namespace
}  // namespace gpubuck::sort
