#include "dpd/steps/effects.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

namespace gpubuck::dpd {
namespace {

constexpr int kWordsOfAll = 8;  // from one effect to the next of its kind

glm::vec3 moreOf(const Effect& effect, const glm::vec3& mean) {
  if (effect.kind == EffectKind::Couple) return mean;
  if (effect.kind == EffectKind::Move) return effect.outlet;
  if (effect.kind != EffectKind::Turn) return glm::vec3(0.0F);
  return {effect.turns.value_or(-1), effect.into, 0.0F};
}

}  // namespace

std::vector<Effect> effectsOfMove(const Fluid& fluid) {
  std::vector<Effect> effects = fluid.effects;
  std::erase_if(effects, [](const Effect& each) { return each.kind == EffectKind::Couple; });
  return effects;
}

std::string effectsPrologue(const std::vector<Effect>& effects) {
  if (effects.empty()) return {};
  return fmt::format("#define EFFECTS {}\n{}", effects.size(),
                     haveKind(effects, EffectKind::Move) ? "#define EFFECT_MOVES\n" : "");
}

void setEffects(texel::Pass& pass, const std::vector<Effect>& effects, const cells::Box& box,
                const Clock& clock, const glm::vec3& mean) {
  if (effects.empty()) return;
  std::vector<glm::vec4> centres, cores, axes, values, more;
  std::array<int, 7> ofKind{};
  for (const Effect& effect : effects) {
    const auto kind = static_cast<float>(effect.kind);
    if (effect.tube) {
      centres.emplace_back(glm::vec3(effect.tube->origin), static_cast<float>(effect.tube->radius));
      cores.emplace_back(glm::vec3(0.0F), kind);
      axes.emplace_back(glm::vec3(effect.tube->direction), 1.0F);
    } else {
      const cells::ShapeInBox shape(effect.shape, box);
      centres.emplace_back(glm::vec3(shape.wallCentre()), static_cast<float>(shape.radius()));
      cores.emplace_back(glm::vec3(shape.wallHalf()), kind);
      glm::vec4 axis(0.0F);
      axis[box.dimensions == 2 ? 2 : effect.shape.axis] = 1.0F;
      axes.push_back(axis);
    }
    const EffectRow& row = rowOf(kEffectKinds, effect.kind);
    values.emplace_back(row.inStep(effect, box, clock));
    int& number = ofKind.at(static_cast<std::size_t>(effect.kind));
    const int word = row.firstWord + kWordsOfAll * number++;
    more.emplace_back(moreOf(effect, mean), static_cast<float>(word));
  }
  pass.set("u_effectCentre", centres);
  pass.set("u_effectCore", cores);
  pass.set("u_effectAxis", axes);
  pass.set("u_effectValue", values);
  pass.set("u_effectMore", more);
  pass.set("u_effectCount", static_cast<int>(effects.size()));
}

}  // namespace gpubuck::dpd
