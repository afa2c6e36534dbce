// A film of one full turn of the camera around the box.
#pragma once

#include <cstdint>

namespace gpubuck::demo {

/// Which frame is next, and how far the camera has turned for it.
class Turntable {
 public:
  /// Begins a turn of so many frames (>= 1).
  void start(std::int64_t frames);
  void stop() { frame_ = frames_ = 0; }
  /// From start() to stop().
  bool turning() const { return frames_ > 0; }
  /// Whether all frames have been taken.
  bool isDone() const { return frame_ == frames_; }

  /// How far the camera has turned for the next frame, degrees; 0 while nothing turns.
  double angle() const;
  void frameTaken() { frame_ += turning() ? 1 : 0; }
  std::int64_t frame() const { return frame_; }
  std::int64_t frames() const { return frames_; }

 private:
  std::int64_t frame_ = 0, frames_ = 0;
};

}  // namespace gpubuck::demo
