// OpenGL contexts, what they run on, and waiting for it.
#pragma once

#include <chrono>
#include <functional>
#include <memory>
#include <string>
#include <vector>

namespace gpubuck::gl {

/// Which OpenGL a context is of.
enum class Profile {
  Core,  ///< desktop OpenGL, 3.3 or newer
  Es3    ///< OpenGL ES 3.0, of which WebGL 2 is a part: draws whatever the paper engine draws
};

/// The profile of contexts for which none is chosen: Core, or what the environment variable
/// GPUBUCK_OPENGL names, "core" or "es3"; in a browser Es3. Throws InputError for another value.
Profile defaultProfile();

struct ContextOptions {
  int gpu = -1;  ///< index into listGpus(), or -1: the first real GPU that works, else software
  bool debug = false;  ///< a debug context: the driver reports every error through KHR_debug
  Profile profile = defaultProfile();
};

/// One device that EGL offers.
struct Gpu {
  std::string name;  ///< the driver's device file, or how EGL names the device
  bool software = false;
};

/// The devices `ContextOptions::gpu` chooses from; empty where EGL cannot enumerate them.
std::vector<Gpu> listGpus();

/// A context of our own: core profile, 4.6 if the driver has it and at least 3.3; or OpenGL ES 3.
/// It is current on the thread that made it, and must be current, or none, where it dies.
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

/// Loads the functions of the current context, whatever made it, and clears its pending errors.
/// Must be called before any other use of a context, and again after a context of another driver or
/// version has been current. Throws RunError where it has neither OpenGL 3.3 nor OpenGL ES 3.0 that
/// can render to floats.
void loadFunctions();

struct Version {
  Profile profile = Profile::Core;
  int major = 0, minor = 0;

  /// Whether it is desktop OpenGL of this version or newer.
  bool isCore(int wantedMajor, int wantedMinor) const {
    return profile == Profile::Core &&
           (major > wantedMajor || (major == wantedMajor && minor >= wantedMinor));
  }
};

/// What differs between contexts, found by loadFunctions(). Code that calls something which not all
/// of them have asks here first. Of OpenGL ES no more is used than 3.0 has with
/// EXT_color_buffer_float, whatever the driver's version.
struct Features : Version {
  /// Queries count samples (GL_SAMPLES_PASSED). If not they tell whether any passed
  /// (GL_ANY_SAMPLES_PASSED).
  bool sampleCounts = false;
  /// The result of a query can be waited for. In a browser it comes after the present task.
  bool promptQueries = false;
  bool timers = false;        ///< queries of GL_TIME_ELAPSED
  bool textureReads = false;  ///< glGetTexImage; if not, textures are read through a framebuffer
  bool compute = false;       ///< OpenGL 4.3: compute shaders, storage buffers, images
  bool subgroups = false;     ///< GL_KHR_shader_subgroup
  bool gathers = false;       ///< GL_ARB_gpu_shader5: one component of four texels at a time
  bool debug = false;         ///< KHR_debug: messages, labels and groups; without it there are none
  /// Groups are given to the driver: in a debug context, or under a debugger (EXT_debug_tool).
  /// Elsewhere they would cost 0.8 microseconds per pass for nothing.
  bool debugGroups = false;
  bool robustness = false;      ///< ARB_robustness
  bool memoryOfNvidia = false;  ///< GL_NVX_gpu_memory_info
  bool memoryOfAmd = false;     ///< GL_ATI_meminfo
};

/// Of the context for which functions have been loaded last.
const Features& features();

/// What the current context is and can do.
struct Capabilities : Version {
  std::string vendor, renderer, version, shadingLanguage;
  int maxTextureSize = 0;
  bool software = false;  ///< a software rasteriser (llvmpipe, softpipe, swr)
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
