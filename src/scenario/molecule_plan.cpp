#include "scenario/molecule_plan.h"

#include <fmt/format.h>

#include <cmath>

#include "base/enum_names.h"
#include "base/plural.h"
#include "scenario/initial/bodies.h"

namespace gpubuck::scenario {
namespace {

void requireBondLengths(const dpd::Fluid& fluid, const Fail& fail) {
  double squared = 0.0;
  for (int axis = 0; axis < fluid.box.dimensions; ++axis) {
    squared += fluid.box.size[axis] * fluid.box.size[axis];
  }
  const double diagonal = std::sqrt(squared);
  for (std::size_t k = 0; k < fluid.bondKinds.size(); ++k) {
    const dpd::BondKind& kind = fluid.bondKinds[k];
    const double longest = dpd::longestBond({.name = kind.name}, fluid.box);
    if (kind.length >= longest) {
      fail(fmt::format("bond.{}.length", k),
           fmt::format("{} is not below {}, 0.45 of the shortest periodic side", kind.length,
                       longest));
    }
    if (kind.length >= diagonal) {
      fail(fmt::format("bond.{}.length", k),
           fmt::format("{} is not below {:.4g}, the diagonal of the box", kind.length, diagonal));
    }
    if (kind.form == dpd::BondForm::Fene && kind.length + kind.reach == kind.length) {
      fail(fmt::format("bond.{}.reach", k),
           fmt::format("{} is too short for the length {}", kind.reach, kind.length));
    }
  }
}

}  // namespace

std::vector<MoleculePlan> moleculePlans(const Scenario& scenario) {
  const std::vector<std::string> names = namesOf(scenario.fluid.species);
  std::vector<MoleculePlan> plans;
  const std::int64_t particles = scenario.molecules.empty() ? 0 : particleCount(scenario);
  std::int64_t left = particles;
  for (const MoleculeKind& kind : scenario.molecules) {
    MoleculePlan plan{readBeads(kind.beads, names), kind.count.value_or(0), kind.bond, kind.angle};
    const std::int64_t beads = std::ssize(plan.beads.species);
    if (kind.share && beads > 0) {
      const double wanted = *kind.share * static_cast<double>(particles);
      plan.count = std::llround(wanted / static_cast<double>(beads));
      // Rounded up, shares of all particles may need one molecule more than there is room for.
      if (plan.count * beads > left && plan.count > 0) --plan.count;
    }
    left -= plan.count * beads;
    plans.push_back(std::move(plan));
  }
  return plans;
}

std::vector<int> beadSpecies(const Scenario& scenario) {
  std::vector<int> species;
  for (const MoleculePlan& plan : moleculePlans(scenario)) {
    for (std::int64_t k = 0; k < plan.count; ++k) {
      species.insert(species.end(), plan.beads.species.begin(), plan.beads.species.end());
    }
  }
  dpd::Particles bodies;
  placeBodies(scenario, bodies);
  species.insert(species.end(), bodies.species.begin(), bodies.species.end());
  return species;
}

std::vector<std::int64_t> beadCounts(const Scenario& scenario) {
  std::vector<std::int64_t> counts(scenario.fluid.species.size(), 0);
  for (const MoleculePlan& plan : moleculePlans(scenario)) {
    for (const int species : plan.beads.species) {
      counts[static_cast<std::size_t>(species)] += plan.count;
    }
  }
  return counts;
}

dpd::Molecules moleculesOf(const Scenario& scenario) {
  dpd::Molecules molecules{.bonds = bodyBonds(scenario)};
  std::uint32_t first = 0;
  for (const MoleculePlan& plan : moleculePlans(scenario)) {
    const auto id = [&](int bead) { return first + static_cast<std::uint32_t>(bead); };
    for (std::int64_t k = 0; k < plan.count; ++k) {
      for (const auto& [one, other] : plan.beads.bonds) {
        molecules.bonds.push_back({plan.bond, {id(one), id(other)}});
      }
      for (const auto& [one, middle, other] : plan.beads.angles) {
        if (scenario.fluid.angleKinds.empty()) break;
        molecules.angles.push_back({plan.angle, {id(one), id(middle), id(other)}});
      }
      first += static_cast<std::uint32_t>(plan.beads.species.size());
    }
  }
  return molecules;
}

void requireMoleculePlan(const Scenario& scenario, const Fail& fail) {
  requireUniqueNames("bond", namesOf(scenario.fluid.bondKinds), "bonds", fail);
  requireUniqueNames("angle", namesOf(scenario.fluid.angleKinds), "angles", fail);
  requireUniqueNames("molecule", namesOf(scenario.molecules), "molecules", fail);
  requireBondLengths(scenario.fluid, fail);
  if (scenario.molecules.empty()) return;
  if (scenario.initial.kind != InitialKind::Random && scenario.initial.kind != InitialKind::File) {
    fail("molecule", "needs initial.state = \"random\" or \"file\"");
  }
  const std::vector<MoleculePlan> plans = moleculePlans(scenario);
  double beads = 0.0;
  for (std::size_t k = 0; k < scenario.molecules.size(); ++k) {
    const MoleculeKind& kind = scenario.molecules[k];
    const std::string path = fmt::format("molecule.{}.", k);
    if (kind.count.has_value() == kind.share.has_value()) {
      fail(path + "count",
           kind.count ? "cannot be combined with share" : "missing; give count or share");
    }
    const MoleculePlan& plan = plans[k];
    if (!plan.beads.bonds.empty() && scenario.fluid.bondKinds.empty()) {
      fail(path + "bond", "missing; its beads need a [[bond]]");
    }
    beads += static_cast<double>(plan.beadCount());
  }
  if (beads > static_cast<double>(particleCount(scenario))) {
    fail("molecule", fmt::format("{} beads, the box holds {}", beads,
                                 counted(particleCount(scenario), "particle")));
  }
}

}  // namespace gpubuck::scenario
