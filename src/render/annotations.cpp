#include "render/annotations.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <glm/common.hpp>
#include <glm/geometric.hpp>
#include <glm/vector_relational.hpp>
#include <numeric>
#include <vector>

#include "render/colour_map.h"
#include "render/text.h"

namespace gpubuck::render {
namespace {

Image painted(const glm::ivec2& size, std::uint8_t grey, const std::function<void(Image&)>& paint) {
  Image image{size.x, size.y, {}};
  image.rgb.assign(std::size_t{3} * std::size_t(size.x) * std::size_t(size.y), grey);
  paint(image);
  return image;
}

}  // namespace

Overlay::Overlay(const glm::ivec2& size, const std::function<void(Image&)>& paint)
    : texture_("overlay", GL_RGBA8, size.x, size.y) {
  constexpr int kWhite = 255;
  const Image onBlack = painted(size, 0, paint);
  const Image onWhite = painted(size, kWhite, paint);
  std::vector<std::uint8_t> rgba;
  rgba.reserve(4 * onBlack.rgb.size() / 3);
  for (std::size_t k = 0; k < onBlack.rgb.size(); k += 3) {
    const int through = onWhite.rgb[k + 1] - onBlack.rgb[k + 1];  // equal in all three channels
    rgba.insert(rgba.end(), {onBlack.rgb[k], onBlack.rgb[k + 1], onBlack.rgb[k + 2],
                             static_cast<std::uint8_t>(kWhite - through)});
  }
  glBindTexture(GL_TEXTURE_2D, texture_.id());
  glTexSubImage2D(GL_TEXTURE_2D, 0, 0, 0, size.x, size.y, GL_RGBA, GL_UNSIGNED_BYTE, rgba.data());
}

OverlayPass::OverlayPass(const texel::Device& device)
    : pass_(device, "render/overlay", "texel/map_pass.vert", "render/overlay.frag") {}

void OverlayPass::draw(const Overlay& overlay, const glm::ivec2& corner) {
  glViewport(corner.x, corner.y, overlay.size().x, overlay.size().y);
  glEnable(GL_BLEND);
  glBlendFunc(GL_ONE, GL_ONE_MINUS_SRC_ALPHA);
  pass_.set("u_corner", corner);
  pass_.drawViewport({{"u_overlay", overlay.texture()}});
  glDisable(GL_BLEND);
  glBlendFunc(GL_ONE, GL_ZERO);
}

namespace {

// Lengths in units of the text's size.
constexpr double kFromCorner = 1.0;
constexpr double kPlateRoom = 0.5;
constexpr double kLine = 1.5;      // distance from base line to base line
constexpr double kBaseLine = 1.1;  // distance of the base line from the top of a line
constexpr double kArrow = 2.0;
constexpr double kHead = 0.42;
constexpr double kStroke = 0.12;
constexpr double kStrokeRim = 0.14;
constexpr double kEndOn = 0.2;  // an arrow shortened to this share or less is seen end-on
constexpr double kBarHeight = 0.22;
constexpr double kSwatchRadius = 0.36;
constexpr double kRampWidth = 12.0;
constexpr double kRampHeight = 0.7;

// The scale bar is at most this share of the picture's width long, and at most kMostBar sizes of
// text.
constexpr double kBarShare = 0.2;
constexpr double kMostBar = 14.0;

constexpr float kPlate = 0.85f;  // coverage of the plate under the text
constexpr float kInkContrast = 0.85f;

// Red, green and blue for x, y and z, as is usual, of about equal lightness.
constexpr std::array<glm::vec3, 3> kAxisColours{
    glm::vec3{0.95f, 0.36f, 0.32f}, {0.36f, 0.76f, 0.36f}, {0.38f, 0.58f, 1.0f}};

glm::vec3 inkOn(const glm::vec3& background) {
  return glm::mix(background, contrastTo(background), kInkContrast);
}

glm::ivec2 pixels(const glm::dvec2& size) { return glm::ivec2(glm::ceil(size)); }

/// Paints a plate of the background's colour, which keeps text legible on any picture.
void paintPlate(Image& image, const glm::vec3& background) {
  fillRectangle(image, {0.0, 0.0}, {image.width, image.height}, background, kPlate);
}

/// Draws the strokes of an arrow, each wider by `wider` on both sides.
void paintStrokes(Image& image, const glm::dvec2& from, const glm::dvec2& towards, double size,
                  const glm::vec3& colour, double wider = 0.0) {
  const glm::dvec2 tip = from + kArrow * size * towards;
  const double stroke = kStroke * size + 2.0 * wider;
  drawLine(image, from, tip, stroke, colour);
  const double length = glm::length(towards);
  if (length <= kEndOn) {
    drawDisc(image, tip, 1.4 * kStroke * size + wider, colour);
    return;
  }
  const glm::dvec2 along = kHead * size / length * towards;
  const glm::dvec2 across(-along.y, along.x);
  for (const double side : {-0.5, 0.5}) {
    drawLine(image, tip, tip - along + side * across, stroke, colour);
  }
}

/// Draws an arrow from `from`; `towards` is in units of the arrow's full length, y down. A rim of
/// the background's colour makes the arrow visible on any picture. An arrow seen end-on has no
/// head.
void paintArrow(Image& image, const glm::dvec2& from, const glm::dvec2& towards, double size,
                const glm::vec3& colour, const glm::vec3& background) {
  paintStrokes(image, from, towards, size, background, kStrokeRim * size);
  paintStrokes(image, from, towards, size, colour);
}

Overlay axesOverlay(const glm::mat3& rotation, int dimensions, double size,
                    const glm::vec3& background) {
  const double half = (kArrow + 1.2) * size;
  return {pixels(glm::dvec2(2.0 * half)), [&](Image& image) {
            const glm::dvec2 middle(half);
            std::array<int, 3> order{};
            std::iota(order.begin(), order.end(), 0);
            // The arrow that points away from the eye is drawn first.
            std::ranges::sort(order, {}, [&](int axis) { return rotation[axis].z; });
            for (const int axis : order) {
              if (axis >= dimensions) continue;
              const glm::vec3& colour = kAxisColours[static_cast<std::size_t>(axis)];
              const glm::dvec2 towards(rotation[axis].x, -rotation[axis].y);
              paintArrow(image, middle, towards, size, colour, background);
              const std::string name(1, static_cast<char>('x' + axis));
              const double length = glm::length(towards);
              const glm::dvec2 beyond =
                  length > kEndOn ? towards / length * 0.7 * size : glm::dvec2(-0.6 * size);
              const glm::dvec2 at = middle + kArrow * size * towards + beyond;
              drawDisc(image, at, 0.5 * size, background);
              drawText(image, at.x - textWidth(name, size) / 2.0, at.y + 0.3 * size, name, size,
                       colour);
            }
          }};
}

Overlay downOverlay(const glm::mat3& rotation, const glm::dvec3& down, double size,
                    const glm::vec3& background) {
  const std::string text = "gravity";
  const double width = std::max(textWidth(text, size), 2.0 * kArrow * size) + size;
  // The picture has room for the text and for an arrow of any direction.
  const double middle = kLine * size + (kArrow + 0.6) * size;
  return {pixels(glm::dvec2(width, middle + (kArrow + 0.6) * size)), [&](Image& image) {
            const glm::vec3 ink = inkOn(background);
            fillRectangle(image, {0.0, 0.0}, {width, kLine * size}, background, kPlate);
            drawText(image, (width - textWidth(text, size)) / 2.0, kBaseLine * size, text, size,
                     ink);
            const glm::dvec3 seen = glm::dmat3(rotation) * down;
            const glm::dvec2 towards(seen.x, -seen.y);
            paintArrow(image, glm::dvec2(width / 2.0, middle) - 0.5 * kArrow * size * towards,
                       towards, size, ink, background);
          }};
}

Overlay scaleBarOverlay(double pixelsPerLength, int width, double size,
                        const glm::vec3& background) {
  const double most = std::min(kBarShare * width, kMostBar * size);
  const double length = roundLength(most / pixelsPerLength);
  const double bar = length * pixelsPerLength;
  const std::string text = fmt::format("{:g} r_c", length);
  const double inner = std::max(bar, textWidth(text, size));
  const glm::dvec2 whole(inner + 2.0 * kPlateRoom * size, (kLine + 2.0 * kPlateRoom) * size);
  return {pixels(whole), [&](Image& image) {
            const glm::vec3 ink = inkOn(background);
            paintPlate(image, background);
            drawText(image, (whole.x - textWidth(text, size)) / 2.0,
                     (kPlateRoom * 0.6 + kBaseLine) * size - 0.1 * size, text, size, ink);
            const double left = (whole.x - bar) / 2.0;
            const double y = std::round(whole.y - kPlateRoom * size);
            const double thick = std::max(1.0, std::round(kBarHeight * size));
            fillRectangle(image, {left, y - thick}, {left + bar, y}, ink);
          }};
}

/// Returns the legend's size. Draws the legend unless `image` is null.
glm::dvec2 paintLegend(const Legend& legend, double size, const glm::vec3& background,
                       Image* image) {
  const glm::vec3 ink = inkOn(background);
  const double left = kPlateRoom * size;
  double y = kPlateRoom * size, right = left;
  const auto text = [&](double x, const std::string& words) {
    if (image != nullptr) drawText(*image, x, y + kBaseLine * size, words, size, ink);
    right = std::max(right, x + textWidth(words, size));
  };
  if (!legend.title.empty()) {
    text(left, legend.title);
    y += kLine * size;
  }
  if (legend.ramp) {
    const RampLegend& ramp = *legend.ramp;
    const double ends = textWidth(ramp.atFirst, size) + size + textWidth(ramp.atLast, size);
    const double width = std::max(kRampWidth * size, ends);
    const int columns = static_cast<int>(width);
    for (int k = 0; image != nullptr && k < columns; ++k) {
      const float share = (static_cast<float>(k) + 0.5f) / static_cast<float>(columns);
      fillRectangle(*image, {left + k, y}, {left + k + 1.0, y + kRampHeight * size},
                    rampColour(ramp.first + share * (ramp.last - ramp.first)));
    }
    y += (kRampHeight + 0.1) * size;
    text(left, ramp.atFirst);
    text(left + width - textWidth(ramp.atLast, size), ramp.atLast);
    right = std::max(right, left + width);
    y += kLine * size;
  }
  for (const Swatch& swatch : legend.swatches) {
    const double radius = kSwatchRadius * size;
    if (image != nullptr) {
      drawSwatch(*image, {left + radius, y + (kBaseLine - 0.36) * size}, radius, swatch.colour,
                 background);
    }
    text(left + 2.0 * radius + 0.5 * size, swatch.meaning);
    y += kLine * size;
  }
  return {right + kPlateRoom * size, y + 0.5 * kPlateRoom * size};
}

Overlay legendOverlay(const Legend& legend, double size, const glm::vec3& background) {
  return {pixels(paintLegend(legend, size, background, nullptr)), [&](Image& image) {
            paintPlate(image, background);
            paintLegend(legend, size, background, &image);
          }};
}

}  // namespace

double annotationTextSize(int width, int height, double least) {
  constexpr double kShare = 0.02;  // 22 pixels in a picture of 1920 x 1080
  return std::max(least, kShare * std::min<double>(height, 0.75 * width));
}

double roundLength(double most) {
  const double power = std::pow(10.0, std::floor(std::log10(most)));
  // log10 may be rounded to the next whole number.
  for (const double factor : {10.0, 5.0, 2.0, 1.0, 0.5}) {
    if (factor * power <= most) return factor * power;
  }
  return power;
}

Annotations::Annotations(const texel::Device& device) : pass_(device) {}

void Annotations::draw(const Camera& camera, int dimensions, const AnnotationLook& look,
                       const Viewport& viewport, unsigned framebuffer) {
  const Key key{glm::mat3(camera.view),
                pixelsPerLength(camera, viewport.height),
                look.axes,
                look.scaleBar,
                look.down,
                look.legend,
                look.background,
                look.textSize,
                viewport.width,
                dimensions};
  if (!(key == drawn_)) {
    axes_.reset();
    scaleBar_.reset();
    down_.reset();
    legend_.reset();
    const double size = look.textSize;
    if (look.axes) axes_.emplace(axesOverlay(key.rotation, dimensions, size, look.background));
    if (look.scaleBar) {
      scaleBar_.emplace(
          scaleBarOverlay(key.pixelsPerLength, viewport.width, size, look.background));
    }
    if (look.down != glm::dvec3(0.0)) {
      down_.emplace(downOverlay(key.rotation, look.down, size, look.background));
    }
    if (!look.legend.empty()) legend_.emplace(legendOverlay(look.legend, size, look.background));
    drawn_ = key;
  }
  glBindFramebuffer(GL_FRAMEBUFFER, framebuffer);
  const int margin = static_cast<int>(kFromCorner * look.textSize);
  const glm::ivec2 low = glm::ivec2(viewport.x, viewport.y) + margin;
  const glm::ivec2 high =
      glm::ivec2(viewport.x + viewport.width, viewport.y + viewport.height) - margin;
  const auto draw = [&](const std::optional<Overlay>& overlay, const glm::ivec2& corner) {
    if (overlay && glm::all(glm::greaterThanEqual(corner, low))) pass_.draw(*overlay, corner);
  };
  int left = high.x;
  if (axes_) draw(axes_, {left -= axes_->size().x, low.y});
  if (scaleBar_) draw(scaleBar_, {left - scaleBar_->size().x, low.y});
  if (down_) {
    const int below = axes_ ? axes_->size().y : 0;
    draw(down_, {high.x - down_->size().x, low.y + below});
  }
  if (legend_) draw(legend_, high - legend_->size() - glm::ivec2(0, look.aboveLegend));
}

}  // namespace gpubuck::render
