// Anti-aliased shapes on pictures in main memory. Places are pixels from the top left corner, and
// may be fractions; colours are sRGB in 0..1. Parts outside of the picture are clipped.
#pragma once

#include <glm/vec2.hpp>
#include <glm/vec3.hpp>

#include "base/image.h"

namespace gpubuck::render {

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
