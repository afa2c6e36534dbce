#include "render/colour_map.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <glm/common.hpp>
#include <glm/geometric.hpp>
#include <limits>
#include <utility>

namespace gpubuck::render {
namespace {

std::vector<glm::vec3> coloursOf(const std::vector<std::string>& own) {
  std::vector<dpd::Species> species;
  for (const std::string& colour : own) species.push_back({.name = "A", .colour = colour});
  return speciesColours(species);
}

const std::vector<glm::vec3> kDefaults = coloursOf(std::vector<std::string>(dpd::kMaxSpecies));

TEST(ColourMap, Species_HaveTheirOwnOrTheDefaultColour) {
  EXPECT_EQ(coloursOf({"", "#010203", "", "#FFff80"}),
            (std::vector<glm::vec3>{kDefaults[0], glm::vec3(1, 2, 3) / 255.0f, kDefaults[2],
                                    glm::vec3(255, 255, 128) / 255.0f}));
}

// People with any kind of colour vision see lightness. Most fluids have only the first two species,
// so the relative luminance (Rec. 709 weights) of the second species must be more than 1.5 times
// that of the first species.
TEST(ColourMap, FirstTwoDefaults_DifferInLightness) {
  const glm::vec3 weights(0.2126f, 0.7152f, 0.0722f);
  const float first = glm::dot(kDefaults[0], weights);
  const float second = glm::dot(kDefaults[1], weights);
  EXPECT_GT(second, 1.5f * first);
}

TEST(ColourMap, Defaults_AreAllDifferent) {
  for (std::size_t k = 0; k < kDefaults.size(); ++k) {
    for (std::size_t l = 0; l < k; ++l) EXPECT_NE(kDefaults[k], kDefaults[l]) << k << ' ' << l;
  }
}

float largestDifference(const glm::vec3& a, const glm::vec3& b) {
  const glm::vec3 difference = glm::abs(a - b);
  return std::max({difference.r, difference.g, difference.b});
}

// These entries of matplotlib's _viridis_data are not in the ramp's own table, but between its
// entries.
TEST(Ramp, IsViridisFromEntry48On) {
  for (const auto& [entry, colour] : {std::pair{56, glm::vec3(0.244972f, 0.287675f, 0.537260f)},
                                      {120, glm::vec3(0.137770f, 0.537492f, 0.554906f)},
                                      {152, glm::vec3(0.132268f, 0.655014f, 0.519661f)},
                                      {232, glm::vec3(0.762373f, 0.876424f, 0.137064f)}}) {
    // The ramp has 13 pieces: 12 pieces of 16 entries and a last piece of 15.
    EXPECT_LT(largestDifference(rampColour(static_cast<float>(entry - 48) / 208.0f), colour), 0.02f)
        << entry;
  }
}

TEST(Ramp, IsContinuousAndReachesItsEnds) {
  const glm::vec3 first = glm::vec3(0x42, 0x40, 0x86) / 255.0f;
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
    // The steepest piece changes by 0.18 over 1/13 of the range.
    EXPECT_LT(largestDifference(rampColour(t), rampColour(t + 0.001f)), 0.003f) << t;
  }
}

TEST(Ramp, DiffersFromSignalAndMutedColours) {
  for (int k = 0; k <= 100; ++k) {
    const glm::vec3 colour = rampColour(static_cast<float>(k) / 100.0f);
    EXPECT_GT(largestDifference(colour, kSignalColour), 0.25f) << k;
    EXPECT_GT(largestDifference(colour, kMutedColour), 0.15f) << k;
  }
}

}  // namespace
}  // namespace gpubuck::render
