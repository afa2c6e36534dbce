// The OpenGL context that the library works in.
#pragma once

#include <memory>
#include <string>

namespace gpubuck::library {
class ContextState;
}

// Shown by the shared library.
#pragma GCC visibility push(default)
namespace gpubuck {

/// How the passes over elements are launched. Both give the same results.
enum class Engine {
  Auto,   ///< Fast where the context has OpenGL 4.3, else Paper
  Paper,  ///< fragment shaders that render to textures: OpenGL 3.3
  Fast    ///< compute shaders: OpenGL 4.3
};

struct HeadlessOptions {
  int gpu = -1;  ///< a number that `gpubuck info` lists; -1: the first real GPU, else software
  Engine engine = Engine::Auto;
};

/// A context of the library's own, or the caller's. Copies are the same context; it lives as long
/// as the last of them and the last Fluid in it. It keeps the shaders that calls have compiled, so
/// that a call like one before compiles nothing: make one Context and use it for all calls.
class Context {
 public:
  /// A new context without a window or display. It is current only within calls: the context that
  /// the thread has is current again when they return.
  ///
  /// Throws InputError for a gpu that is not there and RunError where there is no OpenGL 3.3.
  static Context headless(const HeadlessOptions& options = {});

  /// The context that is current on this thread, whatever made it (GLFW, SDL, Qt, EGL, GLX):
  /// desktop OpenGL, core or compatibility profile, 3.3 or newer. It must be current at every call
  /// and outlive the Context; it should be current where the Context ends, which otherwise leaves
  /// its shaders behind.
  ///
  /// Each call leaves the OpenGL state of this context as it was, however it was set, and works
  /// whatever it was. Three things a call refuses with a RunError, having done nothing: a pending
  /// OpenGL error, which it takes and names, since it is not the library's; an open query of
  /// samples or primitives, or a transform feedback, which its draws would spoil; a program in use
  /// that is marked for deletion, which could not be put back. Conditional rendering must not be
  /// under way.
  ///
  /// Throws RunError where no such context is current, or it cannot run the engine.
  static Context adopt(Engine engine = Engine::Auto);

  /// Paper or Fast.
  Engine engine() const;

  /// The driver's name for the GPU and its OpenGL: "llvmpipe (...), OpenGL 4.5 (Core Profile) ...".
  const std::string& description() const;

  /// For the library itself.
  const std::shared_ptr<library::ContextState>& state() const { return state_; }

 private:
  explicit Context(std::shared_ptr<library::ContextState> state);

  std::shared_ptr<library::ContextState> state_;
};

}  // namespace gpubuck
#pragma GCC visibility pop
