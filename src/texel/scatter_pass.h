// The scatter pass: every element is a point, drawn onto a texel that its shader chooses. Also the
// check that points are drawn in order, on which the bucket sort relies.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "texel/device.h"
#include "texel/pass.h"

namespace gpubuck::texel {

/// Consecutive points drawn by one call, and the query that counts the points that reach the
/// target.
struct PointBatch {
  std::int64_t first;
  std::int64_t count;
  const gl::Query*
      drawn;  ///< query around the drawing (GL_SAMPLES_PASSED or GL_ANY_SAMPLES_PASSED), or null
};

/// The points that a run draws.
struct Points {
  std::span<const PointBatch> batches;
  const gl::Buffer* attribute = nullptr;  ///< 4 bytes per element, for attribute 0 as a uvec4
};

/// Draws points with shaders/NAME.vert. In this shader gl_VertexID is the element, and the shader
/// calls drawPointOn or drawNoPoint of shaders/texel/point.glsl. OpenGL draws points in order, so
/// that the last of several points on a texel stays, and the result is defined. requirePointOrder()
/// checks that the driver does so.
class ScatterPass : public Pass {
 public:
  /// Compiles shaders/NAME.vert with `prologue` before it: #define lines that choose a variant.
  /// Throws RunError naming shader file and line.
  ScatterPass(const Device& device, const std::string& name, const std::string& prologue = {});

  /// Draws the batches one after another into `target`. Throws RunError if a name of the shaders is
  /// not bound, for a target that is also an input, and for a negative batch.
  void run(const Points& points, const std::vector<Input>& inputs, AnyArray& target);

 private:
  gl::Framebuffer framebuffer_;
  gl::VertexArray vertexArray_;
};

/// Draws several points onto each of some texels, and checks that the last points stay, as OpenGL
/// requires. Runs once per device; later calls cost nothing. Throws RunError with the first texel
/// where a point other than the last stays.
void requirePointOrder(const Device& device);

}  // namespace gpubuck::texel
