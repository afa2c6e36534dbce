#include "dpd/simulation.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "base/error.h"
#include "texel/lots.h"

namespace gpubuck::dpd {
namespace {

std::int64_t requiredCount(const Fluid& fluid, const ParticleState& state) {
  requireParticlesOf(fluid, state);
  return static_cast<std::int64_t>(state.count());
}

std::vector<std::int64_t> countSpecies(const Fluid& fluid,
                                       const std::vector<glm::vec4>& positions) {
  std::vector<std::int64_t> counts(fluid.species.size(), 0);
  for (const glm::vec4& position : positions) {
    ++counts[static_cast<std::size_t>(speciesOf(position))];
  }
  return counts;
}

bool isFinite(const glm::vec4& v) {
  return std::isfinite(v.x) && std::isfinite(v.y) && std::isfinite(v.z);
}

/// How the present particles are sorted where their cells are asked for.
sort::Settings indexSettings(const texel::Device& device, const StepSettings& settings) {
  sort::Settings result = settings.sort;
  // What is measured then repeats to the bit, too.
  if (hasBufferStep(device.engine(), settings)) result.algorithm = sort::Algorithm::Counting;
  return result;
}

void requireObstacle(const Obstacle& obstacle, const cells::Box& box, double dt) {
  if (const auto fault = faultOf(obstacle, box, dt)) {
    throw InputError("obstacle." + fault->part, fault->why);
  }
}

/// An obstacle with what another fluid says differently of it.
Obstacle changed(Obstacle obstacle, const Fluid& before, const Fluid& after) {
  const Obstacle &first = before.obstacle, &second = after.obstacle;
  if (first.radius != second.radius) obstacle.radius = second.radius;
  if (first.centre != second.centre) obstacle.centre = second.centre;
  if (first.velocity != second.velocity) obstacle.velocity = second.velocity;
  // At the same time step nothing may be rounded.
  return before.dt == after.dt ? obstacle : slowed(obstacle, after.dt);
}

void requireDrag(const Fluid& fluid) {
  if (const std::string why = whyNoDrag(fluid); !why.empty()) throw InputError("fluid.drag", why);
}

}  // namespace

Simulation::Simulation(const texel::Device& device, const Fluid& fluid,
                       const StepSettings& settings, const ParticleState& state, const Clock& clock,
                       const cells::Method& search)
    : Simulation(gl::AllocateTogether(fmt::format("fluid of {} particles", state.count())), device,
                 fluid, settings, state, clock, search) {}

Simulation::Simulation(gl::AllocateTogether&& arrays, const texel::Device& device,
                       const Fluid& fluid, const StepSettings& settings, const ParticleState& state,
                       const Clock& clock, const cells::Method& search)
    : device_(&device),
      fluid_(fluid),
      obstacle_(fluid.obstacle),
      nextObstacle_(fluid.obstacle),
      settings_(settings),
      count_(requiredCount(fluid, state)),
      clock_(clock),
      now_(device, count_, ""),
      next_(device, count_, " (next)"),
      cells_(std::make_unique<cells::CellIndex>(device, cells::makeCellGrid(fluid.box, 1.0, search),
                                                indexSettings(device, settings), count_)),
      copies_(std::make_unique<NeighbourCopies>(device, fluid, *cells_)),
      bufferStep_(makeBufferStep(device, fluid, settings, cells_->grid(), count_)),
      reorder_(device),
      forceMove_(device, fluid, cells_->grid()),
      impulsePass_(device, cells_->grid()),
      bathPass_(device, fluid, cells_->grid(), count_),
      paintPass_(device),
      observer_(device, fluid, *cells_, countSpecies(fluid, state.position)),
      // Fragments, as those of the count that follows (texel/flag_counter.cpp).
      findFailed_(device, {.name = "dpd/find_failed",
                           .outputs = {{"o_failed", texel::Format::Id}},
                           .launch = texel::Launch::Fragment}),
      failed_(device, "failed", count_),
      countFailed_(device, count_, 1, 1) {
  clock_.setTimeStep(fluid.dt);
  requireDrag(fluid);
  requireObstacle(fluid.obstacle, fluid.box, fluid.dt);
  arrays.allocate();
  now_.position.upload(state.position);
  now_.velocity.upload(state.velocity);
  now_.predicted.upload(state.predicted);
}

const ParticleArrays& Simulation::present() {
  if (!nowIsCurrent_) {
    bufferStep_->give(now_);
    cells_->reset();
    nowIsCurrent_ = true;
  }
  return now_;
}

void Simulation::restoreLists(const ListState& lists) {
  cells_->restore(lists);
  copiesAreCurrent_ = false;
}

void Simulation::sortParticles() {
  const texel::Vec4Array& positions = present().position;
  if (cells_->isCurrent()) return;
  if (settings_.mode == SortMode::Resort) {
    cells_->resort(positions);
  } else {
    cells_->sort(positions);
  }
  copiesAreCurrent_ = false;
}

std::vector<texel::Input> Simulation::neighbours() {
  sortParticles();
  if (!copiesAreCurrent_) copies_->make(now_, *cells_);
  copiesAreCurrent_ = true;
  return copies_->inputs(*cells_);
}

void Simulation::reorderParticles() {
  reorder_.run(now_, copies_->findOrder(*cells_), next_);
  std::swap(now_, next_);
  cells_->reset();
}

void Simulation::step() { advance(count_); }

bool Simulation::advance(std::int64_t particles) {
  if (particles < 0) throw RunError("step", fmt::format("a part of {} particles", particles));
  if (!moved_) beginStep();
  const texel::Range part{*moved_, std::min(particles, count_ - *moved_)};
  if (bufferStep_) {
    texel::inLots(part,
                  [&](const texel::Range& lot) { bufferStep_->run(clock_.step, blockStep_, lot); });
  } else {
    const std::vector<texel::Input> copies = neighbours();
    texel::inLots(part, [&](const texel::Range& lot) {
      forceMove_.run(clock_.step, blockStep_, lot, now_, copies, next_);
    });
  }
  *moved_ += part.count;
  if (*moved_ < count_) return false;
  endStep();
  return true;
}

void Simulation::beginStep() {
  moved_ = 0;
  nextObstacle_ = moved(obstacle_, fluid_.box, clock_.dt);
  measured_ = 0;  // the particles may be put into another order
  if (bufferStep_) {
    if (notedCells_) notedCells_->note(present());
    bufferStep_->setObstacle(nextObstacle_);
    if (!bufferStepIsCurrent_) bufferStep_->take(now_);
    bufferStepIsCurrent_ = true;
    return;
  }
  forceMove_.setObstacle(nextObstacle_);
  sortParticles();
  if (settings_.reorderEvery > 0 && clock_.step % settings_.reorderEvery == 0) {
    reorderParticles();
    sortParticles();
  }
}

void Simulation::endStep() {
  measured_ = 0;
  if (bufferStep_) {
    bufferStep_->finish();
    nowIsCurrent_ = false;
  } else {
    std::swap(now_, next_);
    cells_->invalidate();
  }
  if (notedCells_) notedCells_->endStep();
  moved_.reset();
  obstacle_ = wantedObstacle_.value_or(nextObstacle_);
  wantedObstacle_.reset();
  ++clock_.step;
  if (++blockStep_ == kBlockSteps) checkFailure();
  if (fluidChanged_) applyFluid();
  if (nextCells_) applySort();
}

void Simulation::setObstacle(const Obstacle& obstacle) {
  requireObstacle(obstacle, fluid_.box, fluid_.dt);
  if (stepUnderWay()) {
    wantedObstacle_ = obstacle;
  } else {
    obstacle_ = obstacle;
  }
}

void Simulation::setFluid(const Fluid& fluid) {
  requireDrag(fluid);
  const Obstacle present = wantedObstacle_.value_or(stepUnderWay() ? nextObstacle_ : obstacle_);
  const Obstacle wanted = changed(present, fluid_, fluid);
  requireObstacle(wanted, fluid.box, fluid.dt);
  fluid_ = fluid;
  if (wanted != present) setObstacle(wanted);
  fluidChanged_ = true;
  if (!stepUnderWay()) applyFluid();
}

Obstacle Simulation::obstacleWith(const Fluid& fluid) const {
  return changed(wantedObstacle_.value_or(obstacle_), fluid_, fluid);
}

void Simulation::applyFluid() {
  measured_ = 0;
  clock_.setTimeStep(fluid_.dt);
  forceMove_.setFluid(fluid_);
  if (bufferStep_) bufferStep_->setFluid(fluid_);
  observer_.setFluid(fluid_);
  fluidChanged_ = false;
}

void Simulation::setSort(const StepSettings& settings) {
  gl::AllocateTogether arrays("sort");
  auto cells = std::make_unique<cells::CellIndex>(*device_, cells_->grid(),
                                                  indexSettings(*device_, settings), count_);
  auto copies = std::make_unique<NeighbourCopies>(*device_, fluid_, *cells);
  auto bufferStep = makeBufferStep(*device_, fluid_, settings, cells->grid(), count_);
  arrays.allocate();
  nextCells_ = std::move(cells);
  nextCopies_ = std::move(copies);
  nextBufferStep_ = std::move(bufferStep);
  settings_ = settings;
  // The forces of a step under way come from the cells with which it began.
  if (!stepUnderWay()) applySort();
}

void Simulation::applySort() {
  measured_ = 0;
  present();
  cells_ = std::move(nextCells_);
  copies_ = std::move(nextCopies_);
  bufferStep_ = std::move(nextBufferStep_);
  bufferStepIsCurrent_ = false;
  // The fluid may have changed since it was made.
  if (bufferStep_) bufferStep_->setFluid(fluid_);
  observer_.setCells(*cells_);
}

const sort::Statistics* Simulation::sortStatistics() const {
  const auto* bucketSort = dynamic_cast<const sort::BucketSort*>(&cells_->algorithm());
  return bucketSort != nullptr ? &bucketSort->statistics() : nullptr;
}

void Simulation::apply(const Impulse& impulse) {
  requireWholeStep();
  impulsePass_.run(impulse, clock_.dt, present(), next_);
  takeVelocities();
}

void Simulation::apply(const Bath& bath) {
  requireWholeStep();
  bathPass_.run(bath, fluid_, clock_.step, present(), next_);
  takeVelocities();
}

void Simulation::paint(const Tube& tube, int species) {
  requireWholeStep();
  if (species < 0 || species >= static_cast<int>(fluid_.species.size())) {
    throw InputError("paint", fmt::format("there is no species {}", species));
  }
  paintPass_.run(tube, species, present(), next_.position);
  std::swap(now_.position, next_.position);
  particlesChanged();
  countsAreCurrent_ = false;
}

void Simulation::requireWholeStep() const {
  if (stepUnderWay()) throw RunError("impulse", fmt::format("step {} is under way", clock_.step));
}

void Simulation::takeVelocities() {
  std::swap(now_.velocity, next_.velocity);
  std::swap(now_.predicted, next_.predicted);
  particlesChanged();
}

void Simulation::particlesChanged() {
  measured_ = 0;
  bufferStepIsCurrent_ = false;
  copiesAreCurrent_ = false;
}

void Simulation::checkFailure() {
  findFailed_.run(count_, {{"u_velocity", present().velocity}}, {{"o_failed", failed_}});
  if (countFailed_.countAll(failed_) == 0) {
    // Marks of a step under way count from where they began to.
    if (!stepUnderWay()) blockStep_ = 0;
    return;
  }
  const ParticleState state = downloadState();
  // Marks are -1 and below, the earliest step nearest to 0. A particle that is not finite and has
  // none has not been moved yet.
  std::size_t first = 0;
  float firstMark = -std::numeric_limits<float>::infinity();
  for (std::size_t i = 0; i < state.count(); ++i) {
    const glm::vec4& velocity = state.velocity[i];
    if (velocity.w >= 0.0F && isFinite(velocity)) continue;
    const float mark = velocity.w < 0.0F ? velocity.w : -static_cast<float>(blockStep_ + 1);
    if (mark > firstMark) first = i, firstMark = mark;
  }
  const glm::vec4 velocity = state.velocity[first], held = state.position[first];
  const auto failedStep = clock_.step - blockStep_ + static_cast<std::int64_t>(-firstMark) - 1;
  throw RunError(
      fmt::format("step {}", failedStep),
      fmt::format(
          "particle {} with velocity ({}, {}, {}) at ({}, {}, {}) would move by the cut-off "
          "radius or more in one time step of {}; a smaller dt may help",
          static_cast<std::int64_t>(state.predicted[first].w), velocity.x, velocity.y, velocity.z,
          held.x, held.y, held.z, clock_.dt));
}

Observables Simulation::measure() {
  measured_ = 0;
  return *measurePart(count_);
}

std::optional<Observables> Simulation::measurePart(std::int64_t particles) {
  const std::vector<texel::Input> copies = neighbours();
  const texel::Range part{measured_, std::min(particles, count_ - measured_)};
  texel::inLots(part,
                [&](const texel::Range& lot) { observer_.gather(clock_.step, lot, now_, copies); });
  measured_ += part.count;
  if (measured_ < count_) return std::nullopt;
  measured_ = 0;
  if (!std::exchange(countsAreCurrent_, true)) {
    observer_.setCounts(countSpecies(fluid_, now_.position.download()));
  }
  return observer_.sum(clock_.step, time(), now_, *cells_);
}

const cells::CellIndex& Simulation::cells() {
  sortParticles();
  return *cells_;
}

const texel::IdArray* Simulation::previousMapping() {
  if (const texel::IdArray* const mapping = cells().previousMapping()) return mapping;
  return notedCells_ ? notedCells_->before(present()) : nullptr;
}

void Simulation::noteCells(bool notes) {
  notes = notes && device_->engine() == texel::Engine::Fast;
  if (notes == (notedCells_ != nullptr)) return;
  notedCells_ = notes ? std::make_unique<NotedCells>(*device_, grid(), count_) : nullptr;
}

ParticleState Simulation::downloadState() {
  const ParticleArrays& particles = present();
  return {particles.position.download(), particles.velocity.download(),
          particles.predicted.download()};
}

ListState Simulation::downloadLists() { return cells().download(); }

}  // namespace gpubuck::dpd
