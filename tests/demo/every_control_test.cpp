// Presses every control of the panels. Controls that depend on the fluid are pressed in every
// scenario.
#include <algorithm>
#include <cctype>
#include <cmath>
#include <functional>
#include <set>
#include <string_view>

#include "base/error.h"
#include "demo/panels_fixture.h"
#include "demo/ui/panels/gallery.h"
#include "demo/view/pick_marks.h"
#include "scenario/built_in.h"
#include "scenario/schema.h"

namespace gpubuck::demo {
namespace {

class EveryControlTest : public PanelsTest {
 protected:
  EveryControlTest() { ImGui::GetIO().DisplaySize = {560.0F, 6000.0F}; }

  /// Starts a built-in scenario with few particles.
  void open(const std::string& name) {
    session_.start(small(name));
    setDefaults(state_);
    state_.savePath = ::testing::TempDir() + "every_control.toml";
    state_.look.colouring = render::Colouring::Species;
  }

  static scenario::Scenario small(const std::string& name) {
    const scenario::Scenario whole = scenario::builtIn(name);
    const auto count = static_cast<double>(scenario::particleCount(whole));
    for (double share = kFew / count; share < 1.0; share *= 2.0) {
      try {
        return scaled(whole, share);
      } catch (const InputError&) {
        // The bodies of this scenario do not fit into such a small box.
      }
    }
    return whole;
  }

  /// Returns the scenario in a smaller box with about `share` of the particles. All shapes in the
  /// box shrink, too. No side is made shorter than 5. Throws InputError if the scenario is not
  /// valid in the smaller box.
  static scenario::Scenario scaled(scenario::Scenario scenario, double share) {
    cells::Box& box = scenario.fluid.box;
    const double least = std::pow(share, 1.0 / box.dimensions);
    glm::dvec3 factors(1.0);
    for (int axis = 0; axis < box.dimensions; ++axis) {
      factors[axis] = std::max(least, std::min(1.0, 5.0 / box.size[axis]));
    }
    for (const scenario::Key& key : scenario::schema()) {
      const std::string table = key.table();
      const bool isOfPairs = table == "bond.*" || table == "many_body" || table == "view";
      if (!key.set || key.about.unit != "r_c" || isOfPairs) continue;
      for (const std::size_t entry : scenario::entriesOf(key, scenario)) {
        scenario::Value value = key.get(scenario, entry);
        if (auto* const length = std::get_if<double>(&value)) *length *= least;
        if (auto* const lengths = std::get_if<std::vector<double>>(&value)) {
          for (int axis = 0; double& each : *lengths) each *= factors[axis++];
        }
        key.set(scenario, entry, value);
      }
    }
    for (scenario::MoleculeKind& kind : scenario.molecules) {
      if (kind.count) kind.count = std::llround(share * static_cast<double>(*kind.count));
    }
    scenario::requireValid(scenario);
    return scenario;
  }

  /// Draws a picture, and returns the marks that begin with this text and whose widgets are not
  /// greyed out.
  std::vector<std::string> enabled(const std::string& beginning) {
    enabled_.clear();
    places_.clear();
    listenToWidgets([this](const std::string& mark, const WidgetPlace& place) {
      places_.insert_or_assign(mark, place);
      const int flags = ImGui::GetCurrentContext()->CurrentItemFlags;
      if ((flags & ImGuiItemFlags_Disabled) == 0) enabled_.insert(mark);
    });
    frame();
    std::vector<std::string> marks;
    for (const std::string& mark : enabled_) {
      // A field for a whole number is left out: the buttons next to it are pressed instead.
      const bool isField = enabled_.contains(mark + "/more") || kTexts.contains(mark);
      if (mark.starts_with(beginning) && !isField) marks.push_back(mark);
    }
    return marks;
  }

  static bool isListOpen() { return !ImGui::GetCurrentContext()->OpenPopupStack.empty(); }

  /// Returns, as one text, all values that a control may change.
  std::string seen() {
    std::string text = drawnText();
    for (const Panel& panel : state_.panels) text += panel.open ? '1' : '0';
    text += fmt::format("{} {} {} {} {} {}", session_.generation(), journal_.notices().size(),
                        state_.capture.screenshot, isListOpen(), int(state_.fileDialog.purpose),
                        state_.singleSteps.size());
    return text + scenario::toToml(session_.scenario()) + scenario::toToml(state_.opened);
  }

  /// Opens a scenario and shows only this panel.
  void openWith(const std::string& panel) {
    open("phase-separation-2d");
    drawn_ = panelNamed(state_, panel).place;
    std::erase_if(state_.panels, [&](const Panel& each) { return each.name != panel; });
  }

  /// Draws a picture and returns the vertices of the panels in it.
  std::string vertices() {
    frame();
    const ImDrawData& drawn = *ImGui::GetDrawData();
    std::string bytes;
    for (int k = 0; k < drawn.CmdListsCount; ++k) {
      const ImDrawList& list = *drawn.CmdLists[k];
      if (!std::string_view(list._OwnerName).starts_with("panels")) continue;
      bytes.append(reinterpret_cast<const char*>(list.VtxBuffer.Data),
                   static_cast<std::size_t>(list.VtxBuffer.size_in_bytes()));
    }
    return bytes;
  }

  /// Presses a widget, and returns whether the panels then look different with the pointer at the
  /// same place.
  bool redraws(const std::string& mark) {
    if (!isEnabled(mark)) ADD_FAILURE() << mark << " is greyed out";
    pointAt(mark, 0.5F);
    frame();
    const std::string before = vertices();
    pressAt(mark, 0.5F);
    return vertices() != before;
  }

  void pointAt(const std::string& mark, float share) {
    const WidgetPlace& place = places_.at(mark);
    ImGui::GetIO().MousePos = {
        static_cast<float>(place.x) + share * static_cast<float>(place.width),
        static_cast<float>(place.y + place.height / 2)};
  }

  /// Presses a widget at `share` of its width from its left.
  void pressAt(const std::string& mark, float share) {
    pointAt(mark, share);
    for (const bool down : {false, true, false}) {
      clock_.pass(1.0);  // too long for a double click, too short for the pointer to rest
      ImGui::GetIO().MouseDown[0] = down;
      frame();
    }
    frame();
  }

  /// Chooses entries of the open list until one of them changes something.
  void chooseFromList(const std::string& mark) {
    for (const std::string& entry : enabled(mark + "/")) {
      const std::string before = seen();
      pressAt(entry, 0.5F);
      if (seen() != before) break;
    }
    while (isListOpen()) press(GLFW_KEY_ESCAPE);
  }

  /// Presses a widget, and returns whether anything changes. If the press causes an error, expects
  /// that the error names a key.
  bool hasEffect(const std::string& mark) {
    const std::string before = seen();
    const std::size_t errorsBefore = errors();
    for (const float share : {0.3F, 0.8F, 0.1F}) {
      pressAt(mark, share);
      if (seen() != before) break;
    }
    const bool changes = seen() != before;
    if (isListOpen()) chooseFromList(mark);
    state_.fileDialog = {};
    if (errors() > errorsBefore) expectKey(journal_.notices().back().text, mark);
    return changes;
  }
  /// Presses all widgets with these marks, except widgets that are greyed out.
  void pressAll(const std::vector<std::string>& marks, const std::function<void()>& afterEach) {
    std::vector<std::string> chosen;  // widgets without effect, such as a chosen radio button
    for (const std::string& mark : marks) {
      if (!isEnabled(mark)) continue;
      if (!hasEffect(mark)) chosen.push_back(mark);
      afterEach();
    }
    for (const std::string& mark : chosen) {
      // If only the paper engine runs, it is always chosen, so its button never has an effect.
      if (mark == "sort/engine/paper" && !isEnabled("sort/engine/fast")) continue;
      EXPECT_TRUE(!isEnabled(mark) || hasEffect(mark)) << mark;
      afterEach();
    }
  }
  bool isEnabled(const std::string& mark) {
    enabled(mark);
    return enabled_.contains(mark);
  }
  static void expectKey(std::string error, const std::string& mark) {
    const std::string sphere = "Fluid in a sphere: ";
    if (error.starts_with(sphere)) error.erase(0, sphere.size());
    const auto isNamed = [&](const scenario::Key& key) {
      const std::string table = key.path.substr(0, key.path.find('.'));
      return error.starts_with(table + ".") || error.starts_with(table + ":") ||
             (!key.about.label.empty() && error.starts_with(key.about.label));
    };
    EXPECT_TRUE(std::ranges::any_of(scenario::schema(), isNamed)) << mark << ": " << error;
  }

  /// Presses the button for a restart with the values of the draft. Expects a fluid with these
  /// values, or an error that names a key.
  void expectRestart(const std::string& mark) {
    const std::size_t errorsBefore = errors();
    scenario::Scenario wanted = state_.startDraft.of(running());
    ASSERT_TRUE(enabled("physics/start/apply").size() == 1) << mark;
    pressAt("physics/start/apply", 0.5F);
    if (errors() > errorsBefore) {
      expectKey(journal_.notices().back().text, mark);
      state_.startDraft.discard();
      return;
    }
    EXPECT_TRUE(scenario::differences(running(), wanted).empty()) << mark;
    EXPECT_EQ(session_.simulation().stepNumber(), 0);
  }

  static constexpr std::int64_t kFew = 200;
  /// Fields for text.
  inline static const std::set<std::string> kTexts{"run/path", "run/save-path"};
  std::set<std::string> enabled_;
};

TEST_F(EveryControlTest, Physics_ChangesEveryScenarioOrSaysWhyNot) {
  std::erase_if(state_.panels, [](const Panel& panel) { return panel.name != "physics"; });
  for (const std::string& name : scenario::builtInNames()) {
    SCOPED_TRACE(name);
    open(name);
    std::vector<std::string> marks = enabled("physics/");
    std::erase_if(marks, [](const std::string& mark) {
      return mark == "physics/start/apply" || mark == "physics/start/discard" ||
             mark.starts_with("physics/start/size/");
    });
    pressAll(marks, [&] {
      if (state_.startDraft.isChanged(running())) expectRestart(marks.front());
    });
    open(name);
    const double side = running().fluid.box.size.x;
    type("physics/start/size/x", fmt::format("{:.1f}", 1.2 * side), GLFW_KEY_ENTER);
    expectRestart("physics/start/size/x");
  }
}

TEST_F(EveryControlTest, EachControl_HasAnEffectOrSaysWhyNot) {
  open("phase-separation-2d");
  std::vector<std::string> marks = enabled("");
  std::erase_if(marks, [](const std::string& mark) {
    // Marks that begin with sort/cost/ belong to texts, not to controls.
    return mark.starts_with("physics/") || mark.starts_with("sort/cost/");
  });
  int films = 0;
  pressAll(marks, [&] {
    if (state_.capture.turntable.turning()) {
      EXPECT_TRUE(isEnabled("recording/turntable") && hasEffect("recording/turntable"));
      EXPECT_FALSE(state_.capture.turntable.turning());
    }
    if (!recorder_.recording()) return;
    ++films;
    EXPECT_TRUE(isEnabled("recording/film") && hasEffect("recording/film"));
    EXPECT_FALSE(recorder_.recording());
  });
  EXPECT_EQ(films, 1);
}

TEST_F(EveryControlTest, Explained_EachControlRedrawsButTexelsOnlyOfOnesOwnInput) {
  openWith("explained");
  for (const bool isOwn : {false, true}) {
    SCOPED_TRACE(isOwn ? "own" : "figure 1");
    if (isOwn) {
      EXPECT_TRUE(redraws("explained/own"));
      EXPECT_TRUE(redraws("explained/own/resort"));
    }
    // In the second phase no step is greyed out.
    const auto toSecondPhase = [&] {
      if (isEnabled("explained/first")) pressAt("explained/first", 0.5F);
      if (isEnabled("explained/next")) pressAt("explained/next", 0.5F);
    };
    toSecondPhase();
    std::vector<std::string> marks = enabled("explained/");
    std::erase_if(marks, [](const std::string& mark) {
      return mark == "explained/figure1" || mark == "explained/own" ||
             mark == "explained/own/resort";
    });
    EXPECT_GE(marks.size(), 30U);
    for (const std::string& mark : marks) {
      toSecondPhase();
      if (!isEnabled(mark)) continue;  // the texel belongs to an element that is gone
      const bool isTexel = std::isdigit(static_cast<unsigned char>(mark.back())) != 0;
      const bool isInput =
          mark.starts_with("explained/mapping/") || mark.starts_with("explained/own/moved/");
      const bool isExpected = !isTexel || (isOwn && isInput);
      EXPECT_EQ(redraws(mark), isExpected) << mark;
      if (isListOpen()) chooseFromList(mark);
    }
  }
  EXPECT_TRUE(redraws("explained/own/resort"));
  EXPECT_TRUE(redraws("explained/figure1"));
}

TEST_F(EveryControlTest, Textures_EachChoiceHasAnEffectAndATexelPicksItsParticle) {
  openWith("textures");
  ImGui::GetIO().DisplaySize = {560.0F, 700.0F};
  std::vector<std::string> marks = enabled("textures/");
  std::erase(marks, "textures/picture");
  EXPECT_GE(marks.size(), 8U);
  pressAll(marks, [] {});
  pressAt("textures/texture/next", 0.5F);
  ASSERT_TRUE(isEnabled("textures/mode/visited"));
  EXPECT_TRUE(hasEffect("textures/mode/visited"));
  for (const char* texture : {"mapping", "next"}) {
    pressAt(std::string("textures/texture/") + texture, 0.5F);
    pressAt("textures/zoom/fit", 0.5F);
    pickParticle(state_, {});
    frames(2);
    const WidgetPlace& picture = places_.at("textures/picture");
    // Clicks into the first texel.
    ImGui::GetIO().MousePos = {static_cast<float>(picture.x + 2),
                               static_cast<float>(picture.y + 2)};
    for (const bool down : {false, true, false, false}) {
      ImGui::GetIO().MouseDown[0] = down;
      frame();
    }
    followPicked(state_);
    ASSERT_NE(state_.picking.picked(), nullptr) << texture;
    EXPECT_EQ(state_.picking.picked()->element, 0) << texture;
  }
}

TEST_F(EveryControlTest, Gallery_EachCardOpensItsScenario) {
  openWith("gallery");
  clock_.passAtEachReading(1.0);  // so much time passes that large fluids are only begun
  for (const GalleryEntry& entry : gallery()) {
    Panel& panel = panelNamed(state_, "gallery");
    panel.open = true;
    const std::string mark = "gallery/" + entry.name;
    ASSERT_TRUE(isEnabled(mark)) << mark;
    pressAt(mark, 0.5F);
    EXPECT_EQ(state_.pendingFluid ? state_.pendingFluid->what() : "scenario " + running().name,
              "scenario " + entry.name);
    EXPECT_FALSE(panel.open) << mark;
    cancelPendingFluid(state_);
  }
}

}  // namespace
}  // namespace gpubuck::demo
