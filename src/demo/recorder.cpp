#include "demo/recorder.h"

#include <stdexcept>

#include "base/error.h"
#include "io/output_file.h"
#include "io/pictures.h"

namespace gpubuck::demo {
namespace fs = std::filesystem;

fs::path Recorder::saveScreenshot(const Image& image, const std::string& stem) const {
  if (image.rgb.empty()) throw RunError("screenshot", "the window has no pixels");
  io::prepareOutputDirectory(folder_);
  fs::path path = io::unusedName(folder_, io::fileName(stem), ".png");
  io::writePng(path, image);
  return path;
}

void Recorder::startFilm(const std::string& stem, int framesPerSecond) {
  if (recording_) throw std::logic_error("a film is being recorded");
  if (framesPerSecond < 1) throw std::invalid_argument("a film needs a frame rate above 0");
  if (const std::string why = io::FilmWriter::whyNot(); !why.empty()) throw RunError("film", why);
  io::prepareOutputDirectory(folder_);
  stem_ = io::fileName(stem);
  framesPerSecond_ = framesPerSecond;
  films_.clear();
  recording_ = true;
}

std::int64_t Recorder::frames() const {
  std::int64_t sum = held_.rgb.empty() ? 0 : 1;
  if (writer_) sum += writer_->frames();
  for (const Film& film : films_) sum += film.frames;
  return sum;
}

void Recorder::append(const Image& frame) {
  if (!recording_) throw std::logic_error("no film is being recorded");
  if (frame.rgb.empty()) return;
  record([&] {
    if (!writer_ || frame.width != writer_->width() || frame.height != writer_->height()) {
      finishFile();
      if (frame.width != held_.width || frame.height != held_.height) {
        held_ = frame;
        return;
      }
      beginFile();
    }
    writer_->append(frame);
  });
}

std::vector<Film> Recorder::stopFilm() {
  if (recording_) {
    record([&] {
      if (!held_.rgb.empty()) beginFile();
      finishFile();
    });
    recording_ = false;
  }
  return std::exchange(films_, {});
}

template <typename Action>
void Recorder::record(Action action) {
  try {
    action();
  } catch (...) {
    recording_ = false;
    held_ = {};
    writer_.reset();
    throw;
  }
}

void Recorder::beginFile() {
  writer_ =
      std::make_unique<io::FilmWriter>(io::unusedName(folder_, stem_, io::FilmWriter::suffix()),
                                       held_.width, held_.height, framesPerSecond_);
  writer_->append(std::exchange(held_, {}));
}

void Recorder::finishFile() {
  if (!writer_) return;
  writer_->finish();
  films_.push_back({writer_->path(), writer_->frames()});
  writer_.reset();
}

}  // namespace gpubuck::demo
