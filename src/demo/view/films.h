// Pictures and films: their files, the film of the last seconds, and the film of a turn of the
// camera.
#pragma once

#include <cstdint>
#include <deque>
#include <filesystem>
#include <functional>
#include <glm/vec2.hpp>
#include <memory>
#include <optional>
#include <string>
#include <utility>

#include "base/image.h"
#include "demo/widgets/clock.h"
#include "file/film.h"
#include "render/canvas.h"

namespace gpubuck::demo {

/// Returns the absolute path.
std::filesystem::path fullPath(const std::filesystem::path& path);

/// The file of a film, its number of frames and its playing time.
struct Film {
  std::filesystem::path path;
  std::int64_t frames = 0;
  double seconds = 0.0;

  bool operator==(const Film&) const = default;
};

/// Writes pictures and films into a folder. Files are named STEM-0001.png, STEM-0002.mp4 and so on,
/// with the first unused number. STEM has passed file::fileName(), so that files are always inside
/// the folder. Failures throw gpubuck::Error. If a frame of a film cannot be added or written, the
/// film ends.
class Recorder {
 public:
  /// The folder is created when the first file is written. The paths of all files are absolute.
  explicit Recorder(const std::filesystem::path& folder) : folder_(fullPath(folder)) {}

  /// Writes a PNG and returns its path. If this fails, a film that is being recorded continues.
  std::filesystem::path saveScreenshot(const Image& image, const std::string& stem) const;

  /// Returns the first unused path in the folder for a file of another kind, and creates the
  /// folder.
  std::filesystem::path newPath(const std::string& stem, const std::string& suffix) const;

  /// Begins a film; its file appears with the first frame. Throws Error if ffmpeg is missing or the
  /// folder cannot be written to, std::logic_error if another film is being recorded, and
  /// std::invalid_argument unless framesPerSecond is positive.
  void startFilm(const std::string& stem, int framesPerSecond);
  /// Returns true from startFilm() to endFilm().
  bool recording() const { return recording_; }
  /// Returns true from endFilm() until the file is complete.
  bool completing() const { return writer_ && !recording_; }
  /// Returns whether a frame can be added without waiting for ffmpeg.
  bool isReady() const { return recording_ && isReady_; }
  /// Returns the number of frames of the film so far.
  std::int64_t frames() const { return writer_ ? writer_->frames() : 0; }
  /// Adds a frame, waiting while ffmpeg is busy. The film has the size of its first frame; if the
  /// window is resized, later frames are fitted into this size. Frames without pixels, from a
  /// minimised window, are left out. Throws std::logic_error if no film is being recorded.
  void append(const Image& frame);
  /// Ends the film; further calls of goOn() complete its file.
  void endFilm() { recording_ = false; }
  /// Passes frames to ffmpeg for up to `seconds`. Returns the film once its file is complete. A
  /// film without frames has no file.
  std::optional<Film> goOn(double seconds);
  /// Ends the film and waits until its file is complete, or until ffmpeg has made no progress for
  /// `patience` seconds.
  std::optional<Film> finishFilm(double patience);

 private:
  /// Calls a function that uses the film, and ends the film if it throws.
  void guarded(const std::function<void()>& act);

  std::filesystem::path folder_;
  std::string stem_;
  int framesPerSecond_ = 0;
  bool recording_ = false;
  bool isReady_ = true;
  std::unique_ptr<file::FilmWriter> writer_;
};

/// Returns a picture of this size with `image` in the middle, as large as possible without
/// distortion.
Image fitted(const Image& image, int width, int height);

/// Keeps the pictures of the last seconds on the GPU, about 80 MB. They are read back only for a
/// film.
class Replay {
 public:
  static constexpr double kSeconds = 5.0;
  static constexpr int kRate = 15;         ///< maximum number of pictures per second
  static constexpr int kMostWidth = 640;   ///< pixels
  static constexpr int kMostHeight = 400;  ///< pixels

  /// Returns whether it is time to add another picture.
  bool isDue(Clock::time_point now) const;
  /// Adds a copy of a picture, shrunk to at most kMostWidth x kMostHeight pixels, and drops
  /// pictures that are too old. Must not be called while a film is made. Throws RunError if the GPU
  /// has no memory left.
  void add(const render::Canvas& picture, Clock::time_point now);
  bool isEmpty() const { return pictures_.empty(); }

  /// Begins a film of the last kSeconds up to the latest picture, with kRate frames per second. A
  /// picture becomes several frames if the window drew fewer pictures per second. There must be
  /// pictures.
  void beginFilm(Clock::time_point now);
  bool isFilming() const { return frame_.has_value(); }
  /// Skips to the frame that a player of the film would show at `now`, or to the last frame.
  /// Returns false if nextFrame() has already returned this frame. This function is for films that
  /// have to be made in real time.
  bool skipTo(Clock::time_point now);
  /// Returns the next frame of the film, waiting for the GPU. After the last frame the film ends.
  Image nextFrame();
  /// Ends the film early.
  void endFilm() { frame_.reset(); }

 private:
  struct Picture {
    Clock::time_point time;
    render::Canvas canvas;
  };

  std::deque<Picture> pictures_;
  std::optional<int> frame_;   ///< the next frame of the film
  int frames_ = 0;             ///< frames of the film
  Clock::time_point begun_{};  ///< begin of the film
};

/// A film of one full turn of the camera around the box. Counts the frames, and returns the angle
/// of the camera for each frame.
class Turntable {
 public:
  /// Starts a turn of this many frames (>= 1).
  void start(std::int64_t frames);
  void stop() { frame_ = frames_ = 0; }
  /// Returns true from start() to stop().
  bool turning() const { return frames_ > 0; }
  /// Returns whether all frames have been taken.
  bool isDone() const { return frame_ == frames_; }

  /// Returns the angle in degrees by which the camera is turned for the next frame, or 0 if there
  /// is no turn.
  double angle() const;
  void frameTaken() { frame_ += turning() ? 1 : 0; }
  std::int64_t frame() const { return frame_; }
  std::int64_t frames() const { return frames_; }

 private:
  std::int64_t frame_ = 0, frames_ = 0;
};

/// The size of pictures and films of only the fluid.
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

/// Returns the size in pixels of a picture of only the fluid. `inWindow` is the size of the fluid
/// in the window.
glm::ivec2 pictureSize(const Capture& capture, const glm::ivec2& inWindow);

}  // namespace gpubuck::demo
