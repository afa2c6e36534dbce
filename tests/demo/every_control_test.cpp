// Every control of the panels, pressed, and those that depend on the fluid in every scenario.
#include <algorithm>
#include <functional>
#include <set>

#include "base/error.h"
#include "demo/panels_fixture.h"
#include "demo/shows/smaller_offer.h"
#include "scenario/built_in.h"

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
    for (std::int64_t few = kFew; few < scenario::particleCount(whole); few *= 2) {
      try {
        return scaledTo(whole, few);
      } catch (const InputError&) {
        // Its bodies have no room in so small a box.
      }
    }
    return whole;
  }

  /// Draws a picture and returns the marks of its widgets that begin so and are not greyed out.
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
      // A field for a whole number has buttons next to it, which are pressed.
      const bool isField = enabled_.contains(mark + "/more") || kTexts.contains(mark);
      if (mark.starts_with(beginning) && !isField) marks.push_back(mark);
    }
    return marks;
  }

  static bool isListOpen() { return !ImGui::GetCurrentContext()->OpenPopupStack.empty(); }

  /// Returns all that a control may change.
  std::string seen() {
    std::string text = drawnText();
    for (const Panel& panel : state_.panels) text += panel.open ? '1' : '0';
    text += fmt::format("{} {} {} {} {}", session_.generation(), journal_.notices().size(),
                        state_.capture.screenshot, isListOpen(), int(state_.fileDialog.purpose));
    return text + scenario::toToml(session_.scenario()) + scenario::toToml(state_.opened);
  }

  /// Presses a widget at this share of its width.
  void pressAt(const std::string& mark, float share) {
    const WidgetPlace& place = places_.at(mark);
    ImGuiIO& io = ImGui::GetIO();
    io.MousePos = {static_cast<float>(place.x) + share * static_cast<float>(place.width),
                   static_cast<float>(place.y + place.height / 2)};
    for (const bool down : {false, true, false}) {
      clock_.pass(1.0);  // neither a double click nor a rest
      io.MouseDown[0] = down;
      frame();
    }
    frame();
  }

  /// Chooses another entry of the list that is open.
  void chooseFromList(const std::string& mark) {
    for (const std::string& entry : enabled(mark + "/")) {
      const std::string before = seen();
      pressAt(entry, 0.5F);
      if (seen() != before) break;
    }
    while (isListOpen()) press(GLFW_KEY_ESCAPE);
  }

  /// Presses a widget, and returns whether something changes. Expects that an error names a key.
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
  /// Presses all widgets of these marks that are not greyed out.
  void pressAll(const std::vector<std::string>& marks, const std::function<void()>& afterEach) {
    std::vector<std::string> chosen;  // already, such as one of several radio buttons
    for (const std::string& mark : marks) {
      if (!isEnabled(mark)) continue;
      if (!hasEffect(mark)) chosen.push_back(mark);
      afterEach();
    }
    for (const std::string& mark : chosen) {
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

  /// Restarts with the values of the draft, unless they are refused with the name of a key.
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
    return mark.starts_with("physics/") || mark.starts_with("recording/film");
  });
  pressAll(marks, [] {});
}

}  // namespace
}  // namespace gpubuck::demo
