#include "io/xyz.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <cstdio>
#include <numeric>

#include "io/particles.h"
#include "io/temporary_folder.h"

namespace gpubuck::io {
namespace {

using test::messageOf;

struct ExtendedXyz : ::testing::Test {
  test::TemporaryFolder folder;
  dpd::Fluid fluid;

  ExtendedXyz() {
    fluid.box.size = {8.0, 10.0, 12.0};
    fluid.box.boundary[2] = search::Boundary::Reflecting;
    fluid.species = {{"light", 1.0, 0.5, ""}, {"heavy", 3.0, 0.5, ""}};
  }

  dpd::Particles read(std::string_view text) {
    return readExtendedXyz(folder.put("x.xyz", text), fluid);
  }
  std::string errorOf(std::string_view text) {
    return messageOf<InputError>([&] { read(text); }, folder);
  }
};

dpd::Particles twoParticles() {
  return {{{0.1f, 0.0f, 11.5f}, {1.5f, 2.5f, 3.5f}},
          {{1.0f, 2.0f, 3.0f}, {0.25f, -0.5f, 1e-10f}},
          {0, 1}};
}

TEST_F(ExtendedXyz, WritesFrames) {
  TrajectoryWriter writer(folder / "t.xyz", fluid);
  writer.append(twoParticles(), 7, 0.07);
  const std::string frame =
      "2\nLattice=\"8 0 0 0 10 0 0 0 12\" Properties=species:S:1:pos:R:3:velo:R:3:id:I:1 "
      "species_names=\"light heavy\" pbc=\"T T F\" Time=0.07 Step=7\n"
      "H 0.1 0 11.5 1 2 3 0\nHe 1.5 2.5 3.5 0.25 -0.5 1e-10 1\n";
  EXPECT_EQ(folder.get("t.xyz"), frame) << "already on disk while the file is open";
  writer.append(twoParticles(), 7, 0.07);
  EXPECT_EQ(folder.get("t.xyz"), frame + frame);
}

TEST_F(ExtendedXyz, AseReadsTheTrajectory) {
  TrajectoryWriter writer(folder / "t.xyz", fluid);
  writer.append(twoParticles(), 7, 0.07);
  writer.append(twoParticles(), 14, 0.14);
  const std::string command = "/usr/bin/python3 " GPUBUCK_SOURCE_DIR
                              "/tests/io/read_with_ase.py '" +
                              folder / "t.xyz" + "' 2>&1";
  std::FILE* pipe = popen(command.c_str(), "r");
  ASSERT_NE(pipe, nullptr);
  std::string output;
  for (int c; (c = std::getc(pipe)) != EOF;) output += static_cast<char>(c);
  EXPECT_EQ(pclose(pipe), 0);
  // 0.1f is read back as the double 0.1: its fewest digits.
  const std::string rest =
      " light heavy [[0.1, 0.0, 11.5], [1.5, 2.5, 3.5]] "
      "[[1.0, 2.0, 3.0], [0.25, -0.5, 1e-10]] [0, 1]\n";
  EXPECT_EQ(output, "2 H,He [8.0, 10.0, 12.0] [True, True, False] 7 0.07" + rest +
                        "2 H,He [8.0, 10.0, 12.0] [True, True, False] 14 0.14" + rest);
}

RC_GTEST_FIXTURE_PROP(ExtendedXyz, TrajectoriesSurviveARoundTrip, ()) {
  const auto count = *rc::gen::inRange<std::size_t>(1, 200);
  const auto inBox = [](float side) {
    return std::min(static_cast<float>(*rc::gen::inRange(0, 1 << 30)) * 0x1p-30f * side,
                    std::nextafter(side, 0.0f));
  };
  dpd::Particles particles;
  for (std::size_t i = 0; i < count; ++i) {
    particles.position.emplace_back(inBox(8.0f), inBox(10.0f), inBox(12.0f));
    particles.velocity.emplace_back(*rc::gen::arbitrary<float>(), *rc::gen::arbitrary<float>(),
                                    *rc::gen::arbitrary<float>());
    particles.species.push_back(*rc::gen::inRange(0, 2));
  }
  TrajectoryWriter writer(folder / "t.xyz", fluid);
  writer.append(twoParticles(), 0, 0.0);
  writer.append(particles, 1, 0.01);
  const dpd::Particles again = readExtendedXyz(folder / "t.xyz", fluid);
  RC_ASSERT(again.position == particles.position);
  RC_ASSERT(again.velocity == particles.velocity);
  RC_ASSERT(again.species == particles.species);
}

TEST_F(ExtendedXyz, TwoDimensionsHaveNoThirdPeriod) {
  fluid.box.dimensions = 2;
  fluid.box.size.z = 1.0;
  fluid.box.boundary[2] = search::Boundary::Periodic;
  TrajectoryWriter writer(folder / "t.xyz", fluid);
  const std::vector<glm::vec3> one = {{1.0f, 2.0f, 0.0f}};
  writer.append({one, one, {0}}, 0, 0.0);
  EXPECT_NE(folder.get("t.xyz").find("pbc=\"T T F\""), std::string::npos);
  EXPECT_EQ(readExtendedXyz(folder / "t.xyz", fluid).count(), 1u);
  EXPECT_EQ(errorOf("1\n\nlight 1 2 3\n"), "x.xyz:3: z 3 is not 0 in two dimensions");
  EXPECT_EQ(errorOf("1\nProperties=species:S:1:pos:R:3:velo:R:3\nlight 1 2 0 0 0 1\n"),
            "x.xyz:3: v_z 1 is not 0 in two dimensions");
}

TEST_F(ExtendedXyz, ReadsPlainXyzAndOtherColumns) {
  const dpd::Particles plain = read("2\na comment\nheavy 1 2 3\nlight\t4  5 6\r\n\n");
  ASSERT_EQ(plain.count(), 2u);
  EXPECT_TRUE(plain.velocity.empty());
  EXPECT_EQ(plain.position, (std::vector<glm::vec3>{{1.0f, 2.0f, 3.0f}, {4.0f, 5.0f, 6.0f}}));
  EXPECT_EQ(plain.species, (std::vector<int>{1, 0}));
  const dpd::Particles other = read(
      "1\nname=\"a b=c\" flag Properties=id:I:1:pos:R:3:species:S:1:velo:R:3\n9 1 2 3 heavy 4 5 "
      "6\n");
  EXPECT_EQ(other.position.at(0), glm::vec3(1.0f, 2.0f, 3.0f));
  EXPECT_EQ(other.velocity.at(0), glm::vec3(4.0f, 5.0f, 6.0f));
  EXPECT_EQ(other.species.at(0), 1);
}

TEST_F(ExtendedXyz, SymbolsGoByTheNamesOfTheFileNotByTheFluidsOrder) {
  const dpd::Particles particles = read("2\nspecies_names=\"heavy light\"\nH 1 2 3\nHe 4 5 6\n");
  EXPECT_EQ(particles.species, (std::vector<int>{1, 0}));
}

TEST_F(ExtendedXyz, NamesFileLineAndValue) {
  EXPECT_EQ(errorOf(""), "x.xyz: empty file, expected particles");
  EXPECT_EQ(errorOf("many\n"), "x.xyz:1: 'many' is not a number of particles within 1..16777215");
  EXPECT_EQ(errorOf("0\n\n"), "x.xyz:1: '0' is not a number of particles within 1..16777215");
  EXPECT_EQ(errorOf("16777216\n\n"),
            "x.xyz:1: '16777216' is not a number of particles within 1..16777215");
  EXPECT_EQ(errorOf("1\n"), "x.xyz: ends after line 1, with 0 of 1 particles");
  EXPECT_EQ(errorOf("2\n\nlight 1 2 3\n"), "x.xyz: ends after line 3, with 1 of 2 particles");
  EXPECT_EQ(errorOf("1\n\nlight 1 2\n"), "x.xyz:3: 3 columns, expected 4");
  EXPECT_EQ(errorOf("1\n\ndark 1 2 3\n"), "x.xyz:3: there is no species 'dark'");
  EXPECT_EQ(errorOf("1\nspecies_names=\"dark light\"\nH 1 2 3\n"),
            "x.xyz:3: there is no species 'H'");
  EXPECT_EQ(errorOf("1\n\nlight 1 2 three\n"), "x.xyz:3: 'three' is not a finite number");
  EXPECT_EQ(errorOf("1\n\nlight 1 2 nan\n"), "x.xyz:3: 'nan' is not a finite number");
  EXPECT_EQ(errorOf("1\n\nlight 1 2 1e99\n"), "x.xyz:3: '1e99' is not a finite number");
  EXPECT_EQ(errorOf("1\n\nlight 8 2 3\n"), "x.xyz:3: x 8 is outside of the box, 0 <= x < 8");
  EXPECT_EQ(errorOf("1\n\nlight 1 -0.5 3\n"), "x.xyz:3: y -0.5 is outside of the box, 0 <= y < 10");
  EXPECT_EQ(errorOf("1\n\nlight 1 2 12.5\n"), "x.xyz:3: z 12.5 is outside of the box, 0 <= z < 12");
  EXPECT_EQ(errorOf("1\nProperties=pos:R:3\n1 2 3\n"),
            "x.xyz:2: Properties 'pos:R:3' has no species of 1 column");
  EXPECT_EQ(errorOf("1\nProperties=species:S:1:pos:R\nlight 1\n"),
            "x.xyz:2: Properties 'species:S:1:pos:R' is not a list of name:type:columns");
  EXPECT_EQ(errorOf("1\nProperties=species:S:1:pos:R:2\nlight 1 2\n"),
            "x.xyz:2: Properties 'species:S:1:pos:R:2' has no pos of 3 columns");
  EXPECT_EQ(errorOf("1\n\nlight 1 2 3\n1\n"), "x.xyz: ends after line 4, with 0 of 1 particles");
  EXPECT_EQ(messageOf<InputError>([&] { readExtendedXyz(folder / "none.xyz", fluid); }, folder),
            "none.xyz: cannot be opened: No such file or directory");
}

}  // namespace
}  // namespace gpubuck::io
