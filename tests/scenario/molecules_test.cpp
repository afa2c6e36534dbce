// Molecules of a scenario: their text, their number, the ids and places of their beads, and refused
// input.
#include <gtest/gtest.h>
#include <rapidcheck.h>

#include <algorithm>
#include <cmath>
#include <glm/geometric.hpp>
#include <set>

#include "file/temporary_folder.h"
#include "formats/lammps.h"
#include "formats/trajectory.h"
#include "scenario/initial/initial_state.h"
#include "scenario/initial/place_molecules.h"
#include "scenario/molecule_plan.h"
#include "scenario/parsing.h"

namespace gpubuck::scenario {
namespace {

using test::errorOf;
using test::names;
using test::Overrides;
using test::parse;

const std::vector<std::string> kNames{"A", "B", "T", "Tail"};

std::string faultOf(const std::string& text) { return readBeads(text, kNames).fault; }

std::string speciesOf(const std::string& text) {
  std::string species;
  for (const int one : readBeads(text, kNames).species) {
    species += kNames[static_cast<std::size_t>(one)] + " ";
  }
  return species;
}

using Bonds = std::vector<std::array<int, 2>>;
using Angles = std::vector<std::array<int, 3>>;

TEST(BeadText, Chains_AreBondedInOrder) {
  const Beads beads = readBeads("A2B", kNames);
  EXPECT_EQ(speciesOf("A2B"), "A A B ");
  EXPECT_EQ(beads.bonds, (Bonds{{0, 1}, {1, 2}}));
  EXPECT_EQ(beads.angles, (Angles{{0, 1, 2}}));
  EXPECT_FALSE(beads.isRing);
  EXPECT_EQ(speciesOf(" A-B - 2 A"), "");  // a number must follow its part directly
  EXPECT_EQ(speciesOf("A B-A"), "A B A ");
  EXPECT_EQ(speciesOf("A10"), "A A A A A A A A A A ");
  EXPECT_TRUE(readBeads("A", kNames).bonds.empty());
}

TEST(BeadText, LongestName_Counts) { EXPECT_EQ(speciesOf("TailT2Tail"), "Tail T T Tail "); }

TEST(BeadText, Branches_BeginAtTheBeadBefore) {
  const Beads lipid = readBeads("B2(T2)2", kNames);
  EXPECT_EQ(lipid.bonds, (Bonds{{0, 1}, {1, 2}, {2, 3}, {1, 4}, {4, 5}}));
  // There is no angle at the bead with three bonds, and none at the ends.
  EXPECT_EQ(lipid.angles, (Angles{{1, 2, 3}, {1, 4, 5}}));
  EXPECT_EQ(readBeads("A(B)A", kNames).bonds, (Bonds{{0, 1}, {0, 2}}));
  EXPECT_EQ(readBeads("A(B(T)2)", kNames).bonds, (Bonds{{0, 1}, {1, 2}, {1, 3}}));
}

TEST(BeadText, Repetitions_GoOnAlongTheChain) {
  EXPECT_EQ(readBeads("[A(B)]3", kNames).bonds, (Bonds{{0, 1}, {0, 2}, {2, 3}, {2, 4}, {4, 5}}));
  EXPECT_EQ(speciesOf("A[AB]2A"), "A A B A B A ");
}

TEST(BeadText, Ring_ClosesTheMainChain) {
  const Beads ring = readBeads("ring A3", kNames);
  EXPECT_TRUE(ring.isRing);
  EXPECT_EQ(ring.bonds, (Bonds{{0, 1}, {1, 2}, {2, 0}}));
  EXPECT_EQ(ring.angles.size(), 3U);
  EXPECT_EQ(readBeads("ring [A(B2)]3", kNames).bonds.back(), (std::array<int, 2>{6, 0}));
}

TEST(BeadText, Faults_AreNamedWithTheirPlace) {
  EXPECT_NE(faultOf("AXB").find("at character 2"), std::string::npos) << faultOf("AXB");
  EXPECT_NE(faultOf("AXB").find("A, B, T, Tail"), std::string::npos);
  for (const char* text :
       {"", "  ", "ring ", "(A)B", "A(B", "A[B", "AB)", "AB]", "A(]", "A()", "A[]", "A0", "ring A2",
        "ring A", "ring A(B3)A", "A10001", "[A100]101", "3A"}) {
    EXPECT_NE(faultOf(text), "") << text;
    EXPECT_TRUE(readBeads(text, kNames).species.empty()) << text;
  }
  EXPECT_EQ(faultOf("[A100]100"), "");
  EXPECT_NE(faultOf(std::string(40, '[') + "A" + std::string(40, ']')), "");
}

TEST(BeadText, AnyText_IsReadOrRefused) {
  rc::check([] {
    std::string text;
    for (int length = *rc::gen::inRange(0, 30); length > 0; --length) {
      text += *rc::gen::elementOf(std::string("AB()[]123 -Tril"));
    }
    const Beads beads = readBeads(text, kNames);
    RC_ASSERT(beads.fault.empty() != beads.species.empty());
    // A tree has one bond fewer than beads, a ring one bond per bead.
    if (!beads.fault.empty()) return;
    RC_ASSERT(beads.bonds.size() + 1 == beads.species.size() + (beads.isRing ? 1 : 0));
    for (std::size_t k = 0; k + 1 < beads.species.size(); ++k) {
      RC_ASSERT(beads.bonds[k][1] == static_cast<int>(k + 1));
      RC_ASSERT(beads.bonds[k][0] <= static_cast<int>(k));
    }
  });
}

const std::string kSoap =
    "[box]\nsize = [8, 8, 8]\n[fluid]\ndensity = 3\n"
    "[[species]]\nname = \"A\"\nfraction = 0\n[[species]]\nname = \"S\"\nfraction = 1\n"
    "[[pair]]\nspecies = [\"A\", \"A\"]\na = 25\ngamma = 4.5\n"
    "[[pair]]\nspecies = [\"A\", \"S\"]\na = 40\ngamma = 4.5\n"
    "[[pair]]\nspecies = [\"S\", \"S\"]\na = 25\ngamma = 4.5\n"
    "[[bond]]\nname = \"link\"\nlength = 0.5\n[[bond]]\nname = \"rope\"\nform = \"fene\"\n"
    "length = 0.1\nreach = 0.9\n";

std::string molecule(const std::string& rest) { return "[[molecule]]\nname = \"m\"\n" + rest; }

TEST(MoleculePlan, Share_IsOfAllParticles) {
  const Scenario soap = parse(kSoap + molecule("beads = \"A2S3\"\nshare = 0.4\n"));
  const std::vector<MoleculePlan> plans = moleculePlans(soap);
  ASSERT_EQ(plans.size(), 1U);
  EXPECT_EQ(particleCount(soap), 1536);
  EXPECT_EQ(plans[0].count, 123);  // 0.4 * 1536 / 5 = 122.88
  EXPECT_EQ(speciesCounts(soap), (std::vector<std::int64_t>{246, 1290}));
  EXPECT_EQ(parse(toToml(soap)).molecules[0].share, 0.4);
  EXPECT_TRUE(differences(soap, parse(toToml(soap))).empty());
}

// 1,536 particles are enough for 153.6 chains of ten beads, or for 307.2 chains of three beads and
// 122.9 chains of five beads together.
TEST(MoleculePlan, SharesOfAllParticles_LeaveNoMoleculeWithoutRoom) {
  const auto counts = [](const std::string& molecules) {
    std::vector<std::int64_t> result;
    for (const auto& plan : moleculePlans(parse(kSoap + molecules))) result.push_back(plan.count);
    return result;
  };
  EXPECT_EQ(counts(molecule("beads = \"A10\"\nshare = 1.0\n")), (std::vector<std::int64_t>{153}));
  EXPECT_EQ(counts(molecule("beads = \"A3\"\nshare = 0.6\n") +
                   "[[molecule]]\nname = \"n\"\nbeads = \"A5\"\nshare = 0.4\n"),
            (std::vector<std::int64_t>{307, 123}));
  EXPECT_EQ(counts(molecule("beads = \"A5\"\nshare = 0.4\n") +
                   "[[molecule]]\nname = \"n\"\nbeads = \"A3\"\nshare = 0.6\n"),
            (std::vector<std::int64_t>{123, 307}));
  EXPECT_EQ(counts(molecule("beads = \"A5\"\nshare = 0.4\n") +
                   "[[molecule]]\nname = \"n\"\nbeads = \"A\"\nshare = 0.6\n"),
            (std::vector<std::int64_t>{123, 921}));
}

TEST(MoleculePlan, Beads_HaveTheFirstIdsKindAfterKind) {
  const Scenario two = parse(kSoap + "[[angle]]\nname = \"bend\"\n[[angle]]\nname = \"other\"\n" +
                             molecule("beads = \"AS\"\ncount = 2\nbond = \"rope\"\n") +
                             "[[molecule]]\nname = \"n\"\nbeads = \"S3\"\ncount = 1\n"
                             "angle = \"other\"\n");
  const dpd::Molecules molecules = moleculesOf(two);
  EXPECT_EQ(molecules.bonds,
            (std::vector<dpd::Bond>{{1, {0, 1}}, {1, {2, 3}}, {0, {4, 5}}, {0, {5, 6}}}));
  EXPECT_EQ(molecules.angles, (std::vector<dpd::Angle>{{1, {4, 5, 6}}}));
  const dpd::ParticleState state = makeInitialState(two);
  EXPECT_EQ(state.molecules, molecules);
  std::vector<int> species(state.count());
  for (std::size_t i = 0; i < state.count(); ++i) {
    species[dpd::idOf(state.predicted[i])] = dpd::speciesOf(state.position[i]);
  }
  EXPECT_EQ(std::vector<int>(species.begin(), species.begin() + 7),
            (std::vector<int>{0, 1, 0, 1, 1, 1, 1}));
  dpd::requireParticlesOf(two.fluid, state);
}

/// Returns the lengths of all bonds at step 0.
std::vector<double> lengths(const Scenario& scenario) {
  const dpd::ParticleState state = makeInitialState(scenario);
  const std::vector<glm::vec3> places = dpd::unpacked(state).position;
  std::vector<double> result;
  for (const dpd::Bond& bond : state.molecules.bonds) {
    result.push_back(
        glm::length(scenario.fluid.box.nearestImage(places[bond.ids[0]] - places[bond.ids[1]])));
  }
  return result;
}

TEST(MoleculePlan, BeadsBegin_AtTheLengthOfTheirBonds) {
  for (const char* beads : {"A20", "ring A20", "A(S5)4", "ring [A(S)]6"}) {
    for (const Overrides& overrides :
         {Overrides{}, Overrides{"box.boundary=[\"reflecting\", \"periodic\", \"reflecting\"]"},
          Overrides{"solid=[{kind=\"body\", shape=\"sphere\", centre=[4, 4, 4], radius=2}]"}}) {
      const Scenario scenario =
          parse(kSoap + molecule(std::string("beads = \"") + beads + "\"\ncount = 9\n"), overrides);
      for (const double length : lengths(scenario)) EXPECT_NEAR(length, 0.5, 1e-5) << beads;
      for (const glm::vec4& place : makeInitialState(scenario).position) {
        EXPECT_TRUE(scenario.fluid.room().contains(glm::dvec3(glm::vec3(place))));
      }
    }
  }
}

TEST(MoleculePlan, BondsWithoutLength_BeginAsHeatStretchesThem) {
  // The bonds begin at a length of sqrt(3 kT / k), but at least 1/4 and at most 1.
  for (const auto& [k, expected] :
       {std::pair{"4", std::sqrt(0.75)}, {"3", 1.0}, {"0", 1.0}, {"12", 0.5}, {"1000", 0.25}}) {
    const Scenario chains = parse(kSoap + molecule("beads = \"A20\"\ncount = 9\n"),
                                  {"bond.0.length=0", std::string("bond.0.k=") + k});
    for (const double length : lengths(chains)) EXPECT_NEAR(length, expected, 1e-5) << k;
  }
}

/// Returns the sum of (1 - r)^2 over all pairs nearer than 1, divided by the number of particles.
double crowding(const Scenario& scenario) {
  const std::vector<glm::vec3> places = dpd::unpacked(makeInitialState(scenario)).position;
  double sum = 0.0;
  for (std::size_t i = 0; i < places.size(); ++i) {
    for (std::size_t j = 0; j < i; ++j) {
      const double r = glm::length(
          scenario.fluid.box.nearestImage(glm::dvec3(places[i]) - glm::dvec3(places[j])));
      if (r < 1.0) sum += (1.0 - r) * (1.0 - r);
    }
  }
  return sum / static_cast<double>(places.size());
}

// For randomly placed particles, crowding() would be 3 * 2 pi / 30 = 0.63, since the integral of
// r^2 (1 - r)^2 is 1 / 30. For chains in random directions it would be larger.
TEST(MoleculePlan, BeadsBegin_ApartFromEachOther) {
  const Scenario melt =
      parse(kSoap + molecule("beads = \"A10\"\nshare = 1.0\n"), {"bond.0.length=0", "bond.0.k=4"});
  EXPECT_LT(crowding(melt), 0.45);
  const Scenario stars = parse(kSoap + molecule("beads = \"A(A3)5\"\nshare = 1.0\n"),
                               {"bond.0.length=0", "bond.0.k=4"});
  EXPECT_LT(crowding(stars), 0.45);
}

TEST(Crowd, AnyPlaces_AgreeWithASumOverAll) {
  rc::check([] {
    cells::Box box;
    box.dimensions = *rc::gen::inRange(2, 4);
    for (int axis = 0; axis < box.dimensions; ++axis) {
      box.size[axis] = *rc::gen::element(0.7, 1.0, 2.5, 3.0, 4.7);
      if (*rc::gen::arbitrary<bool>()) {
        box.boundary[static_cast<std::size_t>(axis)] = cells::Boundary::Reflecting;
      }
    }
    const auto anyPlace = [&] {
      glm::vec3 place(0.0F);
      for (int axis = 0; axis < box.dimensions; ++axis) {
        place[axis] = cells::insideAsFloat(*rc::gen::inRange(0, 1001) * 1e-3 * box.size[axis],
                                           box.size[axis]);
      }
      return place;
    };
    const std::size_t kept = *rc::gen::inRange<std::size_t>(0, 20);
    Crowd crowd(box);
    std::vector<glm::vec3> places;
    for (std::size_t k = 0; k < 20; ++k) places.push_back(anyPlace());
    for (const glm::vec3& place : places) crowd.add(place);
    crowd.keep(kept);
    RC_ASSERT(crowd.count() == kept);
    const glm::vec3 here = anyPlace();
    double expected = 0.0;
    for (std::size_t k = 0; k < kept; ++k) {
      const double r = glm::length(box.nearestImage(glm::dvec3(here) - glm::dvec3(places[k])));
      if (r < 1.0) expected += (1.0 - r) * (1.0 - r);
    }
    RC_ASSERT(std::abs(crowd.at(here) - expected) < 1e-12);
  });
}

TEST(MoleculePlan, WithAngles_ChainsBeginStraight) {
  const Scenario rods =
      parse(kSoap + "[[angle]]\nname = \"bend\"\n" + molecule("beads = \"A5\"\ncount = 1\n"));
  const dpd::Particles particles = dpd::unpacked(makeInitialState(rods));
  const glm::dvec3 ends(particles.position[4] - particles.position[0]);
  EXPECT_NEAR(glm::length(rods.fluid.box.nearestImage(ends)), 2.0, 1e-5);
}

TEST(MoleculePlan, Branches_BeginInDifferentDirections) {
  const Scenario lipid =
      parse(kSoap + "[[angle]]\nname = \"bend\"\n" + molecule("beads = \"A2(S3)2\"\ncount = 1\n"));
  const dpd::Particles particles = dpd::unpacked(makeInitialState(lipid));
  for (std::size_t i = 0; i < 8; ++i) {
    for (std::size_t j = 0; j < i; ++j) EXPECT_NE(particles.position[i], particles.position[j]);
  }
}

TEST(MoleculePlan, Portions_MakeTheSameState) {
  const Scenario soap = parse(kSoap + molecule("beads = \"A2S3\"\nshare = 0.4\n"));
  InitialStateMaker maker(soap);
  while (!maker.advance(7)) {
  }
  const dpd::ParticleState parts = maker.finish(), whole = makeInitialState(soap);
  EXPECT_EQ(parts.position, whole.position);
  EXPECT_EQ(parts.predicted, whole.predicted);
  EXPECT_EQ(parts.molecules, whole.molecules);
}

TEST(MoleculePlan, FaultsOfAScenario_AreOneLine) {
  const std::string good = kSoap + molecule("beads = \"AS\"\ncount = 3\n");
  EXPECT_TRUE(names(errorOf(kSoap + molecule("count = 3\n")), {"molecule.0.beads", "missing"}));
  EXPECT_TRUE(
      names(errorOf(kSoap + molecule("beads = \"AS\"\n")), {"molecule.0.count", "missing"}));
  EXPECT_TRUE(names(errorOf(good + "share = 0.1\n"), {"molecule.0.count", "share"}));
  EXPECT_TRUE(names(errorOf(kSoap + molecule("beads = \"AX\"\ncount = 3\n")),
                    {"molecule.0.beads", "character 2"}));
  EXPECT_TRUE(
      names(errorOf(good + "bond = \"chain\"\n"), {"molecule.0.bond", "chain", "link", "rope"}));
  EXPECT_TRUE(names(errorOf(good + "angle = \"bend\"\n"), {"molecule.0.angle"}));
  EXPECT_TRUE(
      names(errorOf(good + good.substr(good.find("[[molecule]]"))), {"molecule.1.name", "m"}));
  EXPECT_TRUE(names(errorOf(kSoap + "[[bond]]\nname = \"link\"\n"), {"bond.2.name", "link"}));
  EXPECT_TRUE(
      names(errorOf(kSoap + "[[bond]]\nname = \"x\"\nreach = 2\n"), {"bond.2.reach", "fene"}));
  EXPECT_TRUE(
      names(errorOf(kSoap + "[[bond]]\nname = \"x\"\nlength = 4\n"), {"bond.2.length", "3.6"}));
  const std::string closed = "box.boundary=[\"reflecting\", \"reflecting\", \"reflecting\"]";
  for (const char* form : {"harmonic", "fene"}) {
    EXPECT_TRUE(
        names(errorOf(good, {closed, "bond.0.length=1e30", std::string("bond.0.form=") + form}),
              {"bond.0.length", "1e+30", "13.86", "diagonal"}));
  }
  EXPECT_TRUE(names(errorOf(kSoap + "[[bond]]\nname = \"x\"\nk = -1\n"), {"bond.2.k", "-1"}));
  EXPECT_TRUE(names(errorOf(kSoap + "[[angle]]\nname = \"x\"\ndegrees = 181\n"),
                    {"angle.0.degrees", "181", "0", "180"}));
  EXPECT_TRUE(names(errorOf(kSoap + molecule("beads = \"A9S\"\ncount = 154\n")),
                    {"molecule", "1540 beads"}));
  EXPECT_TRUE(names(errorOf(good, {"initial.state=lattice"}), {"molecule", "random"}));
  std::string without = good;
  without.erase(without.find("[[bond]]"), without.find("[[molecule]]") - without.find("[[bond]]"));
  EXPECT_TRUE(names(errorOf(without), {"molecule.0.bond"}));
  std::string many;
  for (int k = 0; k < 15; ++k) many += "[[bond]]\nname = \"b" + std::to_string(k) + "\"\n";
  EXPECT_TRUE(names(errorOf(kSoap + many), {"bond", "17", "16"}));
}

TEST(MoleculePlan, Bonds_BeginAtTheirLength_OrWithinTheirReach) {
  struct Case {
    const char *form, *length, *reach;
    double least, most;
  };
  // A bond of length 0 begins at a length of 0.25 to 1, or at half of its reach if this is shorter.
  const Case cases[]{{"fene", "0.7", "0.3", 0.7, 0.7},  {"fene", "0.7", "0.5", 0.7, 0.7},
                     {"fene", "0.7", "1.5", 0.7, 0.7},  {"fene", "2", "1.2", 2.0, 2.0},
                     {"fene", "3.5", "0.05", 3.5, 3.5}, {"fene", "0", "0.1", 0.05, 0.05},
                     {"fene", "0", "9", 0.25, 1.0},     {"harmonic", "3.5", "", 3.5, 3.5},
                     {"harmonic", "0", "", 0.25, 1.0}};
  for (const auto& [form, length, reach, least, most] : cases) {
    SCOPED_TRACE(std::string(form) + " " + length + " " + reach);
    Overrides overrides{"bond.0.form=" + std::string(form), "bond.0.length=" + std::string(length)};
    if (*reach != '\0') overrides.push_back("bond.0.reach=" + std::string(reach));
    const Scenario chains = parse(kSoap + molecule("beads = \"A4S\"\ncount = 9\n"), overrides);
    const dpd::ParticleState state = makeInitialState(chains);
    const dpd::Particles particles = dpd::unpacked(state);
    ASSERT_EQ(state.molecules.bonds.size(), 36U);
    for (const dpd::Bond& bond : state.molecules.bonds) {
      const double held =
          glm::length(chains.fluid.box.nearestImage(glm::dvec3(particles.position[bond.ids[0]]) -
                                                    glm::dvec3(particles.position[bond.ids[1]])));
      EXPECT_GT(held, least - 1e-5);
      EXPECT_LT(held, most + 1e-5);
    }
  }
}

TEST(MoleculePlan, NoRoom_IsAnError) {
  // The ring is a circle 16 wide, but the box is 8 wide between its walls.
  const Scenario narrow = parse(kSoap + molecule("beads = \"ring A100\"\ncount = 1\n"),
                                {"box.boundary=[\"reflecting\", \"reflecting\", \"reflecting\"]"});
  EXPECT_THROW(makeInitialState(narrow), InputError);
}

TEST(MoleculePlan, GivenParticles_MustBeItsBeads) {
  const Scenario soap = parse(kSoap + molecule("beads = \"AS\"\ncount = 3\n"));
  dpd::Particles particles = dpd::unpacked(makeInitialState(soap));
  EXPECT_EQ(makeInitialState(soap, particles, "given").molecules, moleculesOf(soap));
  particles.species[2] = 1;
  EXPECT_TRUE(names(
      gpubuck::test::messageOf<InputError>([&] { makeInitialState(soap, particles, "given"); }),
      {"given", "particle 2", "S"}));
}

/// A scenario, and files with its particles.
struct FileOfMolecules : ::testing::Test {
  gpubuck::test::TemporaryFolder folder;
  const std::string three = molecule("beads = \"AS2\"\ncount = 3\n");
  const std::string text = kSoap + "[[angle]]\nname = \"bend\"\n";
  const Scenario soap = parse(text + three);
  const dpd::ParticleState state = makeInitialState(soap);

  std::string put(const std::string& name, const dpd::Molecules& molecules) const {
    const dpd::Particles particles = dpd::unpacked(state);
    if (name.ends_with(".gsd")) {
      formats::makeGsdWriter(folder / name, soap.fluid, molecules, file::Opening::Replace,
                             formats::Keep::Whole)
          ->append({0, 0.0, particles});
    } else {
      formats::writeLammpsData(folder / name, soap.fluid, particles, "soap", molecules);
    }
    return folder / name;
  }
  /// Returns the id of the particle that is nearest to particle `id`.
  std::uint32_t nearest(std::uint32_t id) const {
    const std::vector<glm::vec3> places = dpd::unpacked(state).position;
    const auto distance = [&](std::uint32_t other) {
      return glm::length(
          soap.fluid.box.nearestImage(glm::dvec3(places[id]) - glm::dvec3(places[other])));
    };
    std::uint32_t found = id == 0 ? 1 : 0;
    for (std::uint32_t other = 0; other < places.size(); ++other) {
      if (other != id && distance(other) < distance(found)) found = other;
    }
    return found;
  }
  static dpd::Molecules read(const std::string& scenario, const std::string& file) {
    return makeInitialState(parse(scenario, {"initial.state=file", "initial.file=" + file}))
        .molecules;
  }
};

TEST_F(FileOfMolecules, Bonds_AreThoseOfTheFile) {
  // The file has bonds and angles that no [[molecule]] makes: bonds of both kinds between any ids,
  // and an angle whose beads have no bonds.
  const dpd::Molecules molecules{{{1, {100, nearest(100)}}, {0, {7, nearest(7)}}},
                                 {{0, {5, 4, 3}}}};
  for (const char* name : {"soap.data", "soap.gsd"}) {
    EXPECT_EQ(read(text, put(name, molecules)), molecules) << name;
    EXPECT_TRUE(read(text, put(name, {})).empty()) << name;
  }
}

TEST_F(FileOfMolecules, BondsOfAFile_MustBeThoseOfTheMolecules) {
  dpd::Molecules molecules = state.molecules;
  // The file has the bonds and the ids in another order.
  std::ranges::reverse(molecules.bonds);
  std::swap(molecules.bonds[1].ids[0], molecules.bonds[1].ids[1]);
  std::swap(molecules.angles[2].ids[0], molecules.angles[2].ids[2]);
  for (const std::string name : {"soap.data", "soap.gsd"}) {
    EXPECT_EQ(read(text + three, put(name, molecules)), molecules) << name;
    EXPECT_EQ(read(text + three, put(name, {})), state.molecules) << name;
    dpd::Molecules others = molecules;
    others.bonds[1].kind = 1;
    for (const dpd::Molecules& wrong : {others, dpd::Molecules{molecules.bonds, {}}}) {
      EXPECT_TRUE(names(gpubuck::test::messageOf<InputError>(
                            [&] { read(text + three, put(name, wrong)); }, folder),
                        {name, "[[molecule]]"}));
    }
  }
}

}  // namespace
}  // namespace gpubuck::scenario
