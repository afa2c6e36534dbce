// The common base of all passes: a program, and the bindings of its names in a run.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <variant>
#include <vector>

#include "gl/debug.h"
#include "gl/program.h"
#include "texel/array.h"
#include "texel/device.h"

namespace gpubuck::texel {

/// The format of the texels in which a samplerBuffer (Vec4) or usamplerBuffer reads a buffer. A
/// software renderer gathers texels three times as fast as elements of blocks.
enum class Texels : GLenum { UInt = GL_R32UI, UInt2 = GL_RG32UI, Vec4 = GL_RGBA32F };

/// The binding of a name of a body in a run: an array or texture for a sampler, a buffer for a
/// block or for a sampler of buffers, or a number for another uniform.
struct Input {
  Input(const char* variable, const AnyArray& data)
      : name(variable), array(&data), texture(&data.texture()) {}
  Input(const char* variable, const gl::Texture& data) : name(variable), texture(&data) {}
  Input(const char* variable, const UIntBuffer& data) : name(variable), buffer(&data) {}
  Input(const char* variable, const UIntBuffer& data, Texels format)
      : name(variable), buffer(&data), texels(format) {}
  Input(const char* variable, int value) : name(variable), number(value) {}
  Input(const char* variable, GLuint value) : name(variable), number(value) {}

  const char* name;
  const AnyArray* array = nullptr;
  const gl::Texture* texture = nullptr;  ///< the texture of the array, if there is one
  const UIntBuffer* buffer = nullptr;
  std::optional<Texels> texels{};  ///< format of a buffer that a sampler reads
  std::variant<std::monostate, int, GLuint> number{};
};

/// The array or buffer that a run writes under a name of a body.
struct Output {
  Output(const char* variable, AnyArray& data) : name(variable), array(&data) {}
  Output(const char* variable, UIntBuffer& data) : name(variable), buffer(&data) {}

  const char* name;
  AnyArray* array = nullptr;
  UIntBuffer* buffer = nullptr;
};

/// The name under which a compute shader indexes a buffer, and the type of the elements. For
/// example, "b_keys" makes `uint b_keys[]`. A uvec2 or vec4 has 2 or 4 of the buffer's numbers.
struct Block {
  Block(const char* variable) : name(variable) {}
  Block(const char* variable, const char* elements) : name(variable), type(elements) {}

  const char* name;
  const char* type = "uint";
};

/// Returns the lines that require extensions, for the beginning of a shader.
std::string requireExtensions(const std::vector<std::string>& extensions);

/// Returns the declaration of blocks for bindings from `first` on.
std::string declareBlocks(const std::vector<Block>& blocks, const char* qualifier,
                          std::size_t first = 0);

/// The elements first .. first + count - 1.
struct Range {
  std::int64_t first = 0;
  std::int64_t count = 0;

  bool operator==(const Range&) const = default;
};

/// A pass binds inputs and outputs by their names in the body, in any order. All samplers and
/// blocks that the body uses must be bound. Bindings of names that the body does not use are
/// ignored, since a variant of the body may need fewer names.
class Pass {
 public:
  const std::string& name() const { return name_; }
  const Device& device() const { return *device_; }

  /// Sets a uniform other than the samplers for the runs that follow (gl::Program::set).
  template <typename Value>
  void set(const char* name, const Value& value) {
    program_.set(name, value);
  }

 protected:
  /// Compiles. `name` is the shader file without ending, the debug label and the name in errors.
  /// Throws RunError naming shader file and line.
  Pass(const Device& device, const std::string& name, const std::vector<gl::Stage>& stages);

  [[noreturn]] void fail(const std::string& why) const;

  /// Fails for a sampler without a binding, with two bindings, or with an array of another type.
  /// Also fails for an array or buffer that is written under one name and read or written under
  /// another name.
  void check(std::span<const Input> inputs, std::span<const Output> outputs) const;
  void requireRange(const Range& range) const;

  /// Returns the member `kind`, such as &Output::array, of the binding of `variable`. Fails if
  /// `variable` has no binding of this kind.
  template <typename Binding, typename Pointer>
  Pointer bound(const std::vector<Binding>& bindings, const std::string& variable,
                Pointer Binding::*kind) const {
    for (const Binding& binding : bindings) {
      if (binding.name == variable && binding.*kind != nullptr) return binding.*kind;
    }
    fail(variable + " is not bound");
  }

  /// Returns the buffers bound to all blocks. Fails for a block without a buffer.
  template <typename Binding>
  std::vector<const UIntBuffer*> buffersOf(const std::vector<Block>& blocks,
                                           const std::vector<Binding>& bindings) const {
    std::vector<const UIntBuffer*> buffers;
    for (const Block& block : blocks) {
      buffers.push_back(bound(bindings, block.name, &Binding::buffer));
    }
    return buffers;
  }
  /// Binds buffers to blocks from binding `first` on.
  static void bindBlocks(const std::vector<const UIntBuffer*>& buffers, std::size_t first = 0);

  /// Names and times the commands of a run during its lifetime.
  struct Scope {
    gl::DebugGroup group;
    Profiler::Scope timing;
  };
  Scope scope(std::span<const Input> inputs, std::span<const Output> outputs) const;

  /// Makes the program current with its inputs, except blocks, which the pass binds.
  void use(std::span<const Input> inputs);

 private:
  const Device* device_;
  std::string name_;
  gl::Program program_;
  std::vector<gl::Handle> bufferTextures_;  ///< textures through which samplers read buffers
};

}  // namespace gpubuck::texel
