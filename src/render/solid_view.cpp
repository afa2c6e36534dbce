#include "render/solid_view.h"

#include <fmt/format.h>

#include <algorithm>

#include "render/colour_map.h"

namespace gpubuck::render {
namespace {

using cells::ShapeInBox;

const glm::vec3 kBodyColour(0.66f, 0.65f, 0.63f);
constexpr double kLeastPlate = 0.05;  // least thickness with which a plate is drawn, length
constexpr float kBeyond = 0.01f;      // margin around a shape, as a share of the side of the box

/// Returns the lift of a solid, reduced so that a thin plate keeps the thickness kLeastPlate.
float liftOf(const dpd::Solid& solid, const cells::Box& box, float lift) {
  if (solid.kind == dpd::SolidKind::Vessel) return lift;
  const ShapeInBox shape(solid.shape, box);
  double half = ShapeInBox::kEndless;
  for (int axis = 0; axis < box.dimensions; ++axis) {
    half = std::min(half, shape.half()[axis] + shape.radius());
  }
  return std::min(lift, static_cast<float>(std::max(0.0, half - kLeastPlate / 2.0)));
}

std::string solidPrologue(const cells::Box& box) {
  const bool isFlat = box.dimensions == 2;
  return lightPrologue() + (isFlat ? "#define FLAT\n" : "") +
         fmt::format(
             "const int kMostSolids = {};\nconst int kDimensions = {};\n"
             "const bvec3 kPeriodic = bvec3({}, {}, {});\n"
             "const vec3 kBoxSize = vec3({:e}, {:e}, {:e});\n",
             dpd::kMaxSolids, box.dimensions, box.isPeriodic(0), box.isPeriodic(1),
             !isFlat && box.isPeriodic(2), box.size.x, box.size.y, isFlat ? 1.0 : box.size.z);
}

}  // namespace

SolidView::SolidView(const texel::Device& device, const cells::Box& box)
    : box_(box),
      bodies_(device, "render/solid", "render/solid.vert", "render/solid.frag", solidPrologue(box)),
      glass_(device, "render/glass", "render/solid.vert", "render/glass.frag", solidPrologue(box)) {
}

void SolidView::drawBodies(const Camera& camera, const SceneLook& look) {
  for (std::size_t i = 0; i < look.solids.size(); ++i) {
    const dpd::Solid& solid = look.solids[i];
    if (!dpd::isCompact(solid, box_)) continue;
    if (!set(bodies_, camera, look, i, 0.0f)) continue;
    bodies_.set("u_depthRange", glm::vec2(camera.nearDepth, camera.farDepth));
    bodies_.set("u_colour", kBodyColour);
    bodies_.set("u_marksLight", look.shadows ? 1 : 0);
    bodies_.drawInDepth(GL_TRIANGLE_STRIP, kCorners, faces(), {});
  }
}

void SolidView::drawGlass(const Camera& camera, const SceneLook& look, float lift) {
  for (std::size_t i = 0; i < look.solids.size(); ++i) {
    const dpd::Solid& solid = look.solids[i];
    if (solid.kind == dpd::SolidKind::Hole || dpd::isCompact(solid, box_)) continue;
    if (!set(glass_, camera, look, i, lift)) continue;
    glass_.set("u_contrast", contrastTo(look.background));
    glass_.drawOver(GL_TRIANGLE_STRIP, kCorners, faces(), {});
  }
}

std::pair<float, float> SolidView::partOf(const std::vector<dpd::Solid>& solids, std::size_t number,
                                          int axis) const {
  const double size = box_.size[axis];
  double begin = size, end = 0.0;
  for (std::size_t i = number; i < solids.size(); ++i) {
    const bool opensVessel =
        solids[number].kind == dpd::SolidKind::Vessel && solids[i].kind == dpd::SolidKind::Hole;
    if (i != number && !opensVessel) continue;
    const ShapeInBox shape(solids[i].shape, box_);
    const bool isCut = shape.low(axis) < 0.0 || shape.high(axis) > size;
    // A shape that a periodic side cuts has an image at the opposite side, and may fill the axis.
    const bool isWhole = box_.isPeriodic(axis) && isCut;
    begin = std::min(begin, isWhole ? 0.0 : shape.low(axis));
    end = std::max(end, isWhole ? size : shape.high(axis));
  }
  return {static_cast<float>(begin), static_cast<float>(end)};
}

int SolidView::faces() const { return box_.dimensions == 2 ? 1 : 6; }

bool SolidView::set(DrawPass& pass, const Camera& camera, const SceneLook& look, std::size_t number,
                    float lift) {
  std::vector<glm::vec4> centres, cores;
  for (const dpd::Solid& solid : look.solids) {
    const ShapeInBox shape(solid.shape, box_);
    centres.emplace_back(glm::vec3(shape.wallCentre()), shape.radius());
    cores.emplace_back(glm::vec3(shape.wallHalf()), static_cast<float>(solid.kind));
  }
  const dpd::Solid& solid = look.solids[number];
  auto [low, high] = extentOf(look.view, box_);
  for (int axis = 0; axis < box_.dimensions; ++axis) {
    const auto size = static_cast<float>(box_.size[axis]);
    // A vessel is drawn a little larger, even beyond a side of the box that it touches.
    const float beyond = lift + kBeyond * size;
    const float outside = solid.kind == dpd::SolidKind::Vessel ? beyond : 0.0f;
    const auto [begin, end] = partOf(look.solids, number, axis);
    low[axis] = std::max({low[axis], -outside, begin - beyond});
    high[axis] = std::min({high[axis], size + outside, end + beyond});
  }
  if (box_.dimensions == 2) low.z = high.z = 0.0f;
  for (int axis = 0; axis < box_.dimensions; ++axis) {
    if (low[axis] >= high[axis]) return false;
  }
  pass.set("u_view", camera.view);
  pass.set("u_projection", camera.projection);
  pass.set("u_background", look.background);
  pass.set("u_low", low);
  pass.set("u_high", high);
  pass.set("u_solidCentre", centres);
  pass.set("u_solidCore", cores);
  pass.set("u_solids", static_cast<int>(look.solids.size()));
  pass.set("u_solid", static_cast<int>(number));
  pass.set("u_lift", liftOf(solid, box_, lift));
  return true;
}

}  // namespace gpubuck::render
