#include "dpd/model/pair_law.h"

#include <fmt/format.h>

#include <algorithm>
#include <limits>

namespace gpubuck::dpd {
namespace {

constexpr double kNoLimit = std::numeric_limits<double>::infinity();

const Coefficient kRepulsion{
    &PairCoefficients::a,
    "a",
    "Repulsion a",
    "energy / r_c",
    "Strength of the repulsion a w. 75 kT / density is as compressible as water.",
    "must be given, or pi; 25 without any [[pair]]",
    0.0,
    kNoLimit,
    0.0,
    150.0,
    "%.1f"};

const Coefficient kFriction{
    &PairCoefficients::gamma,
    "gamma",
    "Friction γ",
    "mass / time",
    "Strength of the friction gamma u² (e·v); 0 switches friction and noise off.",
    "what sigma and kT give; 4.5 without any [[pair]]",
    0.0,
    kNoLimit,
    0.0,
    40.0,
    "%.2f"};

// At 0.1 the weight rises to half within a thousandth of r_c from the cut-off, where no time step
// follows it. At 4 friction is 16 times weaker on average than at 1, which a smaller gamma does,
// too.
const Coefficient kExponent{
    &PairCoefficients::weightExponent,
    "weight_exponent",
    "Exponent s",
    "",
    "The weight of the noise is u = w^s, that of the friction its square. With less than 1 distant "
    "neighbours brake each other more: the liquid becomes more viscous, at the same temperature "
    "and pressure.",
    "",
    0.1,
    4.0,
    0.1,
    2.0,
    "%.2f"};

bool hasExponents(const std::vector<PairCoefficients>& pairs) {
  return std::ranges::any_of(pairs, [](const auto& pair) { return pair.weightExponent != 1.0; });
}

}  // namespace

const std::vector<PairLaw> kPairLaws{
    {PairLawKind::Dpd,
     "dpd",
     "[a w − gamma u² (e·v) + sigma u θ / √dt] e with w = 1 − r, u = w^s, sigma² = 2 gamma kT",
     "The paper's: soft repulsion, and friction and noise that keep the temperature together.",
     "dpd/laws/dpd.glsl",
     {kRepulsion, kFriction, kExponent},
     [](const std::vector<PairCoefficients>& pairs) {
       return fmt::format("const bool kHasExponents = {};\n", hasExponents(pairs));
     },
     [](const PairCoefficients& pair, double kT, double dt) -> glm::vec4 {
       return {pair.a, pair.gamma, pair.sigma(kT) / std::sqrt(dt), pair.weightExponent};
     },
     // At contact, where all weights are 1, with the largest random number.
     [](const PairCoefficients& pair, double kT, double dt) {
       return pair.a + pair.gamma + std::sqrt(3.0 / dt) * pair.sigma(kT);
     }}};

bool PairLaw::has(double PairCoefficients::*part) const {
  return std::ranges::any_of(coefficients, [&](const auto& each) { return each.part == part; });
}

}  // namespace gpubuck::dpd
