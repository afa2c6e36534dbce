// Widgets that choose between the values of a type, from one table of them: their words, which are
// also those of the journal, and what each means.
#pragma once

#include <imgui.h>

#include <algorithm>
#include <string>
#include <vector>

#include "demo/form.h"

namespace gpubuck::demo {

template <typename T>
struct Option {
  T value;
  std::string word;
  std::string help;
  std::string whyNot{};  ///< why it cannot be chosen; empty: it can
  std::string label{};   ///< empty: the word
  /// What the user reads.
  const std::string& text() const { return label.empty() ? word : label; }
};
template <typename T>
using Options = std::vector<Option<T>>;

template <typename T>
const std::string& wordOf(const Options<T>& options, T value) {
  return std::find_if(options.begin(), options.end(),
                      [&](const Option<T>& option) { return option.value == value; })
      ->word;
}

/// Radio buttons side by side behind a caption, if any, each marked MARK/WORD; true when `value`
/// has become another.
template <typename T>
bool radioButtons(const std::string& mark, const Options<T>& options, T& value,
                  const char* caption = nullptr) {
  const T before = value;
  if (caption != nullptr) {
    ImGui::AlignTextToFramePadding();
    ImGui::TextUnformatted(caption);
  }
  for (const Option<T>& option : options) {
    if (caption != nullptr || &option != &options.front()) ImGui::SameLine();
    const Field field{mark + "/" + option.word, option.text(), option.help, option.whyNot};
    if (radioButton(field, before == option.value)) value = option.value;
  }
  return value != before;
}

/// A combo; true when `value` has become another.
template <typename T>
bool combo(const Field& field, const Options<T>& options, T& value) {
  std::vector<Choice> choices;
  std::size_t present = 0;
  for (const Option<T>& option : options) {
    if (option.value == value) present = choices.size();
    choices.push_back({option.word, option.help, option.whyNot, option.label});
  }
  const auto chosen = combo(field, choices, present, options[present].text());
  if (chosen) value = options[*chosen].value;
  return chosen.has_value();
}

}  // namespace gpubuck::demo
