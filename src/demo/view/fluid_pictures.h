// Pictures of the fluid alone, for files.
#pragma once

#include <glm/vec2.hpp>
#include <optional>

#include "demo/view/fluid_view.h"

namespace gpubuck::demo {

/// The pixels that such a picture has; `inWindow`: of the fluid in the window.
glm::ivec2 pictureSize(const Capture& capture, const glm::ivec2& inWindow);

/// Takes them from the window, or draws them beside it at a size of their own.
class FluidPictures {
 public:
  /// `window` shows the present fluid. Throws RunError without GPU memory.
  Image take(DemoState& state, const FluidView& window, const glm::ivec2& sizeInWindow);
  /// Gives the memory of pictures of their own size back.
  void release() { view_.reset(); }

 private:
  std::optional<FluidView> view_;
};

}  // namespace gpubuck::demo
