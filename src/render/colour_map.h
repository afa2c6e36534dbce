// The colours of the species.
#pragma once

#include <glm/vec3.hpp>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace gpubuck::render {

/// The largest number of species in a picture; as many as a fluid can have.
inline constexpr int kMaxColours = 8;

/// Default colour of species 0..7 as sRGB in 0..1, from the palette of Okabe and Ito ("Color
/// Universal Design", 2008), whose colours can be told apart with every common colour-vision
/// deficiency. Its black is a dark grey here, so that shading shows on it; the order makes the
/// first two differ in lightness, too.
glm::vec3 defaultColour(int species);

/// "#rrggbb" as sRGB in 0..1. Throws InputError for anything else.
glm::vec3 parseColour(std::string_view text);

/// One colour per species: its own ("#rrggbb") or, where that is empty, the default of its place.
/// Throws InputError for a malformed colour and for more than kMaxColours species.
std::vector<glm::vec3> speciesColours(std::span<const std::string> own);

}  // namespace gpubuck::render
