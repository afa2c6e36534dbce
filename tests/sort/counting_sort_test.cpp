// Ranges by counting sort compared with std::stable_sort: short buckets, and long buckets whose
// runs are merged.
#include "sort/counting_sort.h"

#include "sort/sort_fixture.h"
#include "support/property.h"
#include "support/shader_folder.h"

namespace gpubuck::sort {
namespace {

using test::randomMapping;
using test::SortFixture;

class FastCountingSortTest : public test::GpuTest {
 protected:
  void expectSorted(const std::vector<int>& bucketOf, int buckets) {
    test::expectStable(device_,
                       std::make_unique<CountingSort>(device_, std::ssize(bucketOf), buckets),
                       buckets, {bucketOf});
  }

  /// Returns how often a pass runs in a sort.
  std::int64_t runs(const std::string& pass, std::size_t elements) {
    SortFixture rig(device_, {.algorithm = Algorithm::Counting}, elements, 1);
    device_.profiler().reset();
    device_.profiler().enable(true);
    rig.sort(std::vector<int>(elements, 0));
    device_.profiler().enable(false);
    std::int64_t result = 0;
    for (const texel::PassTime& time : device_.profiler().times()) {
      if (time.name == pass) result += time.runs;
    }
    return result;
  }

  texel::Device device_ = test::makeDevice(texel::Engine::Fast);
};

TEST_F(FastCountingSortTest, EverySizeAroundARowOfTexels) {
  for (const std::size_t elements : {0, 1, 63, 64, 65, 130, 1000}) {
    expectSorted(randomMapping(elements, 0, 9), 10);
    expectSorted(randomMapping(elements, 0, 2999), 3000);
  }
}

TEST_F(FastCountingSortTest, EmptyBucketsAtBothEnds) {
  expectSorted(randomMapping(500, 70, 130), 200);
  expectSorted({0}, 100'000);
  expectSorted({99'999}, 100'000);
}

// The lengths of the bucket are around a run of 64, and around 512, 4,096 and 32,768, the lengths
// after one, two and three merges of 8 runs each.
TEST_F(FastCountingSortTest, LongBuckets) {
  for (const std::size_t elements :
       {63, 64, 65, 127, 128, 129, 511, 512, 513, 4095, 4096, 4097, 32'768, 32'769}) {
    expectSorted(std::vector<int>(elements, 0), 1);
    expectSorted(std::vector<int>(elements, 4), 7);
  }
}

// The longest bucket, at any place, determines how many merges change anything. Short buckets keep
// their order in all merges.
TEST_F(FastCountingSortTest, LongBucketsAmongShortOnes) {
  for (const std::size_t longest : {70, 600, 5000}) {
    std::vector<int> bucketOf = randomMapping(3000, 0, 999);
    for (const int bucket : {0, 500, 999}) bucketOf.insert(bucketOf.end(), longest, bucket);
    std::shuffle(bucketOf.begin(), bucketOf.end(), std::mt19937(1));
    expectSorted(bucketOf, 1000);
  }
}

/// Changes the shaders so that elements come into their buckets in random order. Some drivers make
/// the atomic additions in the order of the elements, which leaves little to sort.
void shuffleArrivals(const test::ShaderFolder& folder) {
  const char* file = "sort/counting_count.glsl";
  std::string text = test::readFile(folder.path() / file);
  const std::string loop = "for (uint i = gl_GlobalInvocationID.x; i < u_count; i += stride) {";
  ASSERT_NE(text.find(loop), std::string::npos);
  text.replace(text.find(loop), loop.size(),
               "for (uint k = gl_GlobalInvocationID.x; k < u_count; k += stride) {\n"
               "uint i = k * 7919u % u_count;");
  folder.write(file, text);
}

TEST_F(FastCountingSortTest, AnyOrderOfArrival_IsSorted) {
  const test::ShaderFolder folder;
  ASSERT_NO_FATAL_FAILURE(shuffleArrivals(folder));
  device_ = test::makeDevice(texel::Engine::Fast, test::kTestTextureWidth, folder.library());
  for (const std::size_t elements : {63, 64, 65, 129, 511, 512, 513, 1000, 4097, 32'769}) {
    expectSorted(std::vector<int>(elements, 0), 1);
    expectSorted(randomMapping(elements, 0, 2), 3);
    expectSorted(randomMapping(elements, 0, 299), 300);
  }
}

TEST_F(FastCountingSortTest, MergePasses_FollowFromTheNumberOfElements) {
  for (const auto& [elements, merges] :
       {std::pair{64, 0}, {65, 1}, {512, 1}, {513, 2}, {4096, 2}, {4097, 3}}) {
    EXPECT_EQ(runs("sort/counting_merge", static_cast<std::size_t>(elements)), merges) << elements;
    EXPECT_EQ(runs("sort/counting_runs", static_cast<std::size_t>(elements)), 1);
  }
}

TEST_F(FastCountingSortTest, IdsAbove65535) {
  const std::vector<int> many = randomMapping(100'003, 0, 99'999);
  expectSorted(many, 100'000);
  expectSorted(randomMapping(100'003, 0, 150), 151);
  device_ = test::makeDevice(texel::Engine::Fast, 0);
  expectSorted(many, 100'000);
}

// With this number of buckets, the prefix sum has the largest number of parts, and each part takes
// several rounds of its group.
TEST_F(FastCountingSortTest, MaximumNumberOfBuckets) {
  device_ = test::makeDevice(texel::Engine::Fast, 0);
  constexpr int kBuckets = 16'777'214;  // one more would leave no id for the end
  expectSorted({kBuckets - 1, 0, 5, kBuckets - 1, 5}, kBuckets);
}

TEST_F(FastCountingSortTest, SortsAgainAfterLongerBuckets) {
  test::expectStable(device_, std::make_unique<CountingSort>(device_, 5000, 100), 100,
                     {randomMapping(5000, 0, 0), randomMapping(5000, 0, 99, 2),
                      randomMapping(5000, 0, 3, 3), randomMapping(5000, 0, 99, 4)});
}

TEST_F(FastCountingSortTest, RandomShapes) {
  test::expectProperty(60, [&] {
    const int buckets = *rc::gen::inRange(1, 300);
    const auto elements = *rc::gen::inRange<std::size_t>(0, 2000);
    // The elements are in all buckets or crowded into the last few.
    const int span = *rc::gen::inRange(1, buckets + 1);
    const std::vector<int> bucketOf =
        randomMapping(elements, buckets - span, buckets - 1, *rc::gen::arbitrary<std::uint32_t>());
    SortFixture rig(device_, {.algorithm = Algorithm::Counting}, elements, buckets);
    rig.sort(bucketOf);
    RC_ASSERT(rig.ranges() == test::stableRanges(bucketOf, buckets));
  });
}

}  // namespace
}  // namespace gpubuck::sort
