// The colours of the species, and the colours of quantities: a ramp from low to high, a signal
// colour, and a colour for everything else. All colours are sRGB in 0..1. Also pictures of the
// textures of a sort (mapping, heads and links), with one pixel per texel.
#pragma once

#include <cstdint>
#include <glm/vec3.hpp>
#include <optional>
#include <string>
#include <vector>

#include "dpd/model/fluid.h"
#include "texel/map_pass.h"

namespace gpubuck::render {

/// Returns one colour per species: the species' own colour or, by default, the colour at its index
/// in the palette of Okabe and Ito ("Color Universal Design", 2008), which eight further colours
/// follow. People with any of the common colour-vision deficiencies can distinguish the eight
/// colours of the palette. Black is replaced by a dark grey, so that shading is visible on it. In
/// the order used here the first two colours also differ in lightness.
std::vector<glm::vec3> speciesColours(const std::vector<dpd::Species>& species);

/// The signal colour, and the muted colour of particles and texels that have neither this colour
/// nor a colour of the ramp. The signal colour is not on the ramp. Both colours contrast with black
/// and with white.
inline constexpr glm::vec3 kSignalColour{1.0f, 0.28f, 0.16f};
inline constexpr glm::vec3 kMutedColour{0.55f, 0.57f, 0.60f};

/// Returns black for a light background, white for a dark one.
glm::vec3 contrastTo(const glm::vec3& background);

/// Returns the colour of `t`, clamped to 0..1; NaN counts as 0. The ramp is Viridis by Smith and
/// van der Walt (matplotlib 1.5, 2015; CC0), from entry 48 of 255 on. Viridis is perceptually
/// uniform even with the common colour-vision deficiencies. Colours are interpolated between 14
/// entries, with an error of at most 0.02.
glm::vec3 rampColour(float t);

/// Returns the GLSL constants of shaders/render/ramp.glsl.
std::string rampPrologue();

enum class IdShading {
  Raw,     ///< the bytes of the id as red, green and blue; NULL is white
  Ramp,    ///< rampColour(id / largest id), NULL in kSignalColour
  Visited  ///< kMutedColour where the flag is set, else kSignalColour
};

/// Makes a picture of one array at a time. Row 0 of the array is row 0 of the texture, so that a
/// GUI that counts rows from the top shows it at the top. Texels past the last element are dark
/// grey.
class IdImage {
 public:
  explicit IdImage(const texel::Device& device);

  /// Returns an opaque picture with the size of the array. The next call may overwrite or replace
  /// it. `largest` is the id at the end of the ramp, >= 0. Throws RunError if there is too little
  /// GPU memory.
  const gl::Texture& draw(const texel::IdArray& ids, IdShading shading, std::int64_t largest);

 private:
  const texel::Device* device_;
  texel::MapPass pass_;
  std::optional<texel::IdArray> picture_;
};

}  // namespace gpubuck::render
