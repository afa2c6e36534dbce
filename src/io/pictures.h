// Pictures as PNG files, and films as MP4 files, made by the program ffmpeg.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>

#include "base/image.h"
#include "io/child_process.h"
#include "io/output_file.h"

namespace gpubuck::io {

/// Writes a picture. Equal images give equal bytes. Throws RunError when the disk refuses,
/// std::invalid_argument when the bytes do not fill the image.
void writePng(const std::filesystem::path& path, const Image& image);

/// Pipes frames into ffmpeg, which encodes them as H.264 as they arrive (libx264, yuv420p, colours
/// of BT.709). An odd width or height gets one more column or row of black pixels, since the format
/// allows only even ones.
///
/// The file is written as PATH.part and gets its name when it is complete. If this process is
/// killed, ffmpeg encodes the frames it has received and leaves PATH.part, a complete film.
class FilmWriter {
 public:
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
  /// Ends ffmpeg and throws its reason.
  [[noreturn]] void fail();

  std::filesystem::path path_;
  int width_, height_;
  std::int64_t frames_ = 0;
  PendingFile pending_;
  std::optional<ChildProcess> ffmpeg_;  ///< while the film goes on
};

}  // namespace gpubuck::io
