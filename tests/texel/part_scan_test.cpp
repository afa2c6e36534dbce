// Sums of counts, part by part, compared with plain C++.
#include "texel/prefix_sum.h"

#include <fmt/format.h>

#include <utility>

#include "support/gpu_test.h"
#include "texel/device.h"

namespace gpubuck::texel {
namespace {

using Numbers = std::vector<std::uint32_t>;

class FastPartScanTest : public test::GpuTest {
 protected:
  void expectSums(const PartScanInfo& info) {
    SCOPED_TRACE(fmt::format("{} counts in {} parts, {} threads, {} subgroups", info.length,
                             info.parts, info.threadsPerGroup, info.subgroups ? "with" : "no"));
    Numbers counts(static_cast<std::size_t>(info.length));
    std::uint32_t seed = 1;
    for (std::uint32_t& count : counts) count = (seed = seed * 1'664'525u + 1'013'904'223u) >> 20;
    UIntBuffer buffer("counts", info.length);
    UIntBuffer partSums("part sums", info.parts);
    buffer.upload(counts);
    PartScan scan(device_, info);
    scan.run(buffer, partSums);

    const auto partLength = static_cast<std::size_t>(scan.partLength());
    ASSERT_GE(scan.partLength() * info.parts, info.length);
    Numbers sums(static_cast<std::size_t>(info.parts), 0u);
    for (std::size_t i = 0; i < counts.size(); ++i) {
      std::uint32_t& sum = sums.at(i / partLength);
      sum += std::exchange(counts[i], sum);
    }
    EXPECT_EQ(buffer.download(), counts);
    EXPECT_EQ(partSums.download(), sums);
  }

  Device device_ = test::makeDevice(Engine::Fast);
};

// A group of 64 invocations sums 512 counts at once, and a group of 256 sums four times as many.
TEST_F(FastPartScanTest, UnalignedCountsPartsAndGroups) {
  for (const bool subgroups : {false, true}) {
    if (subgroups && !queryComputeLimits().subgroups32) continue;
    for (const std::int64_t length : {1, 31, 511, 512, 513, 5000}) {
      for (const std::int64_t parts : {1, 3, 10, 100}) {
        for (const int threads : {64, 256}) {
          expectSums({.length = length,
                      .parts = parts,
                      .threadsPerGroup = threads,
                      .subgroups = subgroups});
        }
      }
    }
  }
}

TEST_F(FastPartScanTest, NoCounts) {
  UIntBuffer counts("counts", 0);
  UIntBuffer partSums("part sums", 2);
  partSums.upload(Numbers{7, 7});
  PartScan(device_, {.length = 0, .parts = 2}).run(counts, partSums);
  EXPECT_EQ(partSums.download(), (Numbers{0, 0}));
}

}  // namespace
}  // namespace gpubuck::texel
