#include "demo/pointer.h"

#include <imgui.h>

#include "demo/actions.h"
#include "demo/mouse_camera.h"

namespace gpubuck::demo {
namespace {

constexpr int kLeft = ImGuiMouseButton_Left;
constexpr int kRight = ImGuiMouseButton_Right;

/// The pointer in the picture: pixels from its top left corner.
glm::dvec2 placeIn(const PictureArea& picture) {
  const ImGuiIO& io = ImGui::GetIO();
  const glm::dvec2 scale(io.DisplayFramebufferScale.x, io.DisplayFramebufferScale.y);
  const double top = io.DisplaySize.y * scale.y - picture.y - picture.height;
  return glm::dvec2(io.MousePos.x, io.MousePos.y) * scale - glm::dvec2(picture.x, top);
}

bool inside(const glm::dvec2& place, const glm::dvec2& size) {
  return place.x >= 0.0 && place.y >= 0.0 && place.x < size.x && place.y < size.y;
}

}  // namespace

Pointer::Drag Pointer::begun(const DemoState& state) const {
  const bool shift = ImGui::GetIO().KeyShift;
  if (ImGui::IsMouseClicked(kLeft)) {
    if (shift || state.finger.tool == PointerTool::Pull) return Drag::Pull;
    return state.finger.tool == PointerTool::Push ? Drag::Push : Drag::Orbit;
  }
  if (ImGui::IsMouseClicked(kRight)) return shift ? Drag::Push : Drag::Pan;
  return Drag::None;
}

void Pointer::update(DemoState& state, const FluidView& view, const PictureArea& picture) {
  const ImGuiIO& io = ImGui::GetIO();
  const glm::dvec2 size(picture.width, picture.height);
  const glm::dvec2 place = placeIn(picture);
  const glm::dvec2 moved =
      glm::dvec2(io.MouseDelta.x, io.MouseDelta.y) * double(io.DisplayFramebufferScale.x);
  const scenario::View& now = state.session.scenario().view;
  finger_.reset();

  const bool free = !io.WantCaptureMouse && inside(place, size);
  if (drag_ == Drag::None && free) {
    drag_ = begun(state);
    button_ = ImGui::IsMouseClicked(kLeft) ? kLeft : kRight;
    if (io.MouseWheel != 0.0F) {
      const glm::dvec2 fromMiddle(place.x - size.x / 2.0, size.y / 2.0 - place.y);
      setView(state, zoom(now, io.MouseWheel, fromMiddle, size));
    }
  }
  // How far the pointer came in the picture in which the button went down, it came without it.
  if (drag_ == Drag::None || ImGui::IsMouseClicked(button_)) return;
  if (!ImGui::IsMouseDown(button_)) {
    drag_ = Drag::None;
    return;
  }
  if (drag_ == Drag::Orbit || drag_ == Drag::Pan) {
    if (moved == glm::dvec2(0.0)) return;
    setView(state, drag_ == Drag::Orbit ? orbit(now, moved, size) : pan(now, moved, size));
    return;
  }
  const glm::dvec2 ndc(2.0 * place.x / size.x - 1.0, 1.0 - 2.0 * place.y / size.y);
  const render::Ray ray = view.lineOfSight(state, picture, ndc);
  finger_ =
      dpd::Stir{.origin = ray.origin,
                .direction = ray.direction,
                .radius = state.finger.radius,
                .strength = drag_ == Drag::Pull ? state.finger.strength : -state.finger.strength};
}

}  // namespace gpubuck::demo
