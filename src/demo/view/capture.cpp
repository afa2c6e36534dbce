#include "demo/view/capture.h"

#include <stdexcept>

namespace gpubuck::demo {

void Turntable::start(std::int64_t frames) {
  if (frames < 1) throw std::invalid_argument("a turn needs a frame");
  frame_ = 0;
  frames_ = frames;
}

double Turntable::angle() const {
  return turning() ? 360.0 * double(frame_) / double(frames_) : 0.0;
}

}  // namespace gpubuck::demo
