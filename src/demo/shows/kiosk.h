// The gallery that plays by itself: gpubuck demo --kiosk.
#pragma once

namespace gpubuck::demo {

struct DemoState;

/// Shows each scenario for a while from a camera that turns slowly, without panels, until someone
/// takes over. The one that is running comes first.
class Kiosk {
 public:
  static constexpr double kSeconds = 20.0;          ///< for which a scenario is shown
  static constexpr double kDegreesPerSecond = 6.0;  ///< that the camera turns

  void begin(DemoState& state);
  /// Gives the window to its user, with all panels, the card of the first minute and the scenario's
  /// camera.
  void end(DemoState& state);
  bool isPlaying() const { return isPlaying_; }

  /// To be called with every picture, `seconds` after the last one. Time in which a large fluid
  /// begins does not count.
  void update(DemoState& state, double seconds);

 private:
  bool isPlaying_ = false;
  int generation_ = -1;  ///< of the fluid that is shown
  double shown_ = 0.0;   ///< seconds
};

/// Goes on with it, and draws the title of what it shows below the fluid.
void drawKiosk(DemoState& state);

}  // namespace gpubuck::demo
