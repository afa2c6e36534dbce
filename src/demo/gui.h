// Dear ImGui in the window: its context, its style and its frames.
#pragma once

#include "gl/window.h"

namespace gpubuck::demo {

/// At most one at a time, for a window that outlives it.
class Gui {
 public:
  explicit Gui(gl::Window& window);
  ~Gui();
  Gui(const Gui&) = delete;
  Gui& operator=(const Gui&) = delete;

  /// Widgets may be drawn between beginFrame and endFrame.
  void beginFrame();
  /// Draws the widgets over the window's contents.
  void endFrame();

  /// Whether the user types into a widget.
  bool takesKeys() const;
  /// Whether input waits for further frames: Dear ImGui takes fast typing in one by one.
  bool hasWaitingInput() const;

 private:
  void scaleTo(float contentScale);

  gl::Window& window_;
  float scale_ = 0.0F;
};

}  // namespace gpubuck::demo
