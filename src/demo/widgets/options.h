// Descriptions of widgets, and of the values that a widget offers.
#pragma once

#include <algorithm>
#include <optional>
#include <string>
#include <vector>

namespace gpubuck::demo {

struct Field {
  std::string mark;  ///< for markWidget(); distinguishes widgets with the same label
  std::string label;
  std::string help{};    ///< shown while the pointer rests on the widget
  std::string whyNot{};  ///< why it is greyed out, or empty if it is not
  /// Value to which a double-click resets a slider or a whole number.
  std::optional<double> own{};
};

/// A value that can be chosen.
template <typename T>
struct Option {
  T value;
  std::string word;  ///< name in its mark, CHOICE/WORD, and in the journal
  std::string help{};
  std::string whyNot{};  ///< why it cannot be chosen, or empty if it can
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

}  // namespace gpubuck::demo
