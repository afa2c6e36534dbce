#include "demo/pointer.h"

#include <imgui.h>

#include <algorithm>
#include <cmath>

#include "demo/actions.h"

namespace gpubuck::demo {
namespace {

constexpr int kLeft = ImGuiMouseButton_Left;
constexpr int kRight = ImGuiMouseButton_Right;

/// A place in the window, in pixels of the picture from its top left corner.
glm::dvec2 placeIn(const PictureArea& picture, const glm::dvec2& inWindow) {
  const ImGuiIO& io = ImGui::GetIO();
  const glm::dvec2 scale(io.DisplayFramebufferScale.x, io.DisplayFramebufferScale.y);
  const double top = io.DisplaySize.y * scale.y - picture.y - picture.height;
  return inWindow * scale - glm::dvec2(picture.x, top);
}

bool inside(const glm::dvec2& place, const glm::dvec2& size) {
  return place.x >= 0.0 && place.y >= 0.0 && place.x < size.x && place.y < size.y;
}

}  // namespace

scenario::View orbit(scenario::View view, const glm::dvec2& pixels, const glm::dvec2& pictureSize) {
  const glm::dvec2 degrees = pixels * 180.0 / std::max(pictureSize.x, 1.0);
  view.azimuth = std::remainder(view.azimuth - degrees.x, 360.0);
  view.elevation = std::clamp(view.elevation + degrees.y, -90.0, 90.0);
  return view;
}

scenario::View pan(scenario::View view, const glm::dvec2& pixels, const glm::dvec2& pictureSize) {
  const glm::dvec2 moved = pixels / std::max(pictureSize.y, 1.0);
  view.panX += moved.x;
  view.panY -= moved.y;
  return view;
}

scenario::View zoom(scenario::View view, double notches, const glm::dvec2& at,
                    const glm::dvec2& pictureSize) {
  const double before = view.zoom;
  view.zoom = std::clamp(before * std::pow(1.1, notches), 0.05, 200.0);
  const glm::dvec2 place = at / std::max(pictureSize.y, 1.0);
  view.panX = place.x + (view.panX - place.x) * view.zoom / before;
  view.panY = place.y + (view.panY - place.y) * view.zoom / before;
  return view;
}

Pointer::Drag Pointer::begun(const DemoState& state, const gl::ButtonEvent& press) {
  if (press.button == kLeft) {
    if (press.shift || state.pointerForce.tool == PointerTool::Pull) return Drag::Pull;
    return state.pointerForce.tool == PointerTool::Push ? Drag::Push : Drag::Orbit;
  }
  if (press.button == kRight) return press.shift ? Drag::Push : Drag::Pan;
  return Drag::None;
}

void Pointer::follow(DemoState& state, const glm::dvec2& place, const glm::dvec2& pictureSize) {
  const glm::dvec2 moved = place - last_;
  last_ = place;
  if ((drag_ != Drag::Orbit && drag_ != Drag::Pan) || moved == glm::dvec2(0.0)) return;
  const auto move = drag_ == Drag::Orbit ? orbit : pan;
  setView(state, move(state.session.scenario().view, moved, pictureSize));
}

void Pointer::update(DemoState& state, const FluidView& view, const PictureArea& picture,
                     const std::vector<gl::ButtonEvent>& buttons) {
  const ImGuiIO& io = ImGui::GetIO();
  const glm::dvec2 size(picture.width, picture.height);
  const glm::dvec2 place = placeIn(picture, {io.MousePos.x, io.MousePos.y});
  impulse_.reset();

  for (const gl::ButtonEvent& event : buttons) {
    const glm::dvec2 there = placeIn(picture, event.place);
    if (event.down && drag_ == Drag::None && !io.WantCaptureMouse && inside(there, size)) {
      drag_ = begun(state, event);
      button_ = event.button;
      last_ = there;
    } else if (!event.down && event.button == button_) {
      follow(state, there, size);
      drag_ = Drag::None;
    }
  }
  if (drag_ != Drag::None) follow(state, place, size);
  if (drag_ == Drag::None || drag_ == Drag::Pan) {
    if (io.MouseWheel == 0.0F || io.WantCaptureMouse || !inside(place, size)) return;
    const glm::dvec2 fromMiddle(place.x - size.x / 2.0, size.y / 2.0 - place.y);
    setView(state, zoom(state.session.scenario().view, io.MouseWheel, fromMiddle, size));
    return;
  }
  if (drag_ == Drag::Orbit) return;
  const glm::dvec2 ndc(2.0 * place.x / size.x - 1.0, 1.0 - 2.0 * place.y / size.y);
  const render::Ray ray = view.lineOfSight(state, picture, ndc);
  impulse_ = dpd::Impulse{
      .origin = ray.origin,
      .direction = ray.direction,
      .radius = state.pointerForce.radius,
      .strength = drag_ == Drag::Pull ? state.pointerForce.strength : -state.pointerForce.strength};
}

}  // namespace gpubuck::demo
