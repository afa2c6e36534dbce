// Dear ImGui in the window: its context, its style and its frames.
#pragma once

#include <deque>
#include <vector>

#include "gl/window.h"

namespace gpubuck::demo {

/// The Dear ImGui context of a window, which must outlive it. At most one may exist at a time.
class Gui {
 public:
  explicit Gui(gl::Window& window);
  ~Gui();
  Gui(const Gui&) = delete;
  Gui& operator=(const Gui&) = delete;

  /// Passes a key press to the widgets. It counts even if the key has gone up again before the
  /// picture.
  void take(const gl::KeyPress& press);
  /// Begins a frame. Widgets may be drawn until endFrame().
  void beginFrame();
  /// Ends the frame, and draws the widgets over the window's contents.
  void endFrame();

  /// The size of text in pixels of the framebuffer.
  double textSize() const;

  /// Returns whether the user was typing into a widget, or had a list or a dialog open, in the last
  /// picture.
  bool takesKeys() const;
  /// Returns whether a button of the mouse was down in the last picture.
  bool isButtonHeld() const;
  /// Returns whether input waits for further frames, because Dear ImGui handles fast typing one key
  /// per frame.
  bool hasWaitingInput() const;

 private:
  void scaleTo(float contentScale);
  /// Presses the waiting keys, each in a separate picture.
  void pressWaiting();

  gl::Window& window_;
  std::deque<gl::KeyPress> waiting_;
  std::vector<int> pressed_;  ///< keys that are already up, but count as down in this picture
  float scale_ = 0.0F;
};

}  // namespace gpubuck::demo
