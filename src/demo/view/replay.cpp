#include "demo/view/replay.h"

#include <algorithm>
#include <cmath>

#include "demo/view/recorder.h"

namespace gpubuck::demo {
namespace {

Clock::duration secondsOf(double seconds) {
  return std::chrono::duration_cast<Clock::duration>(std::chrono::duration<double>(seconds));
}

Image shrunk(const Image& image) {
  const double scale = std::min(
      {1.0, double(Replay::kMostWidth) / image.width, double(Replay::kMostHeight) / image.height});
  // Films have even sides.
  const auto side = [&](int pixels) {
    return std::max(2, static_cast<int>(std::lround(scale * pixels)) / 2 * 2);
  };
  return fitted(image, side(image.width), side(image.height));
}

}  // namespace

bool Replay::isDue(Clock::time_point now) const {
  return !isFilming() && (isEmpty() || now - pictures_.back().time >= secondsOf(1.0 / kRate));
}

void Replay::add(const Image& picture, Clock::time_point now) {
  if (picture.rgb.empty()) return;
  pictures_.push_back({now, shrunk(picture)});
  // The one before the first frame is that frame.
  while (pictures_.size() > 1 && pictures_[1].time <= now - secondsOf(kSeconds)) {
    pictures_.pop_front();
  }
}

void Replay::beginFilm() {
  const double held =
      std::chrono::duration<double>(pictures_.back().time - pictures_.front().time).count();
  frames_ = 1 + static_cast<int>(std::lround(kRate * std::min(held, kSeconds)));
  frame_ = 0;
}

const Image& Replay::nextFrame() {
  const double before = double(frames_ - 1 - *frame_) / kRate;
  const Clock::time_point time = pictures_.back().time - secondsOf(before);
  const auto after = std::ranges::upper_bound(pictures_, time, {}, &Picture::time);
  ++*frame_;
  if (*frame_ == frames_) endFilm();
  return after == pictures_.begin() ? pictures_.front().image : std::prev(after)->image;
}

}  // namespace gpubuck::demo
