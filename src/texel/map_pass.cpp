#include "texel/map_pass.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "base/error.h"
#include "gl/debug.h"

namespace gpubuck::texel {
namespace {

// One warp per group: groups of uneven work then leave no lanes waiting (docs/performance.md).
constexpr int kGroupSize = 32;

Launch launchOf(Engine engine) {
  return engine == Engine::Fast ? Launch::Compute : Launch::Fragment;
}

std::string fragmentPrologue(const std::vector<Output>& outputs) {
  std::string text = "#define FRAGMENT_LAUNCH\nuniform int u_first;\nuniform int u_count;\n";
  for (std::size_t k = 0; k < outputs.size(); ++k) {
    text += fmt::format("layout(location = {}) out {} {};\n", k, traits(outputs[k].format).glslType,
                        outputs[k].name);
  }
  return text;
}

std::string computePrologue(const std::vector<Output>& outputs,
                            const std::vector<std::string>& atomics) {
  std::string text = fmt::format(
      "#define COMPUTE_LAUNCH\nlayout(local_size_x = {}) in;\nuniform int u_first;\nuniform int "
      "u_count;\n",
      kGroupSize);
  for (std::size_t k = 0; k < outputs.size(); ++k) {
    const FormatTraits& format = traits(outputs[k].format);
    text += fmt::format("layout({}, binding = {}) writeonly uniform {} image_{};\n{} {} = {}(0);\n",
                        format.glslLayout, k, format.glslImage, outputs[k].name, format.glslType,
                        outputs[k].name, format.glslType);
  }
  for (std::size_t k = 0; k < atomics.size(); ++k) {
    text += fmt::format("layout(r32ui, binding = {}) coherent uniform uimage2D {};\n",
                        outputs.size() + k, atomics[k]);
  }
  return text;
}

std::string computeStores(const std::vector<Output>& outputs) {
  std::string text = "void storeOutputs(ivec2 texel) {\n";
  for (const Output& output : outputs) {
    text += fmt::format("  imageStore(image_{0}, texel, {0});\n", output.name);
  }
  return text + "}\n";
}

std::vector<gl::Stage> stagesFor(const Device& device, const MapPassInfo& info, Launch launch) {
  const gl::ShaderLibrary& shaders = device.shaders();
  const std::string common = device.layoutPrologue() + info.prologue;
  const std::string body = "#include \"" + info.name + ".glsl\"\n";
  if (launch == Launch::Compute) {
    const std::string prologue =
        common + computePrologue(info.outputs, info.atomics) + computeStores(info.outputs);
    return {{GL_COMPUTE_SHADER, 430,
             shaders.resolve(info.name, body + "#include \"texel/map_pass_compute.glsl\"\n",
                             prologue)}};
  }
  return {{GL_VERTEX_SHADER, 330, shaders.load("texel/map_pass.vert")},
          {GL_FRAGMENT_SHADER, 330,
           shaders.resolve(info.name, body + "#include \"texel/map_pass_fragment.glsl\"\n",
                           common + fragmentPrologue(info.outputs))}};
}

}  // namespace

void requireRange(const std::string& pass, const Range& range) {
  if (range.first >= 0 && range.count >= 0) return;
  throw RunError("pass " + pass, fmt::format("cannot take {} elements from element {} on: neither "
                                             "may be negative",
                                             range.count, range.first));
}

void bindInputs(std::initializer_list<const Array*> inputs) {
  GLenum unit = GL_TEXTURE0;
  for (const Array* input : inputs) {
    glActiveTexture(unit++);
    glBindTexture(GL_TEXTURE_2D, input->texture().id());
  }
  glActiveTexture(GL_TEXTURE0);
}

void assignUnits(gl::Program& program, const std::vector<std::string>& samplers) {
  for (std::size_t unit = 0; unit < samplers.size(); ++unit) {
    program.set(samplers[unit].c_str(), static_cast<int>(unit));
  }
}

MapPass::MapPass(const Device& device, const MapPassInfo& info)
    : device_(&device),
      info_(info),
      launch_(info.launch.value_or(launchOf(device.engine()))),
      program_(device.makeProgram(info.name, stagesFor(device, info, launch_))),
      framebuffer_(info.name) {
  assignUnits(program_, info_.inputs);
}

void MapPass::check(const Range& range, std::initializer_list<const Array*> inputs,
                    std::initializer_list<Array*> outputs,
                    std::initializer_list<Array*> atomics) const {
  const auto fail = [&](const std::string& why) { throw RunError("pass " + info_.name, why); };
  if (inputs.size() != info_.inputs.size() || outputs.size() != info_.outputs.size() ||
      atomics.size() != info_.atomics.size()) {
    fail(fmt::format("was given {} inputs, {} outputs and {} atomics: it takes {}, {} and {}",
                     inputs.size(), outputs.size(), atomics.size(), info_.inputs.size(),
                     info_.outputs.size(), info_.atomics.size()));
  }
  requireRange(info_.name, range);
  std::size_t k = 0;
  for (const Array* output : outputs) {
    const auto& [name, format] = info_.outputs[k++];
    if (output->format() != format) {
      fail(fmt::format("array {} holds {}, output {} is {}", output->label(),
                       traits(output->format()).what, name, traits(format).what));
    }
    if (output->count() < range.first + range.count) {
      fail(fmt::format("array {} has {} elements, output {} needs {}", output->label(),
                       output->count(), name, range.first + range.count));
    }
    if (std::count(outputs.begin(), outputs.end(), output) > 1) {
      fail(fmt::format("array {} is written under two names", output->label()));
    }
    if (std::find(inputs.begin(), inputs.end(), output) != inputs.end()) {
      fail(fmt::format("array {} is both read and written", output->label()));
    }
  }
  for (const Array* atomic : atomics) {
    if (atomic->format() == Format::Id) continue;
    fail(fmt::format("array {} holds {}, not ids", atomic->label(), traits(atomic->format()).what));
  }
}

void MapPass::run(std::int64_t count, std::initializer_list<const Array*> inputs,
                  std::initializer_list<Array*> outputs, std::initializer_list<Array*> atomics) {
  run(Range{0, count}, inputs, outputs, atomics);
}

void MapPass::run(const Range& range, std::initializer_list<const Array*> inputs,
                  std::initializer_list<Array*> outputs, std::initializer_list<Array*> atomics) {
  check(range, inputs, outputs, atomics);
  if (range.count == 0) return;
  const gl::DebugGroup group(info_.name);
  const Profiler::Scope scope(device_->profiler(), info_.name);
  program_.set("u_first", static_cast<int>(range.first));
  program_.set("u_count", static_cast<int>(range.count));
  program_.use();
  bindInputs(inputs);
  if (launch_ == Launch::Compute) {
    runCompute(range, outputs, atomics);
  } else {
    runFragments(range, outputs);
  }
}

void MapPass::runFragments(const Range& range, std::initializer_list<Array*> outputs) {
  std::array<const gl::Texture*, 8> targets{};
  std::size_t used = 0;
  for (const Array* output : outputs) targets.at(used++) = &output->texture();
  framebuffer_.bind({targets.data(), used});
  const int width = device_->textureWidth();
  const auto firstRow = static_cast<int>(range.first / width);
  const auto lastRow = static_cast<int>((range.first + range.count - 1) / width);
  glViewport(0, firstRow, width, lastRow - firstRow + 1);
  glBindVertexArray(device_->emptyVertexArray().id());
  glDrawArrays(GL_TRIANGLES, 0, 3);
}

void MapPass::runCompute(const Range& range, std::initializer_list<Array*> outputs,
                         std::initializer_list<Array*> atomics) {
  GLuint unit = 0;
  for (const Array* output : outputs) {
    glBindImageTexture(unit++, output->texture().id(), 0, GL_FALSE, 0, GL_WRITE_ONLY,
                       output->texture().internalFormat());
  }
  for (const Array* atomic : atomics) {
    glBindImageTexture(unit++, atomic->texture().id(), 0, GL_FALSE, 0, GL_READ_WRITE, GL_R32UI);
  }
  const std::int64_t groups = (range.count + kGroupSize - 1) / kGroupSize;
  constexpr std::int64_t kMaxGroupsX = 65535;
  const std::int64_t groupsX = std::min(groups, kMaxGroupsX);
  glDispatchCompute(static_cast<GLuint>(groupsX),
                    static_cast<GLuint>((groups + groupsX - 1) / groupsX), 1);
  glMemoryBarrier(GL_ALL_BARRIER_BITS);
}

}  // namespace gpubuck::texel
