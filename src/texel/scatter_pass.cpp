#include "texel/scatter_pass.h"

#include <fmt/format.h>

#include <array>

#include "base/error.h"
#include "texel/array.h"

namespace gpubuck::texel {
namespace {

std::vector<gl::Stage> stagesFor(const Device& device, const std::string& name,
                                 const std::string& prologue) {
  const std::string common = device.layoutPrologue() + prologue;
  return {{GL_VERTEX_SHADER, 330, device.shaders().load(name + ".vert", common)},
          {GL_FRAGMENT_SHADER, 330, device.shaders().load("texel/point.frag", common)}};
}

/// Binds no texture to these units. Mesa's llvmpipe lets a vertex shader read a texture that is
/// still being cleared or drawn into, unless a texture has been bound since the last draw.
void unbindTextures(std::size_t units) {
  for (std::size_t unit = 0; unit < units; ++unit) {
    glActiveTexture(GL_TEXTURE0 + static_cast<GLenum>(unit));
    glBindTexture(GL_TEXTURE_2D, 0);
  }
}

}  // namespace

ScatterPass::ScatterPass(const Device& device, const std::string& name, const std::string& prologue)
    : Pass(device, name, stagesFor(device, name, prologue)), framebuffer_(name) {}

void ScatterPass::run(const Points& points, const std::vector<Input>& inputs, AnyArray& target) {
  for (const PointBatch& batch : points.batches) requireRange({batch.first, batch.count});
  const std::array outputs{Output("the target", target)};
  check(inputs, outputs);
  const Scope running = scope(inputs, outputs);
  framebuffer_.bind(std::array<const gl::Texture*, 1>{&target.texture()});
  glViewport(0, 0, target.texture().width(), target.texture().height());
  set("u_targetHeight", target.texture().height());
  unbindTextures(inputs.size());
  use(inputs);
  glBindVertexArray(vertexArray_.id());
  if (points.attribute != nullptr) {
    glBindBuffer(GL_ARRAY_BUFFER, points.attribute->id());
    glEnableVertexAttribArray(0);
    glVertexAttribIPointer(0, 4, GL_UNSIGNED_BYTE, 4, nullptr);
    glBindBuffer(GL_ARRAY_BUFFER, 0);
  } else {
    glDisableVertexAttribArray(0);
  }
  for (const PointBatch& batch : points.batches) {
    if (batch.drawn != nullptr) batch.drawn->begin();
    glDrawArrays(GL_POINTS, static_cast<GLint>(batch.first), static_cast<GLsizei>(batch.count));
    if (batch.drawn != nullptr) batch.drawn->end();
  }
  glBindVertexArray(0);
}

namespace {

/// The number of points is large enough to occupy all units of a GPU that draw in parallel.
constexpr std::int64_t kPoints = 16'384;
constexpr std::int64_t kTexels = 128;

/// Draws point i onto texel i / `neighbours` mod kTexels. Throws RunError unless each texel keeps
/// its last point.
void requireLastPoints(const Device& device, ScatterPass& pass, IdArray& target, int neighbours) {
  target.fill(encodeId(kNullId, true));
  const std::array<PointBatch, 1> all{{{0, kPoints, nullptr}}};
  pass.run({.batches = all},
           {{"u_texels", static_cast<int>(kTexels)}, {"u_neighbours", neighbours}}, target);
  std::vector<std::uint32_t> last(kTexels);
  for (std::uint32_t i = 0; i < kPoints; ++i) {
    last[i / static_cast<std::uint32_t>(neighbours) % kTexels] = i;
  }
  const std::vector<IdTexel> found = target.download();
  for (std::size_t k = 0; k < last.size(); ++k) {
    const std::uint32_t id = decodeId(found[k]);
    if (id == last[k]) continue;
    throw RunError(
        "order of points",
        fmt::format("{} does not keep this order: of {} points on a texel, point {} is the last, "
                    "but {} stays; the bucket sort needs the last point to stay",
                    device.capabilities().renderer, kPoints / kTexels, last[k],
                    id == kNullId ? "no point" : fmt::format("point {}", id)));
  }
}

}  // namespace

void requirePointOrder(const Device& device) {
  device.once("order of points", [&] {
    const Profiler::Pause pause(device.profiler());
    ScatterPass pass(device, "texel/point_order");
    IdArray target(device, "order of points", kTexels);
    for (const int neighbours : {1, 7, static_cast<int>(kPoints / kTexels)}) {
      requireLastPoints(device, pass, target, neighbours);
    }
  });
}

}  // namespace gpubuck::texel
