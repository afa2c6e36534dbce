#include "texel/device.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>

#include "base/error.h"
#include "base/id.h"
#include "base/number.h"

namespace gpubuck::texel {

const char* engineName(Engine engine) { return engine == Engine::Fast ? "fast" : "paper"; }

std::string whyNot(Engine engine, const gl::Capabilities& capabilities) {
  const int major = engine == Engine::Fast ? 4 : 3;
  const bool isEs = capabilities.profile == gl::Profile::Es3;
  if (capabilities.isCore(major, 3) || (isEs && engine == Engine::Paper)) return {};
  return fmt::format("needs OpenGL {}.3, this context has {}{}.{}", major, isEs ? "OpenGL ES " : "",
                     capabilities.major, capabilities.minor);
}

namespace {

int chooseWidth(std::int64_t largestArray, int maxTextureSize) {
  int width = largestArray == 0 ? 4096 : 64;
  while (width < 4096 && static_cast<std::int64_t>(width) * width < largestArray) width *= 2;
  return std::min(width, maxTextureSize);
}

bool hasSubgroups32() {
  if (!gl::features().subgroups) return false;
  constexpr GLint kNeeded =
      GL_SUBGROUP_FEATURE_BASIC_BIT_KHR | GL_SUBGROUP_FEATURE_ARITHMETIC_BIT_KHR |
      GL_SUBGROUP_FEATURE_BALLOT_BIT_KHR | GL_SUBGROUP_FEATURE_SHUFFLE_BIT_KHR;
  GLint size = 0;
  GLint stages = 0;
  GLint features = 0;
  glGetIntegerv(GL_SUBGROUP_SIZE_KHR, &size);
  glGetIntegerv(GL_SUBGROUP_SUPPORTED_STAGES_KHR, &stages);
  glGetIntegerv(GL_SUBGROUP_SUPPORTED_FEATURES_KHR, &features);
  return size == 32 && (stages & GL_COMPUTE_SHADER_BIT) != 0 && (features & kNeeded) == kNeeded;
}

}  // namespace

ComputeLimits queryComputeLimits() {
  if (!gl::features().compute) return {};
  ComputeLimits limits;
  GLint sharedBytes = 0;
  GLint64 bufferBytes = 0;
  GLint64 bufferTexels = 0;
  glGetIntegerv(GL_MAX_COMPUTE_WORK_GROUP_INVOCATIONS, &limits.groupSize);
  glGetIntegerv(GL_MAX_COMPUTE_SHARED_MEMORY_SIZE, &sharedBytes);
  glGetIntegerv(GL_MAX_COMPUTE_SHADER_STORAGE_BLOCKS, &limits.storageBlocks);
  glGetInteger64v(GL_MAX_SHADER_STORAGE_BLOCK_SIZE, &bufferBytes);
  limits.sharedBytes = sharedBytes;
  limits.bufferBytes = bufferBytes;
  glGetInteger64v(GL_MAX_TEXTURE_BUFFER_SIZE, &bufferTexels);
  limits.bufferTexels = bufferTexels;
  limits.subgroups32 = hasSubgroups32();
  limits.software = gl::queryCapabilities().software;
  return limits;
}

Device::Device(const DeviceOptions& options)
    : engine_(options.engine),
      shaders_(options.shaders),
      programs_(options.programs ? options.programs : std::make_shared<gl::ProgramCache>()),
      capabilities_(gl::queryCapabilities()),
      width_(options.textureWidth),
      software_(options.software.value_or(capabilities_.software)),
      slices_(options.slices) {
  if (const std::string reason = whyNot(engine_, capabilities_); !reason.empty()) {
    throw RunError(fmt::format("engine {}", engineName(engine_)), reason);
  }
  if (width_ == 0) width_ = chooseWidth(options.largestArray, capabilities_.maxTextureSize);
  if (width_ < 1 || !std::has_single_bit(static_cast<unsigned>(width_)) ||
      width_ > capabilities_.maxTextureSize) {
    throw InputError("texture width", fmt::format("{} is not a power of two up to {}", width_,
                                                  capabilities_.maxTextureSize));
  }
}

int Device::rowsFor(std::int64_t count) const {
  return static_cast<int>(std::max<std::int64_t>(1, divideUp(count, width_)));
}

ComputeLimits Device::computeLimits(const std::string& what) const {
  const std::string reason = whyNot(Engine::Fast, capabilities_);
  if (!reason.empty()) throw RunError(what, reason);
  ComputeLimits limits = queryComputeLimits();
  limits.software = software_;
  return limits;
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

void Device::once(const std::string& name, const std::function<void()>& action) const {
  if (done_.contains(name)) return;
  action();
  done_.insert(name);
}

std::string Device::layoutPrologue() const {
  return fmt::format("const int kTexelWidth = {};\nconst int kTexelWidthLog2 = {};\n", width_,
                     std::countr_zero(static_cast<unsigned>(width_)));
}

}  // namespace gpubuck::texel
