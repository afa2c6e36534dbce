// Pictures and films that the user has asked for, and the film of a turn of the camera.
#pragma once

#include <cstdint>

namespace gpubuck::demo {

/// A film of one full turn of the camera around the box: counts its frames, and returns the angle
/// of the camera for each.
class Turntable {
 public:
  /// Starts a turn of this many frames (>= 1).
  void start(std::int64_t frames);
  void stop() { frame_ = frames_ = 0; }
  /// Returns true from start() to stop().
  bool turning() const { return frames_ > 0; }
  /// Returns whether all frames have been taken.
  bool isDone() const { return frame_ == frames_; }

  /// The angle by which the camera is turned for the next frame, degrees; 0 without a turn.
  double angle() const;
  void frameTaken() { frame_ += turning() ? 1 : 0; }
  std::int64_t frame() const { return frame_; }
  std::int64_t frames() const { return frames_; }

 private:
  std::int64_t frame_ = 0, frames_ = 0;
};

/// The size of pictures and films of the fluid alone.
enum class PictureSize { Window, FullHd, QuadHd, UltraHd, Own };

/// Pictures and films that the user has asked for, and their settings.
struct Capture {
  bool screenshot = false;
  bool screenshotWithGui = true;
  bool filmWithGui = false;
  std::int64_t framesPerSecond = 30;
  PictureSize size = PictureSize::Window;
  std::int64_t ownWidth = 1280, ownHeight = 1280;  ///< pixels
  Turntable turntable{};
  double turnSeconds = 12.0;  ///< playing time of a film of one turn
  bool turnRuns = false;      ///< whether the fluid runs while the camera turns
  bool playedBefore = false;  ///< whether the fluid ran before the turn, and will run after it
};

}  // namespace gpubuck::demo
