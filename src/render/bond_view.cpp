#include "render/bond_view.h"

#include <algorithm>

namespace gpubuck::render {
namespace {

// A thinner cylinder could fall between the pixel centres and vanish, as a smaller sphere could.
constexpr float kLeastRadius = 0.75f;
// Half of the width of a line one pixel wide, which has a pixel centre in every row or column.
constexpr float kLeastLine = 0.5f;

}  // namespace

void BondPass::draw(const texel::Vec4Array& position, const Camera& camera, const SceneLook& look,
                    const BondWidth& width, int viewportHeight) {
  glm::vec3 period(0.0f);
  for (int axis = 0; axis < box().dimensions; ++axis) {
    if (box().isPeriodic(axis)) period[axis] = static_cast<float>(box().size[axis]);
  }
  std::vector<texel::Input> inputs = show(position, camera, look);
  inputs.emplace_back("u_ends", *look.bonds);
  set("u_period", period);
  set("u_radius", width.radius);
  set("u_leastPixels", width.leastPixels);
  set("u_pixelsPerUnit", pixelsPerUnit(camera, viewportHeight));
  drawInDepth(GL_TRIANGLE_STRIP, kCorners, look.bonds->count(), inputs);
}

BondView::BondView(const texel::Device& device, const cells::Box& box,
                   std::span<const glm::vec3> colours, Output output)
    : device_(&device), box_(box), colours_(colours.begin(), colours.end()), output_(output) {}

void BondView::draw(const texel::Vec4Array& position, const Camera& camera, const SceneLook& look,
                    float radius, float pointSize, int viewportHeight) {
  if (look.bonds == nullptr || !wantsBonds(look)) return;
  const auto share = static_cast<float>(look.view.bondRadius);
  BondWidth width{share * radius, kLeastRadius};
  if (look.style == ParticleStyle::Points) {
    width = {.leastPixels = std::max(kLeastLine, 0.5f * share * pointSize)};
  }
  const bool areLines = look.style == ParticleStyle::Points || box_.dimensions == 2;
  (areLines ? lines() : cylinders()).draw(position, camera, look, width, viewportHeight);
}

void BondView::drawShadows(const texel::Vec4Array& position, const Camera& light,
                           const SceneLook& look, float radius, int viewportHeight) {
  if (look.bonds == nullptr || !wantsBonds(look)) return;
  const BondWidth width{.radius = static_cast<float>(look.view.bondRadius) * radius};
  lines().draw(position, light, look, width, viewportHeight);
}

void BondView::compile() {
  cylinders();
  lines();
}

BondPass& BondView::cylinders() {
  if (!cylinders_) {
    const bool picks = output_ == Output::Numbers;
    cylinders_.emplace(*device_, picks ? "render/pick_bonds" : "render/bonds", "render/bonds", box_,
                       colours_);
  }
  return *cylinders_;
}

BondPass& BondView::lines() {
  if (!lines_) {
    const bool picks = output_ == Output::Numbers;
    lines_.emplace(*device_, picks ? "render/pick_bond_lines" : "render/bond_lines",
                   "render/bond_lines", picks ? "render/pick_points" : "render/points", box_,
                   colours_);
  }
  return *lines_;
}

}  // namespace gpubuck::render
