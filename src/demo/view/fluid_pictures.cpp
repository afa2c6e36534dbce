#include "demo/view/fluid_pictures.h"

namespace gpubuck::demo {
namespace {

// Least size of text in a picture, pixels.
constexpr double kLeastText = 10.0;

}  // namespace

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

Image FluidPictures::take(Display& display, const FluidView& window,
                          const glm::ivec2& sizeInWindow) {
  if (display.capture.size == PictureSize::Window) return window.read();
  const glm::ivec2 size = pictureSize(display.capture, sizeInWindow);
  if (!view_) view_.emplace();
  view_->draw(display, display.look, {0, 0, size.x, size.y}, kLeastText);
  return view_->read();
}

}  // namespace gpubuck::demo
