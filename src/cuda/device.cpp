#include "cuda/device.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <mutex>
#include <utility>
#include <vector>

#include "base/error.h"
#include "gl/context.h"

namespace gpubuck::cuda {
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
