#include "cuda/driver.h"

#include <fmt/format.h>

#include "base/error.h"

#ifdef __linux__
#include <dlfcn.h>
#endif

namespace gpubuck::cuda {

#ifdef __linux__
void* openLibrary(const char* name, bool onlyIfLoaded) {
  return dlopen(name, RTLD_NOW | RTLD_LOCAL | (onlyIfLoaded ? RTLD_NOLOAD : 0));
}

void* functionOf(void* library, const char* name) { return dlsym(library, name); }
#else
void* openLibrary(const char*, bool) { return nullptr; }
void* functionOf(void*, const char*) { return nullptr; }
#endif

namespace {

constexpr const char* kLibrary = "libcuda.so.1";

template <typename Pointer>
void load(void* library, const char* name, Pointer& function) {
  function = reinterpret_cast<Pointer>(functionOf(library, name));
  if (function == nullptr) {
    throw RunError(kWhat,
                   fmt::format("{} has no {}; CUDA 11.2 or newer is needed", kLibrary, name));
  }
}

Driver loadDriver() {
  void* const library = openLibrary(kLibrary);
  if (library == nullptr) {
    throw RunError(kWhat,
                   fmt::format("need NVIDIA's driver on Linux, and {} cannot be loaded", kLibrary));
  }
  Driver driver{};
  load(library, "cuInit", driver.init);
  load(library, "cuGetErrorString", driver.getErrorString);
  load(library, "cuDeviceGetAttribute", driver.deviceGetAttribute);
  load(library, "cuDevicePrimaryCtxRetain", driver.devicePrimaryCtxRetain);
  load(library, "cuCtxPushCurrent_v2", driver.ctxPushCurrent);
  load(library, "cuCtxPopCurrent_v2", driver.ctxPopCurrent);
  load(library, "cuCtxSynchronize", driver.ctxSynchronize);
  load(library, "cuStreamSynchronize", driver.streamSynchronize);
  load(library, "cuStreamIsCapturing", driver.streamIsCapturing);
  load(library, "cuPointerGetAttribute", driver.pointerGetAttribute);
  load(library, "cuMemAlloc_v2", driver.memAlloc);
  load(library, "cuMemFree_v2", driver.memFree);
  load(library, "cuMemcpyHtoDAsync_v2", driver.memcpyHtoDAsync);
  load(library, "cuMemcpyDtoHAsync_v2", driver.memcpyDtoHAsync);
  load(library, "cuMemcpyDtoDAsync_v2", driver.memcpyDtoDAsync);
  load(library, "cuMemsetD32Async", driver.memsetD32Async);
  load(library, "cuModuleLoadData", driver.moduleLoadData);
  load(library, "cuModuleGetFunction", driver.moduleGetFunction);
  load(library, "cuLaunchKernel", driver.launchKernel);
  driver.check(driver.init(0), "starting CUDA");
  return driver;
}

}  // namespace

void Driver::check(int result, const char* doing) const {
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
