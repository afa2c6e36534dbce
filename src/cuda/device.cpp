#include "cuda/device.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <mutex>

#include "base/error.h"

namespace gpubuck::cuda {
namespace {

constexpr int kPointerDeviceNumber = 9;  // CU_POINTER_ATTRIBUTE_DEVICE_ORDINAL
constexpr int kMajorVersion = 75;        // CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR
constexpr int kMinorVersion = 76;        // CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MINOR

Context primaryContextOf(int number) {
  static std::mutex mutex;
  static std::map<int, Context> contexts;
  const std::lock_guard lock(mutex);
  Context& context = contexts[number];
  if (context == nullptr) {
    driver().check(driver().devicePrimaryCtxRetain(&context, number), "opening the device");
  }
  return context;
}

int attributeOf(int device, int attribute) {
  int value = 0;
  driver().check(driver().deviceGetAttribute(&value, attribute, device), "asking for the device");
  return value;
}

}  // namespace

Device::Device(int number) : number_(number), context_(primaryContextOf(number)) {}

int Device::numberOf(Address address) {
  int number = 0;
  const int result = driver().pointerGetAttribute(&number, kPointerDeviceNumber, address);
  if (result != 0) {
    driver().check(result,
                   fmt::format("asking for the device of the array at 0x{:x}", address).c_str());
  }
  return number;
}

int Device::architecture() const {
  return 10 * attributeOf(number_, kMajorVersion) + attributeOf(number_, kMinorVersion);
}

Device::Current::Current(const Device& device) {
  driver().check(driver().ctxPushCurrent(device.context_), "choosing the device");
}

Device::Current::~Current() {
  Context context = nullptr;
  driver().ctxPopCurrent(&context);
}

Device::Memory Device::allocate(std::int64_t bytes) const {
  Address address = 0;
  const auto size = static_cast<std::size_t>(std::max<std::int64_t>(bytes, 1));
  const int result = driver().memAlloc(&address, size);
  if (result != 0) driver().check(result, fmt::format("allocating {} bytes", bytes).c_str());
  return {new Address(address), [device = *this](const Address* memory) {
            if (driver().ctxPushCurrent(device.context_) == 0) {
              driver().memFree(*memory);
              Context context = nullptr;
              driver().ctxPopCurrent(&context);
            }
            delete memory;
          }};
}

}  // namespace gpubuck::cuda
