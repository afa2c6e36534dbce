// Draws the bonds of molecules.
#pragma once

#include <optional>
#include <span>
#include <vector>

#include "render/scene_passes.h"

namespace gpubuck::render {

/// The thickness of bonds.
struct BondWidth {
  float radius = 0.0f;       ///< length
  float leastPixels = 0.0f;  ///< half of the least width
};

/// A pass over the halves of the bonds that a look shows. Each half leads from its particle
/// half-way to the nearest image of its partner. It has the particle's colour and is drawn if that
/// particle is (shaders/render/bond.glsl): a bond across a periodic side ends at both sides, and
/// one of a hidden particle half-way.
class BondPass : public ParticlePass {
 public:
  using ParticlePass::ParticlePass;

  /// Draws `look.bonds`, which is not null, with depth test and depth write.
  void draw(const texel::Vec4Array& position, const Camera& camera, const SceneLook& look,
            const BondWidth& width, int viewportHeight);
};

/// Draws bonds as lit cylinders with flat ends, on which each fragment finds its point. Between
/// points, and in two dimensions, as lines: plain rectangles that face the eye. Compiles its
/// shaders when first used, so that fluids without bonds do not wait for them.
class BondView {
 public:
  enum class Output { Colours, Numbers };  ///< Numbers of particles, for PickPass

  /// `colours`: sRGB in 0..1, one per species.
  BondView(const texel::Device& device, const cells::Box& box, std::span<const glm::vec3> colours,
           Output output = Output::Colours);

  /// Draws the bonds, if the look shows any, between spheres of `radius`, length, or points of
  /// `pointSize` pixels.
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
