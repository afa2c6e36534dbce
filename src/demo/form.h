// The widgets of the control panels. Each has its label, its explanation and the name under which
// it is found on the screen, and can be greyed out with a reason.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "demo/demo_state.h"
#include "scenario/schema.h"

namespace gpubuck::demo {

struct Field {
  std::string mark;  ///< for markWidget(); also what tells the widget from others of its label
  std::string label;
  std::string help{};    ///< shown while the pointer rests on the widget
  std::string whyNot{};  ///< why it is greyed out; empty: it is not
};

/// A slider that also takes a typed number (Ctrl and a click). Returns the new value: at once while
/// the slider is dragged, when it is complete while it is typed. A number outside of the limits is
/// refused with a message.
std::optional<double> slider(DemoState& state, const Field& field, const scenario::Span& span,
                             const scenario::Limits& limits, double value);

/// A whole number that is typed, with buttons for `step` less and more, marked as MARK/less and
/// MARK/more.
std::optional<std::int64_t> integer(DemoState& state, const Field& field,
                                    const scenario::Limits& limits, std::int64_t value,
                                    std::int64_t step = 1);

bool button(const Field& field);
/// True when it has been chosen and was not.
bool radioButton(const Field& field, bool chosen);
/// True when it has been toggled.
bool checkbox(const Field& field, bool on);
/// A line of text with `hint` where it is empty; true when Enter was pressed.
bool textLine(const Field& field, const std::string& hint, std::string& text);

/// One entry of a combo. Its mark is the combo's, a slash and `word`.
struct Choice {
  std::string word;
  std::string help{};
  std::string whyNot{};
  std::string label{};  ///< empty: the word
};

/// The index of the entry that has been chosen. `present` may be beyond the last: none of them.
std::optional<std::size_t> combo(const Field& field, const std::vector<Choice>& choices,
                                 std::size_t present, const std::string& presentText);

/// A heading within a panel.
void heading(const char* text);
/// Text that wraps at the side of the panel; dim: of less importance.
void paragraph(const std::string& text);
void dimParagraph(const std::string& text);
/// At the right end of the line that the last item began.
void textAtRight(const std::string& text);

}  // namespace gpubuck::demo
