// The map pass: one invocation computes one element of its output arrays from any elements of its
// inputs.
#pragma once

#include <cstdint>
#include <initializer_list>
#include <optional>
#include <string>
#include <vector>

#include "gl/program.h"
#include "texel/array.h"
#include "texel/device.h"

namespace gpubuck::texel {

/// One output of a pass: the GLSL variable the body assigns, and the format of its array.
struct Output {
  std::string name;
  Format format;
};

/// The elements first .. first + count - 1.
struct Range {
  std::int64_t first = 0;
  std::int64_t count = 0;
};

/// How the invocations of a pass are started.
enum class Launch {
  Fragment,  ///< as fragments of a triangle, which renders to textures: OpenGL 3.3
  Compute    ///< as a dispatch, which stores to images: OpenGL 4.3
};

struct MapPassInfo {
  /// "sort/update_next": shader file without ending, debug label, name in errors.
  std::string name;
  /// Sampler uniforms of the body, in the order run() takes their arrays.
  std::vector<std::string> inputs;
  /// At most 8.
  std::vector<Output> outputs;
  /// Format::Id arrays the body sees as r32ui images, for atomics on their texels (compute only).
  std::vector<std::string> atomics{};
  /// Further GLSL before the body: #define lines that choose a variant.
  std::string prologue{};
  /// Not given: compute for the engine `fast`, else fragment.
  std::optional<Launch> launch{};
};

/// Runs the body shaders/NAME.glsl, a function `void run(int i)` that reads its samplers by
/// texelFetch and assigns every output, for i = 0 .. count-1 or a part of those.
///
/// The body is written once. Launched as a fragment shader the outputs are `out` variables and i
/// comes from gl_FragCoord; launched as compute they are plain globals that are stored to images
/// after run(i). An output array must not be an input of the same run.
class MapPass {
 public:
  /// Compiles. Throws RunError naming shader file and line.
  MapPass(const Device& device, const MapPassInfo& info);

  /// Sets a uniform other than the samplers for the runs that follow (gl::Program::set).
  template <typename Value>
  void set(const char* name, const Value& value) {
    program_.set(name, value);
  }

  /// Computes elements 0 .. count-1 of every output; nothing else of them is written. The arrays
  /// come in the order of MapPassInfo. Throws RunError when their number, format or size does not
  /// fit, and for an array that is written under two names or read and written.
  void run(std::int64_t count, std::initializer_list<const Array*> inputs,
           std::initializer_list<Array*> outputs, std::initializer_list<Array*> atomics = {});

  /// Computes only the elements of `range`, so that a long pass can be spread over several frames
  /// of a window; whatever the partition, an element comes out the same.
  void run(const Range& range, std::initializer_list<const Array*> inputs,
           std::initializer_list<Array*> outputs, std::initializer_list<Array*> atomics = {});

 private:
  void check(const Range& range, std::initializer_list<const Array*> inputs,
             std::initializer_list<Array*> outputs, std::initializer_list<Array*> atomics) const;
  void runFragments(const Range& range, std::initializer_list<Array*> outputs);
  void runCompute(const Range& range, std::initializer_list<Array*> outputs,
                  std::initializer_list<Array*> atomics);

  const Device* device_;
  MapPassInfo info_;
  Launch launch_;
  gl::Program program_;
  gl::Framebuffer framebuffer_;
};

/// Throws RunError naming the pass for a range that begins or counts below 0.
void requireRange(const std::string& pass, const Range& range);

/// Binds arrays to texture units 0, 1, ... for the samplers of a program.
void bindInputs(std::initializer_list<const Array*> inputs);

/// Binds a sampler uniform to the texture unit of its place in the list, once for each.
void assignUnits(gl::Program& program, const std::vector<std::string>& samplers);

}  // namespace gpubuck::texel
