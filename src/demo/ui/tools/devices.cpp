#include "demo/ui/tools/devices.h"

#include <fmt/format.h>
#include <imgui.h>

#include <algorithm>
#include <functional>
#include <glm/geometric.hpp>

#include "demo/ui/actions/actions.h"
#include "demo/ui/actions/tool_actions.h"
#include "demo/ui/tools/tools.h"
#include "demo/widgets/form.h"
#include "demo/widgets/text.h"

namespace gpubuck::demo {
namespace {

constexpr const char* kHowToRemove = "right click or Erase removes it";
// In fluids with more particles than this, hasFluid() and showsFluid() do not look for particles.
constexpr std::int64_t kMostCounted = 1 << 21;

/// A circle in the picture, pixels from its top left corner.
struct Ring {
  glm::dvec2 middle;
  double radius;
};

Ring ringOf(const Display& display, const PictureArea& picture, const glm::dvec3& middle,
            double radius) {
  const Seen seen = seenAt(cameraOf(display, picture), middle, picture);
  return {seen.place, seen.pixelsPerLength * radius};
}

Ring ringOf(const Display& display, const PictureArea& picture, const dpd::Effect& effect) {
  const cells::ShapeInBox shape(effect.shape, display.session.scenario().fluid.box);
  return ringOf(display, picture, shape.centre(), shape.radius());
}

void draw(const Ring& ring, const glm::vec3& colour, const PictureArea& picture) {
  const double scale = ImGui::GetIO().DisplayFramebufferScale.x;
  drawTarget(colour, windowPlaceOf(ring.middle, picture), static_cast<float>(ring.radius / scale));
}

/// Returns whether a particle of the fluid passes the test. Returns `ifTooMany` for a fluid with
/// more than kMostCounted particles, since the search would take too long.
template <typename Test>
bool hasParticle(FluidSession& session, bool ifTooMany, const Test& test) {
  dpd::Simulation& fluid = session.simulation();
  if (fluid.count() > kMostCounted) return ifTooMany;
  return std::ranges::any_of(fluid.position().download(), test);
}

/// Returns whether a particle is within the effect. Also returns true if there are too many
/// particles for a search.
bool hasFluid(FluidSession& session, const dpd::Effect& effect) {
  const cells::Box& box = session.scenario().fluid.box;
  const cells::ShapeInBox shape(effect.shape, box);
  return hasParticle(session, true, [&](const glm::vec4& at) {
    return glm::length(box.nearestImage(glm::dvec3(at) - shape.centre())) < shape.radius();
  });
}

}  // namespace

bool showsFluid(Display& display, const render::Ray& line) {
  constexpr double kNear = 0.5;  // length; about the distance between particles
  const dpd::Tube tube{line.origin, line.direction, kNear};
  const std::vector<int>& hidden = display.session.scenario().view.hidden;
  return hasParticle(display.session, false, [&](const glm::vec4& at) {
    return tube.contains(glm::dvec3(at)) && std::ranges::count(hidden, dpd::speciesOf(at)) == 0;
  });
}

/// Converts pixels of the picture from its top left corner to a place in the window.
glm::vec2 windowPlaceOf(const glm::dvec2& place, const PictureArea& picture) {
  const ImGuiIO& io = ImGui::GetIO();
  const glm::dvec2 scale(io.DisplayFramebufferScale.x, io.DisplayFramebufferScale.y);
  const double top = io.DisplaySize.y * scale.y - picture.y - picture.height;
  return glm::vec2((place + glm::dvec2(picture.x, top)) / scale);
}

std::optional<std::size_t> deviceAt(const Display& display, const PictureArea& picture,
                                    const glm::dvec2& place) {
  const std::vector<dpd::Effect>& effects = display.session.scenario().fluid.effects;
  std::optional<std::size_t> found;
  double nearest = 0.0;
  for (std::size_t k = 0; k < effects.size(); ++k) {
    if (toolOf(effects[k]) == nullptr) continue;
    const Ring ring = ringOf(display, picture, effects[k]);
    const double distance = glm::distance(ring.middle, place);
    if (distance > ring.radius || (found && distance >= nearest)) continue;
    found = k;
    nearest = distance;
  }
  return found;
}

void drawDevices(const Display& display, const PictureArea& picture,
                 const std::optional<glm::dvec2>& pointed) {
  const std::vector<dpd::Effect>& effects = display.session.scenario().fluid.effects;
  for (const dpd::Effect& effect : effects) {
    const ToolRow* const row = toolOf(effect);
    if (row == nullptr) continue;
    const Ring ring = ringOf(display, picture, effect);
    draw(ring, row->colour, picture);
    if (effect.kind != dpd::EffectKind::Move) continue;
    const cells::ShapeInBox shape(effect.shape, display.session.scenario().fluid.box);
    draw(ringOf(display, picture, effect.outlet, shape.radius()), row->colour, picture);
  }
  const auto device = pointed ? deviceAt(display, picture, *pointed) : std::nullopt;
  if (!device) return;
  const Ring ring = ringOf(display, picture, effects[*device]);
  const std::string name = toolOf(effects[*device])->label + ": " + kHowToRemove;
  const ImVec2 size = ImGui::CalcTextSize(name.c_str());
  const glm::vec2 top = windowPlaceOf(ring.middle - glm::dvec2(0.0, ring.radius), picture);
  const glm::vec2 corner = windowPlaceOf(glm::dvec2(0.0), picture);
  const float margin = 0.5F * ImGui::GetFontSize();
  const ImVec2& padding = ImGui::GetStyle().WindowPadding;
  const float height = size.y + 2.0F * padding.y;
  beginLabel("device", {top.x, std::max(top.y - margin, corner.y + height)}, {0.5F, 1.0F}, size);
  ImGui::TextUnformatted(name.c_str());
  ImGui::End();
}

void removeDevice(Workspace& state, std::size_t number) {
  const std::string name = toolOf(state.session.scenario().fluid.effects[number])->label;
  removeEffect(state, number);
  state.journal.notice("removed", name + " (Ctrl+Z brings it back)");
}

void explainDevice(Workspace& state, PointerTool tool) {
  attempt(state, [&state, tool] {
    const std::vector<dpd::Effect>& effects = state.session.scenario().fluid.effects;
    const auto number = effectOf(effects, tool);
    if (!number) return;
    const dpd::Effect& effect = effects[*number];
    std::string what = "works from now on; ";
    if (!hasFluid(state.session, effect)) {
      what = "no effect yet, because there is no fluid in its ring; ";
    } else if (effect.kind == dpd::EffectKind::Move) {
      what =
          "fluid that flows in comes out at the outlet, so the number of particles stays the "
          "same; ";
    }
    state.journal.notice(rowOf(tool).label, what + kHowToRemove);
  });
}

void tellOfKeptDevices(Workspace& state) {
  std::string names;
  const std::vector<dpd::Effect>& own = state.opened.fluid.effects;
  for (const dpd::Effect& effect : state.session.scenario().fluid.effects) {
    const ToolRow* const row = toolOf(effect);
    if (row == nullptr || std::ranges::count(own, effect) > 0) continue;
    names += (names.empty() ? "" : ", ") + row->label;
  }
  if (names.empty()) return;
  state.journal.notice("kept", names + " (right click or Erase on a ring removes it)");
}

}  // namespace gpubuck::demo
