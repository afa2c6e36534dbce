#include "demo/mouse_camera.h"

#include <algorithm>
#include <cmath>

namespace gpubuck::demo {
namespace {

constexpr double kDegreesAcross = 180.0;
constexpr double kNotch = 1.1;
constexpr double kLeastZoom = 0.05;
constexpr double kMostZoom = 200.0;

}  // namespace

scenario::View orbit(const scenario::View& view, const glm::dvec2& pixels,
                     const glm::dvec2& pictureSize) {
  scenario::View turned = view;
  const double degreesPerPixel = kDegreesAcross / std::max(pictureSize.x, 1.0);
  turned.azimuth = std::remainder(view.azimuth - pixels.x * degreesPerPixel, 360.0);
  turned.elevation = std::clamp(view.elevation + pixels.y * degreesPerPixel, -90.0, 90.0);
  return turned;
}

scenario::View pan(const scenario::View& view, const glm::dvec2& pixels,
                   const glm::dvec2& pictureSize) {
  scenario::View moved = view;
  const double height = std::max(pictureSize.y, 1.0);
  moved.panX += pixels.x / height;
  moved.panY -= pixels.y / height;
  return moved;
}

scenario::View zoom(const scenario::View& view, double notches, const glm::dvec2& at,
                    const glm::dvec2& pictureSize) {
  scenario::View scaled = view;
  scaled.zoom = std::clamp(view.zoom * std::pow(kNotch, notches), kLeastZoom, kMostZoom);
  const double factor = scaled.zoom / view.zoom;
  const glm::dvec2 place = at / std::max(pictureSize.y, 1.0);
  scaled.panX = place.x + (view.panX - place.x) * factor;
  scaled.panY = place.y + (view.panY - place.y) * factor;
  return scaled;
}

}  // namespace gpubuck::demo
