// A film of one full turn of the camera around the box.
#pragma once

#include <cstdint>

namespace gpubuck::demo {

/// Counts the frames of a turn, and returns the angle of the camera for each.
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

}  // namespace gpubuck::demo
