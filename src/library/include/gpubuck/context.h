// The OpenGL context that the library works in.
#pragma once

#include <memory>
#include <string>
#include <vector>

namespace gpubuck::library {
class ContextState;
}

// Exported by the shared library.
#pragma GCC visibility push(default)
namespace gpubuck {

/// The way in which passes over elements are launched. Both engines give the same results.
enum class Engine {
  Auto,   ///< Fast if the context has OpenGL 4.3, otherwise Paper; a Fluid: Fast only if the
          ///< context's shader buffers hold it, too
  Paper,  ///< fragment shaders that render to textures: OpenGL 3.3
  Fast    ///< compute shaders: OpenGL 4.3
};

/// A device that a headless context can be made on.
struct Gpu {
  std::string name;       ///< such as /dev/dri/card0
  bool software = false;  ///< the processor draws
};

/// The devices of this machine. None where the driver cannot list them; a context may be made even
/// so.
std::vector<Gpu> listGpus();

struct HeadlessOptions {
  int gpu = -1;  ///< index in listGpus(), as `gpubuck info` prints it; -1 takes the first real GPU, or
                 ///< software if there is none
  Engine engine = Engine::Auto;
};

/// A context of the library, or the caller's. Copies are the same context; it lives as long as the
/// last of them and the last Fluid in it. It keeps the shaders that calls have compiled, so that a
/// similar call compiles nothing: make one Context and use it for all calls.
///
/// OpenGL does not live on in a child that fork() makes: once a process has made or adopted a
/// Context, every call in its children throws RunError.
class Context {
 public:
  /// A new context without a window or display. It is current only during calls: afterwards the
  /// thread's own context is current again.
  ///
  /// Throws InputError for a gpu that does not exist and RunError without OpenGL 3.3.
  static Context headless(const HeadlessOptions& options = {});

  /// The context that is current on this thread, whatever made it (GLFW, SDL, Qt, EGL, GLX):
  /// desktop OpenGL, core or compatibility profile, 3.3 or newer. It must be current at every call
  /// and outlive the Context. It should be current when the Context is destroyed; otherwise its
  /// shaders stay in memory.
  ///
  /// Each call works in any OpenGL state of this context and restores it. In three cases it throws
  /// RunError and does nothing: a pending OpenGL error, which it clears and names, since it is not
  /// the library's; an active query of samples or primitives, or a transform feedback, which its
  /// draws would spoil; a program in use that is marked for deletion, which could not be restored.
  /// Conditional rendering must not be active.
  ///
  /// Throws RunError if no such context is current, or if it cannot run the engine.
  static Context adopt(Engine engine = Engine::Auto);

  /// Of sorts and searches: Paper or Fast.
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
