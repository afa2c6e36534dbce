#include "demo/tools/tool_effects.h"

#include <algorithm>
#include <cmath>
#include <glm/geometric.hpp>
#include <numbers>

#include "demo/actions/tool_actions.h"
#include "demo/actions/view_actions.h"
#include "render/camera.h"

namespace gpubuck::demo::tool_effects {
namespace {

// Coupling rates of the hot medium, and of the cold medium per unit of strength; 1 / time.
constexpr double kHeatRate = 10.0;
constexpr double kCoolRate = 1.0 / 6.0;
// Lowest kT that the strength is applied to.
constexpr double kColdest = 0.05;
// Per unit of strength: acceleration of what stays, length / time^2, and energy per kT and time of
// a lamp.
constexpr double kStayingStrength = 0.1;
constexpr double kLampStrength = 0.2;
constexpr double kDrainRate = 5.0;  // 1 / time

double warmth(const DemoState& state) {
  return std::max(state.session.scenario().fluid.kT, kColdest);
}

/// Returns a direction within the box.
glm::dvec3 within(const cells::Box& box, const glm::dvec3& direction) {
  return box.dimensions == 2 && direction.z != 0.0 ? glm::dvec3(0.0, 1.0, 0.0) : direction;
}

/// Returns the period of waves on deep fluid that are four times as long as the reach of the tool.
double wavePeriod(const dpd::Fluid& fluid, double reach) {
  const double gravity = glm::length(fluid.gravity);
  constexpr double kWithoutGravity = 4.0;
  if (gravity == 0.0) return kWithoutGravity;
  return std::sqrt(2.0 * std::numbers::pi * 4.0 * reach / gravity);
}

}  // namespace

dpd::Effect pull(const DemoState& state) {
  return {.kind = dpd::EffectKind::Pull, .strength = state.tool.strength};
}

dpd::Effect push(const DemoState& state) {
  return {.kind = dpd::EffectKind::Pull, .strength = -state.tool.strength};
}

dpd::Effect stir(const DemoState& state) {
  return {.kind = dpd::EffectKind::Stir, .strength = state.tool.strength};
}

dpd::Effect heat(const DemoState& state) {
  return {.kind = dpd::EffectKind::Couple,
          .strength = kHeatRate,
          .kT = state.tool.strength * warmth(state)};
}

dpd::Effect cool(const DemoState& state) {
  return {.kind = dpd::EffectKind::Couple, .strength = kCoolRate * state.tool.strength};
}

dpd::Effect paint(const DemoState& state) {
  // A rate at which each particle turns in one step.
  constexpr double kAtOnce = 1e9;
  return {.kind = dpd::EffectKind::Turn, .strength = kAtOnce, .into = toolSpecies(state)};
}

dpd::Effect fountain(const DemoState& state) {
  const scenario::Scenario& scenario = state.session.scenario();
  return {.strength = kStayingStrength * state.tool.strength,
          .direction = within(scenario.fluid.box, uprightIn(scenario.fluid, scenario.view.camera))};
}

dpd::Effect waves(const DemoState& state) {
  const scenario::Scenario& scenario = state.session.scenario();
  const glm::dvec3 right = glm::transpose(render::cameraAxes(scenario.view.camera))[0];
  return {.strength = kStayingStrength * state.tool.strength,
          .direction = within(scenario.fluid.box, right),
          .period = wavePeriod(scenario.fluid, state.tool.reach)};
}

dpd::Effect lamp(const DemoState& state) {
  return {.kind = dpd::EffectKind::Heat,
          .strength = kLampStrength * state.tool.strength * warmth(state)};
}

dpd::Effect drain(const DemoState& state) {
  const scenario::Scenario& scenario = state.session.scenario();
  const cells::Box& box = scenario.fluid.box;
  dpd::Effect effect{.kind = dpd::EffectKind::Move, .strength = kDrainRate};
  const auto& all = scenario.fluid.effects;
  const auto jet = std::ranges::find(all, dpd::EffectKind::Accelerate, &dpd::Effect::kind);
  if (jet != all.end()) {
    const cells::ShapeInBox shape(jet->shape, box);
    for (int axis = 0; axis < box.dimensions; ++axis) {
      effect.outlet[axis] = shape.half()[axis] < cells::ShapeInBox::kEndless
                                ? std::clamp(shape.centre()[axis], 0.0, box.size[axis])
                                : 0.5 * box.size[axis];
    }
    return effect;
  }
  const glm::dvec3 upright = uprightIn(scenario.fluid, scenario.view.camera);
  for (int axis = 0; axis < box.dimensions; ++axis) {
    const double middle = 0.5 * box.size[axis];
    effect.outlet[axis] = middle + upright[axis] * std::max(0.0, middle - state.tool.reach);
  }
  return effect;
}

}  // namespace gpubuck::demo::tool_effects
