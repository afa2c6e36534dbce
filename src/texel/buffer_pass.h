// The buffer pass, which runs a compute shader over buffers of uints (OpenGL 4.3). The invocations
// of a work group cooperate.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "texel/pass.h"

namespace gpubuck::texel {

/// An array that a compute shader writes as an image: ids as r32ui, other elements in their own
/// format.
struct Image {
  Image(const char* variable) : name(variable) {}
  Image(const char* variable, Format contents) : name(variable), format(contents) {}

  const char* name;
  Format format = Format::Id;
};

struct BufferPassInfo {
  /// The shader file without ending, such as "texel/part_scan"; also the debug label and the name
  /// in errors.
  std::string name{};
  /// Invocations per work group: the constant kGroupSize of the body, and the body's local size.
  int groupSize = 0;
  /// The buffers that the body only reads, and the buffers that it writes (and may read).
  std::vector<Block> reads{};
  std::vector<Block> writes{};
  std::vector<Image> images{};
  /// GLSL extensions that the body requires.
  std::vector<std::string> extensions{};
  /// Further GLSL before the body.
  std::string prologue{};
};

/// Runs shaders/NAME.glsl, a compute shader with its own `void main()`.
class BufferPass : public Pass {
 public:
  /// Compiles the shader. Throws RunError with the shader's file and line if it does not compile,
  /// and RunError if the context lacks OpenGL 4.3 or groups of this size.
  BufferPass(const Device& device, const BufferPassInfo& info);

  /// Runs `groups` work groups in a row, at most kMaxGroups; 0 does nothing. Later passes, uploads
  /// and downloads see the writes of this run. Throws RunError if a name of the body is not bound,
  /// for a buffer that is written and bound under two names, and for too many groups.
  void run(std::int64_t groups, const std::vector<Input>& inputs,
           const std::vector<Output>& outputs);

  /// Runs an invocation for each element of a range, in as many rows of groups as necessary. The
  /// body includes texel/element.glsl.
  void runOver(const Range& range, const std::vector<Input>& inputs,
               const std::vector<Output>& outputs);

 private:
  /// Runs `groups` work groups in rows of kMaxGroups. The last row is full, too.
  void launch(std::int64_t groups, const std::vector<Input>& inputs,
              const std::vector<Output>& outputs);

  BufferPassInfo info_;
};

}  // namespace gpubuck::texel
