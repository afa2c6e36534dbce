// The OpenGL context that is current on this thread, whoever made it.
#pragma once

#include <optional>

namespace gpubuck::gl {

/// What a window system (EGL or GLX) needs to make a context current again as it was.
class CurrentContext {
 public:
  /// The one of the calling thread; nothing where there is none.
  static std::optional<CurrentContext> find();

  /// Whether it is the same context; the surfaces it draws to may differ.
  bool isSameContext(const CurrentContext& other) const {
    return system_ == other.system_ && context_ == other.context_;
  }

  /// Lets go of it, which must be current: EGL and GLX each refuse to take a thread from the other.
  void release() const;
  /// Makes it current again, with the surfaces it had. Returns false where it is gone.
  bool makeCurrent() const;

 private:
  enum class System { Egl, Glx };

  CurrentContext() = default;
  static std::optional<CurrentContext> findEgl();
  static std::optional<CurrentContext> findGlx();

  System system_ = System::Egl;
  void* display_ = nullptr;
  void* context_ = nullptr;
  void* eglDraw_ = nullptr;
  void* eglRead_ = nullptr;
  unsigned eglApi_ = 0;  ///< the one bound on the thread, that of OpenGL or of OpenGL ES
  unsigned long glxDraw_ = 0;
  unsigned long glxRead_ = 0;
};

/// While it lives the thread may have any context current; then it has the one of before.
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
