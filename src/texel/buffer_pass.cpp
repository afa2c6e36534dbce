#include "texel/buffer_pass.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/error.h"
#include "gl/debug.h"
#include "texel/compute_limits.h"
#include "texel/map_pass.h"

namespace gpubuck::texel {
namespace {

void requireAble(const Device& device, const BufferPassInfo& info) {
  if (const std::string reason = whyNot(Engine::Fast, device.capabilities()); !reason.empty()) {
    throw RunError("pass " + info.name, reason);
  }
  const int most = queryComputeLimits().groupSize;
  if (info.groupSize < 1 || info.groupSize > most) {
    throw RunError("pass " + info.name,
                   fmt::format("{} invocations per group are not within this driver's 1..{}",
                               info.groupSize, most));
  }
}

std::string prologueFor(const Device& device, const BufferPassInfo& info) {
  std::string text;
  for (const std::string& extension : info.extensions) {
    text += fmt::format("#extension {} : require\n", extension);
  }
  text += device.layoutPrologue();
  text += fmt::format("layout(local_size_x = {0}) in;\nconst uint kGroupSize = {0}u;\n",
                      info.groupSize);
  std::size_t binding = 0;
  const auto declare = [&](const std::vector<std::string>& names, const char* qualifier) {
    for (const std::string& name : names) {
      text += fmt::format(
          "layout(std430, binding = {0}) restrict {1}buffer Block{0} {{ uint {2}[]; }};\n",
          binding++, qualifier, name);
    }
  };
  declare(info.reads, "readonly ");
  declare(info.writes, "");
  for (std::size_t unit = 0; unit < info.images.size(); ++unit) {
    text += fmt::format("layout(r32ui, binding = {}) writeonly uniform uimage2D {};\n", unit,
                        info.images[unit]);
  }
  return text + info.prologue;
}

gl::Program compile(const Device& device, const BufferPassInfo& info) {
  requireAble(device, info);
  const std::string body = "#include \"" + info.name + ".glsl\"\n";
  return device.makeProgram(
      info.name, {{GL_COMPUTE_SHADER, 430,
                   device.shaders().resolve(info.name, body, prologueFor(device, info))}});
}

}  // namespace

BufferPass::BufferPass(const Device& device, const BufferPassInfo& info)
    : device_(&device), info_(info), program_(compile(device, info)) {
  assignUnits(program_, info_.inputs);
}

void BufferPass::check(std::int64_t groups, const BufferPassArguments& arguments) const {
  if (arguments.reads.size() != info_.reads.size() ||
      arguments.writes.size() != info_.writes.size() ||
      arguments.inputs.size() != info_.inputs.size() ||
      arguments.images.size() != info_.images.size()) {
    throw RunError(
        "pass " + info_.name,
        fmt::format("was given {} buffers to read, {} to write, {} inputs and {} images: it takes "
                    "{}, {}, {} and {}",
                    arguments.reads.size(), arguments.writes.size(), arguments.inputs.size(),
                    arguments.images.size(), info_.reads.size(), info_.writes.size(),
                    info_.inputs.size(), info_.images.size()));
  }
  for (const UIntBuffer* written : arguments.writes) {
    if (std::count(arguments.writes.begin(), arguments.writes.end(), written) +
            std::count(arguments.reads.begin(), arguments.reads.end(), written) >
        1) {
      throw RunError(
          "pass " + info_.name,
          fmt::format("buffer {} is written, and bound under two names", written->label()));
    }
  }
  for (const Array* image : arguments.images) {
    if (image->format() != Format::Id) {
      throw RunError("pass " + info_.name, fmt::format("array {} holds {}, not ids", image->label(),
                                                       traits(image->format()).what));
    }
  }
  if (groups < 0 || groups > kMaxGroups) {
    throw RunError("pass " + info_.name,
                   fmt::format("cannot run {} groups: 0..{} are allowed", groups, kMaxGroups));
  }
}

void BufferPass::run(std::int64_t groups, const BufferPassArguments& arguments) {
  check(groups, arguments);
  if (groups == 0) return;
  const gl::DebugGroup group(info_.name);
  const Profiler::Scope scope(device_->profiler(), info_.name);
  program_.use();
  GLenum textureUnit = GL_TEXTURE0;
  for (const Array* input : arguments.inputs) {
    glActiveTexture(textureUnit++);
    glBindTexture(GL_TEXTURE_2D, input->texture().id());
  }
  glActiveTexture(GL_TEXTURE0);
  GLuint binding = 0;
  for (const UIntBuffer* buffer : arguments.reads) {
    glBindBufferBase(GL_SHADER_STORAGE_BUFFER, binding++, buffer->buffer().id());
  }
  for (const UIntBuffer* buffer : arguments.writes) {
    glBindBufferBase(GL_SHADER_STORAGE_BUFFER, binding++, buffer->buffer().id());
  }
  GLuint unit = 0;
  for (const Array* image : arguments.images) {
    glBindImageTexture(unit++, image->texture().id(), 0, GL_FALSE, 0, GL_WRITE_ONLY, GL_R32UI);
  }
  glDispatchCompute(static_cast<GLuint>(groups), 1, 1);
  glMemoryBarrier(arguments.images.size() > 0
                      ? GL_ALL_BARRIER_BITS
                      : GL_SHADER_STORAGE_BARRIER_BIT | GL_BUFFER_UPDATE_BARRIER_BIT);
}

}  // namespace gpubuck::texel
