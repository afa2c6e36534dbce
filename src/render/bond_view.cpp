#include "render/bond_view.h"

#include <algorithm>
#include <array>

#include "texel/array.h"

namespace gpubuck::render {
namespace {

std::vector<texel::IdTexel> idsOf(const std::vector<dpd::Bond>& bonds) {
  std::vector<texel::IdTexel> ids;
  ids.reserve(2 * bonds.size());
  for (const dpd::Bond& bond : bonds) {
    for (const std::uint32_t id : bond.ids) ids.push_back(texel::encodeId(id, true));
  }
  return ids;
}

}  // namespace

BondEnds::Arrays::Arrays(const texel::Device& device, const std::vector<dpd::Bond>& from,
                         std::int64_t particles)
    : bonds(from),
      ids(device, "ids of bonds", idsOf(from)),
      ends(device, "ends of bonds", ids.count()),
      placeOfId(device, "places of ids", particles),
      notePlaces(device, "dpd/note_places"),
      pass(device, {.name = "render/bond_ends", .outputs = {{"o_place", texel::Format::Id}}}) {}

const texel::IdArray* BondEnds::find(const dpd::Molecules& molecules,
                                     const texel::Vec4Array& predicted) {
  const std::vector<dpd::Bond>& bonds = molecules.bonds;
  const std::int64_t particles = predicted.count();
  if (arrays_ && (arrays_->bonds != bonds || arrays_->placeOfId.count() != particles)) {
    arrays_.reset();  // frees the memory for the new arrays
  }
  if (bonds.empty()) return nullptr;
  if (!arrays_) arrays_.emplace(*device_, bonds, particles);
  Arrays& of = *arrays_;
  of.placeOfId.fill(texel::encodeId(kNullId, false));
  const std::array<texel::PointBatch, 1> all{{{0, particles, nullptr}}};
  of.notePlaces.run({.batches = all}, {{"u_predicted", predicted}}, of.placeOfId);
  of.pass.run(of.ids.count(), {{"u_bondIds", of.ids}, {"u_placeOfId", of.placeOfId}},
              {{"o_place", of.ends}});
  return &of.ends;
}

namespace {

// A thinner cylinder could fall between the pixel centres and vanish, as a smaller sphere could.
constexpr float kLeastRadius = 0.75f;
// Half of the width of a line of one pixel. Such a line has a pixel centre in every row or column.
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
