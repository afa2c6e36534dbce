#include "cuda/device.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <mutex>
#include <utility>
#include <vector>

#include "base/error.h"
#include "gl/context.h"

#ifdef __linux__
#include <dlfcn.h>
#endif

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

namespace {

constexpr unsigned kAllDevices = 1;      // CU_GL_DEVICE_LIST_ALL
constexpr int kPointerDeviceNumber = 9;  // CU_POINTER_ATTRIBUTE_DEVICE_ORDINAL

/// Memory that nobody holds any more, by device.
struct Freed {
  std::mutex mutex;
  std::map<int, std::vector<Address>> of;
};

Freed& freed() {
  static auto* const kNeverEnds = new Freed;
  return *kNeverEnds;
}

}  // namespace

Device Device::ofOpenGl() {
  const Driver& cuda = driver();
  unsigned count = 0;
  int number = 0;
  if (cuda.openGlDevices(&count, &number, 1, kAllDevices) != 0 || count == 0) {
    throw RunError("arrays on the GPU",
                   fmt::format("OpenGL runs on {}, which is no device of CUDA; choose another with "
                               "the context's number of a GPU",
                               gl::queryCapabilities().renderer));
  }
  Context context = nullptr;
  cuda.check(cuda.devicePrimaryCtxRetain(&context, number), "opening the device");
  return {number, context};
}

int Device::numberOf(Address address) {
  int number = 0;
  driver().check(driver().pointerGetAttribute(&number, kPointerDeviceNumber, address),
                 fmt::format("asking for the device of the array at 0x{:x}", address));
  return number;
}

Device::Current::Current(const Device& device) {
  driver().check(driver().ctxPushCurrent(device.context_), "choosing the device");
}

Device::Current::~Current() {
  Context context = nullptr;
  driver().ctxPopCurrent(&context);
}

void Device::finish() const {
  std::vector<Address> done;
  {
    const std::lock_guard lock(freed().mutex);
    std::swap(done, freed().of[number_]);
  }
  driver().check(driver().ctxSynchronize(), "waiting for the device");
  for (const Address address : done) driver().memFreeAsync(address, nullptr);
}

Device::Memory Device::allocate(std::size_t bytes) const {
  Address address = 0;
  driver().check(driver().memAllocAsync(&address, std::max<std::size_t>(bytes, 1), nullptr),
                 fmt::format("allocating {} bytes", bytes));
  return {new Address(address), [number = number_](const Address* memory) {
            const std::lock_guard lock(freed().mutex);
            freed().of[number].push_back(*memory);
            delete memory;
          }};
}

}  // namespace gpubuck::cuda
