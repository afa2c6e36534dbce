#include "dpd/simulation.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "base/error.h"

namespace gpubuck::dpd {
namespace {

void requireWhole(const Molecules& molecules, const Fluid& fluid) {
  if (molecules.bonds.empty()) return;
  const auto move = std::ranges::find(fluid.effects, EffectKind::Move, &Effect::kind);
  if (move == fluid.effects.end()) return;
  throw InputError(fmt::format("effect.{}.kind", move - fluid.effects.begin()),
                   "\"move\" is not allowed in a fluid with bonds, since it would tear them");
}

std::int64_t requiredCount(const Fluid& fluid, const ParticleState& state) {
  requireParticlesOf(fluid, state);
  requireWhole(state.molecules, fluid);
  return static_cast<std::int64_t>(state.count());
}

const Fluid& requireDrag(const Fluid& fluid) {
  if (const std::string why = whyNoDrag(fluid); !why.empty()) throw InputError("fluid.drag", why);
  return fluid;
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
      fluid_(requireDrag(fluid)),
      settings_(settings),
      count_(requiredCount(fluid, state)),
      clock_(clock),
      solids_(fluid),
      molecules_(state.molecules),
      step_(makeStep(device, fluid, settings, cells::makeCellGrid(fluid.box, 1.0, search), count_)),
      observer_(device, fluid, *step_, countSpecies(fluid, state), molecules_),
      failureCheck_(device, *step_, count_) {
  clock_.setTimeStep(fluid.dt);
  step_->setMolecules(fluid_, molecules_);
  arrays.allocate();
  step_->take(state);
}

ParticleState Simulation::downloadState() {
  ParticleState state = step_->download();
  state.molecules = molecules_;
  return state;
}

void Simulation::step() {
  while (!advance(count_)) {
  }
}

bool Simulation::advance(std::int64_t particles) {
  if (particles < 0) throw RunError("step", fmt::format("{} particles: must be >= 0", particles));
  if (!moved_) beginStep();
  particles -= step_->prepare(particles);
  const texel::Range part{*moved_, std::min(particles, count_ - *moved_)};
  step_->run(clock_, blockStep_, part);
  *moved_ += part.count;
  if (*moved_ < count_) return false;
  endStep();
  return true;
}

void Simulation::beginStep() {
  requireNextStep(clock_);
  moved_ = 0;
  measured_ = 0;  // the particles may be put into another order
  for (const Effect& effect : fluid_.effects) {
    if (effect.kind == EffectKind::Couple) applyNow(effect);
  }
  turnsSpecies_ = haveKind(fluid_.effects, EffectKind::Turn);
  step_->begin(clock_.step, solids_.begin(fluid_, clock_));
}

void Simulation::endStep() {
  measured_ = 0;
  step_->finish();
  solids_.endStep();
  if (turnsSpecies_) observer_.speciesChanged();
  moved_.reset();
  ++clock_.step;
  if (++blockStep_ == kBlockSteps) checkFailure();
  if (fluidChanged_) applyFluid();
  if (nextStep_) applySort();
}

void Simulation::setSolids(const std::vector<Solid>& solids) {
  solids_.set(solids, fluid_);
  fluid_.solids = solids;
  fluidChanged_ = true;
  if (!stepUnderWay()) applyFluid();
}

void Simulation::steer(std::size_t number, const glm::dvec3& target) {
  std::vector<Solid> solids = solids_.present();
  solids.at(number) = steered({fluid_.box, solids}, number, clock_.dt, target);
  solids_.set(solids, fluid_);
}

void Simulation::requireSettable(const Fluid& fluid) const {
  requireDrag(fluid);
  requireWhole(molecules_, fluid);
  solids_.requireSettable(fluid_, fluid);
}

void Simulation::setFluid(const Fluid& fluid) {
  requireSettable(fluid);
  solids_.set(fluid_, fluid);
  fluid_ = fluid;
  fluidChanged_ = true;
  if (!stepUnderWay()) applyFluid();
}

void Simulation::applyFluid() {
  measured_ = 0;
  clock_.setTimeStep(fluid_.dt);
  step_->setFluid(fluid_);
  observer_.setFluid(fluid_);
  stressSlabs_.reset();
  fluidChanged_ = false;
}

void Simulation::setSort(const StepSettings& settings) {
  gl::AllocateTogether arrays("sort");
  std::unique_ptr<Step> step = makeStep(*device_, fluid_, settings, grid(), count_);
  step->setMolecules(fluid_, molecules_);
  arrays.allocate();
  nextStep_ = std::move(step);
  settings_ = settings;
  // The forces of a step under way come from the cells at the begin of the step.
  if (!stepUnderWay()) applySort();
}

void Simulation::applySort() {
  measured_ = 0;
  nextStep_->take(step_->download());
  // The fluid may have changed since `nextStep_` was made.
  nextStep_->setFluid(fluid_);
  nextStep_->noteCells(notesCells_);
  step_ = std::move(nextStep_);
  observer_.setStep(*step_);
  failureCheck_ = FailureCheck(*device_, *step_, count_);
  effectPass_.reset();
  densityModes_.reset();
  stressSlabs_.reset();
}

void Simulation::apply(const Effect& effect) {
  if (stepUnderWay()) throw RunError("effect", fmt::format("step {} is under way", clock_.step));
  if (effect.kind == EffectKind::Turn) observer_.speciesChanged();
  applyNow(effect);
}

void Simulation::applyNow(const Effect& effect) {
  if (!effectPass_) effectPass_.emplace(*device_, fluid_, *step_, count_);
  measured_ = 0;
  effectPass_->run(effect, fluid_, clock_);
}

void Simulation::checkFailure() {
  if (failureCheck_.find(*step_))
    throwFailure(observer_.fluid(), downloadState(), clock_, blockStep_);
  // A step under way marks failed particles with blockStep_, which must not change before the step
  // is complete.
  if (!stepUnderWay()) blockStep_ = 0;
}

Observables Simulation::measure() {
  measured_ = 0;
  while (true) {
    if (const auto measured = measurePart(count_)) return *measured;
  }
}

std::optional<Observables> Simulation::measurePart(std::int64_t particles) {
  particles -= step_->prepare(particles);
  const texel::Range part{measured_, std::min(particles, count_ - measured_)};
  observer_.gather(clock_, part, *step_);
  measured_ += part.count;
  if (measured_ < count_) return std::nullopt;
  measured_ = 0;
  std::optional<Observables> measured = observer_.sum(clock_, *step_);
  if (!measured) throwUnsound();
  if (!std::isfinite(measured->temperature)) {
    checkFailure();
    throwTooLarge(observer_.fluid(), downloadState(), clock_, measured->temperature);
  }
  return measured;
}

StructureFactor Simulation::structureFactor() {
  if (!densityModes_) densityModes_.emplace(*device_, *step_, count_);
  StructureFactor measured = densityModes_->structureFactor(*step_, observer_.counts(*step_));
  measured.step = clock_.step;
  measured.time = time();
  return measured;
}

SurfaceOrder Simulation::surfaceOrder() {
  if (!densityModes_) densityModes_.emplace(*device_, *step_, count_);
  return {clock_.step, time(), densityModes_->surfaces(*step_, observer_.counts(*step_))};
}

StressProfile Simulation::stressProfile() {
  requireStressProfile(fluid_.box);
  if (!stressSlabs_) stressSlabs_.emplace(*device_, observer_.fluid(), *step_, count_);
  std::optional<StressProfile> measured =
      stressSlabs_->find(clock_, {fluid_.box, solids()}, *step_);
  if (!measured) throwUnsound();
  measured->step = clock_.step;
  measured->time = time();
  return *measured;
}

void Simulation::throwUnsound() {
  checkFailure();
  throwTooManyNeighbours(clock_.step, "a particle");
}

std::optional<Densities> Simulation::densities() {
  if (step_->density() == nullptr) return {};
  step_->prepare(count_);
  return Densities{*step_->density(), step_->placeOfId()};
}

void Simulation::noteCells(bool notes) {
  notesCells_ = notes;
  step_->noteCells(notes);
}

}  // namespace gpubuck::dpd
