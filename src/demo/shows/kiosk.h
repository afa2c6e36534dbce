// The gallery that plays automatically: gpubuck demo --kiosk.
#pragma once

#include <cstdint>
#include <memory>
#include <string>

namespace gpubuck::demo {

struct DemoState;
class NextScene;

/// Shows each scenario for a while from a slowly turning camera, on the full screen without panels,
/// until a key or button is pressed. The running scenario comes first. Each begins from its
/// developed state (GalleryEntry::developed), which is computed while the one before is shown.
/// Scenarios that are too slow on this computer are skipped.
class Kiosk {
 public:
  static constexpr double kSeconds = 20.0;          ///< per scenario
  static constexpr double kLongestSeconds = 40.0;   ///< until the next one is developed
  static constexpr double kDegreesPerSecond = 6.0;  ///< of the camera
  static constexpr double kLeastRate = 5.0;  ///< steps per second of a scenario worth showing

  void begin(DemoState& state);
  /// Ends the kiosk and shows all panels and the card of the first minute, with the scenario's
  /// camera.
  void end(DemoState& state);
  bool isPlaying() const { return isPlaying_; }

  /// To be called with each picture, `seconds` after the last one. The time in which a large fluid
  /// is created does not count.
  void update(DemoState& state, double seconds);
  /// Prepares the next scenario for a share of `seconds`. Returns the seconds spent.
  double prepare(DemoState& state, double seconds);
  /// Notes how many steps times particles this computer makes per second, by which prepare() skips
  /// scenarios until their own speed is known.
  void noteSpeed(double particleSteps) { particleSteps_ = particleSteps; }

 private:
  /// Returns the scenario after the last one that was tried, or none if there is no other.
  std::shared_ptr<NextScene> choose(DemoState& state);
  /// Returns whether a scenario of this many particles may be fast enough.
  bool mayBeFast(std::int64_t particles) const;

  bool isPlaying_ = false;
  int generation_ = -1;  ///< of the fluid shown
  double shown_ = 0.0;   ///< seconds for which the scenario has been shown
  std::shared_ptr<NextScene> next_;
  std::string tried_;           ///< the scenario tried last as the next one
  bool hasTriedAll_ = false;    ///< none of the others can be shown
  double particleSteps_ = 0.0;  ///< per second; 0 while it is not known
};

/// Updates the kiosk, and draws the title of its scenario below the fluid.
void drawKiosk(DemoState& state);

}  // namespace gpubuck::demo
