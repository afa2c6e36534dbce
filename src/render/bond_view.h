// Draws the bonds of molecules, from the places of their particles.
#pragma once

#include <optional>
#include <span>
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
  /// without bonds. `predicted` has the ids in w, in the order of the positions; the place of a
  /// particle whose id is not among them is NULL. The next call overwrites the places. Throws
  /// RunError if there is too little GPU memory.
  const texel::IdArray* find(const dpd::Molecules& molecules, const texel::Vec4Array& predicted);
  /// Returns the places of the two particles of each bond for the present particles of a fluid, or
  /// null if the look needs no bonds.
  const texel::IdArray* find(dpd::Simulation& fluid, const SceneLook& look) {
    if (fluid.molecules().bonds.empty() || !wantsBonds(look)) return nullptr;
    return find(fluid.molecules(), fluid.predicted());
  }

 private:
  /// The arrays for a number of bonds, and the passes.
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
  std::optional<Arrays> arrays_;  ///< empty until there is a bond
};

/// The thickness of bonds.
struct BondWidth {
  float radius = 0.0f;       ///< length
  float leastPixels = 0.0f;  ///< half of the least width
};

/// A pass over the halves of the bonds that a look shows. Each half leads from its particle
/// half-way to the nearest image of its partner. The half has the particle's colour, and is drawn
/// if the particle is drawn (shaders/render/bond.glsl). Thus a bond across a periodic side ends at
/// both sides, and a bond to a hidden particle ends half-way.
class BondPass : public ParticlePass {
 public:
  using ParticlePass::ParticlePass;

  /// Draws `look.bonds`, which must not be null, with depth test and depth write.
  void draw(const texel::Vec4Array& position, const Camera& camera, const SceneLook& look,
            const BondWidth& width, int viewportHeight);
};

/// Draws bonds as lit cylinders with flat ends; each fragment finds its point of the cylinder.
/// In two dimensions, and wherever particles are points, draws bonds as lines (plain rectangles
/// that face the eye) instead. Compiles its shaders when first used, so that fluids without bonds
/// do not wait for them.
class BondView {
 public:
  enum class Output { Colours, Numbers };  ///< PickPass needs numbers of particles

  /// `colours`: sRGB in 0..1, one per species.
  BondView(const texel::Device& device, const cells::Box& box, std::span<const glm::vec3> colours,
           Output output = Output::Colours);

  /// Draws the bonds, if the look shows any. They join spheres of the radius `radius` (length), or
  /// points of `pointSize` pixels.
  void draw(const texel::Vec4Array& position, const Camera& camera, const SceneLook& look,
            float radius, float pointSize, int viewportHeight);
  /// Draws the lines that cast the shadows of the cylinders, if the look shows any.
  void drawShadows(const texel::Vec4Array& position, const Camera& light, const SceneLook& look,
                   float radius, int viewportHeight);
  void compile();

 private:
  BondPass& cylinders();
  BondPass& lines();

  const texel::Device* device_;
  cells::Box box_;
  std::vector<glm::vec3> colours_;
  Output output_;
  std::optional<BondPass> cylinders_;
  std::optional<BondPass> lines_;
};

}  // namespace gpubuck::render
