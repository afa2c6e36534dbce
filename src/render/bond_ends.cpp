#include "render/bond_ends.h"

#include <array>

#include "texel/id.h"

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
    arrays_.reset();  // before the new ones need the memory
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

}  // namespace gpubuck::render
