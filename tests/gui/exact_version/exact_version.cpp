// A library for LD_PRELOAD. With it, an OpenGL context of Mesa has exactly the version that a
// program asks GLFW for, as a context of NVIDIA's drivers has. Without it, Mesa may make a context
// of a newer version. The library has no effect on requests for versions above 4.5.
#include <dlfcn.h>

#include <cstdio>
#include <cstdlib>

namespace {

constexpr int kMajorHint = 0x00022002, kMinorHint = 0x00022003;  // GLFW_CONTEXT_VERSION_...
constexpr int kNewest = 45;

int major = 1, minor = 0;

template <typename Function>
Function original(const char* name) {
  return reinterpret_cast<Function>(dlsym(RTLD_NEXT, name));
}

}  // namespace

extern "C" void glfwWindowHint(int hint, int value) {
  if (hint == kMajorHint) major = value;
  if (hint == kMinorHint) minor = value;
  original<void (*)(int, int)>("glfwWindowHint")(hint, value);
}

extern "C" void* glfwCreateWindow(int width, int height, const char* title, void* monitor,
                                  void* share) {
  char version[16];
  std::snprintf(version, sizeof version, "%d.%d", major, minor);
  if (10 * major + minor <= kNewest) setenv("MESA_GL_VERSION_OVERRIDE", version, 1);
  return original<void* (*)(int, int, const char*, void*, void*)>("glfwCreateWindow")(
      width, height, title, monitor, share);
}
