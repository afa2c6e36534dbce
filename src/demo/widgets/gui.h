// Dear ImGui in the window: its context, its style and its frames.
#pragma once

#include <deque>
#include <vector>

#include "gl/window.h"

namespace gpubuck::demo {

/// At most one at a time, for a window that outlives it.
class Gui {
 public:
  explicit Gui(gl::Window& window);
  ~Gui();
  Gui(const Gui&) = delete;
  Gui& operator=(const Gui&) = delete;

  /// Passes on a key that was pressed. It counts even if it has gone up again before the picture.
  void take(const gl::KeyPress& press);
  /// Widgets may be drawn between beginFrame and endFrame.
  void beginFrame();
  /// Draws the widgets over the window's contents.
  void endFrame();

  /// Of the widgets, pixels of the framebuffer.
  double textSize() const;

  /// Whether the user types into a widget, or has a list or a dialog open, as the last picture left
  /// it.
  bool takesKeys() const;
  /// Whether a button of the mouse was down in the last picture.
  bool isButtonHeld() const;
  /// Whether input waits for further frames: Dear ImGui takes fast typing in one by one.
  bool hasWaitingInput() const;

 private:
  void scaleTo(float contentScale);
  /// Presses the keys that wait, each in a picture of its own.
  void pressWaiting();

  gl::Window& window_;
  std::deque<gl::KeyPress> waiting_;
  std::vector<int> pressed_;  ///< keys that are up, and down for this picture
  float scale_ = 0.0F;
};

}  // namespace gpubuck::demo
