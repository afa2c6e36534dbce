// Dear ImGui in the window: its context, its looks and its frames.
#pragma once

#include <glm/vec2.hpp>

#include "gl/window.h"

namespace gpubuck::demo {

/// One at a time, for a window that outlives it.
class Gui {
 public:
  /// Throws RunError when the typeface is missing or its atlas cannot be made.
  explicit Gui(gl::Window& window);
  ~Gui();
  Gui(const Gui&) = delete;
  Gui& operator=(const Gui&) = delete;

  /// Widgets may be called between the two.
  void beginFrame();
  /// Draws the widgets over what the window holds.
  void endFrame();

  /// Whether the pointer or the keyboard is busy with a widget and not with the fluid.
  bool takesPointer() const;
  bool takesKeys() const;

 private:
  void scaleTo(float contentScale);

  gl::Window& window_;
  float scale_ = 0.0F;
};

}  // namespace gpubuck::demo
