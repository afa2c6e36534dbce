#include "texel/pass.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/error.h"

namespace gpubuck::texel {

Pass::Pass(const Device& device, const std::string& name, const std::vector<gl::Stage>& stages)
    : device_(&device), name_(name), program_(device.makeProgram(name, stages)) {}

std::string declareBlocks(const std::vector<Block>& blocks, const char* qualifier,
                          std::size_t first) {
  std::string text;
  for (const Block& block : blocks) {
    text +=
        fmt::format("layout(std430, binding = {0}) restrict {1}buffer Block{0} {{ {2} {3}[]; }};\n",
                    first++, qualifier, block.type, block.name);
  }
  return text;
}

void Pass::bindBlocks(const std::vector<const UIntBuffer*>& buffers, std::size_t first) {
  for (const UIntBuffer* buffer : buffers) {
    glBindBufferBase(GL_SHADER_STORAGE_BUFFER, static_cast<GLuint>(first++), buffer->buffer().id());
  }
}

void Pass::fail(const std::string& why) const { throw RunError("pass " + name_, why); }

void Pass::requireRange(const Range& range) const {
  if (range.first >= 0 && range.count >= 0) return;
  fail(fmt::format("cannot take {} elements from element {} on: neither may be negative",
                   range.count, range.first));
}

void Pass::check(std::span<const Input> inputs, std::span<const Output> outputs) const {
  for (const gl::Program::Sampler& sampler : program_.samplers()) {
    const auto isBound = [&](const Input& input) {
      return input.name == sampler.name && input.texture != nullptr;
    };
    const auto input = std::ranges::find_if(inputs, isBound);
    if (input == inputs.end()) fail(sampler.name + " is not bound");
    if (std::any_of(input + 1, inputs.end(), isBound)) fail(sampler.name + " is bound twice");
    if (input->array == nullptr || traits(input->array->format()).sampler == sampler.type) continue;
    fail(fmt::format("array {} holds {}, {} reads another type", input->array->label(),
                     traits(input->array->format()).what, sampler.name));
  }
  for (const Output& output : outputs) {
    const auto isSame = [&](const auto& other) {
      return other.array == output.array && other.buffer == output.buffer;
    };
    const bool isWrittenTwice = std::ranges::count_if(outputs, isSame) > 1;
    if (!isWrittenTwice && std::ranges::none_of(inputs, isSame)) continue;
    fail((output.array != nullptr ? "array " + output.array->label()
                                  : "buffer " + output.buffer->label()) +
         (isWrittenTwice ? " is written under two names" : " is both read and written"));
  }
}

void Pass::use(std::span<const Input> inputs) {
  int unit = 0;
  for (const Input& input : inputs) {
    if (input.texture != nullptr) {
      glActiveTexture(GL_TEXTURE0 + static_cast<GLenum>(unit));
      glBindTexture(GL_TEXTURE_2D, input.texture->id());
      program_.set(input.name, unit++);
    } else if (const auto* number = std::get_if<int>(&input.number)) {
      program_.set(input.name, *number);
    } else if (const auto* natural = std::get_if<GLuint>(&input.number)) {
      program_.set(input.name, *natural);
    }
  }
  glActiveTexture(GL_TEXTURE0);
  program_.use();
}

}  // namespace gpubuck::texel
