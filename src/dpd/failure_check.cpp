#include "dpd/failure_check.h"

#include <fmt/format.h>

#include <cmath>
#include <glm/geometric.hpp>
#include <limits>
#include <vector>

#include "base/error.h"

namespace gpubuck::dpd {
namespace {

bool isFinite(const glm::vec4& v) {
  return std::isfinite(v.x) && std::isfinite(v.y) && std::isfinite(v.z);
}

}  // namespace

FailureCheck::FailureCheck(const texel::Device& device, const Neighbourhood& particles,
                           std::int64_t count)
    : findFailed_(device, {.name = "dpd/find_failed",
                           .outputs = {{"o_failed", texel::Format::Id}},
                           .reads = particles.blocks(),
                           .prologue = particles.particlesPrologue()}),
      failed_(device, "failed", count),
      countFailed_(device, count, 1, 1) {}

bool FailureCheck::find(Neighbourhood& particles) {
  findFailed_.run(failed_.count(), particles.particles(), {{"o_failed", failed_}});
  return countFailed_.countAll(failed_) > 0;
}

void throwTooManyNeighbours(std::int64_t step, const std::string& particle) {
  throw RunError(fmt::format("step {}", step),
                 fmt::format("{} has more neighbours than this software renderer can visit, which "
                             "ends the loops of a shader after 65,535 turns; use a lower density, "
                             "or a GPU",
                             particle));
}

namespace {

/// Throws if a bond of the particle with this id is too long.
void requireBonds(const Fluid& fluid, const ParticleState& state, std::size_t id,
                  std::int64_t step) {
  const std::vector<glm::vec3> places = unpacked(state).position;
  for (const Bond& bond : state.molecules.bonds) {
    if (bond.ids[0] != id && bond.ids[1] != id) continue;
    const glm::dvec3 one(places[bond.ids[0]]), other(places[bond.ids[1]]);
    const double length = glm::length(fluid.box.nearestImage(one - other));
    const BondKind& kind = fluid.bondKinds[static_cast<std::size_t>(bond.kind)];
    const double longest = longestBond(kind, fluid.box);
    // The GPU compares in single precision.
    if (length < (1.0 - 1e-5) * longest) continue;
    throw RunError(fmt::format("step {}", step),
                   fmt::format("the bond '{}' of particles {} and {} is {:.4g} long, expected less "
                               "than {:.4g}; a smaller dt, or a larger k, may help",
                               kind.name, bond.ids[0], bond.ids[1], length, longest));
  }
}

}  // namespace

void throwFailure(const Fluid& fluid, const ParticleState& state, const Clock& clock,
                  int blockStep) {
  // Marks are -1 and below, the earliest step nearest to 0. A particle that is not finite and has
  // none has not been moved yet.
  std::size_t first = 0;
  float firstMark = -std::numeric_limits<float>::infinity();
  for (std::size_t i = 0; i < state.count(); ++i) {
    const glm::vec4& velocity = state.velocity[i];
    if (velocity.w >= 0.0F && isFinite(velocity)) continue;
    const float mark = velocity.w < 0.0F ? velocity.w : -static_cast<float>(blockStep + 1);
    if (mark > firstMark) first = i, firstMark = mark;
  }
  const glm::vec4 velocity = state.velocity[first], held = state.position[first];
  const auto failedStep = clock.step - blockStep + static_cast<std::int64_t>(-firstMark) - 1;
  const std::string place = fmt::format("({:.3g}, {:.3g}, {:.3g})", held.x, held.y, held.z);
  const std::size_t id = idOf(state.predicted[first]);
  if (velocity.w < 0.0F && glm::vec3(velocity) == glm::vec3(0.0F)) {
    throwTooManyNeighbours(failedStep, fmt::format("particle {} at {}", id, place));
  }
  if (!isFinite(velocity)) requireBonds(fluid, state, id, failedStep);
  throw RunError(
      fmt::format("step {}", failedStep),
      fmt::format("particle {} with velocity ({:.3g}, {:.3g}, {:.3g}) at {} would move by the "
                  "cut-off radius or more in one time step of {}; a smaller dt may help",
                  id, velocity.x, velocity.y, velocity.z, place, clock.dt));
}

}  // namespace gpubuck::dpd
