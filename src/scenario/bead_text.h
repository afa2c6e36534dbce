// The beads of a molecule from a short text, as the literature writes them: "A5B5", "H3(T6)2".
#pragma once

#include <array>
#include <string>
#include <vector>

namespace gpubuck::scenario {

/// Most beads of one molecule.
inline constexpr std::size_t kMaxBeads = 10'000;

/// The beads of a molecule, and how they are linked.
struct Beads {
  std::vector<int> species{};  ///< of each bead
  std::vector<std::array<int, 2>> bonds{};
  /// The angles at all beads with exactly two bonds; the second bead is the one in the middle.
  std::vector<std::array<int, 3>> angles{};
  bool isRing = false;  ///< the last bead of the main chain is bonded to the first
  std::string fault{};  ///< why the text is refused, or empty
};

/// Reads a text of names of species: each bead is bonded to the one before it.
///  - "A5": five beads. Of species whose names begin alike the longest name that fits counts.
///  - "C(A5)6": six chains that begin at the bead before the bracket.
///  - "[A(B3)]10": what is in the bracket, ten times along the chain.
///  - "ring A10": the last bead of the chain is bonded to the first.
/// Spaces and hyphens between the parts have no meaning.
Beads readBeads(const std::string& text, const std::vector<std::string>& species);

}  // namespace gpubuck::scenario
