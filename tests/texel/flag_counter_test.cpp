// Counts of elements without a flag.
#include "texel/flag_counter.h"

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

// Up to more than a piece of each of the most sums that are added.
TEST_P(FlagCounterTest, CountsAllElements) {
  for (const std::size_t count : {0, 1, 63, 64, 65, 1000, 70'000}) {
    const std::vector<IdTexel> texels = randomFlags(count);
    IdArray ids(device_, "ids", static_cast<std::int64_t>(count));
    ids.fill(0u);  // the padding has no flags either
    ids.upload(texels);
    FlagCounter counter(device_, ids.count(), 1, 1);
    EXPECT_EQ(counter.countAll(ids),
              std::count_if(texels.begin(), texels.end(), [](IdTexel t) { return !hasFlag(t); }));
  }
}

TEST_P(FlagCounterTest, CountsGroupsOfSeveralPartsIntoTheirSlots) {
  const std::vector<IdTexel> texels = randomFlags(1000);
  const IdArray ids(device_, "ids", texels);
  const std::vector<FlagGroups> parts{{.first = 3, .count = 500},
                                      {.first = 1, .stride = 7, .count = 143},
                                      {.count = 0},
                                      {.stride = 3, .count = 334, .size = 3}};
  FlagCounter counter(device_, 1000, 6, 9);
  counter.count(ids, parts, 2);
  const std::vector<std::int64_t> counts = counter.read(6);
  ASSERT_EQ(counts.size(), 6u);
  for (std::size_t k = 0; k < parts.size(); ++k) {
    std::int64_t expected = 0;
    for (std::int64_t group = 0; group < parts[k].count; ++group) {
      bool lacks = false;
      for (std::int64_t j = 0; j < parts[k].size; ++j) {
        const std::int64_t i = parts[k].first + group * parts[k].stride + j;
        lacks = lacks || (i < 1000 && !hasFlag(texels[static_cast<std::size_t>(i)]));
      }
      expected += lacks ? 1 : 0;
    }
    EXPECT_EQ(counts[k + 2], expected) << "part " << k;
  }
  EXPECT_GT(counts[2], 0);
  // Other slots stay as they are.
  counter.count(ids, {parts.data(), 1}, 0);
  EXPECT_EQ(counter.read(6)[2], counts[2]);
  EXPECT_EQ(counter.read(1)[0], counts[2]);
}

}  // namespace
}  // namespace gpubuck::texel
