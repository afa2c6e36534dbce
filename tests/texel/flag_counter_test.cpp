// Counts of elements without a flag.
#include "texel/sum.h"

#include <algorithm>
#include <random>

#include "support/gpu_test.h"

namespace gpubuck::texel {
namespace {

class FlagCounterTest : public test::EngineTest {
 protected:
  static std::vector<IdTexel> randomFlags(std::size_t count) {
    std::mt19937 random(static_cast<unsigned>(count));
    std::vector<IdTexel> texels;
    for (std::size_t i = 0; i < count; ++i) texels.push_back(encodeId(7, random() % 3 == 0));
    return texels;
  }

  Device device_ = test::makeDevice(GetParam());
};
INSTANTIATE_TEST_SUITE_P(Engines, FlagCounterTest, ::testing::ValuesIn(test::testedEngines()),
                         test::engineName);

// At the largest count, all 64 sums are in use and each adds up more than one piece.
TEST_P(FlagCounterTest, CountsAllElements) {
  for (const std::size_t count : {0, 1, 63, 64, 65, 1000, 70'000}) {
    const std::vector<IdTexel> texels = randomFlags(count);
    IdArray ids(device_, "ids", static_cast<std::int64_t>(count));
    ids.fill(0u);  // the padding has no flags, either
    ids.upload(texels);
    FlagCounter counter(device_, ids.count(), 1, 1);
    EXPECT_EQ(counter.countAll(ids),
              std::count_if(texels.begin(), texels.end(), [](IdTexel t) { return !hasFlag(t); }));
  }
}

TEST_P(FlagCounterTest, SeveralParts_AreCountedInTheirSlots) {
  const std::vector<IdTexel> texels = randomFlags(1000);
  const IdArray ids(device_, "ids", texels);
  const std::vector<Range> parts{{3, 500}, {400, 143}, {0, 0}, {999, 1}};
  FlagCounter counter(device_, 1000, 6, 9);
  counter.count(ids, parts, 2);
  const std::vector<std::int64_t> counts = counter.read(6);
  ASSERT_EQ(counts.size(), 6u);
  for (std::size_t k = 0; k < parts.size(); ++k) {
    std::int64_t expected = 0;
    for (std::int64_t i = parts[k].first; i < parts[k].first + parts[k].count; ++i) {
      expected += hasFlag(texels[static_cast<std::size_t>(i)]) ? 0 : 1;
    }
    EXPECT_EQ(counts[k + 2], expected) << "part " << k;
  }
  EXPECT_GT(counts[2], 0);
  // The other slots are not changed.
  counter.count(ids, {parts.data(), 1}, 0);
  EXPECT_EQ(counter.read(6)[2], counts[2]);
  EXPECT_EQ(counter.read(1)[0], counts[2]);
}

}  // namespace
}  // namespace gpubuck::texel
