// Anti-aliased text on pictures in main memory, drawn by stb_truetype in DejaVu Sans. Text is
// UTF-8. A character that the font lacks is drawn as the font's missing-glyph box, an invalid one
// as U+FFFD.
#pragma once

#include <glm/vec3.hpp>
#include <string_view>

#include "base/image.h"

namespace gpubuck::render {

/// Returns the width of a line of text with kerning, pixels. `size` is the size of an em, pixels.
double textWidth(std::string_view text, double size);

/// Draws a line of text that starts at `x` on the base line `y` (pixels from the top left corner;
/// both may be fractions, y is rounded). `colour`: sRGB in 0..1. Text is clipped.
void drawText(Image& image, double x, double y, std::string_view text, double size,
              const glm::vec3& colour);

/// Mixes `colour` (sRGB in 0..1) over a pixel, with a coverage in 0..1. Does nothing outside of the
/// picture.
void blendPixel(Image& image, int x, int y, const glm::vec3& colour, float coverage);

}  // namespace gpubuck::render
