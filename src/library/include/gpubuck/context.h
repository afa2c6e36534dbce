// The OpenGL context in which the library works.
#pragma once

#include <memory>
#include <string>
#include <vector>

namespace gpubuck::library {
class ContextState;
}

// The shared library exports the names below.
#pragma GCC visibility push(default)
namespace gpubuck {

/// The way in which the GPU runs passes over elements. Both engines give the same results.
enum class Engine {
  Auto,   ///< Fast if the context has OpenGL 4.3 (and, for a Fluid, if shader buffers can hold the
          ///< fluid), otherwise Paper
  Paper,  ///< fragment shaders that render to textures; needs OpenGL 3.3
  Fast    ///< compute shaders; needs OpenGL 4.3
};

/// A device on which a headless context can be made.
struct Gpu {
  std::string name;       ///< such as /dev/dri/card0
  bool software = false;  ///< rendered on the CPU
};

/// Returns the devices of this machine, or an empty list if the driver cannot list them. Even then
/// Context::headless() may work.
std::vector<Gpu> listGpus();

struct HeadlessOptions {
  int gpu = -1;  ///< index in listGpus(), as `gpubuck info` prints it; -1 takes the first real GPU,
                 ///< or software if there is none
  Engine engine = Engine::Auto;
};

/// An OpenGL context of the library or of the caller. Copies of a Context share the OpenGL context.
/// A context of the library is destroyed when the last copy and the last Fluid, FluidBatch and
/// NeighbourList in it are destroyed. The context caches the shaders that calls compile, so that a
/// similar call compiles nothing: create one Context and use it for all calls.
///
/// OpenGL does not survive fork(). Once a process has created or adopted a Context, every call that
/// needs OpenGL throws RunError in the children of this process.
class Context {
 public:
  /// Creates a context without a window or display. This context is current only during calls;
  /// afterwards the thread's own context is current again.
  ///
  /// Throws InputError for a gpu that does not exist and RunError without OpenGL 3.3.
  static Context headless(const HeadlessOptions& options = {});

  /// Adopts the context that is current on this thread, from any source (GLFW, SDL, Qt, EGL, GLX):
  /// desktop OpenGL 3.3 or newer, core or compatibility profile. The adopted context must be
  /// current at every call and outlive the Context. It should be current when the Context is
  /// destroyed; otherwise the shaders of the Context stay in memory.
  ///
  /// Each call works in any OpenGL state of this context and restores it. In three cases it throws
  /// RunError and does nothing. First, an OpenGL error of the caller is pending; the call names and
  /// clears it. Second, a query of samples or primitives, or a transform feedback, is active; draws
  /// of the library would spoil its result. Third, the program in use is marked for deletion and
  /// could not be restored. Conditional rendering must not be active.
  ///
  /// Throws RunError if no context with these properties is current, or if the current context
  /// cannot run the engine.
  static Context adopt(Engine engine = Engine::Auto);

  /// Returns the engine of sorts and searches, Paper or Fast.
  Engine engine() const;

  /// Returns the driver's names of the GPU and of its OpenGL, such as "llvmpipe (...), OpenGL 4.5
  /// (Core Profile) ...".
  const std::string& description() const;

  /// For the library itself: returns the state of the context.
  const std::shared_ptr<library::ContextState>& state() const { return state_; }

 private:
  explicit Context(std::shared_ptr<library::ContextState> state);

  std::shared_ptr<library::ContextState> state_;
};

}  // namespace gpubuck
#pragma GCC visibility pop
