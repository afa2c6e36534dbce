#include "demo/ui/tools/pointer.h"

#include <imgui.h>

#include <algorithm>
#include <cmath>
#include <glm/geometric.hpp>
#include <glm/gtc/quaternion.hpp>
#include <glm/matrix.hpp>
#include <glm/trigonometric.hpp>
#include <utility>

#include "demo/ui/actions/tool_actions.h"
#include "demo/ui/actions/undo.h"
#include "demo/ui/actions/view_actions.h"
#include "demo/ui/tools/devices.h"
#include "demo/ui/tools/tools.h"
#include "demo/view/fluid_view.h"

namespace gpubuck::demo {
namespace {

// If the pointer moves at most this many pixels of the window during a press, the press is a click.
constexpr double kClick = 3.0;

constexpr int kLeft = ImGuiMouseButton_Left;
constexpr int kRight = ImGuiMouseButton_Right;

// kArrived: a body at most this length away from its target has arrived. kApart: the target's
// outline is drawn if the body is at least this many of its radii away.
constexpr double kArrived = 1e-9;
constexpr double kApart = 0.05;

constexpr double kZoomPerNotch = 1.1;
// The wheel zooms in until the picture is this high, length; nearer, a particle would fill it.
constexpr double kLeastSeen = 2.0;

// Least time between two changes of the number of particles.
constexpr std::chrono::milliseconds kEditEvery{150};

/// Converts a place in the window to pixels of the picture from its top left corner.
glm::dvec2 placeIn(const PictureArea& picture, const glm::dvec2& inWindow) {
  const ImGuiIO& io = ImGui::GetIO();
  const glm::dvec2 scale(io.DisplayFramebufferScale.x, io.DisplayFramebufferScale.y);
  const double top = io.DisplaySize.y * scale.y - picture.y - picture.height;
  return inWindow * scale - glm::dvec2(picture.x, top);
}

/// Converts pixels from the top left corner of a picture of this size to normalised device
/// coordinates.
glm::dvec2 ndcOf(const glm::dvec2& place, const glm::dvec2& size) {
  return {2.0 * place.x / size.x - 1.0, 1.0 - 2.0 * place.y / size.y};
}

bool inside(const glm::dvec2& place, const glm::dvec2& size) {
  return place.x >= 0.0 && place.y >= 0.0 && place.x < size.x && place.y < size.y;
}

/// Returns whether a press erases: the tool Erase is chosen, and the left button is pressed without
/// Shift.
bool erases(const Workspace& state, const gl::ButtonEvent& press) {
  return press.button == kLeft && !press.shift && state.tool.chosen == kEraseTool;
}

/// Returns half of the length of a shape's longest side that is not endless; for a sphere, this is
/// its radius.
double outerRadius(const cells::ShapeInBox& shape, const cells::Box& box) {
  double longest = 0.0;
  for (int axis = 0; axis < box.dimensions; ++axis) {
    const double half = shape.half()[axis];
    if (half < cells::ShapeInBox::kEndless) longest = std::max(longest, half);
  }
  return longest + shape.radius();
}

}  // namespace

dpd::Camera orbit(dpd::Camera camera, const glm::dvec2& pixels, const glm::dvec2& pictureSize,
                  const glm::dvec3& upright) {
  if (upright != kUpright) {
    // The camera turns in a frame in which `upright` is the z axis.
    const glm::dmat3 turn = glm::mat3_cast(glm::dquat(upright, kUpright));
    const glm::dmat3 axes = render::cameraAxes(camera) * glm::transpose(turn);
    camera = orbit(render::withAxes(camera, axes), pixels, pictureSize);
    return render::withAxes(camera, render::cameraAxes(camera) * turn);
  }
  const double roll = glm::radians(camera.roll);
  const glm::dvec2 along(std::cos(roll), std::sin(roll));
  const glm::dvec2 unrolled(glm::dot(pixels, along), along.x * pixels.y - along.y * pixels.x);
  const glm::dvec2 degrees = unrolled * 180.0 / std::max(pictureSize.x, 1.0);
  camera.azimuth = std::remainder(camera.azimuth - degrees.x, 360.0);
  camera.elevation = std::clamp(camera.elevation + degrees.y, -90.0, 90.0);
  return camera;
}

dpd::Camera pan(dpd::Camera camera, const glm::dvec2& pixels, const glm::dvec2& pictureSize) {
  const glm::dvec2 moved = pixels / std::max(pictureSize.y, 1.0);
  camera.panX += moved.x;
  camera.panY -= moved.y;
  return camera;
}

dpd::Camera zoom(dpd::Camera camera, double notches, const glm::dvec2& at,
                 const glm::dvec2& pictureSize) {
  const double before = camera.zoom;
  camera.zoom = std::clamp(before * std::pow(kZoomPerNotch, notches), 0.05, 200.0);
  const glm::dvec2 place = at / std::max(pictureSize.y, 1.0);
  camera.panX = place.x + (camera.panX - place.x) * camera.zoom / before;
  camera.panY = place.y + (camera.panY - place.y) * camera.zoom / before;
  return camera;
}

Pointer::Drag Pointer::begun(Workspace& state, const gl::ButtonEvent& press,
                             const render::Camera& camera, const glm::dvec2& ndc) {
  if (press.button != kLeft && press.button != kRight) return Drag::None;
  const bool isLeft = press.button == kLeft;
  tool_ = isLeft ? state.tool.chosen : kCameraTool;
  if (press.shift) tool_ = isLeft ? kPullTool : kPushTool;
  if (tool_ == kTiltTool) {
    beginTilt(state);
    return Drag::Tilt;
  }
  if (tool_ != kCameraTool) return begunStroke(state, tool_);
  if (!isLeft) return Drag::Pan;
  const dpd::Simulation& fluid = state.session.simulation();
  body_ = CarriedBody::at(fluid.solids(), fluid.fluid().box, camera, ndc);
  isOnFluid_ =
      !body_ && state.playback.playing && showsFluid(state, render::rayThrough(camera, ndc));
  if (!body_) return Drag::Orbit;
  beginStroke(state, "sphere");
  return Drag::Body;
}

Pointer::Drag Pointer::begunStroke(Workspace& state, PointerTool tool) {
  tool_ = tool;
  warnOfUselessTool(state, tool);
  beginStroke(state, rowOf(tool).word());
  edited_.reset();
  return Drag::Tool;
}

void Pointer::end(Workspace& state, const gl::ButtonEvent& release) {
  if (drag_ == Drag::Tilt) {
    endTilt(state, release.shift);
  } else {
    endStroke(state);
    if (drag_ == Drag::Tool && rowOf(tool_).stays() && !removes_) explainDevice(state, tool_);
  }
  body_.reset();
  drag_ = Drag::None;
  mayClick_ = isOnFluid_ = false;
}

void Pointer::follow(Workspace& state, const glm::dvec2& place, const glm::dvec2& pictureSize) {
  const glm::dvec2 moved = place - last_;
  // A press that may become a click does not turn the box.
  mayClick_ = mayClick_ && glm::length(moved) <= kClick * ImGui::GetIO().DisplayFramebufferScale.x;
  if (mayClick_) return;
  last_ = place;
  if (std::exchange(isOnFluid_, false)) drag_ = begunStroke(state, kPullTool);
  const scenario::Scenario& scenario = state.session.scenario();
  if (drag_ == Drag::Tilt) {
    const glm::dvec2 degrees = moved * 180.0 / std::max(pictureSize.x, 1.0);
    state.tilt.turn(tiltOf(scenario.fluid, scenario.view.camera, degrees));
  }
  if ((drag_ != Drag::Orbit && drag_ != Drag::Pan) || moved == glm::dvec2(0.0)) return;
  const dpd::Camera& camera = scenario.view.camera;
  setCamera(state, drag_ == Drag::Pan
                       ? pan(camera, moved, pictureSize)
                       : orbit(camera, moved, pictureSize, uprightIn(scenario.fluid, camera)));
}

void Pointer::turnWheel(Display& display, const glm::dvec2& place,
                        const glm::dvec2& pictureSize) const {
  const ImGuiIO& io = ImGui::GetIO();
  if (io.MouseWheel == 0.0F || drag_ == Drag::Orbit) return;
  const bool hasTool = drag_ == Drag::Tool || rowOf(display.tool.chosen).hasReach;
  if (hasTool && !io.KeyCtrl) {
    setReach(display, display.tool.reach * std::pow(1.1, io.MouseWheel));
    return;
  }
  const glm::dvec2 fromMiddle(place.x - pictureSize.x / 2.0, pictureSize.y / 2.0 - place.y);
  const dpd::Camera& camera = display.session.scenario().view.camera;
  const glm::dvec3& sides = display.session.scenario().fluid.box.size;
  const double most = std::max(std::max({sides.x, sides.y, sides.z}) / kLeastSeen, camera.zoom);
  const double room = std::log(most / camera.zoom) / std::log(kZoomPerNotch);
  setCamera(display, zoom(camera, std::min<double>(io.MouseWheel, room), fromMiddle, pictureSize));
}

void Pointer::use(Workspace& state, PointerTool tool, const dpd::Tube& tube) {
  if (rowOf(tool).stays()) {
    place(state, tool, tube);
    return;
  }
  forces_ = pointerForces(state, tool, tube);
  if (tool != kAddTool && tool != kEraseTool) return;
  // Each change of the number of particles creates a new simulation, and this interrupts the fluid.
  const auto now = Clock::now();
  if (edited_ && now - *edited_ < kEditEvery) return;
  (tool == kAddTool ? addParticles : eraseParticles)(state, tube, !edited_);
  edited_ = now;
}

void Pointer::place(Workspace& state, PointerTool tool, const dpd::Tube& tube) {
  const bool begins = !edited_;
  edited_ = Clock::now();
  const dpd::Fluid& fluid = state.session.scenario().fluid;
  if (begins) {
    const auto present = effectOf(fluid.effects, tool);
    removes_ = false;
    if (present) {
      const cells::ShapeInBox shape(fluid.effects[*present].shape, fluid.box);
      removes_ = shape.radius() > 0.0 && glm::length(tube.toLine(shape.centre())) < shape.radius();
      if (removes_) removeEffect(state, *present);
    }
  }
  if (removes_) return;
  placeEffect(state, tool, placeInBox(fluid.box, {tube.origin, tube.direction}));
}

void Pointer::act(Workspace& state, const render::Camera& camera, const glm::dvec2& ndc,
                  const PictureArea& picture) {
  const dpd::Simulation& fluid = state.session.simulation();
  const cells::Box& box = fluid.fluid().box;
  const ImGuiIO& io = ImGui::GetIO();
  const double scale = io.DisplayFramebufferScale.x;
  const PointerTool tool = drag_ == Drag::Tool ? tool_ : state.tool.chosen;
  const bool usesTool = drag_ == Drag::Tool || (drag_ == Drag::None && rowOf(tool).hasReach);
  if (usesTool) {
    const render::Ray line = render::rayThrough(camera, ndc);
    const dpd::Tube tube{line.origin, line.direction, state.tool.reach};
    const auto reach = static_cast<float>(tube.radius);
    const glm::vec3 colour = colourOf(state, tool);
    // A tint would falsify colours that show values.
    const bool showsSpecies = shownLook(state).colouring == render::Colouring::Species;
    if (showsSpecies) {
      state.grip = {glm::vec3(line.origin), glm::vec3(line.direction), reach, colour};
    }
    const Seen middle = seenAt(camera, box.size / 2.0, picture);
    drawRing(colour, {io.MousePos.x, io.MousePos.y},
             static_cast<float>(middle.pixelsPerLength / scale) * reach, drag_ == Drag::Tool);
    if (drag_ == Drag::Tool) use(state, tool, tube);
    return;
  }
  if (drag_ == Drag::Body) aimBody(state, camera, ndc);
  if (drag_ != Drag::Body && drag_ != Drag::None) return;
  const std::optional<CarriedBody> body =
      drag_ == Drag::Body ? body_ : CarriedBody::at(fluid.solids(), box, camera, ndc);
  if (!body || body->number() >= fluid.solids().size()) return;
  const cells::ShapeInBox shape(fluid.solids()[body->number()].shape, box);
  const Seen middle = seenAt(camera, shape.centre(), picture);
  drawRing(glm::vec3(1.0F), windowPlaceOf(middle.place, picture),
           static_cast<float>(middle.pixelsPerLength / scale * outerRadius(shape, box)),
           drag_ == Drag::Body);
}

void Pointer::watchFluid(Display& display) {
  display.tilt.update(Clock::now());
  const int generation = display.session.generation();
  if (std::exchange(generation_, generation) == generation) return;
  if (display.tilt.isSpringing()) display.tilt.level();
  if (drag_ != Drag::Body) target_.reset();
}

void Pointer::aimBody(const Display& display, const render::Camera& camera, const glm::dvec2& ndc) {
  target_ = {body_->number(), body_->target(display.session.scenario().fluid.box, camera, ndc)};
}

void Pointer::carryBody(Workspace& state, const render::Camera& camera,
                        const PictureArea& picture) {
  const dpd::Simulation& fluid = state.session.simulation();
  if (target_ && target_->number >= fluid.solids().size()) target_.reset();
  if (!target_) return;
  const cells::Box& box = fluid.fluid().box;
  const dpd::Solid& body = fluid.solids()[target_->number];
  const cells::ShapeInBox shape(body.shape, box);
  const double left = glm::distance(shape.centre(), target_->target);
  if (drag_ != Drag::Body && left < kArrived) {
    dropBody(state, target_->number);
    target_.reset();
    return;
  }
  forces_.body = {target_->number, waypointTo(target_->target, body, box)};
  const double radius = outerRadius(shape, box);
  if (left < kApart * radius) return;
  const double scale = ImGui::GetIO().DisplayFramebufferScale.x;
  const Seen target = seenAt(camera, target_->target, picture);
  drawTarget(glm::vec3(1.0F), windowPlaceOf(target.place, picture),
             static_cast<float>(target.pixelsPerLength * radius / scale));
}

void Pointer::update(DemoState& state, const PictureArea& picture,
                     const std::vector<gl::ButtonEvent>& buttons) {
  const ImGuiIO& io = ImGui::GetIO();
  const glm::dvec2 size(picture.width, picture.height);
  const glm::dvec2 place = placeIn(picture, {io.MousePos.x, io.MousePos.y});
  forces_ = {};
  state.grip = {};
  state.toolHeats = rowOf(state.tool.chosen).heats;
  watchFluid(state);

  for (const gl::ButtonEvent& event : buttons) {
    const glm::dvec2 there = placeIn(picture, event.place);
    if (event.down && drag_ == Drag::None && !io.WantCaptureMouse && inside(there, size)) {
      const auto device = state.showsGui ? deviceAt(state, picture, there) : std::nullopt;
      if (device && erases(state, event)) {
        removeDevice(state, *device);
        continue;
      }
      drag_ = begun(state, event, cameraOf(state, picture), ndcOf(there, size));
      button_ = event.button;
      last_ = there;
      mayClick_ = drag_ == Drag::Orbit || drag_ == Drag::Pan;
    } else if (!event.down && event.button == button_) {
      follow(state, there, size);
      if (mayClick_ && drag_ == Drag::Orbit) state.picking.click(ndcOf(last_, size));
      const bool isRightClick = mayClick_ && drag_ == Drag::Pan && state.showsGui;
      if (const auto device = deviceAt(state, picture, last_); device && isRightClick) {
        removeDevice(state, *device);
      }
      if (drag_ == Drag::Body) aimBody(state, cameraOf(state, picture), ndcOf(there, size));
      end(state, event);
    }
  }
  if (drag_ != Drag::None) follow(state, place, size);
  const bool isOver = !io.WantCaptureMouse && inside(place, size);
  const bool looks = isOver && drag_ == Drag::None && state.tool.chosen == kCameraTool;
  state.picking.point(looks ? std::optional(ndcOf(place, size)) : std::nullopt,
                      state.showsGui && !state.playback.playing);
  if (isOver) turnWheel(state, place, size);
  const bool pointsAtDevices = isOver && drag_ == Drag::None;
  if (state.showsGui) {
    drawDevices(state, picture, pointsAtDevices ? std::optional(place) : std::nullopt);
  }
  if (isOver || drag_ != Drag::None) {
    act(state, cameraOf(state, picture), ndcOf(place, size), picture);
  }
  if (target_) carryBody(state, cameraOf(state, picture), picture);
  forces_.gravity = feltGravity(state);
}

}  // namespace gpubuck::demo
