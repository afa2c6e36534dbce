// A context of a program that knows nothing of gpubuck: by EGL's own calls.
#pragma once

namespace gpubuck::test {

class ForeignContext {
 public:
  enum class Profile { Core, Compatibility };

  /// Makes it, of the newest version there is, and makes it current; debug output goes to
  /// gl::takeDebugMessages(). Throws RunError.
  explicit ForeignContext(Profile profile = Profile::Core);
  /// Ends it. The thread then has the context of before.
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
