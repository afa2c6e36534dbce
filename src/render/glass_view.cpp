#include "render/glass_view.h"

#include <algorithm>

#include "render/colour_map.h"

namespace gpubuck::render {
namespace {

constexpr int kFaces = 6;
constexpr float kLeastPlate = 0.05f;  // drawn thickness, length

std::string glassPrologue(const cells::Box& box) {
  return lightPrologue() + (box.dimensions == 2 ? "#define FLAT\n" : "");
}

/// Sets what the passes have in common. `low`, `high`: the corners of the part that is drawn.
void setGlass(DrawPass& pass, const Camera& camera, const SceneLook& look, const glm::vec3& low,
              const glm::vec3& high) {
  pass.set("u_view", camera.view);
  pass.set("u_projection", camera.projection);
  pass.set("u_background", look.background);
  pass.set("u_contrast", contrastTo(look.background));
  pass.set("u_low", low);
  pass.set("u_high", high);
}

}  // namespace

GlassView::GlassView(const texel::Device& device, const cells::Box& box)
    : box_(box),
      container_(device, "render/container", "render/obstacle.vert", "render/container.frag",
                 glassPrologue(box)),
      partition_(device, "render/partition", "render/partition.vert", "render/partition.frag",
                 glassPrologue(box)) {}

void GlassView::draw(const Camera& camera, const SceneLook& look, float lift) {
  if (look.container.isThere()) drawContainer(camera, look, lift);
  if (look.partition.isThere()) drawPartition(camera, look, lift);
}

void GlassView::drawContainer(const Camera& camera, const SceneLook& look, float lift) {
  const auto [low, high] = extentOf(look.view, box_);
  setGlass(container_, camera, look, low, high);
  container_.set("u_centre", glm::vec3(look.container.centre));
  container_.set("u_radius", static_cast<float>(look.container.radius) + lift);
  container_.drawOver(GL_TRIANGLE_STRIP, kCorners, 1, {});
}

void GlassView::drawPartition(const Camera& camera, const SceneLook& look, float lift) {
  auto [low, high] = extentOf(look.view, box_);
  const dpd::Partition& plate = look.partition;
  glm::vec3 axis(0.0f), period(0.0f);
  for (int k = 0; k < box_.dimensions; ++k) {
    low[k] = std::max(low[k], 0.0f);
    high[k] = std::min(high[k], static_cast<float>(box_.size[k]));
    if (box_.isPeriodic(k)) period[k] = static_cast<float>(box_.size[k]);
  }
  if (box_.dimensions == 2) low.z = high.z = 0.0f;
  // Spheres at the plate would hide it.
  const float half =
      std::max(static_cast<float>(plate.thickness) / 2.0f - lift, kLeastPlate / 2.0f);
  const auto middle = static_cast<float>(plate.position);
  axis[plate.axis] = 1.0f;
  low[plate.axis] = std::max(low[plate.axis], middle - half);
  high[plate.axis] = std::min(high[plate.axis], middle + half);
  if (low[plate.axis] >= high[plate.axis]) return;
  setGlass(partition_, camera, look, low, high);
  partition_.set("u_axis", axis);
  partition_.set("u_holeCentre", glm::vec3(plate.holeCentre));
  partition_.set("u_holeRadius", static_cast<float>(plate.holeRadius));
  partition_.set("u_period", period);
  partition_.drawOver(GL_TRIANGLE_STRIP, kCorners, box_.dimensions == 2 ? 1 : kFaces, {});
}

}  // namespace gpubuck::render
