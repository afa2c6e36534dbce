#include "texel/buffer_pass.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/error.h"
#include "base/number.h"
#include "texel/device.h"

namespace gpubuck::texel {
namespace {

void requireAble(const Device& device, const BufferPassInfo& info) {
  const std::string pass = "pass " + info.name;
  const int most = device.computeLimits(pass).groupSize;
  if (info.groupSize < 1 || info.groupSize > most) {
    throw RunError(pass, fmt::format("{} invocations per group are not within this driver's 1..{}",
                                     info.groupSize, most));
  }
}

std::string prologueFor(const Device& device, const BufferPassInfo& info) {
  std::string text = requireExtensions(info.extensions) + device.layoutPrologue();
  text += fmt::format("layout(local_size_x = {0}) in;\nconst uint kGroupSize = {0}u;\n",
                      info.groupSize);
  text += declareBlocks(info.reads, "readonly ");
  text += declareBlocks(info.writes, "", info.reads.size());
  for (std::size_t unit = 0; unit < info.images.size(); ++unit) {
    const auto& [name, format] = info.images[unit];
    const bool isId = format == Format::Id;
    text += fmt::format("layout({}, binding = {}) writeonly uniform {} {};\n",
                        isId ? "r32ui" : traits(format).glslLayout, unit,
                        isId ? "uimage2D" : traits(format).glslImage, name);
  }
  return text + info.prologue;
}

std::vector<gl::Stage> stagesFor(const Device& device, const BufferPassInfo& info) {
  requireAble(device, info);
  const std::string body = "#include \"" + info.name + ".glsl\"\n";
  return {{GL_COMPUTE_SHADER, 430,
           device.shaders().resolve(info.name, body, prologueFor(device, info))}};
}

}  // namespace

BufferPass::BufferPass(const Device& device, const BufferPassInfo& info)
    : Pass(device, info.name, stagesFor(device, info)), info_(info) {}

void BufferPass::run(std::int64_t groups, const std::vector<Input>& inputs,
                     const std::vector<Output>& outputs) {
  if (groups < 0 || groups > kMaxGroups) {
    fail(fmt::format("cannot run {} groups: 0..{} are allowed", groups, kMaxGroups));
  }
  launch(groups, inputs, outputs);
}

void BufferPass::runOver(const Range& range, const std::vector<Input>& inputs,
                         const std::vector<Output>& outputs) {
  requireRange(range);
  set("u_first", static_cast<GLuint>(range.first));
  set("u_count", static_cast<GLuint>(range.count));
  launch(divideUp(range.count, info_.groupSize), inputs, outputs);
}

void BufferPass::launch(std::int64_t groups, const std::vector<Input>& inputs,
                        const std::vector<Output>& outputs) {
  check(inputs, outputs);
  const std::vector<const UIntBuffer*> reads = buffersOf(info_.reads, inputs);
  const std::vector<const UIntBuffer*> writes = buffersOf(info_.writes, outputs);
  std::vector<const AnyArray*> images;
  for (const Image& image : info_.images) {
    images.push_back(bound(outputs, image.name, &Output::array));
    if (images.back()->format() != image.format) {
      fail(fmt::format("array {} holds {}, not {}", images.back()->label(),
                       traits(images.back()->format()).what, traits(image.format).what));
    }
  }
  if (groups == 0) return;
  const Scope running = scope(inputs, outputs);
  use(inputs);
  bindBlocks(reads);
  bindBlocks(writes, reads.size());
  for (std::size_t unit = 0; unit < images.size(); ++unit) {
    glBindImageTexture(
        static_cast<GLuint>(unit), images[unit]->texture().id(), 0, GL_FALSE, 0, GL_WRITE_ONLY,
        info_.images[unit].format == Format::Id ? GL_R32UI
                                                : images[unit]->texture().internalFormat());
  }
  const std::int64_t row = std::min(groups, kMaxGroups);
  glDispatchCompute(static_cast<GLuint>(row), static_cast<GLuint>(divideUp(groups, row)), 1);
  glMemoryBarrier(images.empty() ? GL_SHADER_STORAGE_BARRIER_BIT | GL_BUFFER_UPDATE_BARRIER_BIT
                                 : GL_ALL_BARRIER_BITS);
}

}  // namespace gpubuck::texel
