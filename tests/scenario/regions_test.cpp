#include "scenario/initial/regions.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <glm/geometric.hpp>
#include <glm/vector_relational.hpp>
#include <numbers>
#include <numeric>

#include "scenario/initial/initial_state.h"
#include "scenario/parsing.h"

namespace gpubuck::scenario {
namespace {

using test::parse;

using test::Overrides;

constexpr double kPi = std::numbers::pi;

const std::string kTank =
    "[box]\nsize = [20, 16, 12]\nboundary = [\"reflecting\", \"periodic\", \"reflecting\"]\n"
    "[fluid]\ndensity = 3\n[[species]]\nname = \"light\"\n[[species]]\nname = \"heavy\"\n"
    "mass = 4\n"
    "[[pair]]\nspecies = [\"light\", \"light\"]\na = 25\ngamma = 4.5\n"
    "[[pair]]\nspecies = [\"light\", \"heavy\"]\na = 40\ngamma = 4.5\n"
    "[[pair]]\nspecies = [\"heavy\", \"heavy\"]\na = 25\ngamma = 4.5\n";

Scenario tank(const std::string& regions, const Overrides& overrides = {}) {
  return test::parse(kTank + regions, overrides);
}

std::string box(const std::string& low, const std::string& high, const std::string& rest = "") {
  return "[[region]]\nshape = \"box\"\nlow = " + low + "\nhigh = " + high + "\n" + rest;
}

std::string sphere(const std::string& centre, double radius, const std::string& rest = "") {
  return "[[region]]\nshape = \"sphere\"\ncentre = " + centre +
         "\nradius = " + std::to_string(radius) + "\n" + rest;
}

std::string layer(double from, double to, const std::string& rest = "") {
  return "[[region]]\nshape = \"layer\"\nfrom = " + std::to_string(from) +
         "\nto = " + std::to_string(to) + "\n" + rest;
}

double ball(double radius) { return 4.0 / 3.0 * kPi * radius * radius * radius; }

/// Returns the volume of a cap of this height that a plane cuts off a ball.
double cap(double radius, double height) { return kPi * height * height * (radius - height / 3.0); }

TEST(Regions, Volumes_MatchGeometry) {
  const auto expect = [](const std::string& regions, std::vector<double> volumes, double share,
                         const Overrides& overrides = {}) {
    const std::vector<double> found = regionVolumes(tank(regions, overrides));
    ASSERT_EQ(found.size(), volumes.size());
    for (std::size_t i = 0; i < volumes.size(); ++i) {
      EXPECT_NEAR(found[i], volumes[i], share * volumes[i]) << regions << i;
    }
  };
  constexpr double kExact = 1e-9, kWhole = 1e-6, kCut = 2e-4;
  expect("[[region]]\nshape = \"box\"\n", {20.0 * 16.0 * 12.0}, kExact);
  expect("[[region]]\nshape = \"layer\"\n", {20.0 * 16.0 * 12.0}, kExact);
  // Where regions overlap, the last region decides.
  expect(box("[0, 0, 0]", "[10, 16, 8]") + box("[5, 2, 4]", "[20, 4, 12]"),
         {10.0 * 16.0 * 8.0 - 5.0 * 2.0 * 4.0, 15.0 * 2.0 * 8.0}, kExact);
  // The box region reaches across the periodic side of y, but ends at the sides of x and z.
  expect(box("[-5, 14, 10]", "[5, 19, 40]"), {5.0 * 5.0 * 2.0}, kExact);
  expect(layer(2, 5) + "axis = \"x\"\n", {3.0 * 16.0 * 12.0}, kExact);
  expect(sphere("[10, 8, 6]", 4.0), {ball(4.0)}, kWhole);
  expect(sphere("[10, 1, 6]", 4.0), {ball(4.0)}, kWhole);
  expect(layer(0, 12) + sphere("[10, 15, 6]", 4.0, "species = \"heavy\"\n"),
         {20.0 * 16.0 * 12.0 - ball(4.0), ball(4.0)}, kWhole);
  // Half of the sphere is below the floor.
  expect(sphere("[10, 8, 0]", 4.0), {0.5 * ball(4.0)}, kCut);
  expect(layer(0, 3) + sphere("[10, 8, 5]", 4.0), {20.0 * 16.0 * 3.0 - cap(4.0, 2.0), ball(4.0)},
         kCut);
  // The lens in which two spheres overlap belongs to the second sphere.
  expect(sphere("[7, 8, 6]", 4.0) + sphere("[13, 8, 6]", 4.0),
         {ball(4.0) - 2.0 * cap(4.0, 1.0), ball(4.0)}, kCut);
  expect("[[region]]\nshape = \"sphere\"\ncentre = [5, 15]\nradius = 3\n", {9.0 * kPi}, kWhole,
         {"box.dimensions=2", "box.size=[20, 16]", "box.boundary=[\"reflecting\", \"periodic\"]"});
}

/// Compares volumes of regions with the numbers of random points in them. A large sphere meets its
/// own image, and is cut by the floor, the lid and another sphere.
TEST(Regions, Volumes_MatchRandomSampling) {
  const Scenario scenario =
      tank(sphere("[9, 8, 5]", 9.0) + sphere("[1, 3, 11]", 5.0) + box("[-1, -3, 2]", "[4, 4, 7]"));
  RandomStream random(3);
  std::vector<double> hits(3, 0.0);
  constexpr int kPlaces = 400'000;
  for (int i = 0; i < kPlaces; ++i) {
    const glm::dvec3 place(20.0 * random.uniform(), 16.0 * random.uniform(),
                           12.0 * random.uniform());
    if (const int region = regionAt(scenario, place); region >= 0)
      hits[static_cast<std::size_t>(region)] += 1.0;
  }
  const std::vector<double> volumes = regionVolumes(scenario);
  constexpr double kBox = 20.0 * 16.0 * 12.0;
  for (std::size_t i = 0; i < 3; ++i) {
    const double share = volumes[i] / kBox;
    EXPECT_GT(share, 0.01);
    EXPECT_NEAR(hits[i] / kPlaces, share, 4.5 * std::sqrt(share * (1.0 - share) / kPlaces)) << i;
  }
}

/// Returns whether a shape, or its image one side away along a periodic axis, contains a place.
bool isIn(const cells::Shape& shape, const cells::Box& box, const glm::dvec3& place) {
  using cells::ShapeKind;
  for (int image = 0; image < 27; ++image) {
    const glm::ivec3 side(image % 3 - 1, image / 3 % 3 - 1, image / 9 - 1);
    bool isAllowed = true, isInside = true;
    double squared = 0.0;
    for (int axis = 0; axis < 3; ++axis) {
      const bool counts = axis < box.dimensions;
      isAllowed &= side[axis] == 0 || (counts && box.isPeriodic(axis));
      if (!counts) continue;
      const double x = place[axis] + side[axis] * box.size[axis];
      squared += (x - shape.centre[axis]) * (x - shape.centre[axis]);
      if (shape.kind == ShapeKind::Box) isInside &= shape.low[axis] <= x && x < shape.high[axis];
      if (shape.kind == ShapeKind::Layer && axis == shape.axis) {
        isInside &= shape.from <= x && x < shape.to.value_or(box.size[axis]);
      }
    }
    if (shape.kind == ShapeKind::Sphere) isInside = squared < shape.radius * shape.radius;
    if (isAllowed && isInside) return true;
  }
  return false;
}

int expectedAt(const Scenario& scenario, const glm::dvec3& place) {
  for (int i = static_cast<int>(scenario.regions.size()); i-- > 0;) {
    if (isIn(scenario.regions[static_cast<std::size_t>(i)].shape, scenario.fluid.box, place))
      return i;
  }
  return -1;
}

/// Compares random places of the box with the places of the particles. All particles must be in
/// regions, and each region must have the right share of its particles on either side of the middle
/// of each axis.
void expectPlaces(const std::string& regions, const Overrides& overrides = {}) {
  SCOPED_TRACE(regions);
  const Scenario scenario = tank(regions, overrides);
  const cells::Box& box = scenario.fluid.box;
  const std::size_t count = scenario.regions.size();
  RandomStream random(8);
  const auto halves = [&](const glm::dvec3& place) {
    return glm::dvec3(glm::lessThan(place, 0.5 * box.size));
  };
  std::vector<double> hits(count, 0.0), placed(count, 0.0);
  std::vector<glm::dvec3> low(count, glm::dvec3(0.0)), found(count, glm::dvec3(0.0));
  for (int k = 0; k < 100'000; ++k) {
    glm::dvec3 place(0.0);
    for (int axis = 0; axis < box.dimensions; ++axis) {
      place[axis] = random.uniform() * box.size[axis];
    }
    const int region = expectedAt(scenario, place);
    ASSERT_EQ(regionAt(scenario, place), region) << place.x << ' ' << place.y << ' ' << place.z;
    if (region < 0) continue;
    hits[static_cast<std::size_t>(region)] += 1.0;
    low[static_cast<std::size_t>(region)] += halves(place);
  }
  const dpd::ParticleState state = makeInitialState(scenario);
  for (const glm::vec4& position : state.position) {
    const int region = expectedAt(scenario, glm::dvec3(position));
    ASSERT_GE(region, 0) << position.x << ' ' << position.y << ' ' << position.z;
    placed[static_cast<std::size_t>(region)] += 1.0;
    found[static_cast<std::size_t>(region)] += halves(glm::dvec3(position));
  }
  for (std::size_t i = 0; i < count; ++i) {
    ASSERT_GT(hits[i], 100.0);
    for (int axis = 0; axis < box.dimensions; ++axis) {
      const double share = low[i][axis] / hits[i];
      const double error = std::sqrt(share * (1.0 - share) * (1.0 / hits[i] + 1.0 / placed[i]));
      EXPECT_NEAR(found[i][axis] / placed[i], share, 4.5 * error) << "region " << i << axis;
    }
  }
}

TEST(Regions, CrossPeriodicSides) {
  const Overrides periodic{"box.boundary=[\"periodic\", \"periodic\", \"periodic\"]"};
  expectPlaces(box("[-5, 14, 10]", "[5, 19, 40]"));
  expectPlaces(box("[15, -2, -3]", "[24, 2, 4]") + box("[-3, 1, 8]", "[1, 9, 15]"), periodic);
  expectPlaces(layer(14, 19) + "axis = \"y\"\n" + layer(-2, 1, "axis = \"y\"\n"));
  for (const std::string axis : {"x", "y", "z"}) {
    expectPlaces(layer(-3, 2) + "axis = \"" + axis + "\"\n", periodic);
    expectPlaces(layer(11, 23) + "axis = \"" + axis + "\"\n", periodic);
  }
  expectPlaces(sphere("[10, 15, 6]", 4.0) + sphere("[6, 1, 6]", 3.0));
  expectPlaces(sphere("[19, 15, 11]", 4.0) + sphere("[0.5, 0.5, 0.5]", 2.0) +
                   box("[18, -1, 10]", "[21, 1, 13]"),
               periodic);
  expectPlaces(
      "[[region]]\nshape = \"sphere\"\ncentre = [19, 15]\nradius = 4\ndensity = 20\n",
      {"box.dimensions=2", "box.size=[20, 16]", "box.boundary=[\"reflecting\", \"periodic\"]"});
}

const std::string kDrops = layer(0, 3, "species = \"heavy\"\ndensity = 4\n") +
                           sphere("[6, 15, 7]", 3.0, "species = \"heavy\"\ndensity = 2.5\n") +
                           sphere("[13, 8, 8]", 3.5) + sphere("[13, 8, 8]", 1.5, "density = 0\n");

TEST(Regions, HoldExactlyTheirParticles) {
  for (const char* const seed : {"1", "2", "99"}) {
    const Scenario scenario = tank(kDrops, {std::string("noise.seed=") + seed});
    const std::vector<double> volumes = regionVolumes(scenario);
    const std::vector<std::int64_t> counts = regionCounts(scenario);
    EXPECT_EQ(counts, (std::vector<std::int64_t>{3840, std::llround(2.5 * volumes[1]),
                                                 std::llround(3.0 * volumes[2]), 0}));
    EXPECT_NEAR(volumes[2], ball(3.5) - ball(1.5), 1e-4);
    const dpd::ParticleState state = makeInitialState(scenario);
    ASSERT_EQ(static_cast<std::int64_t>(state.count()), particleCount(scenario));
    std::vector<std::int64_t> found(4, 0), species(2, 0);
    for (const glm::vec4& position : state.position) {
      const int region = regionAt(scenario, glm::dvec3(position));
      ASSERT_GE(region, 0);
      ASSERT_EQ(scenario.regions[static_cast<std::size_t>(region)].species,
                static_cast<int>(position.w));
      ++found[static_cast<std::size_t>(region)];
      ++species[static_cast<std::size_t>(position.w)];
    }
    EXPECT_EQ(found, counts);
    EXPECT_EQ(species, speciesCounts(scenario));
  }
  EXPECT_EQ(makeInitialState(tank(kDrops)).position, makeInitialState(tank(kDrops)).position);
  EXPECT_NE(makeInitialState(tank(kDrops)).position,
            makeInitialState(tank(kDrops, {"noise.seed=2"})).position);
}

// A cubic lattice of the same density has a spacing of density^(-1 / dimensions). Places are at
// least two fifths of this spacing apart. Random places would have hundreds of pairs that are less
// than a quarter of this spacing apart.
TEST(Regions, EvenPlaces_KeepApart) {
  struct Case {
    int dimensions;
    const char* high;
    std::size_t count;
  };
  // The last regions are long, flat, or thinner than the distance between places.
  for (const auto& [dimensions, high, count] :
       {Case{2, "[14, 15]", 1260}, Case{3, "[6, 7, 8]", 2016}, Case{2, "[19, 1.7]", 194},
        Case{3, "[30, 3, 4]", 2160}, Case{3, "[20, 19, 2.5]", 5700},
        Case{3, "[20, 20, 0.4]", 960}}) {
    SCOPED_TRACE(high);
    const Scenario scenario =
        parse(fmt::format("[box]\ndimensions = {}\nsize = {}\n[[region]]\nshape = \"box\"\n"
                          "places = \"even\"\ndensity = 6\nhigh = {}\n",
                          dimensions, dimensions == 2 ? "[20, 20]" : "[32, 20, 20]", high));
    EXPECT_EQ(toToml(scenario).find("places = \"even\"") != std::string::npos, true);
    const dpd::ParticleState state = makeInitialState(scenario);
    ASSERT_EQ(state.count(), count);
    double nearest = 1e9;
    for (std::size_t i = 0; i < state.count(); ++i) {
      for (std::size_t j = 0; j < i; ++j) {
        nearest = std::min(nearest, double{glm::distance(glm::vec3(state.position[i]),
                                                         glm::vec3(state.position[j]))});
      }
    }
    EXPECT_GT(nearest, 0.4 * std::pow(6.0, -1.0 / dimensions));
  }
}

TEST(Regions, AnyPortions_GiveTheSame) {
  const Scenario scenario = tank(kDrops);
  RandomStream one(5), other(5);
  dpd::Particles whole, parts;
  RegionFilling filling = beginRegions(scenario);
  fillRegions(scenario, filling, particleCount(scenario), one, whole);
  filling = beginRegions(scenario);
  for (int k = 0; static_cast<std::int64_t>(parts.count()) < particleCount(scenario); ++k) {
    fillRegions(scenario, filling, 1 + 37 * (k % 20), other, parts);
  }
  EXPECT_EQ(parts.position, whole.position);
  EXPECT_EQ(parts.species, whole.species);
}

TEST(Regions, Density_DefaultsToThatOfTheFluid) {
  const std::string regions = layer(0, 6) + layer(6, 12, "density = 1\n");
  EXPECT_EQ(regionCounts(tank(regions)), (std::vector<std::int64_t>{5760, 1920}));
  EXPECT_EQ(regionCounts(tank(regions, {"fluid.density=4"})),
            (std::vector<std::int64_t>{7680, 1920}));
  EXPECT_EQ(regionCounts(tank(regions, {"region.1.density=2", "region.0.to=3"})),
            (std::vector<std::int64_t>{2880, 3840}));
}

TEST(Regions, LowCornerAlone_ReachesToTheEndOfTheBox) {
  for (const char* side : {"periodic", "reflecting"}) {
    const std::string sides = std::string("\"") + side + "\"";
    const Scenario scenario =
        parse("[box]\nsize = [4, 5, 6]\nboundary = [" + sides + ", " + sides + ", " + sides +
              "]\n[[region]]\nshape = \"box\"\nlow = [1, 2, 3]\n");
    EXPECT_EQ(particleCount(scenario), 3 * 3 * 3 * 3) << side;
    for (const glm::vec3& r : dpd::unpacked(makeInitialState(scenario)).position) {
      EXPECT_TRUE(r.x >= 1.0F && r.y >= 2.0F && r.z >= 3.0F);
    }
  }
}

TEST(Regions, SurviveARoundTrip) {
  const Scenario scenario = tank(kDrops + box("[1, 2, 3]", "[4, 5.1, 6]") + layer(4, 5.5) +
                                 "axis = \"x\"\n[[region]]\nshape = \"layer\"\nfrom = 11\n"
                                 "[[region]]\nshape = \"box\"\nlow = [19, 0, 0]\n");
  const Scenario again = test::parse(toToml(scenario));
  EXPECT_EQ(again.regions, scenario.regions);
  EXPECT_TRUE(differences(scenario, again).empty());
  EXPECT_EQ(toToml(again), toToml(scenario));
  EXPECT_NO_THROW(requireValid(again));
  EXPECT_EQ(makeInitialState(again).position, makeInitialState(scenario).position);
}

TEST(Regions, CannotChangeWhileTheFluidRuns) {
  const Scenario scenario = tank(kDrops);
  Scenario changed = scenario;
  changed.regions[1].shape.radius = 2.0;
  const std::vector<Difference> found = differences(scenario, changed);
  ASSERT_EQ(found.size(), 1U);
  EXPECT_EQ(found[0].key, "region.1.radius");
  EXPECT_THROW(requireChangeable(scenario, changed), InputError);
  changed.regions.pop_back();
  EXPECT_EQ(differences(scenario, changed).at(0).key, "region");
}

TEST(Regions, InvalidRegions_AreRefused) {
  const auto refused = [](const std::string& regions, const test::Facts& facts,
                          const Overrides& overrides = {}) {
    const std::string message = test::errorOf(kTank + regions, overrides);
    const auto begins = [&](const std::string& source) { return message.starts_with(source); };
    EXPECT_TRUE(begins("x.toml:") || std::ranges::any_of(overrides, begins)) << message;
    return test::names(message, facts);
  };
  const std::string good = layer(0, 6);
  EXPECT_TRUE(refused("[[region]]\nspecies = \"light\"\n", {"region.0.shape", "missing"}));
  EXPECT_TRUE(refused("[[region]]\nshape = \"cone\"\n",
                      {"region.0.shape", "cone", "box", "sphere", "layer"}));
  EXPECT_TRUE(refused(layer(0, 6, "species = \"oil\"\n"), {"region.0.species", "oil"}));
  EXPECT_TRUE(refused(layer(0, 6, "species = [\"light\", \"heavy\"]\n"),
                      {"region.0.species", "string", "array"}));
  EXPECT_TRUE(refused(layer(0, 6, "colour = 1\n"), {"region.0.colour", "[[region]]", "unknown"}));
  EXPECT_TRUE(refused(layer(0, 6, "radius = 1\n"), {"region.0.radius", "sphere"}));
  EXPECT_TRUE(refused(sphere("[1, 1, 1]", 2, "low = [0, 0, 0]\n"), {"region.0.low", "box"}));
  EXPECT_TRUE(refused(layer(0, 6, "density = -1\n"), {"region.0.density", "-1", "0"}));
  EXPECT_TRUE(refused("[[region]]\nshape = \"sphere\"\nradius = 1\n",
                      {"region.0.centre", "missing", "sphere"}));
  EXPECT_TRUE(refused("[[region]]\nshape = \"sphere\"\ncentre = [1, 1, 1]\n",
                      {"region.0.radius", "missing", "sphere"}));
  EXPECT_TRUE(refused(sphere("[1, 1]", 2), {"region.0.centre", "3", "2"}));
  EXPECT_TRUE(refused(sphere("[-3, 1, 1]", 3), {"region.0.centre", "outside"}));
  EXPECT_TRUE(refused(box("[20, 0, 0]", "[21, 1, 1]"), {"region.0.low.0", "20"}));
  EXPECT_TRUE(refused(box("[0, -4, 0]", "[1, 0, 1]"), {"region.0.high.1", "0"}));
  EXPECT_TRUE(refused(box("[0, 4, 0]", "[1, 3, 1]"), {"region.0.high.1", "3", "4"}));
  EXPECT_TRUE(refused(layer(7, 6), {"region.0.to", "6", "7"}));
  EXPECT_TRUE(refused(layer(13, 14), {"region.0.from", "13", "12"}));
  EXPECT_TRUE(refused(good + layer(1, 3) + layer(0, 5), {"region.1", "later regions"}));
  EXPECT_TRUE(
      refused(good + layer(6, 7, "density = 0.0001\n"), {"region.1.density", "0.0001", "320"}));
  EXPECT_TRUE(refused(layer(0, 6, "density = 0\n"), {"region", "no particle"}));
  EXPECT_TRUE(
      refused(layer(0, 6, "density = 1e9\n"), {"region.0.density", "1000000000", "1920000000000"}));
  EXPECT_TRUE(refused(layer(0, 6, "density = 8000\n") + layer(6, 12, "density = 8000\n"),
                      {"region", "30720000 particles", "16777215"}));
  EXPECT_TRUE(refused(good, {"initial.state"}, {"initial.state=lattice"}));
  EXPECT_TRUE(refused("", {"region", "missing"}, {"initial.state=regions"}));
  EXPECT_TRUE(refused(good, {"species.1.fraction"}, {"species.1.fraction=0.5"}));
  EXPECT_TRUE(refused(good, {"region", "'1'", "only 1"}, {"region.1.density=3"}));
  std::string many;
  for (int i = 0; i < 101; ++i) many += good;
  EXPECT_TRUE(refused(many, {"region", "101", "100"}));
}

/// There are as many regions as allowed, and nearly all overlap each other.
TEST(Regions, ManyOverlaps_AreQuick) {
  RandomStream random(5);
  Scenario scenario = tank(sphere("[10, 8, 6]", 5.0));
  scenario.regions.resize(kMaxRegions, scenario.regions.front());
  for (Region& region : scenario.regions) {
    const auto place = [&](double side) { return side * random.uniform(); };
    region.shape.centre = {place(20.0), place(16.0), place(12.0)};
    region.shape.radius += random.uniform();
  }
  const std::vector<double> volumes = regionVolumes(scenario);
  ASSERT_EQ(volumes.size(), kMaxRegions);
  // Half of the last region may be outside of the box. Little is left of the first region.
  EXPECT_GT(volumes.back(), 0.1 * ball(5.0));
  EXPECT_LT(volumes.front(), 0.1 * ball(5.0));
  const double sum = std::accumulate(volumes.begin(), volumes.end(), 0.0);
  EXPECT_NEAR(sum, 20.0 * 16.0 * 12.0, 40.0);
}

TEST(Regions, ManyDrops_ArePossible) {
  std::string drops;
  for (int i = 0; i < 99; ++i) {
    drops += sphere("[" + std::to_string(2 * (i % 10)) + ", " + std::to_string(2 * (i / 10 % 8)) +
                        ", " + std::to_string(2 + 3 * (i / 40)) + "]",
                    0.7, "species = \"heavy\"\n");
  }
  const Scenario scenario = tank(layer(0, 12) + drops);
  EXPECT_EQ(static_cast<std::int64_t>(makeInitialState(scenario).count()), particleCount(scenario));
}

}  // namespace
}  // namespace gpubuck::scenario
