// An OpenGL context without a window, and what it runs on.
#pragma once

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

/// A context that is current on the calling thread from its construction to its destruction, core
/// profile, 4.6 if the driver has it and at least 3.3.
class Context {
 public:
  virtual ~Context() = default;
  Context(const Context&) = delete;
  Context& operator=(const Context&) = delete;

  /// Without a window system by EGL (a real GPU's device first, then Mesa's surfaceless platform,
  /// then a software device); where EGL is missing, a hidden GLFW window. Throws InputError for a
  /// GPU index out of range and RunError when no context can be had, with every way tried and its
  /// reason.
  static std::unique_ptr<Context> createHeadless(const ContextOptions& options);

  /// How the context was made: "EGL device 0", "EGL surfaceless", "hidden window".
  const std::string& origin() const { return origin_; }

 protected:
  explicit Context(std::string origin) : origin_(std::move(origin)) {}

  /// Loads the functions and checks for 3.3 core; to be called once the context is current.
  static void loadFunctions();

 private:
  std::string origin_;
};

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

}  // namespace gpubuck::gl
