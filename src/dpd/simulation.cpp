#include "dpd/simulation.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "base/error.h"
#include "base/id.h"
#include "sort/linked_ranges.h"

namespace gpubuck::dpd {
namespace {

std::vector<std::int64_t> countSpecies(const Fluid& fluid, const ParticleState& state) {
  std::vector<std::int64_t> counts(fluid.species.size(), 0);
  for (std::size_t i = 0; i < state.count(); ++i) {
    const float species = state.position[i].w;
    if (!(species >= 0.0F && species < static_cast<float>(counts.size()))) {
      throw InputError(
          "initial state",
          fmt::format("particle {} is of species {}, the fluid has {}", i, species, counts.size()));
    }
    ++counts[static_cast<std::size_t>(species)];
  }
  return counts;
}

void requireInside(const search::Box& box, const ParticleState& state) {
  for (std::size_t i = 0; i < state.count(); ++i) {
    for (int axis = 0; axis < box.dimensions; ++axis) {
      const float coordinate = state.position[i][axis];
      if (!(coordinate >= 0.0F && coordinate <= static_cast<float>(box.size[axis]))) {
        throw InputError("initial state",
                         fmt::format("particle {} lies at {} = {}, outside the box of 0..{}", i,
                                     "xyz"[axis], coordinate, box.size[axis]));
      }
    }
  }
}

/// Texels with the flag of an element that has its place in a list.
std::vector<texel::IdTexel> visitedTexels(std::vector<std::uint32_t> ids) {
  for (std::uint32_t& id : ids) id |= 0xFF000000U;
  return ids;
}

std::vector<std::uint32_t> ids(const texel::Array& array) {
  std::vector<std::uint32_t> texels = array.downloadIds();
  for (std::uint32_t& texel : texels) texel &= kNullId;
  return texels;
}

}  // namespace

Simulation::Simulation(const texel::Device& device, const Fluid& fluid,
                       const StepSettings& settings, const ParticleState& state, const Clock& clock,
                       const search::Method& search)
    : device_(&device),
      fluid_(fluid),
      settings_(settings),
      grid_(search::makeCellGrid(fluid.box, 1.0, search)),
      count_(static_cast<std::int64_t>(state.count())),
      clock_(clock),
      now_(device, count_, ""),
      next_(device, count_, " (next)"),
      mapping_(device, "mapping", texel::Format::Id, count_),
      newMapping_(device, "mapping (new)", texel::Format::Id, count_),
      assignCells_(device, grid_),
      sort_(sort::makeListSort(device, settings.sort, count_, grid_.count())),
      reorder_(device, grid_.count()),
      forceMove_(device, fluid, grid_),
      stirPass_(device, grid_),
      observer_(device, fluid, grid_, countSpecies(fluid, state)),
      // Always a fragment pass: the occlusion query around it counts.
      findFailed_(device, {.name = "dpd/find_failed",
                           .inputs = {"u_velocity"},
                           .outputs = {{"o_failed", texel::Format::Id}},
                           .launch = texel::Engine::Paper}),
      failed_(device, "failed", texel::Format::Id, count_),
      failedQuery_(GL_SAMPLES_PASSED) {
  clock_.setTimeStep(fluid.dt);
  requireDrag(fluid);
  requireInside(fluid.box, state);
  now_.position.upload(state.position);
  now_.velocity.upload(state.velocity);
  now_.predicted.upload(state.predicted);
}

void Simulation::restoreLists(const ListState& lists) {
  if (static_cast<std::int64_t>(lists.mapping.size()) != count_ ||
      static_cast<std::int64_t>(lists.next.size()) != count_ ||
      static_cast<std::int64_t>(lists.head.size()) != grid_.count()) {
    throw InputError(
        "checkpoint",
        fmt::format("its lists are not those of {} particles in {} cells", count_, grid_.count()));
  }
  mapping_.upload(visitedTexels(lists.mapping));
  sort_->lists()->head.upload(visitedTexels(lists.head));
  sort_->lists()->next.upload(visitedTexels(lists.next));
  listsExist_ = true;
  listsCurrent_ = true;
  hasPreviousMapping_ = false;
}

void Simulation::sortParticles() {
  if (listsCurrent_) return;
  assignCells_.run(now_.position, newMapping_);
  if (listsExist_ && settings_.mode == SortMode::Resort) {
    sort_->resort(mapping_, newMapping_);
  } else {
    sort_->sort(newMapping_);
  }
  std::swap(mapping_, newMapping_);
  hasPreviousMapping_ = listsExist_;
  listsExist_ = true;
  listsCurrent_ = true;
}

void Simulation::reorderParticles() {
  reorder_.run(now_, *sort_->lists(), next_);
  std::swap(now_, next_);
  listsExist_ = false;
  listsCurrent_ = false;
}

void Simulation::step() { advance(count_); }

bool Simulation::advance(std::int64_t particles) {
  if (particles < 0) throw RunError("step", fmt::format("a part of {} particles", particles));
  if (!moved_) beginStep();
  const texel::Range part{*moved_, std::min(particles, count_ - *moved_)};
  forceMove_.run(clock_.step, blockStep_, part, now_, *sort_->lists(), next_);
  *moved_ += part.count;
  if (*moved_ < count_) return false;
  endStep();
  return true;
}

void Simulation::beginStep() {
  sortParticles();
  if (settings_.reorderEvery > 0 && clock_.step % settings_.reorderEvery == 0) {
    reorderParticles();
    sortParticles();
  }
  moved_ = 0;
}

void Simulation::endStep() {
  std::swap(now_, next_);
  moved_.reset();
  listsCurrent_ = false;
  ++clock_.step;
  if (++blockStep_ == kBlockSteps) checkFailure();
  if (fluidChanged_) applyFluid();
  if (nextSort_) applySort();
}

void Simulation::setFluid(const Fluid& fluid) {
  requireChangeable(fluid_, fluid);
  fluid_ = fluid;
  fluidChanged_ = true;
  if (!stepUnderWay()) applyFluid();
}

void Simulation::applyFluid() {
  clock_.setTimeStep(fluid_.dt);
  forceMove_.setFluid(fluid_);
  observer_.setFluid(fluid_);
  fluidChanged_ = false;
}

void Simulation::setSort(const StepSettings& settings) {
  nextSort_ = sort::makeListSort(*device_, settings.sort, count_, grid_.count());
  settings_ = settings;
  // The forces of a step under way come from the lists with which it began.
  if (!stepUnderWay()) applySort();
}

void Simulation::applySort() {
  sort_ = std::move(nextSort_);
  listsExist_ = false;
  listsCurrent_ = false;
}

const sort::Statistics* Simulation::sortStatistics() const {
  const auto* bucketSort = dynamic_cast<const sort::BucketSort*>(sort_.get());
  return bucketSort != nullptr ? &bucketSort->statistics() : nullptr;
}

void Simulation::stir(const Stir& stir) {
  if (stepUnderWay()) throw RunError("stir", fmt::format("step {} is under way", clock_.step));
  stirPass_.run(stir, clock_.dt, now_, next_);
  std::swap(now_.velocity, next_.velocity);
  std::swap(now_.predicted, next_.predicted);
}

void Simulation::checkFailure() {
  failedQuery_.begin();
  findFailed_.run(count_, {&now_.velocity}, {&failed_});
  failedQuery_.end();
  if (failedQuery_.result() == 0) {
    // Marks of a step under way count from where they began to.
    if (!stepUnderWay()) blockStep_ = 0;
    return;
  }
  const ParticleState state = downloadState();
  std::size_t first = 0;
  for (std::size_t i = 0; i < state.count(); ++i) {
    // The most negative mark below zero is the latest step: find the earliest.
    const float mark = state.velocity[i].w;
    if (mark < 0.0F && (state.velocity[first].w >= 0.0F || mark > state.velocity[first].w))
      first = i;
  }
  const glm::vec4 velocity = state.velocity[first];
  const auto failedStep = clock_.step - blockStep_ + static_cast<std::int64_t>(-velocity.w) - 1;
  throw RunError(
      fmt::format("step {}", failedStep),
      fmt::format("particle {} with velocity ({}, {}, {}) would move by the cut-off radius or "
                  "more in one time step of {}; a smaller dt may help",
                  static_cast<std::int64_t>(state.predicted[first].w), velocity.x, velocity.y,
                  velocity.z, clock_.dt));
}

Observables Simulation::measure() {
  sortParticles();
  return observer_.measure(clock_.step, time(), now_, *sort_->lists());
}

const sort::BucketLists& Simulation::lists() {
  sortParticles();
  return *sort_->lists();
}

const texel::Array& Simulation::mapping() {
  sortParticles();
  return mapping_;
}

const texel::Array* Simulation::previousMapping() {
  sortParticles();
  return hasPreviousMapping_ ? &newMapping_ : nullptr;
}

ParticleState Simulation::downloadState() const {
  return {now_.position.downloadVec4(), now_.velocity.downloadVec4(),
          now_.predicted.downloadVec4()};
}

ListState Simulation::downloadLists() {
  sortParticles();
  return {ids(mapping_), ids(sort_->lists()->head), ids(sort_->lists()->next)};
}

}  // namespace gpubuck::dpd
