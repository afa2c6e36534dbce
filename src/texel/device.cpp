#include "texel/device.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>

#include "base/error.h"
#include "base/id.h"

namespace gpubuck::texel {

const char* engineName(Engine engine) { return engine == Engine::Fast ? "fast" : "paper"; }

std::string whyNot(Engine engine, const gl::Capabilities& capabilities) {
  const int minor = 3;
  const int major = engine == Engine::Fast ? 4 : 3;
  if (capabilities.atLeast(major, minor)) return {};
  return fmt::format("needs OpenGL {}.{}, this context has {}.{}", major, minor, capabilities.major,
                     capabilities.minor);
}

namespace {

int chooseWidth(std::int64_t largestArray, int maxTextureSize) {
  int width = largestArray == 0 ? 4096 : 64;
  while (width < 4096 && static_cast<std::int64_t>(width) * width < largestArray) width *= 2;
  return std::min(width, maxTextureSize);
}

}  // namespace

Device::Device(const DeviceOptions& options)
    : engine_(options.engine),
      shaders_(options.shaders),
      programs_(options.programs ? options.programs : std::make_shared<gl::ProgramCache>()),
      capabilities_(gl::queryCapabilities()),
      width_(options.textureWidth) {
  if (const std::string reason = whyNot(engine_, capabilities_); !reason.empty()) {
    throw RunError(fmt::format("--engine {}", engineName(engine_)), reason);
  }
  if (width_ == 0) width_ = chooseWidth(options.largestArray, capabilities_.maxTextureSize);
  if (width_ < 1 || !std::has_single_bit(static_cast<unsigned>(width_)) ||
      width_ > capabilities_.maxTextureSize) {
    throw InputError("texture width", fmt::format("{} is not a power of two up to {}", width_,
                                                  capabilities_.maxTextureSize));
  }
}

int Device::rowsFor(std::int64_t count) const {
  return static_cast<int>(std::max<std::int64_t>(1, (count + width_ - 1) / width_));
}

void Device::requireFits(const std::string& what, std::int64_t count) const {
  if (count > kMaxCount) {
    throw InputError(
        what, fmt::format("{} is more than the {} that 24-bit ids can name", count, kMaxCount));
  }
  const std::int64_t largest = static_cast<std::int64_t>(width_) * capabilities_.maxTextureSize;
  if (count > largest) {
    throw InputError(
        what, fmt::format("{} is more than the {} texels of this driver's largest texture", count,
                          largest));
  }
}

std::string Device::layoutPrologue() const {
  return fmt::format("const int kTexelWidth = {};\nconst int kTexelWidthLog2 = {};\n", width_,
                     std::countr_zero(static_cast<unsigned>(width_)));
}

}  // namespace gpubuck::texel
