// The map pass: an invocation computes one element of its outputs from any of its inputs.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "texel/pass.h"

namespace gpubuck::texel {

/// The way to start the invocations of a pass.
enum class Launch {
  Fragment,  ///< as fragments of a triangle, which renders to textures: OpenGL 3.3
  Compute    ///< as a dispatch, which stores to images: OpenGL 4.3
};

/// The kind of work of the invocations of a compute launch. This kind determines the size of
/// groups.
enum class Work {
  Even,   ///< about the same work for each element: groups are large, so that a GPU starts fewer
          ///< groups
  Uneven  ///< a list or neighbourhood per invocation: groups are small, so that a long invocation
          ///< keeps few others waiting
};

struct MapPassInfo {
  /// A variable that the body assigns, and the format of its output array.
  struct Variable {
    std::string name;
    Format format;
  };

  /// The shader file without ending, such as "sort/update_next"; also the debug label and the name
  /// in errors.
  std::string name;
  /// The outputs, at most 8.
  std::vector<Variable> outputs{};
  /// Id arrays that the body accesses as r32ui images, for atomics on their texels (compute only).
  std::vector<std::string> atomics{};
  /// Buffers that the body reads, and buffers that it writes (compute only).
  std::vector<Block> reads{};
  std::vector<Block> writes{};
  /// GLSL extensions that the body requires.
  std::vector<std::string> extensions{};
  /// Further GLSL before the body: #define lines that choose a variant.
  std::string prologue{};
  /// By default Compute on the engine `fast`, else Fragment.
  std::optional<Launch> launch{};
  Work work = Work::Even;
  /// Writes only the channel A of outputs of ids, so that ids stay unchanged. Fragment shaders
  /// only.
  bool flagOnly = false;
};

/// Runs the body shaders/NAME.glsl, a function `void run(int i)` that reads its samplers by
/// texelFetch and assigns every output, for i = 0 .. count-1 or a part of this range.
///
/// Both launches have the same body. In a fragment launch the outputs are `out` variables, and i
/// comes from gl_FragCoord. In a compute launch the outputs are plain globals, which are stored to
/// images after run(i). An output array must not be an input of the same run.
class MapPass : public Pass {
 public:
  /// Compiles. Throws RunError naming shader file and line.
  MapPass(const Device& device, const MapPassInfo& info);

  /// Computes elements 0 .. count-1 of every output, and writes nothing else. Throws RunError if a
  /// name of the body is not bound, or is bound to an array of another format or with too few
  /// elements, and for an array or buffer that is written under two names or both read and written.
  void run(std::int64_t count, const std::vector<Input>& inputs,
           const std::vector<Output>& outputs) {
    run(Range{0, count}, inputs, outputs);
  }

  /// Computes only the elements of `range`, so that a long pass can be spread over several frames
  /// of a window. The result of an element does not depend on the range.
  void run(const Range& range, const std::vector<Input>& inputs,
           const std::vector<Output>& outputs);

 private:
  void runFragments(const Range& range, const std::vector<AnyArray*>& outputs);
  void runCompute(const Range& range, const std::vector<AnyArray*>& outputs);

  MapPassInfo info_;
  Launch launch_;
  gl::Framebuffer framebuffer_;
};

}  // namespace gpubuck::texel
