// The extent of molecules. Walks along bonds unwrap molecules that cross periodic sides.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "dpd/model/molecules.h"
#include "dpd/steps/step.h"
#include "texel/sum.h"

namespace gpubuck::dpd {

/// One walk for each molecule, in the order of the molecules' lowest ids. A molecule here is a
/// group of at least two particles that bonds connect. Every step of a walk goes along a bond, and
/// the walk visits all particles of its molecule. The walk begins at the end with the lowest id or,
/// in a molecule without ends, at the particle with the lowest id. Where all partners of a particle
/// have been visited, the walk goes back along bonds.
struct MoleculeWalks {
  struct Stop {
    std::uint32_t id = 0;
    bool isFirstVisit = true;  ///< whether this is the walk's first visit to the particle

    bool operator==(const Stop&) const = default;
  };
  struct Walk {
    std::size_t firstStop = 0;
    std::size_t stops = 0;
    bool isChain = false;  ///< whether the bonds form a line; the walk then leads from one end to
                           ///< the other

    bool operator==(const Walk&) const = default;
  };

  std::vector<Stop> stops{};  ///< stops of all walks, at most two per bond
  std::vector<Walk> walks{};
};

MoleculeWalks walksAlong(const std::vector<Bond>& bonds);

/// Measures molecules by walks along their bonds: shaders/dpd/molecule_sizes.glsl, one invocation
/// per molecule.
class MoleculeSizes {
 public:
  /// Measures the molecules of `bonds`, which must not be empty. Their particles are the particles
  /// of `step`. Throws RunError without GPU memory.
  MoleculeSizes(const texel::Device& device, const Fluid& fluid, const Neighbourhood& step,
                const std::vector<Bond>& bonds);

  /// Makes later measurements use the particles of `step`.
  void setStep(const Neighbourhood& step);

  /// Observables::endToEnd and radiusOfGyration.
  struct Sizes {
    std::optional<double> endToEnd{};
    double radiusOfGyration = 0.0;
  };
  /// Measures the present particles. Waits for the GPU.
  Sizes find(Step& step);

 private:
  /// The state of each walk between two runs of the pass.
  struct State {
    State(const texel::Device& device, std::int64_t molecules);

    texel::Vec4Array walk;
    texel::Vec4Array sums;
  };

  MoleculeSizes(const texel::Device& device, const Fluid& fluid, const Neighbourhood& step,
                MoleculeWalks walks);

  const texel::Device* device_;
  Fluid fluid_;
  std::optional<MoleculeWalks> notUploaded_;  ///< kept until find() uploads the walks, since memory
                                              ///< is allocated only after the constructor
  std::int64_t molecules_;
  std::int64_t chains_;
  std::int64_t longest_;  ///< stops of the longest walk
  texel::MapPass pass_;
  texel::IdArray firstStop_;
  texel::IdArray stops_;
  State before_;
  State after_;
  texel::Vec4Array sizes_;
  texel::Sum sum_;
};

}  // namespace gpubuck::dpd
