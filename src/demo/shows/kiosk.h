// The gallery that plays automatically: gpubuck demo --kiosk.
#pragma once

namespace gpubuck::demo {

struct DemoState;

/// Shows each scenario for a while from a slowly turning camera, without panels, until a key or
/// button is pressed. The running scenario comes first.
class Kiosk {
 public:
  static constexpr double kSeconds = 20.0;          ///< per scenario
  static constexpr double kDegreesPerSecond = 6.0;  ///< of the camera

  void begin(DemoState& state);
  /// Ends the kiosk and shows all panels and the card of the first minute, with the scenario's
  /// camera.
  void end(DemoState& state);
  bool isPlaying() const { return isPlaying_; }

  /// To be called with each picture, `seconds` after the last one. The time in which a large fluid
  /// is created does not count.
  void update(DemoState& state, double seconds);

 private:
  bool isPlaying_ = false;
  int generation_ = -1;  ///< of the fluid shown
  double shown_ = 0.0;   ///< seconds for which the scenario has been shown
};

/// Updates the kiosk, and draws the title of its scenario below the fluid.
void drawKiosk(DemoState& state);

}  // namespace gpubuck::demo
