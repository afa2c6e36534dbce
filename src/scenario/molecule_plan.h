// The molecules of a scenario: their numbers, and their beads, which are given by a short text in
// the notation of the literature, such as "A5B5" or "H3(T6)2".
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "dpd/model/molecules.h"
#include "scenario/schema.h"

namespace gpubuck::scenario {

/// The largest number of beads of one molecule.
inline constexpr std::size_t kMaxBeads = 10'000;

/// The beads of a molecule, and how they are linked.
struct Beads {
  std::vector<int> species{};  ///< species of each bead
  std::vector<std::array<int, 2>> bonds{};
  /// The angles at all beads with exactly two bonds; the second bead of an angle is in the middle.
  std::vector<std::array<int, 3>> angles{};
  bool isRing = false;  ///< whether the last bead of the main chain is bonded to the first bead
  std::string fault{};  ///< the reason why the text is refused, or empty
};

/// Reads a text that consists of names of species. Each bead is bonded to the bead before it.
///  - "A5": five beads. If several names of species fit, the longest counts.
///  - "C(A5)6": six chains that begin at the bead before the bracket.
///  - "[A(B3)]10": the content of the bracket, ten times along the chain.
///  - "ring A10": the last bead of the chain is bonded to the first bead.
/// Spaces and hyphens between the parts have no meaning.
Beads readBeads(const std::string& text, const std::vector<std::string>& species);

/// The molecules of one kind. Beads have the first ids, kind after kind, and molecule after
/// molecule within a kind.
struct MoleculePlan {
  Beads beads;
  std::int64_t count = 0;  ///< number of molecules: MoleculeKind::count, or the number that follows
                           ///< from MoleculeKind::share, rounded
  int bond = 0;
  int angle = 0;

  std::int64_t beadCount() const { return count * std::ssize(beads.species); }
};

/// Returns a plan for each kind of molecule of a valid scenario.
std::vector<MoleculePlan> moleculePlans(const Scenario& scenario);

/// Returns the species of all beads of molecules, or of bodies (scenario/initial/bodies.h), by
/// their ids. No scenario has both molecules and bodies.
std::vector<int> beadSpecies(const Scenario& scenario);

/// Returns, for each species, the number of its beads in molecules.
std::vector<std::int64_t> beadCounts(const Scenario& scenario);

/// Returns the bonds and angles of all molecules and bodies.
dpd::Molecules moleculesOf(const Scenario& scenario);

/// Fails at names that are not unique, at bonds that are too long for the box, at a molecule with
/// both count and share or with neither, and at a molecule that needs bonds if there is no
/// [[bond]]. Also fails if molecules have more beads than there are particles.
void requireMoleculePlan(const Scenario& scenario, const Fail& fail);

}  // namespace gpubuck::scenario
