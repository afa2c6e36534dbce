// Shares a context with code that does not know of gpubuck.
#pragma once

#include <functional>
#include <vector>

namespace gpubuck::gl {

/// While it lives the current context has the state that the passes of gpubuck rely on: that of a
/// new context, as far as it matters to them. Then it has the state of before again.
///
/// Kept are all bindings that the passes change (program, vertex array, framebuffers, buffers,
/// textures and samplers of 16 units, 8 image units, 16 shader storage buffers), viewports, pixel
/// store, and every capability, mask and mode that changes what a draw, clear, upload or download
/// does. Debug output stays the caller's.
///
/// Not kept, since no pass touches it: what belongs to objects of the caller's, uniforms, blend
/// functions, the clear value of stencils. Conditional rendering cannot be seen and must not be
/// under way.
class StateGuard {
 public:
  /// Throws RunError, with nothing changed, where the state cannot be kept: a query that counts
  /// samples or primitives or a transform feedback is under way, or the program in use is marked
  /// for deletion.
  StateGuard();
  ~StateGuard();
  StateGuard(const StateGuard&) = delete;
  StateGuard& operator=(const StateGuard&) = delete;

 private:
  std::vector<std::function<void()>> undo_;  ///< in the order of saving
};

}  // namespace gpubuck::gl
