#include "scenario/scenario.h"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "scenario/parsing.h"

namespace gpubuck::scenario {
namespace {

using namespace test;

TEST(PairCoefficients, MissingOrIncompletePairs_AreRefused) {
  const std::string box = "[box]\nsize = [8, 8, 8]\n";
  const std::string pair = "[[pair]]\nspecies = [\"particle\", \"particle\"]\n";
  EXPECT_TRUE(
      names(errorOf(box + pair + "gamma = 1\n"), {"x.toml:3", "pair.0.a", "missing", "a", "pi"}));
  EXPECT_TRUE(names(errorOf(box + pair + "a = 1\n"),
                    {"x.toml:3", "pair.0.gamma", "missing", "gamma", "sigma"}));
  EXPECT_TRUE(names(errorOf(box + pair + "a = 1\nsigma = 1\n[fluid]\nkT = 0\n"),
                    {"x.toml:3", "pair.0.gamma", "missing", "kT = 0"}));
  const std::size_t last = kTwoSpecies.rfind("[[pair]]");
  EXPECT_TRUE(names(errorOf(kTwoSpecies.substr(0, last)),
                    {"x.toml:12", "pair", "heavy, heavy", "missing"}));
  EXPECT_TRUE(names(errorOf(kTwoSpecies.substr(0, kTwoSpecies.find("[[pair]]"))),
                    {"x.toml", "pair", "light, light", "missing"}));
  std::string crowd = box;
  for (int i = 0; i < 20; ++i) {
    crowd += "[[species]]\nname = \"s" + std::to_string(i) + "\"\nfraction = 0.05\n";
  }
  EXPECT_TRUE(names(errorOf(crowd), {"x.toml:3", "species", "20 species", "16"}));
}

TEST(PairCoefficients, GammaSigmaAndTemperature_DetermineEachOther) {
  const std::string box = "[box]\nsize = [8, 8, 8]\n";
  const auto fluidOf = [&](const std::string& kT, const std::string& pair) {
    return parse(box + "[fluid]\n" + kT +
                 "\n[[pair]]\nspecies = [\"particle\", \"particle\"]\na = 25\n" + pair)
        .fluid;
  };
  EXPECT_DOUBLE_EQ(fluidOf("kT = 2", "gamma = 4").pair(0, 0).sigma(2.0), 4.0);
  EXPECT_DOUBLE_EQ(fluidOf("", "gamma = 2").pair(0, 0).sigma(1.0), 2.0);
  EXPECT_DOUBLE_EQ(fluidOf("kT = 2", "sigma = 4").pair(0, 0).gamma, 4.0);
  EXPECT_DOUBLE_EQ(fluidOf("", "sigma = 3\ngamma = 2.25").kT, 2.0);
  EXPECT_EQ(fluidOf("kT = 0", "gamma = 4.5").pair(0, 0).gamma, 4.5);
  const dpd::Fluid off = fluidOf("", "gamma = 0\nsigma = 0");
  EXPECT_EQ(off.kT, 1.0);
  EXPECT_EQ(off.pair(0, 0).gamma, 0.0);
}

TEST(PairCoefficients, ContradictoryCoefficients_AreRefused) {
  const std::string box = "[box]\nsize = [8, 8, 8]\n[fluid]\nkT = 2\n";
  const std::string pair = "[[pair]]\nspecies = [\"particle\", \"particle\"]\n";
  EXPECT_TRUE(names(errorOf(box + pair + "a = 25\ngamma = 4.5\nsigma = 3\n"),
                    {"x.toml:9", "pair.0.sigma", "9", "18", "gamma 4.5", "sigma 3", "kT 2"}));
  // A difference of one in a million is accepted, and a difference of three in a million is
  // refused.
  EXPECT_EQ(errorOf(box + pair + "a = 25\ngamma = 2.25\nsigma = 3.0000014\n"), "no error");
  EXPECT_NE(errorOf(box + pair + "a = 25\ngamma = 2.25\nsigma = 3.000005\n"), "no error");
  // If kT is not given, the pairs must agree with each other.
  std::string twoSpecies = kTwoSpecies;
  twoSpecies.erase(twoSpecies.find("kT = 1.0\n"), 9);
  EXPECT_EQ(errorOf(twoSpecies, {"pair.0.sigma=3", "pair.1.sigma=3", "pair.2.sigma=3"}),
            "no error");
  EXPECT_TRUE(names(errorOf(twoSpecies, {"pair.0.sigma=3", "pair.2.sigma=4"}),
                    {"pair.2.sigma=4", "pair.2.sigma", "16", "9", "gamma 4.5", "sigma 4", "kT 1"}));
  // Noise without friction would heat the fluid without end.
  EXPECT_NE(errorOf(box + pair + "a = 25\ngamma = 0\nsigma = 3\n"), "no error");
}

TEST(PairCoefficients, NormalisedForm_GivesTheSameForces) {
  // For A and B, n times the integral of the weight is 1. The expected values therefore come from
  // the integrals of w = 1 - r and of w^2 over the disc (pi/3, pi/6) and over the ball (pi/3, 2
  // pi/15).
  const double density = 4.0, mass = 2.0 * 1.0 * 3.0 / (1.0 + 3.0);
  const double pi = std::numbers::pi;
  for (const int dimensions : {2, 3}) {
    Overrides overrides = {"fluid.density=4",
                           "pair.1={species = [\"light\", \"heavy\"], pi = 10, gamma = 6}"};
    if (dimensions == 2) {
      overrides.insert(overrides.begin(), {"box.dimensions=2", "box.size=[8, 8]"});
    }
    const dpd::PairCoefficients pair = parse(kTwoSpecies, overrides).fluid.pair(0, 1);
    const double linear = 1.0 / (density * pi / 3.0);
    const double square = 1.0 / (density * (dimensions == 2 ? pi / 6.0 : 2.0 * pi / 15.0));
    EXPECT_DOUBLE_EQ(pair.a, 10.0 * linear);
    EXPECT_DOUBLE_EQ(pair.gamma, 6.0 * mass * square);
    // The normalised sigma that fits gamma is accepted; another sigma is refused.
    overrides.push_back("pair.1.sigma=" + std::to_string(pair.sigma(1.0) / linear));
    EXPECT_EQ(errorOf(kTwoSpecies, overrides), "no error");
    overrides.back() = "pair.1.sigma=" + std::to_string(pair.sigma(1.0));
    EXPECT_NE(errorOf(kTwoSpecies, overrides), "no error");
  }
}

TEST(PairCoefficients, WeightExponent_DefaultsToOne) {
  EXPECT_EQ(parse(kTwoSpecies).fluid.pair(0, 1).weightExponent, 1.0);
  const dpd::Fluid fluid = parse(kTwoSpecies, {"pair.1.weight_exponent=0.5"}).fluid;
  EXPECT_EQ(fluid.pair(0, 0).weightExponent, 1.0);
  EXPECT_EQ(fluid.pair(0, 1).weightExponent, 0.5);
  EXPECT_EQ(fluid.pair(1, 0).weightExponent, 0.5);
}

TEST(PairCoefficients, WeightExponentOutOfRangeOrWithPi_IsRefused) {
  for (const char* value : {"0", "0.09", "4.01", "-1", "nan"}) {
    const std::string given = std::string("pair.0.weight_exponent=") + value;
    const std::string message = errorOf(kTwoSpecies, {given});
    EXPECT_TRUE(names(message, {given, "pair.0.weight_exponent"}));
  }
  const std::string pi = "pair.1={species = [\"light\", \"heavy\"], pi = 10, gamma = 6, ";
  EXPECT_EQ(errorOf(kTwoSpecies, {pi + "weight_exponent = 1}"}), "no error");
  EXPECT_TRUE(names(errorOf(kTwoSpecies, {pi + "weight_exponent = 0.5}"}),
                    {"pair.1.weight_exponent", "combined", "pi"}));
}

const std::string kManyBody =
    "[box]\nsize = [8, 8, 8]\n[fluid]\nlaw = \"many-body\"\n"
    "[[pair]]\nspecies = [\"particle\", \"particle\"]\na = -40\ngamma = 4.5\n";

TEST(ManyBody, AttractionAndTheKeysOfAllPairs) {
  const dpd::Fluid plain = parse(kManyBody).fluid;
  EXPECT_EQ(plain.law, dpd::PairLawKind::ManyBody);
  EXPECT_EQ(plain.pair(0, 0).a, -40.0);
  EXPECT_EQ(plain.manyBody.b, 25.0);
  EXPECT_EQ(plain.manyBody.densityRadius, 0.75);
  EXPECT_EQ(plain.manyBody.kernel, dpd::DensityKernel::Warren);
  const Scenario given =
      parse(kManyBody + "[many_body]\nb = 40\ndensity_radius = 0.8\nkernel = \"lucy\"\n");
  EXPECT_EQ(given.fluid.manyBody.b, 40.0);
  EXPECT_EQ(given.fluid.manyBody.densityRadius, 0.8);
  EXPECT_EQ(given.fluid.manyBody.kernel, dpd::DensityKernel::Lucy);
  EXPECT_TRUE(differences(given, parse(toToml(given))).empty());
}

TEST(ManyBody, BadInput_NamesKeyAndReason) {
  const auto replaced = [](std::string text, const std::string& old, const std::string& by) {
    return text.replace(text.find(old), old.size(), by);
  };
  const std::string dpd = replaced(kManyBody, "\"many-body\"", "\"dpd\"");
  EXPECT_TRUE(names(errorOf(dpd), {"pair.0.a", "many-body"}));  // a < 0 needs the law many-body
  EXPECT_TRUE(names(errorOf(replaced(dpd, "-40", "40") + "[many_body]\nb = 3\n"),
                    {"many_body.b", "many-body"}));
  EXPECT_TRUE(names(errorOf(kManyBody + "b = 30\n"), {"pair.0.b", "many_body.b"}));
  EXPECT_TRUE(
      names(errorOf(replaced(kManyBody, "a = -40", "pi = 40")), {"pair.0.pi", "many-body"}));
  EXPECT_TRUE(names(errorOf(replaced(kManyBody, "a = -40\n", "")), {"pair.0.a", "missing"}));
  EXPECT_TRUE(
      names(errorOf(kManyBody.substr(0, kManyBody.find("[[pair]]"))), {"pair", "many-body"}));
  EXPECT_TRUE(names(errorOf(kManyBody + "[many_body]\nb = -1\n"), {"many_body.b", "-1"}));
  EXPECT_TRUE(names(errorOf(kManyBody + "[many_body]\ndensity_radius = 1.5\n"),
                    {"many_body.density_radius", "0.1", "1"}));
  EXPECT_TRUE(names(errorOf(kManyBody + "[many_body]\nkernel = \"gauss\"\n"),
                    {"many_body.kernel", "gauss", "warren", "lucy"}));
}

}  // namespace
}  // namespace gpubuck::scenario
