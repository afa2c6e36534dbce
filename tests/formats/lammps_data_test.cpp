#include "formats/lammps.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <algorithm>
#include <cmath>
#include <numeric>

#include "file/temporary_folder.h"
#include "formats/format.h"

namespace gpubuck::formats {
namespace {

using test::messageOf;
using test::names;

struct LammpsData : ::testing::Test {
  test::TemporaryFolder folder;
  dpd::Fluid fluid;

  LammpsData() {
    fluid.box.size = {8.0, 10.0, 12.0};
    fluid.box.boundary[2] = cells::Boundary::Reflecting;
    fluid.species = {{"light", 1.0, 0.5, ""}, {"heavy", 3.0, 0.5, ""}};
  }

  void makeFlat() {
    fluid.box.dimensions = 2;
    fluid.box.size.z = 1.0;
    fluid.box.boundary[2] = cells::Boundary::Periodic;
  }
  FileParticles read(std::string_view text) {
    return readLammpsData(folder.put("x.data", text), fluid);
  }
  std::string errorOf(std::string_view text) {
    return messageOf<InputError>([&] { read(text); }, folder);
  }
};

const std::string kLammpsHeader =
    "title\n\n2 atoms\n2 atom types\n0 8 xlo xhi\n0 10 ylo yhi\n0 12 zlo zhi\n";

dpd::Particles twoAtoms() {
  return {{{0.1f, 0.0f, 11.5f}, {1.5f, 2.5f, 3.5f}},
          {{1.0f, 2.0f, 3.0f}, {0.25f, -0.5f, 1e-10f}},
          {0, 1}};
}

TEST_F(LammpsData, WritesAtoms) {
  writeLammpsData(folder / "x.data", fluid, twoAtoms(), "two particles");
  EXPECT_EQ(folder.get("x.data"),
            "two particles\n\n2 atoms\n2 atom types\n\n0 8 xlo xhi\n0 10 ylo yhi\n0 12 zlo zhi\n\n"
            "Masses\n\n1 1 # light\n2 3 # heavy\n\n"
            "Atoms # atomic\n\n1 1 0.1 0 11.5\n2 2 1.5 2.5 3.5\n\n"
            "Velocities\n\n1 1 2 3\n2 0.25 -0.5 1e-10\n");
  EXPECT_TRUE(
      names(messageOf<RunError>(
                [&] { writeLammpsData(folder / "no/x.data", fluid, twoAtoms(), ""); }, folder),
            {"no/x.data", "No such file or directory"}));
}

TEST_F(LammpsData, ManyBodyFluid_HasDensities) {
  fluid.law = dpd::PairLawKind::ManyBody;
  writeLammpsData(folder / "x.data", fluid, twoAtoms(), "two particles");
  EXPECT_NE(folder.get("x.data").find("Atoms # mdpd\n\n1 1 0 0.1 0 11.5\n2 2 0 1.5 2.5 3.5\n"),
            std::string::npos);
  EXPECT_EQ(readLammpsData(folder / "x.data", fluid).position, twoAtoms().position);
}

TEST_F(LammpsData, TwoDimensionalBox_ContainsThePlane) {
  makeFlat();
  const std::vector<glm::vec3> one = {{1.0f, 2.0f, 0.0f}};
  writeLammpsData(folder / "x.data", fluid, {one, {{3.0f, 4.0f, 0.0f}}, {0}}, "flat");
  EXPECT_NE(folder.get("x.data").find("\n-0.5 0.5 zlo zhi\n"), std::string::npos);
  EXPECT_EQ(readLammpsData(folder / "x.data", fluid).position.at(0), one[0]);
  const std::string head = "\n1 atoms\n0 8 xlo xhi\n0 10 ylo yhi\n-0.1 0.1 zlo zhi\nAtoms\n\n";
  EXPECT_TRUE(names(errorOf(head + "1 1 2 3 0.1\n"), {"x.data:8", "z", "0.1", "0"}));
  const std::string noSide = "\n1 atoms\n0 8 xlo xhi\n0 10 ylo yhi\nAtoms\n\n";
  EXPECT_EQ(read(noSide + "1 1 2 3 0\n").position.at(0), glm::vec3(2.0f, 3.0f, 0.0f));
  EXPECT_TRUE(names(errorOf(noSide + "1 1 2 3 0.1\n"), {"x.data:7", "z", "0.1", "0"}));
  EXPECT_TRUE(names(errorOf(head + "1 1 2 3 0\nVelocities\n\n1 0 0 -1\n"),
                    {"x.data:11", "v_z", "-1", "0"}));
}

RC_GTEST_FIXTURE_PROP(LammpsData, Particles_SurviveARoundTrip, ()) {
  const auto count = *rc::gen::inRange<std::size_t>(1, 200);
  // No float is equal to this side of the box. Even the largest coordinates must not be rounded up
  // to the side.
  fluid.box.size.x = 8.0 + *rc::gen::inRange(0, 1000) * 0.001;
  const auto inBox = [](double side) {
    const auto end = static_cast<float>(side);
    return std::min(static_cast<float>(*rc::gen::inRange(0, (1 << 30) + 1)) * 0x1p-30f * end,
                    std::nextafter(end, 0.0f));
  };
  dpd::Particles particles;
  for (std::size_t i = 0; i < count; ++i) {
    particles.position.emplace_back(inBox(fluid.box.size.x), inBox(10.0), inBox(12.0));
    particles.velocity.emplace_back(*rc::gen::arbitrary<float>(), *rc::gen::arbitrary<float>(),
                                    *rc::gen::arbitrary<float>());
    particles.species.push_back(*rc::gen::inRange(0, 2));
  }
  writeLammpsData(folder / "t.data", fluid, particles, "property");
  const dpd::Particles again = readLammpsData(folder / "t.data", fluid);
  RC_ASSERT(again.position == particles.position);
  RC_ASSERT(again.velocity == particles.velocity);
  RC_ASSERT(again.species == particles.species);
}

TEST_F(LammpsData, ReadsFilesOfWriteData) {
  const dpd::Particles particles = read(
      "LAMMPS data file via write_data, version 29 Sep 2021, timestep = 100\n\n2 atoms\n"
      "2 atom types\n\n0 8 xlo xhi\n0 10 ylo yhi\n0 12 zlo zhi\n\nMasses\n\n1 1\n2 3\n\n"
      "PairIJ Coeffs # dpd\n\n1 1 60 4.5 1\n1 2 72 4.5 1\n2 2 60 4.5 1\n\n"
      "Atoms # atomic\n\n2 2 1.0000000000000000e+00 2.5 3 0 -1 0\n"
      "1 1 7.9999999999999997e-01 0 1e-3 2 0 0\n\n"
      "Velocities\n\n2 4 5 6\n1 1 -2 3\n");
  EXPECT_EQ(particles.position, (std::vector<glm::vec3>{{0.8f, 0.0f, 0.001f}, {1.0f, 2.5f, 3.0f}}));
  EXPECT_EQ(particles.velocity, (std::vector<glm::vec3>{{1.0f, -2.0f, 3.0f}, {4.0f, 5.0f, 6.0f}}));
  EXPECT_EQ(particles.species, (std::vector<int>{0, 1}));
}

TEST_F(LammpsData, OtherStylesCommentsAndSections_AreSkipped) {
  for (const std::string atoms :
       {"\n\n7 1 1 2 3\n9 2 4 5 6", " # charge\n\n7 1 0.5 1 2 3\n9 2 -0.5 4 5 6 0 0 0",
        "# bond\n\n7 1 1 1 2 3\n9 1 2 4 5 6", " # angle\n\n7 1 1 1 2 3\n9 1 2 4 5 6",
        " # molecular\n\n7 1 1 1 2 3\n9 1 2 4 5 6", " # full\n\n7 1 1 0 1 2 3 1 1 1\n9 1 2 0 4 5 6",
        " # mdpd\n\n7 1 0 1 2 3\n9 2 5.5 4 5 6"}) {
    const FileParticles particles = read(
        "title 3 atoms\n  2 atoms # a comment\n1 dihedrals\n1 bond types\n0 0 0 xy xz yz\n0 8 xlo "
        "xhi\r\n\t0 10 ylo yhi\n0 12 zlo zhi\n\nBond Coeffs # harmonic\n\n1 2 3\n\n"
        "Atom Type Labels\n\n1 A\nAtoms" +
        atoms + " # the last\n\nDihedrals\n\n1 1 7 9 7 9\n\nImpropers\n\n");
    EXPECT_TRUE(names(particles.leftOut, {folder / "x.data", "Dihedrals"}));
    EXPECT_TRUE(particles.velocity.empty());
    EXPECT_EQ(particles.position, (std::vector<glm::vec3>{{1.0f, 2.0f, 3.0f}, {4.0f, 5.0f, 6.0f}}))
        << atoms;
    EXPECT_EQ(particles.species, (std::vector<int>{0, 1})) << atoms;
  }
}

struct LammpsLinks : LammpsData {
  LammpsLinks() {
    fluid.bondKinds = {{.name = "link"}, {.name = "rope"}};
    fluid.angleKinds = {{.name = "bend"}};
  }
};

const std::string kThreeAtoms =
    "title\n\n3 atoms\n2 bonds\n1 angles\n0 8 xlo xhi\n0 10 ylo yhi\n0 12 zlo zhi\n"
    "Atoms # molecular\n\n20 1 1 7 8 9\n7 1 1 1 2 3\n9 1 2 4 5 6\n\n";

// Positions in memory follow the order of the file's ids, which is 7, 9, 20.
TEST_F(LammpsLinks, TypesAreKinds_AndIdsParticles) {
  const FileParticles particles =
      read(kThreeAtoms + "Bonds\n\n1 2 9 20\n2 1 9 7 # back\n\nAngles\n\n1 1 20 7 9\n");
  EXPECT_EQ(particles.molecules, (dpd::Molecules{{{1, {1, 2}}, {0, {1, 0}}}, {{0, {2, 0, 1}}}}));
  EXPECT_EQ(particles.leftOut, "");
  EXPECT_TRUE(read("title\n\n1 atoms\n0 bonds\n0 angles\n0 8 xlo xhi\n0 10 ylo yhi\n0 12 zlo "
                   "zhi\nAtoms\n\n1 1 1 2 3\n")
                  .molecules.empty());
}

TEST_F(LammpsLinks, Molecules_SurviveARoundTrip) {
  const dpd::Particles particles{{{1, 2, 3}, {4, 5, 6}, {7, 8, 9}}, {{}, {}, {}}, {0, 1, 0}};
  const dpd::Molecules molecules{{{1, {2, 0}}, {0, {0, 1}}}, {{0, {2, 0, 1}}}};
  writeLammpsData(folder / "t.data", fluid, particles, "three", molecules);
  EXPECT_EQ(readLammpsData(folder / "t.data", fluid).molecules, molecules);
}

TEST_F(LammpsLinks, Error_NamesItsLine) {
  const std::string bonds = kThreeAtoms + "Bonds\n\n", rest = "1 1 7 9\n2 1 9 20\n\n";
  for (const auto& [text, facts] : std::vector<std::pair<std::string, test::Facts>>{
           {bonds + "1 3 7 9\n", {"x.data:17", "3", "1", "2"}},
           {bonds + "1 0 7 9\n", {"x.data:17", "0", "1", "2"}},
           {bonds + "1 1 7 8\n", {"x.data:17", "atom 8"}},
           {bonds + "1 1 7 7\n", {"x.data:17", "atom 7", "twice"}},
           {bonds + "1 1 7\n", {"x.data:17", "3 columns", "4"}},
           {bonds + "1.5 1 7 9\n", {"x.data:17", "1.5", "1", "9223372036854775807"}},
           {bonds + "1 1 7 9\n\nAngles\n\n1 1 7 9 20\n", {"x.data", "1 bonds", "2"}},
           {bonds + rest + "3 1 20 7\n", {"x.data:20", "2 bonds", "header"}},
           {bonds + rest, {"x.data", "0 angles", "1"}},
           {bonds + rest + "Angles\n\n1 2 7 9 20\n", {"x.data:22", "2", "1"}},
           {bonds + rest + "Angles\n\n1 1 7 9 7\n", {"x.data:22", "atom 7", "twice"}},
           {bonds + rest + "Angles\n\n1 1 7 9\n", {"x.data:22", "4 columns", "5"}},
           {kLammpsHeader + "Bonds\n", {"x.data:8", "Atoms", "Bonds"}},
           {"\n-1 bonds\n", {"x.data:2", "-1", "0", "9223372036854775807"}}}) {
    EXPECT_TRUE(names(errorOf(text), facts));
  }
  fluid.angleKinds = {};
  EXPECT_TRUE(names(errorOf(bonds + rest + "Angles\n\n1 1 7 9 20\n"),
                    {"x.data:22", "[[angle]]", "angle type"}));
  fluid.bondKinds = {};
  EXPECT_TRUE(names(errorOf(bonds + "1 1 7 9\n"), {"x.data:17", "[[bond]]", "bond type"}));
}

TEST_F(LammpsData, PositionsOutsideAPeriodicBox_AreWrapped) {
  fluid.box.size.x = 8.1;  // the float nearest to 8.1 is less than 8.1
  const float end = std::nextafter(static_cast<float>(8.1), 0.0f);
  const auto x = [&](const std::string& coordinate) {
    return read("\n1 atoms\n-4 4.1 xlo xhi\n90 100 ylo yhi\n-1 11 zlo zhi\nAtoms\n\n1 1 " +
                coordinate + " 99 -1\n")
        .position.at(0)
        .x;
  };
  const dpd::Particles particles =
      read("\n1 atoms\n-4 4.1 xlo xhi\n90 100 ylo yhi\n-1 11 zlo zhi\nAtoms\n\n1 2 -3 100.25 -1\n");
  EXPECT_EQ(particles.position.at(0), glm::vec3(1.0f, 0.25f, 0.0f));
  EXPECT_EQ(particles.species.at(0), 1);
  EXPECT_EQ(x("-4"), 0.0f);
  EXPECT_EQ(x("4.1"), 0.0f);
  EXPECT_EQ(x("-4.5"), 7.6f);
  EXPECT_EQ(x("24.25"), 3.95f) << "three boxes to the right: 28.25 - 24.3";
  EXPECT_EQ(x("-4.0000000000000001"), 0.0f) << "rounded to the side, which is the other's image";
  EXPECT_EQ(x("-4.000000001"), 0.0f);
  EXPECT_EQ(x("4.0999995"), end);
}

TEST_F(LammpsData, PositionsOutsideReflectingSides_AreRefused) {
  const std::string head = "\n1 atoms\n0 8 xlo xhi\n0 10 ylo yhi\n1 13 zlo zhi\nAtoms\n\n";
  EXPECT_EQ(read(head + "1 1 1 1 12.9999999\n").position.at(0).z, std::nextafter(12.0f, 0.0f))
      << "inside, but rounded to the side";
  EXPECT_TRUE(names(errorOf(head + "1 1 1 1 13\n"), {"x.data:8", "z", "13", "1"}));
  EXPECT_TRUE(names(errorOf(head + "1 1 1 1 0.5\n"), {"x.data:8", "z", "0.5", "1", "13"}));
}

TEST_F(LammpsData, BadHeader_IsReportedWithItsLine) {
  EXPECT_TRUE(names(errorOf(""), {"x.data", "empty"}));
  EXPECT_TRUE(names(errorOf("title\n"), {"x.data", "N atoms"}));
  EXPECT_TRUE(names(errorOf("title\nmany atoms\n"), {"x.data", "N atoms"}));
  EXPECT_TRUE(names(errorOf("\n0 atoms\n"), {"x.data:2", "0", "1", "16777215"}));
  EXPECT_TRUE(names(errorOf("\n16777216 atoms\n"), {"x.data:2", "16777216", "1", "16777215"}));
  EXPECT_TRUE(names(errorOf("\n3.5 atoms\n"), {"x.data:2", "3.5", "1", "16777215"}));
  EXPECT_TRUE(names(errorOf("\n1 atoms\n1 atom types\n"), {"x.data:3", "2 species", "1"}));
  EXPECT_TRUE(names(errorOf("\n1 atoms\n7 quarks\n"), {"x.data:3", "7 quarks", "unknown"}));
  for (const std::string side : {"0 8 ulo uhi", "0 8 xlo yhi"}) {
    EXPECT_TRUE(names(errorOf("\n1 atoms\n" + side + "\n"), {"x.data:3", side, "unknown"}));
  }
  EXPECT_TRUE(
      names(errorOf("\n1 atoms\n0 8 xlo xhi\n0 10 ylo yhi\nAtoms\n"), {"x.data", "zlo", "zhi"}));
  EXPECT_TRUE(names(errorOf("\n1 atoms\n0 9 xlo xhi\n"), {"x.data:3", "9", "x", "8"}));
  EXPECT_TRUE(names(errorOf("\n1 atoms\n0 9 ylo yhi\n"), {"x.data:3", "9", "y", "10"}));
  EXPECT_TRUE(names(errorOf("\n1 atoms\n0 9 zlo zhi\n"), {"x.data:3", "9", "z", "12"}));
  EXPECT_TRUE(names(errorOf("\n1 atoms\n-1e308 1e308 xlo xhi\n"), {"x.data:3", "inf", "x", "8"}));
  EXPECT_TRUE(names(errorOf("\n0 left xlo xhi\n"), {"x.data:2", "left", "finite"}));
  for (const char* tilt : {"0.1 0 0", "0 0.1 0", "0 0 0.1"}) {
    EXPECT_TRUE(names(errorOf(std::string("\n") + tilt + " xy xz yz\n"), {"x.data:2", "tilted"}));
  }
  EXPECT_TRUE(names(errorOf("\n8 0 0 avec\n"), {"x.data:2", "tilted"}));
  EXPECT_TRUE(names(errorOf(kLammpsHeader), {"x.data", "Atoms", "section"}));
  EXPECT_TRUE(
      names(messageOf<InputError>([&] { readLammpsData(folder / "none.data", fluid); }, folder),
            {"none.data", "No such file or directory"}));
}

TEST_F(LammpsData, BadSection_IsReportedWithItsLine) {
  EXPECT_TRUE(names(errorOf(kLammpsHeader + "Velocites\n"), {"x.data:8", "Velocites", "unknown"}));
  EXPECT_TRUE(names(errorOf(kLammpsHeader + "Masses\n\n1 1\n2 3.5\n"),
                    {"x.data:11", "mass", "3.5", "heavy", "3"}));
  EXPECT_TRUE(names(errorOf(kLammpsHeader + "Masses\n\n3 1\n"), {"x.data:10", "3", "1", "2"}));
  EXPECT_TRUE(names(errorOf(kLammpsHeader + "Masses\n\n1\n"), {"x.data:10", "1 column", "2"}));
  EXPECT_TRUE(names(
      errorOf(kLammpsHeader + "Atoms # sphere\n"),
      {"x.data:8", "sphere", "atomic", "charge", "bond", "angle", "molecular", "full", "mdpd"}));
  const std::string atoms = kLammpsHeader + "Atoms # atomic\n\n";
  EXPECT_TRUE(names(errorOf(atoms + "1 1 0.5 1 2 3\n"), {"x.data:10", "6 columns", "5", "8"}));
  const std::string unnamed = kLammpsHeader + "Atoms\n\n";
  EXPECT_TRUE(names(errorOf(unnamed + "1\n"), {"x.data:10", "1 column", "atoms", "5"}));
  EXPECT_TRUE(names(errorOf(unnamed + "1 1\n"), {"x.data:10", "2 columns", "atoms", "5"}));
  EXPECT_TRUE(names(errorOf(unnamed + "1 1 1 2\n"), {"x.data:10", "4 columns", "atoms", "5"}));
  EXPECT_TRUE(
      names(errorOf(atoms + "0 1 1 2 3\n"), {"x.data:10", "0", "1", "9223372036854775807"}));
  EXPECT_TRUE(names(errorOf(atoms + "1 3 1 2 3\n"), {"x.data:10", "3", "1", "2"}));
  EXPECT_TRUE(names(errorOf(atoms + "1 A 1 2 3\n"), {"x.data:10", "A", "1", "2"}));
  EXPECT_TRUE(names(errorOf(atoms + "1 1 1 nan 3\n"), {"x.data:10", "nan", "finite"}));
  EXPECT_TRUE(names(errorOf(atoms + "1 1 1 1e999 3\n"), {"x.data:10", "1e999", "finite"}));
  EXPECT_TRUE(names(errorOf(atoms + "1 1 1 2 3\n1 1 1 2 3\n"), {"x.data:11", "atom 1", "twice"}));
  EXPECT_TRUE(names(errorOf(atoms + "1 1 1 2 3\n"), {"x.data", "1 atoms", "2"}));
  EXPECT_TRUE(names(errorOf(atoms + "1 1 1 2 3\n2 1 1 2 3\n3 1 1 2 3\n"),
                    {"x.data:12", "2 atoms", "header"}));
  const std::string both = atoms + "1 1 1 2 3\n2 1 1 2 3\n\n";
  EXPECT_TRUE(names(errorOf(both + "Atoms\n"), {"x.data:13", "Atoms", "second"}));
  const std::string velocities = both + "Velocities\n\n";
  EXPECT_TRUE(names(errorOf(velocities + "1 2 3\n"), {"x.data:15", "3 columns", "4"}));
  EXPECT_TRUE(names(errorOf(velocities + "3 1 2 3\n"), {"x.data:15", "atom 3"}));
  EXPECT_TRUE(names(errorOf(velocities + "1 1 2 3\n1 1 2 3\n"), {"x.data:16", "atom 1", "twice"}));
  EXPECT_TRUE(names(errorOf(velocities + "1 1 2 1e99\n"), {"x.data:15", "1e+99", "finite"}));
  EXPECT_TRUE(names(errorOf(velocities + "1 1 2 3\n"), {"x.data", "1 atoms", "2"}));
  EXPECT_TRUE(names(errorOf(kLammpsHeader + "Velocities\n"), {"x.data:8", "Atoms", "Velocities"}));
}

TEST_F(LammpsData, Extension_ChoosesTheFormat) {
  const std::string text =
      "\n1 atoms\n0 8 xlo xhi\n0 10 ylo yhi\n0 12 zlo zhi\nAtoms\n\n1 2 1 2 3\n";
  for (const char* name : {"x.data", "x.lmp", "x.lammps"}) {
    EXPECT_EQ(readParticles(folder.put(name, text), fluid).position,
              (std::vector<glm::vec3>{{1.0f, 2.0f, 3.0f}}))
        << name;
  }
  for (const char* name : {"x.xyz", "data"}) {
    EXPECT_EQ(readParticles(folder.put(name, "1\n\nheavy 1 2 3\n"), fluid).position,
              (std::vector<glm::vec3>{{1.0f, 2.0f, 3.0f}}))
        << name;
  }
}

}  // namespace
}  // namespace gpubuck::formats
