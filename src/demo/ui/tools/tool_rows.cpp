// The table of the pointer's tools: for each its icon, its effect on the fluid and its texts.
#include <algorithm>
#include <cmath>
#include <glm/geometric.hpp>
#include <numbers>

#include "demo/ui/actions/tool_actions.h"
#include "demo/ui/actions/view_actions.h"
#include "demo/ui/tools/tools.h"
#include "render/camera.h"

namespace gpubuck::demo {
namespace {

constexpr float kPi = ToolIcon::kPi;

float quarter(int k) { return (0.25F + 0.5F * static_cast<float>(k)) * kPi; }

void handIcon(const ToolIcon& icon) {
  constexpr float kTips[] = {-0.6F, -0.95F, -1.0F, -0.7F};
  for (int finger = 0; finger < 4; ++finger) {
    const float x = -0.45F + 0.35F * static_cast<float>(finger);
    icon.line({x, kTips[finger]}, {x, 0.2F});
  }
  icon.line({-1.0F, 0.0F}, {-0.45F, 0.5F});
  icon.curve({-0.45F, 0.2F}, {-0.45F, 1.2F}, {0.6F, 1.2F}, {0.6F, 0.2F});
}

void tiltIcon(const ToolIcon& icon) {
  const glm::vec2 side(-0.42F, -1.02F), bottom(1.0F, -0.41F), middle(0.1F, 0.15F);
  const glm::vec2 left = middle - 0.5F * bottom - 0.45F * side;
  const glm::vec2 right = middle + 0.5F * bottom - 0.45F * side;
  icon.line(left, right);
  icon.line(left, left + 1.2F * side);
  icon.line(right, right + 1.2F * side);
  const float level = middle.y;
  const auto across = [&](const glm::vec2& foot) {
    return foot + (level - foot.y) / side.y * side;
  };
  icon.line(across(left), across(right));
}

void pullIcon(const ToolIcon& icon) {
  for (int k = 0; k < 4; ++k) icon.arrow(quarter(k), 1.0F, 0.3F);
}

void pushIcon(const ToolIcon& icon) {
  for (int k = 0; k < 4; ++k) icon.arrow(quarter(k), 0.3F, 1.0F);
}

void stirIcon(const ToolIcon& icon) {
  for (const float turn : {0.0F, kPi}) {
    icon.arc(0.75F, turn - 0.1F * kPi, turn - 0.8F * kPi);
    const float end = turn - 0.8F * kPi;
    icon.arrowHead({0.75F * std::cos(end), 0.75F * std::sin(end)}, end - 0.55F * kPi);
  }
}

void heatIcon(const ToolIcon& icon) {
  icon.curve({0.0F, 0.95F}, {-1.1F, 0.9F}, {-0.7F, -0.1F}, {-0.05F, -1.0F});
  icon.curve({-0.05F, -1.0F}, {0.0F, -0.2F}, {1.1F, 0.1F}, {0.0F, 0.95F});
  icon.curve({0.0F, 0.95F}, {-0.35F, 0.7F}, {-0.2F, 0.4F}, {0.05F, 0.15F});
}

void coolIcon(const ToolIcon& icon) {
  for (int k = 0; k < 6; ++k) {
    const float direction = static_cast<float>(k) * kPi / 3.0F;
    const glm::vec2 along(std::cos(direction), std::sin(direction));
    icon.line({0.0F, 0.0F}, along);
    for (const float side : {0.25F * kPi, -0.25F * kPi}) {
      icon.line(0.55F * along, 0.55F * along + 0.35F * glm::vec2(std::cos(direction + side),
                                                                 std::sin(direction + side)));
    }
  }
}

void paintIcon(const ToolIcon& icon) {
  icon.curve({0.0F, -1.0F}, {-0.3F, -0.4F}, {-0.7F, 0.0F}, {-0.65F, 0.35F});
  icon.curve({0.0F, -1.0F}, {0.3F, -0.4F}, {0.7F, 0.0F}, {0.65F, 0.35F});
  icon.curve({-0.65F, 0.35F}, {-0.6F, 1.15F}, {0.6F, 1.15F}, {0.65F, 0.35F});
}

void addIcon(const ToolIcon& icon) {
  icon.line({-0.8F, 0.0F}, {0.8F, 0.0F});
  icon.line({0.0F, -0.8F}, {0.0F, 0.8F});
}

void eraseIcon(const ToolIcon& icon) {
  icon.line({-0.65F, -0.65F}, {0.65F, 0.65F});
  icon.line({-0.65F, 0.65F}, {0.65F, -0.65F});
}

void fountainIcon(const ToolIcon& icon) {
  icon.line({0.0F, 1.0F}, {0.0F, -0.6F});
  for (const float side : {-1.0F, 1.0F}) {
    icon.curve({0.0F, -0.6F}, {0.25F * side, -1.2F}, {0.75F * side, -0.9F}, {0.8F * side, 0.5F});
  }
}

void wavesIcon(const ToolIcon& icon) {
  for (const float level : {-0.4F, 0.4F}) {
    icon.curve({-1.0F, level}, {-0.6F, level - 0.8F}, {-0.4F, level + 0.8F}, {0.0F, level});
    icon.curve({0.0F, level}, {0.4F, level - 0.8F}, {0.6F, level + 0.8F}, {1.0F, level});
  }
}

void lampIcon(const ToolIcon& icon) {
  icon.arc(0.45F, 0.0F, 2.0F * kPi);
  for (int k = 0; k < 8; ++k) icon.ray(static_cast<float>(k) * kPi / 4.0F, 0.65F, 1.0F);
}

void drainIcon(const ToolIcon& icon) {
  for (const float side : {-1.0F, 1.0F}) {
    icon.curve({0.95F * side, -0.8F}, {0.7F * side, 0.0F}, {0.2F * side, 0.0F},
               {0.2F * side, 1.0F});
  }
  icon.line({-0.95F, -0.8F}, {0.95F, -0.8F});
}

// Rates of coupling, 1 / time: kHeatRate to the hot medium, and kCoolRate to the cold medium per
// unit of the tool's strength.
constexpr double kHeatRate = 10.0;
constexpr double kCoolRate = 0.8;
// Temperature of the hot medium per unit of the tool's strength, in multiples of the fluid's kT.
// Without bonds, a medium of 60 kT throws a pool of many-body water to the ceiling; at 12 kT the
// pool boils. With bonds, a medium of 10 kT tears the first bond of lamellae after 70 steps; a
// medium of 5 kT tears no bond in 600 steps.
constexpr double kHeat = 1.0;
constexpr double kBondedHeat = 0.25;
// The strength multiplies the fluid's kT, or this value if kT is lower.
constexpr double kColdest = 0.05;
// Acceleration of Stir, length / time^2 per unit of strength. Nothing holds particles back that
// circle: in a stroke of 400 steps, 12 tears a drop to pieces, and 2 makes a swirl.
constexpr double kStirStrength = 1.0 / 6.0;
// Acceleration of an effect that stays, length / time^2 per unit of strength.
constexpr double kStayingStrength = 0.5;
constexpr double kLampStrength = 1.0;  // energy of a lamp per kT, time and unit of strength
constexpr double kDrainRate = 5.0;     // 1 / time

double warmth(const Display& display) {
  return std::max(display.session.scenario().fluid.kT, kColdest);
}

/// Returns the direction. In a box of two dimensions, returns y instead of a direction that leaves
/// the plane.
glm::dvec3 within(const cells::Box& box, const glm::dvec3& direction) {
  return box.dimensions == 2 && direction.z != 0.0 ? glm::dvec3(0.0, 1.0, 0.0) : direction;
}

/// Returns the period of waves with a wavelength of four times the reach of the tool, in deep
/// fluid.
double wavePeriod(const dpd::Fluid& fluid, double reach) {
  const double gravity = glm::length(fluid.gravity);
  constexpr double kWithoutGravity = 4.0;
  if (gravity == 0.0) return kWithoutGravity;
  return std::sqrt(2.0 * std::numbers::pi * 4.0 * reach / gravity);
}

dpd::Effect pull(const Display& display) {
  return {.kind = dpd::EffectKind::Pull, .strength = display.tool.strength};
}

dpd::Effect push(const Display& display) {
  return {.kind = dpd::EffectKind::Pull, .strength = -display.tool.strength};
}

dpd::Effect stir(const Display& display) {
  return {.kind = dpd::EffectKind::Stir, .strength = kStirStrength * display.tool.strength};
}

dpd::Effect heat(const Display& display) {
  return {.kind = dpd::EffectKind::Couple,
          .strength = kHeatRate,
          .kT = display.tool.strength * warmth(display) *
                (display.session.scenario().fluid.bondKinds.empty() ? kHeat : kBondedHeat)};
}

dpd::Effect cool(const Display& display) {
  return {.kind = dpd::EffectKind::Couple, .strength = kCoolRate * display.tool.strength};
}

dpd::Effect paint(const Display& display) {
  // At this rate each particle changes its species within one step.
  constexpr double kAtOnce = 1e9;
  return {.kind = dpd::EffectKind::Turn, .strength = kAtOnce, .into = toolSpecies(display)};
}

dpd::Effect fountain(const Display& display) {
  const scenario::Scenario& scenario = display.session.scenario();
  return {.strength = kStayingStrength * display.tool.strength,
          .direction = within(scenario.fluid.box, uprightIn(scenario.fluid, scenario.view.camera))};
}

/// Returns an effect that accelerates to the right and to the left of the picture in turns.
dpd::Effect waves(const Display& display) {
  const scenario::Scenario& scenario = display.session.scenario();
  const glm::dvec3 right = glm::transpose(render::cameraAxes(scenario.view.camera))[0];
  return {.strength = kStayingStrength * display.tool.strength,
          .direction = within(scenario.fluid.box, right),
          .period = wavePeriod(scenario.fluid, display.tool.reach)};
}

dpd::Effect lamp(const Display& display) {
  return {.kind = dpd::EffectKind::Heat,
          .strength = kLampStrength * display.tool.strength * warmth(display)};
}

/// Returns a drain. Its outlet is the middle of the first effect that accelerates; if there is no
/// such effect, the outlet is high up in the box.
dpd::Effect drain(const Display& display) {
  const scenario::Scenario& scenario = display.session.scenario();
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
    effect.outlet[axis] = middle + upright[axis] * std::max(0.0, middle - display.tool.reach);
  }
  return effect;
}

}  // namespace

const std::vector<ToolRow>& toolRows() {
  static const std::string acceleration =
      "Highest acceleration, in r_c / time². It falls to 0 at the edge of the tool's ring.";
  static const std::string removal =
      "A click with this tool, a right click or Erase on its ring removes it.";
  static const std::vector<ToolRow> rows{
      {.tool = kCameraTool,
       .key = "O",
       .label = "Hand",
       .help = "Drag the running fluid to pull it, or a solid sphere to move it. Drag next to the "
               "fluid to turn the box; while the fluid is paused, every drag turns the box.",
       .colour = glm::vec3(1.0F),
       .icon = handIcon,
       .hasReach = false},
      {.tool = kTiltTool,
       .key = "G",
       .label = "Tilt",
       .help = "Drag to tip the box over; gravity still points down. The box springs back when "
               "you release the button, unless you hold Shift.",
       .colour = {0.85F, 0.90F, 0.55F},
       .icon = tiltIcon,
       .hasReach = false},
      {.tool = kPullTool,
       .key = "L",
       .label = "Pull",
       .help =
           "Pulls particles to the pointer, all along the line of sight. Shift+left drag does so "
           "with any tool.",
       .colour = {0.35F, 0.80F, 1.0F},
       .icon = pullIcon,
       .strength = acceleration,
       .effect = pull},
      {.tool = kPushTool,
       .key = "U",
       .label = "Push",
       .help = "Pushes particles away from the pointer. Shift+right drag does so with any tool.",
       .colour = {1.0F, 0.65F, 0.25F},
       .icon = pushIcon,
       .strength = acceleration,
       .effect = push},
      {.tool = "stir",
       .key = "I",
       .label = "Stir",
       .help = "Drives particles around the pointer.",
       .colour = {0.78F, 0.62F, 1.0F},
       .icon = stirIcon,
       .strength = "Highest acceleration, in 1/6 r_c / time².",
       .effect = stir},
      {.tool = "heat",
       .key = "W",
       .label = "Heat",
       .help = "Couples particles to a hot medium. Momentum is conserved.",
       .colour = {1.0F, 0.35F, 0.25F},
       .icon = heatIcon,
       .heats = true,
       .strength =
           "Temperature of the medium, in multiples of the fluid's kT. If the fluid has bonds, the "
           "temperature is a quarter of this, so that heat does not tear bonds at once.",
       .effect = heat},
      {.tool = "cool",
       .key = "K",
       .label = "Cool",
       .help = "Slows particles down to their mean velocity. Momentum is conserved.",
       .colour = {0.45F, 0.60F, 1.0F},
       .icon = coolIcon,
       .heats = true,
       .strength =
           "Rate of cooling at the pointer, 0.8 per unit of time for each unit of strength. At a "
           "strength of 12, cooling takes about a tenth of a unit of time.",
       .effect = cool},
      {.tool = kPaintTool,
       .key = "B",
       .label = "Paint",
       .help =
           "Changes particles to one species. They keep their velocities, but not their masses.",
       .colour = {0.95F, 0.85F, 0.35F},
       .icon = paintIcon,
       .hasSpecies = true,
       .effect = paint},
      {.tool = kAddTool,
       .key = "D",
       .label = "Add",
       .help = "Adds particles, up to the initial density of the scenario.",
       .colour = {0.45F, 0.90F, 0.50F},
       .icon = addIcon,
       .hasSpecies = true},
      {.tool = kEraseTool,
       .key = "X",
       .label = "Erase",
       .help = "Removes particles from the fluid.",
       .colour = {1.0F, 0.45F, 0.60F},
       .icon = eraseIcon},
      {.tool = "fountain",
       .key = "J",
       .label = "Fountain",
       .help =
           "Puts a jet into the fluid. The jet drives the fluid upwards from now on. " + removal,
       .colour = {0.45F, 0.85F, 0.95F},
       .icon = fountainIcon,
       .strength = "Acceleration at the middle of the jet, in 1/2 r_c / time².",
       .effect = fountain,
       .moves = {dpd::EffectKind::Accelerate}},
      {.tool = "waves",
       .key = "Y",
       .label = "Wave maker",
       .help =
           "Puts a jet into the fluid. The jet drives the fluid to the right and to the left in "
           "turns. " +
           removal,
       .colour = {0.55F, 0.75F, 1.0F},
       .icon = wavesIcon,
       .strength = "Highest acceleration, in 1/2 r_c / time².",
       .effect = waves,
       .moves = {dpd::EffectKind::Accelerate},
       .isPeriodic = true},
      {.tool = "lamp",
       .key = "Z",
       .label = "Heat lamp",
       .help =
           "Puts a lamp into the fluid, or moves the lamp. The lamp heats the fluid from now on. " +
           removal,
       .colour = {1.0F, 0.70F, 0.35F},
       .icon = lampIcon,
       .heats = true,
       .strength = "Heating of each particle, in kT per unit of time.",
       .effect = lamp,
       .moves = {dpd::EffectKind::Heat, dpd::EffectKind::Turn}},
      {.tool = "drain",
       .key = "Shift+J",
       .label = "Drain",
       .help = "Puts a drain into the fluid, or moves the drain. Fluid that flows into the drain "
               "comes out of the jet or, if there is no jet, rains from the top. " +
               removal,
       .colour = {0.80F, 0.80F, 0.85F},
       .icon = drainIcon,
       .effect = drain,
       .moves = {dpd::EffectKind::Move}}};
  return rows;
}

const ToolRow& rowOf(PointerTool tool) {
  return *std::ranges::find(toolRows(), tool, &ToolRow::tool);
}

const ToolRow* toolOf(const dpd::Effect& effect) {
  if (effect.shape.kind != cells::ShapeKind::Sphere) return nullptr;
  const auto row =
      std::ranges::find_if(toolRows(), [&](const ToolRow& each) { return each.isFor(effect); });
  return row != toolRows().end() ? &*row : nullptr;
}

}  // namespace gpubuck::demo
