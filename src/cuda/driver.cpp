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

void* symbolOf(void* library, const char* name) { return dlsym(library, name); }
#else
void* openLibrary(const char*, bool) { return nullptr; }
void* symbolOf(void*, const char*) { return nullptr; }
#endif

void* functionOf(void* library, const char* libraryName, const char* name) {
  void* const function = symbolOf(library, name);
  if (function != nullptr) return function;
  throw RunError(kWhat,
                 fmt::format("{} has no {}; CUDA 11.2 or newer is needed", libraryName, name));
}

namespace {

constexpr const char* kLibrary = "libcuda.so.1";

Driver loadDriver() {
  void* const library = openLibrary(kLibrary);
  if (library == nullptr) {
    throw RunError(kWhat,
                   fmt::format("need NVIDIA's driver on Linux, and {} cannot be loaded", kLibrary));
  }
  Driver driver{};
  load(library, kLibrary, "cuInit", driver.init);
  load(library, kLibrary, "cuGetErrorString", driver.getErrorString);
  load(library, kLibrary, "cuDeviceGetAttribute", driver.deviceGetAttribute);
  load(library, kLibrary, "cuDevicePrimaryCtxRetain", driver.devicePrimaryCtxRetain);
  load(library, kLibrary, "cuCtxPushCurrent_v2", driver.ctxPushCurrent);
  load(library, kLibrary, "cuCtxPopCurrent_v2", driver.ctxPopCurrent);
  load(library, kLibrary, "cuCtxSynchronize", driver.ctxSynchronize);
  load(library, kLibrary, "cuStreamSynchronize", driver.streamSynchronize);
  load(library, kLibrary, "cuStreamIsCapturing", driver.streamIsCapturing);
  load(library, kLibrary, "cuPointerGetAttribute", driver.pointerGetAttribute);
  load(library, kLibrary, "cuMemAlloc_v2", driver.memAlloc);
  load(library, kLibrary, "cuMemFree_v2", driver.memFree);
  load(library, kLibrary, "cuMemcpyHtoDAsync_v2", driver.memcpyHtoDAsync);
  load(library, kLibrary, "cuMemcpyDtoHAsync_v2", driver.memcpyDtoHAsync);
  load(library, kLibrary, "cuMemcpyDtoDAsync_v2", driver.memcpyDtoDAsync);
  load(library, kLibrary, "cuMemsetD32Async", driver.memsetD32Async);
  load(library, kLibrary, "cuModuleLoadData", driver.moduleLoadData);
  load(library, kLibrary, "cuModuleGetFunction", driver.moduleGetFunction);
  load(library, kLibrary, "cuLaunchKernel", driver.launchKernel);
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
