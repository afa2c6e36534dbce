// The widgets of the panels. Each has its label, its explanation and a mark, under which programs
// find it on the screen, and can be greyed out with a reason.
#pragma once

#include <imgui.h>

#include <algorithm>
#include <cstdint>
#include <functional>
#include <glm/vec3.hpp>
#include <optional>
#include <string>
#include <vector>

#include "demo/demo_state.h"
#include "demo/widgets/options.h"
#include "scenario/schema.h"

namespace gpubuck::demo {

/// A rectangle in window coordinates, pixels from the top left corner.
struct WidgetPlace {
  int x, y, width, height;
  bool operator==(const WidgetPlace&) const = default;
};

/// Notes where ImGui drew its last item under a name such as "sort/mode/resort".
void markWidget(const std::string& mark);

/// Called with every widget that is new or has moved since it was last marked. Empty: off.
using WidgetListener = std::function<void(const std::string& mark, const WidgetPlace& place)>;
void listenToWidgets(WidgetListener listener);

/// A colour for ImGui's lists of shapes; `colour`: sRGB in 0..1.
ImU32 toImGui(const glm::vec3& colour, float alpha = 1.0F);

/// Whether Esc has gone down since the last picture.
bool escapePressed();

/// Explains ImGui's last item, even a disabled one, while the pointer rests on it. Empty: nothing.
void tooltip(const std::string& text);

/// A heading within a panel.
void heading(const char* text);
/// `text` with line breaks between words, for lines of `width` pixels. A word that is longer than
/// that, such as a path, is broken anywhere.
std::string wrapped(const std::string& text, float width);
/// Text that wraps at the side of the panel, or after `width` pixels; dim: of less importance.
void paragraph(const std::string& text, float width = 0.0F);
void dimParagraph(const std::string& text);
void errorParagraph(const std::string& text, float width = 0.0F);
/// At the right end of the line that the last item began.
void textAtRight(const std::string& text);

// Widgets for a value return whether the user has changed it.

/// A slider that also takes a typed number (Ctrl and a click). The value changes at once while the
/// slider is dragged, and when the number is complete while it is typed. A number outside of the
/// limits is refused with a message.
bool slider(DemoState& state, const Field& field, const scenario::Span& span,
            const scenario::Limits& limits, double& value);
/// A whole number that is typed, with buttons MARK/less and MARK/more for `step` less and more.
/// `whyLimits`: what a message for a number outside of them ends with.
bool integer(DemoState& state, const Field& field, const scenario::Limits& limits,
             std::int64_t& value, std::int64_t step = 1, const std::string& whyLimits = {});
bool checkbox(const Field& field, bool& on);
/// A line of text with `hint` where it is empty; true when Enter was pressed.
bool textLine(const Field& field, const std::string& hint, std::string& text);
/// True when it was pressed.
bool button(const Field& field);
/// True when it has been chosen and was not.
bool radioButton(const Field& field, bool chosen);
/// The index of the entry that has been chosen from a list. `present`: the one in force, which may
/// be beyond the last; `shown`: what the list says while it is closed.
std::optional<std::size_t> combo(const Field& field, const std::vector<Field>& entries,
                                 std::size_t present, const std::string& shown);

/// Radio buttons side by side behind a caption, if any.
template <typename T>
bool radioButtons(const std::string& mark, const Options<T>& options, T& value,
                  const char* caption = nullptr) {
  bool changed = false;
  if (caption != nullptr) {
    ImGui::AlignTextToFramePadding();
    ImGui::TextUnformatted(caption);
  }
  for (const Option<T>& option : options) {
    if (caption != nullptr || &option != &options.front()) ImGui::SameLine();
    if (!radioButton(option.field(mark), value == option.value)) continue;
    value = option.value;
    changed = true;
  }
  return changed;
}

/// A list that opens when it is pressed. It shows `other` while none of its values is in force.
template <typename T>
bool combo(const Field& field, const Options<T>& options, T& value, const std::string& other = {}) {
  std::vector<Field> entries;
  std::size_t present = options.size();
  for (const Option<T>& option : options) {
    if (option.value == value) present = entries.size();
    entries.push_back(option.field(field.mark));
  }
  const auto chosen =
      combo(field, entries, present, present < options.size() ? options[present].text() : other);
  if (chosen) value = options[*chosen].value;
  return chosen.has_value();
}

/// The widget of a window's value (demo/settings.h), described by its row. `whyNot`: why it is
/// greyed out; `help`: in place of the row's. A double-click brings back the value that the window
/// begins with.
bool settingWidget(DemoState& state, const std::string& mark, const std::string& whyNot = {},
                   const std::string& help = {});

/// What the window takes of a number's range, and why not all of it.
struct Bound {
  scenario::Limits limits;
  std::string why;  ///< a clause
};

/// Where one use of a scenario's key differs from its row in the schema.
struct KeyUse {
  std::size_t entry = 0;  ///< of a key of [[species]] or [[pair]]
  std::string suffix{};   ///< what follows the label
  std::string help{};     ///< what follows the help
  std::string whyNot{};   ///< why the widget is greyed out
  std::function<std::string(const std::string& word)> whyNotWord{};  ///< why a word is
  int step = 1;  ///< of the buttons beside a whole number
  std::optional<Bound> bound{};
  int skippedAxis = -1;  ///< has no entry in an array
  bool buttons = false;  ///< a choice as radio buttons, not as a list
};

/// The widgets of a scenario's key, named MARK, MARK/x for an entry of an array, MARK/WORD for a
/// button. What they are called, explained by and may be comes from the schema. A double-click on
/// the label, or on a slider, brings back the value of the scenario as it was opened.
bool keyWidget(DemoState& state, scenario::Scenario& scenario, const std::string& path,
               const std::string& mark, const KeyUse& use = {});

}  // namespace gpubuck::demo
