// A film of one full turn of the camera around the box.
#pragma once

#include <cstdint>

namespace gpubuck::demo {

/// Which frame is next, and from where the camera takes it.
class Turntable {
 public:
  /// Begins a turn of so many frames (>= 1) from this azimuth, degrees.
  void start(double azimuth, std::int64_t frames);
  void stop() { frame_ = frames_ = 0; }
  /// From start() to stop().
  bool turning() const { return frames_ > 0; }
  /// Whether all frames have been taken.
  bool isDone() const { return frame_ == frames_; }

  /// Of the next frame, degrees; where it began while nothing turns.
  double azimuth() const;
  void frameTaken() { frame_ += turning() ? 1 : 0; }
  std::int64_t frame() const { return frame_; }
  std::int64_t frames() const { return frames_; }

 private:
  double begun_ = 0.0;
  std::int64_t frame_ = 0, frames_ = 0;
};

}  // namespace gpubuck::demo
