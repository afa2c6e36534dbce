// file::FilmWriter on a page, in place of file/film.cpp: the browser's MediaRecorder records a
// canvas that shows the frames. The page offers the film as a download (web/films.js).
#include "file/film.h"

#include <emscripten.h>
#include <fmt/format.h>

#include <stdexcept>
#include <utility>

#include "base/error.h"

namespace gpubuck::file {

struct FilmWriter::Encoder {};

std::string FilmWriter::suffix() {
  const bool isMp4 = EM_ASM_INT({ return Module.films.suffix() == '.mp4'; }) != 0;
  return isMp4 ? ".mp4" : ".webm";
}

std::string FilmWriter::whyNot() {
  if (EM_ASM_INT({ return Module.films.suffix() != ""; }) != 0) return {};
  return "this browser has no MediaRecorder for films";
}

FilmWriter::FilmWriter(std::filesystem::path path, int width, int height, int framesPerSecond)
    : path_(std::move(path)), width_(width), height_(height) {
  if (const std::string why = whyNot(); !why.empty()) throw RunError(path_.string(), why);
  EM_ASM({ Module.films.begin(UTF8ToString($0), $1, $2); }, path_.filename().c_str(), width,
         height);
  (void)framesPerSecond;  // not needed: MediaRecorder records in real time
  encoder_ = std::make_unique<Encoder>();
}

FilmWriter::~FilmWriter() { end(); }

void FilmWriter::append(const Image& frame) {
  if (!encoder_) throw std::logic_error(path_.string() + ": the film is over");
  if (frame.width != width_ || frame.height != height_ || !frame.holdsItsPixels()) {
    throw RunError(path_.string(), fmt::format("frames must have {} x {} pixels, got {} x {}",
                                               width_, height_, frame.width, frame.height));
  }
  EM_ASM({ Module.films.append(HEAPU8.subarray($0, $0 + $1)); }, frame.rgb.data(),
         frame.rgb.size());
  ++frames_;
}

bool FilmWriter::goOn(std::chrono::milliseconds) { return true; }

void FilmWriter::end() {
  if (std::exchange(encoder_, nullptr)) EM_ASM({ Module.films.end(); });
}

void FilmWriter::finish() { end(); }

}  // namespace gpubuck::file
