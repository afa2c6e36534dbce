// The script by which LAMMPS makes the steps of a run, and the states that LAMMPS writes.
#include <gtest/gtest.h>

#include "file/temporary_folder.h"
#include "formats/lammps.h"
#include "formats/readers.h"
#include "support/errors.h"

namespace gpubuck::formats {
namespace {

using test::contains;
using test::names;

struct LammpsLegTest : ::testing::Test {
  test::TemporaryFolder folder;
  dpd::Fluid fluid;

  LammpsLegTest() {
    fluid.box.size = {8.0, 10.0, 12.0};
    fluid.box.boundary[2] = cells::Boundary::Reflecting;
    fluid.species = {{"light", 1.0, 0.5, ""}, {"heavy", 3.0, 0.5, ""}};
    fluid.pairs.resize(4);
  }
  std::vector<std::string> styles() const {
    std::vector<std::string> all;
    for (const LammpsStyle& style : lammpsStyles(fluid)) {
      all.push_back(style.kind + " " + style.name + ": " + style.package);
    }
    return all;
  }
};

TEST_F(LammpsLegTest, Script_GoesFromTheFirstStepToEachDueOne) {
  const std::string script = lammpsLegScript(fluid, {.firstStep = 40, .reportEvery = 7});
  for (const char* part :
       {"read_data start.data\n", "reset_timestep 40\n", "fix progress all print 7 ",
        "velocity all set v_onx v_ony v_onz", "run ${due} upto pre no post no\n",
        "write_dump all custom state.${due} id type x y z v_backx v_backy v_backz"}) {
    EXPECT_TRUE(contains(script, part));
  }
  EXPECT_EQ(script.find("dump particles"), std::string::npos);
  fluid.box.dimensions = 2;
  fluid.box.size.z = 1.0;
  fluid.box.boundary[2] = cells::Boundary::Periodic;
  const std::string flat = lammpsLegScript(fluid, {});
  EXPECT_TRUE(contains(flat, "velocity all set v_onx v_ony NULL"));
  EXPECT_TRUE(contains(flat, "v_backx v_backy vz modify"));
}

TEST_F(LammpsLegTest, EachLeg_HasNoiseOfItsOwn) {
  const auto seedOf = [&](std::int64_t step) {
    const std::string script = lammpsLegScript(fluid, {.firstStep = step});
    const std::size_t begin = script.find("pair_style");
    return script.substr(begin, script.find('#', begin) - begin);
  };
  EXPECT_TRUE(contains(lammpsScript(fluid, {"x"}), seedOf(0))) << "as it is exported";
  EXPECT_NE(seedOf(0), seedOf(100));
  EXPECT_NE(seedOf(100), seedOf(200));
  EXPECT_EQ(seedOf(100), seedOf(100));
}

TEST_F(LammpsLegTest, Styles_AreThoseOfTheScript) {
  EXPECT_EQ(styles(), (std::vector<std::string>{"atom atomic: DPD-BASIC", "pair dpd: DPD-BASIC"}));
  fluid.pairs[1].weightExponent = 0.5;
  fluid.bondKinds.resize(2);
  fluid.bondKinds[0] = {.name = "link", .k = 10.0, .length = 0.5};
  fluid.bondKinds[1] = {
      .name = "rope", .form = dpd::BondForm::Fene, .k = 30.0, .length = 0.5, .reach = 1.2};
  const std::string beads = "MOLECULE or EXTRA-MOLECULE";
  EXPECT_EQ(styles(),
            (std::vector<std::string>{"atom molecular: " + beads, "bond hybrid: " + beads,
                                      "bond harmonic: " + beads, "bond fene/expand: " + beads,
                                      "pair dpd/ext: DPD-BASIC"}));
}

TEST_F(LammpsLegTest, State_IsInTheOrderOfIdsAndWithinTheBox) {
  const std::string path = folder.put(
      "state",
      "ITEM: TIMESTEP\n50\nITEM: NUMBER OF ATOMS\n2\nITEM: BOX BOUNDS pp pp ff\n0 8\n0 10\n0 12\n"
      "ITEM: ATOMS id type x y z v_backx v_backy v_backz\n"
      "2 2 8.5 -1 3 1 2 3\n1 1 0.5 1.5 2.5 -1 -2 -3\n");
  const LammpsState state = readLammpsState(path, fluid, 2);
  EXPECT_EQ(state.step, 50);
  EXPECT_EQ(state.particles.position,
            (std::vector<glm::vec3>{{0.5F, 1.5F, 2.5F}, {0.5F, 9.0F, 3.0F}}));
  EXPECT_EQ(state.particles.velocity, (std::vector<glm::vec3>{{-1, -2, -3}, {1, 2, 3}}));
  EXPECT_EQ(state.particles.species, (std::vector<int>{0, 1}));
}

TEST_F(LammpsLegTest, DamagedState_IsRefused) {
  const std::string head =
      "ITEM: TIMESTEP\n50\nITEM: NUMBER OF ATOMS\n2\nITEM: BOX BOUNDS pp pp ff\n0 8\n0 10\n0 12\n"
      "ITEM: ATOMS id type x y z v_backx v_backy v_backz\n";
  const std::string one = "1 1 0.5 1.5 2.5 0 0 0\n";
  const auto errorOf = [&](const std::string& text, std::size_t count = 2) {
    const std::string path = folder.put("state", text);
    return test::messageOf<InputError>([&] { readLammpsState(path, fluid, count); });
  };
  EXPECT_TRUE(names(errorOf(head + one), {"early", "10"}));
  EXPECT_TRUE(names(errorOf(head + one + "2 1 0.5"), {"state:11", "within a line"}));
  EXPECT_TRUE(names(errorOf(head + one + one), {"state:11", "1", "twice"}));
  EXPECT_TRUE(names(errorOf(head + one + "3 1 1 1 1 0 0 0\n"), {"state:11", "3", "2"}));
  EXPECT_TRUE(names(errorOf(head + one + "2 3 1 1 1 0 0 0\n"), {"state:11", "3", "2"}));
  EXPECT_TRUE(names(errorOf(head + one + "2 1 1 1 12.5 0 0 0\n"), {"state:11", "z", "12.5"}));
  EXPECT_TRUE(names(errorOf(head + one + "2 1 1 1 1 nan 0 0\n"), {"state:11", "nan"}));
  EXPECT_TRUE(names(errorOf(head + one + "2 1 1 1 1 0 0\n"), {"state:11", "7", "8"}));
  EXPECT_TRUE(names(errorOf(head + one, 3), {"state:4", "2", "3"}));
  EXPECT_TRUE(names(errorOf("ITEM: COLOUR\n"), {"state:1", "TIMESTEP"}));
}

}  // namespace
}  // namespace gpubuck::formats
