#include "dpd/steps/step.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>

#include "base/error.h"
#include "dpd/steps/buffer_step.h"
#include "dpd/steps/paper_step.h"
#include "sort/algorithms.h"

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
  // The places of ids are also made now, so that steps allocate no memory.
  if (!places_) places_.emplace(*device_, *this, particles_);
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

namespace {

void requireRunnable(const StepSettings& settings, texel::Engine engine) {
  const bool is2007 = settings.method == StepMethod::Year2007;
  if (is2007 && engine != texel::Engine::Paper) {
    throw InputError("method", fmt::format("2007 runs on the engine paper, not on {}",
                                           texel::engineName(engine)));
  }
  if (is2007 && settings != withMethod(settings, settings.method)) {
    throw InputError("method", "the method 2007 has fixed settings, which cannot be changed");
  }
  if (const std::string why = whyNoLists(settings); !why.empty()) {
    throw InputError("search.traversal", why);
  }
}

}  // namespace

std::string whyNoLists(const StepSettings& settings) {
  // The algorithm Auto is not excluded: on each engine it becomes a sort that makes lists.
  const sort::Algorithm algorithm = settings.sort.algorithm;
  if (settings.traversal != Traversal::Lists || !sort::makesRanges(algorithm)) return {};
  return fmt::format("lists need a sort that makes lists; {} makes ranges",
                     sort::nameOf(algorithm));
}

std::unique_ptr<Step> makeStep(const texel::Device& device, const Fluid& fluid,
                               const StepSettings& settings, const cells::CellGrid& grid,
                               std::int64_t particles) {
  requireRunnable(settings, device.engine());
  if (hasBufferStep(device.engine(), settings)) {
    return makeBufferStep(device, fluid, grid, particles);
  }
  return std::make_unique<PaperStep>(device, fluid, settings, grid, particles);
}

}  // namespace gpubuck::dpd
