// The keys of the window.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "demo/ui/demo_state.h"
#include "gl/window.h"

namespace gpubuck::demo {

struct Shortcut {
  std::string keys;  ///< keyName()s, separated by " or ": "N or →"
  std::string what;
  std::function<void(DemoState&)> run;
  bool repeats = false;  ///< runs repeatedly while the key is held
};

/// Returns all shortcuts, in the order of the help.
const std::vector<Shortcut>& shortcuts();
/// Returns a key with its modifiers as the help shows it, "A" or "Ctrl+S", or an empty string for a
/// key without a name. Letters and signs are as printed on the key in the user's layout; digits,
/// and keys of other scripts, are named by their position.
std::string keyName(const gl::KeyPress& press);
/// Gives the key to the topmost open panel that uses it (Panel::takeKey). If no panel uses the key,
/// runs its shortcut. Returns false if the key has no shortcut.
bool runShortcut(DemoState& state, const gl::KeyPress& press);
/// Does the same for a character. Only the character "?" has a shortcut, wherever its key is on the
/// keyboard.
bool runShortcut(DemoState& state, const gl::Character& character);

}  // namespace gpubuck::demo
