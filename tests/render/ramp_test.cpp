#include "render/ramp.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <glm/common.hpp>
#include <limits>
#include <utility>

namespace gpubuck::render {
namespace {

float largestDifference(const glm::vec3& a, const glm::vec3& b) {
  const glm::vec3 difference = glm::abs(a - b);
  return std::max({difference.r, difference.g, difference.b});
}

// Entries of matplotlib's _viridis_data that the table does not hold.
TEST(Ramp, IsViridis) {
  for (const auto& [entry, colour] : {std::pair{56, glm::vec3(0.244972f, 0.287675f, 0.537260f)},
                                      {120, glm::vec3(0.137770f, 0.537492f, 0.554906f)},
                                      {152, glm::vec3(0.132268f, 0.655014f, 0.519661f)},
                                      {232, glm::vec3(0.762373f, 0.876424f, 0.137064f)}}) {
    EXPECT_LT(largestDifference(rampColour(static_cast<float>(entry) / 255.0f), colour), 0.02f)
        << entry;
  }
}

TEST(Ramp, EndsAtItsEndsAndNeverJumps) {
  const glm::vec3 first = glm::vec3(0x44, 0x01, 0x54) / 255.0f;
  const glm::vec3 last = glm::vec3(0xFD, 0xE7, 0x25) / 255.0f;
  for (const float t : {0.0f, -1.0f, -std::numeric_limits<float>::infinity(),
                        std::numeric_limits<float>::quiet_NaN()}) {
    EXPECT_EQ(rampColour(t), first) << t;
  }
  for (const float t : {1.0f, 1.5f, std::numeric_limits<float>::infinity()}) {
    EXPECT_LT(largestDifference(rampColour(t), last), 1e-6f) << t;
  }
  for (int k = 0; k < 1000; ++k) {
    const auto t = static_cast<float>(k) / 1000.0f;
    // The steepest piece changes by 0.18 within 1/16.
    EXPECT_LT(largestDifference(rampColour(t), rampColour(t + 0.001f)), 0.003f) << t;
  }
}

TEST(Ramp, HasNeitherTheSignalNorTheMutedColour) {
  for (int k = 0; k <= 100; ++k) {
    const glm::vec3 colour = rampColour(static_cast<float>(k) / 100.0f);
    EXPECT_GT(largestDifference(colour, kSignalColour), 0.25f) << k;
    EXPECT_GT(largestDifference(colour, kMutedColour), 0.15f) << k;
  }
}

}  // namespace
}  // namespace gpubuck::render
