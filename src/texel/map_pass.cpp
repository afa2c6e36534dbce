#include "texel/map_pass.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/number.h"

namespace gpubuck::texel {
namespace {

// Measured (docs/performance.md). A GPU starts about one group per nanosecond, whatever the size of
// the group, so that the invocations of large groups start sooner. In a group of one warp, no other
// warp waits for the longest invocation.
constexpr int kEvenGroup = 256;
constexpr int kUnevenGroup = 32;

int groupSizeOf(Work work) { return work == Work::Even ? kEvenGroup : kUnevenGroup; }

Launch launchOf(const Device& device, const MapPassInfo& info) {
  return info.launch.value_or(device.engine() == Engine::Fast ? Launch::Compute : Launch::Fragment);
}

std::string fragmentPrologue(const std::vector<MapPassInfo::Variable>& outputs) {
  std::string text = "#define FRAGMENT_LAUNCH\nuniform int u_first;\nuniform int u_count;\n";
  for (std::size_t k = 0; k < outputs.size(); ++k) {
    text += fmt::format("layout(location = {}) out {} {};\n", k, traits(outputs[k].format).glslType,
                        outputs[k].name);
  }
  return text;
}

std::string computePrologue(const MapPassInfo& info) {
  std::string text = fmt::format(
      "#define COMPUTE_LAUNCH\nlayout(local_size_x = {}) in;\nuniform int u_first;\nuniform int "
      "u_count;\n",
      groupSizeOf(info.work));
  int binding = 0;
  for (const auto& [name, kind] : info.outputs) {
    const FormatTraits& format = traits(kind);
    text += fmt::format(
        "layout({0}, binding = {1}) writeonly uniform {2} image_{3};\n{4} {3} = {4}(0);\n",
        format.glslLayout, binding++, format.glslImage, name, format.glslType);
  }
  for (const std::string& name : info.atomics) {
    text +=
        fmt::format("layout(r32ui, binding = {}) coherent uniform uimage2D {};\n", binding++, name);
  }
  text += declareBlocks(info.reads, "readonly ");
  return text + declareBlocks(info.writes, "", info.reads.size());
}

std::string computeStores(const std::vector<MapPassInfo::Variable>& outputs) {
  std::string text = "void storeOutputs(ivec2 texel) {\n";
  for (const MapPassInfo::Variable& output : outputs) {
    text += fmt::format("  imageStore(image_{0}, texel, {0});\n", output.name);
  }
  return text + "}\n";
}

std::vector<gl::Stage> stagesFor(const Device& device, const MapPassInfo& info) {
  const gl::ShaderLibrary& shaders = device.shaders();
  const std::string first = requireExtensions(info.extensions) + device.layoutPrologue();
  const std::string body = "#include \"" + info.name + ".glsl\"\n";
  if (launchOf(device, info) == Launch::Compute) {
    const std::string prologue =
        first + computePrologue(info) + info.prologue + computeStores(info.outputs);
    return {{GL_COMPUTE_SHADER, 430,
             shaders.resolve(info.name, body + "#include \"texel/map_pass_compute.glsl\"\n",
                             prologue)}};
  }
  return {{GL_VERTEX_SHADER, 330, shaders.load("texel/map_pass.vert")},
          {GL_FRAGMENT_SHADER, 330,
           shaders.resolve(info.name, body + "#include \"texel/map_pass_fragment.glsl\"\n",
                           first + fragmentPrologue(info.outputs) + info.prologue)}};
}

}  // namespace

MapPass::MapPass(const Device& device, const MapPassInfo& info)
    : Pass(device, info.name, stagesFor(device, info)),
      info_(info),
      launch_(launchOf(device, info)),
      framebuffer_(info.name) {}

void MapPass::run(const Range& range, const std::vector<Input>& inputs,
                  const std::vector<Output>& outputs) {
  requireRange(range);
  check(inputs, outputs);
  std::vector<AnyArray*> targets;
  const auto add = [&](const std::string& variable, Format format) {
    AnyArray* const array = bound(outputs, variable, &Output::array);
    if (array->format() != format) {
      fail(fmt::format("array {} holds {}, output {} is {}", array->label(),
                       traits(array->format()).what, variable, traits(format).what));
    }
    targets.push_back(array);
  };
  for (const auto& [variable, format] : info_.outputs) {
    add(variable, format);
    if (targets.back()->count() < range.first + range.count) {
      fail(fmt::format("array {} has {} elements, output {} needs {}", targets.back()->label(),
                       targets.back()->count(), variable, range.first + range.count));
    }
  }
  for (const std::string& variable : info_.atomics) add(variable, Format::Id);
  const std::vector<const UIntBuffer*> reads = buffersOf(info_.reads, inputs);
  const std::vector<const UIntBuffer*> writes = buffersOf(info_.writes, outputs);
  if (range.count == 0) return;
  const Scope running = scope(inputs, outputs);
  set("u_first", static_cast<int>(range.first));
  set("u_count", static_cast<int>(range.count));
  use(inputs);
  bindBlocks(reads);
  bindBlocks(writes, reads.size());
  if (launch_ == Launch::Compute) {
    runCompute(range, targets);
  } else {
    runFragments(range, targets);
  }
}

void MapPass::runFragments(const Range& range, const std::vector<AnyArray*>& outputs) {
  std::vector<const gl::Texture*> targets;
  for (const AnyArray* output : outputs) targets.push_back(&output->texture());
  framebuffer_.bind(targets);
  const int width = device().textureWidth();
  const auto firstRow = static_cast<int>(range.first / width);
  const auto lastRow = static_cast<int>((range.first + range.count - 1) / width);
  glViewport(0, firstRow, width, lastRow - firstRow + 1);
  glBindVertexArray(device().emptyVertexArray().id());
  if (info_.flagOnly) glColorMask(GL_FALSE, GL_FALSE, GL_FALSE, GL_TRUE);
  glDrawArrays(GL_TRIANGLES, 0, 3);
  if (info_.flagOnly) glColorMask(GL_TRUE, GL_TRUE, GL_TRUE, GL_TRUE);
}

void MapPass::runCompute(const Range& range, const std::vector<AnyArray*>& outputs) {
  for (std::size_t unit = 0; unit < outputs.size(); ++unit) {
    const bool isAtomic = unit >= info_.outputs.size();
    const gl::Texture& texture = outputs[unit]->texture();
    glBindImageTexture(static_cast<GLuint>(unit), texture.id(), 0, GL_FALSE, 0,
                       isAtomic ? GL_READ_WRITE : GL_WRITE_ONLY,
                       isAtomic ? GL_R32UI : texture.internalFormat());
  }
  const std::int64_t groups = divideUp(range.count, groupSizeOf(info_.work));
  const std::int64_t groupsX = std::min(groups, kMaxGroups);
  glDispatchCompute(static_cast<GLuint>(groupsX), static_cast<GLuint>(divideUp(groups, groupsX)),
                    1);
  glMemoryBarrier(GL_ALL_BARRIER_BITS);
}

}  // namespace gpubuck::texel
