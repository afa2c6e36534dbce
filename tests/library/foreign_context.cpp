#include "library/foreign_context.h"

#include <EGL/egl.h>
#include <EGL/eglext.h>

#include <array>

#include "base/error.h"
#include "gl/context.h"
#include "gl/debug.h"

namespace gpubuck::test {
namespace {

/// Opens the display of the first device.
EGLDisplay openDisplay() {
  const auto list =
      reinterpret_cast<PFNEGLQUERYDEVICESEXTPROC>(eglGetProcAddress("eglQueryDevicesEXT"));
  const auto open = reinterpret_cast<PFNEGLGETPLATFORMDISPLAYEXTPROC>(
      eglGetProcAddress("eglGetPlatformDisplayEXT"));
  std::array<EGLDeviceEXT, 16> devices{};
  EGLint count = 0;
  list(static_cast<EGLint>(devices.size()), devices.data(), &count);
  for (EGLint k = 0; k < count; ++k) {
    const EGLDisplay display =
        open(EGL_PLATFORM_DEVICE_EXT, devices[static_cast<std::size_t>(k)], nullptr);
    if (eglInitialize(display, nullptr, nullptr) == EGL_TRUE) return display;
  }
  throw RunError("the caller's display", "no EGL device opens");
}

}  // namespace

ForeignContext::ForeignContext(Profile profile)
    : displayBefore_(eglGetCurrentDisplay()), contextBefore_(eglGetCurrentContext()) {
  display_ = openDisplay();
  eglBindAPI(EGL_OPENGL_API);
  const std::array<EGLint, 5> wanted{EGL_RENDERABLE_TYPE, EGL_OPENGL_BIT, EGL_SURFACE_TYPE, 0,
                                     EGL_NONE};
  EGLConfig config = nullptr;
  EGLint configs = 0;
  eglChooseConfig(display_, wanted.data(), &config, 1, &configs);
  const EGLint mask = profile == Profile::Core ? EGL_CONTEXT_OPENGL_CORE_PROFILE_BIT
                                               : EGL_CONTEXT_OPENGL_COMPATIBILITY_PROFILE_BIT;
  constexpr std::array<std::array<EGLint, 2>, 3> kVersions{{{4, 5}, {4, 3}, {3, 3}}};
  for (const auto& [major, minor] : kVersions) {
    const std::array<EGLint, 9> attributes{EGL_CONTEXT_MAJOR_VERSION,
                                           major,
                                           EGL_CONTEXT_MINOR_VERSION,
                                           minor,
                                           EGL_CONTEXT_OPENGL_PROFILE_MASK,
                                           mask,
                                           EGL_CONTEXT_FLAGS_KHR,
                                           EGL_CONTEXT_OPENGL_DEBUG_BIT_KHR,
                                           EGL_NONE};
    context_ = eglCreateContext(display_, config, EGL_NO_CONTEXT, attributes.data());
    if (context_ != EGL_NO_CONTEXT) break;
  }
  if (context_ == EGL_NO_CONTEXT) throw RunError("the caller's context", "cannot be made");
  makeCurrent();
  gl::loadFunctions();
  gl::enableDebugOutput();
}

ForeignContext::~ForeignContext() {
  letGo();
  eglDestroyContext(display_, context_);
  if (contextBefore_ != EGL_NO_CONTEXT) {
    eglMakeCurrent(displayBefore_, EGL_NO_SURFACE, EGL_NO_SURFACE, contextBefore_);
    gl::loadFunctions();
  }
}

void ForeignContext::makeCurrent() {
  if (eglMakeCurrent(display_, EGL_NO_SURFACE, EGL_NO_SURFACE, context_) != EGL_TRUE) {
    throw RunError("the caller's context", "cannot be made current");
  }
}

bool ForeignContext::isCurrent() const { return eglGetCurrentContext() == context_; }

void ForeignContext::letGo() {
  eglMakeCurrent(eglGetCurrentDisplay(), EGL_NO_SURFACE, EGL_NO_SURFACE, EGL_NO_CONTEXT);
}

}  // namespace gpubuck::test
