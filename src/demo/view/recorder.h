// Screenshots and films of the demo's window, as files in one folder.
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <utility>

#include "base/image.h"
#include "file/film.h"

namespace gpubuck::demo {

/// A file of a recording.
struct Film {
  std::filesystem::path path;
  std::int64_t frames = 0;

  bool operator==(const Film&) const = default;
};

/// Files are named STEM-0001.png, STEM-0002.mp4 and so on, with the first unused number and STEM as
/// returned by file::fileName, so they are always inside the folder. Failures throw gpubuck::Error;
/// a failure while a film is recorded ends the film.
class Recorder {
 public:
  /// The folder is created when something is first written.
  explicit Recorder(std::filesystem::path folder) : folder_(std::move(folder)) {}

  /// Writes a PNG and returns its path. A film being recorded goes on, even when this fails.
  std::filesystem::path saveScreenshot(const Image& image, const std::string& stem) const;

  /// Returns the first unused path in the folder for a file of another kind, which it creates the
  /// folder for.
  std::filesystem::path newPath(const std::string& stem, const std::string& suffix) const;

  /// Begins a film; its file appears with the first frame. Throws Error when ffmpeg is missing or
  /// the folder cannot be written to, std::logic_error while another film is recorded,
  /// std::invalid_argument unless framesPerSecond is positive.
  void startFilm(const std::string& stem, int framesPerSecond);
  /// Returns true from startFilm() to endFilm().
  bool recording() const { return recording_; }
  /// Returns true from endFilm() until the file is complete.
  bool completing() const { return writer_ && !recording_; }
  /// Returns whether a frame can be added without waiting for ffmpeg.
  bool isReady() const { return recording_ && isReady_; }
  /// The number of frames of the film so far.
  std::int64_t frames() const { return writer_ ? writer_->frames() : 0; }
  /// Adds a frame, waiting while ffmpeg is busy. The first one gives the film its size; later ones
  /// of another size, after the window was resized, are fitted into it. Frames without pixels, from
  /// a minimised window, are left out. Throws std::logic_error when no film is recorded.
  void append(const Image& frame);
  /// Ends the film; goOn() completes its file.
  void endFilm() { recording_ = false; }
  /// Passes frames to ffmpeg for up to `seconds`. Returns the film when its file is complete; a
  /// film without frames has no file.
  std::optional<Film> goOn(double seconds);
  /// Ends the film and waits for its file, or until ffmpeg has made no progress for `patience`
  /// seconds.
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

/// Returns a picture of this size with `picture` in the middle, as large as possible without
/// distortion.
Image fitted(const Image& image, int width, int height);

}  // namespace gpubuck::demo
