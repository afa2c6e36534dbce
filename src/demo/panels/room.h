// The part of the window that panels at its sides leave to the fluid.
#pragma once

namespace gpubuck::demo {

/// Sides of the free part of the window in pixels, from its upper left corner.
class Room {
 public:
  /// The whole window.
  Room();

  enum class Side { Left, Right };
  /// Places the next ImGui window below `top` at a side, `em` wide but at most half of the window,
  /// and takes its place off the room. On a phone held upright, where half is too narrow, it
  /// becomes a sheet at the bottom, so that nothing in it is cut off.
  void place(Side side, float em, float top);

  float left() const { return left_; }
  float right() const { return right_; }
  float bottom() const { return bottom_; }

 private:
  float left_ = 0.0F;
  float right_;
  float bottom_;
};

}  // namespace gpubuck::demo
