#include "formats/h5md.h"

#include <H5Cpp.h>
#include <gtest/gtest.h>

#include <filesystem>

#include "file/temporary_folder.h"
#include "formats/python.h"
#include "support/filled_memory.h"

namespace gpubuck::formats::h5md {
namespace {

struct H5md : ::testing::Test {
  test::TemporaryFolder folder;
  dpd::Fluid fluid;
  dpd::Molecules molecules;

  H5md() {
    fluid.box.size = {8.0, 10.5, 12.0};
    fluid.box.boundary[2] = cells::Boundary::Reflecting;
    fluid.species = {{"light", 1.0, 0.5, ""}, {"heavy", 3.0, 0.5, ""}};
  }

  void write(const std::string& name, const std::vector<formats::Frame>& frames) const {
    const auto writer =
        makeWriter(folder / name, fluid, molecules, file::Opening::Replace, Keep::Whole);
    for (const formats::Frame& frame : frames) writer->append(frame);
    writer->sync();
  }
};

using H5mdPeer = H5md;  // tests that need a package of Python

const formats::Frame kFrame{
    7, 0.1, {{{1, 2, 3}, {0.5, 10.25, 0}}, {{4, 5, 6}, {-1, 0, 0.25}}, {1, 0}}};

TEST_F(H5mdPeer, MdAnalysis_ReadsTheTrajectory) {
  formats::Frame later = kFrame;
  later.step = 14;
  later.time = 0.2;
  later.particles.position[0].x = 1.5f;
  write("t.h5", {kFrame, later});
  EXPECT_EQ(test::outputOfPython("formats/read_with_mdanalysis.py", folder / "t.h5"),
            "7 0.1 [8.0, 10.5, 12.0, 90.0, 90.0, 90.0] [[1.0, 2.0, 3.0], [0.5, 10.25, 0.0]] "
            "[[4.0, 5.0, 6.0], [-1.0, 0.0, 0.25]]\n"
            "14 0.2 [8.0, 10.5, 12.0, 90.0, 90.0, 90.0] [[1.5, 2.0, 3.0], [0.5, 10.25, 0.0]] "
            "[[4.0, 5.0, 6.0], [-1.0, 0.0, 0.25]]\n"
            "['heavy', 'light'] [3. 1.] [0 1]\n"
            "['periodic', 'periodic', 'none']\n"
            "[1 1] gpubuck\n");
}

TEST_F(H5mdPeer, TwoDimensionsWithoutVelocities_AreReadable) {
  fluid.box.dimensions = 2;
  fluid.box.size.z = 1.0;
  fluid.box.boundary[2] = cells::Boundary::Periodic;
  write("t.h5", {{3, 0.5, {{{1, 2, 0}}, {}, {0}}}});
  EXPECT_EQ(test::outputOfPython("formats/read_with_mdanalysis.py", folder / "t.h5"),
            "3 0.5 [8.0, 10.5, 1.0, 90.0, 90.0, 90.0] [[1.0, 2.0, 0.0]] None\n"
            "['light'] [1.] [0]\n['periodic', 'periodic', 'none']\n[1 1] gpubuck\n");
}

TEST_F(H5mdPeer, Python_ReadsMolecules) {
  fluid.bondKinds = {{.name = "link"}, {.name = "rope"}};
  fluid.angleKinds = {{.name = "bend"}};
  molecules = {{{1, {0, 1}}, {0, {2, 1}}}, {{0, {0, 1, 2}}}};
  const std::vector<glm::vec3> three{{1, 2, 3}, {4, 5, 6}, {7, 8, 9}};
  write("t.h5", {{3, 0.5, {three, three, {0, 1, 0}}}, {4, 0.6, {three, three, {0, 1, 0}}}});
  const std::string output =
      test::outputOfPython("formats/read_with_mdanalysis.py", folder / "t.h5");
  EXPECT_TRUE(
      output.ends_with("\nangles int32 [[0, 1, 2]] /particles/all ['bend']\n"
                       "bonds int32 [[0, 1], [2, 1]] /particles/all ['rope', 'link']\n"))
      << output;
  molecules.angles = {};
  write("t.h5", {{3, 0.5, {three, three, {0, 1, 0}}}});
  const H5::H5File file(folder / "t.h5", H5F_ACC_RDONLY);
  EXPECT_TRUE(file.nameExists("connectivity/bonds"));
  EXPECT_FALSE(file.nameExists("connectivity/angles"));
}

TEST_F(H5md, EqualTrajectories_MakeEqualFiles) {
  fluid.bondKinds = {{.name = "link"}};
  molecules.bonds = {{0, {0, 1}}};
  for (const char* name : {"one.h5", "two.h5"}) {
    write(name, std::vector<formats::Frame>(20, kFrame));
  }
  EXPECT_FALSE(folder.get("one.h5").empty());
  EXPECT_TRUE(folder.get("one.h5") == folder.get("two.h5"));
}

/// Expects that the file has no bytes after the end that HDF5 has set, and returns its size.
std::uintmax_t expectNothingBehind(const std::filesystem::path& path) {
  const H5::H5File file(path.string(), H5F_ACC_RDONLY);
  haddr_t end = 0;
  EXPECT_GE(H5Fget_eoa(file.getId(), &end), 0);
  EXPECT_EQ(std::filesystem::file_size(path), end);
  return end;
}

// Small trajectories fill only a part of their chunks.
TEST_F(H5md, MemoryContents_DoNotReachTheFile) {
  fluid.bondKinds = {{.name = "link"}};
  molecules.bonds = {{0, {0, 1}}};
  std::string first;
  for (const int byte : {0x11, 0xEE}) {
    const test::FilledMemory memory(byte);
    for (const std::size_t frames : {1, 20})
      write("t.h5", std::vector<formats::Frame>(frames, kFrame));
    if (first.empty()) first = folder.get("t.h5");
    EXPECT_TRUE(folder.get("t.h5") == first);
  }
}

TEST_F(H5md, DiskSpace_IsReservedPerFrameAndReleasedAtTheEnd) {
  write("t.h5", {kFrame});
  EXPECT_LT(expectNothingBehind(folder / "t.h5"), 1U << 18);
  // The frames have several chunks, and take more space than is reserved at first.
  constexpr std::size_t kParticles = 400'000, kFrames = 2;
  constexpr std::size_t kFrameBytes = 2 * sizeof(glm::vec3) * kParticles;
  constexpr std::size_t kFixedBytes = 16 * kParticles;  // for species, mass and id
  std::vector<formats::Frame> frames(kFrames);
  {
    const auto writer = makeWriter(folder / "t.h5", fluid, {}, file::Opening::Replace, Keep::Whole);
    for (std::size_t k = 0; k < kFrames; ++k) {
      frames[k].step = static_cast<std::int64_t>(k);
      for (std::size_t i = 0; i < kParticles; ++i) {
        const auto number = static_cast<float>(i);
        frames[k].particles.position.emplace_back(number, static_cast<float>(k), 0.5F);
        frames[k].particles.velocity.emplace_back(-number, 0.25F, static_cast<float>(k));
      }
      frames[k].particles.species.assign(kParticles, 1);
      writer->append(frames[k]);
      // Space is reserved for the data that HDF5 buffers, too.
      EXPECT_GE(std::filesystem::file_size(folder / "t.h5"),
                kFixedBytes + (k + 1) * kFrameBytes + (std::size_t{4} << 20));
    }
    writer->sync();
  }
  EXPECT_GT(expectNothingBehind(folder / "t.h5"), kFrames * kFrameBytes);
  const H5::H5File file(folder / "t.h5", H5F_ACC_RDONLY);
  for (const bool isPosition : {true, false}) {
    std::vector<glm::vec3> found(kFrames * kParticles), expected;
    for (const formats::Frame& frame : frames) {
      const auto& all = isPosition ? frame.particles.position : frame.particles.velocity;
      expected.insert(expected.end(), all.begin(), all.end());
    }
    const H5::DataSet values = file.openDataSet(isPosition ? "particles/all/position/value"
                                                           : "particles/all/velocity/value");
    ASSERT_EQ(values.getSpace().getSimpleExtentNpoints(), static_cast<hssize_t>(3 * found.size()));
    values.read(&found.data()->x, H5::PredType::NATIVE_FLOAT);
    EXPECT_TRUE(found == expected) << (isPosition ? "positions" : "velocities");
  }
}

TEST_F(H5md, FullDisk_IsReported) {
  EXPECT_TRUE(test::names(
      test::messageOf<RunError>(
          [&] { makeWriter(folder / "none/t.h5", fluid, {}, file::Opening::Replace, Keep::Whole); },
          folder),
      {"none/t.h5", "No such file or directory"}));
}

}  // namespace
}  // namespace gpubuck::formats::h5md
