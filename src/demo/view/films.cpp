#include "demo/view/films.h"

#include <algorithm>
#include <array>
#include <chrono>
#include <cmath>
#include <glm/vec2.hpp>
#include <stdexcept>
#include <utility>

#include "base/error.h"
#include "file/output_file.h"
#include "file/pictures.h"

namespace gpubuck::demo {

namespace fs = std::filesystem;

using std::chrono::milliseconds;

namespace {

constexpr double kSlice = 0.02;  ///< seconds between two checks of a film that ffmpeg is completing

}  // namespace

fs::path fullPath(const fs::path& path) {
  std::error_code error;
  const fs::path full = fs::absolute(path, error);
  return error ? path : full.lexically_normal();
}

fs::path Recorder::saveScreenshot(const Image& image, const std::string& stem) const {
  if (image.rgb.empty()) throw RunError("screenshot", "the window has no pixels");
  fs::path path = newPath(stem, ".png");
  file::writePng(path, image);
  return path;
}

fs::path Recorder::newPath(const std::string& stem, const std::string& suffix) const {
  file::prepareOutputDirectory(folder_);
  return file::unusedName(folder_, file::fileName(stem), suffix);
}

void Recorder::startFilm(const std::string& stem, int framesPerSecond) {
  if (recording_) throw std::logic_error("a film is being recorded");
  if (framesPerSecond < 1) throw std::invalid_argument("a film needs a frame rate above 0");
  if (completing()) throw RunError("film", "the last film is still being written");
  if (const std::string why = file::FilmWriter::whyNot(); !why.empty()) throw RunError("film", why);
  file::prepareOutputDirectory(folder_);
  stem_ = file::fileName(stem);
  framesPerSecond_ = framesPerSecond;
  recording_ = isReady_ = true;
}

void Recorder::append(const Image& frame) {
  if (!recording_) throw std::logic_error("no film is being recorded");
  if (frame.rgb.empty()) return;
  guarded([&] {
    if (!writer_) {
      writer_ = std::make_unique<file::FilmWriter>(
          file::unusedName(folder_, stem_, file::FilmWriter::suffix()), frame.width, frame.height,
          framesPerSecond_);
    }
    const bool fits = frame.width == writer_->width() && frame.height == writer_->height();
    writer_->append(fits ? frame : fitted(frame, writer_->width(), writer_->height()));
  });
  goOn(0.0);
}

std::optional<Film> Recorder::goOn(double seconds) {
  if (!writer_) return {};
  guarded([&] {
    if (!recording_) writer_->end();
    isReady_ = writer_->goOn(milliseconds(std::lround(1e3 * seconds)));
  });
  if (recording_ || !isReady_) return {};
  const std::unique_ptr<file::FilmWriter> writer = std::move(writer_);
  const std::int64_t frames = writer->frames();
  return Film{writer->path(), frames, double(frames) / framesPerSecond_};
}

std::optional<Film> Recorder::finishFilm(double patience) {
  endFilm();
  if (writer_) writer_->setPatience(milliseconds(std::lround(1e3 * patience)));
  std::optional<Film> film;
  while (writer_) film = goOn(kSlice);
  return film;
}

void Recorder::guarded(const std::function<void()>& act) {
  try {
    act();
  } catch (...) {
    recording_ = false;
    writer_.reset();
    throw;
  }
}

Image fitted(const Image& image, int width, int height) {
  Image result{width, height, {}};
  result.rgb.assign(
      std::size_t{3} * static_cast<std::size_t>(width) * static_cast<std::size_t>(height), 0);
  const double scale = std::min(double(width) / image.width, double(height) / image.height);
  // A border of a single pixel would follow from rounding.
  const auto side = [scale](int from, int room) {
    const int size = std::max(1, int(std::lround(from * scale)));
    return size + 1 >= room ? room : size;
  };
  const int across = side(image.width, width), down = side(image.height, height);
  const int left = (width - across) / 2, top = (height - down) / 2;
  // If the result is smaller than `image`, each of its pixels is the mean of the pixels of `image`
  // that it covers. If the result is larger, each of its pixels is the nearest pixel of `image`.
  for (int y = 0; y < down; ++y) {
    const int y0 = y * image.height / down, y1 = std::max(y0 + 1, (y + 1) * image.height / down);
    for (int x = 0; x < across; ++x) {
      const int x0 = x * image.width / across,
                x1 = std::max(x0 + 1, (x + 1) * image.width / across);
      std::array<int, 3> sum{};
      for (int row = y0; row < y1; ++row) {
        for (int column = x0; column < x1; ++column) {
          const auto* const pixel =
              &image.rgb[3 * (std::size_t(row) * std::size_t(image.width) + std::size_t(column))];
          for (int k = 0; k < 3; ++k) sum[std::size_t(k)] += pixel[k];
        }
      }
      auto* const to =
          &result.rgb[3 * (std::size_t(top + y) * std::size_t(width) + std::size_t(left + x))];
      const int pixels = (y1 - y0) * (x1 - x0);
      for (int k = 0; k < 3; ++k) {
        to[k] = static_cast<std::uint8_t>((sum[std::size_t(k)] + pixels / 2) / pixels);
      }
    }
  }
  return result;
}

namespace {

Clock::duration secondsOf(double seconds) {
  return std::chrono::duration_cast<Clock::duration>(std::chrono::duration<double>(seconds));
}

/// Returns the size to which a picture is shrunk for the film.
glm::ivec2 shrunk(const render::Canvas& picture) {
  const double scale = std::min({1.0, double(Replay::kMostWidth) / picture.width(),
                                 double(Replay::kMostHeight) / picture.height()});
  // Films have even widths and heights.
  const auto side = [&](int pixels) {
    return std::max(2, static_cast<int>(std::lround(scale * pixels)) / 2 * 2);
  };
  return {side(picture.width()), side(picture.height())};
}

}  // namespace

bool Replay::isDue(Clock::time_point now) const {
  return !isFilming() && (isEmpty() || now - pictures_.back().time >= secondsOf(1.0 / kRate));
}

void Replay::add(const render::Canvas& picture, Clock::time_point now) {
  const glm::ivec2 size = shrunk(picture);
  std::optional<render::Canvas> canvas;
  // The last picture before the film's begin is kept, since it is the first frame.
  while (pictures_.size() > 1 && pictures_[1].time <= now - secondsOf(kSeconds)) {
    canvas.emplace(std::move(pictures_.front().canvas));
    pictures_.pop_front();
  }
  if (!canvas || !canvas->hasSize(size.x, size.y)) canvas.emplace(size.x, size.y);
  picture.copyTo(*canvas);
  pictures_.push_back({now, std::move(*canvas)});
}

void Replay::beginFilm(Clock::time_point now) {
  const double held =
      std::chrono::duration<double>(pictures_.back().time - pictures_.front().time).count();
  frames_ = 1 + static_cast<int>(std::lround(kRate * std::min(held, kSeconds)));
  frame_ = 0;
  begun_ = now;
}

bool Replay::skipTo(Clock::time_point now) {
  const double played = std::chrono::duration<double>(now - begun_).count();
  const int shown = std::min(frames_ - 1, static_cast<int>(kRate * played));
  if (shown < *frame_) return false;
  frame_ = shown;
  return true;
}

Image Replay::nextFrame() {
  const double before = double(frames_ - 1 - *frame_) / kRate;
  const Clock::time_point time = pictures_.back().time - secondsOf(before);
  const auto after = std::ranges::upper_bound(pictures_, time, {}, &Picture::time);
  ++*frame_;
  if (*frame_ == frames_) endFilm();
  return (after == pictures_.begin() ? after : std::prev(after))->canvas.read();
}

void Turntable::start(std::int64_t frames) {
  if (frames < 1) throw std::invalid_argument("a turn needs at least 1 frame");
  frame_ = 0;
  frames_ = frames;
}

double Turntable::angle() const {
  return turning() ? 360.0 * double(frame_) / double(frames_) : 0.0;
}

glm::ivec2 pictureSize(const Capture& capture, const glm::ivec2& inWindow) {
  switch (capture.size) {
    case PictureSize::Window:
      return inWindow;
    case PictureSize::FullHd:
      return {1920, 1080};
    case PictureSize::QuadHd:
      return {2560, 1440};
    case PictureSize::UltraHd:
      return {3840, 2160};
    case PictureSize::Own:
      break;
  }
  return {static_cast<int>(capture.ownWidth), static_cast<int>(capture.ownHeight)};
}

}  // namespace gpubuck::demo
