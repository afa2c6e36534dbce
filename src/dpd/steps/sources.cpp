#include "dpd/steps/sources.h"

#include <cmath>
#include <numbers>

namespace gpubuck::dpd {
namespace {

bool hasSources(const Fluid& fluid) { return fluid.jet.isThere() || fluid.lamp.isThere(); }

}  // namespace

std::string sourcesPrologue(const Fluid& fluid) {
  return hasSources(fluid) ? "#define SOURCES\n" : "";
}

void setSources(texel::Pass& pass, const Fluid& fluid, const Clock& clock) {
  if (!hasSources(fluid)) return;
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
}

}  // namespace gpubuck::dpd
