// The picture of the running fluid, redrawn only when something in it has changed.
#pragma once

#include <optional>

#include "demo/demo_state.h"
#include "render/annotations.h"
#include "render/canvas.h"
#include "render/particle_colours.h"
#include "render/scene.h"

namespace gpubuck::demo {

/// Speed or list depth at the end of the ramp: that of `look` or, for 0, one that suits the fluid.
float colourScale(const DemoState& state);

/// The scenario's view with the tilt of the box, or what a film of a turn sees of it.
scenario::View shownView(const DemoState& state);

/// What the fluid feels in place of its scenario's gravity while the box is tilted; none: it is
/// not.
std::optional<glm::dvec3> feltGravity(const DemoState& state);

/// The camera of a picture for `area`, drawn or not.
render::Camera cameraOf(const DemoState& state, const PictureArea& area);

/// Where a point of the box is seen in a picture.
struct Seen {
  glm::dvec2 place;        ///< pixels from the top left corner
  double pixelsPerLength;  ///< there
};
Seen seenAt(const render::Camera& camera, const glm::dvec3& point, const PictureArea& picture);

/// The plane of a cut, as SceneLook::cut has it.
glm::vec4 cutPlane(const Cut& cut, const cells::Box& box, const render::Camera& camera);

/// What the present colours mean; empty where each cell has its own.
render::Legend colourLegend(const DemoState& state);

class FluidView {
 public:
  /// The background of the particles.
  static constexpr glm::vec3 kBackground{0.075F, 0.082F, 0.10F};

  /// Draws the fluid with `look` for `area` if the last picture is of another `state`. Returns
  /// whether it did. `leastText`: the size of the smallest text that can be read there, pixels.
  bool draw(DemoState& state, const Look& look, const PictureArea& area, double leastText);
  /// The number of the particle at a place of the last picture, -1..1 from left to right and from
  /// the bottom up; none where there is no particle. Leaves another framebuffer bound.
  std::optional<std::int64_t> pick(DemoState& state, const glm::dvec2& place);
  /// Shows the picture in the window, its bottom left corner at that of `area`.
  void show(const PictureArea& area) const { canvas_->show(area.x, area.y); }
  /// The picture without panels.
  Image read() const { return canvas_->read(); }

 private:
  /// Everything a picture depends on: equal keys, equal pictures.
  struct Key {
    int generation = -1;
    std::int64_t revision = -1;
    scenario::View view;
    Look look;
    float colourScale = 0.0F;
    dpd::Obstacle obstacle;
    render::Grip grip;
    glm::dvec3 down{0.0};
    render::Focus focus;
    int width = 0;
    int height = 0;
    int aboveLegend = 0;
    double leastText = 0.0;
    bool operator==(const Key&) const = default;
  };

  const texel::Vec4Array* colours(DemoState& state);
  /// All of the picture's look but colours of particles.
  render::SceneLook look(const cells::Box& box) const;

  std::optional<render::Scene> scene_;
  std::optional<render::ParticleColours> colours_;
  std::optional<render::Annotations> annotations_;
  std::optional<render::Canvas> canvas_;
  Key drawn_;
};

}  // namespace gpubuck::demo
