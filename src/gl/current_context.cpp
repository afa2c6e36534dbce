#include "gl/current_context.h"

#ifdef GPUBUCK_HAVE_EGL
#include <EGL/egl.h>
#endif
#ifdef GPUBUCK_HAVE_GLX
#include <GL/glx.h>
#endif
#ifdef _WIN32
#include <windows.h>
#endif

namespace gpubuck::gl {

std::optional<CurrentContext> CurrentContext::find() {
  [[maybe_unused]] CurrentContext found;
#ifdef GPUBUCK_HAVE_EGL
  // For each client API (OpenGL, OpenGL ES), EGL has a current context of its own.
  const EGLenum bound = eglQueryAPI();
  for (const EGLenum api : {bound, static_cast<EGLenum>(EGL_OPENGL_API)}) {
    eglBindAPI(api);
    if (found.context_ = eglGetCurrentContext(); found.context_ != EGL_NO_CONTEXT) break;
  }
  found.display_ = eglGetCurrentDisplay();
  found.eglDraw_ = eglGetCurrentSurface(EGL_DRAW);
  found.eglRead_ = eglGetCurrentSurface(EGL_READ);
  found.eglApi_ = bound;
  eglBindAPI(bound);
  if (found.context_ != EGL_NO_CONTEXT) return found;
#endif
#ifdef GPUBUCK_HAVE_GLX
  found.system_ = System::Glx;
  found.context_ = glXGetCurrentContext();
  found.display_ = glXGetCurrentDisplay();
  found.glxDraw_ = glXGetCurrentDrawable();
  found.glxRead_ = glXGetCurrentReadDrawable();
  if (found.context_ != nullptr) return found;
#endif
#ifdef _WIN32
  found.system_ = System::Wgl;
  found.context_ = wglGetCurrentContext();
  found.display_ = wglGetCurrentDC();
  if (found.context_ != nullptr) return found;
#endif
  return {};
}

void CurrentContext::release() const {
#ifdef GPUBUCK_HAVE_EGL
  if (system_ == System::Egl) {
    eglMakeCurrent(display_, EGL_NO_SURFACE, EGL_NO_SURFACE, EGL_NO_CONTEXT);
  }
#endif
#ifdef GPUBUCK_HAVE_GLX
  if (system_ == System::Glx) {
    glXMakeContextCurrent(static_cast<Display*>(display_), 0, 0, nullptr);
  }
#endif
#ifdef _WIN32
  wglMakeCurrent(nullptr, nullptr);
#endif
}

bool CurrentContext::makeCurrent() const {
#ifdef GPUBUCK_HAVE_EGL
  if (system_ == System::Egl) {
    const bool done = eglMakeCurrent(display_, eglDraw_, eglRead_, context_) == EGL_TRUE;
    eglBindAPI(eglApi_);
    return done;
  }
#endif
#ifdef GPUBUCK_HAVE_GLX
  if (system_ == System::Glx) {
    return glXMakeContextCurrent(static_cast<Display*>(display_), glxDraw_, glxRead_,
                                 static_cast<GLXContext>(context_)) != 0;
  }
#endif
#ifdef _WIN32
  return wglMakeCurrent(static_cast<HDC>(display_), static_cast<HGLRC>(context_)) != 0;
#else
  return false;
#endif
}

ContextRestorer::ContextRestorer() : before_(CurrentContext::find()) {
  if (before_) before_->release();
}

ContextRestorer::~ContextRestorer() {
  if (const auto now = CurrentContext::find()) now->release();
  if (before_) before_->makeCurrent();
}

}  // namespace gpubuck::gl
