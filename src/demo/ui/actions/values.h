// All values that widgets and keys of the window set, and their names.
#pragma once

#include <string>
#include <vector>

#include "demo/ui/demo_state.h"

namespace gpubuck::demo {

/// The scenario, and all settings except Playback::playing.
struct Values : Settings {
  scenario::Scenario scenario;  ///< without its solids, whose motion belongs to the fluid
  scenario::Scenario opened;
  std::string savePath;
  texel::Engine engine;
};

Values valuesOf(const DemoState& state);
/// Sets all values. The fluid keeps its particles and its time. Throws as FluidSession::change.
void setValues(DemoState& state, const Values& values);

struct NamedValue {
  std::string name;   ///< "Temperature kT"
  std::string value;  ///< empty for the camera, whose numbers mean little to the user
};

/// Returns the values that differ, as they are in `second`.
std::vector<NamedValue> differences(const Values& first, const Values& second);

}  // namespace gpubuck::demo
