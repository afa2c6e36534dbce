// Properties of every force law in the table: the shader matches the oracle, and no force exceeds
// the stated maximum.
#include "dpd/model/pair_law.h"

#include <fmt/format.h>

#include <cmath>

#include "dpd/fluids.h"
#include "dpd/rounding.h"
#include "dpd/steps/passes.h"
#include "support/shader_folder.h"

namespace gpubuck::dpd {
namespace {

/// Computes the terms of pairs from r, e.v and theta.
constexpr const char* kTermsOfPairs = R"(
#include "texel/layout.glsl"
uniform sampler2D u_pairs;
uniform vec4 u_coefficients;
void run(int i) {
  vec4 pair = texelFetch(u_pairs, texelOf(i), 0);
  setDensities();
  o_terms = vec4(pairTerms(u_coefficients, pair.x, pair.y, pair.z), pairEnergy(u_coefficients, pair.x));
}
)";

/// The densities of the particle and of the neighbour, for laws that read densities.
constexpr const char* kDensities = R"(
void setDensities() {
  g_densities = vec2(20.0, 32.0);
}
)";
constexpr double kDensitySum = 52.0;

constexpr double kStrongest = 1.7320508;  // bound of Theta

/// Returns pairs at distances from contact to the cut-off, at rest and at speeds up to 1, with and
/// without noise.
std::vector<glm::vec4> pairs() {
  std::vector<glm::vec4> result;
  for (const float r : {0.0F, 1e-7F, 0.001F, 0.1F, 0.25F, 0.5F, 0.75F, 0.9F, 0.99F, 0.9999F}) {
    for (const float approach : {-1.0F, 0.0F, 0.375F, 1.0F}) {
      for (const double theta : {-kStrongest, 0.0, 1.0, kStrongest}) {
        result.emplace_back(r, approach, theta, 0.0F);
      }
    }
  }
  return result;
}

/// Returns several sets of coefficients: the default values, the least values, the largest values,
/// and for each coefficient both ends of its slider while all other coefficients have their least
/// or their default values.
std::vector<PairCoefficients> coefficientsOf(const PairLaw& law) {
  PairCoefficients least, most;
  for (const Coefficient& each : law.coefficients) {
    least.*each.part = std::isfinite(each.least) ? each.least : 0.0;
    most.*each.part = each.high;
  }
  std::vector<PairCoefficients> result{PairCoefficients{}, least, most};
  for (const Coefficient& each : law.coefficients) {
    for (const double value : {each.low, each.high}) {
      for (PairCoefficients pair : {least, PairCoefficients{}}) {
        pair.*each.part = value;
        result.push_back(pair);
      }
    }
  }
  return result;
}

struct LawCase {
  texel::Engine engine;
  PairLawKind law;
};

std::vector<LawCase> lawCases() {
  std::vector<LawCase> result;
  for (const texel::Engine engine : test::testedEngines()) {
    for (const PairLaw& law : kPairLaws) result.push_back({engine, law.value});
  }
  return result;
}

class PairLawTest : public test::GpuTest, public ::testing::WithParamInterface<LawCase> {
 protected:
  PairLawTest() {
    shaders_.write("test/pair_terms.glsl", kTermsOfPairs);
    fluid_.law = GetParam().law;
    fluid_.dt = 0.015625;
  }

  /// Returns the three terms and the energy of each of `pairs`.
  std::vector<glm::dvec4> terms(const PairCoefficients& coefficients,
                                const std::vector<glm::vec4>& pairs) {
    fluid_.pairs = {coefficients};
    const texel::Vec4Array input(device_, "pairs", pairs);
    texel::Vec4Array output(device_, "terms", input.count());
    const std::string densities = law().needsDensity() ? kDensities : "void setDensities() {}\n";
    texel::MapPass pass(device_, {.name = "test/pair_terms",
                                  .outputs = {{"o_terms", texel::Format::Vec4}},
                                  .prologue = lawPrologue(fluid_) + densities});
    setLaw(pass, fluid_);
    pass.set("u_coefficients", law().uniform(coefficients, fluid_));
    pass.run(input.count(), {{"u_pairs", input}}, {{"o_terms", output}});
    std::vector<glm::dvec4> result;
    for (const glm::vec4& each : output.download()) result.emplace_back(each);
    return result;
  }

  const PairLaw& law() const { return lawOf(fluid_); }

  test::ShaderFolder shaders_;
  texel::Device device_ = test::makeDevice(GetParam().engine, 0, shaders_.library());
  Fluid fluid_ = test::plainFluid({5.0, 5.0, 5.0});
};
INSTANTIATE_TEST_SUITE_P(Laws, PairLawTest, ::testing::ValuesIn(lawCases()), [](const auto& each) {
  std::string name = each.param.engine == texel::Engine::Fast ? "Fast_" : "Paper_";
  for (const char* c = rowOf(kPairLaws, each.param.law).name; *c != '\0'; ++c) {
    name += std::isalnum(static_cast<unsigned char>(*c)) != 0 ? *c : '_';
  }
  return name;
});

TEST_P(PairLawTest, Shader_MatchesTheOracle) {
  const std::vector<glm::vec4> input = pairs();
  for (const PairCoefficients& coefficients : coefficientsOf(law())) {
    const double size = law().largestForce(coefficients, fluid_);
    const std::vector<glm::dvec4> found = terms(coefficients, input);
    for (std::size_t i = 0; i < input.size(); ++i) {
      const glm::dvec3 pair(input[i]);
      const reference::PairTerms expected =
          reference::pairTerms(fluid_, coefficients, pair.x, pair.y, pair.z, kDensitySum);
      const glm::dvec4 all(expected.conservative, expected.dissipative, expected.random,
                           expected.energy);
      for (int k = 0; k < 4; ++k) {
        // The logarithm within pow() may be off by 2^-21. The exponent, at most 2 here, multiplies
        // this error.
        ASSERT_NEAR(found[i][k], all[k], 32.0 * test::kRound * size)
            << fmt::format("term {} at r = {}, e.v = {}, Theta = {}", k, pair.x, pair.y, pair.z);
      }
    }
  }
}

TEST_P(PairLawTest, VanishesFromTheCutOff) {
  for (const PairCoefficients& coefficients : coefficientsOf(law())) {
    for (const glm::dvec4& each :
         terms(coefficients, {{1.0F, 1.0F, 1.0F, 0.0F}, {1.0001F, -1.0F, 1.0F, 0.0F}})) {
      EXPECT_EQ(each, glm::dvec4(0.0));
    }
  }
}

// On a software renderer sums over pairs are exact if no force is larger than the stated maximum. A
// larger force would make a sum depend on the order of the pairs.
TEST_P(PairLawTest, Forces_StayBelowTheStatedMaximum) {
  const std::vector<glm::vec4> input = pairs();
  for (const PairCoefficients& coefficients : coefficientsOf(law())) {
    const double bound = law().largestForce(coefficients, fluid_);
    double largest = 0.0;
    for (const glm::dvec4& each : terms(coefficients, input)) {
      largest = std::max(largest, std::abs(each.x + each.y + each.z));
    }
    EXPECT_LE(largest, bound * (1.0 + 8.0 * test::kRound));
    EXPECT_GE(largest, 0.5 * bound);
    if (bound == 0.0) continue;
    // Sums are exact up to 2^24 units, which must be at least 2^15 times the largest force.
    fluid_.pairs = {PairCoefficients{coefficients}};
    EXPECT_GE(0x1p24 * sumUnit(fluid_), 0x1p15 * bound);
    EXPECT_LT(0x1p24 * sumUnit(fluid_), 0x1p16 * bound);
  }
}

// Friction g and noise s hold the temperature kT if s^2 = 2 g kT at every distance.
TEST_P(PairLawTest, FrictionAndNoise_HoldTheTemperature) {
  fluid_.kT = 1.375;
  for (const double r : {0.0, 0.1, 0.5, 0.9, 0.99}) {
    for (const PairCoefficients& pair : coefficientsOf(law())) {
      const auto at = reference::pairTerms(fluid_, pair, r, 1.0, 1.0);
      const double noise = at.random * at.random * fluid_.dt;
      EXPECT_NEAR(noise, -2.0 * at.dissipative * fluid_.kT, 1e-12 * (1.0 + noise)) << "r = " << r;
    }
  }
}

TEST_P(PairLawTest, ConservativeForce_IsMinusTheEnergyGradient) {
  constexpr double kStep = 1e-5;
  for (const double r : {0.1, 0.5, 0.9}) {
    for (const PairCoefficients& pair : coefficientsOf(law())) {
      const auto at = [&](double distance) {
        return reference::pairTerms(fluid_, pair, distance, 0.0, 0.0);
      };
      const double slope = (at(r + kStep).energy - at(r - kStep).energy) / (2.0 * kStep);
      EXPECT_NEAR(at(r).conservative, -slope, 1e-6 * (1.0 + std::abs(slope))) << "r = " << r;
    }
  }
}

TEST(PairLaws, Limits_ContainDefaultsAndSliders) {
  for (const PairLaw& law : kPairLaws) {
    EXPECT_FALSE(law.coefficients.empty()) << law.name;
    for (const Coefficient& each : law.coefficients) {
      const double initial = PairCoefficients{}.*each.part;
      EXPECT_TRUE(each.least <= each.low && each.low < each.high && each.high <= each.most)
          << law.name << ", " << each.name;
      EXPECT_TRUE(each.least <= initial && initial <= each.most) << law.name << ", " << each.name;
    }
  }
}

}  // namespace
}  // namespace gpubuck::dpd
