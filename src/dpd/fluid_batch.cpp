#include "dpd/fluid_batch.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <glm/vec4.hpp>
#include <utility>

#include "base/error.h"
#include "dpd/observer.h"
#include "dpd/steps/buffer_step.h"

namespace gpubuck::dpd {
namespace {

using Member = FluidBatch::Member;

template <typename Of>
auto ofEach(const std::vector<Member>& members, const Of& of) {
  std::vector<decltype(of(members.front()))> all;
  for (const Member& member : members) all.push_back(of(member));
  return all;
}

std::vector<Fluid> fluidsOf(const std::vector<Member>& members) {
  return ofEach(members, [](const Member& member) { return member.fluid; });
}

/// Does `work` for fluid k. Puts the number of the fluid before the message of an error of type
/// Kind.
template <typename Kind, typename Work>
void inFluid(std::size_t k, const Work& work) {
  try {
    work();
  } catch (const Kind& error) {
    throw Kind(fmt::format("fluid {}", k), error.what());
  }
}

/// Returns `members`. Throws unless the fluids can be a batch in these cells.
const std::vector<Member>& requireMembers(const texel::Device& device,
                                          const std::vector<Member>& members,
                                          const cells::CellGrid& grid) {
  std::int64_t particles = 0;
  for (std::size_t k = 0; k < members.size(); ++k) {
    const Member& member = members[k];
    inFluid<InputError>(k, [&] {
      requireParticlesOf(member.fluid, member.particles);
      if (const std::string why = whyNoDrag(member.fluid); !why.empty()) {
        throw InputError("fluid.drag", why);
      }
    });
    particles += static_cast<std::int64_t>(member.particles.count());
  }
  const texel::ComputeLimits limits = device.computeLimits("batch");
  if (const std::string why = whyNoBatch(limits, grid, std::ssize(members), particles);
      !why.empty()) {
    throw RunError("batch", why);
  }
  return members;
}

cells::CellGrid gridOf(const std::vector<Member>& members, const cells::Method& search) {
  requireBatch(fluidsOf(members));
  return cells::makeCellGrid(members.front().fluid.box, 1.0, search);
}

ParticleState together(const std::vector<Member>& members) {
  ParticleState all;
  const auto append = [](std::vector<glm::vec4>& to, const std::vector<glm::vec4>& from) {
    to.insert(to.end(), from.begin(), from.end());
  };
  for (const Member& member : members) {
    append(all.position, member.particles.position);
    append(all.velocity, member.particles.velocity);
    append(all.predicted, member.particles.predicted);
  }
  return all;
}

}  // namespace

FluidBatch::FluidBatch(const texel::Device& device, const std::vector<Member>& members,
                       const cells::Method& search)
    : FluidBatch(gl::AllocateTogether(fmt::format("batch of {} fluids", members.size())), device,
                 members, gridOf(members, search)) {}

FluidBatch::FluidBatch(gl::AllocateTogether&& arrays, const texel::Device& device,
                       const std::vector<Member>& members, const cells::CellGrid& grid)
    : fluids_(fluidsOf(requireMembers(device, members, grid))),
      begun_(ofEach(members,
                    [](const Member& member) {
                      Clock clock = member.clock;
                      clock.setTimeStep(member.fluid.dt);
                      return clock;
                    })),
      counts_(ofEach(
          members,
          [](const Member& member) { return countSpecies(member.fluid, member.particles); })),
      batch_(device, grid,
             ofEach(members,
                    [](const Member& member) -> Batch::Member {
                      return {member.fluid, static_cast<std::int64_t>(member.particles.count()),
                              member.clock.step};
                    })),
      step_(device, grid, batch_),
      measure_(device, batch_.forShaders(), step_, batch_.particles()),
      // The sum has one more summand for a force law that needs a density.
      sum_(device, std::ranges::max_element(batch_.parts(), {}, &texel::Range::count)->count,
           std::ssize(measure_.summands(static_cast<int>(counts_.front().size()))) + 1,
           batch_.fluids()),
      failureCheck_(device, step_, batch_.particles()) {
  arrays.allocate();
  batch_.upload();
  step_.take(together(members));
}

Clock FluidBatch::clock(std::size_t k) const {
  Clock clock = begun_[k];
  clock.step += clock_.step;
  return clock;
}

void FluidBatch::step() {
  for (std::size_t k = 0; k < fluids_.size(); ++k) {
    inFluid<RunError>(k, [&] { requireNextStep(clock(k)); });
  }
  const texel::Range all{0, count()};
  step_.begin(clock_.step, {});
  step_.prepare(count());
  step_.run(clock_, blockStep_, all);
  step_.finish();
  ++clock_.step;
  if (++blockStep_ == kBlockSteps) checkFailure();
}

void FluidBatch::checkFailure() {
  if (failureCheck_.find(step_)) {
    const ParticleState all = step_.download();
    for (std::size_t k = 0; k < fluids_.size(); ++k) requireSound(k, stateOf(k, all));
  }
  blockStep_ = 0;
}

void FluidBatch::requireSound(std::size_t k, const ParticleState& state) const {
  if (std::ranges::all_of(state.velocity, isSound)) return;
  inFluid<RunError>(k, [&] { throwFailure(fluids_[k], state, clock(k), blockStep_); });
}

std::vector<Observables> FluidBatch::measure() {
  step_.prepare(count());
  measure_.run(clock_, {0, count()}, step_.neighbours());
  std::vector<NamedSummand> summands = measure_.summands(static_cast<int>(counts_.front().size()));
  if (step_.density() != nullptr) summands.push_back({{step_.density()}, {"density"}});
  const std::vector<Totals> totals = Totals::ofParts(sum_, summands, batch_.parts());
  std::vector<Observables> all;
  for (std::size_t k = 0; k < fluids_.size(); ++k) {
    const auto measured =
        observablesOf(fluids_[k], fluids_[k].box.volume(), counts_[k], clock(k), totals[k]);
    if (!measured || !std::isfinite(measured->temperature)) {
      const ParticleState state = stateOf(k, step_.download());
      requireSound(k, state);
      inFluid<RunError>(k, [&] {
        if (!measured) throwTooManyNeighbours(clock(k).step, "a particle");
        throwTooLarge(fluids_[k], state, clock(k), measured->temperature);
      });
    }
    all.push_back(*measured);
  }
  return all;
}

ParticleState FluidBatch::stateOf(std::size_t k, const ParticleState& all) const {
  const texel::Range& part = batch_.parts()[k];
  const auto cut = [&](const std::vector<glm::vec4>& from) {
    const auto first = from.begin() + static_cast<std::ptrdiff_t>(part.first);
    return std::vector<glm::vec4>(first, first + static_cast<std::ptrdiff_t>(part.count));
  };
  return {cut(all.position), cut(all.velocity), cut(all.predicted)};
}

ParticleState FluidBatch::downloadState(std::size_t k) {
  ParticleState state = stateOf(k, step_.download());
  requireSound(k, state);
  return state;
}

}  // namespace gpubuck::dpd
