// The widgets of the panels. Each widget has a label, a tooltip and a mark. Programs find the
// widget on the screen by its mark. A widget can be greyed out, with a reason.
#pragma once

#include <imgui.h>

#include <algorithm>
#include <cstdint>
#include <functional>
#include <glm/vec3.hpp>
#include <optional>
#include <string>
#include <vector>

#include "demo/widgets/journal.h"
#include "demo/widgets/text.h"
#include "scenario/schema.h"

namespace gpubuck::demo {

struct Field {
  std::string mark;  ///< mark for markWidget(); distinguishes widgets with the same label
  std::string label;
  std::string help{};    ///< shown while the pointer rests on the widget
  std::string whyNot{};  ///< why the widget is greyed out, or empty if it is not
  /// Value to which a double-click resets a slider or a whole number.
  std::optional<double> own{};
};

/// A value that can be chosen.
template <typename T>
struct Option {
  T value;
  std::string word;  ///< name of the value in its mark, CHOICE/WORD, and in the journal
  std::string help{};
  std::string whyNot{};  ///< why the value cannot be chosen, or empty if it can
  std::string label{};   ///< name shown to the user; `word` if empty

  /// Returns the name shown to the user.
  const std::string& text() const { return label.empty() ? word : label; }
  Field field(const std::string& choice) const {
    return {choice + "/" + word, text(), help, whyNot};
  }
};
template <typename T>
using Options = std::vector<Option<T>>;

template <typename T>
const Option<T>& optionOf(const Options<T>& options, T value) {
  return *std::ranges::find(options, value, &Option<T>::value);
}

/// A rectangle in window coordinates, pixels from the top left corner.
struct WidgetPlace {
  int x, y, width, height;
  bool operator==(const WidgetPlace&) const = default;
};

/// Records the place of ImGui's last item under a mark such as "sort/mode/resort".
void markWidget(const std::string& mark);

/// Sets a function that markWidget() calls for each new widget, and for each widget that has moved
/// since it was last marked. With an empty function, the calls end.
using WidgetListener = std::function<void(const std::string& mark, const WidgetPlace& place)>;
void listenToWidgets(WidgetListener listener);

/// Returns a colour for ImGui's draw lists. `colour` is sRGB in 0..1.
ImU32 toImGui(const glm::vec3& colour, float alpha = 1.0F);

/// Returns whether Esc has been pressed since the last picture.
bool escapePressed();

/// Lets the arrow keys, Tab, Enter and Esc work in an open list or dialog. Elsewhere these keys are
/// shortcuts. Call it before each frame.
void navigatePopups();

/// The state that the widgets of numbers and keys share.
struct Form {
  Journal& journal;             ///< shows why a number is refused
  scenario::Scenario opened{};  ///< the scenario as it was opened, with its camera
};

// Widgets for a value return whether the user has changed it.

/// Draws a slider that also accepts a typed number (Ctrl+click). A drag changes the value at once.
/// A typed number changes the value only when the number is complete. A number outside the limits
/// is refused with a message.
bool slider(Form& form, const Field& field, const scenario::Span& span,
            const scenario::Limits& limits, double& value);
/// Draws a field for a whole number, with buttons MARK/less and MARK/more that change it by `step`.
/// The message for a number outside the limits ends with `whyLimits`.
bool integer(Form& form, const Field& field, const scenario::Limits& limits, std::int64_t& value,
             std::int64_t step = 1, const std::string& whyLimits = {});
bool checkbox(const Field& field, bool& on);
/// Draws a field in which the user edits a line of text. The field shows `hint` while it is empty.
/// Returns true when Enter was pressed.
bool textLine(const Field& field, const std::string& hint, std::string& text);
/// Draws a button. Returns whether the button was pressed. The button is as wide as its label or,
/// if the label changes, as the text `widest`.
bool button(const Field& field, const std::string& widest = {});
/// Draws a radio button. Returns true when it becomes chosen.
bool radioButton(const Field& field, bool chosen);
/// Draws a list of entries. Returns the index of the entry that the user has chosen, if any.
/// `present` is the index of the present entry, or the number of entries if there is none. `shown`
/// is the text of the closed list.
std::optional<std::size_t> combo(const Field& field, const std::vector<Field>& entries,
                                 std::size_t present, const std::string& shown);

/// Draws a name with its value at the right.
void valueRow(const char* mark, const char* name, const std::string& value, const char* help);

/// Draws a value at the right of the last widget, or below the widget if the line has no room for
/// `widest`. Whether there is room does not depend on the value itself, so that the layout does not
/// change with the value.
void valueBeside(const std::string& mark, const std::string& value, const std::string& help,
                 const std::string& widest);

/// Draws a caption, if any, and after it radio buttons in rows. Returns whether the user has
/// changed the value.
template <typename T>
bool radioButtons(const std::string& mark, const Options<T>& options, T& value,
                  const char* caption = nullptr) {
  bool changed = false;
  if (caption != nullptr) {
    ImGui::AlignTextToFramePadding();
    ImGui::TextUnformatted(caption);
  }
  for (const Option<T>& option : options) {
    if (caption != nullptr || &option != &options.front()) {
      sameLineIfFits(option.text(), ImGui::GetFrameHeight());
    }
    if (!radioButton(option.field(mark), value == option.value)) continue;
    value = option.value;
    changed = true;
  }
  return changed;
}

/// Draws a drop-down list. It shows `other` while the value is not in the list.
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

/// The part of a number's range that the window accepts, and the reason why it does not accept the
/// whole range.
struct Bound {
  scenario::Limits limits;
  std::string why;  ///< the reason, a clause
};

/// The ways in which a widget differs from the row of its key in the schema.
struct KeyUse {
  std::size_t entry = 0;  ///< number of the key's table in an array of tables, such as [[pair]]
  std::string suffix{};   ///< appended to the label
  std::string help{};     ///< appended to the help
  std::string whyNot{};   ///< why the widget is greyed out
  std::function<std::string(const std::string& word)> whyNotWord{};  ///< why a word is greyed out
  /// Returns the name under which the user sees a word. If empty, the user sees the word itself.
  std::function<std::string(const std::string& word)> nameOfWord{};
  int step = 1;  ///< step of the buttons - and + of a whole number
  std::optional<Bound> bound{};
  int skippedAxis = -1;  ///< axis for which an array has no entry, or -1
  bool buttons = false;  ///< draws a choice as radio buttons instead of a list
};

/// Draws the widgets of a scenario's key. The mark of a widget is MARK, or MARK/x for an entry of
/// an array, or MARK/WORD for a button. Labels, help and limits come from the schema.
/// Double-clicking the label or a slider resets the value to its value in the scenario as it was
/// opened.
bool keyWidget(Form& form, scenario::Scenario& scenario, const std::string& path,
               const std::string& mark, const KeyUse& use = {});

}  // namespace gpubuck::demo
