// Films as MP4 files, made by the program ffmpeg.
#pragma once

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <string>

#include "base/image.h"

namespace gpubuck::file {

/// Pipes frames into ffmpeg, which encodes them as H.264 as they arrive (libx264, yuv420p, colours
/// of BT.709). An odd width or height gets one more column or row of black pixels, since the format
/// allows only even sizes.
///
/// The file is written as PATH.part and gets its name when it is complete. If this process is
/// killed, ffmpeg completes PATH.part with the frames it has read by then.
///
/// No call waits for ffmpeg for longer than its description says. ffmpeg is stuck if it neither
/// reads frames nor writes to the file for the time of setPatience(). A stuck ffmpeg is ended, but
/// a slow one is not.
class FilmWriter {
 public:
  static constexpr std::chrono::milliseconds kPatience{30'000};

  /// Returns the extension of film files, ".mp4".
  static std::string suffix();
  /// Returns the reason why no film can be made here, as a clause, or an empty string if ffmpeg is
  /// installed.
  static std::string whyNot();

  /// Starts ffmpeg; an older file at `path` stays until the film is complete. Throws RunError if
  /// ffmpeg is missing or the file cannot be created, and std::invalid_argument unless all numbers
  /// are positive.
  FilmWriter(std::filesystem::path path, int width, int height, int framesPerSecond);
  /// Does the same as finish(), but cannot report a failure.
  ~FilmWriter();
  FilmWriter(const FilmWriter&) = delete;
  FilmWriter& operator=(const FilmWriter&) = delete;

  /// Sets the time without any reading or writing after which ffmpeg counts as stuck and is ended.
  /// The default is kPatience.
  void setPatience(std::chrono::milliseconds patience) { patience_ = patience; }

  /// Waits until ffmpeg has read the previous frame, and adds this frame. If goOn() has returned
  /// true, ffmpeg has already read the previous frame. Throws RunError for a frame of another size;
  /// the film can then continue. Throws RunError if ffmpeg has failed or is stuck; the film is then
  /// over and its file is removed. Throws std::logic_error if the film is over.
  void append(const Image& frame);
  /// Hands frames to ffmpeg, and spends at most the time `wait`. Returns whether the next frame can
  /// be added without waiting or, after end(), whether the file is complete and has its name.
  /// Throws RunError when ffmpeg has failed or is stuck; the film is then over and its file is
  /// removed.
  bool goOn(std::chrono::milliseconds wait);
  /// Says that no further frame comes, so that goOn() completes the file. A film without frames
  /// leaves no file.
  void end();
  /// Ends the film and waits until it is complete. Throws the errors of goOn(), with the first
  /// message of ffmpeg.
  void finish();
  /// Returns the number of frames that have been added.
  std::int64_t frames() const { return frames_; }

  const std::filesystem::path& path() const { return path_; }
  int width() const { return width_; }
  int height() const { return height_; }

 private:
  struct Encoder;

  /// Gives the file its name after ffmpeg has ended.
  void complete(int exitCode);
  /// Ends ffmpeg and the film.
  [[noreturn]] void fail(const std::string& why);

  std::filesystem::path path_;
  int width_, height_;
  std::int64_t frames_ = 0;
  std::chrono::milliseconds patience_ = kPatience;
  std::unique_ptr<Encoder> encoder_;  ///< null once the film is complete or has failed
};

}  // namespace gpubuck::file
