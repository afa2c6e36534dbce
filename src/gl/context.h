// OpenGL contexts, what they run on, and waiting for it.
#pragma once

#include <chrono>
#include <functional>
#include <memory>
#include <string>
#include <vector>

namespace gpubuck::gl {

struct ContextOptions {
  int gpu = -1;  ///< index into listGpus(), or -1: the first real GPU that works, else software
  bool debug = false;  ///< a debug context: the driver reports every error through KHR_debug
};

/// One device that EGL offers.
struct Gpu {
  std::string name;  ///< the driver's device file, or how EGL names the device
  bool software = false;
};

/// The devices `ContextOptions::gpu` chooses from; empty where EGL cannot enumerate them.
std::vector<Gpu> listGpus();

/// A context of our own, core profile, 4.6 if the driver has it and at least 3.3. It is current on
/// the thread that made it, and must be current, or none, where it dies.
class Context {
 public:
  virtual ~Context() = default;
  Context(const Context&) = delete;
  Context& operator=(const Context&) = delete;

  /// Without a window system by EGL (a real GPU's device first, then Mesa's surfaceless platform,
  /// then a software device); where EGL is missing, a hidden GLFW window. Throws InputError for a
  /// GPU index out of range and RunError when none can be had, with every way tried and why.
  static std::unique_ptr<Context> createHeadless(const ContextOptions& options);

  /// Makes it current on the calling thread. Throws RunError where the driver refuses, as it does
  /// while another thread has it.
  virtual void makeCurrent() = 0;

  /// How the context was made: "EGL device 0", "EGL surfaceless", "hidden window".
  const std::string& origin() const { return origin_; }

 protected:
  explicit Context(std::string origin) : origin_(std::move(origin)) {}

 private:
  std::string origin_;
};

/// Loads the functions of the current context, whoever made it, and clears its pending errors. Must
/// be called before any other use of a context, and again after a context of another driver or
/// version has been current. Throws RunError where it has no OpenGL 3.3.
void loadFunctions();

/// What the current context is and can do.
struct Capabilities {
  std::string vendor, renderer, version, shadingLanguage;
  int major = 0, minor = 0;
  int maxTextureSize = 0;
  bool software = false;  ///< a software rasteriser (llvmpipe, softpipe, swr)

  bool atLeast(int wantedMajor, int wantedMinor) const {
    return major > wantedMajor || (major == wantedMajor && minor >= wantedMinor);
  }
};
Capabilities queryCapabilities();
/// Capabilities::software alone, quick enough to be asked at every turn.
bool isSoftware();

/// Asks `done` again and again until it says yes, for `longest` at most, and at least once.
void spin(const std::function<bool()>& done, std::chrono::milliseconds longest);

/// Spins for 2 ms at most; the caller then waits in the driver, which costs no more if the answer
/// is there. A driver that waits puts the thread to sleep: NVIDIA's 580 for 0.15 ms or more, longer
/// than a scatter takes. Returns at once on a software renderer, which needs the processor itself.
void poll(const std::function<bool()>& done);

/// Waits until the GPU has done all it was given.
void finish();

}  // namespace gpubuck::gl
