// The OpenGL context that is current on this thread, whichever code made it.
#pragma once

#include <optional>

namespace gpubuck::gl {

/// The data that a window system (EGL, GLX or WGL) needs to make a context current again.
class CurrentContext {
 public:
  /// Returns the current context of the calling thread, or an empty optional if there is none.
  static std::optional<CurrentContext> find();

  /// Returns whether both are the same context. Their surfaces may differ.
  bool isSameContext(const CurrentContext& other) const {
    return system_ == other.system_ && context_ == other.context_;
  }

  /// Releases the context, which must be current. This is needed because EGL cannot make a context
  /// current while a context of GLX is current on the thread, and vice versa.
  void release() const;
  /// Makes the context current again, with its surfaces. Returns false if the context no longer
  /// exists.
  bool makeCurrent() const;

 private:
  enum class System { Egl, Glx, Wgl };

  CurrentContext() = default;

  System system_ = System::Egl;
  void* display_ = nullptr;
  void* context_ = nullptr;
  void* eglDraw_ = nullptr;
  void* eglRead_ = nullptr;
  unsigned eglApi_ = 0;  ///< the client API bound on the thread, OpenGL or OpenGL ES
  unsigned long glxDraw_ = 0;
  unsigned long glxRead_ = 0;
};

/// Remembers the current context. The destructor makes this context current again, whichever
/// context is current by then.
class ContextRestorer {
 public:
  ContextRestorer();
  ~ContextRestorer();
  ContextRestorer(const ContextRestorer&) = delete;
  ContextRestorer& operator=(const ContextRestorer&) = delete;

 private:
  std::optional<CurrentContext> before_;
};

}  // namespace gpubuck::gl
