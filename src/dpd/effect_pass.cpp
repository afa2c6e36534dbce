#include "dpd/effect_pass.h"

#include <fmt/format.h>

#include "base/error.h"
#include "dpd/steps/effects.h"
#include "dpd/steps/passes.h"

namespace gpubuck::dpd {
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
    throw InputError("effect.kind", "no pointer moves elsewhere");
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
