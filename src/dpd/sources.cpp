#include "dpd/sources.h"

#include <fmt/format.h>

#include <cmath>
#include <numbers>

namespace gpubuck::dpd {

SourcesPass::SourcesPass(Step& step, const Fluid& fluid)
    : change_(step.makeChange(
          {.name = "dpd/sources",
           .outputs = {{"o_position", texel::Format::Vec4},
                       {"o_velocity", texel::Format::Vec4},
                       {"o_predicted", texel::Format::Vec4}},
           .prologue = cells::gridPrologue(step.grid()) +
                       fmt::format("const int kSpecies = {};\n", fluid.species.size())})) {
  std::vector<float> masses;
  for (const Species& species : fluid.species) masses.push_back(static_cast<float>(species.mass));
  change_->pass().set("u_mass", masses);
}

void SourcesPass::run(const Fluid& fluid, const Clock& clock) {
  texel::Pass& pass = change_->pass();
  setNoise(pass, fluid.seed, clock.step);

  const Jet& jet = fluid.jet;
  // The remainder keeps the phase exact at late times.
  const double phase = jet.period > 0.0 ? std::fmod(clock.time(), jet.period) / jet.period : 0.0;
  const double share = std::cos(2.0 * std::numbers::pi * phase);
  pass.set("u_jetCentre", glm::vec3(jet.centre));
  pass.set("u_jetRadius", static_cast<float>(jet.radius));
  pass.set("u_jetKick", glm::vec3(jet.acceleration * (share * clock.dt)));

  const Lamp& lamp = fluid.lamp;
  const auto chance = [&](double rate) {
    return lamp.turnsSpecies() ? static_cast<float>(-std::expm1(-rate * clock.dt)) : 0.0F;
  };
  const double kick = std::sqrt(2.0 * lamp.power * clock.dt / fluid.box.dimensions);
  pass.set("u_lampCentre", glm::vec3(lamp.centre));
  pass.set("u_lampRadius", static_cast<float>(lamp.radius));
  pass.set("u_lampKick", static_cast<float>(kick));
  pass.set("u_cold", lamp.turnsSpecies() ? lamp.turns[0] : -1);
  pass.set("u_hot", lamp.turnsSpecies() ? lamp.turns[1] : -1);
  pass.set("u_heats", chance(lamp.heating));
  pass.set("u_cools", chance(lamp.cooling));
  change_->run();
}

}  // namespace gpubuck::dpd
