// The same three particles in the dialects of other programs: each file is read as intended, or
// refused in a line that says why.
#include <gtest/gtest.h>
#include <zlib.h>

#include <glm/geometric.hpp>

#include "file/temporary_folder.h"
#include "formats/format.h"
#include "formats/pairs.h"
#include "formats/python.h"

namespace gpubuck::formats {
namespace {

/// Data that the reader must find in a file besides species and positions. With kNotice, it must
/// report data that it leaves out.
enum Has : unsigned { kNothing = 0, kVelocity = 1, kBond = 2, kNotice = 4 };

/// A file, and its expected contents or the facts that its error names.
struct Dialect {
  const char* what;
  std::string text;
  unsigned has = kNothing;
  test::Facts error{};
  const char* name = nullptr;  ///< name of the file
};

/// Particles 0 and 1 are of the species H, particle 2 of O.
dpd::Fluid fluidOfDialects() {
  dpd::Fluid fluid;
  fluid.box.size = {6.0, 6.0, 6.0};
  fluid.species = {{"H", 1.0, 0.5, ""}, {"O", 16.0, 0.5, ""}};
  fluid.bondKinds = {{.name = "a"}, {.name = "b"}};
  return fluid;
}

void expectTheParticles(const FileParticles& read, unsigned has) {
  const std::vector<glm::vec3> places{{1, 1, 1}, {1.5F, 1, 1}, {5.875F, 1, 1}};
  EXPECT_EQ(read.species, (std::vector<int>{0, 0, 1}));
  ASSERT_EQ(read.position.size(), places.size());
  for (std::size_t i = 0; i < places.size(); ++i) {
    EXPECT_NEAR(glm::distance(read.position[i], places[i]), 0.0F, 1e-6F) << i;
  }
  ASSERT_EQ(read.velocity.size(), (has & kVelocity) != 0 ? 3U : 0U);
  for (const glm::vec3& v : read.velocity) EXPECT_EQ(v, glm::vec3(1, 2, 3));
  ASSERT_EQ(read.molecules.bonds.size(), (has & kBond) != 0 ? 1U : 0U);
  if ((has & kBond) != 0) {
    EXPECT_EQ(read.molecules.bonds[0], (dpd::Bond{1, {0, 1}}));
  }
  EXPECT_EQ(!read.leftOut.empty(), (has & kNotice) != 0) << read.leftOut;
}

/// Writes the file and reads it. Expects the particles, or an error that names the facts.
void expectDialect(const test::TemporaryFolder& folder, const Dialect& dialect,
                   const std::string& name) {
  SCOPED_TRACE(dialect.what);
  const std::string path = folder.put(dialect.name != nullptr ? dialect.name : name, dialect.text);
  const dpd::Fluid fluid = fluidOfDialects();
  if (dialect.error.empty()) {
    try {
      expectTheParticles(readParticles(path, fluid), dialect.has);
    } catch (const InputError& error) {
      ADD_FAILURE() << error.what();
    }
    return;
  }
  const std::string error =
      test::messageOf<InputError>([&] { readParticles(path, fluid); }, folder);
  EXPECT_TRUE(test::names(error, dialect.error));
}

const std::string kSameBox = "Lattice=\"6 0 0 0 6 0 0 0 6\" ",
                  kSameColumns = "Properties=species:S:1:pos:R:3",
                  kSameRows = "H 1 1 1\nH 1.5 1 1\nO 5.875 1 1\n";

std::string asXyz(const std::string& comment, const std::string& rows = kSameRows) {
  return "3\n" + comment + "\n" + rows;
}

std::string asMoving(const std::string& property) {
  return asXyz(kSameBox + kSameColumns + ":" + property + ":R:3",
               "H 1 1 1 1 2 3\nH 1.5 1 1 1 2 3\nO 5.875 1 1 1 2 3\n");
}

const std::vector<Dialect> kXyzDialects{
    {"plain", asXyz("water")},
    {"of ASE", asXyz(kSameBox + kSameColumns + " pbc=\"T T T\"")},
    {"blanks around =", asXyz("Lattice = \"6 0 0 0 6 0 0 0 6\" Properties = species:S:1:pos:R:3")},
    {"blanks before =, wrong box", asXyz("Lattice  =\"9 0 0 0 9 0 0 0 9\""), 0, {"9", "x"}},
    {"tabs", asXyz("Lattice=\t\"6\t0 0 0 6 0 0 0 6\"\tpbc=\"T\tT T\"")},
    {"CR LF", "3\r\n" + kSameBox + "\r\nH 1 1 1\r\nH 1.5 1 1\r\nO 5.875 1 1\r\n"},
    {"commas", asXyz("Lattice=\"6, 0, 0, 0, 6, 0, 0, 0, 6\"")},
    {"apostrophes", asXyz("Lattice='6 0 0 0 6 0 0 0 6'")},
    {"braces", asXyz("Lattice={6 0 0 0 6 0 0 0 6} pbc={T T T}")},
    {"brackets", asXyz("Lattice=[[6,0,0],[0,6,0],[0,0,6]] pbc=[T,T,T]")},
    {"brackets, wrong box", asXyz("Lattice=[[6,0,0],[0,9,0],[0,0,6]]"), 0, {"9", "y"}},
    {"quoted key", asXyz("\"Lattice\"=\"9 0 0 0 6 0 0 0 6\""), 0, {"9", "x"}},
    {"quotes in quotes", asXyz("note=\"a \\\" Lattice=\\\"1\" " + kSameBox)},
    {"= in a value", asXyz("note=a=b " + kSameBox)},
    {"pbc 1", asXyz(kSameBox + "pbc=1")},
    {"pbc true", asXyz(kSameBox + "pbc=true")},
    {"pbc of words", asXyz(kSameBox + "pbc=\"True true 1\"")},
    {"pbc of other sides", asXyz(kSameBox + "pbc=\"T T F\""), kNotice},
    {"pbc 0", asXyz(kSameBox + "pbc=0"), kNotice},
    {"pbc of two", asXyz(kSameBox + "pbc=\"T F\""), 0, {"pbc", "three", "T", "F"}},
    {"pbc of nonsense", asXyz(kSameBox + "pbc=yes"), 0, {"pbc", "three", "T", "F"}},
    {"tilted", asXyz("Lattice=\"6 1 0 0 6 0 0 0 6\""), 0, {"tilted"}},
    {"two boxes", asXyz(kSameBox + "Lattice=\"9 0 0 0 9 0 0 0 9\""), 0, {"twice"}},
    {"Origin",
     asXyz("Origin=\"-3 -3 -3\" " + kSameBox, "H -2 -2 -2\nH -1.5 -2 -2\nO 2.875 -2 -2\n")},
    {"outside", asXyz(kSameBox, "H 7 -5 1\nH 1.5 1 13\nO -0.125 1 1\n")},
    {"velo", asMoving("velo"), kVelocity},
    {"vel", asMoving("vel"), kVelocity},
    {"velocities", asMoving("velocities"), kVelocity},
    {"momenta",
     asXyz(kSameBox + kSameColumns + ":momenta:R:3",
           "H 1 1 1 1 2 3\nH 1.5 1 1 1 2 3\nO 5.875 1 1 16 32 48\n"),
     kVelocity},
    {"columns in another order",
     asXyz("Properties=pos:R:3:id:I:1:species:S:1", "1 1 1 7 H\n1.5 1 1 8 H\n5.875 1 1 9 O\n")},
    {"foreign species and a foreign box in an earlier frame",
     "1\nLattice=\"9 0 0 0 9 0 0 0 9\"\nXe 1 2 3\n" + asXyz(kSameBox)},
    {"foreign species in the last frame", asXyz(kSameBox) + "1\n\nXe 1 2 3\n", 0, {"Xe"}},
    {"extxyz", asXyz(kSameBox), 0, {}, "x.extxyz"},
    {"another ending", asXyz(kSameBox), 0, {}, "x.txt"},
};

TEST(Dialects, OfXyz) {
  const test::TemporaryFolder folder;
  for (const Dialect& dialect : kXyzDialects) expectDialect(folder, dialect, "x.xyz");
}

TEST(Dialects, OfXyz_AsPoints_HaveTheSameCell) {
  const test::TemporaryFolder folder;
  for (const Dialect& dialect : kXyzDialects) {
    if (!dialect.error.empty() || dialect.text.find("attice") == std::string::npos) continue;
    SCOPED_TRACE(dialect.what);
    const Points points = readPoints(folder.put("x.extxyz", dialect.text));
    EXPECT_EQ(points.positions.size(), 3U);
    ASSERT_TRUE(points.cell.has_value());
    EXPECT_EQ(points.cell->vectors[1][1], 6.0);
    EXPECT_EQ(points.cell->periodic[2], (dialect.has & kNotice) == 0);
  }
}

TEST(Dialects, NumberNextToASide_IsNotRoundedInMessages) {
  const test::TemporaryFolder folder;
  dpd::Fluid fluid = fluidOfDialects();
  const auto placeOf = [&](const std::string& x) {
    return readParticles(folder.put("x.xyz", "1\n\nH " + x + " 1 1\n"), fluid).position[0].x;
  };
  EXPECT_EQ(placeOf("5.9999999"), 0.0F) << "its float is the side, which is the image of 0";
  fluid.box.boundary[0] = cells::Boundary::Reflecting;
  EXPECT_EQ(placeOf("5.9999999"), std::nextafter(6.0F, 0.0F));
  EXPECT_TRUE(test::names(test::messageOf<InputError>([&] { placeOf("6.0000001"); }, folder),
                          {"x.xyz:3", "x", "6.0000001", "0", "6"}));
}

const std::string kLammpsLines = "LAMMPS data\n\n3 atoms\n2 atom types\n",
                  kLammpsSides = "0 6 xlo xhi\n0 6 ylo yhi\n0 6 zlo zhi\n\n",
                  kLammpsLinks = "1 bonds\n2 bond types\n";

std::string asAtoms(const std::string& title, const std::string& middle) {
  std::string text = title + "\n\n";
  const std::vector<std::string> kinds{"1", "1", "2"}, places{"1 1 1", "1.5 1 1", "5.875 1 1"};
  for (std::size_t i = 0; i < 3; ++i) {
    std::string line = middle;
    line.replace(line.find('T'), 1, kinds[i]);
    text += std::to_string(i + 1) + " " + line + " " + places[i] + "\n";
  }
  return text + "\n";
}

std::string asLammps(const std::string& section) { return kLammpsLines + kLammpsSides + section; }
std::string asBonded(const std::string& section) {
  return kLammpsLines + kLammpsLinks + kLammpsSides + section + "Bonds\n\n1 2 1 2\n";
}

const std::string kAtomLabels = "Atom Type Labels\n\n1 O\n2 H\n\n",
                  kAtomsOfLabels = "Atoms # atomic\n\n1 H 1 1 1\n2 2 1.5 1 1\n3 O 5.875 1 1\n";

const std::vector<Dialect> kLammpsDialects{
    {"of write_data", asLammps(asAtoms("Atoms # atomic", "T"))},
    {"no style: 5 columns", asLammps(asAtoms("Atoms", "T"))},
    {"no style: charges", asLammps(asAtoms("Atoms", "T 0.5"))},
    {"no style: charges of 0", asLammps(asAtoms("Atoms", "T 0"))},
    {"no style, with bonds: molecular", asBonded(asAtoms("Atoms", "1 T")), kBond},
    {"no style, with bonds: full", asBonded(asAtoms("Atoms", "1 T 0.5")), kBond},
    {"no style: molecules of high numbers", asLammps(asAtoms("Atoms", "77 T"))},
    {"no style: images", asLammps("Atoms\n\n1 1 1 1 1 0 0 -1\n2 1 1.5 1 1 0 0 0\n"
                                  "3 2 5.875 1 1 1 +1 0\n")},
    {"no style: 8 columns without images",
     asLammps("Atoms\n\n1 1 6.0 0 0.0 1.0 1.0 1.0\n2 1 6.0 0 0.0 1.5 1.0 1.0\n"),
     0,
     {"'Atoms # molecular'"}},
    {"no style: type or molecule", asLammps(asAtoms("Atoms", "1 T")), 0, {"'Atoms # molecular'"}},
    {"no style: full or sphere", asLammps(asAtoms("Atoms", "1 T 0.5")), 0, {"'Atoms # molecular'"}},
    {"unknown style", asLammps(asAtoms("Atoms # sphere", "T 1 1")), 0, {"sphere", "atomic"}},
    {"comment that is no style", asLammps(asAtoms("Atoms # metal", "T"))},
    {"labels in another order", asLammps(kAtomLabels + kAtomsOfLabels)},
    {"labels that are no species",
     asLammps("Atom Type Labels\n\n1 x\n2 y\n\n" + asAtoms("Atoms # atomic", "T"))},
    {"label that is no species",
     asLammps("Atom Type Labels\n\n1 x\n2 H\n\n" + asAtoms("Atoms # atomic", "T")),
     0,
     {"atom type", "'1'"}},
    {"labels of bonds",
     kLammpsLines + kLammpsLinks + kLammpsSides + "Bond Type Labels\n\n1 b\n2 a\n\n" +
         asAtoms("Atoms # bond", "1 T") + "Bonds\n\n1 b 1 2\n",
     kBond},
    {"more types than atoms have", "x\n\n3 atoms\n9 atom types\n" + kLammpsSides +
                                       "Masses\n\n1 1\n2 16\n9 3\n\n" +
                                       asAtoms("Atoms # atomic", "T")},
    {"extra lines of a header", kLammpsLines +
                                    "0 dihedrals\n3 improper types\n2 extra bond per atom\n" +
                                    "extra special per atom 2\n" + "0.0 0.0 0.0 xy xz yz\n" +
                                    kLammpsSides + asAtoms("Atoms # atomic", "T")},
    {"unknown line of a header",
     kLammpsLines + "3 ellipsoids\n" + kLammpsSides + asAtoms("Atoms", "T"),
     0,
     {"3 ellipsoids"}},
    {"box that begins elsewhere",
     kLammpsLines + "-1 5 xlo xhi\n0 6 ylo yhi\n0 6 zlo zhi\n\nAtoms # atomic\n\n3 2 -1.125 1 1\n"
                    "1 1 0 1 1\n2 1 0.5 7 -5\n"},
    {"name data.*", asLammps(asAtoms("Atoms # atomic", "T")), 0, {}, "data.water"},
    {"name .dat", asLammps(asAtoms("Atoms # atomic", "T")), 0, {}, "water.dat"},
    {"name without an ending", asLammps(asAtoms("Atoms # atomic", "T")), 0, {}, "water"},
    {"velocities",
     asLammps(asAtoms("Atoms # atomic", "T") + "Velocities\n\n1 1 2 3\n2 1 2 3\n3 1 2 3\n"),
     kVelocity},
};

TEST(Dialects, OfLammpsData) {
  const test::TemporaryFolder folder;
  for (const Dialect& dialect : kLammpsDialects) expectDialect(folder, dialect, "x.data");
}

TEST(Dialects, CompressedText_IsDecompressed) {
  const test::TemporaryFolder folder;
  for (const auto& [name, text] : {std::pair{"x.xyz.gz", asXyz(kSameBox)},
                                   std::pair{"x.data.gz", asLammps(asAtoms("Atoms", "T"))},
                                   std::pair{"water.gz", asLammps(asAtoms("Atoms", "T"))}}) {
    SCOPED_TRACE(name);
    const gzFile file = gzopen((folder / name).c_str(), "wb");
    ASSERT_EQ(gzwrite(file, text.data(), static_cast<unsigned>(text.size())),
              static_cast<int>(text.size()));
    gzclose(file);
    expectTheParticles(readParticles(folder / name, fluidOfDialects()), kNothing);
    const std::string whole = folder.get(name);
    folder.put(name, whole.substr(0, whole.size() - 9));
    const std::string error = test::messageOf<InputError>(
        [&] { readParticles(folder / name, fluidOfDialects()); }, folder);
    EXPECT_TRUE(test::names(error, {name, "decompressed"}));
  }
}

// tests/formats/write_dialects.py writes these files with ASE and gsd.
TEST(DialectsPeer, WrittenByOthers) {
  const test::TemporaryFolder folder;
  test::outputOfPython("formats/write_dialects.py", folder.path().string());
  for (const auto& [name, has] :
       std::vector<std::pair<const char*, unsigned>>{{"ase.xyz", kVelocity},
                                                     {"ase-plain.xyz", kNothing},
                                                     {"ase-open.xyz", kNotice},
                                                     {"ase.data", kNothing},
                                                     {"data.ase-full", kNothing},
                                                     {"hoomd.gsd", kVelocity | kBond},
                                                     {"hoomd-uint8.gsd", kNothing},
                                                     {"hoomd-many-types.gsd", kNothing},
                                                     {"hoomd-as-gsd", kNothing}}) {
    SCOPED_TRACE(name);
    try {
      expectTheParticles(readParticles(folder / name, fluidOfDialects()), has);
    } catch (const InputError& error) {
      ADD_FAILURE() << error.what();
    }
  }
}

}  // namespace
}  // namespace gpubuck::formats
