// The control panels without a window: ImGui lays them out and receives simulated mouse and
// keyboard input.
#include <gtest/gtest.h>
#include <imgui.h>

#define GLFW_INCLUDE_NONE
#include <GLFW/glfw3.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <fstream>
#include <map>
#include <random>
#include <set>
#include <sstream>
#include <utility>

#include "base/error.h"
#include "demo/actions.h"
#include "demo/pointer.h"
#include "demo/two_fluids.h"
#include "support/gpu_test.h"

namespace gpubuck::demo {
namespace {

const std::string kTwoFluids =
    "[box]\nsize = [4, 4, 4]\n[sort]\npartition = \"contiguous\"\nsub_buffers = 8\n" +
    twoFluids(0.25, 50.0);

class PanelsTest : public test::GpuTest {
 protected:
  void SetUp() override {
    ImGui::CreateContext();
    ImGuiIO& io = ImGui::GetIO();
    io.IniFilename = nullptr;
    io.DisplaySize = {400.0F, 3000.0F};
    io.KeyMap[ImGuiKey_Enter] = GLFW_KEY_ENTER;
    io.KeyMap[ImGuiKey_Escape] = GLFW_KEY_ESCAPE;
    io.KeyMap[ImGuiKey_A] = GLFW_KEY_A;
    unsigned char* pixels = nullptr;
    int width = 0;
    int height = 0;
    io.Fonts->GetTexDataAsRGBA32(&pixels, &width, &height);
    listenToWidgets(
        [this](const std::string& name, const WidgetPlace& place) { places_[name] = place; });
    press(GLFW_KEY_A);  // Dear ImGui from 1.87 on believes KeyCtrl only behind a key.
  }
  void TearDown() override {
    listenToWidgets({});
    ImGui::DestroyContext();
    GpuTest::TearDown();
  }

  /// Draws one picture and runs the pending actions.
  void frame() {
    ImGui::GetIO().DeltaTime = 0.1F;
    ImGui::NewFrame();
    ImGui::SetNextWindowPos({0.0F, 0.0F});
    ImGui::SetNextWindowSize(ImGui::GetIO().DisplaySize);
    ImGui::Begin("panels", nullptr, ImGuiWindowFlags_NoDecoration);
    for (const Panel& panel : state_.panels) {
      if (panel.place == drawn_) panel.draw(state_);
    }
    ImGui::End();
    drawFileDialog(state_);
    ImGui::Render();
    state_.runPending();
  }

  void frames(int count) {
    for (int k = 0; k < count; ++k) frame();
  }

  /// Presses the left button over a widget, `share` of its width from its left.
  void click(const std::string& widget, float share = 0.5F) {
    frames(2);
    ASSERT_TRUE(places_.contains(widget)) << widget;
    const WidgetPlace& place = places_.at(widget);
    ImGuiIO& io = ImGui::GetIO();
    io.MousePos = {static_cast<float>(place.x) + share * static_cast<float>(place.width),
                   static_cast<float>(place.y + place.height / 2)};
    frames(5);  // far enough from the last click to be no double click
    io.MouseDown[0] = true;
    frame();
    io.MouseDown[0] = false;
    frames(2);
  }

  void press(int key) {
    ImGui::GetIO().KeysDown[key] = true;
    frame();
    ImGui::GetIO().KeysDown[key] = false;
    frame();
  }

  /// Types a number into a slider, or into a field if `control` is false, one key per picture.
  void type(const std::string& widget, const std::string& text, int last, bool control = true) {
    ImGui::GetIO().KeyCtrl = control;
    click(widget, 0.3F);
    ImGui::GetIO().KeyCtrl = true;
    press(GLFW_KEY_A);
    ImGui::GetIO().KeyCtrl = false;
    for (const char letter : text) {
      ImGui::GetIO().AddInputCharacter(static_cast<unsigned>(letter));
      frame();
    }
    press(last);
  }

  std::size_t errors() {
    std::size_t count = 0;
    for (const Notice& notice : journal_.notices()) count += notice.error ? 1U : 0U;
    return count;
  }
  bool isOpen(const std::string& name) const {
    for (const Panel& panel : state_.panels) {
      if (panel.name == name) return panel.open;
    }
    return false;
  }
  const scenario::Scenario& running() const { return session_.scenario(); }

  FluidSession session_{gl::ShaderLibrary(), texel::Engine::Paper,
                        scenario::parseScenario(kTwoFluids, "two.toml", {})};
  Journal journal_{""};
  Recorder recorder_{"."};
  DemoState state_{session_, journal_, recorder_};
  PanelPlace drawn_ = PanelPlace::Controls;
  std::map<std::string, WidgetPlace> places_;
};

TEST_F(PanelsTest, MeasurementsStayWhereTheyAreWhileTheFluidRuns) {
  drawn_ = PanelPlace::Measurements;
  state_.session.measure();
  session_.advance(1, 1.0, {});
  frames(2);
  std::set<int> tops;
  auto now = Clock::now();
  for (int k = 0; k < 120; ++k) {
    session_.advance(k % 3, 1.0, {});  // now and then none
    if (k % 20 == 0) session_.measure();
    now += std::chrono::seconds(2);
    session_.telemetry().update(session_.device().profiler(), 192, now);
    frame();
    tops.insert(places_.at("plots/temperature").y);
  }
  EXPECT_EQ(tops.size(), 1u);
}

TEST_F(PanelsTest, ATypedNumberCountsOnceAndWhenItIsComplete) {
  type("physics/dt", "0.004", GLFW_KEY_ENTER);
  EXPECT_EQ(running().fluid.dt, 0.004);
  // None of "0", "0.", "0.0" and "0.00" is a valid time step, and none was tried.
  EXPECT_EQ(errors(), 0U);
}

TEST_F(PanelsTest, ATypedNumberOutOfRangeIsRefusedWithAMessage) {
  type("physics/kT", "-1", GLFW_KEY_ENTER);
  EXPECT_EQ(running().fluid.kT, 1.0);
  EXPECT_EQ(errors(), 1U);
  type("sort/sub-buffers", "5000000000", GLFW_KEY_ENTER, false);
  EXPECT_EQ(running().step.sort.subBuffers, 8);
  EXPECT_EQ(errors(), 2U);
}

TEST_F(PanelsTest, ADoubleClickGivesTheScenariosValue) {
  state_.opened = running();
  state_.opened.fluid.gravity = {0.25, 0.5, 0.75};
  const auto clickTwice = [&](const std::string& widget, float share) {
    click(widget, share);
    frames(5);
    for (const bool down : {true, false, true, true, false, false}) {
      ImGui::GetIO().MouseDown[0] = down;
      frame();
    }
  };
  click("physics/gravity/x", 0.9F);
  EXPECT_GT(running().fluid.gravity.x, 0.5);
  clickTwice("physics/gravity/y", 0.9F);
  EXPECT_EQ(running().fluid.gravity.y, 0.5);
  EXPECT_GT(running().fluid.gravity.x, 0.5) << "the other entry stays";
  state_.look.radiusScale = 1.7;
  clickTwice("view/radius", 0.2F);
  EXPECT_EQ(state_.look.radiusScale, 1.0);

  // The field itself selects its text; the name beside it counts.
  state_.opened.step.sort.subBuffers = 5;
  clickTwice("sort/sub-buffers", 0.5F);
  EXPECT_EQ(running().step.sort.subBuffers, 8);
  press(GLFW_KEY_ESCAPE);
  const float perEm = ImGui::GetFontSize() / static_cast<float>(places_["sort/sub-buffers"].width);
  clickTwice("sort/sub-buffers", 1.0F + 5.0F * perEm);
  EXPECT_EQ(running().step.sort.subBuffers, 5);
}

TEST_F(PanelsTest, EscapeLeavesTheNumberAlone) {
  scenario::Scenario changed = running();
  changed.fluid.kT = 1.23456789;
  session_.change(changed);
  type("physics/kT", "3", GLFW_KEY_ESCAPE);
  EXPECT_EQ(running().fluid.kT, 1.23456789);
}

TEST_F(PanelsTest, APairIsChangedFromBothSides) {
  type("physics/pair/one-two/gamma", "9", GLFW_KEY_ENTER);
  for (const auto& [k, l] : {std::pair{0, 1}, std::pair{1, 0}}) {
    EXPECT_EQ(running().fluid.pair(k, l).gamma, 9.0);
  }
  EXPECT_EQ(running().fluid.pair(1, 1).gamma, 4.5);
}

TEST_F(PanelsTest, WhatIsRefusedInAFileIsRefusedHereAndWhatIsSavedLoads) {
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

TEST_F(PanelsTest, ADraftTakesEffectWithARestartAndKeepsSharesWhole) {
  session_.advance(1, 1.0, {});
  type("physics/start/density", "4", GLFW_KEY_ENTER);
  type("physics/start/species/one/fraction", "0.5", GLFW_KEY_ENTER);
  EXPECT_EQ(session_.simulation().count(), 192);
  click("physics/start/apply");
  EXPECT_EQ(session_.simulation().count(), 256);
  EXPECT_EQ(session_.simulation().stepNumber(), 0);
  EXPECT_EQ(running().fluid.species[0].fraction, 0.5);
  EXPECT_EQ(running().fluid.species[1].fraction, 0.5);
}

TEST_F(PanelsTest, ADraftAtFaultIsRefusedAndADiscardedOneForgotten) {
  type("physics/start/size/x", "2", GLFW_KEY_ENTER);
  click("physics/start/apply");
  EXPECT_EQ(errors(), 1U);
  EXPECT_EQ(running().fluid.box.size.x, 4.0);
  click("physics/start/discard");
  const int generation = session_.generation();
  click("physics/start/apply");  // greyed out
  EXPECT_EQ(session_.generation(), generation);
  EXPECT_EQ(errors(), 1U);
}

TEST_F(PanelsTest, TheSortIsChosenByMouse) {
  click("sort/mode/sort", 0.1F);
  EXPECT_EQ(running().step.mode, dpd::SortMode::Sort);
  click("sort/sub-buffers/more");
  EXPECT_EQ(running().step.sort.subBuffers, 9);
  click("sort/partition");
  click("sort/partition/interleaved");
  EXPECT_EQ(running().step.sort.partition, sort::Partition::Interleaved);
  click("sort/source/texel-fetch", 0.1F);
  EXPECT_EQ(running().step.sort.pointSource, sort::PointSource::TexelFetch);
  click("sort/source/pixel-buffer", 0.1F);
  click("sort/algorithm");
  click("sort/algorithm/bucket");
  EXPECT_EQ(running().step.sort.algorithm, sort::Algorithm::Bucket);
  click("sort/partition");
  click("sort/partition/grouped");
  EXPECT_EQ(running().step.sort.partition, sort::Partition::Grouped);
  // Groups have no point source: the button is greyed out.
  click("sort/source/texel-fetch", 0.1F);
  EXPECT_EQ(running().step.sort.pointSource, sort::PointSource::PixelBuffer);
}

TEST_F(PanelsTest, NumbersOfTheSortAreCountedAndTyped) {
  click("sort/sub-buffers/more");
  EXPECT_EQ(running().step.sort.subBuffers, 9);
  click("sort/sub-buffers/less");
  EXPECT_EQ(running().step.sort.subBuffers, 8);
  type("sort/sub-buffers", "16", GLFW_KEY_ENTER, false);
  EXPECT_EQ(running().step.sort.subBuffers, 16);
  type("sort/threshold", "0.25", GLFW_KEY_ENTER);
  EXPECT_EQ(running().step.sort.threshold, 0.25);
  click("sort/reorder-every/more");
  EXPECT_EQ(running().step.reorderEvery, 110);
  EXPECT_EQ(errors(), 0U);
}

TEST_F(PanelsTest, NumbersOfTheSortThatMakeNoSenseLeaveTheOldOnes) {
  type("sort/sub-buffers", "0", GLFW_KEY_ENTER, false);
  const std::string why =
      " is not in 1..1000; the window takes no more, since each is drawn by itself in every step; "
      "a "
      "scenario file may name more";
  EXPECT_EQ(journal_.notices().back().text, "Sub-buffers K: 0" + why);
  type("sort/sub-buffers", "16777215", GLFW_KEY_ENTER, false);
  EXPECT_EQ(journal_.notices().back().text, "Sub-buffers K: 16777215" + why);
  type("sort/threshold", "1.5", GLFW_KEY_ENTER);
  EXPECT_EQ(journal_.notices().back().text, "Threshold: 1.5 is not in 0..1");
  type("sort/sub-buffers", "many", GLFW_KEY_ENTER, false);
  EXPECT_EQ(errors(), 3U);
  EXPECT_EQ(running().step.sort.subBuffers, 8);
  EXPECT_EQ(running().step.sort.threshold, 0.5);
}

TEST_F(PanelsTest, AnotherSeedIsADraftUntilTheRestart) {
  type("run/seed", "4294967295", GLFW_KEY_ENTER, false);
  EXPECT_EQ(running().fluid.seed, 1U);
  click("run/seed/restart");
  EXPECT_EQ(running().fluid.seed, 4294967295U);
}

TEST_F(PanelsTest, HiddenSpeciesAndColoursAreChosenByMouse) {
  click("view/species/two", 0.1F);
  EXPECT_EQ(running().view.hidden, std::vector<int>{1});
  click("view/species/two", 0.1F);
  EXPECT_TRUE(running().view.hidden.empty());
  click("view/colour");
  click("view/colour/list-depth");
  EXPECT_EQ(state_.look.colouring, render::Colouring::ListDepth);
}

TEST_F(PanelsTest, ASpeciesThatHasEverythingGivesShares) {
  type("physics/start/species/one/fraction", "1", GLFW_KEY_ENTER);
  type("physics/start/species/one/fraction", "0.5", GLFW_KEY_ENTER);
  click("physics/start/apply");
  EXPECT_EQ(errors(), 0U);
  EXPECT_EQ(running().fluid.species[1].fraction, 0.5);
}

/// Values that a field of these limits takes, extreme ones among them.
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

TEST_F(PanelsTest, EveryValueThatAFieldTakesIsReadFromTheSavedFile) {
  std::mt19937 random(7);
  int taken = 0;
  const auto tryValue = [&](const scenario::Key& key, std::size_t entry,
                            const scenario::Value& value) {
    scenario::Scenario changed = running();
    key.set(changed, entry, value);
    if (key.isWritten && !key.isWritten(changed, entry)) return;  // has no field then either
    try {
      scenario::requireValid(changed);
    } catch (const InputError&) {
      return;  // the window refuses it, too, and says why
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
          if (std::abs(number) > 9e18) continue;  // of a field of whole numbers
          *whole = static_cast<std::int64_t>(number);
          if (!key.about.limits.whyNot(static_cast<double>(*whole)).empty()) continue;
        }
        tryValue(key, entry, other);
      }
      for (const scenario::Word& word : key.words) {
        // Such as "octant=F", where a number stands in the place of F.
        if (key.whyNotText && !key.whyNotText(running(), word.name).empty()) continue;
        tryValue(key, entry, scenario::Value(word.name));
      }
    }
  }
  EXPECT_GT(taken, 300);
}

TEST_F(PanelsTest, EveryViewThatTheMouseMakesIsReadFromTheSavedFile) {
  std::mt19937 random(11);
  std::uniform_real_distribution<double> pixels(-3000.0, 3000.0), notches(-40.0, 40.0);
  scenario::Scenario changed = running();
  const glm::dvec2 size(800.0, 600.0);
  for (int k = 0; k < 300; ++k) {
    const glm::dvec2 moved(pixels(random), pixels(random));
    changed.view = k % 3 == 0   ? orbit(changed.view, moved, size)
                   : k % 3 == 1 ? pan(changed.view, moved, size)
                                : zoom(changed.view, notches(random), moved / 8.0, size);
    ASSERT_NO_THROW(scenario::requireValid(changed));
    const scenario::Scenario again =
        scenario::parseScenario(scenario::toToml(changed), "again.toml", "/");
    ASSERT_EQ(again.view, changed.view);
  }
}

TEST_F(PanelsTest, AFileIsAskedForBeforeItIsReplaced) {
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

TEST_F(PanelsTest, ANameThatIsNoScenarioIsToldWhichThereAre) {
  try {
    loadScenario("nosuch");
    ADD_FAILURE();
  } catch (const InputError& error) {
    const std::string told = error.what();
    EXPECT_TRUE(told.starts_with("nosuch: ")) << told;
    for (const std::string& name : scenarioNames()) {
      EXPECT_NE(told.find(name), std::string::npos) << name;
    }
  }
  EXPECT_EQ(particlesOf("rayleigh-taylor-16k"), 16384);
}

TEST_F(PanelsTest, LinesBreakBetweenWordsAlone) {
  frame();
  const std::string text = "Makes 1,048,576 particles; now there are 16,384 of them.\nAnd more.";
  for (float width = 90.0F; width < 500.0F; width += 7.0F) {
    std::string lines = wrapped(text, width);
    EXPECT_NE(lines.find("1,048,576"), std::string::npos) << lines;
    for (char& each : lines) each = each == '\n' ? ' ' : each;
    std::string joined = text;
    for (char& each : joined) each = each == '\n' ? ' ' : each;
    EXPECT_EQ(lines, joined);
  }
  const std::string path = "/a/very/long/path/without/any/blank/in/it/that/goes/on.toml";
  std::string broken = wrapped(path, 80.0F);
  EXPECT_GT(std::ranges::count(broken, '\n'), 2);
  std::erase(broken, '\n');
  EXPECT_EQ(broken, path);
}

TEST_F(PanelsTest, LettersAreThoseOnTheKeysInWhateverLayout) {
  // AZERTY: a where others have q; - on the key of 6; the comma's key is the m of others.
  EXPECT_EQ(keyName({.key = GLFW_KEY_Q, .modifiers = GLFW_MOD_CONTROL, .label = "a"}), "Ctrl+A");
  EXPECT_EQ(keyName({.key = GLFW_KEY_SEMICOLON, .label = "m"}), "M");
  EXPECT_EQ(keyName({.key = GLFW_KEY_M, .label = ","}), "");
  EXPECT_EQ(keyName({.key = GLFW_KEY_1, .label = "&"}), "1");
  EXPECT_EQ(keyName({.key = GLFW_KEY_6, .label = "-"}), "−");
  // QWERTZ: + and - are where others have ] and /.
  EXPECT_EQ(keyName({.key = GLFW_KEY_RIGHT_BRACKET, .label = "+"}), "+");
  EXPECT_EQ(keyName({.key = GLFW_KEY_SLASH, .label = "-"}), "−");
  EXPECT_EQ(keyName({.key = GLFW_KEY_MINUS, .label = "\u00df"}), "");
  // Cyrillic has no Latin letters: the place counts.
  EXPECT_EQ(keyName({.key = GLFW_KEY_S, .label = "\u044b"}), "S");
  EXPECT_EQ(keyName({.key = GLFW_KEY_KP_ADD, .label = "+"}), "+");
}

TEST_F(PanelsTest, EveryShortcutHasKeysOfItsOwnThatExist) {
  std::set<std::string> keys;
  for (int key = 0; key <= GLFW_KEY_LAST; ++key) {
    for (const int modifiers :
         {0, GLFW_MOD_SHIFT, GLFW_MOD_CONTROL, GLFW_MOD_CONTROL | GLFW_MOD_SHIFT}) {
      keys.insert(keyName({key, modifiers}));
    }
  }
  std::set<std::string> taken;
  for (const Shortcut& shortcut : shortcuts()) {
    const std::string& names = shortcut.keys;
    for (std::size_t begin = 0; begin <= names.size();) {
      const std::size_t end = std::min(names.find(" or ", begin), names.size());
      const std::string name = names.substr(begin, end - begin);
      EXPECT_TRUE(keys.contains(name)) << name;
      EXPECT_TRUE(taken.insert(name).second) << name;
      begin = end + 4;
    }
    EXPECT_FALSE(shortcut.what.empty()) << names;
  }
  EXPECT_GT(taken.size(), 20U);
}

TEST_F(PanelsTest, APanelHasANameOfItsOwnAndOneThatFloatsAKeyAndASize) {
  std::set<std::string> names;
  for (const Panel& panel : state_.panels) {
    EXPECT_TRUE(names.insert(panel.name).second) << panel.name;
    const bool floats = panel.place == PanelPlace::Floating;
    EXPECT_EQ(!panel.keys.empty(), floats) << panel.name;
    EXPECT_EQ(panel.width > 0.0F && panel.height > 0.0F, floats) << panel.name;
  }
}

TEST_F(PanelsTest, KeysDoWhatTheySayAndAHeldKeyTogglesNothing) {
  EXPECT_TRUE(runShortcut(state_, {GLFW_KEY_SPACE, 0}));
  EXPECT_FALSE(state_.playback.playing);
  runShortcut(state_, {.key = GLFW_KEY_SPACE, .held = true});
  EXPECT_FALSE(state_.playback.playing);
  runShortcut(state_, {.key = GLFW_KEY_RIGHT, .held = true});
  EXPECT_EQ(state_.playback.singleSteps, 1);

  EXPECT_TRUE(runShortcut(state_, {GLFW_KEY_S, GLFW_MOD_NUM_LOCK}));
  frame();
  EXPECT_EQ(running().step.mode, dpd::SortMode::Sort);
  EXPECT_FALSE(runShortcut(state_, {GLFW_KEY_S, GLFW_MOD_ALT}));
  EXPECT_FALSE(runShortcut(state_, {GLFW_KEY_UNKNOWN, 0}));

  const int steps = state_.playback.stepsPerFrame;
  EXPECT_TRUE(runShortcut(state_, {GLFW_KEY_EQUAL, GLFW_MOD_SHIFT}));
  EXPECT_TRUE(runShortcut(state_, {GLFW_KEY_KP_ADD, 0}));
  EXPECT_EQ(state_.playback.stepsPerFrame, 4 * steps);

  runShortcut(state_, {GLFW_KEY_F1, 0});
  runShortcut(state_, {GLFW_KEY_T, 0});
  EXPECT_TRUE(isOpen("help") && isOpen("textures"));
  runShortcut(state_, {GLFW_KEY_ESCAPE, 0});
  EXPECT_FALSE(isOpen("help"));
  EXPECT_TRUE(isOpen("textures"));
  EXPECT_TRUE(isOpen("run")) << "a section is no panel on top";
}

}  // namespace
}  // namespace gpubuck::demo
