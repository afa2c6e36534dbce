#include "render/colour_map.h"

#include <gtest/gtest.h>

#include <array>
#include <glm/geometric.hpp>

#include "base/error.h"

namespace gpubuck::render {
namespace {

TEST(ColourMap, ReadsHexadecimalColoursInBothCases) {
  EXPECT_EQ(parseColour("#000000"), glm::vec3(0.0f));
  EXPECT_EQ(parseColour("#FFffFF"), glm::vec3(1.0f));
  EXPECT_EQ(parseColour("#ff8000"), glm::vec3(255, 128, 0) / 255.0f);
}

TEST(ColourMap, RefusesEverythingElse) {
  for (const char* text : {"", "#", "ff8000", "#ff800", "#ff80000", "#ff80g0", "#-f8000", "#+f8000",
                           "# f8000", "#0xff00", "red"}) {
    EXPECT_THROW(parseColour(text), InputError) << text;
  }
}

TEST(ColourMap, NamesTheColourAtFault) {
  try {
    parseColour("#12345z");
    FAIL() << "accepted";
  } catch (const InputError& error) {
    EXPECT_STREQ(error.what(), "colour: '#12345z' is not of the form #rrggbb");
  }
}

TEST(ColourMap, SpeciesKeepTheirOwnColourAndTakeTheDefaultOfTheirPlace) {
  const std::array<std::string, 3> own{"", "#010203", ""};
  const std::vector<glm::vec3> colours = speciesColours(own);
  ASSERT_EQ(colours.size(), 3u);
  EXPECT_EQ(colours[0], defaultColour(0));
  EXPECT_EQ(colours[1], glm::vec3(1, 2, 3) / 255.0f);
  EXPECT_EQ(colours[2], defaultColour(2));
}

// Lightness is what every kind of colour vision keeps. The first two species are nearly all of the
// fluids there are: their relative luminances (Rec. 709 weights) must differ by half and more.
TEST(ColourMap, FirstTwoDefaultsDifferInLightness) {
  const glm::vec3 weights(0.2126f, 0.7152f, 0.0722f);
  const float first = glm::dot(defaultColour(0), weights);
  const float second = glm::dot(defaultColour(1), weights);
  EXPECT_GT(second, 1.5f * first);
}

TEST(ColourMap, DefaultsAreAllDifferentAndThereIsNoNinth) {
  for (int k = 0; k < kMaxColours; ++k) {
    for (int l = 0; l < k; ++l) EXPECT_NE(defaultColour(k), defaultColour(l)) << k << ' ' << l;
  }
  EXPECT_NO_THROW(speciesColours(std::vector<std::string>(kMaxColours)));
  EXPECT_THROW(speciesColours(std::vector<std::string>(kMaxColours + 1)), InputError);
}

}  // namespace
}  // namespace gpubuck::render
