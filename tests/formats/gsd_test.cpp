#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cstring>
#include <limits>
#include <random>
#include <sstream>

#include "formats/gsd_frames.h"
#include "formats/python.h"

namespace gpubuck::formats {
namespace {

using test::messageOf;
using test::names;

using GsdPeer = Gsd;  // tests that need a package of Python

void expectNear(const std::vector<glm::vec3>& some, const std::vector<glm::vec3>& others) {
  ASSERT_EQ(some.size(), others.size());
  for (std::size_t i = 0; i < some.size(); ++i) {
    for (int axis = 0; axis < 3; ++axis) {
      EXPECT_NEAR(some[i][axis], others[i][axis], 12.0 * 0x1p-24) << i;
    }
  }
}

TEST_F(GsdPeer, Python_ReadsTheTrajectory) {
  const auto writer = make("t.gsd");
  writer->append(frameOf(0));
  writer->append(frameOf(1));
  // The side 10.1 of the box is no float, so that the frame's log has the sides in double
  // precision.
  const std::string box = "[8.0, 10.100000381469727, 12.0, 0.0, 0.0, 0.0]";
  const std::string types = "3 ['light', 'heavy', 'light'] ";
  const std::string rest =
      "[1.0, 3.0, 1.0] {'box_size': [8.0, 10.1, 12.0], 'periodic': [1, 1, 0], ";
  EXPECT_EQ(
      test::outputOfPython("formats/read_with_gsd.py", folder / "t.gsd"),
      "0 3 " + box + " " + types +
          "[[0.5, -5.049999713897705, 5.5], [-2.5, -2.549999952316284, -2.5], [3.75, "
          "4.949999809265137, 0.0]] "
          "[[1.0, 2.0, 3.0], [0.25, -0.5, 1.000000013351432e-10], [0.0, 0.0, 0.0]] " +
          rest + "'time': [0.0]}\n10 3 " + box + " " + types +
          "[[0.5, -5.049999713897705, 5.489999771118164], [-2.490000009536743, "
          "-2.549999952316284, -2.5], [3.75, 4.949999809265137, 0.0]] "
          "[[1.0, 2.0, 3.0], [0.25, -0.5, 1.000000013351432e-10], [0.009999999776482582, 0.0, "
          "0.0]] " +
          rest + "'time': [0.1]}\n");
}

// MDAnalysis leaves out velocities, and takes the number of a frame for its time.
TEST_F(GsdPeer, MdAnalysis_ReadsTheTrajectory) {
  fluid.box.size.y = 10.0;
  const auto writer = make("t.gsd");
  for (int k = 0; k < 2; ++k) {
    writer->append({7 * k, 0.1 * k, {{{0.5f, 1.0f, 2.0f}}, {{1.0f, 2.0f, 3.0f}}, {0}}});
  }
  const std::string rest = " [8.0, 10.0, 12.0, 90.0, 90.0, 90.0] [[-3.5, -4.0, -4.0]] None\n";
  EXPECT_EQ(test::outputOfPython("formats/read_with_mdanalysis.py", folder / "t.gsd"),
            "0 0.0" + rest + "7 1.0" + rest);
}

TEST_F(GsdPeer, Python_ReadsManyFramesAndTwoDimensions) {
  fluid.box.dimensions = 2;
  fluid.box.size.z = 1.0;
  fluid.box.boundary[2] = cells::Boundary::Periodic;
  const auto writer = make("t.gsd", file::Opening::Replace, Keep::Whole);
  const std::vector<glm::vec3> one = {{1.0f, 2.0f, 0.0f}};
  for (int step = 0; step < 200; ++step) writer->append({step, 0.5 * step, {one, one, {1}}});
  const std::string output = test::outputOfPython("formats/read_with_gsd.py", folder / "t.gsd");
  EXPECT_EQ(std::count(output.begin(), output.end(), '\n'), 200);
  EXPECT_NE(output.find("\n199 2 [8.0, 10.100000381469727, 0.0, 0.0, 0.0, 0.0] 1 ['heavy'] [[-3.0, "
                        "-3.049999952316284, 0.0]] [[1.0, 2.0, 0.0]] [3.0] {'box_size': [8.0, "
                        "10.1, 1.0], 'periodic': [1, 1, 0], 'time': [99.5]}\n"),
            std::string::npos)
      << output;
  const auto [frames, leftOut] = readAll(folder / "t.gsd");
  ASSERT_EQ(frames.size(), 200u);
  EXPECT_EQ(frames[199].particles.position, one);
  EXPECT_EQ(readGsd(folder / "t.gsd", fluid).position, one);
}

TEST_F(Gsd, Frames_SurviveARoundTrip) {
  const std::string path = folder.put("t.gsd", fileOf(3));
  const auto reader = makeGsdReader(path);
  EXPECT_EQ(reader->fluid().box.size, fluid.box.size);
  EXPECT_EQ(reader->fluid().box.boundary, fluid.box.boundary);
  ASSERT_EQ(reader->fluid().species.size(), 2u);
  EXPECT_EQ(reader->fluid().species[1].name, "heavy");
  EXPECT_EQ(reader->fluid().species[1].mass, 3.0);
  const auto [frames, leftOut] = readAll(path);
  EXPECT_EQ(leftOut, "");
  ASSERT_EQ(frames.size(), 3u);
  for (int k = 0; k < 3; ++k) {
    const Frame& frame = frames[static_cast<std::size_t>(k)];
    EXPECT_EQ(frame.step, 10 * k);
    EXPECT_EQ(frame.time, 0.1 * k);
    expectNear(frame.particles.position, frameOf(k).particles.position);
    EXPECT_EQ(frame.particles.velocity, frameOf(k).particles.velocity);
    EXPECT_EQ(frame.particles.species, frameOf(k).particles.species);
  }
  expectNear(readGsd(path, fluid).position, frameOf(2).particles.position);
}

TEST_F(Gsd, Positions_StayInTheBox) {
  std::mt19937 random(1);
  fluid.box.size = {10.1, 682.0 / 3.0, 0.7};
  dpd::Particles particles;
  const std::vector<float> ends{0.0f, std::numeric_limits<float>::denorm_min(), 1e-9f};
  for (int i = 0; i < 20'000; ++i) {
    glm::vec3& r = particles.position.emplace_back();
    for (int axis = 0; axis < 3; ++axis) {
      const auto side = static_cast<float>(fluid.box.size[axis]);
      float end = std::nextafter(side, 0.0f);
      if (double{end} >= fluid.box.size[axis]) end = std::nextafter(end, 0.0f);
      const float inside = std::uniform_real_distribution<float>(0.0f, end)(random);
      r[axis] = i < 3 ? ends[static_cast<std::size_t>(i)] : i == 3 ? end : inside;
    }
  }
  particles.species.assign(particles.position.size(), 0);
  const auto writer = make("t.gsd");
  writer->append({0, 0.0, particles});
  for (const auto boundary : {cells::Boundary::Periodic, cells::Boundary::Reflecting}) {
    fluid.box.boundary = {boundary, boundary, boundary};
    const dpd::Particles again = readGsd(folder / "t.gsd", fluid);
    EXPECT_TRUE(again.velocity.empty());
    ASSERT_EQ(again.count(), particles.count());
    for (std::size_t i = 0; i < again.count(); ++i) {
      for (int axis = 0; axis < 3; ++axis) {
        const double side = fluid.box.size[axis];
        ASSERT_LE(std::abs(double{again.position[i][axis]} - particles.position[i][axis]),
                  side * 0x1p-24);
        ASSERT_TRUE(again.position[i][axis] >= 0.0f && again.position[i][axis] < side);
      }
    }
  }
}

TEST_F(GsdPeer, FileOfHoomd_IsRead) {
  fluid.box.size.y = 10.0;
  test::outputOfPython("formats/write_with_gsd.py", folder / "hoomd.gsd");
  const dpd::Particles particles = readGsd(folder / "hoomd.gsd", fluid);
  EXPECT_EQ(particles.position,
            (std::vector<glm::vec3>{{0, 0, 0}, {4, 6, 8}, {7, 9, 6.0f + 4.9f}}));
  EXPECT_EQ(particles.velocity, (std::vector<glm::vec3>{{49, 2, 3}, {4, 5, 6}, {0, 0, 0}}));
  EXPECT_EQ(particles.species, (std::vector<int>{0, 1, 0}));
  EXPECT_TRUE(names(messageOf<InputError>([&] { readAll(folder / "hoomd.gsd"); }, folder),
                    {"hoomd.gsd", "frame 1", "log/time"}));
}

// The first frame has data of three particles. These data do not apply to a later frame of two
// particles, which gets the defaults of GSD's schema hoomd instead.
TEST_F(GsdPeer, FrameOfFewerParticles_InheritsNoParticleData) {
  fluid.box.size.y = 10.0;
  test::outputOfPython("formats/write_fewer_with_gsd.py", folder / "fewer.gsd");
  const dpd::Particles particles = readGsd(folder / "fewer.gsd", fluid);
  EXPECT_EQ(particles.position, (std::vector<glm::vec3>{{0, 0, 0}, {4, 6, 8}}));
  EXPECT_EQ(particles.species, (std::vector<int>{1, 1})) << "the first type";
  EXPECT_TRUE(particles.velocity.empty());
}

TEST_F(GsdPeer, KilledWriter_LosesAtMostOneFrame) {
  // The index moves to a new place at frames 29 and 61.
  for (const int frames : {0, 1, 28, 29, 30, 60, 61}) {
    const std::string before = fileOf(frames), after = fileOf(frames + 1);
    // The data of a frame are written before the frame's entries of the index. A killed writer
    // leaves data without an entry in the index, or data and a part of a new index.
    for (const std::size_t more : {std::size_t{1}, std::size_t{60}, after.size() - before.size()}) {
      const std::string killed = before + after.substr(before.size(), more);
      const std::string path = folder.put("killed.gsd", killed);
      if (frames > 0) {
        const auto [read, leftOut] = readAll(path);
        EXPECT_EQ(std::ssize(read), frames);
        const test::Facts facts{path, fmt::format("frame {}", frames + 1), std::to_string(more)};
        EXPECT_TRUE(names(leftOut, facts));
        EXPECT_TRUE(names(readGsd(path, fluid).leftOut, facts));
      } else {
        EXPECT_TRUE(names(messageOf<InputError>([&] { readAll(path); }, folder),
                          {"killed.gsd", "first frame"}));
      }
      if (frames == 29 && more > 60) {
        const std::string lines = test::outputOfPython("formats/read_with_gsd.py", path);
        EXPECT_EQ(std::count(lines.begin(), lines.end(), '\n'), frames);
      }
      const Keep keep = more == 60 ? Keep::EachFrame : Keep::Whole;
      make("killed.gsd", file::Opening::Append, keep)->append(frameOf(frames));
      EXPECT_TRUE(folder.get("killed.gsd") == after) << frames;
    }
  }
}

TEST_F(Gsd, RemovedFrames_AreWrittenAgainBitForBit) {
  const std::string whole = fileOf(150);
  for (const int from : {0, 1, 28, 29, 30, 61, 62, 124, 125, 149, 150}) {
    cutGsd(folder.put("cut.gsd", whole + "rest"), 10 * from);
    EXPECT_TRUE(folder.get("cut.gsd") == fileOf(from)) << from;
    {
      const auto writer = make("cut.gsd", file::Opening::Append, Keep::Whole);
      for (int k = from; k < 150; ++k) writer->append(frameOf(k));
    }
    EXPECT_TRUE(folder.get("cut.gsd") == whole) << from;
  }
}

TEST_F(Gsd, FileWithPartialHeader_IsStartedAgain) {
  const std::string whole = fileOf(1), head = fileOf(0);
  for (const std::size_t size : {0, 1, 255, 256, 8191, 8192}) {
    folder.put("cut.gsd", head.substr(0, size));
    make("cut.gsd", file::Opening::Append, Keep::Whole)->append(frameOf(0));
    EXPECT_TRUE(folder.get("cut.gsd") == whole) << size;
  }
}

TEST_F(Gsd, FileOfAnotherRun_IsNotContinued) {
  const auto errorOfAppend = [&](const std::string& bytes) {
    const std::string path = folder.put("x.gsd", bytes);
    const std::string error =
        messageOf<InputError>([&] { make("x.gsd", file::Opening::Append); }, folder);
    EXPECT_TRUE(folder.get("x.gsd") == bytes) << "nothing has changed";
    return error;
  };
  const std::string ours = fileOf(3);
  EXPECT_TRUE(names(errorOfAppend("something else"), {"x.gsd", "GSD", "begin"}));
  EXPECT_TRUE(names(errorOfAppend(with(ours, 4096 + 16, std::uint64_t{300})), {"x.gsd", "run"}));
  EXPECT_TRUE(names(errorOfAppend(with(ours, 300, 'x')), {"x.gsd", "run"}));
  fluid.species[1].name = "other";
  EXPECT_TRUE(names(errorOfAppend(ours), {"x.gsd", "box", "species"}));
  fluid.species[1].name = "heavy";
  fluid.bondKinds = {{.name = "link"}};
  EXPECT_TRUE(names(errorOfAppend(ours), {"x.gsd", "bonds", "angles"}));
  fluid.bondKinds = {};
  fluid.box.size.x = 9.0;
  EXPECT_TRUE(names(errorOfAppend(ours), {"x.gsd", "box", "species"}));
}

TEST_F(Gsd, AnyPropertyOfAnotherFluid_IsRefused) {
  fluid.bondKinds = {{.name = "link"}};
  fluid.angleKinds = {{.name = "bend"}};
  const std::string bytes = fileOf(2);
  const std::string path = folder.put("x.gsd", bytes);
  EXPECT_EQ(stepsOfGsd(path, fluid).size(), 2U);
  using Change = void (*)(dpd::Fluid&);
  const std::vector<std::pair<const char*, Change>> changes{
      {"side x", [](dpd::Fluid& other) { other.box.size.x = 8.5; }},
      {"side y", [](dpd::Fluid& other) { other.box.size.y = std::nextafter(10.1, 11.0); }},
      {"side z", [](dpd::Fluid& other) { other.box.size.z = 12.5; }},
      {"sides of x",
       [](dpd::Fluid& other) { other.box.boundary[0] = cells::Boundary::Reflecting; }},
      {"sides of z", [](dpd::Fluid& other) { other.box.boundary[2] = cells::Boundary::Periodic; }},
      {"dimensions", [](dpd::Fluid& other) { other.box.dimensions = 2; }},
      {"name of the first species", [](dpd::Fluid& other) { other.species[0].name = "x"; }},
      {"name of the last species", [](dpd::Fluid& other) { other.species[1].name = "x"; }},
      {"order of species",
       [](dpd::Fluid& other) { std::swap(other.species[0], other.species[1]); }},
      {"fewer species", [](dpd::Fluid& other) { other.species.pop_back(); }},
      {"more species",
       [](dpd::Fluid& other) {
         other.species.push_back({"x", 1.0, 0.0, ""});
       }},
      {"mass", [](dpd::Fluid& other) { other.species[1].mass = 2.0; }},
      {"name of a bond", [](dpd::Fluid& other) { other.bondKinds[0].name = "x"; }},
      {"no bonds", [](dpd::Fluid& other) { other.bondKinds.clear(); }},
      {"more bonds", [](dpd::Fluid& other) { other.bondKinds.push_back({.name = "x"}); }},
      {"name of an angle", [](dpd::Fluid& other) { other.angleKinds[0].name = "x"; }},
      {"no angles", [](dpd::Fluid& other) { other.angleKinds.clear(); }},
      {"more angles", [](dpd::Fluid& other) { other.angleKinds.push_back({.name = "x"}); }}};
  for (const auto& [what, change] : changes) {
    dpd::Fluid other = fluid;
    change(other);
    EXPECT_THROW(stepsOfGsd(path, other), InputError) << what;
    EXPECT_THROW(makeGsdWriter(path, other, {}, file::Opening::Append, Keep::Whole), InputError)
        << what;
    EXPECT_TRUE(folder.get("x.gsd") == bytes) << what;
  }
}

// tests/formats/write_changed_gsd.py writes one file for each kind of chunk. In frame 2 of such a
// file, only the chunk of this kind has changed.
TEST_F(GsdPeer, AnyChunkThatChanges_IsRefused) {
  const std::string names =
      test::outputOfPython("formats/write_changed_gsd.py", folder.path().string());
  std::istringstream lines(names);
  int count = 0;
  for (std::string name; std::getline(lines, name); ++count) {
    SCOPED_TRACE(name);
    const bool isSame = name.starts_with("same");
    try {
      EXPECT_EQ(readAll(folder / name).first.size(), 2U);
      EXPECT_TRUE(isSame) << "is read";
    } catch (const InputError& error) {
      EXPECT_FALSE(isSame) << error.what();
      EXPECT_TRUE(test::names(error.what(), {"frame 2"}));
    }
  }
  EXPECT_GT(count, 20);
}

// kEntry is the size of an entry of the index, kIndex the place of the first frame's index. The
// other constants are offsets in an entry.
constexpr std::size_t kEntry = 32, kRows = 8, kLocation = 16, kColumns = 24, kName = 28, kType = 30,
                      kFlags = 31, kIndex = 4096;

TEST_F(Gsd, Error_NamesTheFault) {
  const std::string whole = fileOf(2);
  const auto entry = [&](std::size_t number) { return kIndex + number * kEntry; };
  EXPECT_TRUE(names(errorOf(""), {"x.gsd", "GSD", "empty"}));
  EXPECT_TRUE(names(errorOf("GSD"), {"x.gsd", "GSD", "begin"}));
  EXPECT_TRUE(names(errorOf(whole.substr(0, 100)), {"x.gsd", "100", "header"}));
  EXPECT_TRUE(names(errorOf(whole.substr(0, 5000)), {"x.gsd", "128 x 32", "byte 4096", "5000"}));
  EXPECT_TRUE(names(errorOf(with(whole, 44, std::uint32_t{3 << 16})),
                    {"x.gsd", "version 3", "GSD", "1", "2"}));
  EXPECT_TRUE(names(errorOf(with(whole, 112, 'z')), {"x.gsd", "zoomd", "hoomd 1"}));
  EXPECT_TRUE(
      names(errorOf(with(whole, 8, ~std::uint64_t{0})),
            {"x.gsd", "128 x 32", "byte 18446744073709551615", std::to_string(whole.size())}));
  EXPECT_TRUE(
      names(errorOf(with(whole, 16, std::uint64_t{1} << 60)),
            {"x.gsd", "1152921504606846976 x 32", "byte 4096", std::to_string(whole.size())}));
  EXPECT_TRUE(names(errorOf(with(whole, 32, std::uint64_t{1} << 58)),
                    {"x.gsd", "288230376151711744", "65536"}));
  EXPECT_TRUE(names(errorOf(with(whole, entry(1) + kRows, std::uint64_t{1} << 62)),
                    {"x.gsd", "entry 1", "4611686018427387904 x 3", "byte 8200"}));
  EXPECT_TRUE(names(errorOf(with(whole, entry(1) + kLocation, std::int64_t{-1})),
                    {"x.gsd", "entry 1", "3 x 3", "byte -1"}));
  EXPECT_TRUE(names(errorOf(with(whole, entry(1) + kLocation, std::int64_t{1} << 40)),
                    {"x.gsd", "entry 12", "earlier"}));
  EXPECT_TRUE(names(errorOf(with(whole, entry(1) + kType, std::uint8_t{99})),
                    {"x.gsd", "entry 1", "columns 3", "name 1", "type 99", "flags 0"}));
  EXPECT_TRUE(names(errorOf(with(whole, entry(1) + kFlags, std::uint8_t{1})),
                    {"x.gsd", "entry 1", "columns 3", "name 1", "type 9", "flags 1"}));
  EXPECT_TRUE(names(errorOf(with(whole, entry(1) + kName, std::uint16_t{77})),
                    {"x.gsd", "entry 1", "columns 3", "name 77", "type 9", "flags 0"}));
  EXPECT_TRUE(names(errorOf(with(whole, entry(12), std::uint64_t{9})),
                    {"x.gsd", "entry 12", "frame number 9"}));
  EXPECT_TRUE(names(errorOf(with(whole, entry(13) + kName, std::uint16_t{0})),
                    {"x.gsd", "frame 2", "name number 0"}));
  EXPECT_TRUE(names(errorOf(with(whole, entry(13) + kRows, std::uint64_t{2})),
                    {"x.gsd", "frame 2", "2 x 3", "3 x 3", "particles/position"}));
  EXPECT_TRUE(names(errorOf(with(whole, entry(13) + kType, std::uint8_t{7})),
                    {"x.gsd", "frame 2", "3 x 3", "particles/position", "int32"}));
  const auto dataOf = [&](std::size_t number) {
    return static_cast<std::size_t>(numberAt<std::int64_t>(whole, entry(number) + kLocation));
  };
  EXPECT_TRUE(names(errorOf(with(whole, dataOf(13), std::numeric_limits<float>::quiet_NaN())),
                    {"x.gsd", "frame 2", "particle 0", "x", "nan"}));
  EXPECT_TRUE(names(errorOf(with(whole, dataOf(13) + 8, 6.5f)),
                    {"x.gsd", "frame 2", "particle 0", "z", "6.5", "-6", "6"}));
  EXPECT_TRUE(names(errorOf(with(whole, dataOf(14) + 16, std::numeric_limits<float>::infinity())),
                    {"x.gsd", "frame 2", "particle 1", "(0.25, inf, 1e-10)"}));
  EXPECT_TRUE(names(errorOf(with(whole, dataOf(6), std::uint32_t{0})),
                    {"x.gsd", "frame 2", "0 particles", "1", "16777215"}));
  EXPECT_TRUE(names(errorOf(with(whole, dataOf(6), std::uint32_t{4})),
                    {"x.gsd", "frame 2", "3 x 3", "4 x 3", "particles/position"}));
  EXPECT_TRUE(names(errorOf(with(whole, dataOf(8), std::uint32_t{2})),
                    {"x.gsd", "frame 2", "particle 0", "type 2"}));
  EXPECT_TRUE(
      names(errorOf(with(whole, dataOf(7), 'n')), {"x.gsd", "frame 2", "particle 0", "type 0"}));
  EXPECT_TRUE(
      names(errorOf(with(whole, dataOf(5), std::uint8_t{2})), {"x.gsd", "2 dimensions", "3"}));
  EXPECT_TRUE(names(errorOf(with(whole, dataOf(5), std::uint8_t{4})),
                    {"x.gsd", "frame 2", "4 dimensions", "2", "3"}));
  EXPECT_TRUE(names(errorOf(with(whole, dataOf(4), 9.0f)), {"x.gsd", "9", "x", "8"}));
  EXPECT_NE(whole.find(std::string("light\0heavy\0", 12)), std::string::npos)
      << "names end with zeros, the longest, too";
  fluid.species[1].mass = 3.5;
  EXPECT_TRUE(names(errorOf(whole), {"x.gsd", "frame 2", "mass", "3", "heavy", "3.5"}));
  fluid.species[1].mass = 3.0;
  EXPECT_TRUE(names(errorOf(with(whole, dataOf(4) + 12, 0.5f)), {"x.gsd", "frame 2", "tilted"}));
  EXPECT_TRUE(names(errorOf(fileOf(0)), {"x.gsd", "frames"}));
  EXPECT_TRUE(names(messageOf<InputError>([&] { readGsd("/dev/zero", fluid); }, folder),
                    {"/dev/zero", "regular file"}));
  EXPECT_TRUE(names(messageOf<InputError>([&] { readGsd(folder / "none.gsd", fluid); }, folder),
                    {"none.gsd", "No such file or directory"}));
}

TEST_F(Gsd, TruncatedFile_HasItsWholeFrames) {
  const std::string whole = fileOf(4);
  int left = 0;
  for (std::size_t size = 0; size < whole.size(); size += size < 8192 ? 211 : 7) {
    const std::string path = folder.put("cut.gsd", whole.substr(0, size));
    try {
      const auto [frames, leftOut] = readAll(path);
      EXPECT_LT(frames.size(), 4u);
      EXPECT_GT(frames.size(), 0u);
      const bool isBetween = size == fileOf(static_cast<int>(frames.size())).size();
      EXPECT_EQ(leftOut.empty(), isBetween) << size;
      left += leftOut.empty() ? 0 : 1;
    } catch (const InputError& error) {
      EXPECT_LT(size, fileOf(1).size()) << error.what();
      EXPECT_EQ(std::string(error.what()).find('\n'), std::string::npos);
    }
  }
  EXPECT_GT(left, 20);
}

TEST_F(Gsd, DamagedBytes_AreRefusedOrRead) {
  const std::string whole = fileOf(3);
  std::mt19937 random(7);
  const auto any = [&](std::size_t below) {
    return std::uniform_int_distribution<std::size_t>(0, below - 1)(random);
  };
  int refused = 0, read = 0;
  Frame frame;
  for (int i = 0; i < 600; ++i) {
    std::string bytes = whole;
    for (std::size_t flips = 1 + any(3); flips > 0; --flips) {
      // The changes are in the header and names, in the index, or in the data. The gaps between
      // these parts are unused.
      const std::size_t start = std::array<std::size_t, 3>{0, 4096, 8192}[any(3)];
      const std::size_t length = std::min<std::size_t>(whole.size() - start, 640);
      bytes[start + any(length)] = static_cast<char>(any(256));
    }
    const std::string path = folder.put("x.gsd", bytes);
    ::testing::internal::CaptureStderr();
    try {
      readGsd(path, fluid);
      for (const auto reader = makeGsdReader(path); reader->next(frame);) {
      }
      ++read;
    } catch (const InputError& error) {
      ++refused;
      EXPECT_EQ(std::string(error.what()).find('\n'), std::string::npos) << error.what();
    }
    ::testing::internal::GetCapturedStderr();
  }
  EXPECT_GT(refused, 100);
  EXPECT_GT(read, 50);
}

}  // namespace
}  // namespace gpubuck::formats
