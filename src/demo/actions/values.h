// All values that widgets and keys of the window set, and what they are called.
#pragma once

#include <string>
#include <vector>

#include "demo/demo_state.h"

namespace gpubuck::demo {

/// The scenario, and all settings except whether the fluid plays.
struct Values : Settings {
  scenario::Scenario scenario;  ///< its obstacle left out, whose motion is the fluid's
  scenario::Scenario opened;
  std::string savePath;
  texel::Engine engine;
};

Values valuesOf(const DemoState& state);
/// Sets them; the fluid keeps its particles and its time. Throws what FluidSession's changes throw.
void setValues(DemoState& state, const Values& values);

struct NamedValue {
  std::string name;   ///< "Temperature kT"
  std::string value;  ///< may be empty, where numbers say nothing: of the camera
};

/// What differs, as it is in `second`.
std::vector<NamedValue> differences(const Values& first, const Values& second);

}  // namespace gpubuck::demo
