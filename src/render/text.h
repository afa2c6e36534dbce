// Anti-aliased text and shapes on pictures in main memory. Text is UTF-8, drawn by stb_truetype in
// DejaVu Sans; a character that the font lacks is drawn as the font's missing-glyph box, an invalid
// character as U+FFFD. Places are pixels from the top left corner, and may be fractions; colours
// are sRGB in 0..1. Parts outside of the picture are clipped.
#pragma once

#include <glm/vec2.hpp>
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

void drawDisc(Image& image, const glm::dvec2& centre, double radius, const glm::vec3& colour);

/// Draws the disc of a legend, with a rim if its colour is hard to tell from the background.
void drawSwatch(Image& image, const glm::dvec2& centre, double radius, const glm::vec3& colour,
                const glm::vec3& background);

/// Draws a straight line with round ends.
void drawLine(Image& image, const glm::dvec2& from, const glm::dvec2& to, double width,
              const glm::vec3& colour);

/// Mixes the pixels whose middles lie between two corners with a colour. `coverage` is 0..1.
void fillRectangle(Image& image, const glm::dvec2& low, const glm::dvec2& high,
                   const glm::vec3& colour, float coverage = 1.0f);

}  // namespace gpubuck::render
