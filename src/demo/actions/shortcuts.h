// The keys of the window.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "demo/demo_state.h"
#include "gl/window.h"

namespace gpubuck::demo {

struct Shortcut {
  std::string keys;  ///< keyName()s, each of which does it: "N or →"
  std::string what;
  std::function<void(DemoState&)> run;
  bool repeats = false;  ///< while it is held
};

/// All of them, in the order of the help.
const std::vector<Shortcut>& shortcuts();
/// A key with the modifiers that are held, as the help shows it: "A", "Ctrl+S"; or empty. Letters
/// and signs are those printed on the key, in whatever layout; digits, and letters of other
/// scripts, go by the key's place.
std::string keyName(const gl::KeyPress& press);
/// Runs the shortcut of the key; false if it has none.
bool runShortcut(DemoState& state, const gl::KeyPress& press);

}  // namespace gpubuck::demo
