#include "texel/compute_limits.h"

#include "gl/api.h"

namespace gpubuck::texel {
namespace {

bool hasSubgroups32() {
  if (!GLEW_KHR_shader_subgroup) return false;
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
  if (!GLEW_VERSION_4_3) return {};
  ComputeLimits limits;
  GLint sharedBytes = 0;
  GLint64 bufferBytes = 0;
  glGetIntegerv(GL_MAX_COMPUTE_WORK_GROUP_INVOCATIONS, &limits.groupSize);
  glGetIntegerv(GL_MAX_COMPUTE_SHARED_MEMORY_SIZE, &sharedBytes);
  glGetInteger64v(GL_MAX_SHADER_STORAGE_BLOCK_SIZE, &bufferBytes);
  limits.sharedBytes = sharedBytes;
  limits.bufferBytes = bufferBytes;
  limits.subgroups32 = hasSubgroups32();
  return limits;
}

}  // namespace gpubuck::texel
