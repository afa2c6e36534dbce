#include "render/backdrop.h"

#include <algorithm>
#include <cmath>
#include <glm/matrix.hpp>

namespace gpubuck::render {
namespace {

// Distance at which the floor has faded to 1 / e, in units of the longest side of the box.
constexpr double kFloorExtent = 0.75;
constexpr double kMostLines = 20.0;

}  // namespace

double gridSpacing(double longestSide) {
  const double least = longestSide / kMostLines;
  const double power = std::pow(10.0, std::floor(std::log10(least)));
  for (const double step : {1.0, 2.0, 5.0}) {
    if (step * power >= least) return step * power;
  }
  return 10.0 * power;
}

Backdrop::Backdrop(const texel::Device& device, const cells::Box& box)
    : box_(box), pass_(device, "render/backdrop", "texel/map_pass.vert", "render/backdrop.frag") {}

void Backdrop::draw(const Camera& camera, const SceneLook& look, const glm::ivec2& size) {
  const glm::vec3 eye(glm::inverse(camera.view)[3]);
  const double longest = std::max({box_.size.x, box_.size.y, box_.size.z});
  pass_.set("u_view", camera.view);
  pass_.set("u_projection", camera.projection);
  pass_.set("u_depthRange", glm::vec2(camera.nearDepth, camera.farDepth));
  pass_.set("u_background", look.background);
  pass_.set("u_contrast", contrastTo(look.background));
  pass_.set("u_viewport", glm::vec2(size));
  pass_.set("u_hasFloor", box_.dimensions == 3 && eye.z > 0.0f ? 1 : 0);
  pass_.set("u_marksLight", look.shadows ? 1 : 0);
  pass_.set("u_middle", 0.5f * glm::vec2(box_.size));
  pass_.set("u_extent", static_cast<float>(kFloorExtent * longest));
  pass_.set("u_spacing", static_cast<float>(gridSpacing(longest)));
  constexpr int kTriangle = 3;
  glDepthFunc(GL_ALWAYS);
  pass_.drawInDepth(GL_TRIANGLES, kTriangle, 1, {});
  glDepthFunc(GL_LESS);
}

}  // namespace gpubuck::render
