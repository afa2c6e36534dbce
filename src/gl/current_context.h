// The OpenGL context that is current on this thread, whatever made it.
#pragma once

#include <optional>

namespace gpubuck::gl {

/// Everything a window system (EGL or GLX) needs to make a context current again.
class CurrentContext {
 public:
  /// The one of the calling thread; empty if there is none.
  static std::optional<CurrentContext> find();

  /// Whether it is the same context; the surfaces it draws to may differ.
  bool isSameContext(const CurrentContext& other) const {
    return system_ == other.system_ && context_ == other.context_;
  }

  /// Releases it; it must be current. EGL and GLX each refuse to take a thread from the other.
  void release() const;
  /// Makes it current again, with the surfaces it had. Returns false if it no longer exists.
  bool makeCurrent() const;

 private:
  enum class System { Egl, Glx };

  CurrentContext() = default;

  System system_ = System::Egl;
  void* display_ = nullptr;
  void* context_ = nullptr;
  void* eglDraw_ = nullptr;
  void* eglRead_ = nullptr;
  unsigned eglApi_ = 0;  ///< the one bound on the thread, that of OpenGL or of OpenGL ES
  unsigned long glxDraw_ = 0;
  unsigned long glxRead_ = 0;
};

/// While it lives, any context may be made current; its destructor restores the one from before.
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
