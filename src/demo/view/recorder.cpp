#include "demo/view/recorder.h"

#include <algorithm>
#include <array>
#include <chrono>
#include <cmath>
#include <stdexcept>
#include <utility>

#include "base/error.h"
#include "file/output_file.h"
#include "file/pictures.h"

namespace gpubuck::demo {
namespace fs = std::filesystem;

using std::chrono::milliseconds;

namespace {

constexpr double kSlice = 0.02;  ///< seconds between two looks at a film that is completed

}  // namespace

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
  return Film{writer->path(), writer->frames()};
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
  const int across = std::clamp(int(std::lround(image.width * scale)), 1, width);
  const int down = std::clamp(int(std::lround(image.height * scale)), 1, height);
  const int left = (width - across) / 2, top = (height - down) / 2;
  // Takes the mean of the covered pixels if the picture shrinks, the nearest pixel if it grows.
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

}  // namespace gpubuck::demo
