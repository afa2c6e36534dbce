#include "demo/scenario_form.h"

#include <imgui.h>

#include <algorithm>

namespace gpubuck::demo {
namespace {

using scenario::Key;

std::string helpOf(const Key& key, const KeyUse& use) {
  std::string help = key.about.help;
  if (!key.about.unit.empty()) help += " Unit: " + key.about.unit + ".";
  return help + use.help;
}

std::optional<std::string> buttons(const Field& field, const Key& key, const std::string& present) {
  std::optional<std::string> chosen;
  ImGui::TextUnformatted(field.label.c_str());
  for (const scenario::Word& word : key.words) {
    if (&word != &key.words.front()) ImGui::SameLine();
    const Field button{field.mark + "/" + word.name, word.name, word.help, field.whyNot};
    if (radioButton(button, word.name == present)) chosen = word.name;
  }
  return chosen;
}

std::optional<std::string> list(const Field& field, const Key& key, const KeyUse& use,
                                const std::string& present) {
  std::vector<Choice> choices;
  std::size_t index = key.words.size();
  for (const scenario::Word& word : key.words) {
    if (word.name == present) index = choices.size();
    choices.push_back(
        {word.name, word.help, use.whyNotWord ? use.whyNotWord(word.name) : std::string()});
  }
  const auto chosen = combo(field, choices, index, present);
  if (!chosen) return {};
  return choices[*chosen].word;
}

}  // namespace

template <typename T>
bool ScenarioForm::edit(const Key& key, const Field& field, const KeyUse& use, T& value) {
  std::optional<T> given;
  if constexpr (std::is_same_v<T, double>) {
    given = slider(state_, field, key.about.span, key.about.limits, value);
  } else if constexpr (std::is_same_v<T, std::int64_t>) {
    given = integer(state_, field, key.about.limits, value, use.step);
  } else if constexpr (std::is_same_v<T, std::string>) {
    given = use.buttons ? buttons(field, key, value) : list(field, key, use, value);
  } else {
    bool changed = false;
    int axis = 0;
    for (typename T::value_type& entry : value) {
      if (axis == use.skippedAxis) ++axis;
      const std::string name(1, "xyz"[axis++]);
      const Field part{field.mark + "/" + name, field.label + " " + name, field.help, field.whyNot};
      changed |= edit(key, part, use, entry);
    }
    return changed;
  }
  if (given) value = *given;
  return given.has_value();
}

bool ScenarioForm::draw(const std::string& path, const std::string& mark, const KeyUse& use) {
  const Key& key = scenario::keyAt(path);
  const Field field{mark, key.about.label + use.suffix, helpOf(key, use), use.whyNot};
  scenario::Value value = key.get(scenario_, use.entry);
  const bool changed = std::visit([&](auto& held) { return edit(key, field, use, held); }, value);
  if (changed) key.set(scenario_, use.entry, value);
  changed_ = changed_ || changed;
  return changed;
}

}  // namespace gpubuck::demo
