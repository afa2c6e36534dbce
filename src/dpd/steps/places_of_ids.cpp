#include "dpd/steps/places_of_ids.h"

#include <array>

#include "dpd/steps/passes.h"

namespace gpubuck::dpd {

PlacesOfIds::PlacesOfIds(const texel::Device& device, const Neighbourhood& neighbourhood,
                         std::int64_t particles)
    : places_(device, "places of ids", particles) {
  if (device.engine() == texel::Engine::Paper) {
    points_.emplace(device, "dpd/note_places");
    return;
  }
  pass_.emplace(device, texel::BufferPassInfo{.name = "dpd/note_places",
                                              .groupSize = kEvenGroup,
                                              .reads = neighbourhood.blocks(),
                                              .images = {"u_place"},
                                              .prologue = neighbourhood.particlesPrologue()});
}

const texel::IdArray& PlacesOfIds::find(Neighbourhood& neighbourhood) {
  if (areCurrent_) return places_;
  if (pass_) {
    pass_->runOver({0, places_.count()}, neighbourhood.particles(), {{"u_place", places_}});
  } else {
    const std::array<texel::PointBatch, 1> all{{{0, places_.count(), nullptr}}};
    points_->run({.batches = all}, neighbourhood.particles(), places_);
  }
  areCurrent_ = true;
  return places_;
}

FindParticle::FindParticle(const texel::Device& device)
    : pass_(device, "dpd/find_particle"), found_(device, "found particle", 1) {}

std::optional<std::int64_t> FindParticle::run(const texel::Vec4Array& predicted, std::uint32_t id) {
  found_.fill(kNullId);
  pass_.set("u_id", static_cast<float>(id));  // exact, since ids have at most 24 bits
  const std::array<texel::PointBatch, 1> all{{{0, predicted.count(), nullptr}}};
  pass_.run({.batches = all}, {{"u_predicted", predicted}}, found_);
  const std::uint32_t place = texel::decodeId(found_.first());
  if (place == kNullId) return std::nullopt;
  return place;
}

}  // namespace gpubuck::dpd
