// What tells the readers of a picture what they see: axes, a scale bar, a legend of the colours.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "render/overlay.h"
#include "render/scene.h"

namespace gpubuck::render {

struct Swatch {
  glm::vec3 colour;  ///< sRGB in 0..1
  std::string meaning;
  bool operator==(const Swatch&) const = default;
};

/// A part of the colours of rampColour().
struct RampLegend {
  float first = 0.0f, last = 1.0f;  ///< its ends, 0..1
  std::string atFirst{}, atLast{};  ///< what they mean
  bool operator==(const RampLegend&) const = default;
};

/// What the colours of particles mean.
struct Legend {
  std::string title{};
  std::optional<RampLegend> ramp{};
  std::vector<Swatch> swatches{};
  bool empty() const { return !ramp && swatches.empty(); }
  bool operator==(const Legend&) const = default;
};

/// Which annotations a picture has, and how they look.
struct AnnotationLook {
  bool axes = true;      ///< arrows along x, y and, in three dimensions, z
  bool scaleBar = true;  ///< a length in the middle of the box
  /// Where gravity points, in box coordinates, of a length of at most 1; 0: it is not shown.
  glm::dvec3 down{0.0};
  Legend legend{};
  int aboveLegend = 0;         ///< pixels at the top that are left to something else
  glm::vec3 background{1.0f};  ///< of the picture, sRGB; text stands out from it
  double textSize = 16.0;      ///< pixels; everything else scales with it
};

/// A size of text that suits a picture, pixels; `least`: that can still be read.
double annotationTextSize(int width, int height, double least);

/// The largest of 1, 2, 5, 10, 20, 50, ... and their tenths, hundredths, ... that is at most `most`
/// (> 0).
double roundLength(double most);

/// Draws them into the corners of a picture: the legend at the top right, axes and scale bar at
/// the bottom right, gravity above the axes. One that a small picture has no room for is left out.
/// Keeps them until one of them changes.
class Annotations {
 public:
  explicit Annotations(const texel::Device& device);

  /// Over `viewport` of `framebuffer`, which it leaves bound, with another viewport.
  void draw(const Camera& camera, int dimensions, const AnnotationLook& look,
            const Viewport& viewport, unsigned framebuffer);

 private:
  /// What they depend on.
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
