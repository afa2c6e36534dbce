#include "render/pick_pass.h"

#include <array>
#include <vector>

#include "base/id.h"
#include "gl/debug.h"

namespace gpubuck::render {
namespace {

/// Returns the camera whose whole picture consists of kSide x kSide pixels of the picture of
/// another camera.
Camera cameraAt(Camera camera, const Aim& aim) {
  const glm::dvec2 scale = glm::dvec2(aim.size) / static_cast<double>(PickPass::kSide);
  for (int column = 0; column < 4; ++column) {
    glm::vec4& of = camera.projection[column];
    const glm::dvec2 moved = scale * (glm::dvec2(of) - aim.place * static_cast<double>(of.w));
    of.x = static_cast<float>(moved.x);
    of.y = static_cast<float>(moved.y);
  }
  return camera;
}

using Texels = std::array<texel::IdTexel, std::size_t{PickPass::kSide} * PickPass::kSide>;

/// Returns the texels of the bound framebuffer.
Texels readTexels() {
  Texels texels{};
  glReadPixels(0, 0, PickPass::kSide, PickPass::kSide, GL_RGBA, GL_UNSIGNED_BYTE, texels.data());
  return texels;
}

std::optional<std::int64_t> nearestToTheMiddle(const Texels& texels) {
  constexpr int kMiddle = PickPass::kSide / 2;
  std::optional<std::int64_t> found;
  int least = 0;
  for (int k = 0; k < static_cast<int>(texels.size()); ++k) {
    const std::uint32_t number = texel::decodeId(texels[static_cast<std::size_t>(k)]);
    const int dx = k % PickPass::kSide - kMiddle;
    const int dy = k / PickPass::kSide - kMiddle;
    const int distance = dx * dx + dy * dy;
    if (number == kNullId || (found && distance >= least)) continue;
    found = number;
    least = distance;
  }
  return found;
}

}  // namespace

PickPass::PickPass(const texel::Device& device, const cells::Box& box,
                   std::span<const glm::vec3> colours)
    : spheres_(device, "render/pick_spheres", "render/particles", box, colours),
      points_(device, "render/pick_points", "render/points", box, colours),
      surface_(device, "render/pick_surface", "render/particles", box, colours),
      bonds_(device, box, colours, BondView::Output::Numbers),
      solids_(device, box),
      particles_("picked particles", GL_RGBA8, kSide, kSide),
      depth_("depth of picked particles", GL_DEPTH_COMPONENT24, kSide, kSide),
      nearest_("particles at a surface", GL_RGBA8, kSide, kSide),
      distance_("distance from a surface", GL_DEPTH_COMPONENT24, kSide, kSide),
      framebuffer_("picked particles") {}

void PickPass::begin(const gl::Texture& numbers, const gl::Texture& depth) {
  framebuffer_.bind(std::array<const gl::Texture*, 1>{&numbers}, &depth);
  glViewport(0, 0, kSide, kSide);
  glDisable(GL_SCISSOR_TEST);
  glClearColor(1.0f, 1.0f, 1.0f, 0.0f);  // NULL
  glClear(GL_COLOR_BUFFER_BIT | GL_DEPTH_BUFFER_BIT);
}

std::optional<std::int64_t> PickPass::run(const texel::Vec4Array& position, const Camera& camera,
                                          const SceneLook& look, const Aim& aim,
                                          SurfaceView* surface) {
  const gl::DebugGroup group("pick");
  const Camera near = cameraAt(camera, aim);
  const int rows = aim.sampling * kSide;
  begin(particles_, depth_);
  glColorMask(GL_FALSE, GL_FALSE, GL_FALSE, GL_FALSE);
  solids_.drawBodies(near, look);
  glColorMask(GL_TRUE, GL_TRUE, GL_TRUE, GL_TRUE);
  if (surface != nullptr) {
    surface->drawDepths(position, near, look, {kSide, kSide}, SurfaceView::DepthColours::Numbers);
  } else if (look.style == ParticleStyle::Points) {
    points_.drawPoints(position, near, look, aim.pointSize);
  } else {
    spheres_.drawSpheres(position, near, look, aim.radius, rows);
  }
  bonds_.draw(position, near, look, aim.radius, aim.pointSize * static_cast<float>(aim.sampling),
              rows);
  Texels texels = readTexels();
  if (surface != nullptr) {
    begin(nearest_, distance_);
    surface_.set("u_radius", aim.reach);
    surface_.set("u_pixelsPerUnit", pixelsPerUnit(near, kSide));
    std::vector<texel::Input> inputs = surface_.show(position, near, look);
    inputs.insert(inputs.end(), {{"u_seen", particles_}, {"u_seenDepth", depth_}});
    surface_.drawInDepth(GL_TRIANGLE_STRIP, kCorners, position.count(), inputs);
    const Texels atSurface = readTexels();
    for (std::size_t k = 0; k < texels.size(); ++k) {
      if (texel::decodeId(texels[k]) == kNullId) texels[k] = atSurface[k];
    }
  }
  return nearestToTheMiddle(texels);
}

}  // namespace gpubuck::render
