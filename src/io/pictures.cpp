#include "io/pictures.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <stdexcept>
#include <string_view>
#include <utility>

#include "base/error.h"
#include "io/input_file.h"

#define STB_IMAGE_WRITE_IMPLEMENTATION
#define STB_IMAGE_WRITE_STATIC
#define STBI_WRITE_NO_STDIO
#include <stb/stb_image_write.h>

namespace gpubuck::io {
namespace fs = std::filesystem;

namespace {

constexpr const char* kProgram = "ffmpeg";

/// Of libx264's presets, ultrafast leaves most of a small machine to the simulation: a frame of
/// 1280 x 720 costs 9 ms of one core, superfast 16 ms, veryfast 22 ms. Its files are the largest.
constexpr std::string_view kArguments =
    "-nostdin -hide_banner -loglevel error -y "
    "-f rawvideo -pixel_format rgb24 -video_size {}x{} -framerate {} -i pipe:0 "
    "-vf pad=ceil(iw/2)*2:ceil(ih/2)*2,scale=out_color_matrix=bt709:out_range=tv,format=yuv420p "
    "-c:v libx264 -preset ultrafast -crf 20 "
    "-colorspace bt709 -color_primaries bt709 -color_trc bt709 -color_range tv "
    "-movflags +faststart -f mp4";

bool holdsItsPixels(const Image& image) {
  return image.width > 0 && image.height > 0 &&
         image.rgb.size() == std::size_t{3} * static_cast<std::size_t>(image.width) *
                                 static_cast<std::size_t>(image.height);
}

/// The first line that is not blank, since ffmpeg names the cause before its consequences; without
/// the "[rawvideo @ 0x55d0c6a3]" in front.
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
  const std::string_view diskIsFull = std::strerror(ENOSPC);
  if (messages.find(diskIsFull) != std::string_view::npos) {
    return fmt::format("cannot be written: {}", diskIsFull);
  }
  if (messages.find("Unknown encoder 'libx264'") != std::string_view::npos) {
    return "this ffmpeg has no libx264, which encodes H.264; install an ffmpeg that has it";
  }
  if (!messages.empty()) return fmt::format("ffmpeg failed: {}", firstLine(messages));
  if (exitCode > 128) return fmt::format("ffmpeg was ended by signal {}", exitCode - 128);
  return fmt::format("ffmpeg ended early, with exit code {} and no message", exitCode);
}

}  // namespace

void writePng(const fs::path& path, const Image& image) {
  if (!holdsItsPixels(image)) {
    throw std::invalid_argument(fmt::format("{} bytes do not fill an RGB image of {} x {}",
                                            image.rgb.size(), image.width, image.height));
  }
  std::string png;
  const auto append = [](void* out, void* bytes, int size) {
    static_cast<std::string*>(out)->append(static_cast<const char*>(bytes),
                                           static_cast<std::size_t>(size));
  };
  if (stbi_write_png_to_func(append, &png, image.width, image.height, 3, image.rgb.data(),
                             3 * image.width) == 0) {
    throw std::bad_alloc();
  }
  writeFile(path, png);
}

std::string FilmWriter::whyNot() {
  if (!ChildProcess::find(kProgram).empty()) return {};
  return "ffmpeg is not on PATH; install it, on Debian with: apt-get install ffmpeg";
}

FilmWriter::FilmWriter(fs::path path, int width, int height, int framesPerSecond)
    : path_(std::move(path)), width_(width), height_(height), pending_(path_) {
  if (width < 1 || height < 1 || framesPerSecond < 1) {
    throw std::invalid_argument(fmt::format("no film of {} x {} pixels and {} frames per second",
                                            width, height, framesPerSecond));
  }
  if (const std::string why = whyNot(); !why.empty()) throw RunError(path_.string(), why);
  const std::string text = fmt::format(kArguments, width, height, framesPerSecond);
  const std::vector<std::string_view> words = splitWords(text, " ");
  std::vector<std::string> arguments(words.begin(), words.end());
  arguments.push_back("file:" + pending_.temporary().string());
  ffmpeg_.emplace(ChildProcess::find(kProgram), std::move(arguments));
}

FilmWriter::~FilmWriter() {
  try {
    finish();
  } catch (const std::exception&) {  // the file does not appear; a destructor cannot report why
  }
}

void FilmWriter::append(const Image& frame) {
  if (!ffmpeg_) throw std::logic_error(path_.string() + ": the film is over");
  if (frame.width != width_ || frame.height != height_ || !holdsItsPixels(frame)) {
    throw RunError(
        path_.string(),
        fmt::format("a frame of {} x {} pixels ({} bytes) is not one of this film's {} x {}",
                    frame.width, frame.height, frame.rgb.size(), width_, height_));
  }
  if (!ffmpeg_->write(frame.rgb)) fail();
  ++frames_;
}

void FilmWriter::finish() {
  if (!ffmpeg_) return;
  const int exitCode = ffmpeg_->finish();
  if (exitCode != 0 && frames_ > 0) fail();
  ffmpeg_.reset();
  if (frames_ > 0) pending_.commit();
}

void FilmWriter::fail() {
  const int exitCode = ffmpeg_->finish();
  const std::string why = reason(exitCode, ffmpeg_->messages());
  ffmpeg_.reset();
  throw RunError(path_.string(), why);
}

}  // namespace gpubuck::io
