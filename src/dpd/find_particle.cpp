#include "dpd/find_particle.h"

#include <array>

namespace gpubuck::dpd {

FindParticle::FindParticle(const texel::Device& device)
    : pass_(device, "dpd/find_particle"), found_(device, "found particle", 1) {}

std::optional<std::int64_t> FindParticle::run(const texel::Vec4Array& predicted, std::uint32_t id) {
  found_.fill(kNullId);
  pass_.set("u_id", static_cast<float>(id));  // exact: ids have 24 bits
  const std::array<texel::PointBatch, 1> all{{{0, predicted.count(), nullptr}}};
  pass_.run({.batches = all}, {{"u_predicted", predicted}}, found_);
  const std::uint32_t place = texel::decodeId(found_.first());
  if (place == kNullId) return std::nullopt;
  return place;
}

}  // namespace gpubuck::dpd
