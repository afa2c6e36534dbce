// Lets gpubuck use an OpenGL context of other code.
#pragma once

#include <functional>
#include <vector>

namespace gpubuck::gl {

/// Gives the current context the state of a new context, as far as it affects the passes of
/// gpubuck. The destructor restores the previous state.
///
/// The guard saves and restores all bindings that the passes change (program, vertex array,
/// framebuffers, buffers, textures and samplers of 16 units, 8 image units, 16 shader storage
/// buffers), viewports, pixel store, and every capability, mask and mode that changes what a draw,
/// clear, upload or download does. Debug output stays unchanged.
///
/// The guard does not save state that no pass changes: the state of the caller's objects, uniforms,
/// the blend colour, and the clear value of the stencil buffer. Conditional rendering cannot be
/// detected and must not be active.
class StateGuard {
 public:
  /// Throws RunError and changes nothing if the state cannot be restored later: if a query that
  /// counts samples or primitives is active, a transform feedback is active, or the program in use
  /// is marked for deletion.
  StateGuard();
  ~StateGuard();
  StateGuard(const StateGuard&) = delete;
  StateGuard& operator=(const StateGuard&) = delete;

 private:
  std::vector<std::function<void()>> undo_;  ///< in the order of saving
};

}  // namespace gpubuck::gl
