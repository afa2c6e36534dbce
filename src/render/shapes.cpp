#include "render/shapes.h"

#include <algorithm>
#include <cmath>
#include <glm/common.hpp>
#include <glm/geometric.hpp>

#include "render/colour_map.h"
#include "render/text.h"

namespace gpubuck::render {
namespace {

/// Blends the pixels of a rectangle, each with the coverage that `coverageOf` returns for its
/// middle.
template <typename CoverageOf>
void fill(Image& image, const glm::dvec2& low, const glm::dvec2& high, const glm::vec3& colour,
          CoverageOf coverageOf) {
  const int x0 = static_cast<int>(std::floor(low.x)), x1 = static_cast<int>(std::ceil(high.x));
  const int y0 = static_cast<int>(std::floor(low.y)), y1 = static_cast<int>(std::ceil(high.y));
  for (int y = y0; y < y1; ++y) {
    for (int x = x0; x < x1; ++x) {
      const double coverage = coverageOf(glm::dvec2(x + 0.5, y + 0.5));
      blendPixel(image, x, y, colour, static_cast<float>(std::clamp(coverage, 0.0, 1.0)));
    }
  }
}

}  // namespace

void drawDisc(Image& image, const glm::dvec2& centre, double radius, const glm::vec3& colour) {
  const double reach = std::ceil(radius) + 1.0;
  fill(image, centre - reach, centre + reach, colour,
       [&](const glm::dvec2& at) { return radius - glm::distance(at, centre) + 0.5; });
}

void drawSwatch(Image& image, const glm::dvec2& centre, double radius, const glm::vec3& colour,
                const glm::vec3& background) {
  constexpr float kApart = 0.3f;  // between colours that differ clearly
  constexpr double kRim = 0.2;    // of the radius
  if (glm::distance(colour, background) > kApart) {
    drawDisc(image, centre, radius, colour);
    return;
  }
  drawDisc(image, centre, radius, glm::mix(colour, contrastTo(background), 0.5f));
  drawDisc(image, centre, (1.0 - kRim) * radius, colour);
}

void drawLine(Image& image, const glm::dvec2& from, const glm::dvec2& to, double width,
              const glm::vec3& colour) {
  const glm::dvec2 along = to - from;
  const double square = glm::dot(along, along);
  const double reach = width / 2.0 + 1.0;
  fill(image, glm::min(from, to) - reach, glm::max(from, to) + reach, colour,
       [&](const glm::dvec2& at) {
         const double share = square > 0.0 ? glm::dot(at - from, along) / square : 0.0;
         const glm::dvec2 nearest = from + std::clamp(share, 0.0, 1.0) * along;
         return width / 2.0 - glm::distance(at, nearest) + 0.5;
       });
}

void fillRectangle(Image& image, const glm::dvec2& low, const glm::dvec2& high,
                   const glm::vec3& colour, float coverage) {
  fill(image, low, high, colour, [&](const glm::dvec2& at) {
    const bool inside = at.x >= low.x && at.y >= low.y && at.x < high.x && at.y < high.y;
    return inside ? coverage : 0.0f;
  });
}

}  // namespace gpubuck::render
