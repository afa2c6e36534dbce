// A context of a program that knows nothing of gpubuck, made with calls of EGL.
#pragma once

namespace gpubuck::test {

class ForeignContext {
 public:
  enum class Profile { Core, Compatibility };

  /// Makes a context of the newest version that the driver has, and makes it current. Debug output
  /// goes to gl::takeDebugMessages(). Throws RunError.
  explicit ForeignContext(Profile profile = Profile::Core);
  /// Ends the context. The previous context of the thread is then current again.
  ~ForeignContext();
  ForeignContext(const ForeignContext&) = delete;
  ForeignContext& operator=(const ForeignContext&) = delete;

  void makeCurrent();
  bool isCurrent() const;
  /// Releases any context on this thread.
  static void letGo();

 private:
  void* display_ = nullptr;
  void* context_ = nullptr;
  void* displayBefore_;
  void* contextBefore_;
};

}  // namespace gpubuck::test
