#include "dpd/steps/step.h"

#include <algorithm>
#include <iterator>

#include "dpd/steps/buffer_step.h"
#include "dpd/steps/paper_step.h"

namespace gpubuck::dpd {

std::int64_t Step::prepare(std::int64_t particles) {
  std::int64_t found = 0;
  if (density_ && !density_->isWhole()) found = density_->find(particles, plainNeighbours());
  if (!molecules_ || molecules_->isWhole() || found == particles) return found;
  std::vector<texel::Input> inputs = this->particles();
  inputs.push_back(places());
  return found + molecules_->find(particles - found, inputs);
}

void Step::setMolecules(const Fluid& fluid, const Molecules& molecules) {
  molecules_.reset();
  if (!fluid.hasMolecules()) return;
  molecules_.emplace(*device_, fluid, *this, molecules, particles_);
  if (!places_) places_.emplace(*device_, *this, particles_);  // its memory is taken now, too
}

void Step::setSlab(const std::optional<Slab>& slab) {
  if (molecules_) molecules_->setSlab(slab);
}

const texel::IdArray& Step::placeOfId() {
  if (!places_) places_.emplace(*device_, *this, particles_);
  return places_->find(*this);
}

void Step::setFluid(const Fluid& fluid) {
  setForces(fluid);
  setDensity(fluid);
  if (molecules_) molecules_->setFluid(fluid);
}

void Step::setDensity(const Fluid& fluid) {
  if (!lawOf(fluid).needsDensity()) return density_.reset();
  if (density_) return density_->setFluid(fluid);
  density_.emplace(*device_, fluid, *this, particles_);
}

void Step::particlesMoved() {
  if (density_) density_->reset();
  if (molecules_) molecules_->reset();
  if (places_) places_->reset();
}

std::vector<texel::Input> Step::neighbours() {
  std::vector<texel::Input> inputs = plainNeighbours();
  if (density_) inputs.push_back(density_->input());
  if (molecules_) std::ranges::copy(molecules_->inputs(), std::back_inserter(inputs));
  return inputs;
}

std::unique_ptr<Step> makeStep(const texel::Device& device, const Fluid& fluid,
                               const StepSettings& settings, const cells::CellGrid& grid,
                               std::int64_t particles) {
  if (hasBufferStep(device.engine(), settings)) {
    return makeBufferStep(device, fluid, grid, particles);
  }
  return std::make_unique<PaperStep>(device, fluid, settings, grid, particles);
}

}  // namespace gpubuck::dpd
