// How a widget is described, and the values that one of them lets its user choose from.
#pragma once

#include <algorithm>
#include <optional>
#include <string>
#include <vector>

namespace gpubuck::demo {

struct Field {
  std::string mark;  ///< for markWidget(); also what tells the widget from others of its label
  std::string label;
  std::string help{};    ///< shown while the pointer rests on the widget
  std::string whyNot{};  ///< why it is greyed out; empty: it is not
  /// Of a slider or a whole number: what a double-click on it or its label brings back.
  std::optional<double> own{};
};

/// One of the values that can be chosen.
template <typename T>
struct Option {
  T value;
  std::string word;  ///< for its mark, CHOICE/WORD, and for the journal
  std::string help{};
  std::string whyNot{};  ///< why it cannot be chosen; empty: it can
  std::string label{};   ///< empty: the word

  /// What the user reads.
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

}  // namespace gpubuck::demo
