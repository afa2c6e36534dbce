#include "demo/pointer.h"

#include <imgui.h>

#include <algorithm>
#include <cmath>

#include "demo/actions.h"
#include "demo/tools.h"
#include "demo/undo.h"

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

Pointer::Drag Pointer::begun(DemoState& state, const gl::ButtonEvent& press) {
  if (press.button != kLeft && press.button != kRight) return Drag::None;
  PointerTool tool = press.button == kLeft ? state.tool.chosen : PointerTool::Camera;
  if (press.shift) tool = press.button == kLeft ? PointerTool::Pull : PointerTool::Push;
  if (tool == PointerTool::Camera) return press.button == kLeft ? Drag::Orbit : Drag::Pan;
  beginStroke(state, tool);
  return Drag::Stroke;
}

void Pointer::follow(DemoState& state, const glm::dvec2& place, const glm::dvec2& pictureSize) {
  const glm::dvec2 moved = place - last_;
  last_ = place;
  if ((drag_ != Drag::Orbit && drag_ != Drag::Pan) || moved == glm::dvec2(0.0)) return;
  const auto move = drag_ == Drag::Orbit ? orbit : pan;
  setView(state, move(state.session.scenario().view, moved, pictureSize));
}

void Pointer::turnWheel(DemoState& state, const glm::dvec2& place,
                        const glm::dvec2& pictureSize) const {
  const ImGuiIO& io = ImGui::GetIO();
  if (io.MouseWheel == 0.0F || drag_ == Drag::Orbit) return;
  const bool hasTool = state.stroke || state.tool.chosen != PointerTool::Camera;
  if (hasTool && !io.KeyCtrl) {
    setReach(state, state.tool.reach * std::pow(1.1, io.MouseWheel));
    return;
  }
  const glm::dvec2 fromMiddle(place.x - pictureSize.x / 2.0, pictureSize.y / 2.0 - place.y);
  setView(state, zoom(state.session.scenario().view, io.MouseWheel, fromMiddle, pictureSize));
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
      endStroke(state);
      drag_ = Drag::None;
    }
  }
  if (drag_ != Drag::None) follow(state, place, size);
  const bool isOver = !io.WantCaptureMouse && inside(place, size);
  if (isOver) turnWheel(state, place, size);
  const bool isFree = drag_ == Drag::None && isOver;
  const PointerTool tool = state.stroke.value_or(isFree ? state.tool.chosen : PointerTool::Camera);
  if (tool == PointerTool::Camera) return;
  const double pixels = view.pixelsOf(state, picture, state.tool.reach);
  drawRing(tool, {io.MousePos.x, io.MousePos.y},
           static_cast<float>(pixels) / io.DisplayFramebufferScale.x, state.stroke.has_value());
  if (!state.stroke) return;
  const glm::dvec2 ndc(2.0 * place.x / size.x - 1.0, 1.0 - 2.0 * place.y / size.y);
  impulse_ = impulseOf(tool, state.tool, view.lineOfSight(state, picture, ndc));
}

}  // namespace gpubuck::demo
