#include "dpd/steps/effect_pass.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <map>
#include <string>

#include "base/error.h"
#include "dpd/steps/passes.h"

namespace gpubuck::dpd {
namespace {

constexpr int kWordsOfAll = 8;  // distance between the words of two effects of the same kind

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
  std::string kinds, kicks = "#define ADD_KICK";
  for (const EffectRow& row : kEffectKinds) {
    const std::string constant = fmt::format("k{:c}{}", std::toupper(row.name[0]), row.name + 1);
    kinds += fmt::format("const int {} = {};\n", constant, static_cast<int>(row.value));
    if (row.hasKick()) kicks += fmt::format(" if (kind == {}) kick += {};", constant, row.kick);
  }
  return fmt::format("#define EFFECTS {}\n{}{}{}\n", effects.size(),
                     haveKind(effects, EffectKind::Move) ? "#define EFFECT_MOVES\n" : "", kinds,
                     kicks);
}

void setEffects(texel::Pass& pass, const std::vector<Effect>& effects, const cells::Box& box,
                const Clock& clock, const glm::vec3& mean) {
  if (effects.empty()) return;
  std::vector<glm::vec4> centres, cores, axes, values, more;
  std::map<EffectKind, int> ofKind;
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
    const int word = row.firstWord + kWordsOfAll * ofKind[effect.kind]++;
    more.emplace_back(moreOf(effect, mean), static_cast<float>(word));
  }
  pass.set("u_effectCentre", centres);
  pass.set("u_effectCore", cores);
  pass.set("u_effectAxis", axes);
  pass.set("u_effectValue", values);
  pass.set("u_effectMore", more);
  pass.set("u_effectCount", static_cast<int>(effects.size()));
}

namespace {

std::string prologueOf(const Fluid& fluid, const Step& step) {
  return cells::gridPrologue(step.grid()) + effectsPrologue({Effect{}}) +
         fmt::format("const int kSpecies = {};\n", fluid.species.size());
}

}  // namespace

EffectPass::Mean::Mean(const texel::Device& device, const Fluid& fluid, const Step& step,
                       std::int64_t count)
    : share(device,
            {.name = "dpd/apply_effect",
             .outputs = {{"o_share", texel::Format::Vec4}},
             .reads = step.blocks(),
             .prologue = "#define SHARE\n" + prologueOf(fluid, step) + step.particlesPrologue()}),
      shares(device, "shares of an effect", count),
      sum(device, count) {
  share.set("u_inverseMass", inverseMasses(fluid));
}

EffectPass::EffectPass(const texel::Device& device, const Fluid& fluid, Step& step,
                       std::int64_t count)
    : device_(&device),
      step_(&step),
      count_(count),
      change_(step.makeChange({.name = "dpd/apply_effect",
                               .outputs = kParticleOutputs,
                               .prologue = prologueOf(fluid, step)})) {
  change_->pass().set("u_inverseMass", inverseMasses(fluid));
}

void EffectPass::run(const Effect& effect, const Fluid& fluid, const Clock& clock) {
  if (effect.kind == EffectKind::Move)
    throw InputError("effect.kind",
                     "\"move\" is only for the effects of a scenario, not for a pointer's tool");
  if (const auto fault = faultOf(effect, fluid.room(), fluid.species.size())) {
    throw InputError("effect." + fault->key, fault->why);
  }
  const auto set = [&](texel::Pass& pass, const glm::vec3& mean) {
    setNoise(pass, fluid.seed, clock.step);
    setEffects(pass, {effect}, fluid.box, clock, mean);
  };
  glm::vec3 mean(0.0F);
  if (effect.kind == EffectKind::Couple) {
    if (!mean_) mean_.emplace(*device_, fluid, *step_, count_);
    set(mean_->share, mean);
    mean_->share.run(count_, step_->particles(), {{"o_share", mean_->shares}});
    const auto [x, y, z, weight] = mean_->sum(mean_->shares, count_);
    if (weight > 0.0) mean = glm::vec3(glm::dvec3(x, y, z) / weight);
  }
  set(change_->pass(), mean);
  change_->run();
}

}  // namespace gpubuck::dpd
