// The pictures of the last seconds, small, to make a film of what has just happened.
#pragma once

#include <deque>
#include <optional>

#include "base/image.h"
#include "demo/widgets/clock.h"
#include "render/canvas.h"

namespace gpubuck::demo {

/// Keeps about 80 MB of pictures on the GPU. They are read back only for a film.
class Replay {
 public:
  static constexpr double kSeconds = 5.0;
  static constexpr int kRate = 15;         ///< pictures per second, at most
  static constexpr int kMostWidth = 640;   ///< pixels
  static constexpr int kMostHeight = 400;  ///< pixels

  /// Returns whether the last picture is old enough for another one.
  bool isDue(Clock::time_point now) const;
  /// Adds a copy of a picture, shrunk to the largest size, and drops those that are too old. Not
  /// while a film is made. Throws RunError without GPU memory.
  void add(const render::Canvas& picture, Clock::time_point now);
  bool isEmpty() const { return pictures_.empty(); }

  /// Begins a film of the last kSeconds up to the last picture, in kRate frames per second: where
  /// the window was slower, a picture is several frames. Not without pictures.
  void beginFilm(Clock::time_point now);
  bool isFilming() const { return frame_.has_value(); }
  /// Makes the frame the next one that a film shows at `now` if it plays from its beginning on,
  /// at last the last frame. Returns false if that has been taken. For a film that is made at the
  /// speed at which it plays.
  bool skipTo(Clock::time_point now);
  /// Returns the next frame of the film, waiting for the GPU. After the last one the film ends.
  Image nextFrame();
  /// Ends the film early.
  void endFilm() { frame_.reset(); }

 private:
  struct Picture {
    Clock::time_point time;
    render::Canvas canvas;
  };

  std::deque<Picture> pictures_;
  std::optional<int> frame_;   ///< the next one of the film
  int frames_ = 0;             ///< of the film
  Clock::time_point begun_{};  ///< the film
};

}  // namespace gpubuck::demo
