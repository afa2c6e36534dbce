#ifdef GPUBUCK_HAVE_EGL
#include "gl/egl_context.h"

#include <EGL/egl.h>
#include <EGL/eglext.h>
#include <fmt/format.h>

#include <array>
#include <string_view>

#include "base/error.h"

namespace gpubuck::gl {
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

EGLDisplay openDisplay(const EglTarget& target) {
  const auto open = eglFunction<PFNEGLGETPLATFORMDISPLAYEXTPROC>("eglGetPlatformDisplayEXT");
  if (open == nullptr) return EGL_NO_DISPLAY;
  if (target.kind == EglTarget::Kind::Device) {
    return open(EGL_PLATFORM_DEVICE_EXT, eglDevices().at(static_cast<std::size_t>(target.device)),
                nullptr);
  }
  return open(EGL_PLATFORM_SURFACELESS_MESA, EGL_DEFAULT_DISPLAY, nullptr);
}

/// A display belongs to the whole process: terminating it would end contexts of other code. So it
/// is never terminated here.
class EglContext final : public Context {
 public:
  EglContext(std::string origin, EGLDisplay display, EGLContext context)
      : Context(std::move(origin)), display_(display), context_(context) {}
  ~EglContext() override {
    eglMakeCurrent(display_, EGL_NO_SURFACE, EGL_NO_SURFACE, EGL_NO_CONTEXT);
    eglDestroyContext(display_, context_);
  }

  void makeCurrent() override {
    eglBindAPI(EGL_OPENGL_API);
    if (eglMakeCurrent(display_, EGL_NO_SURFACE, EGL_NO_SURFACE, context_) != EGL_TRUE) {
      throw RunError(origin(), fmt::format("its context cannot be made current (EGL error 0x{:x})",
                                           eglGetError()));
    }
  }

 private:
  EGLDisplay display_;
  EGLContext context_;
};

EGLContext newestCoreContext(EGLDisplay display, EGLConfig config, bool debug) {
  constexpr std::array<std::array<EGLint, 2>, 4> kVersions{{{4, 6}, {4, 5}, {4, 3}, {3, 3}}};
  for (const auto& [major, minor] : kVersions) {
    const std::array<EGLint, 9> attributes{EGL_CONTEXT_MAJOR_VERSION,
                                           major,
                                           EGL_CONTEXT_MINOR_VERSION,
                                           minor,
                                           EGL_CONTEXT_OPENGL_PROFILE_MASK,
                                           EGL_CONTEXT_OPENGL_CORE_PROFILE_BIT,
                                           EGL_CONTEXT_FLAGS_KHR,
                                           debug ? EGL_CONTEXT_OPENGL_DEBUG_BIT_KHR : 0,
                                           EGL_NONE};
    const EGLContext context = eglCreateContext(display, config, EGL_NO_CONTEXT, attributes.data());
    if (context != EGL_NO_CONTEXT) return context;
  }
  return EGL_NO_CONTEXT;
}

}  // namespace

std::vector<Gpu> listEglDevices() {
  const auto describe = eglFunction<PFNEGLQUERYDEVICESTRINGEXTPROC>("eglQueryDeviceStringEXT");
  std::vector<Gpu> gpus;
  for (EGLDeviceEXT device : eglDevices()) {
    const char* extensions = describe != nullptr ? describe(device, EGL_EXTENSIONS) : nullptr;
    Gpu gpu;
    gpu.software = listHas(extensions, "EGL_MESA_device_software");
    if (gpu.software) {
      gpu.name = "software rasteriser";
    } else if (listHas(extensions, "EGL_EXT_device_drm")) {
      const char* file = describe(device, EGL_DRM_DEVICE_FILE_EXT);
      gpu.name = file != nullptr ? file : "EGL device";
    } else {
      gpu.name = "EGL device";
    }
    gpus.push_back(gpu);
  }
  return gpus;
}

std::unique_ptr<Context> createEglContext(const EglTarget& target, bool debug,
                                          std::string& reason) {
  const std::string origin = target.kind == EglTarget::Kind::Device
                                 ? fmt::format("EGL device {}", target.device)
                                 : std::string("EGL surfaceless");
  const EGLDisplay display = openDisplay(target);
  if (display == EGL_NO_DISPLAY) {
    reason = origin + " is not offered";
    return nullptr;
  }
  const auto fail = [&](const char* step) -> std::unique_ptr<Context> {
    reason = fmt::format("{}: {} failed (EGL error 0x{:x})", origin, step, eglGetError());
    return nullptr;
  };
  if (eglInitialize(display, nullptr, nullptr) != EGL_TRUE) return fail("eglInitialize");
  if (eglBindAPI(EGL_OPENGL_API) != EGL_TRUE) return fail("binding desktop OpenGL");
  // No surface is ever used: everything is rendered to textures.
  const std::array<EGLint, 5> wanted{EGL_RENDERABLE_TYPE, EGL_OPENGL_BIT, EGL_SURFACE_TYPE, 0,
                                     EGL_NONE};
  EGLConfig config = nullptr;
  EGLint configs = 0;
  if (eglChooseConfig(display, wanted.data(), &config, 1, &configs) != EGL_TRUE || configs == 0) {
    return fail("choosing a configuration");
  }
  const EGLContext context = newestCoreContext(display, config, debug);
  if (context == EGL_NO_CONTEXT) return fail("creating an OpenGL 3.3 core context");
  if (eglMakeCurrent(display, EGL_NO_SURFACE, EGL_NO_SURFACE, context) != EGL_TRUE) {
    eglDestroyContext(display, context);
    return fail("making the context current without a surface");
  }
  return std::make_unique<EglContext>(origin, display, context);
}

}  // namespace gpubuck::gl
#endif
