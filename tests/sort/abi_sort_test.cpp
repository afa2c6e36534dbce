// The adaptive bitonic sort, compared with std::stable_sort.
#include "sort/bitonic_sort.h"

#include <numeric>

#include "sort/sort_fixture.h"
#include "support/errors.h"
#include "support/property.h"

namespace gpubuck::sort {
namespace {

using test::randomMapping;
using test::SortFixture;

class ABiSortTest : public test::EngineTest {
 protected:
  void expectSorted(const std::vector<int>& bucketOf, int buckets) {
    test::expectStable(device_, std::make_unique<ABiSort>(device_, std::ssize(bucketOf), buckets),
                       buckets, {bucketOf});
  }

  texel::Device device_ = test::makeDevice(GetParam());
};
INSTANTIATE_TEST_SUITE_P(Engines, ABiSortTest, ::testing::ValuesIn(test::testedEngines()),
                         test::engineName);

// Large numbers of elements are around powers of two, to which the sort pads the number of its
// pairs of bucket and element.
TEST_P(ABiSortTest, NumbersOfElements) {
  for (std::size_t elements = 0; elements <= 36; ++elements) {
    expectSorted(randomMapping(elements, 0, 20), 21);
  }
  for (const std::size_t elements : {63, 64, 65, 127, 128, 129, 255, 256, 257, 1000, 1024}) {
    expectSorted(randomMapping(elements, 0, 9), 10);
    expectSorted(randomMapping(elements, 0, 2999), 3000);
  }
}

TEST_P(ABiSortTest, ShapesOfMappings) {
  std::vector<int> rising(1000);
  std::iota(rising.begin(), rising.end(), 0);
  expectSorted(rising, 1000);
  expectSorted({rising.rbegin(), rising.rend()}, 1000);
  expectSorted(std::vector<int>(1000, 0), 1);
  expectSorted(std::vector<int>(1000, 4), 7);
  expectSorted(randomMapping(500, 70, 130), 200);
}

TEST_P(ABiSortTest, ElementsAndBucketsAbove16Bits) {
  expectSorted(randomMapping(70'000, 0, 99'999), 100'000);
}

TEST_P(ABiSortTest, RandomShapes) {
  test::expectProperty(60, [&] {
    const int buckets = *rc::gen::inRange(1, 300);
    const auto elements = *rc::gen::inRange<std::size_t>(0, 400);
    const auto bucketOf =
        *rc::gen::container<std::vector<int>>(elements, rc::gen::inRange(0, buckets));
    SortFixture rig(device_, std::make_unique<ABiSort>(device_, std::ssize(bucketOf), buckets),
                    elements);
    rig.sort(bucketOf);
    RC_ASSERT(rig.ranges() == test::stableRanges(bucketOf, buckets));
  });
}

// According to bitonic_sort.h, the sort takes 2 L^2 passes, with L = ceil(log2 N).
TEST_P(ABiSortTest, NumberOfPasses) {
  for (const auto& [elements, expected] :
       {std::pair<std::size_t, std::int64_t>{1, 0}, {2, 1}, {3, 4}, {512, 81}, {513, 100}}) {
    SortFixture rig(device_, std::make_unique<ABiSort>(device_, elements, 1), elements);
    device_.profiler().reset();
    device_.profiler().enable(true);
    rig.sort(std::vector<int>(elements, 0));
    device_.profiler().enable(false);
    for (const std::string name : {"sort/abi_step", "sort/abi_put"}) {
      std::int64_t runs = 0;
      for (const texel::PassTime& pass : device_.profiler().times()) {
        if (pass.name == name) runs += pass.runs;
      }
      EXPECT_EQ(runs, expected) << name << ", " << elements << " elements";
    }
  }
}

TEST_P(ABiSortTest, TooManyElements_AreRefused) {
  EXPECT_TRUE(test::names(test::messageOf<InputError>([&] { ABiSort(device_, (1 << 23) + 1, 10); }),
                          {"elements", "8388609", "8388608"}));
}

}  // namespace
}  // namespace gpubuck::sort
