// Pictures of the fluid alone, for files.
#pragma once

#include <glm/vec2.hpp>
#include <optional>

#include "demo/view/fluid_view.h"

namespace gpubuck::demo {

/// Returns the size of such a picture in pixels. `inWindow` is the size of the fluid in the window.
glm::ivec2 pictureSize(const Capture& capture, const glm::ivec2& inWindow);

/// Copies pictures of the fluid from the window, or draws them at another size.
class FluidPictures {
 public:
  /// Returns a picture; `window` shows the present fluid. Throws RunError without GPU memory.
  Image take(Display& display, const FluidView& window, const glm::ivec2& sizeInWindow);
  /// Frees the memory of pictures of another size.
  void release() { view_.reset(); }

 private:
  std::optional<FluidView> view_;
};

}  // namespace gpubuck::demo
