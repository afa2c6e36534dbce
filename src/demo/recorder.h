// Screenshots and films of the demo's window, as files in one folder.
#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "base/image.h"
#include "io/film.h"

namespace gpubuck::demo {

/// A file of a recording.
struct Film {
  std::filesystem::path path;
  std::int64_t frames = 0;
};

/// Files are called STEM-0001.png, STEM-0002.mp4 and so on, with the first unused number and STEM
/// as io::fileName makes it: they never leave the folder. Failures
/// are gpubuck::Error; a failure while a film is recorded ends it and keeps complete files.
class Recorder {
 public:
  /// The folder is created when something is first written.
  explicit Recorder(std::filesystem::path folder) : folder_(std::move(folder)) {}

  /// Writes a PNG and returns its path. A film being recorded goes on, even when this fails.
  std::filesystem::path saveScreenshot(const Image& image, const std::string& stem) const;

  /// Begins a film; its first file appears with its first frames. Throws Error when ffmpeg is
  /// missing or the folder cannot be written to, std::logic_error while another film is recorded,
  /// std::invalid_argument unless framesPerSecond is positive.
  void startFilm(const std::string& stem, int framesPerSecond);
  bool recording() const { return recording_; }
  /// Frames of the film so far, over all of its files.
  std::int64_t frames() const;
  /// Adds a frame, waiting while ffmpeg is busy. A frame of another size, after the window was
  /// resized, ends the file and begins a new one. While a window is being resized every frame has
  /// its own size; only the last of these is kept, since a file of one frame is not a film. Frames
  /// without pixels, from a minimised window, are left out. Throws
  /// std::logic_error when no film is recorded.
  void append(const Image& frame);
  /// Ends the film and returns its complete files, each only once; after an error, too.
  std::vector<Film> stopFilm();

 private:
  /// Runs a part of the recording; an error ends it.
  template <typename Action>
  void record(Action action);
  /// Opens the next file, with the held frame in it.
  void beginFile();
  void finishFile();

  std::filesystem::path folder_;
  std::string stem_;
  int framesPerSecond_ = 0;
  bool recording_ = false;
  Image held_;  ///< the first frame of its size, not in a file yet; empty if none
  std::unique_ptr<io::FilmWriter> writer_;
  std::vector<Film> films_;
};

}  // namespace gpubuck::demo
