// The pictures of the last seconds, small, to make a film of what has just happened.
#pragma once

#include <deque>
#include <optional>

#include "base/image.h"
#include "demo/session/clock.h"

namespace gpubuck::demo {

/// Keeps about 60 MB of pictures.
class Replay {
 public:
  static constexpr double kSeconds = 5.0;
  static constexpr int kRate = 15;         ///< pictures per second, at most
  static constexpr int kMostWidth = 640;   ///< pixels
  static constexpr int kMostHeight = 400;  ///< pixels

  /// Returns whether the last picture is old enough for another one.
  bool isDue(Clock::time_point now) const;
  /// Adds a picture, shrunk to the largest size, and drops those that are too old. Not while a film
  /// is made.
  void add(const Image& picture, Clock::time_point now);
  bool isEmpty() const { return pictures_.empty(); }

  /// Begins a film of the last kSeconds up to the last picture, in kRate frames per second: where
  /// the window was slower, a picture is several frames. Not without pictures.
  void beginFilm();
  bool isFilming() const { return frame_.has_value(); }
  /// Returns the next frame of the film. After the last one it ends.
  const Image& nextFrame();
  /// Ends the film early.
  void endFilm() { frame_.reset(); }

 private:
  struct Picture {
    Clock::time_point time;
    Image image;
  };

  std::deque<Picture> pictures_;
  std::optional<int> frame_;  ///< the next one of the film
  int frames_ = 0;            ///< of the film
};

}  // namespace gpubuck::demo
