#include "dpd/stir.h"

#include <fmt/format.h>

#include <cmath>
#include <glm/geometric.hpp>

#include "base/error.h"

namespace gpubuck::dpd {
namespace {

void requireValid(const Stir& stir) {
  if (!(stir.radius > 0.0) || !std::isfinite(stir.radius)) {
    throw InputError("stir", fmt::format("a radius of {} is no positive length", stir.radius));
  }
  if (!std::isfinite(stir.strength)) {
    throw InputError("stir", fmt::format("a strength of {} is no acceleration", stir.strength));
  }
  if (!std::isfinite(glm::length(stir.origin))) {
    throw InputError("stir", "the origin of the line is not finite");
  }
  const double length = glm::length(stir.direction);
  if (!(std::abs(length - 1.0) < 1e-5)) {
    throw InputError("stir", fmt::format("a direction of length {}, not 1", length));
  }
}

}  // namespace

StirPass::StirPass(const texel::Device& device, const search::CellGrid& grid)
    : pass_(device,
            {.name = "dpd/stir",
             .inputs = {"u_position", "u_velocity", "u_predicted"},
             .outputs = {{"o_velocity", texel::Format::Vec4}, {"o_predicted", texel::Format::Vec4}},
             .prologue = search::gridPrologue(grid)}) {}

void StirPass::run(const Stir& stir, double dt, const ParticleArrays& from, ParticleArrays& to) {
  requireValid(stir);
  pass_.set("u_origin", glm::vec3(stir.origin));
  pass_.set("u_direction", glm::vec3(stir.direction));
  pass_.set("u_radius", static_cast<float>(stir.radius));
  pass_.set("u_kick", static_cast<float>(stir.strength * dt));
  pass_.run(from.position.count(), {&from.position, &from.velocity, &from.predicted},
            {&to.velocity, &to.predicted});
}

}  // namespace gpubuck::dpd
