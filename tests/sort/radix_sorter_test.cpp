// The radix sort of keys in buffers, compared with std::stable_sort for every way to rank keys and
// for all parameters.
#include "sort/radix_sort.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>
#include <random>

#include "support/errors.h"
#include "support/gpu_test.h"
#include "support/long_tests.h"
#include "support/property.h"

namespace gpubuck::sort {
namespace {

using Keys = std::vector<std::uint32_t>;

std::uint32_t lowBits(std::uint32_t key, int bits) {
  return bits == 32 ? key : key & ((1u << bits) - 1u);
}

Keys stableOrder(const Keys& keys, int bits) {
  Keys order(keys.size());
  std::iota(order.begin(), order.end(), 0u);
  std::stable_sort(order.begin(), order.end(), [&](std::uint32_t a, std::uint32_t b) {
    return lowBits(keys[a], bits) < lowBits(keys[b], bits);
  });
  return order;
}

Keys permuted(const Keys& keys, const Keys& order) {
  Keys result;
  for (const std::uint32_t i : order) result.push_back(keys[i]);
  return result;
}

Keys randomKeys(std::size_t count, int bits, std::uint32_t seed = 1) {
  std::mt19937 random(seed);
  Keys keys(count);
  for (std::uint32_t& key : keys) key = lowBits(static_cast<std::uint32_t>(random()), bits);
  return keys;
}

std::string describe(const RadixSettings& s) {
  return fmt::format("b {} r {} I {} items {} G {} s {} ranking {}{}", s.keyBits, s.radixBits,
                     s.threadsPerGroup, s.itemsPerThread, s.groups, s.scanSplit,
                     static_cast<int>(s.ranking), s.transpose ? " transposed" : "");
}

class FastRadixSorterTest : public test::GpuTest {
 protected:
  /// Sorts the keys, with or without the permutation. Returns the fault of the result, or an empty
  /// string.
  std::string fault(const Keys& keys, const RadixSettings& settings, bool withOrder = true) {
    const auto count = static_cast<std::int64_t>(keys.size());
    RadixSorter sorter(device_, settings, {.count = count, .withOrder = withOrder});
    texel::UIntBuffer input("keys", count);
    input.upload(keys);
    sorter.sort(input);
    const Keys order = stableOrder(keys, sorter.settings().keyBits);
    if (sorter.keys().download() != permuted(keys, order)) return "other keys";
    if (withOrder && sorter.order().download() != order) return "another order";
    if (input.download() != keys) return "the input has changed";
    return "";
  }

  void expectSorted(const Keys& keys, const RadixSettings& settings, bool withOrder = true) {
    EXPECT_EQ(fault(keys, settings, withOrder), "")
        << keys.size() << " keys, " << describe(settings);
  }

  /// Returns the rankings that this driver supports.
  std::vector<RadixRanking> rankings() const {
    std::vector<RadixRanking> result{RadixRanking::Masks, RadixRanking::Counters};
    if (limits_.subgroups32) result.push_back(RadixRanking::Subgroups);
    return result;
  }

  texel::Device device_ = test::makeDevice(texel::Engine::Fast);
  texel::ComputeLimits limits_ = texel::queryComputeLimits();
};

// Groups and tiles are small, so that a few hundred keys fill several groups of several tiles.
constexpr RadixSettings kSmall{.threadsPerGroup = 64, .itemsPerThread = 2, .groups = 3};

TEST_F(FastRadixSorterTest, AllKeyBitsWithAllRadixBits) {
  for (const int keyBits : {1, 2, 3, 5, 8, 9, 17, 24, 31, 32}) {
    for (const int radixBits : {1, 2, 3, 4, 5, 6, 8, 9}) {
      RadixSettings settings = kSmall;
      settings.keyBits = keyBits;
      settings.radixBits = radixBits;
      settings.threadsPerGroup = 32;
      expectSorted(randomKeys(333, keyBits), settings);
    }
  }
}

TEST_F(FastRadixSorterTest, EveryRankingAtEverySize) {
  for (const RadixRanking ranking : rankings()) {
    for (const bool transpose : {false, true}) {
      RadixSettings settings = kSmall;
      settings.keyBits = 7;
      settings.radixBits = 4;
      settings.ranking = ranking;
      settings.transpose = transpose;
      for (const std::size_t count :
           {0, 1, 2, 31, 32, 33, 63, 64, 65, 127, 128, 129, 383, 384, 385, 1000}) {
        expectSorted(randomKeys(count, 7), settings, true);
        expectSorted(randomKeys(count, 7), settings, false);
      }
    }
  }
}

TEST_F(FastRadixSorterTest, ManyKeysWithTheDefaults) {
  std::vector<std::size_t> counts{100'003};
  if (test::longTests()) counts.push_back(262'144);
  for (const std::size_t count : counts) {
    expectSorted(randomKeys(count, 32), {});
    expectSorted(randomKeys(count, 18), {.keyBits = 18}, false);
    expectSorted(randomKeys(count, 18), {.keyBits = 18});
  }
}

TEST_F(FastRadixSorterTest, EqualSortedAndReversedKeys) {
  Keys keys(5000, 77u);
  for (const RadixRanking ranking : rankings()) {
    const RadixSettings settings{.keyBits = 13, .threadsPerGroup = 128, .ranking = ranking};
    expectSorted(Keys(5000, 0u), settings);
    expectSorted(Keys(5000, (1u << 13) - 1u), settings);
    std::iota(keys.begin(), keys.end(), 0u);
    expectSorted(keys, settings);
    std::reverse(keys.begin(), keys.end());
    expectSorted(keys, settings);
  }
}

// Large sorts choose groups of 512 if there is enough shared memory for 8 radix bits.
TEST_F(FastRadixSorterTest, GroupsOf512) {
  for (const std::size_t count : {4095U, 4097U, 20000U}) {
    expectSorted(randomKeys(count, 18),
                 {.keyBits = 18, .radixBits = 6, .threadsPerGroup = 512, .itemsPerThread = 8});
  }
}

TEST_F(FastRadixSorterTest, BitsAboveTheKey_AreKeptAndIgnored) {
  const Keys keys = randomKeys(3000, 32);
  for (const int keyBits : {1, 10, 31}) expectSorted(keys, {.keyBits = keyBits});
}

TEST_F(FastRadixSorterTest, MoreScanPartsThanCounts) {
  const Keys keys = randomKeys(3000, 10);
  for (const int split : {1, 2, 3, 7, 64, 1000, 4096}) {
    RadixSettings settings = kSmall;
    settings.keyBits = 10;
    settings.radixBits = 5;
    settings.scanSplit = split;
    expectSorted(keys, settings);
  }
}

// There are 2 parts of 5120 counts, more than the 512 that a group of 64 sums at once.
TEST_F(FastRadixSorterTest, ScanPartsLongerThanAGroup) {
  expectSorted(randomKeys(5'120, 8), {.keyBits = 8,
                                      .radixBits = 8,
                                      .threadsPerGroup = 64,
                                      .itemsPerThread = 2,
                                      .groups = 40,
                                      .scanSplit = 2});
}

TEST_F(FastRadixSorterTest, OneSorter_SortsRepeatedly) {
  RadixSorter sorter(device_, {.keyBits = 20, .radixBits = 7}, {.count = 2000});
  texel::UIntBuffer input("keys", 2000);
  for (std::uint32_t seed = 1; seed < 4; ++seed) {
    const Keys keys = randomKeys(2000, 20, seed);
    input.upload(keys);
    sorter.sort(input);
    EXPECT_EQ(sorter.order().download(), stableOrder(keys, 20));
  }
}

TEST_F(FastRadixSorterTest, RandomParameters) {
  const std::vector<RadixRanking> choices = rankings();
  test::expectProperty(30, [&] {
    RadixSettings settings;
    settings.ranking = *rc::gen::elementOf(choices);
    settings.keyBits = *rc::gen::inRange(1, 33);
    settings.radixBits = *rc::gen::inRange(1, 7);
    settings.threadsPerGroup = 32 * *rc::gen::inRange(1, 4);
    if (settings.ranking == RadixRanking::Counters) {
      settings.radixBits = std::min(settings.radixBits, 5);
    }
    settings.itemsPerThread = *rc::gen::inRange(1, 9);
    settings.groups = *rc::gen::inRange(1, 9);
    settings.scanSplit = *rc::gen::inRange(0, 20);
    settings.transpose = *rc::gen::arbitrary<bool>();
    const auto count = *rc::gen::inRange<std::size_t>(0, 2500);
    const int keysUpTo = *rc::gen::inRange(1, 33);
    const Keys keys = randomKeys(count, keysUpTo, *rc::gen::arbitrary<std::uint32_t>());
    RC_ASSERT(fault(keys, settings, *rc::gen::arbitrary<bool>()) == "");
  });
}

class FastRadixSettingsTest : public test::GpuTest {
 protected:
  static constexpr texel::ComputeLimits kLimits{
      .groupSize = 1024, .sharedBytes = 32'768, .bufferBytes = 1 << 27, .subgroups32 = true};

  static std::string refusal(const RadixSettings& settings) {
    return test::messageOf<InputError>([&] { resolve(settings, {.count = 1000}, kLimits); });
  }
};

TEST_F(FastRadixSettingsTest, ChoosesTheFewestPassesOfEqualDigits) {
  const auto bits = [](int keyBits, RadixRanking ranking) {
    const RadixSettings settings{.keyBits = keyBits, .ranking = ranking};
    return resolve(settings, {.count = 1 << 20}, kLimits).radixBits;
  };
  EXPECT_EQ(bits(18, RadixRanking::Subgroups), 9);
  EXPECT_EQ(bits(19, RadixRanking::Subgroups), 7);
  EXPECT_EQ(bits(18, RadixRanking::Masks), 6);
  EXPECT_EQ(bits(1, RadixRanking::Masks), 1);
  EXPECT_EQ(bits(30, RadixRanking::Counters), 4);
  const RadixSettings keyBitsAlone = resolve({}, {.count = 5}, kLimits);
  EXPECT_EQ(keyBitsAlone.keyBits, 32);
  EXPECT_EQ(keyBitsAlone.radixBits, 8);
  EXPECT_EQ(radixPasses(keyBitsAlone), 4);
  EXPECT_EQ(radixPasses({.keyBits = 18, .radixBits = 8}), 3);
}

TEST_F(FastRadixSettingsTest, LargeSortsOfPairs_TakeLargerGroups) {
  const auto groupsOf = [](std::int64_t count, bool withOrder) {
    const RadixSettings chosen = resolve({}, {.count = count, .withOrder = withOrder}, kLimits);
    return std::pair(chosen.threadsPerGroup, chosen.itemsPerThread);
  };
  EXPECT_EQ(groupsOf(1 << 22, true), std::pair(384, 12));
  EXPECT_EQ(groupsOf((1 << 22) - 1, true), std::pair(256, 16));
  EXPECT_EQ(groupsOf(1 << 22, false), std::pair(256, 16));
  EXPECT_EQ(groupsOf(1 << 18, true), std::pair(256, 4));
  // For the cells of a million particles, digits of 9 bits take two passes and 39,944 bytes of
  // shared memory.
  texel::ComputeLimits roomy = kLimits;
  roomy.sharedBytes = 48 * 1024;
  const auto groupsOfCells = [&](std::int64_t count, const texel::ComputeLimits& limits) {
    const RadixSettings chosen = resolve({.keyBits = 18}, {.count = count}, limits);
    return std::pair(chosen.threadsPerGroup, chosen.itemsPerThread);
  };
  EXPECT_EQ(groupsOfCells(1 << 20, roomy), std::pair(512, 16));
  EXPECT_EQ(groupsOfCells((1 << 20) - 1, roomy), std::pair(256, 15));
  EXPECT_EQ(groupsOfCells(1 << 20, kLimits), std::pair(256, 16));
  // With masks, groups of 384 threads would need 34,888 bytes of shared memory.
  const RadixSettings masks{.radixBits = 8, .ranking = RadixRanking::Masks};
  EXPECT_EQ(resolve(masks, {.count = 1 << 22}, kLimits).threadsPerGroup, 256);
}

TEST_F(FastRadixSettingsTest, SoftwareRenderer_TakesSmallGroups) {
  texel::ComputeLimits limits = kLimits;
  limits.subgroups32 = false;
  limits.software = true;
  const RadixSettings chosen = resolve({.keyBits = 18}, {.count = 1 << 18}, limits);
  EXPECT_EQ(chosen.radixBits, 9);
  EXPECT_EQ(chosen.threadsPerGroup, 128);
  EXPECT_EQ(chosen.itemsPerThread, 16);
  EXPECT_EQ(chosen.groups, 128);
  const RadixSettings given =
      resolve({.keyBits = 18, .threadsPerGroup = 256, .groups = 7}, {.count = 1 << 18}, limits);
  EXPECT_EQ(given.radixBits, 6);
  EXPECT_EQ(given.threadsPerGroup, 256);
  EXPECT_EQ(given.groups, 7);
}

TEST_F(FastRadixSettingsTest, Subgroups_AreUsedIfSupported) {
  texel::ComputeLimits limits = kLimits;
  EXPECT_EQ(resolve({}, {.count = 5}, limits).ranking, RadixRanking::Subgroups);
  limits.subgroups32 = false;
  EXPECT_EQ(resolve({}, {.count = 5}, limits).ranking, RadixRanking::Masks);
  EXPECT_TRUE(test::names(test::messageOf<RunError>([&] {
                            resolve({.ranking = RadixRanking::Subgroups}, {.count = 5}, limits);
                          }),
                          {"radix sort", "subgroups", "32"}));
}

TEST_F(FastRadixSettingsTest, ValuesOutOfRange_AreRefused) {
  EXPECT_TRUE(test::names(refusal({.keyBits = 33}), {"radix sort", "key bits", "33", "1", "32"}));
  EXPECT_TRUE(test::names(refusal({.keyBits = -1}), {"radix sort", "key bits", "-1", "1", "32"}));
  EXPECT_TRUE(
      test::names(refusal({.radixBits = 17}), {"radix sort", "radix bits", "17", "1", "16"}));
  EXPECT_TRUE(test::names(refusal({.threadsPerGroup = 2048}),
                          {"radix sort", "threads per group", "2048", "32", "1024"}));
  EXPECT_TRUE(test::names(refusal({.threadsPerGroup = 100}),
                          {"radix sort", "threads per group", "100", "32"}));
  EXPECT_TRUE(test::names(refusal({.itemsPerThread = 65}),
                          {"radix sort", "items per thread", "65", "1", "64"}));
  EXPECT_TRUE(
      test::names(refusal({.groups = 65'536}), {"radix sort", "groups", "65536", "1", "65535"}));
  EXPECT_TRUE(
      test::names(refusal({.scanSplit = 4097}), {"radix sort", "scan split", "4097", "1", "4096"}));
}

TEST_F(FastRadixSettingsTest, TooMuchSharedMemory_IsRefused) {
  // The counts of 4096 digits in 8 columns take 33,793 words with their gaps. With 256 sums and 2 *
  // 4096 + 1 places there are 42,242 words, which are 168,968 bytes.
  EXPECT_TRUE(test::names(refusal({.radixBits = 12, .threadsPerGroup = 256, .itemsPerThread = 4}),
                          {"radix sort", "12", "256", "4", "168968", "32768"}));
}

TEST_F(FastRadixSorterTest, OtherKeyBits_AreRefused) {
  RadixSorter sorter(device_, {}, {.count = 10});
  const texel::UIntBuffer keys("eleven", 11);
  EXPECT_TRUE(test::names(test::messageOf<RunError>([&] { sorter.sort(keys); }),
                          {"radix sort", "eleven", "11"}));
  const texel::IdArray ids(device_, "ids", 10);
  EXPECT_TRUE(test::names(test::messageOf<RunError>([&] { sorter.sort(ids); }),
                          {"radix sort", "ids", "10"}));
}

class RadixSorterContextTest : public test::GpuTest {};

TEST_F(RadixSorterContextTest, NeedsOpenGl43ButNotTheFastEngine) {
  const texel::Device device = test::makeDevice(texel::Engine::Paper);
  const std::string reason = texel::whyNot(texel::Engine::Fast, device.capabilities());
  if (reason.empty()) {
    EXPECT_NO_THROW(RadixSorter(device, {}, {.count = 10}));
  } else {
    EXPECT_EQ(test::messageOf<RunError>([&] { RadixSorter(device, {}, {.count = 10}); }),
              "radix sort: " + reason);
  }
}

}  // namespace
}  // namespace gpubuck::sort
