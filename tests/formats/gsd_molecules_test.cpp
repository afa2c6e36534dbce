// Bonds and angles in files of the format GSD.
#include <fmt/format.h>

#include <algorithm>

#include "formats/gsd_frames.h"
#include "formats/python.h"

namespace gpubuck::formats {
namespace {

using test::messageOf;
using test::names;

/// The particles of frameOf(), with bonds and an angle.
struct GsdMolecules : Gsd {
  GsdMolecules() {
    fluid.bondKinds = {{.name = "link"}, {.name = "rope"}};
    fluid.angleKinds = {{.name = "bend"}};
    molecules = {{{1, {0, 1}}, {0, {2, 1}}}, {{0, {0, 1, 2}}}};
  }
};

using GsdMoleculesPeer = GsdMolecules;  // tests that need a package of Python

// The first frame has the bonds and angles, and the other frames inherit them.
TEST_F(GsdMoleculesPeer, Python_ReadsMolecules) {
  folder.put("t.gsd", fileOf(2));
  const std::string gsd = test::outputOfPython("formats/read_with_gsd.py", folder / "t.gsd");
  const std::string links = "\n ['rope', 'link'] [[0, 1], [2, 1]]\n ['bend'] [[0, 1, 2]]\n";
  EXPECT_EQ(gsd.find(links, gsd.find(links) + 1), gsd.size() - links.size()) << gsd;
  const std::string mdAnalysis =
      test::outputOfPython("formats/read_with_mdanalysis.py", folder / "t.gsd");
  // MDAnalysis puts the smaller id of a bond first.
  EXPECT_TRUE(mdAnalysis.ends_with("\n[[0, 1], [1, 2]]\n[[0, 1, 2]]\n")) << mdAnalysis;
}

TEST_F(GsdMolecules, Molecules_SurviveARoundTrip) {
  const std::string path = folder.put("t.gsd", fileOf(3));
  const auto reader = makeGsdReader(path);
  EXPECT_EQ(reader->molecules(), molecules);
  ASSERT_EQ(reader->fluid().bondKinds.size(), 2u);
  EXPECT_EQ(reader->fluid().bondKinds[1].name, "rope");
  ASSERT_EQ(reader->fluid().angleKinds.size(), 1u);
  EXPECT_EQ(reader->fluid().angleKinds[0].name, "bend");
  EXPECT_EQ(readAll(path).first.size(), 3u);
  molecules = {};  // a fluid may have kinds of bonds without bonds
  const auto without = makeGsdReader(folder.put("t.gsd", fileOf(1)));
  EXPECT_TRUE(without->molecules().empty());
  EXPECT_EQ(without->fluid().bondKinds.size(), 2u);
}

TEST_F(GsdMolecules, KindsOfAFile_AreThoseOfTheSameNames) {
  const std::string path = folder.put("t.gsd", fileOf(2));
  fluid.bondKinds = {{.name = "other"}, {.name = "rope"}, {.name = "link"}};
  fluid.angleKinds = {{.name = "other"}, {.name = "bend"}};
  const FileParticles particles = readGsd(path, fluid);
  EXPECT_EQ(particles.molecules, (dpd::Molecules{{{1, {0, 1}}, {2, {2, 1}}}, {{1, {0, 1, 2}}}}));
  EXPECT_EQ(particles.leftOut, "");
  fluid.angleKinds = {};
  EXPECT_TRUE(names(errorOf(folder.get("t.gsd")),
                    {"x.gsd", "frame 2", "angle 0", "bend", "none", "[[angle]]"}));
  fluid.bondKinds = {{.name = "rope"}, {.name = "Link"}};
  EXPECT_TRUE(names(errorOf(folder.get("t.gsd")),
                    {"x.gsd", "frame 2", "bond 1", "link", "[[bond]]", "rope", "Link"}));
}

// The package gsd writes ids as signed numbers. The second of three frames inherits the molecules
// of the first frame.
TEST_F(GsdMoleculesPeer, MoleculesOfHoomd_AreRead) {
  fluid.box.size.y = 10.0;
  const std::string path = folder / "hoomd.gsd";
  test::outputOfPython("formats/write_molecules_with_gsd.py", path);
  const FileParticles last = readGsd(path, fluid);
  EXPECT_EQ(last.molecules, (dpd::Molecules{{{1, {0, 1}}, {0, {1, 2}}}, {{0, {2, 0, 3}}}}));
  EXPECT_TRUE(names(last.leftOut, {path, "dihedrals"}));
  const auto reader = makeGsdReader(path);
  EXPECT_EQ(reader->molecules(), (dpd::Molecules{{{0, {0, 1}}, {2, {3, 2}}}, {{0, {2, 0, 3}}}}));
  Frame frame;
  EXPECT_TRUE(reader->next(frame));
  EXPECT_TRUE(reader->next(frame));
  EXPECT_TRUE(names(messageOf<InputError>([&] { reader->next(frame); }, folder),
                    {"hoomd.gsd", "frame 3", "bonds", "angles"}));
}

TEST_F(GsdMolecules, BadMolecules_AreRefused) {
  molecules.bonds[1].ids = {2, 3};
  EXPECT_TRUE(names(errorOf(fileOf(1)), {"x.gsd", "frame 1", "bond 1", "particle 3", "2"}));
  molecules.bonds[1].ids = {2, 2};
  EXPECT_TRUE(names(errorOf(fileOf(1)), {"x.gsd", "frame 1", "bond 1", "particles 2, 2", "twice"}));
  molecules.bonds[1] = {2, {0, 1}};
  EXPECT_TRUE(names(errorOf(fileOf(1)),
                    {"x.gsd", "frame 1", "bond 1", "type 2", "[[bond]]", "link", "rope"}));
  molecules.bonds[1] = {0, {0, 1}};
  fluid.bondKinds[0].name = "rope";
  EXPECT_TRUE(
      names(messageOf<InputError>([&] { makeGsdReader(folder.put("x.gsd", fileOf(1))); }, folder),
            {"x.gsd", "rope", "types"}));
  fluid.bondKinds[0].name = "link";
  const std::string whole = fileOf(1);
  // Entries 12 to 15 of the index are bonds/N, bonds/types, bonds/typeid and bonds/group.
  const std::size_t group = 4096 + 15 * 32;
  EXPECT_TRUE(names(errorOf(with(whole, group + 8, std::uint64_t{1})),
                    {"x.gsd", "frame 1", "1 x 2", "2 x 2", "bonds/group", "uint32"}));
  const auto count = static_cast<std::size_t>(numberAt<std::int64_t>(whole, 4096 + 12 * 32 + 16));
  EXPECT_TRUE(names(errorOf(with(whole, count, ~std::uint32_t{0})),
                    {"x.gsd", "frame 1", "2 x 2", "4294967295 x 2", "bonds/group", "uint32"}));
  molecules = {};
  const std::string none = fileOf(1);
  const auto noBonds = static_cast<std::size_t>(numberAt<std::int64_t>(none, 4096 + 12 * 32 + 16));
  EXPECT_TRUE(
      names(errorOf(with(none, noBonds, std::uint32_t{2})), {"x.gsd", "frame 1", "bonds/group"}));
  fluid.bondKinds.clear();
  for (int k = 0; k < 17; ++k) fluid.bondKinds.push_back({.name = fmt::format("bond{}", k)});
  EXPECT_TRUE(
      names(messageOf<InputError>([&] { makeGsdReader(folder.put("x.gsd", fileOf(1))); }, folder),
            {"x.gsd", "17", "16"}));
}

TEST_F(GsdMolecules, FramesWithMolecules_AreWrittenAgainBitForBit) {
  const std::string whole = fileOf(40);
  for (const int from : {0, 1, 26, 27, 28, 39}) {
    cutGsd(folder.put("cut.gsd", whole), 10 * from);
    EXPECT_TRUE(folder.get("cut.gsd") == fileOf(from)) << from;
    {
      const auto writer = make("cut.gsd", file::Opening::Append, Keep::Whole);
      for (int k = from; k < 40; ++k) writer->append(frameOf(k));
    }
    EXPECT_TRUE(folder.get("cut.gsd") == whole) << from;
  }
}

// The entries of the first frame are on two sectors of the disk. The sector of the first entry is
// written last.
TEST_F(GsdMolecules, FirstFrameEnteredInPart_IsNotThere) {
  const std::string whole = fileOf(1);
  std::string partly = whole;
  std::fill_n(partly.begin() + 4096, 512, '\0');
  const std::string path = folder.put("t.gsd", partly);
  EXPECT_TRUE(
      names(messageOf<InputError>([&] { readAll(path); }, folder), {"t.gsd", "first frame"}));
  make("t.gsd", file::Opening::Append)->append(frameOf(0));
  EXPECT_TRUE(folder.get("t.gsd") == whole);
}

}  // namespace
}  // namespace gpubuck::formats
