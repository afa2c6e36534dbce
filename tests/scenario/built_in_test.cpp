// The built-in scenarios all load, and are found by name, link and path.
#include "scenario/built_in.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <regex>
#include <string>
#include <vector>

#include "base/error.h"
#include "base/number.h"
#include "file/temporary_folder.h"
#include "support/errors.h"

namespace gpubuck::scenario {
namespace {

using gpubuck::test::messageOf;
using gpubuck::test::names;

TEST(BuiltIn, EveryFile_IsLoadedByItsName) {
  std::vector<std::string> files;
  for (const auto& entry :
       std::filesystem::directory_iterator(GPUBUCK_SOURCE_DIR "/assets/scenarios")) {
    files.push_back(entry.path().stem().string());
    const Scenario loaded = builtIn(files.back());
    EXPECT_EQ(loaded.name, files.back());
    EXPECT_EQ(toToml(loaded), toToml(loadScenario(entry.path()))) << files.back();
  }
  std::vector<std::string> names = builtInNames();
  std::ranges::sort(names);
  std::ranges::sort(files);
  EXPECT_EQ(names, files);
  EXPECT_EQ(particleCount(builtIn("rayleigh-taylor-16k")), 16384);
}

TEST(BuiltIn, CardsOfThePage_TellTheirParticles) {
  std::ifstream file(GPUBUCK_SOURCE_DIR "/web/index.html");
  const std::string page(std::istreambuf_iterator<char>(file), {});
  const std::regex card(R"card(<a href="\?scenario=([a-z0-9-]+)"><img[^]*?</a>)card");
  const std::regex particles(R"(([0-9,]+) particles)");
  std::size_t told = 0;
  for (std::sregex_iterator each(page.begin(), page.end(), card), end; each != end; ++each) {
    const std::string text = each->str();
    std::smatch count;
    if (!std::regex_search(text, count, particles)) continue;
    EXPECT_EQ(count[1], groupDigits(particleCount(builtIn((*each)[1])))) << (*each)[1];
    ++told;
  }
  EXPECT_GE(told, 20U);
}

TEST(BuiltIn, UnknownName_IsRefusedWithAllNames) {
  for (const auto& error : {messageOf<InputError>([] { builtIn("nosuch"); }),
                            messageOf<InputError>([] { findScenario("nosuch"); })}) {
    EXPECT_TRUE(names(error, {"nosuch"}));
    for (const std::string& name : builtInNames()) {
      EXPECT_TRUE(names(error, {name}));
    }
  }
}

/// Makes a folder the working folder during the lifetime of this object.
struct WorkingFolder {
  explicit WorkingFolder(const std::filesystem::path& folder) {
    std::filesystem::current_path(folder);
  }
  ~WorkingFolder() { std::filesystem::current_path(before); }
  std::filesystem::path before = std::filesystem::current_path();
};

TEST(BuiltIn, NameThatIsAlsoAFile_IsRefused) {
  const gpubuck::test::TemporaryFolder folder;
  const WorkingFolder working(folder.path());
  std::filesystem::create_directory(folder / "lava-lamp");  // like the output folder of a run
  EXPECT_EQ(findScenario("lava-lamp").name, "lava-lamp");
  folder.put("equilibrium", "name = \"mine\"\n[box]\nsize = [4, 4, 4]\n");
  EXPECT_TRUE(names(messageOf<InputError>([] { findScenario("equilibrium"); }),
                    {"equilibrium", "gpubuck:equilibrium", "./equilibrium"}));
  EXPECT_EQ(findScenario("gpubuck:equilibrium").name, "equilibrium");
  EXPECT_EQ(findScenario("./equilibrium").name, "mine");
  std::filesystem::create_directory(folder / "soap");
  folder.put("soap/FIELD", "");
  EXPECT_TRUE(names(messageOf<InputError>([] { findScenario("soap"); }),
                    {"soap", "gpubuck:soap", "./soap"}));
  EXPECT_TRUE(names(messageOf<InputError>([] { findScenario("./soap"); }), {"./soap/FIELD"}));
  std::filesystem::create_symlink("dam-break", folder / "dam-break");
  EXPECT_TRUE(names(messageOf<InputError>([] { findScenario("dam-break"); }),
                    {"dam-break", "Too many levels of symbolic links"}));
}

// A surface joins bodies of fluid that almost touch, so that a ball would look like a capsule. The
// ring of the wave maker is drawn where the maker acts.
TEST(WaveTank, BallsBeginAboveTheWaterAndTheMakerIsInTheTank) {
  const Scenario tank = builtIn("wave-tank");
  const double level = tank.regions[0].shape.high.z;
  int balls = 0;
  for (const Region& region : tank.regions) {
    if (!region.bond) continue;
    EXPECT_GE(region.shape.centre.z - region.shape.radius, level + 1.5);
    ++balls;
  }
  EXPECT_EQ(balls, 3);
  const cells::Shape& maker = tank.fluid.effects.at(0).shape;
  EXPECT_GE(maker.centre.x, maker.radius);
  EXPECT_GE(maker.centre.z, maker.radius);
}

TEST(Examples, EveryFile_IsLoadedAndHasParticles) {
  for (const auto& entry :
       std::filesystem::directory_iterator(GPUBUCK_SOURCE_DIR "/examples/scenarios")) {
    const Scenario loaded = loadScenario(entry.path());
    EXPECT_EQ(loaded.name, entry.path().stem());
    EXPECT_GT(particleCount(loaded), 0) << entry.path();
  }
}

TEST(FindScenario, NameLinkAndPath_GiveTheSame) {
  const std::vector<std::string> overrides{"fluid.kT=0.25", "noise.seed=9"};
  const std::string expected = toToml(builtIn("dam-break", overrides));
  for (const char* const text : {"dam-break", "gpubuck:dam-break?fluid.kT=7", "?scenario=dam-break",
                                 GPUBUCK_SOURCE_DIR "/assets/scenarios/dam-break.toml"}) {
    EXPECT_EQ(toToml(findScenario(text, overrides)), expected) << text;
  }
}

TEST(FindScenario, Path_IsReadAsAFile) {
  for (const char* const path : {"nosuch.toml", "./nosuch", "folder/nosuch"}) {
    const std::string error = messageOf<InputError>([&] { findScenario(path); });
    EXPECT_TRUE(names(error, {path}));
    EXPECT_EQ(error.find("built-in"), std::string::npos) << error;
  }
}

}  // namespace
}  // namespace gpubuck::scenario
