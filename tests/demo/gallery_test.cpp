// The gallery: its completeness and its order.
#include "demo/ui/panels/gallery.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cctype>
#include <fstream>
#include <set>
#include <sstream>
#include <string>
#include <tuple>

#include "base/embedded.h"
#include "demo/ui/actions/actions.h"
#include "demo/ui/actions/view_actions.h"
#include "scenario/built_in.h"

namespace gpubuck::demo {
namespace {

TEST(Gallery, HasEachScenarioOnceWithUniqueTitle) {
  std::set<std::string> names, titles;
  for (const GalleryEntry& entry : gallery()) {
    EXPECT_TRUE(names.insert(entry.name).second) << entry.name;
    EXPECT_TRUE(titles.insert(entry.title).second) << entry.title;
    EXPECT_FALSE(scenario::builtIn(entry.name).description.empty()) << entry.name;
  }
  const auto all = scenario::builtInNames();
  EXPECT_EQ(names, std::set<std::string>(all.begin(), all.end()));
}

TEST(Gallery, Titles_AreTheNamesInWords) {
  for (const GalleryEntry& entry : gallery()) {
    std::string name = entry.title;
    std::ranges::transform(name, name.begin(), [](char letter) {
      return letter == ' ' ? '-' : static_cast<char>(std::tolower(letter));
    });
    EXPECT_EQ(name, entry.name);
    EXPECT_EQ(titleOf(entry.name), entry.title);
  }
  EXPECT_EQ(titleOf("a file of the user's"), "a file of the user's");
}

TEST(Gallery, HasSmallPictureOfEachScenario) {
  std::size_t bytes = 0;
  for (const GalleryEntry& entry : gallery()) {
    double brightness[2]{};
    for (const bool isLight : {false, true}) {
      const auto& files = embedded::files(isLight ? "light_pictures" : "pictures");
      ASSERT_TRUE(files.contains(entry.name + ".jpg")) << entry.name;
      bytes += files.at(entry.name + ".jpg").size();
      const Image picture = pictureOf(entry.name, isLight);
      EXPECT_EQ(picture.width, kPictureWidth);
      EXPECT_EQ(picture.height, kPictureHeight);
      ASSERT_TRUE(picture.holdsItsPixels());
      std::set<std::tuple<int, int, int>> colours;
      for (std::size_t k = 0; k < picture.rgb.size(); k += 3) {
        colours.emplace(picture.rgb[k], picture.rgb[k + 1], picture.rgb[k + 2]);
        brightness[isLight] += picture.rgb[k + 1];
      }
      EXPECT_GT(colours.size(), 1000U) << entry.name << ": shaded balls have many colours";
    }
    // A fluid that fills the whole picture leaves no background.
    EXPECT_GE(brightness[1], brightness[0]) << entry.name;
  }
  EXPECT_LE(bytes, 2 * 25'000U * gallery().size());
  EXPECT_TRUE(pictureOf("a file of the user's").holdsItsPixels());
}

TEST(Gallery, Pictures_HaveTheStyleInWhichScenariosOpen) {
  std::ifstream script(GPUBUCK_SOURCE_DIR "/tools/gallery-pictures");
  std::set<std::string> names;
  for (std::string line; std::getline(script, line);) {
    std::istringstream words(line);
    std::string command, name, style;
    if (!(words >> command >> name >> style) || command != "picture") continue;
    names.insert(name);
    const render::ParticleStyle opens = automaticStyle(scenario::builtIn(name), 1'000'000, false);
    EXPECT_EQ(optionOf(styleOptions(), opens).word, style) << name;
  }
  EXPECT_EQ(names.size(), gallery().size());
}

TEST(Gallery, WrapsAroundInBothDirections) {
  const auto& all = gallery();
  for (std::size_t k = 0; k < all.size(); ++k) {
    const std::string& next = all[(k + 1) % all.size()].name;
    EXPECT_EQ(entryAfter(all[k].name, 1).name, next);
    EXPECT_EQ(entryAfter(next, -1).name, all[k].name);
  }
  EXPECT_EQ(entryAfter("a file of the user's", 1).name, all.front().name);
  EXPECT_EQ(entryAfter("a file of the user's", -1).name, all.back().name);
}

}  // namespace
}  // namespace gpubuck::demo
