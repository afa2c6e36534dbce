// FIELD and CONTROL of DL_MESO: the scenarios made from them, and refused input.
#include "scenario/dl_meso/dl_meso.h"

#include <fmt/format.h>
#include <gtest/gtest.h>
#include <rapidcheck.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <fstream>
#include <numbers>
#include <sstream>

#include "base/error.h"
#include "file/temporary_folder.h"
#include "scenario/built_in.h"
#include "scenario/initial/initial_state.h"

namespace gpubuck::scenario::dl_meso {
namespace {

using gpubuck::test::TemporaryFolder;

const std::string kControl =
    "control\n\nvolume 8 8 10\ntemperature 1.0\ntimestep 0.02\nsteps 100\nfinish\n";

/// Dimers in a solvent. The tests replace parts of the text.
const std::string kField = R"(a title

SPECIES 3
A 1.0 0.0 0
B 2.0 0.0 10 0
S 1.0 0.0 1890

MOLECULES 1
dimer
nummols 10
beads 2
A 0.1 -0.2 -0.25
B 0.1 -0.2 0.25
bonds 1
harm 1 2 100.0 0.5
finish

INTERACTIONS 6
A A dpd 25.0 1.0 5.625
A B dpd 30.0 1.0 5.625
A S dpd 0.0 1.0 5.625
B B dpd 25.0 1.0 5.625
B S dpd 50.0 1.0 5.625
S S dpd 25.0 1.0 5.625

CLOSE
)";

struct DlMeso : ::testing::Test {
  TemporaryFolder folder;

  Scenario load(const std::string& field, const std::string& control = kControl,
                const std::vector<std::string>& overrides = {}) const {
    folder.put("FIELD", field);
    folder.put("CONTROL", control);
    return loadScenario(folder / "FIELD", overrides);
  }

  std::string unused(const std::string& field, const std::string& control = kControl) const {
    folder.put("FIELD", field);
    folder.put("CONTROL", control);
    return readInput(folder / "FIELD").unused;
  }

  /// Returns the message of the InputError, without the folder.
  std::string errorOf(const std::string& field, const std::string& control = kControl) const {
    return gpubuck::test::messageOf<InputError>([&] { load(field, control); }, folder);
  }

  void expectScenario(const Scenario& scenario, const std::string& toml) const {
    const Scenario expected = parseScenario(toml, "expected.toml", {});
    for (const Difference& each : differences(scenario, expected)) {
      ADD_FAILURE() << each.key << " is " << each.first << ", not " << each.second;
    }
    EXPECT_EQ(toToml(scenario), toToml(expected));
  }
};

/// Returns kField or kControl with a part replaced.
std::string with(std::string text, const std::string& part, const std::string& replacement) {
  const std::size_t place = text.find(part);
  EXPECT_NE(place, std::string::npos) << part;
  return text.replace(place, part.size(), replacement);
}

/// Returns the side of a cube, computed when the program runs. A compiler would round it
/// differently.
double sideOf(double volume) {
  const volatile double unknown = volume;
  return std::cbrt(unknown);
}

std::string pairs(const std::vector<std::array<std::string, 4>>& all) {
  std::string toml;
  for (const auto& [one, other, a, gamma] : all) {
    toml += "[[pair]]\nspecies = ['" + one + "', '" + other + "']\na = " + a +
            "\ngamma = " + gamma + "\n";
  }
  return toml;
}

TEST_F(DlMeso, Soap_IsTheScenarioWrittenByHand) {
  const Scenario soap = loadScenario(GPUBUCK_SOURCE_DIR "/examples/dl_meso/soap");
  expectScenario(
      soap,
      "name = 'soap'\n"
      "description = 'Soap: dimers of a head A and a tail B in a solvent S, 55 % of 12000 beads'\n"
      "[box]\nsize = [10, 10, 20]\n[fluid]\ndensity = 6\nkT = 1\n"
      "[[species]]\nname = 'A'\nfraction = 0\n[[species]]\nname = 'B'\nfraction = 0\n"
      "[[species]]\nname = 'S'\nfraction = 1\n" +
          pairs({{"A", "A", "25", "5.625"},
                 {"A", "B", "30", "5.625"},
                 {"A", "S", "0", "5.625"},
                 {"B", "B", "25", "5.625"},
                 {"B", "S", "50", "5.625"},
                 {"S", "S", "25", "5.625"}}) +
          "[[bond]]\nname = 'bond1'\nform = 'harmonic'\nk = 100\nlength = 0.5\n"
          "[[molecule]]\nname = 'dimer'\nbeads = 'AB'\ncount = 3300\n"
          "[integrator]\nkind = 'velocity-verlet'\nlambda = 0.5\ndt = 0.02\n");
  EXPECT_EQ(speciesCounts(soap), (std::vector<std::int64_t>{3300, 3300, 5400}));
}

TEST_F(DlMeso, Lipids_AreTheScenarioWrittenByHand) {
  const Scenario lipids = loadScenario(GPUBUCK_SOURCE_DIR "/examples/dl_meso/lipids/FIELD");
  const double side = sideOf(16384.0);
  expectScenario(
      lipids,
      "name = 'lipids'\ndescription = 'Lipids: a head H and six tails C in water W'\n[box]\n" +
          fmt::format("size = [{0}, {0}, {0}]\n[fluid]\ndensity = {1}\nkT = 1\n", side,
                      49152 / (side * side * side)) +
          "[[species]]\nname = 'H'\nfraction = 0\n[[species]]\nname = 'C'\nfraction = 0\n"
          "[[species]]\nname = 'W'\nfraction = 1\n" +
          pairs({{"H", "H", "25", "4.5"},
                 {"H", "C", "50", "9"},
                 {"H", "W", "35", "4.5"},
                 {"C", "C", "25", "4.5"},
                 {"C", "W", "75", "20"},
                 {"W", "W", "25", "4.5"}}) +
          "[[bond]]\nname = 'bond1'\nk = 128\nlength = 0.5\n"
          "[[angle]]\nname = 'angle1'\nform = 'cosine'\nk = 20\ndegrees = 180\n"
          "[[molecule]]\nname = 'lipid'\nbeads = 'HC6'\ncount = 2000\n"
          "[integrator]\nkind = 'velocity-verlet'\nlambda = 0.5\ndt = 0.03\n");
  EXPECT_EQ(particleCount(lipids), 49152);
  EXPECT_EQ(speciesCounts(lipids), (std::vector<std::int64_t>{2000, 12000, 35152}));
}

// The melt of Groot and Madden 1998, without any solvent.
TEST_F(DlMeso, DiblockMelt_IsTheScenarioWrittenByHand) {
  std::string field = "diblock\nspecies 2\nA, 1, 0, 0\nB\t1 0 0\nmolecules 1\nblock\nBEADS 10\n";
  for (int k = 0; k < 10; ++k) field += k < 5 ? "A\n" : "2\n";
  field += "NumMols 192\nBonds 9\n";
  for (int k = 1; k < 10; ++k) {
    field += "harm " + std::to_string(k + 1) + " " + std::to_string(k) + " 4.0 0.0\n";
  }
  field +=
      "Finish\ninteractions 3\nB A dpd 40 1 4.5\nA A dpd 25 1 4.5\nB 2 dpd 25 1 4.5 0 0\nclose";
  const Scenario melt = load(
      field, "x\nTEMP 1\nVol 640\ntimestep 0.04 \nensemble nvt dpdvv\nfinish\n", {"name=melt"});
  const double side = sideOf(640.0);
  expectScenario(
      melt, "name = 'melt'\ndescription = 'diblock'\n[box]\n" +
                fmt::format("size = [{0}, {0}, {0}]\n[fluid]\ndensity = {1}\nkT = 1\n", side,
                            1920 / (side * side * side)) +
                "[[species]]\nname = 'A'\n[[species]]\nname = 'B'\nfraction = 0\n" +
                pairs({{"A", "A", "25", "4.5"}, {"A", "B", "40", "4.5"}, {"B", "B", "25", "4.5"}}) +
                "[[bond]]\nname = 'bond1'\nk = 4\nlength = 0\n"
                "[[molecule]]\nname = 'block'\nbeads = 'A5B5'\ncount = 192\n"
                "[integrator]\nkind = 'leapfrog-ab2'\ndt = 0.04\n");
  EXPECT_EQ(speciesCounts(melt), (std::vector<std::int64_t>{960, 960}));
}

TEST_F(DlMeso, ParticlesOfAllSpecies_AreExactlyThoseOfField) {
  const Scenario mixed = load(with(kField, "S 1.0 0.0 1890", "S 1.0 0.0 1777"));
  EXPECT_EQ(particleCount(mixed), 1807);
  EXPECT_EQ(speciesCounts(mixed), (std::vector<std::int64_t>{10, 20, 1777}));
  EXPECT_EQ(mixed.fluid.species[1].mass, 2.0);
  const dpd::ParticleState state = makeInitialState(mixed);
  EXPECT_EQ(state.count(), 1807U);
  ASSERT_EQ(state.molecules.bonds.size(), 10U);
  EXPECT_EQ(state.molecules.bonds[9], (dpd::Bond{0, {18, 19}}));
}

TEST_F(DlMeso, ManyBody_IsReadForOneSpecies) {
  const std::string field =
      "drop\nSPECIES 1\nA 1 0 3000\nINTERACTIONS 1\n"
      "A A mdpd -40 25 0 0.0 0 1 4.5\nCLOSE\n";
  const std::string control = with(kControl, "steps 100", "manybody cutoff 0.75");
  const dpd::Fluid fluid = load(field, control).fluid;
  EXPECT_EQ(fluid.law, dpd::PairLawKind::ManyBody);
  EXPECT_EQ(fluid.pairs[0].a, -40.0);
  EXPECT_EQ(fluid.pairs[0].gamma, 4.5);
  EXPECT_EQ(fluid.manyBody.b, 25.0);
  EXPECT_EQ(fluid.manyBody.densityRadius, 0.75);
  EXPECT_EQ(fluid.manyBody.kernel, dpd::DensityKernel::Warren);
  EXPECT_TRUE(test::names(errorOf(field), {"CONTROL", "manybody"}));
  EXPECT_TRUE(test::names(errorOf(with(field, "0.0 0 1", "0.5 0 1"), control),
                          {"FIELD:5", "D of mdpd", "0", "0.5"}));
}

TEST_F(DlMeso, GravitySeedAndFeneBonds) {
  const dpd::Fluid fluid = load(with(with(kField, "harm 1 2 100.0 0.5", "fene 1 2 40 1.25"),
                                     "CLOSE", "EXTERNAL\ngrav 0.0 -0.02 1e-2\nCLOSE"),
                                with(kControl, "finish", "seed 77\nfinish"))
                               .fluid;
  EXPECT_EQ(fluid.gravity, glm::dvec3(0.0, -0.02, 0.01));
  EXPECT_EQ(fluid.seed, 77U);
  EXPECT_EQ(fluid.bondKinds[0], (dpd::BondKind{"bond1", dpd::BondForm::Fene, 40.0, 0.0, 1.25}));
}

const std::string kTrimer =
    with(with(kField, "beads 2", "beads 3\nA"), "bonds 1\nharm 1 2 100.0 0.5",
         "bonds 2\nharm 1 2 100 0.5\nharm 2 3 100 0.5\n"
         "angles 1\ncos 1 2 3 20 0 1");

/// Returns the energy of an angle as dpd/model/molecules.h defines it.
double energyOf(const dpd::AngleKind& kind, double theta) {
  const double theta0 = kind.degrees * std::numbers::pi / 180.0;
  return kind.form == dpd::AngleForm::Cosine ? kind.k * (1.0 - std::cos(theta - theta0))
                                             : 0.5 * kind.k * (theta - theta0) * (theta - theta0);
}

TEST_F(DlMeso, Angles_HaveTheEnergyOfDlMeso) {
  for (const double theta0 : {0.0, -60.0, -180.0, 180.0, -0.5}) {
    const Scenario trimer = load(with(kTrimer, "20 0 1", fmt::format("20 {} 1", theta0)));
    ASSERT_EQ(trimer.fluid.angleKinds.size(), 1U);
    for (const double theta : {0.0, 0.3, 1.5, 2.9, 3.14}) {
      const double expected = 20.0 * (1.0 + std::cos(theta - theta0 * std::numbers::pi / 180.0));
      EXPECT_NEAR(energyOf(trimer.fluid.angleKinds[0], theta), expected, 1e-12) << theta0;
    }
  }
  const Scenario harmonic = load(with(kTrimer, "cos 1 2 3 20 0 1", "harm 3 2 1 8 120"));
  EXPECT_EQ(harmonic.fluid.angleKinds[0],
            (dpd::AngleKind{"angle1", dpd::AngleForm::Harmonic, 8.0, 120.0}));
}

TEST_F(DlMeso, MoleculesWithoutAngles_GetAnglesWithoutEnergy) {
  const std::string chains = with(
      with(kTrimer, "MOLECULES 1", "MOLECULES 3"), "finish\n",
      "finish\nfree\nnummols 2\nbeads 3\nB\nB\nB\nbonds 2\nharm 1 2 100 0.5\nharm 1 3 100 0.5\n"
      "finish\ndimer2\nnummols 3\nbeads 2\nA\nA\nbonds 1\nharm 2 1 50 0.5\nno isomers\nfinish\n");
  const Scenario scenario = load(chains);
  ASSERT_EQ(scenario.fluid.angleKinds.size(), 2U);
  EXPECT_EQ(scenario.fluid.angleKinds[1].k, 0.0);
  ASSERT_EQ(scenario.fluid.bondKinds.size(), 2U);
  std::vector<std::array<int, 2>> kinds;
  for (const MoleculeKind& each : scenario.molecules) kinds.push_back({each.bond, each.angle});
  EXPECT_EQ(kinds, (std::vector<std::array<int, 2>>{{0, 0}, {0, 1}, {1, 0}}));
  EXPECT_EQ(scenario.molecules[1].beads, "B(B)2");
}

TEST_F(DlMeso, Notice_NamesWhatHasNoEffect) {
  const std::string control =
      "x\nvolume 8 8 10\ntemperature 1\ncutoff 1.25\nboundary halo 2\ntimestep 0.01\n"
      "steps 20000\nequilibration steps 0\nscale temperature every 10\ntrajectory 0 100\n"
      "stats every 100\nstack size 100\nprint every 10\nprint partial\njob time 3600\n"
      "close time 200\ndensvar 10\nensemble nvt mdvv\nl_scr\nfinish\nafter\n";
  const std::string notice = unused(kField, control);
  EXPECT_NE(notice.find("FIELD: without effect here: coordinates of beads"), std::string::npos);
  for (const char* part : {"CONTROL: without effect here: ", "cutoff 1.25 (all forces end at 1)",
                           "steps 20000 (give --steps)", "boundary halo, ", "scale temperature, ",
                           ", print, job time", ", densvar", ", l_scr"}) {
    EXPECT_NE(notice.find(part), std::string::npos) << part << " in " << notice;
  }
  EXPECT_EQ(notice.find('\n'), std::string::npos);
  const std::string bare = with(with(kField, "A 0.1 -0.2 -0.25", "A"), "B 0.1 -0.2 0.25", "B");
  EXPECT_EQ(unused(bare, with(kControl, "steps 100\n", "cutoff 1.0\n")), "");
}

TEST_F(DlMeso, FolderFileAndOverrides) {
  load(kField);
  EXPECT_TRUE(isInput(folder.path()));
  EXPECT_TRUE(isInput(folder / "FIELD"));
  EXPECT_FALSE(isInput(folder / "CONTROL"));
  const Scenario scenario = findScenario(folder.path().string() + "/", {"fluid.kT=0.5"});
  EXPECT_EQ(scenario.fluid.kT, 0.5);
  EXPECT_EQ(scenario.name, folder.path().filename().string());
  EXPECT_EQ(findScenario(folder / ".").name, scenario.name);
  EXPECT_EQ(scenario.description, "a title");
  expectScenario(scenario, toToml(scenario));
  EXPECT_TRUE(test::names(gpubuck::test::messageOf<InputError>(
                              [&] { loadScenario(folder.path(), {"fluid.kT=-1"}); }, folder),
                          {"fluid.kT=-1", "fluid.kT", "-1", "0"}));
}

TEST_F(DlMeso, FieldErrors_NameLineValueAndWhatIsAllowed) {
  struct Case {
    std::string part, replacement;
    gpubuck::test::Facts facts;
  };
  const std::vector<Case> cases{
      {"CLOSE",
       "POTENTIALS 2\n",
       {"FIELD:26", "POTENTIALS", "SPECIES", "MOLECULES", "INTERACTIONS", "EXTERNAL", "CLOSE"}},
      {"SPECIES 3", "UNITS kT\nSPECIES 3", {"FIELD:3", "UNITS", "SPECIES"}},
      {"CLOSE\n", "", {"FIELD", "early", "CLOSE"}},
      {"SPECIES 3", "SPECIES", {"FIELD:3", "1", "keyword"}},
      {"SPECIES 3", "SPECIES 17", {"FIELD:3", "17 species", "16"}},
      {"SPECIES 3", "SPECIES 0", {"FIELD:3", "0 species", "16"}},
      {"SPECIES 3", "SPECIES two", {"FIELD:3", "two", "0", "16777215"}},
      {"A 1.0 0.0 0", "A 1.0 -1 0", {"FIELD:4", "charge of A", "0", "-1"}},
      {"10 0\n", "10 1\n", {"FIELD:5", "B", "0", "1"}},
      {"A 1.0 0.0 0", "A 0 0.0 0", {"FIELD:4", "mass", "0"}},
      {"A 1.0 0.0 0", "A 1.0 0.0", {"FIELD:4", "3", "name", "mass", "charge"}},
      {"A 1.0 0.0 0", "A 1.0 0.0 1.5", {"FIELD:4", "1.5", "particles"}},
      {"A 1.0 0.0 0", "A+ 1.0 0.0 0", {"FIELD:4", "name", "A+", "1", "32"}},
      {"B 2.0", "A 2.0", {"FIELD:5", "second", "species", "A"}},
      {"INTERACTIONS 6", "SPECIES 1\n", {"FIELD:18", "SPECIES", "second"}},
      {"MOLECULES 1", "MOLECULES 17", {"FIELD:8", "17", "16"}},
      {"dimer\n", "a dimer\n", {"FIELD:9", "2", "name"}},
      {"nummols 10", "nummols many", {"FIELD:10", "many", "molecules"}},
      {"nummols 10\n", "", {"FIELD:15", "dimer", "nummols"}},
      {"beads 2", "beads 0", {"FIELD:11", "0", "1", "10000"}},
      {"A 0.1 -0.2 -0.25", "C 0 0 0", {"FIELD:12", "C", "A", "B", "S"}},
      {"A 0.1 -0.2 -0.25", "A 0 0", {"FIELD:12", "3", "bead"}},
      {"A 0.1 -0.2 -0.25", "A 0 zero 0", {"FIELD:12", "zero", "finite"}},
      {"harm 1 2 100.0 0.5", "mors 1 2 100.0 0.5", {"FIELD:15", "mors", "harm", "fene"}},
      {"harm 1 2 100.0 0.5", "harm 1 3 100.0 0.5", {"FIELD:15", "3", "1", "2"}},
      {"harm 1 2 100.0 0.5", "harm 2 2 100.0 0.5", {"FIELD:15", "bead 2", "twice"}},
      {"harm 1 2 100.0 0.5", "harm 1 2 -1 0.5", {"FIELD:15", "k", "-1", "0"}},
      {"harm 1 2 100.0 0.5", "harm 1 2 100", {"FIELD:15", "4", "harm"}},
      {"harm 1 2 100.0 0.5", "fene 1 2 100 1.5 0.3", {"FIELD:15", "0.3", "0 or left out"}},
      {"bonds 1\nharm 1 2 100.0 0.5",
       "bonds 2\nharm 1 2 100 0.5\nharm 2 1 100 0.5",
       {"FIELD:16", "second", "bond", "1", "2"}},
      {"bonds 1\nharm 1 2 100.0 0.5\n", "", {"FIELD:14", "dimer", "bonds", "1", "2"}},
      {"bonds 1", "dihedrals 1", {"FIELD:14", "dihedrals", "molecule"}},
      {"finish\n", "", {"FIELD:17", "INTERACTIONS", "unknown"}},
      {"A A dpd 25.0", "A A lj 25.0", {"FIELD:19", "lj", "dpd", "mdpd"}},
      {"A A dpd 25.0 1.0 5.625", "A A dpd 25.0 1.5 5.625", {"FIELD:19", "r_c", "1", "1.5"}},
      {"A A dpd 25.0", "A A dpd -25.0", {"FIELD:19", "a", "-25", "0"}},
      {"A A dpd 25.0 1.0 5.625", "A A dpd 25.0 1.0", {"FIELD:19", "5", "species"}},
      {"A A dpd 25.0 1.0 5.625", "A A dpd 25.0 1.0 -1", {"FIELD:19", "gamma", "-1", "0"}},
      {"A A dpd 25.0 1.0 5.625", "A A dpd 25.0 1.0 5.625 2", {"FIELD:19", "2", "0 or left out"}},
      {"A A dpd 25.0 1.0", "A A mdpd -40 25 0 0 0 1 4.5", {"FIELD:19", "mdpd", "species"}},
      {"A A dpd 25.0", "A X dpd 25.0", {"FIELD:19", "X", "A", "B", "S"}},
      {"B B dpd", "B A dpd", {"FIELD:22", "second", "pair", "B A"}},
      {"INTERACTIONS 6\n", "INTERACTIONS 5\n", {"FIELD:24", "S", "unknown"}},
      {"INTERACTIONS 6\nA A dpd 25.0 1.0 5.625\n",
       "INTERACTIONS 5\n",
       {"FIELD", "INTERACTIONS", "A A"}},
      {"CLOSE", "EXTERNAL\nshear 0.1 0 0\nCLOSE", {"FIELD:27", "shear", "grav"}},
      {"CLOSE", "EXTERNAL\ngrav 0.1 0\nCLOSE", {"FIELD:27", "3", "grav"}}};
  for (const auto& [part, replacement, facts] : cases) {
    EXPECT_TRUE(test::names(errorOf(with(kField, part, replacement)), facts));
  }
  EXPECT_TRUE(test::names(errorOf(""), {"FIELD", "empty"}));
  EXPECT_TRUE(test::names(errorOf("title\nclose\n"), {"FIELD", "SPECIES"}));
}

TEST_F(DlMeso, MoleculeErrors_SayWhatAMoleculeCanHave) {
  struct Case {
    std::string part, replacement;
    gpubuck::test::Facts facts;
  };
  const std::vector<Case> cases{
      {"harm 2 3 100 0.5", "harm 2 3 100 0.6", {"FIELD:17", "bond"}},
      {"angles 1\ncos",
       "angles 2\ncos 1 3 2 20 0 1\ncos",
       {"FIELD:21", "dimer", "angle", "1", "3", "2"}},
      {"angles 1\ncos", "angles 2\ncos 1 2 3 10 0 1\ncos", {"FIELD:20", "angle"}},
      {"cos 1 2 3 20 0 1", "cos 1 2 3 20 0 2", {"FIELD:19", "m of cos", "1", "2"}},
      {"cos 1 2 3 20 0 1",
       "cos 1 2 3 20 90 1",
       {"FIELD:19", "theta0 of cos", "-180", "0", "180", "90"}},
      {"cos 1 2 3 20 0 1", "hcos 1 2 3 20 0 1", {"FIELD:19", "hcos", "harm", "cos"}},
      {"cos 1 2 3 20 0 1", "harm 1 2 3 20 200", {"FIELD:19", "degrees", "200", "0", "180"}}};
  for (const auto& [part, replacement, facts] : cases) {
    EXPECT_TRUE(test::names(errorOf(with(kTrimer, part, replacement)), facts));
  }
  const std::string four =
      with(with(kTrimer, "beads 3\n", "beads 4\nB\n"), "bonds 2\n", "bonds 3\nharm 3 4 100 0.5\n");
  EXPECT_TRUE(test::names(errorOf(four), {"FIELD:22", "dimer", "angle", "2", "3", "4"}));
}

TEST_F(DlMeso, ControlErrors_NameLineValueAndWhatIsAllowed) {
  struct Case {
    std::string part, replacement;
    gpubuck::test::Facts facts;
  };
  const std::vector<Case> cases{
      {"steps 100", "ewald 0.9 5 5 5", {"CONTROL:6", "ewald", "volume"}},
      {"steps 100", "restart", {"CONTROL:6", "restart", "unknown"}},
      {"steps 100", "surface hard z", {"CONTROL:6", "surface", "unknown"}},
      {"steps 100", "pressure 23.7", {"CONTROL:6", "pressure", "unknown"}},
      {"steps 100", "steps -1", {"CONTROL:6", "-1", "steps"}},
      {"steps 100", "ensemble npt mdvv", {"CONTROL:6", "npt", "nvt"}},
      {"steps 100", "ensemble nvt lowe", {"CONTROL:6", "lowe", "mdvv", "dpdvv"}},
      {"steps 100", "cutoff 0.8", {"CONTROL:6", "cutoff", "1"}},
      {"steps 100", "seed -3", {"CONTROL:6", "-3", "0", "4294967295"}},
      {"steps 100", "volume 10", {"CONTROL:6", "second", "volume"}},
      {"volume 8 8 10\n", "", {"CONTROL", "volume"}},
      {"temperature 1.0\n", "", {"CONTROL", "temperature"}},
      {"timestep 0.02\n", "", {"CONTROL", "timestep"}},
      {"volume 8 8 10", "volume 8 8", {"CONTROL:3", "3", "volume"}},
      {"volume 8 8 10", "volume 8 -8 10", {"CONTROL:3", "size", "-8", "0"}},
      {"temperature 1.0", "temperature warm", {"CONTROL:4", "warm", "finite"}},
      {"temperature 1.0", "temperature -1", {"CONTROL:4", "kT", "-1", "0"}},
      {"timestep 0.02", "timestep 0", {"CONTROL:5", "dt", "0", "1e-12"}},
      {"finish\n", "", {"CONTROL", "early", "finish"}}};
  for (const auto& [part, replacement, facts] : cases) {
    EXPECT_TRUE(test::names(errorOf(kField, with(kControl, part, replacement)), facts));
  }
  // The error names a key of the whole scenario, as `gpubuck export toml` writes it.
  EXPECT_TRUE(test::names(errorOf(kField, with(kControl, "8 8 10", "2 8 10")),
                          {"box.size.0", "2", "3 cells"}));
}

TEST_F(DlMeso, NeighboursOfField_AreNamed) {
  folder.put("FIELD", kField);
  const auto error = [&] {
    return gpubuck::test::messageOf<InputError>([&] { loadScenario(folder.path()); }, folder);
  };
  EXPECT_TRUE(
      test::names(error(), {"CONTROL", "missing", "box", "temperature", "time step", "FIELD"}));
  folder.put("CONTROL", kControl);
  folder.put("CONFIG", "");
  EXPECT_TRUE(test::names(error(), {"CONFIG", "places", "molecules"}));
}

TEST_F(DlMeso, Config_HasThePlacesAndPerhapsTheBox) {
  const std::string field =
      "mix\nSPECIES 2\nA 1 0 40\nB 1 0 41\nINTERACTIONS 3\n"
      "A A dpd 25 1 4.5\nA B dpd 40 1 4.5\nB B dpd 25 1 4.5\nCLOSE\n";
  std::string config = "title\n0 2 81\n3.0 0 0\n0 3.0 0\n0 0 3.0\n";
  for (int k = 0; k < 81; ++k) {
    config += fmt::format("{} {}\n{} 0.25 -1.5\n", k < 40 ? "A" : "2", k + 1, 0.03125 * k - 1.25);
  }
  folder.put("CONFIG", config);
  const Scenario mix = load(field, with(kControl, "volume 8 8 10\n", ""));
  EXPECT_EQ(mix.fluid.box.size, glm::dvec3(3.0));
  const dpd::Particles particles = dpd::unpacked(makeInitialState(mix));
  EXPECT_EQ(particles.position[40], glm::vec3(1.5F, 1.75F, 0.0F));
  EXPECT_EQ(particles.species[39], 0);
  EXPECT_EQ(particles.species[40], 1);
  expectScenario(mix, toToml(mix));
  // The boxes of CONFIG and CONTROL must agree.
  const Scenario other = load(field, with(kControl, "8 8 10", "3 3 4"));
  EXPECT_TRUE(
      test::names(gpubuck::test::messageOf<InputError>([&] { makeInitialState(other); }, folder),
                  {"CONFIG", "3", "z", "4"}));
  std::filesystem::remove(folder / "CONFIG");
  std::filesystem::create_symlink("CONFIG", folder / "CONFIG");
  EXPECT_TRUE(test::names(errorOf(field), {"CONFIG", "Too many levels of symbolic links"}));
  std::filesystem::remove(folder / "CONFIG");
  std::filesystem::create_symlink("nothing", folder / "CONFIG");
  EXPECT_TRUE(test::names(errorOf(field), {"CONFIG", "link"}));
  std::filesystem::remove(folder / "CONFIG");
  folder.put("CONFIG", "title\n0\n");
  EXPECT_TRUE(test::names(errorOf(field), {"CONFIG:2", "1", "levcfg", "imcon"}));
}

TEST_F(DlMeso, AnyText_IsReadOrRefusedInOneLine) {
  const std::string both = kTrimer + "\f" + kControl;
  rc::check([&] {
    std::string text = both;
    for (int changes = *rc::gen::inRange(1, 5); changes > 0; --changes) {
      const auto at = *rc::gen::inRange<std::size_t>(0, text.size());
      const auto length = *rc::gen::inRange<std::size_t>(0, 12);
      text.replace(at, length,
                   *rc::gen::elementOf(std::vector<std::string>{"", "\n", " 1", "A ", "-", "0.5",
                                                                "angles 1\n", "\x1b[0m"}));
    }
    const std::size_t split = std::min(text.find('\f'), text.size());
    folder.put("FIELD", text.substr(0, split));
    folder.put("CONTROL", text.substr(std::min(split + 1, text.size())));
    try {
      const Scenario scenario = loadScenario(folder.path());
      RC_ASSERT(toToml(parseScenario(toToml(scenario), "x", {})) == toToml(scenario));
    } catch (const InputError& error) {
      const std::string message = error.what();
      RC_ASSERT(message.starts_with(folder.path().string()));
      RC_ASSERT(message.find_first_of("\n\x1b") == std::string::npos);
    }
  });
}

}  // namespace
}  // namespace gpubuck::scenario::dl_meso
