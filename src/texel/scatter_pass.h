// The scatter pass: every element is a point that lands on a texel of its own choice.
#pragma once

#include <initializer_list>
#include <span>
#include <string>
#include <vector>

#include "gl/program.h"
#include "texel/array.h"
#include "texel/device.h"

namespace gpubuck::texel {

/// A run of points drawn by one call, and the query that counts those that reach the target.
struct PointBatch {
  std::int64_t first;  ///< element, or place in the order buffer if there is one
  std::int64_t count;
  const gl::Query* drawn;  ///< GL_SAMPLES_PASSED, or null
};

struct ScatterPassInfo {
  std::string
      name;  ///< "sort/scatter_heads": shaders/NAME.vert and .frag, debug label, name in errors
  std::vector<std::string> inputs;  ///< sampler uniforms, in the order run() takes their arrays
  std::string prologue;             ///< further GLSL: #define lines that choose a variant
};

/// Draws points with shaders/NAME.vert, in which gl_VertexID is the element and gl_Position the
/// centre of the texel to write (or outside the clip volume for none). OpenGL draws points in
/// order, so where several land on one texel the last one drawn stays: the result is defined.
class ScatterPass {
 public:
  /// Compiles. Throws RunError naming shader file and line.
  ScatterPass(const Device& device, const ScatterPassInfo& info);

  /// Sets a uniform other than the samplers for the runs that follow (gl::Program::set).
  template <typename Value>
  void set(const char* name, const Value& value) {
    program_.set(name, value);
  }

  /// Draws the batches one after another into `target`. `attribute`, where given, holds 4 bytes per
  /// element and feeds attribute 0 as a uvec4; `order`, where given, is a buffer of uint32 elements
  /// that the batches index instead of the elements themselves. Throws RunError for another number
  /// of inputs than ScatterPassInfo has, a target that is also an input, and a negative batch.
  void run(Array& target, std::initializer_list<const Array*> inputs, const gl::Buffer* attribute,
           const gl::Buffer* order, std::span<const PointBatch> batches);

 private:
  void check(const Array& target, std::initializer_list<const Array*> inputs,
             std::span<const PointBatch> batches) const;

  const Device* device_;
  ScatterPassInfo info_;
  gl::Program program_;
  gl::Framebuffer framebuffer_;
  gl::VertexArray vertexArray_;
};

}  // namespace gpubuck::texel
