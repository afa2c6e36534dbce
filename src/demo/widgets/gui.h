// Dear ImGui in the window: its context, its style and its frames.
#pragma once

#include <array>
#include <optional>

#include "gl/window.h"

namespace gpubuck::demo {

/// The Dear ImGui context of a window, which must outlive it. At most one may exist at a time.
class Gui {
 public:
  explicit Gui(gl::Window& window);
  ~Gui();
  Gui(const Gui&) = delete;
  Gui& operator=(const Gui&) = delete;

  /// Passes an event to the widgets. Until the next frame they can take one press
  /// (demo/widgets/input_queue.h).
  void take(const gl::Input& input);
  /// Sets the colours of the widgets: dark on light, or light on dark.
  void setTheme(bool isLight);
  /// Begins a frame with the pointer at this place of the window. Widgets may be drawn until
  /// endFrame().
  void beginFrame(const std::optional<glm::dvec2>& pointer);
  /// Ends the frame, and draws the widgets over the window's contents.
  void endFrame();

  /// The size of text in pixels of the framebuffer.
  double textSize() const;

  /// Returns whether the user was typing into a widget, or had a list or a dialog open, in the last
  /// picture.
  bool takesKeys() const;
  /// Returns whether input waits for further frames, because later versions of Dear ImGui have a
  /// queue of their own.
  bool hasWaitingInput() const;

 private:
  void scaleTo(float contentScale);
  void press(const gl::ButtonEvent& event, const gl::Input& input);

  gl::Window& window_;
  static constexpr int kButtons = 5;
  std::array<bool, kButtons> isDown_{};
  std::array<double, kButtons> pressedAt_{};  ///< Input::until of the last press
  /// Seconds from the last press to the one of the next frame.
  std::array<std::optional<double>, kButtons> sinceLastPress_{};
  float scale_ = 0.0F;
  bool isLight_ = false;
};

}  // namespace gpubuck::demo
