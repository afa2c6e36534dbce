#include "file/film.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <optional>
#include <span>
#include <stdexcept>
#include <string_view>
#include <utility>
#include <vector>

#include "base/error.h"
#include "file/child_process.h"
#include "file/input_file.h"
#include "file/output_file.h"

namespace gpubuck::file {
namespace fs = std::filesystem;

namespace {

using Clock = std::chrono::steady_clock;
using std::chrono::milliseconds;

constexpr const char* kProgram = "ffmpeg";
#ifdef EDQUOT
constexpr std::array kNoRoom{ENOSPC, EFBIG, EDQUOT};
#else
constexpr std::array kNoRoom{ENOSPC, EFBIG};
#endif
constexpr milliseconds kSlice{20};  ///< time of one wait for ffmpeg

/// Of the presets of libx264, ultrafast takes the least time from the simulation but makes the
/// largest files. A frame of 1280 x 720 pixels takes 9 ms of one core with ultrafast, 16 ms with
/// superfast, and 22 ms with veryfast.
constexpr std::string_view kArguments =
    "-nostdin -hide_banner -loglevel error -y "
    "-f rawvideo -pixel_format rgb24 -video_size {}x{} -framerate {} -i pipe:0 "
    "-vf pad=ceil(iw/2)*2:ceil(ih/2)*2,scale=out_color_matrix=bt709:out_range=tv,format=yuv420p "
    "-c:v libx264 -preset ultrafast -crf 20 "
    "-colorspace bt709 -color_primaries bt709 -color_trc bt709 -color_range tv "
    "-movflags +faststart -f mp4";

/// Returns the first line that is not blank, without a prefix such as "[rawvideo @ 0x55d0c6a3]".
/// ffmpeg's first message is the cause of its later messages.
std::string_view firstLine(std::string_view text) {
  constexpr std::string_view kEnds = "\r\n";
  text.remove_prefix(std::min(text.find_first_not_of(kEnds), text.size()));
  text = text.substr(0, text.find_first_of(kEnds));
  while (text.starts_with('[') && text.find("] ") != std::string_view::npos) {
    text.remove_prefix(text.find("] ") + 2);
  }
  return text;
}

std::string reason(int exitCode, std::string_view messages) {
  for (const int noRoom : kNoRoom) {
    const std::string_view why = std::strerror(noRoom);
    if (messages.find(why) != std::string_view::npos) {
      return fmt::format("cannot be written: {}", why);
    }
  }
  if (messages.find("Unknown encoder 'libx264'") != std::string_view::npos) {
    return "this ffmpeg has no libx264, which encodes H.264; install an ffmpeg that has it";
  }
  if (!messages.empty()) return fmt::format("ffmpeg failed: {}", firstLine(messages));
  if (exitCode > 128) return fmt::format("ffmpeg was ended by signal {}", exitCode - 128);
  return fmt::format("ffmpeg ended early, with exit code {} and no message", exitCode);
}

}  // namespace

/// The process of ffmpeg, the frame that it is reading, and the file that it writes.
struct FilmWriter::Encoder {
  Encoder(const fs::path& path, const std::string& options)
      : file(path), ffmpeg(ChildProcess::find(kProgram), arguments(options)) {}

  std::vector<std::string> arguments(const std::string& options) const {
    const std::vector<std::string_view> words = splitWords(options, " ");
    std::vector<std::string> all(words.begin(), words.end());
    all.push_back("file:" + file.temporary().string());
    return all;
  }

  void write(milliseconds wait) {
    const std::optional<std::size_t> taken = ffmpeg.write(std::span(unread).subspan(read), wait);
    if (!taken || read + *taken == unread.size()) {
      unread.clear();
      read = 0;
      isRefused = !taken;
    } else {
      read += *taken;
    }
    if (taken.value_or(1) > 0) lastSign = Clock::now();
    if (isRefused || (isOver && unread.empty())) endInput();
  }

  void endInput() {
    ffmpeg.endInput();
    inputHasEnded = true;
  }

  /// Returns whether ffmpeg has done nothing for `patience`.
  bool isStuck(milliseconds patience) {
    std::error_code ignored;
    const auto size = fs::file_size(file.temporary(), ignored);
    const auto time = fs::last_write_time(file.temporary(), ignored);
    if (std::exchange(writtenSize, size) != size || std::exchange(writtenAt, time) != time) {
      lastSign = Clock::now();
    }
    return Clock::now() - lastSign >= patience;
  }

  PendingFile file;
  ChildProcess ffmpeg;
  std::vector<std::uint8_t> unread;
  std::size_t read = 0;                       ///< bytes of `unread` that ffmpeg has read
  bool isOver = false;                        ///< no further frame comes
  bool isRefused = false;                     ///< ffmpeg has closed its input
  bool inputHasEnded = false;                 ///< endInput() has been called
  Clock::time_point lastSign = Clock::now();  ///< time of the last sign of life
  std::uintmax_t writtenSize = 0;
  fs::file_time_type writtenAt{};
};

std::string FilmWriter::suffix() { return ".mp4"; }

std::string FilmWriter::whyNot() {
  if (!ChildProcess::find(kProgram).empty()) return {};
  return "ffmpeg is not on PATH; install it: apt-get install ffmpeg (Debian), winget "
         "install ffmpeg (Windows)";
}

FilmWriter::FilmWriter(fs::path path, int width, int height, int framesPerSecond)
    : path_(std::move(path)), width_(width), height_(height) {
  if (width < 1 || height < 1 || framesPerSecond < 1) {
    throw std::invalid_argument(
        fmt::format("a film cannot have {} x {} pixels and {} frames per second", width, height,
                    framesPerSecond));
  }
  if (const std::string why = whyNot(); !why.empty()) throw RunError(path_.string(), why);
  encoder_ =
      std::make_unique<Encoder>(path_, fmt::format(kArguments, width, height, framesPerSecond));
}

FilmWriter::~FilmWriter() {
  try {
    finish();
  } catch (const std::exception&) {  // the film is lost; a destructor cannot report why
  }
}

void FilmWriter::append(const Image& frame) {
  if (!encoder_ || encoder_->isOver) throw std::logic_error(path_.string() + ": the film is over");
  if (frame.width != width_ || frame.height != height_ || !frame.holdsItsPixels()) {
    throw RunError(
        path_.string(),
        fmt::format("a frame of {} x {} pixels ({} bytes) does not fit this film of {} x {}",
                    frame.width, frame.height, frame.rgb.size(), width_, height_));
  }
  while (!goOn(kSlice)) continue;
  encoder_->unread = frame.rgb;
  encoder_->lastSign = Clock::now();
  ++frames_;
  goOn(kSlice);
}

bool FilmWriter::goOn(milliseconds wait) {
  if (!encoder_) return true;
  Encoder& encoder = *encoder_;
  const Clock::time_point end = Clock::now() + wait;
  const auto left = [&] {
    return std::max(std::chrono::ceil<milliseconds>(end - Clock::now()), milliseconds::zero());
  };
  if (!encoder.inputHasEnded) encoder.write(left());
  if (encoder.inputHasEnded) {
    if (const auto exitCode = encoder.ffmpeg.exitCode(left())) {
      complete(*exitCode);
      return true;
    }
  } else if (encoder.unread.empty()) {
    return true;
  }
  if (encoder.isStuck(patience_)) {
    fail(fmt::format("ffmpeg has neither read nor written anything for {} s and was ended",
                     std::chrono::duration<double>(patience_).count()));
  }
  return false;
}

void FilmWriter::complete(int exitCode) {
  if (frames_ > 0 && (exitCode != 0 || encoder_->isRefused)) {
    fail(reason(exitCode, encoder_->ffmpeg.messages()));
  }
  const std::unique_ptr<Encoder> encoder = std::move(encoder_);
  if (frames_ > 0) encoder->file.commit();
}

void FilmWriter::fail(const std::string& why) {
  encoder_.reset();
  throw RunError(path_.string(), fmt::format("{}; {} {} lost", why, frames_,
                                             frames_ == 1 ? "frame is" : "frames are"));
}

void FilmWriter::end() {
  if (!encoder_ || std::exchange(encoder_->isOver, true)) return;
  encoder_->lastSign = Clock::now();
}

void FilmWriter::finish() {
  end();
  while (!goOn(kSlice)) continue;
}

}  // namespace gpubuck::file
