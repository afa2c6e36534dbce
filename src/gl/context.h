// OpenGL contexts, their devices and capabilities, and waiting for the GPU.
#pragma once

#include <array>
#include <chrono>
#include <functional>
#include <memory>
#include <string>
#include <vector>

namespace gpubuck::gl {

/// The kind of OpenGL of a context.
enum class Profile {
  Core,  ///< desktop OpenGL, 3.3 or newer
  Es3    ///< OpenGL ES 3.0, which includes WebGL 2; enough for the paper engine
};

/// Returns the versions (major, minor) that a context may have, the best version first. Code must
/// request the versions one after the other, since some drivers make a context of exactly the
/// requested version.
const std::vector<std::array<int, 2>>& versionsOf(Profile profile);

/// Returns the default profile of contexts. It is Es3 in a browser. Elsewhere the environment
/// variable GPUBUCK_OPENGL ("core" or "es3") names it, and without this variable it is Core. Throws
/// InputError for another value of the variable.
Profile defaultProfile();

struct ContextOptions {
  int gpu = -1;  ///< index into listGpus(); -1 takes the first real GPU that works, or software if
                 ///< no GPU works
  bool debug = false;  ///< a debug context: the driver reports every error through KHR_debug
  Profile profile = defaultProfile();
};

/// One device that EGL offers.
struct Gpu {
  std::string name;  ///< path of the driver's device file, or a description of the device
  bool software = false;
};

/// Returns the devices among which `ContextOptions::gpu` chooses, or an empty list if EGL cannot
/// enumerate devices.
std::vector<Gpu> listGpus();

/// A context that gpubuck makes. In the core profile it has OpenGL 4.6 if the driver has it,
/// otherwise at least 3.3. It may also be a context of OpenGL ES 3. The context is current on the
/// thread that made it. When it is destroyed, no other context may be current.
class Context {
 public:
  virtual ~Context() = default;
  Context(const Context&) = delete;
  Context& operator=(const Context&) = delete;

  /// Makes a context by EGL without a window system, or in a hidden GLFW window if EGL is missing.
  /// With EGL, it first tries the devices of real GPUs, then Mesa's surfaceless platform, then a
  /// software device. Throws InputError for a GPU index out of range. Throws RunError if all
  /// attempts fail, with the reason of each failure.
  static std::unique_ptr<Context> createHeadless(const ContextOptions& options);

  /// Makes the context current on the calling thread. Throws RunError if the driver refuses, for
  /// example because the context is current on another thread.
  virtual void makeCurrent() = 0;

  /// Returns the origin of the context: "EGL device 0", "EGL surfaceless" or "hidden window".
  const std::string& origin() const { return origin_; }

 protected:
  explicit Context(std::string origin) : origin_(std::move(origin)) {}

 private:
  std::string origin_;
};

/// Loads the functions of the current context, whichever code made it, and clears its pending
/// errors. Call this function before any other use of a context, and again after a context of
/// another driver or version has been current. Throws RunError if the context has neither OpenGL
/// 3.3 nor OpenGL ES 3.0 with rendering to floats.
void loadFunctions();

struct Version {
  Profile profile = Profile::Core;
  int major = 0, minor = 0;

  /// Returns whether the context has desktop OpenGL of this version or newer.
  bool isCore(int wantedMajor, int wantedMinor) const {
    return profile == Profile::Core &&
           (major > wantedMajor || (major == wantedMajor && minor >= wantedMinor));
  }
};

/// Features that not all contexts have. loadFunctions() finds them, and code must check a feature
/// before using it. With OpenGL ES, only version 3.0 and EXT_color_buffer_float are used, even if
/// the driver has a later version.
struct Features : Version {
  /// True if queries can count samples (GL_SAMPLES_PASSED). Otherwise they only return whether any
  /// sample passed (GL_ANY_SAMPLES_PASSED).
  bool sampleCounts = false;
  /// True if code can wait for the result of a query. In a browser it cannot: the result arrives
  /// only after the present task.
  bool promptQueries = false;
  bool timers = false;        ///< queries of GL_TIME_ELAPSED
  bool textureReads = false;  ///< glGetTexImage; without it, textures are read through a
                              ///< framebuffer
  bool compute = false;       ///< OpenGL 4.3: compute shaders, storage buffers, images
  bool subgroups = false;     ///< GL_KHR_shader_subgroup
  bool gathers = false;       ///< GL_ARB_gpu_shader5: reads one component of four texels at a
                              ///< time
  bool debug = false;         ///< KHR_debug: messages, labels and groups
  /// True if groups are passed to the driver: only in a debug context or under a debugger
  /// (EXT_debug_tool). Elsewhere nothing reads the groups, and each would cost a pass 0.8
  /// microseconds.
  bool debugGroups = false;
  bool robustness = false;      ///< ARB_robustness
  bool memoryOfNvidia = false;  ///< GL_NVX_gpu_memory_info
  bool memoryOfAmd = false;     ///< GL_ATI_meminfo
};

/// Returns the features of the context whose functions were loaded last.
const Features& features();

/// The version, names and limits of the current context.
struct Capabilities : Version {
  std::string vendor, renderer, version, shadingLanguage;
  int maxTextureSize = 0;
  bool software = false;  ///< a software renderer (llvmpipe, softpipe, SWR, SwiftShader)
};
Capabilities queryCapabilities();
/// Returns Capabilities::software alone, and is fast enough for frequent calls.
bool isSoftware();

/// Calls `done` repeatedly until it returns true, for at most `longest`, and at least once.
void spin(const std::function<bool()>& done, std::chrono::milliseconds longest);

/// Spins until `done` returns true, for at most 2 ms. The caller then calls the driver to wait,
/// which takes no time if the result is available. Without spinning, the driver would put the
/// thread to sleep. The driver 580 of NVIDIA would do so for 0.15 ms or more, which is longer than
/// a scatter takes. On a software renderer, which needs the processor for its own work, this
/// function returns at once.
void poll(const std::function<bool()>& done);

/// Waits until the GPU has completed all commands.
void finish();

/// Advice for a user whose OpenGL does not work. For each advice, docs/troubleshooting.md has a
/// section with the same heading.
struct Advice {
  const char* heading;
  const char* text;
  const char* onWindows = nullptr;  ///< the text on Windows, or null if `text` applies there, too
};

inline constexpr Advice kInstallEgl{
    "No EGL driver",
    "install libegl1, libegl-mesa0 and libgl1-mesa-dri (Debian, Ubuntu) or libglvnd-egl, "
    "mesa-libEGL and mesa-dri-drivers (Fedora), or the driver of your GPU with its EGL part"};
inline constexpr Advice kDriverFails{
    "The driver does not start",
    "update libegl-mesa0 and libgl1-mesa-dri (Debian, Ubuntu) or mesa-libEGL and mesa-dri-drivers "
    "(Fedora), or the driver of your GPU, all of one version; for a GPU you also need access to "
    "/dev/dri, through the groups video and render"};
inline constexpr Advice kTooOld{
    "OpenGL is older than 3.3",
    "update the driver: libgl1-mesa-dri (Debian, Ubuntu) or mesa-dri-drivers (Fedora), or the "
    "driver of your GPU; or choose another device by its number, which `gpubuck info` (in Python: "
    "gpubuck.info()) lists",
    "install the driver of your GPU from the website of its manufacturer; Remote Desktop and many "
    "virtual machines have only OpenGL 1.1: use the machine itself, or put Mesa's opengl32.dll "
    "into the folder of gpubuck.exe"};
inline constexpr Advice kEnvironment{"Variables that choose a driver",
                                     "unset the variables that choose or restrict the driver"};
inline constexpr Advice kGpuNumber{
    "The number of a GPU",
    "leave the number out, or take a number that `gpubuck info` lists (in "
    "Python: gpubuck.info())"};
inline constexpr Advice kNoDisplay{
    "No display for the window",
    "log in to a desktop, or set DISPLAY or WAYLAND_DISPLAY to a desktop's display (ssh -X does); "
    "without a display use gpubuck run, which needs no display",
    "log in to a desktop; gpubuck run needs a desktop, too, which a service does not have"};
inline constexpr Advice kGlew{
    "The functions of OpenGL are missing",
    "update libglew2.2 (Debian, Ubuntu) or libGLEW (Fedora) and the driver",
    "install the driver of your GPU from the website of its manufacturer"};

inline constexpr std::array kAllAdvice{kInstallEgl, kDriverFails, kTooOld, kEnvironment,
                                       kGpuNumber,  kNoDisplay,   kGlew};

/// Returns "WHY; ADVICE (docs/troubleshooting.md, HEADING)".
std::string advised(const std::string& why, const Advice& advice);

/// Returns the environment variables for OpenGL drivers that are set, as "NAME=VALUE, NAME=VALUE",
/// or an empty string.
std::string driverVariables();

}  // namespace gpubuck::gl
