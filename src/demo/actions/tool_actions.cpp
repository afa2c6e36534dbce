// Of actions.h: what the pointer does to the fluid, and the sphere in it.
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
#include "demo/actions/actions.h"
#include "demo/actions/tool_actions.h"
#include "demo/actions/undo.h"
#include "demo/actions/view_actions.h"
#include "demo/tools/tools.h"
#include "scenario/initial/edited_particles.h"

namespace gpubuck::demo {
namespace {

/// Acceleration of a jet per unit of the tools' strength, length / time^2, and energy per kT that a
/// lamp gives per unit of it and of time.
constexpr double kJetStrength = 0.1;
constexpr double kLampStrength = 0.2;

/// Returns the period of waves on deep fluid that are four times as long as the reach of the tool.
double wavePeriod(const dpd::Fluid& fluid, double reach) {
  const double gravity = glm::length(fluid.gravity);
  constexpr double kWithoutGravity = 4.0;
  if (gravity == 0.0) return kWithoutGravity;
  return std::sqrt(2.0 * std::numbers::pi * 4.0 * reach / gravity);
}

dpd::Jet jetOf(const DemoState& state, PointerTool tool, const glm::dvec3& centre) {
  const scenario::Scenario& scenario = state.session.scenario();
  const scenario::Camera& camera = scenario.view.camera;
  const bool isSteady = tool == PointerTool::Fountain;
  const double strength = kJetStrength * state.tool.strength;
  glm::dvec3 direction =
      isSteady ? uprightIn(scenario.fluid, camera) : glm::transpose(render::cameraAxes(camera))[0];
  if (scenario.fluid.box.dimensions == 2 && direction.z != 0.0) direction = {0.0, 1.0, 0.0};
  return {.radius = state.tool.reach,
          .centre = centre,
          .acceleration = strength * direction,
          .period = isSteady ? 0.0 : wavePeriod(scenario.fluid, state.tool.reach)};
}

/// Returns the drain at this centre; its outlet is the jet if there is one, otherwise high up.
dpd::Drain drainOf(const DemoState& state, const glm::dvec3& centre) {
  const scenario::Scenario& scenario = state.session.scenario();
  const cells::Box& box = scenario.fluid.box;
  dpd::Drain drain = scenario.fluid.drain;
  const bool isNew = !drain.isThere();
  drain.centre = centre;
  drain.radius = state.tool.reach;
  for (int axis = 0; axis < box.dimensions; ++axis) {
    drain.radius = std::min(drain.radius, box.size[axis]);
  }
  if (!isNew) return drain;
  const glm::dvec3 upright = uprightIn(scenario.fluid, scenario.view.camera);
  for (int axis = 0; axis < box.dimensions; ++axis) {
    const double middle = 0.5 * box.size[axis];
    drain.outlet[axis] = middle + upright[axis] * std::max(0.0, middle - drain.radius);
  }
  if (scenario.fluid.jet.isThere()) drain.outlet = scenario.fluid.jet.centre;
  return drain;
}

/// Changes the jet, the lamp or the drain of the running fluid.
void changeSource(DemoState& state, const std::function<void(dpd::Fluid&)>& put) {
  attempt(state, [&state, put] {
    if (!state.session.failure().empty()) return;
    scenario::Scenario changed = state.session.scenario();
    put(changed.fluid);
    const dpd::Fluid& present = state.session.scenario().fluid;
    if (changed.fluid.jet == present.jet && changed.fluid.lamp == present.lamp &&
        changed.fluid.drain == present.drain) {
      return;
    }
    state.session.change(changed, state.gesture);
  });
}

/// Changes gravity and camera to those of the tilted box.
void keepTilt(DemoState& state, const Tilt& tilt) {
  scenario::Scenario tilted = state.session.scenario();
  tilted.fluid.gravity = tiltedGravity(tilted.fluid, tilt);
  tilted.view.camera = tiltedCamera(tilted.view.camera, tilt);
  state.session.change(tilted);
  setView(state, tilted.view);
}

}  // namespace

void setTool(DemoState& state, PointerTool tool) {
  state.tool.chosen = tool;
  state.journal.event("pointer", rowOf(tool).word);
}

void setReach(DemoState& state, double reach) {
  const scenario::Limits& limits = limitsOf("tool/reach");
  state.tool.reach = std::clamp(reach, limits.least, limits.most);
  state.journal.event("reach", fmt::format("{:.3g}", state.tool.reach));
}

void beginStroke(DemoState& state, const std::string& what) {
  state.stroke = what;
  beginChange(state, what);
  state.journal.event("stroke", what);
}

void endStroke(DemoState& state) {
  if (state.stroke.empty()) return;
  state.journal.event("stroke ended",
                      fmt::format("step {}", state.session.simulation().stepNumber()));
  state.stroke.clear();
  endChange(state);
}

void beginTilt(DemoState& state) {
  const scenario::Scenario& scenario = state.session.scenario();
  beginStroke(state, rowOf(PointerTool::Tilt).word);
  state.tilt.hold();
  const std::string whyNot = whyNoTilt(scenario.fluid, scenario.view.camera);
  if (!whyNot.empty()) state.journal.notice("tilt", whyNot);
}

void endTilt(DemoState& state, bool stays) {
  state.journal.event("tilt", fmt::format("{:.2f} degrees", state.tilt.degrees()));
  if (!stays) {
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

void tipBox(DemoState& state, const glm::dvec2& degrees) {
  attempt(state, [&state, degrees] {
    if (hasFailed(state)) return;
    const scenario::Scenario& scenario = state.session.scenario();
    const scenario::Camera& camera = scenario.view.camera;
    Tilt tilt;
    tilt.turn(tiltOf(scenario.fluid, camera, degrees));
    if (!tilt.isThere()) {
      const std::string whyNot = whyNoTilt(scenario.fluid, camera);
      state.journal.notice("tilt", whyNot.empty() ? tiltLimits(scenario.fluid.box) : whyNot);
      return;
    }
    beginChange(state, rowOf(PointerTool::Tilt).word, state.gesture);
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

void addParticles(DemoState& state, const dpd::Tube& tube, bool tells) {
  attempt(state, [&state, tube, tells] {
    if (hasFailed(state)) return;
    const std::int64_t added = state.session.fillUp({tube, toolSpecies(state)});
    const std::int64_t count = state.session.simulation().count();
    if (added > 0) state.journal.event("added", fmt::format("{} of {}", added, count));
    if (added > 0 || !tells) return;
    state.journal.notice("nothing added",
                         count == kMaxCount
                             ? fmt::format("the limit is {} particles", groupDigits(count))
                             : fmt::format("the density there is that of the scenario, {:.3g} "
                                           "particles per r_c³, or the tool is outside the box",
                                           scenario::filledDensity(state.session.scenario())));
  });
}

void eraseParticles(DemoState& state, const dpd::Tube& tube, bool tells) {
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

std::optional<SourcePlace> sourceOf(const dpd::Fluid& fluid, PointerTool tool) {
  const auto placeOf = [](const auto& source) -> std::optional<SourcePlace> {
    if (!source.isThere()) return {};
    return SourcePlace{source.centre, source.radius};
  };
  if (tool == PointerTool::Drain) return placeOf(fluid.drain);
  return tool == PointerTool::Lamp ? placeOf(fluid.lamp) : placeOf(fluid.jet);
}

void placeSource(DemoState& state, PointerTool tool, const glm::dvec3& centre) {
  if (tool == PointerTool::Drain) {
    changeSource(state,
                 [drain = drainOf(state, centre)](dpd::Fluid& fluid) { fluid.drain = drain; });
    return;
  }
  changeSource(state,
               [jet = jetOf(state, tool, centre), tool, kT = state.session.scenario().fluid.kT,
                strength = state.tool.strength](dpd::Fluid& fluid) {
                 if (tool != PointerTool::Lamp) {
                   fluid.jet = jet;
                   return;
                 }
                 if (!fluid.lamp.isThere())
                   fluid.lamp.power = kLampStrength * strength * std::max(kT, 0.05);
                 fluid.lamp.centre = jet.centre;
                 fluid.lamp.radius = jet.radius;
               });
}

void removeSource(DemoState& state, PointerTool tool) {
  changeSource(state, [tool](dpd::Fluid& fluid) {
    if (tool == PointerTool::Lamp) {
      fluid.lamp = {};
    } else if (tool == PointerTool::Drain) {
      fluid.drain = {};
    } else {
      fluid.jet = {};
    }
  });
}

void setToolSpecies(DemoState& state, int species) {
  state.tool.species = species;
  state.journal.event(
      "species",
      state.session.scenario().fluid.species[static_cast<std::size_t>(toolSpecies(state))].name);
}

int toolSpecies(const DemoState& state) {
  const auto count = static_cast<int>(state.session.scenario().fluid.species.size());
  return std::clamp(state.tool.species, 0, count - 1);
}

void setSphere(DemoState& state, double radius) {
  attempt(state, [&state, radius] {
    const dpd::Room room = state.session.scenario().fluid.room();
    dpd::Obstacle sphere = state.session.simulation().obstacle();
    if (!sphere.isThere()) {
      sphere.centre = room.container.isThere() ? room.container.centre : room.box.size / 2.0;
    }
    if (room.box.dimensions == 2) sphere.centre.z = 0.0;
    sphere.radius = radius;
    sphere = dpd::fitted(sphere, room);
    const bool isWhole = state.stroke.empty();  // not a part of a drag
    if (isWhole) beginChange(state, "sphere", state.gesture);
    state.session.setObstacle(radius > 0.0 ? sphere : dpd::Obstacle{});
    if (isWhole) endChange(state);
    state.journal.event("sphere", fmt::format("radius {:.3g}", radius));
  });
}

void dropSphere(DemoState& state) {
  attempt(state, [&state] {
    dpd::Obstacle sphere = state.session.simulation().obstacle();
    sphere.velocity = glm::dvec3(0.0);
    state.session.setObstacle(sphere);
    state.journal.event("sphere", fmt::format("at {:.2f} {:.2f} {:.2f}", sphere.centre.x,
                                              sphere.centre.y, sphere.centre.z));
  });
}

double largestSphere(const DemoState& state) {
  return dpd::largestObstacle(state.session.scenario().fluid.room());
}

}  // namespace gpubuck::demo
