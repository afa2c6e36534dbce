// The keys of the window, and the panel that lists them.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "demo/demo_state.h"
#include "gl/window.h"

namespace gpubuck::demo {

struct Shortcut {
  int key;        ///< GLFW_KEY_...
  int modifiers;  ///< GLFW_MOD_... that must be held, and no others of Shift, Control, Alt, Super
  std::string keys;  ///< as the help shows them; empty: another way to do what stands above it
  std::string what;
  std::function<void(DemoState&)> run;
  bool repeats = false;  ///< does it again and again while it is held
};

/// All of them, in the order of the help.
const std::vector<Shortcut>& shortcuts();

/// Does what the key stands for; false when it stands for nothing.
bool runShortcut(DemoState& state, const gl::KeyPress& press);

/// The contents of the help: keys and gestures of the mouse.
void drawHelp(DemoState& state);

}  // namespace gpubuck::demo
