// Anti-aliased text on pictures in main memory, drawn by stb_truetype in DejaVu Sans. Text is
// UTF-8; a character that the face lacks shows as the face's missing-glyph box, bad ones as U+FFFD.
#pragma once

#include <glm/vec3.hpp>
#include <string_view>

#include "base/image.h"

namespace gpubuck::render {

/// Width of a line of text, pixels, with kerning. `size`: pixels an em covers.
double textWidth(std::string_view text, double size);

/// Draws a line of text that starts at `x` on the base line `y` (pixels from the top left corner;
/// both may be fractions, y is rounded). `colour`: sRGB in 0..1. Text is clipped.
void drawText(Image& image, double x, double y, std::string_view text, double size,
              const glm::vec3& colour);

/// Mixes `colour` (sRGB in 0..1) over a pixel, with a coverage in 0..1; nothing outside.
void blendPixel(Image& image, int x, int y, const glm::vec3& colour, float coverage);

}  // namespace gpubuck::render
