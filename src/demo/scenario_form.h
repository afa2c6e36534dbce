// Widgets for keys of a scenario: what they are called, explained by and may be comes from the
// schema.
#pragma once

#include <functional>
#include <string>

#include "demo/form.h"
#include "scenario/schema.h"

namespace gpubuck::demo {

/// Where one use of a key differs from its row.
struct KeyUse {
  std::size_t entry = 0;  ///< of a key of [[species]] or [[pair]]
  std::string suffix{};   ///< what follows the label
  std::string help{};     ///< what follows the help
  std::string whyNot{};   ///< why the widget is greyed out
  std::function<std::string(const std::string& word)> whyNotWord{};  ///< why a word is
  int step = 1;          ///< of the buttons beside a whole number
  int skippedAxis = -1;  ///< has no entry in an array
  bool buttons = false;  ///< a choice as radio buttons, not as a list
};

/// Draws widgets and puts what the user gives into a scenario. Refused values make a message and
/// change nothing.
class ScenarioForm {
 public:
  ScenarioForm(DemoState& state, scenario::Scenario& scenario)
      : state_(state), scenario_(scenario) {}

  /// The widgets of a key, named MARK, MARK/x for an entry of an array, MARK/WORD for a button.
  /// Returns whether the user has changed it.
  bool draw(const std::string& path, const std::string& mark, const KeyUse& use = {});

  bool changed() const { return changed_; }
  const scenario::Scenario& scenario() const { return scenario_; }

 private:
  template <typename T>
  bool edit(const scenario::Key& key, const Field& field, const KeyUse& use, T& value);

  DemoState& state_;
  scenario::Scenario& scenario_;
  bool changed_ = false;
};

}  // namespace gpubuck::demo
