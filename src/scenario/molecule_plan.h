// The molecules of a scenario: how many there are, and what their beads are.
#pragma once

#include <cstdint>
#include <vector>

#include "dpd/model/molecules.h"
#include "scenario/bead_text.h"
#include "scenario/schema.h"

namespace gpubuck::scenario {

/// The molecules of one kind. The beads of all kinds have the first ids, kind after kind and
/// molecule after molecule.
struct MoleculePlan {
  Beads beads;
  std::int64_t count = 0;  ///< of molecules: MoleculeKind::count, or what its share makes, rounded
  int bond = 0;
  int angle = 0;

  std::int64_t beadCount() const { return count * std::ssize(beads.species); }
};

/// Returns a plan for each kind of molecule of a valid scenario.
std::vector<MoleculePlan> moleculePlans(const Scenario& scenario);

/// Returns the species of all beads of molecules, or of bodies (scenario/initial/bodies.h), by
/// their ids. No scenario has both molecules and bodies.
std::vector<int> beadSpecies(const Scenario& scenario);

/// Returns the number of beads of molecules of each species.
std::vector<std::int64_t> beadCounts(const Scenario& scenario);

/// Returns the bonds and angles of all molecules and bodies.
dpd::Molecules moleculesOf(const Scenario& scenario);

/// Fails at names that are not unique, at bonds that are too long for the box, and at molecules
/// that have no bonds, no number or two, or more beads than there are particles.
void requireMoleculePlan(const Scenario& scenario, const Fail& fail);

}  // namespace gpubuck::scenario
