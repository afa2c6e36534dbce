// Lists by image atomics. Only sets are compared: the order within a list is not defined.
#include "sort/sort_fixture.h"
#include "support/property.h"

namespace gpubuck::sort {
namespace {

using test::randomMapping;
using test::SortFixture;

const Settings kAtomic{.algorithm = Algorithm::Atomic};

class FastAtomicSortTest : public test::GpuTest {
 protected:
  texel::Device device_ = test::makeDevice(texel::Engine::Fast);
};

void expectSorted(const texel::Device& device, const std::vector<int>& bucketOf, int buckets) {
  SCOPED_TRACE(fmt::format("{} elements in {} buckets", bucketOf.size(), buckets));
  SortFixture rig(device, kAtomic, bucketOf.size(), buckets);
  rig.sort(bucketOf);
  test::expectListsOf(bucketOf, rig);
  // As after a bucket sort, all elements are marked as visited.
  for (const texel::IdTexel texel : rig.next()) ASSERT_EQ(texel >> 24, 255u);
}

TEST_F(FastAtomicSortTest, Lists_HoldExactlyTheirElements) {
  for (const std::size_t elements : {0, 1, 63, 64, 65, 130}) {
    expectSorted(device_, randomMapping(elements, 0, 9), 10);
  }
  expectSorted(device_, randomMapping(3000, 0, 999), 1000);
  expectSorted(device_, randomMapping(500, 70, 130), 200);
  expectSorted(device_, std::vector<int>(3000, 4), 7);
  const std::vector<int> many = randomMapping(300'000, 0, 99'999);
  expectSorted(device_, many, 100'000);
  expectSorted(test::makeDevice(texel::Engine::Fast, 0), many, 100'000);
}

TEST_F(FastAtomicSortTest, RandomShapes) {
  test::expectProperty(60, [&] {
    const int buckets = *rc::gen::inRange(1, 300);
    const auto elements = *rc::gen::inRange<std::size_t>(0, 400);
    SortFixture rig(device_, kAtomic, elements, buckets);
    const auto arbitraryMapping = [&] {
      return *rc::gen::container<std::vector<int>>(elements, rc::gen::inRange(0, buckets));
    };
    const auto error = [&](const std::vector<int>& bucketOf) {
      return reference::listsError(test::idsOf(rig.head()), test::idsOf(rig.next()), bucketOf);
    };
    const std::vector<int> before = arbitraryMapping();
    rig.sort(before);
    RC_ASSERT(error(before) == "");
    const std::vector<int> after = arbitraryMapping();
    rig.resort(after);
    RC_ASSERT(error(after) == "");
  });
}

TEST_F(FastAtomicSortTest, PartOfTheElementsMoves) {
  const std::vector<int> before = randomMapping(3000, 0, 999);
  for (const std::size_t stride : {3000, 100, 50, 1}) {
    std::vector<int> after = before;
    for (std::size_t i = 0; i < after.size(); i += stride) after[i] = (after[i] + 7) % 1000;
    SortFixture rig(device_, kAtomic, before.size(), 1000);
    rig.sort(before);
    rig.resort(after);
    test::expectListsOf(after, rig);
  }
}

TEST_F(FastAtomicSortTest, Padding_IsUnchanged) {
  const std::vector<int> bucketOf = randomMapping(100, 0, 69);
  SortFixture rig(device_, kAtomic, bucketOf.size(), 70);
  rig.sort(bucketOf);
  test::expectSentinelFrom(rig.lists().next, 100);
  test::expectSentinelFrom(rig.lists().head, 70);
}

}  // namespace
}  // namespace gpubuck::sort
