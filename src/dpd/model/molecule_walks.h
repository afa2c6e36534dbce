// Walks along the bonds of molecules, on which their particles are unwrapped across periodic sides.
// Plain data; no OpenGL.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "dpd/model/molecules.h"

namespace gpubuck::dpd {

/// One walk per molecule: per group of at least two particles that bonds connect, in the order of
/// their lowest ids. Every step of a walk goes along a bond, and the walk visits all particles of
/// its molecule. It begins at the end with the lowest id, or at the lowest id of a molecule without
/// ends, and goes back along bonds where it can go no further.
struct MoleculeWalks {
  struct Stop {
    std::uint32_t id = 0;
    bool isFirstVisit = true;  ///< to this particle

    bool operator==(const Stop&) const = default;
  };
  struct Walk {
    std::size_t firstStop = 0;
    std::size_t stops = 0;
    bool isChain = false;  ///< the bonds form a line, and the walk leads from one end to the other

    bool operator==(const Walk&) const = default;
  };

  std::vector<Stop> stops{};  ///< of all walks, at most one per end of a bond
  std::vector<Walk> walks{};
};

MoleculeWalks walksAlong(const std::vector<Bond>& bonds);

}  // namespace gpubuck::dpd
