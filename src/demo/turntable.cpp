#include "demo/turntable.h"

#include <cmath>
#include <stdexcept>

namespace gpubuck::demo {

void Turntable::start(double azimuth, std::int64_t frames) {
  if (frames < 1) throw std::invalid_argument("a turn needs a frame");
  begun_ = azimuth;
  frame_ = 0;
  frames_ = frames;
}

double Turntable::azimuth() const {
  if (!turning()) return begun_;
  return std::remainder(begun_ + 360.0 * double(frame_) / double(frames_), 360.0);
}

}  // namespace gpubuck::demo
