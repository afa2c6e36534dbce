#include "validation/noise_draws.h"

#include <random>
#include <utility>

#include "dpd/passes.h"

namespace gpubuck::validation {

NoiseDraws::NoiseDraws(const texel::Device& device, dpd::NoiseKind noise, std::int64_t triples,
                       std::uint32_t seed)
    : pass_(device,
            {.name = "validation/noise_draws",
             .outputs = {{"o_theta", texel::Format::Vec4}, {"o_state", texel::Format::Vec4}},
             .prologue = dpd::noisePrologue(noise)}),
      theta_(device, "theta", triples),
      state_(device, "noise state", triples),
      spareState_(device, "noise state (next)", triples) {
  std::mt19937 random(seed);
  const auto unit = [&] { return static_cast<float>(random() >> 8U) * 0x1p-24F; };
  std::vector<glm::vec4> states;
  for (std::int64_t i = 0; i < triples; ++i) states.emplace_back(unit(), unit(), unit(), 0.0F);
  state_.upload(states);
  pass_.set("u_noiseSeed", static_cast<GLuint>(seed));
}

std::vector<glm::vec4> NoiseDraws::next() {
  pass_.run(theta_.count(), {{"u_state", state_}, {"u_noiseStep", static_cast<GLuint>(step_++)}},
            {{"o_theta", theta_}, {"o_state", spareState_}});
  std::swap(state_, spareState_);
  return theta_.download();
}

}  // namespace gpubuck::validation
