#include "dpd/failure_check.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <glm/geometric.hpp>
#include <glm/trigonometric.hpp>
#include <limits>
#include <vector>

#include "base/error.h"

namespace gpubuck::dpd {
namespace {

bool isFinite(const glm::vec4& v) {
  return std::isfinite(v.x) && std::isfinite(v.y) && std::isfinite(v.z);
}

}  // namespace

bool isSound(const glm::vec4& velocity) { return velocity.w >= 0.0F && isFinite(velocity); }

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
                 fmt::format("{} has more neighbours than this software renderer can visit: it "
                             "ends the loops of a shader after 65,535 iterations; use a lower "
                             "density, or a GPU",
                             particle));
}

namespace {

/// Throws if a bond of the particle with this id is too long or too short.
void requireBonds(const Fluid& fluid, const ParticleState& state, std::size_t id,
                  std::int64_t step) {
  std::vector<Bond> bonds = state.molecules.bonds;
  std::erase_if(bonds, [&](const Bond& bond) { return bond.ids[0] != id && bond.ids[1] != id; });
  const std::string why =
      whyNotLengths(bonds, fluid.bondKinds, fluid.box, unpacked(state).position, kLengthMargin);
  if (why.empty()) return;
  throw RunError(fmt::format("step {}", step), why + "; a smaller dt, or a larger k, may help");
}

/// A force, and the bond, angle or pair of species that exerts it.
struct NamedForce {
  double strength = 0.0;
  std::string name{};
};

/// Sets `largest` to the force `strength` if this is larger. The force of an angle whose particles
/// are in one place is NaN, which counts as no force.
void keepLarger(NamedForce& largest, double strength, const auto& name) {
  if (!(strength > largest.strength)) return;
  largest = {strength, name()};
}

/// Returns the strongest of these forces: the present forces of all bonds and angles, and the
/// largest force that each pair of species can exert.
NamedForce largestForce(const Fluid& fluid, const ParticleState& state) {
  const std::vector<glm::vec3> places = unpacked(state).position;
  const auto between = [&](std::uint32_t from, std::uint32_t to) {
    return fluid.box.nearestImage(glm::dvec3(places[to]) - glm::dvec3(places[from]));
  };
  NamedForce largest;
  for (std::size_t k = 0; k < fluid.species.size(); ++k) {
    for (std::size_t l = k; l < fluid.species.size(); ++l) {
      const PairCoefficients& pair = fluid.pair(static_cast<int>(k), static_cast<int>(l));
      keepLarger(largest, lawOf(fluid).largestForce(pair, fluid), [&] {
        return fmt::format("the pair {}, {}", fluid.species[k].name, fluid.species[l].name);
      });
    }
  }
  for (const Bond& bond : state.molecules.bonds) {
    const BondKind& kind = fluid.bondKinds[static_cast<std::size_t>(bond.kind)];
    const double stretch = glm::length(between(bond.ids[0], bond.ids[1])) - kind.length;
    const double share = kind.form == BondForm::Fene ? stretch / kind.reach : 0.0;
    keepLarger(largest, kind.k * std::abs(stretch) / (1.0 - share * share), [&] {
      return fmt::format("the bond '{}' of particles {}", kind.name, fmt::join(bond.ids, " and "));
    });
  }
  for (const Angle& angle : state.molecules.angles) {
    const AngleKind& kind = fluid.angleKinds[static_cast<std::size_t>(angle.kind)];
    const glm::dvec3 a = between(angle.ids[1], angle.ids[0]),
                     b = between(angle.ids[1], angle.ids[2]);
    const double theta = std::atan2(glm::length(glm::cross(a, b)), glm::dot(a, b));
    const double turn = theta - glm::radians(kind.degrees);
    const double slope = kind.form == AngleForm::Harmonic ? turn : std::sin(turn);
    keepLarger(largest, kind.k * std::abs(slope) / std::min(glm::length(a), glm::length(b)), [&] {
      return fmt::format("the angle '{}' of particles {}", kind.name, fmt::join(angle.ids, ", "));
    });
  }
  return largest;
}

}  // namespace

void throwFailure(const Fluid& fluid, const ParticleState& state, const Clock& clock,
                  int blockStep) {
  // Marks are -1 or less: the earlier the step, the nearer its mark is to 0. A particle that is not
  // finite and has no mark has not been moved yet.
  std::size_t first = 0;
  float firstMark = -std::numeric_limits<float>::infinity();
  for (std::size_t i = 0; i < state.count(); ++i) {
    const glm::vec4& velocity = state.velocity[i];
    if (isSound(velocity)) continue;
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

void throwTooLarge(const Fluid& fluid, const ParticleState& state, const Clock& clock,
                   double temperature) {
  const std::string where = fmt::format("step {}", clock.step);
  const std::string why = whyNotLengths(state.molecules.bonds, fluid.bondKinds, fluid.box,
                                        unpacked(state).position, kLengthMargin);
  if (!why.empty()) throw RunError(where, why);
  const NamedForce largest = largestForce(fluid, state);
  throw RunError(where,
                 fmt::format("temperature is {}: velocities, forces or their sums are too large "
                             "for floats; the strongest force, up to {:.3g}, is the force of {}",
                             temperature, largest.strength, largest.name));
}

}  // namespace gpubuck::dpd
