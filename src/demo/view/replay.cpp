#include "demo/view/replay.h"

#include <algorithm>
#include <cmath>
#include <glm/vec2.hpp>
#include <utility>

namespace gpubuck::demo {
namespace {

Clock::duration secondsOf(double seconds) {
  return std::chrono::duration_cast<Clock::duration>(std::chrono::duration<double>(seconds));
}

/// Returns the size of a picture in the film.
glm::ivec2 shrunk(const render::Canvas& picture) {
  const double scale = std::min({1.0, double(Replay::kMostWidth) / picture.width(),
                                 double(Replay::kMostHeight) / picture.height()});
  // Films have even sides.
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
  // The one before the first frame is that frame.
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

}  // namespace gpubuck::demo
