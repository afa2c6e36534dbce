
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <numeric>

#include "file/temporary_folder.h"
#include "formats/particles.h"
#include "formats/python.h"

namespace gpubuck::formats {
namespace {

using test::messageOf;
using test::names;

struct ExtendedXyz : ::testing::Test {
  test::TemporaryFolder folder;
  dpd::Fluid fluid;

  ExtendedXyz() {
    fluid.box.size = {8.0, 10.0, 12.0};
    fluid.box.boundary[2] = cells::Boundary::Reflecting;
    fluid.species = {{"light", 1.0, 0.5, ""}, {"heavy", 3.0, 0.5, ""}};
  }

  dpd::Particles read(std::string_view text) {
    return readExtendedXyz(folder.put("x.xyz", text), fluid);
  }
  std::unique_ptr<TrajectoryWriter> make(const std::string& name) const {
    return makeXyzWriter(folder / name, fluid, {}, file::Opening::Replace, Keep::EachFrame);
  }
  std::string errorOf(std::string_view text) {
    return messageOf<InputError>([&] { read(text); }, folder);
  }
};

using ExtendedXyzPeer = ExtendedXyz;  // tests that need a package of Python

dpd::Particles twoParticles() {
  return {{{0.1f, 0.0f, 11.5f}, {1.5f, 2.5f, 3.5f}},
          {{1.0f, 2.0f, 3.0f}, {0.25f, -0.5f, 1e-10f}},
          {0, 1}};
}

TEST_F(ExtendedXyz, WritesFrames) {
  const auto writer = make("t.xyz");
  writer->append({7, 0.07, twoParticles()});
  const std::string frame =
      "2\nLattice=\"8 0 0 0 10 0 0 0 12\" Properties=species:S:1:pos:R:3:velo:R:3:id:I:1 "
      "species_names=\"light heavy\" pbc=\"T T F\" Time=0.07 Step=7\n"
      "H 0.1 0 11.5 1 2 3 0\nHe 1.5 2.5 3.5 0.25 -0.5 1e-10 1\n";
  EXPECT_EQ(folder.get("t.xyz"), frame) << "already on disk while the file is open";
  writer->append({7, 0.07, twoParticles()});
  EXPECT_EQ(folder.get("t.xyz"), frame + frame);
}

TEST_F(ExtendedXyzPeer, Ase_ReadsTheTrajectory) {
  const auto writer = make("t.xyz");
  writer->append({7, 0.07, twoParticles()});
  writer->append({14, 0.14, twoParticles()});
  const std::string output = test::outputOfPython("formats/read_with_ase.py", folder / "t.xyz");
  // The float nearest to 0.1 is written with as few digits as possible, as 0.1. ASE therefore reads
  // the double 0.1.
  const std::string rest =
      " light heavy [[0.1, 0.0, 11.5], [1.5, 2.5, 3.5]] "
      "[[1.0, 2.0, 3.0], [0.25, -0.5, 1e-10]] [0, 1]\n";
  EXPECT_EQ(output, "2 H,He [8.0, 10.0, 12.0] [True, True, False] 7 0.07" + rest +
                        "2 H,He [8.0, 10.0, 12.0] [True, True, False] 14 0.14" + rest);
}

RC_GTEST_FIXTURE_PROP(ExtendedXyz, Trajectory_SurvivesARoundTrip, ()) {
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
  const auto writer = make("t.xyz");
  writer->append({0, 0.0, twoParticles()});
  writer->append({1, 0.01, particles});
  const dpd::Particles again = readExtendedXyz(folder / "t.xyz", fluid);
  RC_ASSERT(again.position == particles.position);
  RC_ASSERT(again.velocity == particles.velocity);
  RC_ASSERT(again.species == particles.species);
}

TEST_F(ExtendedXyz, TwoDimensions_HaveNoThirdPeriod) {
  fluid.box.dimensions = 2;
  fluid.box.size.z = 1.0;
  fluid.box.boundary[2] = cells::Boundary::Periodic;
  const auto writer = make("t.xyz");
  const std::vector<glm::vec3> one = {{1.0f, 2.0f, 0.0f}};
  writer->append({0, 0.0, {one, one, {0}}});
  EXPECT_NE(folder.get("t.xyz").find("pbc=\"T T F\""), std::string::npos);
  EXPECT_EQ(readExtendedXyz(folder / "t.xyz", fluid).count(), 1u);
  EXPECT_TRUE(names(errorOf("1\n\nlight 1 2 3\n"), {"x.xyz:3", "z", "3", "0"}));
  EXPECT_TRUE(names(errorOf("1\nProperties=species:S:1:pos:R:3:velo:R:3\nlight 1 2 0 0 0 1\n"),
                    {"x.xyz:3", "v_z", "1", "0"}));
}

TEST_F(ExtendedXyz, FlatBoxOfATrajectory_IsOfTwoDimensionsIfNothingMovesAcross) {
  fluid.box.size.z = 1.0;
  const auto dimensions = [&](float z, float vz) {
    make("t.xyz")->append({0, 0.0, {{{1.0f, 2.0f, z}}, {{0.5f, 0.0f, vz}}, {0}}});
    const auto reader = makeXyzReader(folder / "t.xyz");
    Frame frame;
    EXPECT_TRUE(reader->next(frame));
    return reader->fluid().box.dimensions;
  };
  EXPECT_EQ(dimensions(0.0f, 0.0f), 2);
  EXPECT_EQ(dimensions(0.5f, 0.0f), 3);
  EXPECT_EQ(dimensions(0.0f, 0.5f), 3);
}

TEST_F(ExtendedXyz, PlainXyzAndOtherColumns_AreRead) {
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

TEST_F(ExtendedXyz, Symbols_MapToSpeciesByName) {
  const dpd::Particles particles = read("2\nspecies_names=\"heavy light\"\nH 1 2 3\nHe 4 5 6\n");
  EXPECT_EQ(particles.species, (std::vector<int>{1, 0}));
}

TEST_F(ExtendedXyz, Error_NamesFileLineAndValue) {
  EXPECT_TRUE(names(errorOf(""), {"x.xyz", "empty"}));
  EXPECT_TRUE(names(errorOf("many\n"), {"x.xyz:1", "many", "1", "16777215"}));
  EXPECT_TRUE(names(errorOf("0\n\n"), {"x.xyz:1", "0", "1", "16777215"}));
  EXPECT_TRUE(names(errorOf("16777216\n\n"), {"x.xyz:1", "16777216", "1", "16777215"}));
  EXPECT_TRUE(names(errorOf("1\n"), {"x.xyz", "line 1", "1 particles", "0"}));
  EXPECT_TRUE(names(errorOf("2\n\nlight 1 2 3\n"), {"x.xyz", "line 3", "2 particles", "1"}));
  EXPECT_TRUE(names(errorOf("1\n\nlight 1 2\n"), {"x.xyz:3", "3 columns", "4"}));
  EXPECT_TRUE(names(errorOf("1\n\ndark 1 2 3\n"), {"x.xyz:3", "dark", "species"}));
  EXPECT_TRUE(
      names(errorOf("1\nspecies_names=\"dark light\"\nH 1 2 3\n"), {"x.xyz:3", "H", "species"}));
  EXPECT_TRUE(names(errorOf("1\n\nlight 1 2 three\n"), {"x.xyz:3", "three", "finite"}));
  EXPECT_TRUE(names(errorOf("1\n\nlight 1 2 nan\n"), {"x.xyz:3", "nan", "finite"}));
  EXPECT_TRUE(names(errorOf("1\n\nlight 1 2 1e99\n"), {"x.xyz:3", "1e99", "finite"}));
  EXPECT_TRUE(names(errorOf("1\n\nlight 1 2 12.5\n"), {"x.xyz:3", "z", "12.5", "0", "12"}));
  EXPECT_TRUE(names(errorOf("1\nProperties=pos:R:3\n1 2 3\n"),
                    {"x.xyz:2", "pos:R:3", "species", "1 column"}));
  EXPECT_TRUE(names(errorOf("1\nProperties=species:S:1:pos:R\nlight 1\n"),
                    {"x.xyz:2", "species:S:1:pos:R", "name:type:columns"}));
  EXPECT_TRUE(names(errorOf("1\nProperties=species:S:1:pos:R:2\nlight 1 2\n"),
                    {"x.xyz:2", "species:S:1:pos:R:2", "pos", "3 columns"}));
  EXPECT_TRUE(
      names(messageOf<InputError>([&] { readExtendedXyz(folder / "none.xyz", fluid); }, folder),
            {"none.xyz", "No such file or directory"}));
}

TEST_F(ExtendedXyz, TruncatedFrame_IsSkippedWithWarning) {
  const auto writer = make("t.xyz");
  writer->append({0, 0.0, twoParticles()});
  const std::string whole = folder.get("t.xyz");
  writer->append({7, 0.07, {{{1, 1, 1}, {2, 2, 2}}, {{0, 0, 0}, {0, 0, 0}}, {0, 1}}});
  const std::string both = folder.get("t.xyz");
  const std::string cut = folder / "cut.xyz";
  // A frame is complete even if its last line end is missing.
  for (std::size_t size = whole.size() + 1; size + 1 < both.size(); ++size) {
    folder.put("cut.xyz", both.substr(0, size));
    const FileParticles last = readExtendedXyz(cut, fluid);
    if (size + 3 < both.size()) {
      EXPECT_EQ(last.position, twoParticles().position) << size;
      EXPECT_TRUE(names(last.leftOut, {cut, "frame 2", std::to_string(size - whole.size())}));
    }
    const auto reader = makeXyzReader(cut);
    Frame frame;
    int frames = 0;
    for (; reader->next(frame);) ++frames;
    EXPECT_EQ(frames, 1) << size;
    EXPECT_TRUE(names(reader->leftOut(), {cut, "frame 2", std::to_string(size - whole.size())}));
  }
  folder.put("cut.xyz", both.substr(0, both.size() - 1));
  EXPECT_EQ(readExtendedXyz(cut, fluid).position[0].x, 1.0f);
  EXPECT_EQ(readExtendedXyz(cut, fluid).leftOut, "");
  EXPECT_TRUE(
      names(errorOf(whole.substr(0, whole.size() / 2)), {"x.xyz", "line 2", "2 particles", "0"}));
}

TEST_F(ExtendedXyz, Trajectory_IsReadFrameByFrame) {
  const auto writer = make("t.xyz");
  writer->append({0, 0.0, twoParticles()});
  writer->append({7, 0.07, twoParticles()});
  const auto reader = makeXyzReader(folder / "t.xyz");
  Frame frame;
  ASSERT_TRUE(reader->next(frame));
  EXPECT_EQ(frame.step, 0);
  EXPECT_EQ(reader->fluid().box.size, fluid.box.size);
  EXPECT_EQ(reader->fluid().box.boundary, fluid.box.boundary);
  EXPECT_EQ(reader->fluid().box.dimensions, 3);
  ASSERT_EQ(reader->fluid().species.size(), 2u);
  EXPECT_EQ(reader->fluid().species[1].name, "heavy");
  EXPECT_LT(reader->share(), 1.0);
  ASSERT_TRUE(reader->next(frame));
  EXPECT_EQ(frame.step, 7);
  EXPECT_EQ(frame.time, 0.07);
  EXPECT_EQ(frame.particles.position, twoParticles().position);
  EXPECT_EQ(frame.particles.velocity, twoParticles().velocity);
  EXPECT_EQ(frame.particles.species, twoParticles().species);
  EXPECT_EQ(reader->share(), 1.0);
  EXPECT_FALSE(reader->next(frame));
}

TEST_F(ExtendedXyz, ForeignTrajectory_IsRefused) {
  const auto writer = make("t.xyz");
  writer->append({7, 0.07, twoParticles()});
  const std::string frame = folder.get("t.xyz");
  const auto errorWith = [&](const std::string& from, const std::string& to, bool second) {
    std::string changed = frame;
    changed.replace(changed.find(from), from.size(), to);
    const std::string path = folder.put("x.xyz", second ? frame + changed : changed);
    return messageOf<InputError>(
        [&] {
          const auto reader = makeXyzReader(path);
          for (Frame read; reader->next(read);) {
          }
        },
        folder);
  };
  EXPECT_TRUE(names(errorWith("Step=7", "Step=x", false), {"x.xyz:2", "x", "Step"}));
  EXPECT_TRUE(names(errorWith(" Step=7", "", false), {"x.xyz:2", "Step", "frames"}));
  EXPECT_TRUE(names(errorWith("Time=0.07", "Time=nan", false), {"x.xyz:2", "nan", "finite"}));
  EXPECT_TRUE(
      names(errorWith("8 0 0 0", "8 1 0 0", false), {"x.xyz:2", "8 1 0 0 10 0 0 0 12", "axes"}));
  EXPECT_TRUE(names(errorWith("T T F", "T T X", false), {"x.xyz:2", "T T X", "three", "T", "F"}));
  EXPECT_TRUE(
      names(errorWith("light heavy", "li=ht heavy", false), {"x.xyz:2", "li=ht", "1", "32"}));
  EXPECT_TRUE(names(errorWith("1e-10 1", "1e-10 0", false), {"x.xyz:4", "id", "0", "1"}));
  EXPECT_TRUE(names(errorWith("8 0 0 0", "9 0 0 0", true), {"x.xyz:6", "box", "species"}));
  EXPECT_TRUE(names(errorWith("H 0.1", "He 0.1", true), {"x.xyz", "frame 2", "particle 0"}));
  EXPECT_TRUE(names(errorWith("2\nLattice", "1\nLattice", false),
                    {"x.xyz:4", "He 1.5 2.5 3.5 0.25 -0.5 1e-10 1", "1", "16777215"}));
}

TEST_F(ExtendedXyz, Frames_AreRemovedFromAStepOn) {
  const auto writer = make("t.xyz");
  std::vector<std::size_t> ends{0};
  for (int step = 0; step < 40; step += 10) {
    writer->append({step, 0.01 * step, twoParticles()});
    ends.push_back(folder.get("t.xyz").size());
  }
  const std::string whole = folder.get("t.xyz");
  for (const auto& [from, frames] : {std::pair{0, 0}, {1, 1}, {10, 1}, {30, 3}, {99, 4}}) {
    for (const char* rest : {"", "2\nLat", "2\nStep=40\nH 1 2"}) {
      cutXyz(folder.put("cut.xyz", whole + rest), from);
      EXPECT_EQ(folder.get("cut.xyz"), whole.substr(0, ends[static_cast<std::size_t>(frames)]));
    }
  }
  // If the last line has no line end, appended text would continue this line.
  const std::string first = "1\nStep=0\nH 0 0 0\n";
  cutXyz(folder.put("cut.xyz", first + "1\nStep=40\nH 1 2 3"), 50);
  EXPECT_EQ(folder.get("cut.xyz"), first);
  EXPECT_TRUE(names(messageOf<InputError>([&] { cutXyz(folder.put("x.xyz", "no\n"), 1); }, folder),
                    {"x.xyz:1", "no", "0", "16777215"}));
  EXPECT_EQ(folder.get("x.xyz"), "no\n");
}

}  // namespace
}  // namespace gpubuck::formats
