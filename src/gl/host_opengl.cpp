// OpenGL, EGL and GLX of the host. A portable build links these functions instead of the libraries,
// so that it also starts on machines without the libraries. A function that the host lacks returns
// 0. Without EGL there is thus no display, no device and no current context, and other code handles
// this like a machine without a driver.
#include <dlfcn.h>

#include <initializer_list>

// Included first, since GLEW's header refuses to follow the header of OpenGL.
#include "gl/api.h"

#include <EGL/egl.h>
#include <GL/glx.h>

namespace gpubuck::gl {
namespace {

/// Returns the function of the first library that has it, or null.
void* findFunction(std::initializer_list<const char*> libraries, const char* name) {
  for (const char* library : libraries) {
    // Libraries are never closed, since drivers do not survive being closed.
    void* const handle = dlopen(library, RTLD_LAZY | RTLD_LOCAL);
    void* const function = handle != nullptr ? dlsym(handle, name) : nullptr;
    if (function != nullptr) return function;
  }
  return nullptr;
}

/// Returns a function of OpenGL. A machine without a window system may have neither library; EGL
/// finds the same functions.
void* findOpenGl(const char* name) {
  void* const function = findFunction({"libOpenGL.so.0", "libGL.so.1"}, name);
  return function != nullptr ? function : reinterpret_cast<void*>(eglGetProcAddress(name));
}
void* findEgl(const char* name) { return findFunction({"libEGL.so.1"}, name); }
void* findGlx(const char* name) { return findFunction({"libGLX.so.0", "libGL.so.1"}, name); }

}  // namespace
}  // namespace gpubuck::gl

// The headers above check each signature.
#define GPUBUCK_HOST(FIND, RESULT, NAME, PARAMETERS, ARGUMENTS)                               \
  extern "C" RESULT NAME PARAMETERS {                                                         \
    static const auto function = reinterpret_cast<decltype(&NAME)>(gpubuck::gl::FIND(#NAME)); \
    return function != nullptr ? function ARGUMENTS : static_cast<RESULT>(0);                 \
  }
#define GPUBUCK_GL(...) GPUBUCK_HOST(findOpenGl, __VA_ARGS__)
#define GPUBUCK_EGL(...) GPUBUCK_HOST(findEgl, __VA_ARGS__)
#define GPUBUCK_GLX(...) GPUBUCK_HOST(findGlx, __VA_ARGS__)

// OpenGL 1.1. GLEW finds the functions of newer versions.
GPUBUCK_GL(void, glBindTexture, (GLenum a, GLuint b), (a, b))
GPUBUCK_GL(void, glBlendFunc, (GLenum a, GLenum b), (a, b))
GPUBUCK_GL(void, glClear, (GLbitfield a), (a))
GPUBUCK_GL(void, glClearColor, (GLclampf a, GLclampf b, GLclampf c, GLclampf d), (a, b, c, d))
GPUBUCK_GL(void, glClearDepth, (GLclampd a), (a))
GPUBUCK_GL(void, glColorMask, (GLboolean a, GLboolean b, GLboolean c, GLboolean d), (a, b, c, d))
GPUBUCK_GL(void, glDeleteTextures, (GLsizei a, const GLuint* b), (a, b))
GPUBUCK_GL(void, glDepthFunc, (GLenum a), (a))
GPUBUCK_GL(void, glDepthMask, (GLboolean a), (a))
GPUBUCK_GL(void, glDepthRange, (GLclampd a, GLclampd b), (a, b))
GPUBUCK_GL(void, glDisable, (GLenum a), (a))
GPUBUCK_GL(void, glDrawArrays, (GLenum a, GLint b, GLsizei c), (a, b, c))
GPUBUCK_GL(void, glEnable, (GLenum a), (a))
GPUBUCK_GL(void, glFinish, (), ())
GPUBUCK_GL(void, glFrontFace, (GLenum a), (a))
GPUBUCK_GL(void, glGenTextures, (GLsizei a, GLuint* b), (a, b))
GPUBUCK_GL(void, glGetBooleanv, (GLenum a, GLboolean* b), (a, b))
GPUBUCK_GL(void, glGetDoublev, (GLenum a, GLdouble* b), (a, b))
GPUBUCK_GL(GLenum, glGetError, (), ())
GPUBUCK_GL(void, glGetFloatv, (GLenum a, GLfloat* b), (a, b))
GPUBUCK_GL(void, glGetIntegerv, (GLenum a, GLint* b), (a, b))
GPUBUCK_GL(const GLubyte*, glGetString, (GLenum a), (a))
GPUBUCK_GL(void, glGetTexImage, (GLenum a, GLint b, GLenum c, GLenum d, void* e), (a, b, c, d, e))
GPUBUCK_GL(GLboolean, glIsEnabled, (GLenum a), (a))
GPUBUCK_GL(void, glPixelStorei, (GLenum a, GLint b), (a, b))
GPUBUCK_GL(void, glPixelTransferf, (GLenum a, GLfloat b), (a, b))
GPUBUCK_GL(void, glPointSize, (GLfloat a), (a))
GPUBUCK_GL(void, glPolygonMode, (GLenum a, GLenum b), (a, b))
GPUBUCK_GL(void, glReadBuffer, (GLenum a), (a))
GPUBUCK_GL(void, glReadPixels,
           (GLint a, GLint b, GLsizei c, GLsizei d, GLenum e, GLenum f, void* g),
           (a, b, c, d, e, f, g))
GPUBUCK_GL(void, glTexImage2D,
           (GLenum a, GLint b, GLint c, GLsizei d, GLsizei e, GLint f, GLenum g, GLenum h,
            const void* i),
           (a, b, c, d, e, f, g, h, i))
GPUBUCK_GL(void, glTexParameteri, (GLenum a, GLenum b, GLint c), (a, b, c))
GPUBUCK_GL(void, glTexSubImage2D,
           (GLenum a, GLint b, GLint c, GLint d, GLsizei e, GLsizei f, GLenum g, GLenum h,
            const void* i),
           (a, b, c, d, e, f, g, h, i))
GPUBUCK_GL(void, glViewport, (GLint a, GLint b, GLsizei c, GLsizei d), (a, b, c, d))

using EglFunction = __eglMustCastToProperFunctionPointerType;
GPUBUCK_EGL(EGLBoolean, eglBindAPI, (EGLenum a), (a))
GPUBUCK_EGL(EGLBoolean, eglChooseConfig,
            (EGLDisplay a, const EGLint* b, EGLConfig* c, EGLint d, EGLint* e), (a, b, c, d, e))
GPUBUCK_EGL(EGLContext, eglCreateContext,
            (EGLDisplay a, EGLConfig b, EGLContext c, const EGLint* d), (a, b, c, d))
GPUBUCK_EGL(EGLBoolean, eglDestroyContext, (EGLDisplay a, EGLContext b), (a, b))
GPUBUCK_EGL(EGLContext, eglGetCurrentContext, (), ())
GPUBUCK_EGL(EGLDisplay, eglGetCurrentDisplay, (), ())
GPUBUCK_EGL(EGLSurface, eglGetCurrentSurface, (EGLint a), (a))
GPUBUCK_EGL(EGLint, eglGetError, (), ())
GPUBUCK_EGL(EglFunction, eglGetProcAddress, (const char* a), (a))
GPUBUCK_EGL(EGLBoolean, eglInitialize, (EGLDisplay a, EGLint* b, EGLint* c), (a, b, c))
GPUBUCK_EGL(EGLBoolean, eglMakeCurrent, (EGLDisplay a, EGLSurface b, EGLSurface c, EGLContext d),
            (a, b, c, d))
GPUBUCK_EGL(EGLenum, eglQueryAPI, (), ())

GPUBUCK_GLX(const char*, glXGetClientString, (Display * a, int b), (a, b))
GPUBUCK_GLX(GLXContext, glXGetCurrentContext, (), ())
GPUBUCK_GLX(Display*, glXGetCurrentDisplay, (), ())
GPUBUCK_GLX(GLXDrawable, glXGetCurrentDrawable, (), ())
GPUBUCK_GLX(GLXDrawable, glXGetCurrentReadDrawable, (), ())
GPUBUCK_GLX(Bool, glXMakeContextCurrent, (Display * a, GLXDrawable b, GLXDrawable c, GLXContext d),
            (a, b, c, d))
GPUBUCK_GLX(Bool, glXQueryVersion, (Display * a, int* b, int* c), (a, b, c))

// GLEW calls this for every function. Without GLX, EGL finds the same functions.
extern "C" __GLXextFuncPtr glXGetProcAddressARB(const GLubyte* name) {
  using Find = decltype(&glXGetProcAddressARB);
  static const auto find = reinterpret_cast<Find>(gpubuck::gl::findGlx("glXGetProcAddressARB"));
  return find != nullptr ? find(name) : eglGetProcAddress(reinterpret_cast<const char*>(name));
}
