// Makes the text of a molecule that is given bead by bead.
#pragma once

#include <array>
#include <string>
#include <vector>

namespace gpubuck::scenario {

/// The beads of a molecule and their bonds, in any order.
struct BeadGraph {
  std::vector<int> species{};  ///< species of each bead
  /// Pairs of different beads; each pair occurs once.
  std::vector<std::array<int, 2>> bonds{};
};

/// A text for readBeads() (scenario/molecule_plan.h).
struct MoleculeText {
  std::string text{};
  std::vector<int> order{};  ///< for each bead of the text, its number in the graph
  std::string fault{};       ///< reason why there is no such text, or empty
};

/// Returns the text, with the names of the species, from which readBeads() makes this molecule. The
/// text begins with bead 0, or with the first bead of a ring. There is no such text if the beads
/// are not all connected, if the molecule has several rings, or if the names of its species cannot
/// be told apart in a text.
MoleculeText textOf(const BeadGraph& molecule, const std::vector<std::string>& species);

}  // namespace gpubuck::scenario
