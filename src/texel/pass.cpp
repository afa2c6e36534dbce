#include "texel/pass.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/error.h"

namespace gpubuck::texel {

namespace {

bool readsBuffer(const gl::Program::Sampler& sampler) {
  return sampler.type == GL_SAMPLER_BUFFER || sampler.type == GL_UNSIGNED_INT_SAMPLER_BUFFER;
}

GLenum samplerOf(Texels texels) {
  return texels == Texels::Vec4 ? GL_SAMPLER_BUFFER : GL_UNSIGNED_INT_SAMPLER_BUFFER;
}

/// Returns whether the input is of the kind that the sampler reads.
bool isFor(const gl::Program::Sampler& sampler, const Input& input) {
  return readsBuffer(sampler) ? input.texels.has_value() : input.texture != nullptr;
}

bool hasTypeOf(const gl::Program::Sampler& sampler, const Input& input) {
  if (input.texels) return samplerOf(*input.texels) == sampler.type;
  return input.array == nullptr || traits(input.array->format()).sampler == sampler.type;
}

std::string contentsOf(const Input& input) {
  if (input.array != nullptr) {
    return fmt::format("array {} holds {}", input.array->label(),
                       traits(input.array->format()).what);
  }
  return fmt::format("buffer {} is bound as {}", input.buffer->label(),
                     *input.texels == Texels::Vec4 ? "vectors" : "whole numbers");
}

/// Returns the size in bytes of an Input or Output.
template <typename Binding>
std::int64_t bytesOf(const Binding& binding) {
  if (binding.array != nullptr) return binding.array->bytes();
  return binding.buffer != nullptr ? binding.buffer->bytes() : 0;
}

}  // namespace

Pass::Pass(const Device& device, const std::string& name, const std::vector<gl::Stage>& stages)
    : device_(&device), name_(name), program_(device.makeProgram(name, stages)) {}

std::string requireExtensions(const std::vector<std::string>& extensions) {
  std::string text;
  for (const std::string& extension : extensions) {
    text += fmt::format("#extension {} : require\n", extension);
  }
  return text;
}

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
  fail(fmt::format("cannot take {} elements from element {} on: both numbers must be 0 or more",
                   range.count, range.first));
}

void Pass::check(std::span<const Input> inputs, std::span<const Output> outputs) const {
  for (const gl::Program::Sampler& sampler : program_.samplers()) {
    const auto isBound = [&](const Input& input) {
      return input.name == sampler.name && isFor(sampler, input);
    };
    const auto input = std::ranges::find_if(inputs, isBound);
    if (input == inputs.end()) fail(sampler.name + " is not bound");
    if (std::any_of(input + 1, inputs.end(), isBound)) fail(sampler.name + " is bound twice");
    if (hasTypeOf(sampler, *input)) continue;
    fail(fmt::format("{}, {} reads another type", contentsOf(*input), sampler.name));
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

Pass::Scope Pass::scope(std::span<const Input> inputs, std::span<const Output> outputs) const {
  std::int64_t bytes = 0;
  if (device_->profiler().enabled()) {
    for (const Input& input : inputs) bytes += bytesOf(input);
    for (const Output& output : outputs) bytes += bytesOf(output);
  }
  return {gl::DebugGroup(name_), {device_->profiler(), name_, bytes}};
}

void Pass::use(std::span<const Input> inputs) {
  int unit = 0;
  std::size_t bufferTexture = 0;
  for (const Input& input : inputs) {
    if (input.texture != nullptr) {
      glActiveTexture(GL_TEXTURE0 + static_cast<GLenum>(unit));
      glBindTexture(GL_TEXTURE_2D, input.texture->id());
      program_.set(input.name, unit++);
    } else if (input.texels) {
      if (bufferTexture == bufferTextures_.size()) {
        bufferTextures_.emplace_back(glGenTextures, glDeleteTextures);
      }
      glActiveTexture(GL_TEXTURE0 + static_cast<GLenum>(unit));
      glBindTexture(GL_TEXTURE_BUFFER, bufferTextures_[bufferTexture++].id());
      glTexBuffer(GL_TEXTURE_BUFFER, static_cast<GLenum>(*input.texels),
                  input.buffer->buffer().id());
      program_.set(input.name, unit++);
    } else if (const auto* number = std::get_if<int>(&input.number)) {
      program_.set(input.name, *number);
    } else if (const auto* natural = std::get_if<GLuint>(&input.number)) {
      program_.set(input.name, *natural);
    }
  }
  // Makes the writes of passes to these buffers visible through the buffer textures, too.
  if (bufferTexture > 0) glMemoryBarrier(GL_TEXTURE_FETCH_BARRIER_BIT);
  glActiveTexture(GL_TEXTURE0);
  program_.use();
}

}  // namespace gpubuck::texel
