// The window opens the files it saves, and replaces no file without confirmation.
#include <algorithm>
#include <cmath>
#include <filesystem>
#include <fstream>
#include <limits>
#include <random>
#include <sstream>
#include <utility>

#include "base/error.h"
#include "demo/panels_fixture.h"
#include "demo/ui/actions/undo.h"
#include "demo/ui/tools/pointer.h"

namespace gpubuck::demo {
namespace {

TEST_F(PanelsTest, Limits_EqualThoseOfFilesAndSavedFilesLoad) {
  const std::string path = ::testing::TempDir() + "saved.toml";
  std::filesystem::remove(path);
  const std::string before = scenario::toToml(running());
  for (const auto& [widget, text] : {std::pair{"physics/pair/one-two/a", "-1"},
                                     {"physics/pair/one-two/gamma", "-1"},
                                     {"physics/kT", "-1"},
                                     {"physics/dt", "0"},
                                     {"physics/drag", "-1"}}) {
    type(widget, text, GLFW_KEY_ENTER);
    EXPECT_EQ(scenario::toToml(running()), before) << widget;
    replaceScenario(state_, path);
    state_.runPending();
    EXPECT_NO_THROW(scenario::loadScenario(path)) << widget;
  }
}

/// Returns values that a field with these limits accepts, including extreme values.
std::vector<double> takenNumbers(const scenario::Limits& limits, std::mt19937& random) {
  constexpr double kHuge = std::numeric_limits<double>::max();
  std::vector<double> all{limits.least, limits.most, 0.0, -0.0, 1e-300, 5e-324, kHuge,
                          -kHuge,       1e16 + 2.0,  0.1, 1e-7, 1e22,   NAN,    INFINITY};
  std::uniform_real_distribution<double> exponent(-12.0, 12.0);
  for (int k = 0; k < 8; ++k) {
    const double size = std::pow(10.0, exponent(random));
    all.insert(all.end(), {size, -size, 1.0 / (1.0 + size)});
  }
  std::erase_if(all, [&](double value) { return !limits.whyNot(value).empty(); });
  return all;
}

TEST_F(PanelsTest, AcceptedValues_SurviveSaving) {
  std::mt19937 random(7);
  int taken = 0;
  const auto tryValue = [&](const scenario::Key& key, std::size_t entry,
                            const scenario::Value& value) {
    scenario::Scenario changed = running();
    key.set(changed, entry, value);
    if (key.isWritten && !key.isWritten(changed, entry)) return;  // no field shows this value
    try {
      scenario::requireValid(changed);
    } catch (const InputError&) {
      return;  // the window refuses the value, too, with this reason
    }
    ++taken;
    const std::string text = scenario::toToml(changed);
    const scenario::Scenario again = scenario::parseScenario(text, "again.toml", "/");
    EXPECT_TRUE(scenario::differences(changed, again).empty()) << key.path;
  };
  for (const scenario::Key& key : scenario::schema()) {
    if (!key.set || key.about.label.empty()) continue;
    for (const std::size_t entry : scenario::entriesOf(key, running())) {
      const scenario::Value value = key.get(running(), entry);
      for (const double number : takenNumbers(key.about.limits, random)) {
        scenario::Value other = value;
        if (auto* real = std::get_if<double>(&other)) *real = number;
        if (auto* whole = std::get_if<std::int64_t>(&other)) {
          if (std::abs(number) > 9e18) continue;  // too large for a field of whole numbers
          *whole = static_cast<std::int64_t>(number);
          if (!key.about.limits.whyNot(static_cast<double>(*whole)).empty()) continue;
        }
        tryValue(key, entry, other);
      }
      for (const scenario::Word& word : key.words) {
        // A word such as "octant=F" is skipped, since its F is a placeholder for a number.
        if (key.whyNotText && !key.whyNotText(running(), word.name).empty()) continue;
        tryValue(key, entry, scenario::Value(word.name));
      }
    }
  }
  EXPECT_GT(taken, 300);
}

TEST_F(PanelsTest, ViewsMadeByMouse_SurviveSaving) {
  std::mt19937 random(11);
  std::uniform_real_distribution<double> pixels(-3000.0, 3000.0), notches(-40.0, 40.0);
  scenario::Scenario changed = running();
  const glm::dvec2 size(800.0, 600.0);
  for (int k = 0; k < 300; ++k) {
    const glm::dvec2 moved(pixels(random), pixels(random));
    changed.view.camera = k % 3 == 0 ? orbit(changed.view.camera, moved, size)
                          : k % 3 == 1
                              ? pan(changed.view.camera, moved, size)
                              : zoom(changed.view.camera, notches(random), moved / 8.0, size);
    ASSERT_NO_THROW(scenario::requireValid(changed));
    const scenario::Scenario again =
        scenario::parseScenario(scenario::toToml(changed), "again.toml", "/");
    ASSERT_EQ(again.view, changed.view);
  }
}

TEST_F(PanelsTest, ExistingFile_IsReplacedAfterConfirmation) {
  const std::filesystem::path folder = ::testing::TempDir() + "gpubuck-dialog";
  std::filesystem::remove_all(folder);
  std::filesystem::create_directories(folder / "sub");
  const std::filesystem::path file = folder / "sub" / "kept.toml";
  std::ofstream(file) << "work";
  const auto contents = [&] {
    std::stringstream text;
    text << std::ifstream(file).rdbuf();
    return text.str();
  };
  saveScenario(state_, file.string());
  frames(2);
  EXPECT_EQ(contents(), "work");
  click("files/cancel");
  EXPECT_EQ(state_.fileDialog.purpose, FileDialog::Purpose::None);
  EXPECT_EQ(contents(), "work");

  openFileDialog(state_, FileDialog::Purpose::Save, (folder / "sub" / "").string());
  EXPECT_EQ(state_.fileDialog.folder, folder / "sub");
  click("files/up");
  EXPECT_EQ(state_.fileDialog.folder, folder);
  click("files/sub/");
  click("files/kept.toml");
  click("files/accept");  // asks
  EXPECT_EQ(contents(), "work");
  EXPECT_TRUE(state_.fileDialog.asksToReplace);
  click("files/accept");
  EXPECT_NE(contents(), "work");
  EXPECT_EQ(journal_.notices().back().text, "saved: " + file.string());

  state_.pending.clear();
  openDropped(state_, {file.string(), "another"});
  state_.runPending();
  EXPECT_EQ(errors(), 0U);
  openFileDialog(state_, FileDialog::Purpose::Open, (folder / "nowhere" / "x").string());
  frames(3);
  EXPECT_NE(state_.fileDialog.whyNoEntries, "");
  press(GLFW_KEY_ESCAPE);
  EXPECT_EQ(state_.fileDialog.purpose, FileDialog::Purpose::None);
  std::filesystem::remove_all(folder);
}

// A link to itself serves as an example of a file that cannot be reached.
TEST_F(PanelsTest, UnreachableFile_IsNotReplaced) {
  const std::filesystem::path folder = ::testing::TempDir() + "gpubuck-circle";
  std::filesystem::remove_all(folder);
  std::filesystem::create_directories(folder);
  const std::filesystem::path file = folder / "circle.toml";
  std::filesystem::create_symlink("circle.toml", file);
  const auto expectError = [&] {
    EXPECT_EQ(errors(), 1U);
    EXPECT_TRUE(journal_.notices().back().text.starts_with(file.string() + ": cannot be read: "))
        << journal_.notices().back().text;
    EXPECT_TRUE(std::filesystem::is_symlink(file));
    EXPECT_EQ(state_.fileDialog.purpose, FileDialog::Purpose::None);
    journal_.clearNotices();
  };
  saveScenario(state_, file.string());
  frames(2);
  expectError();
  for (const auto purpose : {FileDialog::Purpose::Save, FileDialog::Purpose::Open}) {
    openFileDialog(state_, purpose, (folder / "").string());
    click("files/circle.toml");
    click("files/accept");
    expectError();
  }
  std::filesystem::remove_all(folder);
}

TEST_F(PanelsTest, Dialog_OpensAFileByKeyboard) {
  const std::filesystem::path folder = ::testing::TempDir() + "gpubuck-keyboard";
  std::filesystem::remove_all(folder);
  std::filesystem::create_directories(folder);
  for (const char* name : {"a.toml", "b.toml", "c.toml"}) {
    std::ofstream(folder / name) << "[box]\nsize = [4, 4, 4]\n[fluid]\ndensity = 2.0\n";
  }
  openFileDialog(state_, FileDialog::Purpose::Open, (folder / "").string());
  frames(3);
  press(GLFW_KEY_DOWN);
  press(GLFW_KEY_ENTER);
  EXPECT_EQ(state_.fileDialog.name, "b.toml");
  press(GLFW_KEY_ENTER);
  EXPECT_EQ(state_.fileDialog.purpose, FileDialog::Purpose::None);
  EXPECT_EQ(running().name, "b");
  std::filesystem::remove_all(folder);
}

TEST_F(PanelsTest, SavedState_OpensAtItsStep) {
  for (int step = 0; step < 2; ++step) session_.simulation().step();
  session_.touch();
  const std::vector<glm::vec4> position = session_.simulation().downloadState().position;
  const std::filesystem::path path = recorder_.newPath(running().name, ".gpubuck");
  saveState(state_);
  state_.runPending();
  session_.simulation().step();
  session_.touch();
  openScenario(state_, path.string());
  state_.runPending();
  state_.runPending();
  EXPECT_EQ(session_.simulation().stepNumber(), 2);
  test::expectSameTexels(position, session_.simulation().downloadState().position);
  std::filesystem::remove(path);
}

TEST_F(PanelsTest, Bookmarks_ReturnToTheirMomentsAndValues) {
  goToEarlierBookmark(state_);
  EXPECT_TRUE(bookmarkNames(state_).empty());
  for (const double kT : {0.5, 2.0}) {
    session_.simulation().step();
    session_.touch();
    scenario::Scenario changed = running();
    changed.fluid.kT = kT;
    session_.change(changed);
    addBookmark(state_);
    state_.runPending();
  }
  session_.simulation().step();
  session_.touch();
  ASSERT_EQ(bookmarkNames(state_).size(), 2U);
  EXPECT_TRUE(bookmarkNames(state_)[1].ends_with(", step 2")) << bookmarkNames(state_)[1];
  for (const int step : {2, 1, 2}) {
    goToEarlierBookmark(state_);
    state_.runPending();
    EXPECT_EQ(session_.simulation().stepNumber(), step);
    EXPECT_EQ(running().fluid.kT, step == 1 ? 0.5 : 2.0);
  }
  takeBack(state_);
  EXPECT_EQ(session_.simulation().stepNumber(), 1) << "undone";
  forgetBookmarks(state_);
  EXPECT_TRUE(bookmarkIds(state_).empty());
}

}  // namespace
}  // namespace gpubuck::demo
