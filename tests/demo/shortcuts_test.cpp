// Keys: their names and their actions.
#include <algorithm>
#include <set>

#include "demo/panels_fixture.h"
#include "demo/ui/actions/shortcuts.h"
#include "demo/ui/actions/tool_actions.h"
#include "demo/ui/panels/gallery.h"
#include "demo/view/pick_marks.h"

namespace gpubuck::demo {
namespace {

TEST_F(PanelsTest, Letters_FollowTheKeyboardLayout) {
  // AZERTY has "a" where other layouts have "q", "-" on the key of "6", and the comma where other
  // layouts have "m".
  EXPECT_EQ(keyName({.key = GLFW_KEY_Q, .modifiers = GLFW_MOD_CONTROL, .label = "a"}), "Ctrl+A");
  EXPECT_EQ(keyName({.key = GLFW_KEY_SEMICOLON, .label = "m"}), "M");
  EXPECT_EQ(keyName({.key = GLFW_KEY_M, .label = ","}), "");
  EXPECT_EQ(keyName({.key = GLFW_KEY_1, .label = "&"}), "1");
  EXPECT_EQ(keyName({.key = GLFW_KEY_6, .label = "-"}), "−");
  // QWERTZ has "+" and "-" where other layouts have "]" and "/".
  EXPECT_EQ(keyName({.key = GLFW_KEY_RIGHT_BRACKET, .label = "+"}), "+");
  EXPECT_EQ(keyName({.key = GLFW_KEY_SLASH, .label = "-"}), "−");
  EXPECT_EQ(keyName({.key = GLFW_KEY_MINUS, .label = "\u00df"}), "");
  // A Cyrillic layout has no Latin letters, so the place of a key gives its name.
  EXPECT_EQ(keyName({.key = GLFW_KEY_S, .label = "\u044b"}), "S");
  EXPECT_EQ(keyName({.key = GLFW_KEY_KP_ADD, .label = "+"}), "+");
}

TEST_F(PanelsTest, Shortcuts_HaveUniqueExistingKeys) {
  std::set<std::string> keys;
  for (int key = 0; key <= GLFW_KEY_LAST; ++key) {
    for (const int modifiers :
         {0, GLFW_MOD_SHIFT, GLFW_MOD_CONTROL, GLFW_MOD_CONTROL | GLFW_MOD_SHIFT}) {
      keys.insert(keyName({key, modifiers}));
    }
  }
  keys.insert("?");  // a shortcut by character, which is on different keys in different layouts
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

TEST_F(PanelsTest, Panels_HaveUniqueNamesAndFloatingOnesKeyAndSize) {
  std::set<std::string> names;
  for (const Panel& panel : state_.panels) {
    EXPECT_TRUE(names.insert(panel.name).second) << panel.name;
    const bool floats = panel.place == PanelPlace::Floating;
    EXPECT_EQ(!panel.keys.empty(), floats) << panel.name;
    EXPECT_EQ(panel.width > 0.0F && panel.height > 0.0F, floats) << panel.name;
  }
}

TEST_F(PanelsTest, Keys_ActAsLabelledAndOncePerPress) {
  EXPECT_TRUE(runShortcut(state_, {GLFW_KEY_SPACE, 0}));
  EXPECT_FALSE(state_.playback.playing);
  runShortcut(state_, {.key = GLFW_KEY_SPACE, .held = true});
  EXPECT_FALSE(state_.playback.playing);
  runShortcut(state_, {.key = GLFW_KEY_RIGHT, .held = true});
  EXPECT_EQ(state_.singleSteps.size(), 1U);

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

TEST_F(PanelsTest, Escape_PutsTheToolAwayOnceNothingElseIsOpen) {
  setTool(state_, "stir");
  runShortcut(state_, {GLFW_KEY_F1, 0});
  runShortcut(state_, {GLFW_KEY_ESCAPE, 0});
  EXPECT_EQ(state_.tool.chosen, "stir") << "the panel was on top";
  pickParticle(state_, 5);
  runShortcut(state_, {GLFW_KEY_ESCAPE, 0});
  EXPECT_EQ(state_.picking.picked(), nullptr);
  EXPECT_EQ(state_.tool.chosen, "stir");
  runShortcut(state_, {GLFW_KEY_ESCAPE, 0});
  EXPECT_EQ(state_.tool.chosen, ToolSettings().chosen);
}

TEST_F(PanelsTest, QuestionMark_OpensTheKeys) {
  EXPECT_FALSE(runShortcut(state_, gl::Character{'!'}));
  EXPECT_TRUE(runShortcut(state_, gl::Character{'?'}));
  EXPECT_TRUE(isOpen("help"));
  EXPECT_TRUE(runShortcut(state_, gl::Character{'?'}));
  EXPECT_FALSE(isOpen("help"));
}

TEST_F(PanelsTest, OpenGallery_IsChosenFromByKeys) {
  const auto press = [&](int key, int times = 1) {
    for (int k = 0; k < times; ++k) EXPECT_TRUE(runShortcut(state_, {key, 0})) << key;
  };
  const auto numberOf = [](const char* name) {
    return static_cast<int>(std::ranges::find(gallery(), name, &GalleryEntry::name) -
                            gallery().begin());
  };
  state_.playback.playing = false;
  drawn_ = PanelPlace::Floating;
  ImGui::GetIO().DisplaySize.x = 900.0F;
  frames(2);
  EXPECT_FALSE(runShortcut(state_, {GLFW_KEY_ENTER, 0})) << "it is closed";
  press(GLFW_KEY_F2);
  press(GLFW_KEY_RIGHT, numberOf("honey-coil") + 2);
  press(GLFW_KEY_LEFT);
  press(GLFW_KEY_ENTER);
  frame();
  EXPECT_EQ(running().name, "honey-coil");
  EXPECT_EQ(session_.simulation().stepNumber(), 0);
  EXPECT_TRUE(state_.singleSteps.empty()) << "the fluid below gets no arrows";
  EXPECT_FALSE(isOpen("gallery"));
  press(GLFW_KEY_RIGHT);
  EXPECT_EQ(state_.singleSteps.size(), 1U);

  press(GLFW_KEY_F2);
  press(GLFW_KEY_DOWN);  // moves to the row below the present row
  press(GLFW_KEY_ENTER);
  frame();
  EXPECT_EQ(running().name, "snow-globe") << "the last row of the section is shorter";
  press(GLFW_KEY_F2);
  press(GLFW_KEY_END);
  press(GLFW_KEY_DOWN);
  press(GLFW_KEY_HOME);
  press(GLFW_KEY_UP);
  press(GLFW_KEY_ESCAPE);
  EXPECT_FALSE(isOpen("gallery"));
}

}  // namespace
}  // namespace gpubuck::demo
