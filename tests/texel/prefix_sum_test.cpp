// Prefix sums of 64-bit numbers on the GPU, compared with plain addition.
#include "texel/prefix_sum.h"

#include <random>

#include "support/gpu_test.h"

namespace gpubuck::texel {
namespace {

class PrefixSumTest : public test::FormTest {
 protected:
  Device device_ = test::makeDevice(GetParam());
};
INSTANTIATE_TEST_SUITE_P(Forms, PrefixSumTest, ::testing::ValuesIn(test::testedForms()),
                         test::formName);

glm::uvec4 texelOf(std::uint64_t a, std::uint64_t b) {
  return {static_cast<std::uint32_t>(a), static_cast<std::uint32_t>(a >> 32),
          static_cast<std::uint32_t>(b), static_cast<std::uint32_t>(b >> 32)};
}

TEST_P(PrefixSumTest, AnyNumberOfElements_IsSummed) {
  std::mt19937_64 random(2);
  for (const std::int64_t count :
       {0, 1, 7, 8, 9, 63, 64, 65, 512, 513, 1023, 1024, 1025, 5000, 1024 * 1024}) {
    std::vector<glm::uvec4> values;
    std::vector<glm::uvec4> expected;
    std::uint64_t a = 0;
    std::uint64_t b = 0;
    for (std::int64_t i = 0; i < count; ++i) {
      // The low words are so large that nearly every addition carries.
      const std::uint64_t x = 0xFFFFFF00U + random() % 512;
      const std::uint64_t y = random() % (std::uint64_t{1} << 40);
      values.push_back(texelOf(x, y));
      expected.push_back(texelOf(a += x, b += y));
    }
    const UInt4Array in(device_, "values", values);
    UInt4Array ends(device_, "ends", count);
    test::fillWithSentinel(ends);
    PrefixSum sum(device_, count);
    sum.run(in, ends);
    test::expectSameTexels(expected, ends.download());
    if (count % device_.textureWidth() != 0) test::expectSentinelFrom(ends, count);
    EXPECT_EQ(sum.totals(), (PrefixSum::Totals{a, b})) << count << " elements";
  }
}

}  // namespace
}  // namespace gpubuck::texel
