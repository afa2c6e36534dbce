// Films as MP4 files, made by the program ffmpeg.
#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <string>

#include "base/image.h"

namespace gpubuck::io {

/// Pipes frames into ffmpeg, which encodes them as H.264 as they arrive (libx264, yuv420p, colours
/// of BT.709). An odd width or height gets one more column or row of black pixels, since the format
/// allows only even ones.
///
/// The file is written as PATH.part and gets its name when it is complete. If this process is
/// killed, ffmpeg encodes the frames it has received and leaves PATH.part, a complete film.
class FilmWriter {
 public:
  /// Of the names of films: ".mp4".
  static std::string suffix();
  /// Why no film can be made here, as a clause; empty if ffmpeg is installed.
  static std::string whyNot();

  /// Starts ffmpeg; an older file at `path` stays until this one is complete. Throws RunError if
  /// ffmpeg is missing or the file cannot be created, std::invalid_argument unless all numbers are
  /// positive.
  FilmWriter(std::filesystem::path path, int width, int height, int framesPerSecond);
  /// As finish(), but cannot report a failure.
  ~FilmWriter();
  FilmWriter(const FilmWriter&) = delete;
  FilmWriter& operator=(const FilmWriter&) = delete;

  /// Waits while ffmpeg is busy with earlier frames. Throws RunError for a frame of another size,
  /// after which the film can go on, and when ffmpeg has failed, after which the film is over and
  /// its file is removed with this object. Throws std::logic_error when the film is over.
  void append(const Image& frame);
  /// Frames sent to ffmpeg so far.
  std::int64_t frames() const { return frames_; }
  /// Waits for ffmpeg and gives the file its name. A film without frames is not a failure and
  /// leaves no file. Throws RunError with the first message of ffmpeg.
  void finish();

  const std::filesystem::path& path() const { return path_; }
  int width() const { return width_; }
  int height() const { return height_; }

 private:
  struct Encoder;

  std::filesystem::path path_;
  int width_, height_;
  std::int64_t frames_ = 0;
  std::unique_ptr<Encoder> encoder_;  ///< while the film goes on
};

}  // namespace gpubuck::io
