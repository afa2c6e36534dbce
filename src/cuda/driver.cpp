#include "cuda/driver.h"

#include <fmt/format.h>

#ifdef __linux__
#include <dlfcn.h>
#endif

#include "base/error.h"

namespace gpubuck::cuda {
namespace {

constexpr const char* kWhat = "arrays on the GPU";

#ifdef __linux__
constexpr const char* kLibrary = "libcuda.so.1";

template <typename Function>
void load(void* library, const char* name, Function& function) {
  function = reinterpret_cast<Function>(dlsym(library, name));
  if (function == nullptr) {
    throw RunError(kWhat,
                   fmt::format("{} has no {}; CUDA 11.2 or newer is needed", kLibrary, name));
  }
}

Driver loadDriver() {
  void* const library = dlopen(kLibrary, RTLD_NOW | RTLD_LOCAL);
  if (library == nullptr) {
    throw RunError(kWhat, fmt::format("need NVIDIA's driver, and {} cannot be loaded ({})",
                                      kLibrary, dlerror()));
  }
  Driver driver{};
  load(library, "cuInit", driver.init);
  load(library, "cuGetErrorString", driver.getErrorString);
  load(library, "cuGLGetDevices_v2", driver.openGlDevices);
  load(library, "cuDeviceGetDefaultMemPool", driver.deviceGetDefaultMemPool);
  load(library, "cuDevicePrimaryCtxRetain", driver.devicePrimaryCtxRetain);
  load(library, "cuCtxPushCurrent_v2", driver.ctxPushCurrent);
  load(library, "cuCtxPopCurrent_v2", driver.ctxPopCurrent);
  load(library, "cuCtxSynchronize", driver.ctxSynchronize);
  load(library, "cuPointerGetAttribute", driver.pointerGetAttribute);
  load(library, "cuMemAllocAsync", driver.memAllocAsync);
  load(library, "cuMemFreeAsync", driver.memFreeAsync);
  load(library, "cuMemcpyDtoDAsync_v2", driver.memcpyDtoDAsync);
  load(library, "cuGraphicsGLRegisterBuffer", driver.graphicsGLRegisterBuffer);
  load(library, "cuGraphicsUnregisterResource", driver.graphicsUnregisterResource);
  load(library, "cuGraphicsMapResources", driver.graphicsMapResources);
  load(library, "cuGraphicsUnmapResources", driver.graphicsUnmapResources);
  load(library, "cuGraphicsResourceGetMappedPointer_v2", driver.graphicsResourceGetMappedPointer);
  driver.check(driver.init(0), "starting CUDA");
  return driver;
}
#else
Driver loadDriver() { throw RunError(kWhat, "are supported on Linux only"); }
#endif

}  // namespace

void Driver::check(int result, const std::string& doing) const {
  if (result == 0) return;
  const char* text = nullptr;
  if (getErrorString(result, &text) != 0 || text == nullptr) text = "unknown error";
  throw RunError(kWhat, fmt::format("{} failed: {} (CUDA error {})", doing, text, result));
}

const Driver& driver() {
  static const Driver kDriver = loadDriver();
  return kDriver;
}

}  // namespace gpubuck::cuda
