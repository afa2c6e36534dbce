#include "dpd/model/pair_law.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>

#include "dpd/model/fluid.h"

namespace gpubuck::dpd {

double ManyBody::densityAtContact(int dimensions) const {
  const bool isFlat = dimensions == 2;
  const double volume = std::numbers::pi * std::pow(densityRadius, dimensions);
  if (kernel == DensityKernel::Lucy) return (isFlat ? 5.0 : 105.0 / 16.0) / volume;
  return (isFlat ? 6.0 : 7.5) / volume;
}

double ManyBody::energyFactor(int dimensions) const {
  const ManyBody gradient{b, densityRadius, DensityKernel::Warren};
  return b * densityRadius / (4.0 * gradient.densityAtContact(dimensions));
}

namespace {

constexpr double kNoLimit = std::numeric_limits<double>::infinity();

const Coefficient kRepulsion{
    &PairCoefficients::a,
    "a",
    "Repulsion a",
    "energy / r_c",
    "Strength of the repulsion a w. At 75 kT / density the fluid is as compressible as water.",
    "a or pi must be given; 25 without any [[pair]]",
    0.0,
    kNoLimit,
    0.0,
    150.0,
    "%.1f",
    "; attraction needs fluid.law = \"many-body\""};

const Coefficient kAttraction{&PairCoefficients::a,
                              "a",
                              "Attraction a",
                              "energy / r_c",
                              "Strength of the attraction a w; a positive number repels. A liquid "
                              "has a surface if a is -40 or less; near -100 it freezes.",
                              "must be given",
                              -kNoLimit,
                              kNoLimit,
                              -100.0,
                              50.0,
                              "%.1f"};

const Coefficient kFriction{
    &PairCoefficients::gamma,
    "gamma",
    "Friction γ",
    "mass / time",
    "Strength of the friction gamma u² (e·v); 0 switches friction and noise off.",
    "follows from sigma and kT; 4.5 without any [[pair]]",
    0.0,
    kNoLimit,
    0.0,
    40.0,
    "%.2f"};

// With the exponent 0.1, the weight rises to 1/2 within a thousandth of r_c from the cut-off, too
// steeply for any time step. With 4, friction is on average 16 times weaker than with 1; a smaller
// gamma has the same effect.
const Coefficient kExponent{&PairCoefficients::weightExponent,
                            "weight_exponent",
                            "Exponent s",
                            "",
                            "The weight of the noise is u = w^s, the weight of the friction u^2. "
                            "With s below 1, distant neighbours brake each other more: the liquid "
                            "becomes more viscous, at the same temperature and pressure.",
                            "",
                            0.1,
                            4.0,
                            0.1,
                            2.0,
                            "%.2f"};

std::string exponentConstant(const Fluid& fluid) {
  return fmt::format("const bool kHasExponents = {};\n", fluid.hasExponents());
}

glm::vec4 coefficientsOf(const PairCoefficients& pair, const Fluid& fluid) {
  return {pair.a, pair.gamma, pair.sigma(fluid.kT) / std::sqrt(fluid.dt), pair.weightExponent};
}

/// Returns the force at contact, where all weights are 1, with the largest random number.
double largestDpdForce(const PairCoefficients& pair, const Fluid& fluid) {
  return std::abs(pair.a) + pair.gamma + std::sqrt(3.0 / fluid.dt) * pair.sigma(fluid.kT);
}

}  // namespace

const std::vector<PairLaw> kPairLaws{
    {PairLawKind::Dpd,
     "dpd",
     "[a w − gamma u² (e·v) + sigma u θ / √dt] e with w = 1 − r, u = w^s, sigma² = 2 gamma kT",
     "The law of the paper: soft repulsion, with friction and noise that together keep kT.",
     "dpd/laws/dpd.glsl",
     "dpd",
     {kRepulsion, kFriction, kExponent},
     exponentConstant,
     coefficientsOf,
     largestDpdForce},
    {PairLawKind::ManyBody,
     "many-body",
     "[a w + b (ρ_i + ρ_j) w_d − gamma u² (e·v) + sigma u θ / √dt] e with w = 1 − r, w_d = 1 − r / "
     "r_d, u = w^s, sigma² = 2 gamma kT and ρ the density around each particle",
     "Many-body DPD (Warren 2003): with a < 0 particles attract each other until they are dense, "
     "so that liquids have a surface, and form drops and films.",
     "dpd/laws/many_body.glsl",
     "mdpd",
     {kAttraction, kFriction, kExponent},
     [](const Fluid& fluid) {
       return exponentConstant(fluid) + fmt::format("const bool kIsLucy = {};\n",
                                                    fluid.manyBody.kernel == DensityKernel::Lucy);
     },
     coefficientsOf,
     [](const PairCoefficients& pair, const Fluid& fluid) {
       return largestDpdForce(pair, fluid) + 2.0 * kMostDensity * fluid.manyBody.b;
     },
     [](const Fluid& fluid) -> glm::vec4 {
       const ManyBody& all = fluid.manyBody;
       const int dimensions = fluid.box.dimensions;
       return {all.b, 1.0 / all.densityRadius, all.densityAtContact(dimensions),
               all.energyFactor(dimensions)};
     },
     [](const Fluid& fluid) { return fluid.manyBody.densityAtContact(fluid.box.dimensions); }}};

bool PairLaw::has(double PairCoefficients::*part) const {
  return std::ranges::any_of(coefficients, [&](const auto& each) { return each.part == part; });
}

}  // namespace gpubuck::dpd
