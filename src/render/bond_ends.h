// The places of the particles of bonds, for pictures.
#pragma once

#include <optional>
#include <vector>

#include "dpd/simulation.h"
#include "render/scene_passes.h"
#include "texel/map_pass.h"
#include "texel/scatter_pass.h"

namespace gpubuck::render {

/// Finds the particles of each bond among arrays of particles in any order. Allocates nothing for a
/// fluid without bonds.
class BondEnds {
 public:
  explicit BondEnds(const texel::Device& device) : device_(&device) {}

  /// Returns the places of the two particles of each bond side by side (SceneLook::bonds), or null
  /// without bonds. `predicted` has the ids in w, in the order of the positions; a particle that is
  /// not among them has NULL. The next call overwrites them. Throws RunError without GPU memory.
  const texel::IdArray* find(const dpd::Molecules& molecules, const texel::Vec4Array& predicted);
  /// Returns these places for the present particles of a fluid, or null if the look needs no bonds.
  const texel::IdArray* find(dpd::Simulation& fluid, const SceneLook& look) {
    if (fluid.molecules().bonds.empty() || !wantsBonds(look)) return nullptr;
    return find(fluid.molecules(), fluid.predicted());
  }

 private:
  /// The arrays for some bonds, and passes.
  struct Arrays {
    Arrays(const texel::Device& device, const std::vector<dpd::Bond>& from, std::int64_t particles);

    std::vector<dpd::Bond> bonds;
    texel::IdArray ids;  ///< two per bond
    texel::IdArray ends;
    texel::IdArray placeOfId;
    texel::ScatterPass notePlaces;
    texel::MapPass pass;
  };

  const texel::Device* device_;
  std::optional<Arrays> arrays_;  ///< none until there is a bond
};

}  // namespace gpubuck::render
