// Bodies: regions with bonds, their lattice, ids and bonds, and refused input.
#include "scenario/initial/bodies.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <glm/geometric.hpp>

#include "scenario/initial/initial_state.h"
#include "scenario/initial/regions.h"
#include "scenario/molecule_plan.h"
#include "scenario/parsing.h"

namespace gpubuck::scenario {
namespace {

using test::errorOf;
using test::names;
using test::Overrides;
using test::parse;

/// A box half full of water, with walls across x and z.
const std::string kPool =
    "[box]\nsize = [12, 8, 10]\nboundary = [\"reflecting\", \"periodic\", \"reflecting\"]\n"
    "[[species]]\nname = \"water\"\n[[species]]\nname = \"wood\"\nmass = 0.5\n"
    "[[pair]]\nspecies = [\"water\", \"water\"]\na = 25\ngamma = 4.5\n"
    "[[pair]]\nspecies = [\"water\", \"wood\"]\na = 40\ngamma = 4.5\n"
    "[[pair]]\nspecies = [\"wood\", \"wood\"]\na = 25\ngamma = 4.5\n"
    "[[bond]]\nname = \"soft\"\nlength = 0\n[[bond]]\nname = \"stiff\"\nk = 400\nlength = 0.7\n"
    "[[region]]\nshape = \"layer\"\nto = 5\n";
const std::string kFlatPool =
    "[[bond]]\nname = \"soft\"\nlength = 0\n[[bond]]\nname = \"stiff\"\nk = 400\nlength = 0.7\n"
    "[box]\ndimensions = 2\nsize = [12, 8]\n";

std::string woodBall(const std::string& centre, const std::string& radius,
                     const std::string& rest = "") {
  return "[[region]]\nshape = \"sphere\"\nspecies = \"wood\"\nbond = \"stiff\"\ncentre = " +
         centre + "\nradius = " + radius + "\n" + rest;
}

/// Returns the number of sites of a body's lattice for which `isIn` returns true. One site is in
/// the middle.
template <typename IsIn>
int sitesIn(double length, int dimensions, const IsIn& isIn) {
  // The sites are sums of whole multiples of two or three vectors between neighbours.
  const double half = length / std::sqrt(2.0);
  const glm::dvec3 one = dimensions == 3 ? glm::dvec3(0, half, half) : glm::dvec3(length, 0, 0);
  const glm::dvec3 two =
      dimensions == 3 ? glm::dvec3(half, 0, half) : length * glm::dvec3(0.5, std::sqrt(0.75), 0.0);
  const glm::dvec3 three(half, half, 0);
  constexpr int kFar = 20;
  int count = 0;
  for (int i = -kFar; i <= kFar; ++i) {
    for (int j = -kFar; j <= kFar; ++j) {
      for (int k = dimensions == 3 ? -kFar : 0; k <= (dimensions == 3 ? kFar : 0); ++k) {
        if (isIn(double(i) * one + double(j) * two + double(k) * three)) ++count;
      }
    }
  }
  return count;
}

/// Expects that the beads of the bodies have the lowest ids, and that all neighbouring beads of a
/// body are bonded and as far apart as the bond is long. Expects no other bonds, and no other
/// particle in the place of a body.
void expectBodies(const Scenario& scenario, const std::vector<int>& beads) {
  const dpd::ParticleState state = makeInitialState(scenario);
  const dpd::Particles particles = dpd::unpacked(state);
  EXPECT_EQ(static_cast<std::int64_t>(state.count()), particleCount(scenario));
  EXPECT_EQ(state.molecules, moleculesOf(scenario));
  std::vector<std::size_t> bodyOf;
  for (std::size_t region = 0; region < scenario.regions.size(); ++region) {
    if (!scenario.regions[region].bond) continue;
    const auto body = static_cast<std::size_t>(std::ranges::count_if(
        std::span(scenario.regions).first(region), [](const Region& r) { return bool(r.bond); }));
    ASSERT_LT(body, beads.size());
    EXPECT_EQ(regionCounts(scenario)[region], beads[body]);
    bodyOf.resize(bodyOf.size() + static_cast<std::size_t>(beads[body]), region);
  }
  std::vector<std::array<std::uint32_t, 2>> expected, found;
  for (std::uint32_t i = 0; i < state.count(); ++i) {
    const int region = regionAt(scenario, glm::dvec3(particles.position[i]));
    if (i >= bodyOf.size()) {
      ASSERT_GE(region, 0);
      ASSERT_FALSE(scenario.regions[static_cast<std::size_t>(region)].bond) << i;
      continue;
    }
    ASSERT_EQ(region, static_cast<int>(bodyOf[i])) << i;
    ASSERT_EQ(particles.species[i], scenario.regions[bodyOf[i]].species);
    for (std::uint32_t j = 0; j < i; ++j) {
      const double apart = glm::length(scenario.fluid.box.nearestImage(
          glm::dvec3(particles.position[i]) - glm::dvec3(particles.position[j])));
      if (bodyOf[i] != bodyOf[j] || apart > 1.2 * 0.7) continue;
      ASSERT_NEAR(apart, 0.7, 2e-5);
      expected.push_back({j, i});
    }
  }
  for (const dpd::Bond& bond : state.molecules.bonds) {
    EXPECT_EQ(bond.kind, 1);
    found.push_back({std::min(bond.ids[0], bond.ids[1]), std::max(bond.ids[0], bond.ids[1])});
  }
  std::ranges::sort(expected);
  std::ranges::sort(found);
  EXPECT_EQ(found, expected);
  EXPECT_NO_THROW(dpd::requireParticlesOf(scenario.fluid, state));
}

TEST(Bodies, AreBondedLattices) {
  const auto isInBall = [](const glm::dvec3& r) { return glm::length(r) <= 1.5; };
  const int ball = sitesIn(0.7, 3, isInBall);
  // This radius is three times the bond's length, and the sites exactly at the edge count.
  const int larger =
      sitesIn(0.7, 3, [](const glm::dvec3& r) { return glm::length(r) < 2.1 + 1e-6; });
  EXPECT_GT(larger, ball);
  expectBodies(parse(kPool + woodBall("[6, 4, 6]", "1.5")), {ball});
  // There are two bodies. The first body lies across the periodic side and on the floor.
  expectBodies(parse(kPool + woodBall("[6, 0.5, 1.5]", "1.5") + woodBall("[9.5, 7, 7]", "2.1")),
               {ball, larger});
  // A hollow ball and a beam.
  const std::string hollow =
      "[[region]]\nshape = \"sphere\"\ncentre = [6, 4, 6]\nradius = 0.9\n"
      "density = 0\n";
  const int shell =
      sitesIn(0.7, 3, [&](const glm::dvec3& r) { return isInBall(r) && glm::length(r) >= 0.9; });
  EXPECT_LT(shell, ball);
  expectBodies(parse(kPool + woodBall("[6, 4, 6]", "1.5") + hollow), {shell});
  const std::string beam =
      "[[region]]\nshape = \"box\"\nspecies = \"wood\"\nbond = \"stiff\"\n"
      "low = [1, 2, 4]\nhigh = [6, 3.5, 5]\n";
  expectBodies(parse(kPool + beam), {sitesIn(0.7, 3, [](const glm::dvec3& r) {
                 return std::abs(r.x) <= 2.5 && std::abs(r.y) <= 0.75 && std::abs(r.z) <= 0.5;
               })});
}

TEST(Bodies, AreTriangularInTwoDimensions) {
  const Scenario flat = parse(kFlatPool +
                              "[[region]]\nshape = \"sphere\"\nbond = \"stiff\"\n"
                              "centre = [6, 7.5]\nradius = 2\n");
  expectBodies(flat, {sitesIn(0.7, 2, [](const glm::dvec3& r) { return glm::length(r) <= 2.0; })});
}

TEST(Bodies, SurviveARoundTrip) {
  const Scenario pool = parse(kPool + woodBall("[6, 4, 6]", "1.5"));
  const Scenario again = parse(toToml(pool));
  EXPECT_EQ(again.regions, pool.regions);
  EXPECT_TRUE(differences(pool, again).empty());
  // Neither the seed nor given particles change the bonds.
  const dpd::ParticleState state = makeInitialState(pool);
  EXPECT_EQ(makeInitialState(parse(toToml(pool), {"noise.seed=7"})).molecules, state.molecules);
  EXPECT_EQ(makeInitialState(pool, dpd::unpacked(state), "given").molecules, state.molecules);
  dpd::Particles wrong = dpd::unpacked(state);
  wrong.species[3] = 0;
  EXPECT_THROW(makeInitialState(pool, wrong, "given"), InputError);
}

TEST(Bodies, ImpossibleOnes_AreRefused) {
  const std::string good = kPool + woodBall("[6, 4, 6]", "1.5");
  EXPECT_TRUE(names(errorOf(kPool + woodBall("[1, 4, 6]", "1.5")),
                    {"region.1", "x", "0", "12", "-0.5", "2.5"}));
  EXPECT_TRUE(names(errorOf(kPool + woodBall("[6, 4, 9]", "1.5")), {"region.1", "z", "0", "10"}));
  EXPECT_TRUE(
      names(errorOf(kPool + woodBall("[6, 4, 5]", "3.7")), {"region.1", "y", "7.4", "7.3"}));
  EXPECT_TRUE(
      names(errorOf(good + woodBall("[8, 4, 6]", "1.5")), {"region.2", "overlaps", "region.1"}));
  EXPECT_TRUE(
      names(errorOf(good + woodBall("[6, 4, 6]", "1.5")), {"region.2", "overlaps", "region.1"}));
  EXPECT_TRUE(names(errorOf(kPool + woodBall("[6, 4, 6]", "0.6")), {"region.1", "0.7"}));
  EXPECT_TRUE(names(errorOf(good + "density = 3\n"), {"region.1.density", "bond"}));
  EXPECT_TRUE(names(errorOf(good + "places = \"even\"\n"), {"region.1.places", "bond"}));
  EXPECT_TRUE(
      names(errorOf(good, {"region.1.bond=soft"}), {"region.1.bond", "soft", "length", "0"}));
  EXPECT_TRUE(
      names(errorOf(good, {"region.1.bond=hard"}), {"region.1.bond", "hard", "soft", "stiff"}));
  EXPECT_TRUE(
      names(errorOf("[box]\nsize = [9, 9, 9]\n[[region]]\nshape = \"layer\"\nbond = \"stiff\"\n"),
            {"region.0.bond", "stiff"}));
  EXPECT_TRUE(names(errorOf(good, {"bond.1.length=0.005"}), {"region.1.bond", "16777215"}));
  const auto solid = [](const char* kind, const char* centre, int radius) {
    return fmt::format("[[solid]]\nkind = \"{}\"\nshape = \"sphere\"\ncentre = {}\nradius = {}\n",
                       kind, centre, radius);
  };
  EXPECT_TRUE(names(errorOf(good + solid("body", "[6, 4, 7.5]", 1)), {"region.1", "solid"}));
  EXPECT_TRUE(names(errorOf(good + solid("vessel", "[6, 4, 4]", 3)), {"region.1", "solid"}));
}

}  // namespace
}  // namespace gpubuck::scenario
