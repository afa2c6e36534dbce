#include "demo/view/fluid_view.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <glm/common.hpp>
#include <glm/geometric.hpp>
#include <glm/mat4x4.hpp>
#include <glm/matrix.hpp>

#include "demo/view/legend.h"
#include "render/colour_map.h"

namespace gpubuck::demo {

namespace {

// Temperature of the last colour, in units of the thermostat's temperature. The thermostat's
// temperature thus has the middle colour.
constexpr double kOverThermostat = 2.0;
// A number of rounds that no sort reaches.
constexpr int kAllRounds = 1 << 30;
// Least width of the picture, in units of the text size, at which heading and legend fit next to
// each other.
constexpr double kRoomBesideHeading = 36.0;

/// Returns the height in pixels that is left free for the heading at the top of a picture, or 0 if
/// heading and legend fit next to each other.
int headingOver(const Display& display, const PictureArea& area, double textSize) {
  const bool isNarrow = area.width < kRoomBesideHeading * textSize;
  return isNarrow ? static_cast<int>(double(display.headingEnd) * textSize) : 0;
}

/// Returns the arrow of gravity, which is shown while the box is tilted or stays tipped over.
glm::dvec3 downIn(const Display& display) {
  const glm::dvec3& own = display.session.scenario().fluid.gravity;
  const glm::dvec3 felt =
      feltGravity(display).value_or(tippedBy(display) > 0.0 ? own : glm::dvec3(0.0));
  const double most = glm::length(own);
  return felt / std::max({most, glm::length(felt), 1e-30});
}

}  // namespace

render::ParticleStyle shownStyle(const Display& display, render::ParticleStyle style) {
  using enum render::ParticleStyle;
  return style == Surface && display.picking.picked() != nullptr ? Spheres : style;
}

Look shownLook(const Display& display) {
  Look look = display.look;
  look.style = shownStyle(display, look.style);
  if (!display.toolHeats || !display.tool.showsTemperatures) return look;
  look.colouring = render::Colouring::Temperature;
  look.colourScale = 0.0;
  return look;
}

float colourScale(const Display& display) {
  const Look look = shownLook(display);
  if (look.colourScale > 0.0) return static_cast<float>(look.colourScale);
  if (look.colouring == render::Colouring::Temperature) {
    const double kT = display.session.scenario().fluid.kT;
    return static_cast<float>(kT > 0.0 ? kOverThermostat * kT : 1.0);
  }
  return display.automaticRange.range().high;
}

ColourRange colourRange(const Display& display) {
  const float high = colourScale(display);
  const Look look = shownLook(display);
  const bool isFromZero =
      look.colourScale > 0.0 || look.colouring == render::Colouring::Temperature;
  return {isFromZero ? 0.0F : display.automaticRange.range().low, high};
}

dpd::View shownView(const Display& display) {
  dpd::View view = display.session.scenario().view;
  dpd::Camera& camera = view.camera;
  camera.azimuth = std::remainder(camera.azimuth + display.capture.turntable.angle(), 360.0);
  camera = tiltedCamera(camera, display.tilt);
  return view;
}

std::optional<glm::dvec3> feltGravity(const Display& display) {
  if (!display.tilt.isThere()) return {};
  return tiltedGravity(display.session.scenario().fluid, display.tilt);
}

double tippedBy(const Display& display) {
  return tippedBy(display.session.scenario().fluid.gravity, display.opened.fluid.gravity);
}

render::Camera cameraOf(const Display& display, const PictureArea& area) {
  return render::sceneCamera(display.session.scenario().fluid.room(), shownView(display).camera,
                             area);
}

Seen seenAt(const render::Camera& camera, const glm::dvec3& point, const PictureArea& picture) {
  const glm::dvec4 clip =
      glm::dmat4(camera.projection) * glm::dmat4(camera.view) * glm::dvec4(point, 1.0);
  const glm::dvec2 ndc = glm::dvec2(clip) / clip.w;
  return {{0.5 * (1.0 + ndc.x) * picture.width, 0.5 * (1.0 - ndc.y) * picture.height},
          camera.projection[1][1] / clip.w * 0.5 * picture.height};
}

glm::vec4 cutPlane(const Cut& cut, const cells::Box& box, const render::Camera& camera) {
  if (cut.across == Cut::Across::Nothing) return render::SceneLook{}.cut;
  glm::dvec4 beyond(0.0);
  if (cut.across == Cut::Across::View) {
    const double depth = glm::mix(camera.nearDepth, camera.farDepth, cut.place);
    // The third row of the view matrix gives minus the distance from the eye.
    beyond = -glm::transpose(glm::dmat4(camera.view))[2] - glm::dvec4(0.0, 0.0, 0.0, depth);
  } else {
    const int axis = static_cast<int>(cut.across) - static_cast<int>(Cut::Across::X);
    beyond[axis] = 1.0;
    beyond.w = -cut.place * box.size[axis];
  }
  return glm::vec4(cut.keepsFar ? beyond : -beyond);
}

glm::vec3 backgroundOf(const Display& display) {
  return display.isLight ? render::kLightBackground : render::kDarkBackground;
}

dpd::Camera reframed(const dpd::Fluid& fluid, dpd::Camera camera, const glm::ivec2& before,
                     const glm::ivec2& size) {
  const auto share = [&](const glm::ivec2& picture) {
    const render::Viewport whole{0, 0, picture.x, picture.y};
    const render::Camera seen = render::sceneCamera(fluid.room(), camera, whole);
    return render::pixelsPerLength(seen, picture.y) / picture.y;
  };
  const double ratio = share(size) / share(before);
  camera.panX *= ratio;
  camera.panY *= ratio;
  return camera;
}

dpd::Camera centredOn(Display& display, dpd::Camera camera, const glm::dvec3& place) {
  // A show may begin before the first picture.
  constexpr glm::ivec2 kUsual{1280, 720};
  if (display.framed.x == 0) display.framed = kUsual;
  const glm::dvec2 size(display.framed);
  const PictureArea picture{0, 0, display.framed.x, display.framed.y};
  camera.panX = camera.panY = 0.0;
  const glm::dvec2 at =
      seenAt(render::sceneCamera(display.session.scenario().fluid.room(), camera, picture), place,
             picture)
          .place;
  camera.panX = (0.5 * size.x - at.x) / size.y;
  camera.panY = (at.y - 0.5 * size.y) / size.y;
  return camera;
}

void setView(Display& display, const dpd::View& view) {
  display.session.setView(view);
  const dpd::Camera& camera = view.camera;
  display.journal.event(
      "view",
      fmt::format("azimuth {:.2f} elevation {:.2f} zoom {:.3f} pan {:.3f} {:.3f} roll {:.2f}",
                  camera.azimuth, camera.elevation, camera.zoom, camera.panX, camera.panY,
                  camera.roll));
}

void setCamera(Display& display, const dpd::Camera& camera) {
  dpd::View view = display.session.scenario().view;
  view.camera = camera;
  setView(display, view);
}

void turnCamera(Display& display, double degrees) {
  dpd::View view = display.session.scenario().view;
  view.camera.azimuth = std::remainder(view.camera.azimuth + degrees, 360.0);
  display.session.setView(view);
}

const texel::Vec4Array* FluidView::colours(Display& display) {
  const render::Colouring colouring = drawn_.look.colouring;
  dpd::Simulation& fluid = display.session.simulation();
  const auto [low, scale] = drawn_.colourRange;
  if (colouring == render::Colouring::Species) return nullptr;
  if (colouring == render::Colouring::Speed) {
    return &colours_->bySpeed(fluid.velocity(), low, scale);
  }
  if (colouring == render::Colouring::Density) {
    const auto densities = fluid.densities();
    if (!densities) return &colours_->muted(fluid.count());
    return &colours_->byDensity(densities->density, densities->placeOfId, fluid.predicted(), low,
                                scale);
  }
  if (colouring == render::Colouring::Temperature) {
    return &colours_->byTemperature(fluid.cells(), fluid.position(), fluid.velocity(),
                                    display.session.scenario().fluid.species, low, scale);
  }
  if (colouring == render::Colouring::Moved) {
    const texel::IdArray* const before = fluid.previousMapping();
    return &colours_->byMoves(fluid.cells().mapping(), before);
  }
  if (colouring == render::Colouring::Round) {
    if (!hasLists(display.session)) return &colours_->muted(fluid.count());
    const int rounds = drawn_.look.rounds;
    return &colours_->byRounds(fluid.cells(), rounds > 0 ? rounds : kAllRounds, scale);
  }
  if (colouring == render::Colouring::Cell && drawn_.look.litCell >= 0) {
    return &litCells_->colours(fluid.cells(), drawn_.look.litCell, drawn_.background);
  }
  return &colours_->byCells(colouring, fluid.cells(), scale);
}

render::SceneLook FluidView::look(const dpd::Fluid& fluid) const {
  const cells::Box& box = fluid.box;
  const render::Viewport whole{0, 0, drawn_.width, drawn_.height};
  const render::Camera camera = render::sceneCamera(fluid.room(), drawn_.view.camera, whole);
  return {.view = drawn_.view,
          .style = drawn_.look.style,
          .surfaceGrain = drawn_.look.surfaceGrain,
          .occlusion = drawn_.look.occlusion,
          .shadows = drawn_.look.shadows,
          .outline = drawn_.look.outline,
          .backdrop = true,
          .background = drawn_.background,
          .cut = cutPlane(drawn_.look.cut, box, camera),
          .solids = drawn_.solids,
          .grip = drawn_.grip,
          .focus = drawn_.focus};
}

std::optional<std::int64_t> FluidView::pick(Display& display, const glm::dvec2& place) {
  if (!scene_ || drawn_.generation != display.session.generation()) return std::nullopt;
  dpd::Simulation& fluid = display.session.simulation();
  render::SceneLook drawn = look(display.session.scenario().fluid);
  drawn.bonds = bondEnds_->find(fluid, drawn);
  return scene_->pick(fluid.position(), drawn, {0, 0, drawn_.width, drawn_.height}, place);
}

FluidView::Key FluidView::keyOf(Display& display, const Look& look, const PictureArea& area,
                                double leastText) {
  FluidSession& session = display.session;
  const Look shown = shownLook(display);
  Look drawn = look;
  drawn.colouring = shown.colouring;
  drawn.style = shownStyle(display, look.style);
  display.automaticRange.update(session, shown);
  return {session.generation(),
          session.revision(),
          shownView(display),
          drawn,
          backgroundOf(display),
          colourRange(display),
          session.simulation().solids(),
          display.grip,
          downIn(display),
          display.picking.focus(session.simulation().grid()),
          area.width,
          area.height,
          headingOver(display, area, leastText),
          leastText};
}

bool FluidView::isUpToDate(Display& display, const PictureArea& area, double leastText) const {
  return canvas_ && keyOf(display, drawn_.look, area, leastText) == drawn_;
}

bool FluidView::draw(Display& display, const Look& wanted, const PictureArea& area,
                     double leastText) {
  FluidSession& session = display.session;
  const Key key = keyOf(display, wanted, area, leastText);
  if (canvas_ && key == drawn_) return false;
  if (!canvas_ || !canvas_->hasSize(key.width, key.height)) canvas_.emplace(key.width, key.height);
  if (!scene_ || key.generation != drawn_.generation || key.look.smooth != drawn_.look.smooth) {
    const dpd::Fluid& fluid = session.scenario().fluid;
    scene_.emplace(session.device(), fluid.box, render::speciesColours(fluid.species),
                   key.look.smooth ? 2 : 1);
    colours_.emplace(session.device());
    litCells_.emplace(session.device());
    annotations_.emplace(session.device());
    bondEnds_.emplace(session.device());
  }
  drawn_ = key;
  const render::Viewport whole{0, 0, key.width, key.height};
  const cells::Box& box = session.scenario().fluid.box;
  const render::Camera camera = cameraOf(display, whole);
  render::SceneLook drawn = look(session.scenario().fluid);
  drawn.colours = colours(display);
  drawn.bonds = bondEnds_->find(session.simulation(), drawn);
  drawn.velocities = &session.simulation().velocity();
  drawn.foamSpeed = render::foamSpeed(session.simulation().fluid());
  scene_->draw(session.simulation().position(), drawn, whole, canvas_->framebuffer());
  annotations_->draw(camera, box.dimensions,
                     {.axes = wanted.axes,
                      .scaleBar = wanted.scaleBar,
                      .down = key.down,
                      .legend = wanted.legend ? colourLegend(display) : render::Legend{},
                      .aboveLegend = key.aboveLegend,
                      .background = key.background,
                      .textSize = render::annotationTextSize(key.width, key.height, leastText)},
                     whole, canvas_->framebuffer());
  return true;
}

namespace {

// Least size of text in a picture, pixels.
constexpr double kLeastText = 10.0;

// Once the level is known, only one of this many pictures is timed, because waiting for the GPU
// takes time.
constexpr int kTimedPictures = 4;
// A picture that has not changed for this time is drawn again with full quality.
constexpr std::chrono::milliseconds kStill{200};

}  // namespace

Image FluidPictures::take(Display& display, const FluidView& window,
                          const glm::ivec2& sizeInWindow) {
  if (display.capture.size == PictureSize::Window) return window.read();
  const glm::ivec2 size = pictureSize(display.capture, sizeInWindow);
  if (!view_) view_.emplace();
  view_->draw(display, fullLook(display.look), {0, 0, size.x, size.y}, kLeastText);
  return view_->read();
}

bool RateKeeper::draw(Display& display, FluidView& view, const PictureArea& area, double leastText,
                      bool asChosen, Clock::time_point now) {
  const Look full = fullLook(display.look);
  if (asChosen) {
    stillSince_.reset();
    return view.draw(display, full, area, leastText);
  }
  const bool keepsRate = display.look.keepsRate;
  const std::vector<Look> levels = keepsRate ? lookLevels(display.look) : std::vector{display.look};
  const Subject subject{display.session.generation(), display.look, area.width, area.height};
  const bool isStill = subject == subject_ && view.isUpToDate(display, area, leastText);
  if (!(subject == subject_)) {
    subject_ = subject;
    display.quality.restart(static_cast<int>(levels.size()));
  }
  const Look& look = levels[static_cast<std::size_t>(display.quality.present())];
  const bool isReduced = !(look == full);
  if (!isStill || !isReduced) stillSince_.reset();
  if (isStill && isReduced && !stillSince_) stillSince_ = now;
  isRefined_ = stillSince_ && now - *stillSince_ >= kStill;
  if (isRefined_) return view.draw(display, full, area, leastText);
  const bool isTimed =
      keepsRate && (display.quality.isUnknown() || ++pictures_ % kTimedPictures == 0);
  if (!isTimed) return view.draw(display, look, area, leastText);
  gl::finish();  // waits for the steps, whose time does not count
  const Clock::time_point begun = Clock::now();
  if (!view.draw(display, look, area, leastText)) return false;
  gl::finish();
  display.quality.note(secondsSince(begun), secondsSince(begun_));
  return true;
}

}  // namespace gpubuck::demo
