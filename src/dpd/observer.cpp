#include "dpd/observer.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <utility>

namespace gpubuck::dpd {
namespace {

int periodicAxes(const cells::Box& box) {
  int axes = 0;
  for (int axis = 0; axis < box.dimensions; ++axis) axes += box.isPeriodic(axis) ? 1 : 0;
  return axes;
}

std::optional<double> surfaceTension(const cells::Box& box, const std::array<double, 3>& pressure) {
  const int last = box.dimensions - 1;
  if (!box.isPeriodic(last)) return std::nullopt;
  double tangential = 0.0;
  for (std::size_t axis = 0; static_cast<int>(axis) < last; ++axis) tangential += pressure[axis];
  const double normal = pressure[static_cast<std::size_t>(last)];
  return 0.5 * box.size[last] * (normal - tangential / last);
}

/// Adds the observables that follow from each species' sums of momentum and kinetic energy.
void addMotion(const Fluid& fluid, const std::vector<std::int64_t>& counts, const Totals& totals,
               Observables& result) {
  const double dimensions = fluid.box.dimensions;
  for (std::size_t k = 0; k < counts.size(); ++k) {
    const auto total = [&](std::string_view name) {
      return totals.ofSpecies(name, static_cast<int>(k));
    };
    const double energy = total("kinetic energy");
    SpeciesObservables species;
    species.count = counts[k];
    species.momentum = {total("momentum x"), total("momentum y"), total("momentum z")};
    if (counts[k] > 0) {
      species.temperature = 2.0 * energy / (dimensions * static_cast<double>(counts[k]));
    }
    result.kineticEnergy += energy;
    for (std::size_t axis = 0; axis < 3; ++axis) result.momentum[axis] += species.momentum[axis];
    result.species.push_back(species);
  }
}

double degreesOfFreedom(const Fluid& fluid, std::int64_t particles) {
  const double all = fluid.box.dimensions * static_cast<double>(particles);
  // Without drag and without solids, momentum along periodic axes is conserved. This takes away one
  // degree of freedom per periodic axis.
  const bool isKept = fluid.drag == 0.0 && fluid.solids.empty();
  return isKept ? all - periodicAxes(fluid.box) : all;
}

}  // namespace

std::optional<Observables> observablesOf(const Fluid& fluid, double volume,
                                         const std::vector<std::int64_t>& counts,
                                         const Clock& clock, const Totals& totals) {
  if (std::isnan(totals.of(kSpeciesSum))) return {};
  const std::int64_t particles = std::accumulate(counts.begin(), counts.end(), std::int64_t{0});
  Observables result;
  result.step = clock.step;
  result.time = clock.time();
  addMotion(fluid, counts, totals, result);
  if (lawOf(fluid).needsDensity() && particles > 0) {
    result.localDensity = totals.of("density") / static_cast<double>(particles);
  }
  if (!fluid.bondKinds.empty()) result.bondEnergy = totals.of("bond energy");
  if (!fluid.angleKinds.empty()) result.angleEnergy = totals.of("angle energy");
  const double dimensions = fluid.box.dimensions;
  const std::array<double, 3> stress{totals.of("stress xx"), totals.of("stress yy"),
                                     totals.of("stress zz")};
  result.potentialEnergy = totals.of("potential energy");
  result.gravityEnergy = totals.of("gravity energy");
  result.pressureTensor = {stress[0] / volume, stress[1] / volume, stress[2] / volume};
  result.pressure = (stress[0] + stress[1] + stress[2]) / (dimensions * volume);
  result.pressureTotal =
      (2.0 * result.kineticEnergy + totals.of("total virial")) / (dimensions * volume);
  if (fluid.solids.empty()) {
    result.surfaceTension = surfaceTension(fluid.box, result.pressureTensor);
  }
  if (const double freedoms = degreesOfFreedom(fluid, particles); freedoms > 0.0) {
    result.temperature = 2.0 * result.kineticEnergy / freedoms;
    result.temperatureOnStep = 2.0 * totals.of("kinetic energy on step") / freedoms;
  }
  return result;
}

std::vector<std::int64_t> countSpecies(const Fluid& fluid, const ParticleState& state) {
  std::vector<std::int64_t> counts(fluid.species.size(), 0);
  for (const glm::vec4& position : state.position) {
    ++counts[static_cast<std::size_t>(speciesOf(position))];
  }
  return counts;
}

Observer::Observer(const texel::Device& device, const Fluid& fluid, const Neighbourhood& step,
                   std::vector<std::int64_t> counts, const Molecules& molecules)
    : fluid_(fluid),
      volume_(fluid.room().volume()),
      counts_(std::move(counts)),
      particles_(std::accumulate(counts_.begin(), counts_.end(), std::int64_t{0})),
      measure_(device, fluid, step, particles_),
      // The sum has room for a density, since the law may change to a law that needs one.
      sum_(device, particles_,
           std::ssize(measure_.summands(static_cast<int>(counts_.size()))) + 1 +
               (fluid.hasMolecules() ? 2 : 0)) {
  if (fluid.species.size() == 2) composition_.emplace(device, step, particles_);
  if (!molecules.bonds.empty()) moleculeSizes_.emplace(device, fluid, step, molecules.bonds);
}

void Observer::setStep(const Neighbourhood& step) {
  measure_.setStep(step);
  if (composition_) composition_->setStep(step);
  if (moleculeSizes_) moleculeSizes_->setStep(step);
}

void Observer::setFluid(const Fluid& fluid) {
  if (fluid.solids != fluid_.solids) volume_ = fluid.room().volume();
  fluid_ = fluid;
  measure_.setFluid(fluid);
}

void Observer::gather(const Clock& clock, const texel::Range& range, Neighbourhood& step) {
  measure_.run(clock, range, step.neighbours());
}

const std::vector<std::int64_t>& Observer::counts(Step& step) {
  if (counts_.empty()) counts_ = countSpecies(fluid_, step.download());
  return counts_;
}

std::optional<Observables> Observer::sum(const Clock& clock, Step& step) {
  counts(step);
  std::vector<NamedSummand> summands = measure_.summands(static_cast<int>(counts_.size()));
  const texel::Vec4Array* const density = step.density();
  if (density != nullptr) summands.push_back({{density}, {"density"}});
  if (const MoleculeForces* forces = step.moleculeForces()) {
    summands.push_back({{&forces->force()}, {"", "", "", "bond energy"}});
    summands.push_back({{&forces->virial()}, {"", "", "", "angle energy"}});
  }
  std::optional<Observables> result =
      observablesOf(fluid_, volume_, counts_, clock, Totals(sum_, summands, particles_));
  if (!result) return {};
  if (composition_) {
    composition_->find(step);
    result->mixingWidth = composition_->mixingWidth(fluid_.gravity);
    result->domainSize = composition_->domainSize();
  }
  if (moleculeSizes_) {
    const MoleculeSizes::Sizes sizes = moleculeSizes_->find(step);
    result->endToEnd = sizes.endToEnd;
    result->radiusOfGyration = sizes.radiusOfGyration;
  }
  return result;
}

}  // namespace gpubuck::dpd
