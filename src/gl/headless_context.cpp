// Contexts without a visible window. EGL makes them without a window system; if EGL is missing, a
// hidden window provides one.
#include <fmt/format.h>

#include "base/error.h"
#include "gl/context.h"
#ifdef GPUBUCK_HAVE_EGL
#include <EGL/egl.h>
#include <EGL/eglext.h>
#include <fmt/ranges.h>

#include <array>
#include <optional>
#include <string_view>

#include "gl/api.h"
#else
#include "gl/window.h"
#endif

namespace gpubuck::gl {
#ifdef GPUBUCK_HAVE_EGL
namespace {

template <typename Function>
Function eglFunction(const char* name) {
  return reinterpret_cast<Function>(eglGetProcAddress(name));
}

bool listHas(const char* list, std::string_view word) {
  return list != nullptr && std::string_view(list).find(word) != std::string_view::npos;
}

std::vector<EGLDeviceEXT> eglDevices() {
  const auto query = eglFunction<PFNEGLQUERYDEVICESEXTPROC>("eglQueryDevicesEXT");
  EGLint count = 0;
  if (query == nullptr || query(0, nullptr, &count) != EGL_TRUE) return {};
  std::vector<EGLDeviceEXT> devices(static_cast<std::size_t>(count));
  if (query(count, devices.data(), &count) != EGL_TRUE) return {};
  devices.resize(static_cast<std::size_t>(count));
  return devices;
}

/// A context of EGL. Its display belongs to the whole process, and is never terminated here:
/// terminating it would end contexts of other code.
class EglContext final : public Context {
 public:
  EglContext(std::string origin, EGLenum api, EGLDisplay display, EGLContext context)
      : Context(std::move(origin)), api_(api), display_(display), context_(context) {}
  ~EglContext() override {
    eglBindAPI(api_);
    eglMakeCurrent(display_, EGL_NO_SURFACE, EGL_NO_SURFACE, EGL_NO_CONTEXT);
    eglDestroyContext(display_, context_);
  }

  void makeCurrent() override {
    eglBindAPI(api_);
    if (eglMakeCurrent(display_, EGL_NO_SURFACE, EGL_NO_SURFACE, context_) != EGL_TRUE) {
      throw RunError(origin(), fmt::format("its context cannot be made current (EGL error 0x{:x})",
                                           eglGetError()));
    }
  }

 private:
  EGLenum api_;
  EGLDisplay display_;
  EGLContext context_;
};

/// The parameters with which EGL makes a context of a profile.
struct Kind {
  EGLenum api;
  EGLint renderable;
  const char* name;
  const char* oldest;  ///< name of the oldest version, for errors
};

Kind kindOf(Profile profile) {
  if (profile == Profile::Es3) {
    return {EGL_OPENGL_ES_API, EGL_OPENGL_ES3_BIT_KHR, "OpenGL ES", "OpenGL ES 3.0"};
  }
  return {EGL_OPENGL_API, EGL_OPENGL_BIT, "desktop OpenGL", "OpenGL 3.3 core"};
}

EGLContext newestContext(EGLDisplay display, EGLConfig config, const Kind& kind, Profile profile,
                         bool debug) {
  const EGLint flags = debug ? EGL_CONTEXT_OPENGL_DEBUG_BIT_KHR : 0;
  for (const auto& [major, minor] : versionsOf(profile)) {
    // First requests a context that reports resets (gl::throwIfReset), then a context that does
    // not.
    for (const bool tells : {true, false}) {
      std::vector<EGLint> wanted{EGL_CONTEXT_MAJOR_VERSION, major, EGL_CONTEXT_MINOR_VERSION, minor,
                                 EGL_CONTEXT_FLAGS_KHR,     flags};
      if (kind.api == EGL_OPENGL_API) {
        wanted.insert(wanted.end(),
                      {EGL_CONTEXT_OPENGL_PROFILE_MASK, EGL_CONTEXT_OPENGL_CORE_PROFILE_BIT});
      }
      if (tells) {
        wanted.insert(wanted.end(), {EGL_CONTEXT_OPENGL_RESET_NOTIFICATION_STRATEGY_KHR,
                                     EGL_LOSE_CONTEXT_ON_RESET_KHR});
      }
      wanted.push_back(EGL_NONE);
      const EGLContext context = eglCreateContext(display, config, EGL_NO_CONTEXT, wanted.data());
      if (context != EGL_NO_CONTEXT) return context;
    }
  }
  return EGL_NO_CONTEXT;
}

/// Returns a text such as ": OpenGL 2.1 was found". The text names the newest version of OpenGL for
/// which the device makes a context. Returns an empty string if the device makes no context.
std::string versionFound(EGLDisplay display, EGLConfig config) {
  const EGLContext context = eglCreateContext(display, config, EGL_NO_CONTEXT, nullptr);
  if (context == EGL_NO_CONTEXT) return {};
  std::string found;
  if (eglMakeCurrent(display, EGL_NO_SURFACE, EGL_NO_SURFACE, context) == EGL_TRUE) {
    const auto getString = eglFunction<const GLubyte* (*)(GLenum)>("glGetString");
    const GLubyte* version = getString != nullptr ? getString(GL_VERSION) : nullptr;
    if (version != nullptr) {
      found = fmt::format(": OpenGL {} was found", reinterpret_cast<const char*>(version));
    }
    eglMakeCurrent(display, EGL_NO_SURFACE, EGL_NO_SURFACE, EGL_NO_CONTEXT);
  }
  eglDestroyContext(display, context);
  return found;
}

/// The reason why a device provides no context, and the advice for it.
struct Refusal {
  std::string why;
  const Advice* advice;
};

/// Returns the text of the error for the case that every device refuses. The text ends with the
/// advice about environment variables if some of them choose the driver, otherwise with the advice
/// for the device that came closest to a context.
std::string advisedOn(const std::vector<Refusal>& refusals) {
  std::vector<std::string> reasons;
  const Advice* advice = &kInstallEgl;
  const auto rank = [](const Advice* each) {
    return each == &kTooOld ? 2 : each == &kDriverFails ? 1 : 0;
  };
  for (const Refusal& refusal : refusals) {
    reasons.push_back(refusal.why);
    if (rank(refusal.advice) > rank(advice)) advice = refusal.advice;
  }
  std::string why = fmt::format("{}", fmt::join(reasons, "; "));
  const std::string variables = driverVariables();
  if (variables.empty()) return advised(why, *advice);
  return advised(fmt::format("{}, with {}", why, variables), kEnvironment);
}

/// Makes a context and makes it current: on a device of eglDevices(), or on Mesa's surfaceless
/// platform if `device` is empty. If this fails, adds the reason to `refusals` and returns null.
std::unique_ptr<Context> createEglContext(std::optional<int> device, const ContextOptions& options,
                                          std::vector<Refusal>& refusals) {
  const Kind kind = kindOf(options.profile);
  const std::string origin = device ? fmt::format("EGL device {}", *device) : "EGL surfaceless";
  const auto open = eglFunction<PFNEGLGETPLATFORMDISPLAYEXTPROC>("eglGetPlatformDisplayEXT");
  EGLDisplay display = EGL_NO_DISPLAY;
  if (open != nullptr && device) {
    display =
        open(EGL_PLATFORM_DEVICE_EXT, eglDevices().at(static_cast<std::size_t>(*device)), nullptr);
  } else if (open != nullptr) {
    display = open(EGL_PLATFORM_SURFACELESS_MESA, EGL_DEFAULT_DISPLAY, nullptr);
  }
  if (display == EGL_NO_DISPLAY) {
    refusals.push_back({origin + " is not offered", &kInstallEgl});
    return nullptr;
  }
  const auto fail = [&](const char* step) -> std::unique_ptr<Context> {
    refusals.push_back(
        {fmt::format("{}: {} failed (EGL error 0x{:x})", origin, step, eglGetError()),
         &kDriverFails});
    return nullptr;
  };
  if (eglInitialize(display, nullptr, nullptr) != EGL_TRUE) return fail("eglInitialize");
  if (eglBindAPI(kind.api) != EGL_TRUE) {
    return fail(fmt::format("binding {}", kind.name).c_str());
  }
  // No surface is used, since all rendering goes to textures.
  const std::array<EGLint, 5> wanted{EGL_RENDERABLE_TYPE, kind.renderable, EGL_SURFACE_TYPE, 0,
                                     EGL_NONE};
  EGLConfig config = nullptr;
  EGLint configs = 0;
  if (eglChooseConfig(display, wanted.data(), &config, 1, &configs) != EGL_TRUE || configs == 0) {
    return fail("choosing a configuration");
  }
  const EGLContext context = newestContext(display, config, kind, options.profile, options.debug);
  if (context == EGL_NO_CONTEXT) {
    const EGLint error = eglGetError();
    refusals.push_back({fmt::format("{}: no {} context (EGL error 0x{:x}){}", origin, kind.oldest,
                                    error, versionFound(display, config)),
                        &kTooOld});
    return nullptr;
  }
  if (eglMakeCurrent(display, EGL_NO_SURFACE, EGL_NO_SURFACE, context) != EGL_TRUE) {
    eglDestroyContext(display, context);
    return fail("making the context current without a surface");
  }
  return std::make_unique<EglContext>(origin, kind.api, display, context);
}

}  // namespace

std::vector<Gpu> listGpus() {
  const auto describe = eglFunction<PFNEGLQUERYDEVICESTRINGEXTPROC>("eglQueryDeviceStringEXT");
  std::vector<Gpu> gpus;
  for (EGLDeviceEXT device : eglDevices()) {
    const char* extensions = describe != nullptr ? describe(device, EGL_EXTENSIONS) : nullptr;
    Gpu gpu{.name = "EGL device", .software = listHas(extensions, "EGL_MESA_device_software")};
    if (gpu.software) {
      gpu.name = "software rasteriser";
    } else if (listHas(extensions, "EGL_EXT_device_drm")) {
      if (const char* file = describe(device, EGL_DRM_DEVICE_FILE_EXT)) gpu.name = file;
    }
    gpus.push_back(gpu);
  }
  return gpus;
}

std::unique_ptr<Context> Context::createHeadless(const ContextOptions& options) {
  const std::vector<Gpu> gpus = listGpus();
  if (options.gpu >= static_cast<int>(gpus.size()) || options.gpu < -1) {
    throw InputError(
        "gpu", advised(fmt::format("must be 0 or more and below {}, the number of devices, got {}",
                                   gpus.size(), options.gpu),
                       kGpuNumber));
  }
  std::vector<std::optional<int>> devices;
  if (options.gpu >= 0) {
    devices.emplace_back(options.gpu);
  } else {
    const auto addDevices = [&](bool software) {
      for (std::size_t i = 0; i < gpus.size(); ++i) {
        if (gpus[i].software == software) devices.emplace_back(static_cast<int>(i));
      }
    };
    addDevices(false);
    devices.emplace_back();
    addDevices(true);
  }
  std::vector<Refusal> refusals;
  for (const std::optional<int> device : devices) {
    if (auto context = createEglContext(device, options, refusals)) {
      loadFunctions();
      return context;
    }
  }
  throw RunError(
      options.profile == Profile::Es3 ? "no OpenGL ES 3.0 context" : "no OpenGL 3.3 context",
      advisedOn(refusals));
}

#else

std::vector<Gpu> listGpus() { return {}; }

std::unique_ptr<Context> Context::createHeadless(const ContextOptions& options) {
  if (options.gpu != -1) {
    throw InputError("gpu",
                     fmt::format("must be left out where EGL is not present, got {}", options.gpu));
  }
  return std::make_unique<Window>(WindowOptions{
      .size = {16, 16}, .debug = options.debug, .visible = false, .profile = options.profile});
}

#endif

}  // namespace gpubuck::gl
