#include "dpd/impulse.h"

#include <fmt/format.h>

#include <cmath>
#include <glm/geometric.hpp>

#include "base/error.h"

namespace gpubuck::dpd {
namespace {

void requireValid(const Impulse& impulse) {
  const auto require = [](bool holds, const std::string& otherwise) {
    if (!holds) throw InputError("impulse", otherwise);
  };
  require(impulse.radius > 0.0 && std::isfinite(impulse.radius),
          fmt::format("radius {} is not a positive length", impulse.radius));
  require(std::isfinite(impulse.strength),
          fmt::format("strength {} is not finite", impulse.strength));
  require(std::isfinite(glm::length(impulse.origin)), "the origin of the line is not finite");
  const double length = glm::length(impulse.direction);
  require(std::abs(length - 1.0) < 1e-5,
          fmt::format("the direction has length {}: it must be 1", length));
}

}  // namespace

ImpulsePass::ImpulsePass(const texel::Device& device, const search::CellGrid& grid)
    : pass_(device,
            {.name = "dpd/impulse",
             .outputs = {{"o_velocity", texel::Format::Vec4}, {"o_predicted", texel::Format::Vec4}},
             .prologue = search::gridPrologue(grid)}) {}

void ImpulsePass::run(const Impulse& impulse, double dt, const ParticleArrays& from,
                      ParticleArrays& to) {
  requireValid(impulse);
  pass_.set("u_origin", glm::vec3(impulse.origin));
  pass_.set("u_direction", glm::vec3(impulse.direction));
  pass_.set("u_radius", static_cast<float>(impulse.radius));
  pass_.set("u_stirs", impulse.kind == ImpulseKind::Stir ? 1 : 0);
  pass_.set("u_kick", static_cast<float>(impulse.strength * dt));
  pass_.run(from.position.count(), from.inputs(),
            {{"o_velocity", to.velocity}, {"o_predicted", to.predicted}});
}

}  // namespace gpubuck::dpd
