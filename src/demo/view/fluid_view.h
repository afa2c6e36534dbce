// The picture of the running fluid, redrawn only when something in it has changed.
#pragma once

#include <glm/vec2.hpp>
#include <optional>

#include "demo/view/display.h"
#include "demo/view/lit_cells.h"
#include "render/annotations.h"
#include "render/bond_view.h"
#include "render/canvas.h"
#include "render/particle_colours.h"
#include "render/scene.h"

namespace gpubuck::demo {

/// A rectangle of the window in pixels of its framebuffer, from the bottom left corner.
using PictureArea = render::Viewport;

/// Returns the value at the end of the colour ramp, such as a speed: Look::colourScale or, if it is
/// 0, a value that suits the fluid.
float colourScale(const Display& display);
/// Returns the values between which the colours by speed or density are spread.
ColourRange colourRange(const Display& display);

/// Returns the scenario's view, turned by the tilt of the box or by a film of one turn.
dpd::View shownView(const Display& display);

/// Returns the gravity that acts in place of the scenario's gravity while the box is tilted, or
/// none if the box is level.
std::optional<glm::dvec3> feltGravity(const Display& display);

/// Returns the angle in degrees by which the box stays tipped over, or 0.
double tippedBy(const Display& display);

/// Returns the camera for a picture in `area`.
render::Camera cameraOf(const Display& display, const PictureArea& area);

/// The place of a point of the box in a picture.
struct Seen {
  glm::dvec2 place;        ///< pixels from the top left corner
  double pixelsPerLength;  ///< scale of the picture at the point
};
Seen seenAt(const render::Camera& camera, const glm::dvec3& point, const PictureArea& picture);

/// Returns the plane of a cut for SceneLook::cut.
glm::vec4 cutPlane(const Cut& cut, const cells::Box& box, const render::Camera& camera);

/// Returns the style in which a chosen style is shown: spheres in place of a surface, which would
/// hide a picked particle and its neighbours.
render::ParticleStyle shownStyle(const Display& display, render::ParticleStyle style);

/// Returns the look that is shown: the user's look, but in shownStyle(), and with colours by
/// temperature if the chosen tool asks for them.
Look shownLook(const Display& display);

/// Returns the background of the particles, sRGB in 0..1.
glm::vec3 backgroundOf(const Display& display);

/// Changes a camera for a picture of `before` pixels into a camera for a picture of `size` pixels,
/// with the same point in the middle. The pan has to change: its unit is the height of the picture,
/// and in a picture of another shape the box takes another share of the height.
dpd::Camera reframed(const dpd::Fluid& fluid, dpd::Camera camera, const glm::ivec2& before,
                     const glm::ivec2& size);

/// Returns `camera` with another pan, by which the point `place` of the box is in the middle of the
/// picture.
dpd::Camera centredOn(Display& display, dpd::Camera camera, const glm::dvec3& place);

/// Sets the view, or only its camera, and writes the change to the journal.
void setView(Display& display, const dpd::View& view);
void setCamera(Display& display, const dpd::Camera& camera);
/// Turns the camera around the upright axis of the box. The turn is not written to the journal.
void turnCamera(Display& display, double degrees);

class FluidView {
 public:
  /// Draws the fluid with `look` for `area`, unless nothing has changed since the last picture.
  /// Returns whether a picture was drawn. `leastText` is the size of the smallest legible text,
  /// pixels.
  bool draw(Display& display, const Look& look, const PictureArea& area, double leastText);
  /// Returns whether the last picture shows the present state, whatever look the picture has.
  bool isUpToDate(Display& display, const PictureArea& area, double leastText) const;
  /// Returns the number of the particle at a place of the last picture, or none. The place is
  /// within -1..1 from left to right and from bottom to top. Changes the bound framebuffer.
  std::optional<std::int64_t> pick(Display& display, const glm::dvec2& place);
  /// Shows the picture in the window, with its bottom left corner at the bottom left corner of
  /// `area`.
  void show(const PictureArea& area) const { canvas_->show(area.x, area.y); }
  /// Returns the picture without panels, after draw().
  const render::Canvas& canvas() const { return *canvas_; }
  /// Returns the pixels of canvas().
  Image read() const { return canvas_->read(); }

 private:
  /// All values that a picture depends on: equal keys mean equal pictures.
  struct Key {
    int generation = -1;
    std::int64_t revision = -1;
    dpd::View view;
    Look look;
    glm::vec3 background{0.0F};
    ColourRange colourRange;
    std::vector<dpd::Solid> solids;
    render::Grip grip;
    glm::dvec3 down{0.0};
    render::Focus focus;
    int width = 0;
    int height = 0;
    int aboveLegend = 0;
    double leastText = 0.0;
    bool operator==(const Key&) const = default;
  };

  static Key keyOf(Display& display, const Look& look, const PictureArea& area, double leastText);
  const texel::Vec4Array* colours(Display& display);
  /// Returns the look of the picture, but without bonds and without the colours of the particles.
  render::SceneLook look(const dpd::Fluid& fluid) const;

  std::optional<render::Scene> scene_;
  std::optional<render::ParticleColours> colours_;
  std::optional<LitCells> litCells_;
  std::optional<render::BondEnds> bondEnds_;
  std::optional<render::Annotations> annotations_;
  std::optional<render::Canvas> canvas_;
  Key drawn_;
};

/// Copies pictures of the fluid from the window, or draws them at another size.
class FluidPictures {
 public:
  /// Returns a picture of the fluid. `window` must show the fluid's present state. Throws RunError
  /// if the GPU has no memory left.
  Image take(Display& display, const FluidView& window, const glm::ivec2& sizeInWindow);
  /// Frees the memory for pictures whose size differs from the size of the fluid in the window.
  void release() { view_.reset(); }

 private:
  std::optional<FluidView> view_;
};

/// Draws the fluid in the window. Reduces the look as far as the rate requires, and draws the full
/// look once nothing changes.
class RateKeeper {
 public:
  /// Draws as FluidView::draw() does. If `asChosen`, draws with full quality, however long that
  /// takes. Without a GPU, the surface in a changing picture may be coarse even if the look is not
  /// reduced.
  bool draw(Display& display, FluidView& view, const PictureArea& area, double leastText,
            bool asChosen, Clock::time_point now = Clock::now());
  /// Returns whether the picture is going to be drawn again, with full quality, without further
  /// input.
  bool isRefining() const { return stillSince_ && !isRefined_; }

 private:
  /// The conditions for which the level of quality was found.
  struct Subject {
    int generation = -1;
    Look look{};
    int width = 0, height = 0;
    bool operator==(const Subject&) const = default;
  };

  Subject subject_;
  int pictures_ = 0;
  /// The time since which a picture of reduced quality has not changed.
  std::optional<Clock::time_point> stillSince_;
  bool isRefined_ = false;
  Clock::time_point begun_ = Clock::now();
};

}  // namespace gpubuck::demo
