// The layout of the window: heights at its top, and the part that panels leave to the fluid.
#pragma once

namespace gpubuck::demo {

/// Lower ends of the heading over the fluid and of the bar, from the top of the window, em.
inline constexpr float kHeadingEnd = 5.6F;
inline constexpr float kBarEnd = 3.3F;

/// The sides of the part of the window that panels leave free, in pixels from the window's upper
/// left corner.
class WorkArea {
 public:
  /// Begins with the whole window.
  WorkArea();

  enum class Side { Left, Right };
  /// Places the next ImGui window below `top` at a side, `em` wide but at most 37 % of the width of
  /// the main window, and takes its place off the work area. On a phone held upright, a side would
  /// be too narrow. There the ImGui window becomes a sheet at the bottom, so that nothing in it is
  /// cut off.
  void place(Side side, float em, float top);

  /// Takes a strip of this height at the bottom off the work area, pixels.
  void takeBottom(float height) { bottom_ -= height; }

  float left() const { return left_; }
  float right() const { return right_; }
  float bottom() const { return bottom_; }

  /// Lower end of the contents of the panel next to the fluid, if a card is to follow them, pixels.
  float sideEnd() const { return sideEnd_; }
  /// Size of the text of this panel, and of the card, in units of the usual size.
  float sideGrowth() const { return sideGrowth_; }
  void endSide(float y, float growth) {
    sideEnd_ = y;
    sideGrowth_ = growth;
  }

 private:
  float left_ = 0.0F;
  float right_;
  float bottom_;
  float sideEnd_ = 0.0F;
  float sideGrowth_ = 1.0F;
};

/// The place of a card in the window, in pixels unless another unit is named.
struct CardPlace {
  const char* name;   ///< name of Dear ImGui's window
  float left, right;  ///< sides of the room; the card is in the middle
  float width;        ///< maximum width, em
  float lowerEnd;     ///< pixels
};

/// Begins the ImGui window of a card. It grows with its text, and leaves the keyboard to the fluid.
/// ImGui::End() ends it.
void beginCard(const CardPlace& card);

}  // namespace gpubuck::demo
