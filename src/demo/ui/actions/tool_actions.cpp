// The actions of tool_actions.h: the pointer's tools and the sphere in the fluid.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <glm/geometric.hpp>
#include <glm/matrix.hpp>
#include <numbers>

#include "base/error.h"
#include "base/id.h"
#include "base/number.h"
#include "demo/ui/actions/actions.h"
#include "demo/ui/actions/tool_actions.h"
#include "demo/ui/actions/undo.h"
#include "demo/ui/actions/view_actions.h"
#include "demo/ui/tools/tools.h"
#include "demo/view/fluid_view.h"
#include "scenario/initial/edited_particles.h"

namespace gpubuck::demo {
namespace {

/// Changes the effects of the running fluid.
void changeEffects(Workspace& state,
                   const std::function<void(std::vector<dpd::Effect>& effects)>& change) {
  attempt(state, [&state, change] {
    if (!state.session.failure().empty()) return;
    scenario::Scenario changed = state.session.scenario();
    change(changed.fluid.effects);
    if (changed.fluid.effects == state.session.scenario().fluid.effects) return;
    state.session.change(changed, state.gesture);
  });
}

/// Gives the level box the gravity and the camera of the tilted box.
void keepTilt(Display& display, const Tilt& tilt) {
  scenario::Scenario tilted = display.session.scenario();
  tilted.fluid.gravity = tiltedGravity(tilted.fluid, tilt);
  tilted.view.camera = tiltedCamera(tilted.view.camera, tilt);
  display.session.change(tilted);
  setView(display, tilted.view);
}

constexpr double kRoomForFluid = 1.0;  // least distance of a sphere from its vessel, length

/// Returns the solids with a sphere of this radius: resizes the present sphere, or adds a sphere in
/// the middle.
std::vector<dpd::Solid> withSphere(std::vector<dpd::Solid> solids, const cells::Box& box,
                                   double radius) {
  if (!sphereIn(solids)) {
    const dpd::Solid* vessel = dpd::vesselOf(solids);
    glm::dvec3 centre =
        vessel != nullptr ? cells::ShapeInBox(vessel->shape, box).centre() : box.size / 2.0;
    if (box.dimensions == 2) centre.z = 0.0;
    solids.push_back({.shape = {.kind = cells::ShapeKind::Sphere, .centre = centre}});
  }
  solids[*sphereIn(solids)].shape.radius = radius;
  return solids;
}

}  // namespace

void setTool(Display& display, PointerTool tool) {
  display.tool.chosen = tool;
  display.journal.event("pointer", rowOf(tool).word());
  warnOfUselessTool(display, tool);
}

void warnOfUselessTool(Display& display, PointerTool tool) {
  const std::string why = whyNoTool(display.session.scenario().fluid, tool);
  if (why.empty()) return;
  display.journal.notice(rowOf(tool).label, "no effect here, because " + why);
}

std::string whyNoTool(const dpd::Fluid& fluid, PointerTool tool) {
  if (tool == kTiltTool) return whyNeverTilts(fluid);
  return tool == kPaintTool && fluid.species.size() == 1 ? "there is only one species" : "";
}

void suitTool(Display& display) {
  const std::string why = whyNoTool(display.session.scenario().fluid, display.tool.chosen);
  if (!why.empty()) setTool(display, kCameraTool);
}

void setReach(Display& display, double reach) {
  const scenario::Limits& limits = limitsOf("tool/reach");
  display.tool.reach = std::clamp(reach, limits.least, limits.most);
  display.journal.event("reach", fmt::format("{:.3g}", display.tool.reach));
}

void beginStroke(Workspace& state, const std::string& what) {
  state.stroke = what;
  beginChange(state, what);
  state.journal.event("stroke", what);
}

void endStroke(Workspace& state) {
  if (state.stroke.empty()) return;
  state.journal.event("stroke ended",
                      fmt::format("step {}", state.session.simulation().stepNumber()));
  state.stroke.clear();
  endChange(state);
}

void beginTilt(Workspace& state) {
  const scenario::Scenario& scenario = state.session.scenario();
  beginStroke(state, rowOf(kTiltTool).word());
  state.tilt.hold();
  const std::string whyNot = whyNoTilt(scenario.fluid, scenario.view.camera);
  if (!whyNot.empty()) state.journal.notice("tilt", whyNot);
}

void endTilt(Workspace& state, bool stays) {
  state.journal.event("tilt", fmt::format("{:.2f} degrees", state.tilt.degrees()));
  if (!stays) {
    if (state.tilt.isThere()) {
      state.journal.notice("tilt",
                           "the box springs back; hold Shift as you let go to keep it tipped");
    }
    state.tilt.release(Clock::now());
    endStroke(state);
    return;
  }
  attempt(state, [&state] {
    keepTilt(state, state.tilt);
    state.tilt.level();
    endStroke(state);
  });
}

void tipBox(Workspace& state, const glm::dvec2& degrees) {
  attempt(state, [&state, degrees] {
    if (hasFailed(state)) return;
    const scenario::Scenario& scenario = state.session.scenario();
    const dpd::Camera& camera = scenario.view.camera;
    Tilt tilt;
    tilt.turn(tiltOf(scenario.fluid, camera, degrees));
    if (!tilt.isThere()) {
      const std::string whyNot = whyNoTilt(scenario.fluid, camera);
      state.journal.notice("tilt", whyNot.empty() ? tiltLimits(scenario.fluid.box) : whyNot);
      return;
    }
    beginChange(state, rowOf(kTiltTool).word(), state.gesture);
    try {
      keepTilt(state, tilt);
    } catch (const Error&) {
      dropChange(state);
      throw;
    }
    endChange(state);
    state.journal.event("tilt", fmt::format("{:.2f} degrees", tilt.degrees()));
  });
}

void addParticles(Workspace& state, const dpd::Tube& tube, bool tells) {
  attempt(state, [&state, tube, tells] {
    if (hasFailed(state)) return;
    const std::int64_t added = state.session.fillUp(tube, toolSpecies(state));
    const std::int64_t count = state.session.simulation().count();
    if (added > 0) state.journal.event("added", fmt::format("{} of {}", added, count));
    if (added > 0 || !tells) return;
    state.journal.notice("nothing added",
                         count == kMaxCount
                             ? fmt::format("the limit is {} particles", groupDigits(count))
                             : fmt::format("the fluid there has the scenario's density, {:.3g} "
                                           "particles per r_c³, or the tool is outside the box",
                                           scenario::filledDensity(state.session.scenario())));
  });
}

void eraseParticles(Workspace& state, const dpd::Tube& tube, bool tells) {
  attempt(state, [&state, tube, tells] {
    if (hasFailed(state)) return;
    const std::int64_t taken = -state.session.empty(tube);
    const std::int64_t count = state.session.simulation().count();
    if (taken > 0) state.journal.event("erased", fmt::format("{} of {}", taken, count + taken));
    if (taken > 0 || !tells) return;
    state.journal.notice("nothing erased", count == 1 ? "the last particle cannot be erased"
                                                      : "no particle is within reach");
  });
}

std::optional<std::size_t> effectOf(const std::vector<dpd::Effect>& effects, PointerTool tool) {
  const auto found = std::ranges::find_if(
      effects, [&](const dpd::Effect& effect) { return rowOf(tool).isFor(effect); });
  if (found == effects.end()) return {};
  return static_cast<std::size_t>(found - effects.begin());
}

void placeEffect(Workspace& state, PointerTool tool, const glm::dvec3& centre) {
  const cells::Box& box = state.session.scenario().fluid.box;
  dpd::Effect placed = rowOf(tool).effect(state);
  double radius = state.tool.reach;
  for (int axis = 0; axis < box.dimensions && placed.kind == dpd::EffectKind::Move; ++axis) {
    radius = std::min(radius, box.size[axis]);
  }
  placed.shape = {.kind = cells::ShapeKind::Sphere, .centre = centre, .radius = radius};
  changeEffects(state, [placed, tool](std::vector<dpd::Effect>& effects) {
    const auto present = effectOf(effects, tool);
    if (!present) {
      effects.push_back(placed);
    } else if (placed.kind == dpd::EffectKind::Accelerate) {
      effects[*present] = placed;
    } else {
      effects[*present].shape = placed.shape;
    }
  });
}

void removeEffect(Workspace& state, std::size_t number) {
  changeEffects(state, [number](std::vector<dpd::Effect>& effects) {
    effects.erase(effects.begin() + static_cast<std::ptrdiff_t>(number));
  });
}

void setToolSpecies(Display& display, int species) {
  display.tool.species = species;
  display.journal.event("species",
                        display.session.scenario()
                            .fluid.species[static_cast<std::size_t>(toolSpecies(display))]
                            .name);
}

int toolSpecies(const Display& display) {
  const auto count = static_cast<int>(display.session.scenario().fluid.species.size());
  return std::clamp(display.tool.species, 0, count - 1);
}

std::optional<std::size_t> sphereIn(const std::vector<dpd::Solid>& solids) {
  const auto isSphere = [](const dpd::Solid& solid) {
    return solid.kind == dpd::SolidKind::Body && solid.shape.kind == cells::ShapeKind::Sphere;
  };
  const auto found = std::ranges::find_if(solids, isSphere);
  if (found == solids.end()) return {};
  return static_cast<std::size_t>(found - solids.begin());
}

void setSphere(Workspace& state, double radius) {
  attempt(state, [&state, radius] {
    const cells::Box& box = state.session.scenario().fluid.box;
    std::vector<dpd::Solid> solids = withSphere(state.session.simulation().solids(), box, radius);
    const std::size_t number = *sphereIn(solids);
    if (radius > 0.0) {
      solids[number] = dpd::fitted({box, solids}, number);
    } else {
      solids.erase(solids.begin() + static_cast<std::ptrdiff_t>(number));
    }
    const bool isWhole = state.stroke.empty();  // the change is not a part of a drag
    if (isWhole) beginChange(state, "sphere", state.gesture);
    state.session.setSolids(solids);
    if (isWhole) endChange(state);
    state.journal.event("sphere", fmt::format("radius {:.3g}", radius));
  });
}

void dropBody(Workspace& state, std::size_t number) {
  attempt(state, [&state, number] {
    std::vector<dpd::Solid> solids = state.session.simulation().solids();
    solids[number].velocity = glm::dvec3(0.0);
    state.session.setSolids(solids);
    const glm::dvec3 at =
        cells::ShapeInBox(solids[number].shape, state.session.scenario().fluid.box).centre();
    state.journal.event(solids[number].shape.kind == cells::ShapeKind::Sphere ? "sphere" : "body",
                        fmt::format("at {:.2f} {:.2f} {:.2f}", at.x, at.y, at.z));
  });
}

double largestSphere(const Display& display) {
  const dpd::Fluid& fluid = display.session.scenario().fluid;
  const cells::Box& box = fluid.box;
  const auto isPossible = [&](double radius) {
    std::vector<dpd::Solid> solids = withSphere(fluid.solids, box, radius);
    const std::size_t number = *sphereIn(solids);
    solids[number] = dpd::fitted({box, solids}, number);
    return dpd::fits({box, solids}, number);
  };
  double possible = 0.0, most = 0.5 * std::min(box.size.x, box.size.y);
  if (box.dimensions == 3) most = std::min(most, 0.5 * box.size.z);
  if (const dpd::Solid* vessel = dpd::vesselOf(fluid.solids);
      vessel != nullptr && vessel->shape.kind == cells::ShapeKind::Sphere) {
    most = std::min(most, vessel->shape.radius - kRoomForFluid);
  }
  if (most <= 0.0 || isPossible(most)) return std::max(0.0, most);
  constexpr int kHalvings = 16;
  for (int halving = 0; halving < kHalvings; ++halving) {
    const double middle = 0.5 * (possible + most);
    (isPossible(middle) ? possible : most) = middle;
  }
  return possible;
}

}  // namespace gpubuck::demo
