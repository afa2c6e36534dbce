#include "dpd/pair_law.h"

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
    "How strongly they repel each other: a w. 75 kT / density is as compressible as water.",
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
    "How strongly they brake each other: gamma w² (e·v); 0 switches friction and noise off.",
    "what sigma and kT give; 4.5 without any [[pair]]",
    0.0,
    kNoLimit,
    0.0,
    40.0,
    "%.2f"};

}  // namespace

const std::vector<PairLaw> kPairLaws{
    {PairLawKind::Dpd,
     "dpd",
     "[a w − gamma w² (e·v) + sigma w θ / √dt] e with w = 1 − r",
     "The paper's: soft repulsion, and friction and noise that keep the temperature together.",
     "dpd/laws/dpd.glsl",
     {kRepulsion, kFriction},
     [](const PairCoefficients& pair, double kT, double dt) -> glm::vec4 {
       return {pair.a, pair.gamma, pair.sigma(kT) / std::sqrt(dt), 0.0};
     },
     // At contact, where w = 1, with the largest random number.
     [](const PairCoefficients& pair, double kT, double dt) {
       return pair.a + pair.gamma + std::sqrt(3.0 / dt) * pair.sigma(kT);
     }}};

bool PairLaw::has(double PairCoefficients::*part) const {
  return std::ranges::any_of(coefficients, [&](const auto& each) { return each.part == part; });
}

}  // namespace gpubuck::dpd
