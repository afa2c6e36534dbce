// Annotations of a picture: axes, a scale bar and a legend of the colours. They are drawn on the
// processor, and blended over the picture on the GPU.
#pragma once

#include <functional>
#include <glm/vec2.hpp>
#include <optional>
#include <string>
#include <vector>

#include "base/image.h"
#include "gl/objects.h"
#include "render/scene.h"
#include "render/scene_passes.h"

namespace gpubuck::render {

/// A picture with a coverage for each pixel.
class Overlay {
 public:
  /// `paint` draws onto a picture of `size` pixels, without reading the picture. `paint` is called
  /// for a black and for a white picture, and the coverage follows from the difference of the two.
  Overlay(const glm::ivec2& size, const std::function<void(Image&)>& paint);

  glm::ivec2 size() const { return {texture_.width(), texture_.height()}; }
  /// Returns the picture in RGBA, with the coverage in alpha and the colours multiplied by the
  /// coverage. The top row comes first.
  const gl::Texture& texture() const { return texture_; }

 private:
  gl::Texture texture_;
};

/// Draws an overlay over the bound framebuffer. Leaves the viewport over the overlay, and blending
/// off.
class OverlayPass {
 public:
  explicit OverlayPass(const texel::Device& device);

  /// Draws the overlay with its bottom left pixel at `corner` of the framebuffer.
  void draw(const Overlay& overlay, const glm::ivec2& corner);

 private:
  DrawPass pass_;
};

struct Swatch {
  glm::vec3 colour;  ///< sRGB in 0..1
  std::string meaning;
  bool operator==(const Swatch&) const = default;
};

/// A part of the colours of rampColour().
struct RampLegend {
  float first = 0.0f, last = 1.0f;  ///< ends of the part, 0..1
  std::string atFirst{}, atLast{};  ///< labels of the ends
  bool operator==(const RampLegend&) const = default;
};

/// The legend of the colours of the particles.
struct Legend {
  std::string title{};
  std::optional<RampLegend> ramp{};
  std::vector<Swatch> swatches{};
  bool empty() const { return !ramp && swatches.empty(); }
  bool operator==(const Legend&) const = default;
};

/// The annotations of a picture and their look.
struct AnnotationLook {
  bool axes = true;      ///< shows arrows along x, y and, in three dimensions, z
  bool scaleBar = true;  ///< shows a length, as seen in the middle of the box
  /// Direction of gravity in box coordinates, of length at most 1; not shown if 0.
  glm::dvec3 down{0.0};
  Legend legend{};
  int aboveLegend = 0;         ///< pixels at the top that are reserved for other text
  glm::vec3 background{1.0f};  ///< background of the picture, sRGB; text contrasts with it
  double textSize = 16.0;      ///< pixels; all other lengths scale with it
};

/// Returns the size of text, in pixels, that suits a picture. `least` is the smallest legible size.
double annotationTextSize(int width, int height, double least);

/// Returns the largest of 1, 2, 5, 10, 20, 50, ... and their tenths, hundredths, ... that is at
/// most `most` (> 0).
double roundLength(double most);

/// Draws annotations into the corners of a picture: the legend at the top right, axes and scale bar
/// at the bottom right, gravity above the axes. Omits an annotation for which a small picture has
/// no room. The drawing is kept until the annotations change.
class Annotations {
 public:
  explicit Annotations(const texel::Device& device);

  /// Draws over `viewport` of `framebuffer`. Leaves the framebuffer bound, with another viewport.
  void draw(const Camera& camera, int dimensions, const AnnotationLook& look,
            const Viewport& viewport, unsigned framebuffer);

 private:
  /// All values that the drawing depends on.
  struct Key {
    glm::mat3 rotation{0.0f};
    double pixelsPerLength = 0.0;
    bool axes = false, scaleBar = false;
    glm::dvec3 down{0.0};
    Legend legend{};
    glm::vec3 background{0.0f};
    double textSize = 0.0;
    int width = 0;
    int dimensions = 0;
    bool operator==(const Key&) const = default;
  };

  OverlayPass pass_;
  Key drawn_;
  std::optional<Overlay> axes_, scaleBar_, down_, legend_;
};

}  // namespace gpubuck::render
