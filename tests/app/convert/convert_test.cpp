// `gpubuck convert`: trajectories and checkpoints in other formats.
#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include <csignal>
#include <fstream>

#include "app/command.h"
#include "checkpoint/checkpoint.h"
#include "file/temporary_folder.h"
#include "formats/format.h"
#include "formats/python.h"

namespace gpubuck::test {
namespace {

struct Convert : ::testing::Test {
  TemporaryFolder folder;
  dpd::Fluid fluid;

  Convert() {
    fluid.box.size = {8.0, 10.0, 12.0};
    fluid.box.boundary[2] = cells::Boundary::Reflecting;
    fluid.species.resize(2);
    fluid.species[0].name = "light";
    fluid.species[1].name = "heavy";
  }

  /// Returns frame k of a trajectory. GSD keeps its coordinates to the bit.
  static formats::Frame frameOf(int k) {
    return {10 * k,
            0.1 * k,
            {{{0.25f, 0.0f, 11.5f}, {1.5f + 0.25f * static_cast<float>(k), 2.5f, 3.5f}},
             {{1.0f, 2.0f, 3.0f}, {0.25f, -0.5f, 1e-10f}},
             {1, 0}}};
  }

  /// Writes a trajectory of 3 frames in the format that its name ends with, and returns its path.
  std::string trajectory(const std::string& name) const {
    const auto writer =
        formats::formatOf(name, &formats::Format::write)
            ->write(folder / name, fluid, {}, file::Opening::Replace, formats::Keep::Whole);
    for (int k = 0; k < 3; ++k) writer->append(frameOf(k));
    return folder / name;
  }

  Outcome convert(const std::string& input, const std::string& output,
                  const std::vector<std::string>& more = {},
                  const Surroundings& around = {}) const {
    std::vector<std::string> words{"convert", folder / input, folder / output};
    words.insert(words.end(), more.begin(), more.end());
    return runGpubuck(words, around);
  }

  bool exists(const std::string& name) const { return std::filesystem::exists(folder / name); }
};

TEST_F(Convert, XyzAndGsd_HoldTheSameFrames) {
  trajectory("t.xyz");
  trajectory("t.gsd");
  EXPECT_TRUE(done(convert("t.xyz", "from.gsd")));
  EXPECT_TRUE(done(convert("t.gsd", "from.xyz")));
  EXPECT_TRUE(done(convert("t.gsd", "again.gsd")));
  EXPECT_TRUE(done(convert("t.xyz", "new/folder/again.xyz")));
  EXPECT_TRUE(folder.get("from.gsd") == folder.get("t.gsd"));
  EXPECT_TRUE(folder.get("again.gsd") == folder.get("t.gsd"));
  EXPECT_EQ(folder.get("from.xyz"), folder.get("t.xyz"));
  EXPECT_EQ(folder.get("new/folder/again.xyz"), folder.get("t.xyz"));
}

TEST_F(Convert, TwoDimensions_AreKept) {
  fluid.box.dimensions = 2;
  fluid.box.size.z = 1.0;
  fluid.box.boundary[2] = cells::Boundary::Periodic;
  const auto writer = formats::makeXyzWriter(folder / "t.xyz", fluid, {}, file::Opening::Replace,
                                             formats::Keep::Whole);
  writer->append({5, 0.5, {{{1.0f, 2.0f, 0.0f}}, {{3.0f, 4.0f, 0.0f}}, {1}}});
  EXPECT_TRUE(done(convert("t.xyz", "t.gsd")));
  EXPECT_EQ(formats::makeGsdReader(folder / "t.gsd")->fluid().box.dimensions, 2);
  EXPECT_TRUE(done(convert("t.gsd", "back.xyz")));
  EXPECT_EQ(folder.get("back.xyz"), folder.get("t.xyz"));
}

TEST_F(Convert, MdAnalysis_ReadsXyzAndGsd) {
  trajectory("t.gsd");
  EXPECT_TRUE(done(convert("t.gsd", "from_gsd.h5")));
  trajectory("t.xyz");
  EXPECT_TRUE(done(convert("t.xyz", "from_xyz.h5")));
  EXPECT_TRUE(folder.get("from_gsd.h5") == folder.get("from_xyz.h5"));
  const std::string output =
      outputOfPython("formats/read_with_mdanalysis.py", folder / "from_gsd.h5");
  EXPECT_NE(output.find("20 0.2 [8.0, 10.0, 12.0, 90.0, 90.0, 90.0] [[0.25, 0.0, 11.5], [2.0, "
                        "2.5, 3.5]] [[1.0, 2.0, 3.0], [0.25, -0.5, "),
            std::string::npos)
      << output;
  EXPECT_NE(output.find("['heavy', 'light']"), std::string::npos) << output;
}

TEST_F(Convert, H5md_HoldsTheSameFrames) {
  trajectory("t.gsd");
  EXPECT_TRUE(done(convert("t.gsd", "t.h5")));
  EXPECT_TRUE(done(convert("t.h5", "from.gsd")));
  EXPECT_TRUE(done(convert("t.h5", "again.h5")));
  EXPECT_TRUE(folder.get("from.gsd") == folder.get("t.gsd"));
  EXPECT_TRUE(folder.get("again.h5") == folder.get("t.h5"));
  folder.put("cut.h5", folder.get("t.h5").substr(0, 1000));
  EXPECT_TRUE(refused(convert("cut.h5", "cut.gsd"), 2, {"cut.h5"}));
}

TEST_F(Convert, H5md_CanStartAScenario) {
  trajectory("t.gsd");
  ASSERT_TRUE(done(convert("t.gsd", "t.h5")));
  const std::string scenario =
      folder.put("two.toml",
                 "[box]\nsize = [8, 10, 12]\nboundary = ['periodic', 'periodic', 'reflecting']\n"
                 "[fluid]\ndensity = 0.002083333333\n"
                 "[[species]]\nname = 'light'\nfraction = 0.5\n"
                 "[[species]]\nname = 'heavy'\nfraction = 0.5\n"
                 "[[pair]]\nspecies = ['light', 'light']\na = 25.0\ngamma = 4.5\n"
                 "[[pair]]\nspecies = ['light', 'heavy']\na = 25.0\ngamma = 4.5\n"
                 "[[pair]]\nspecies = ['heavy', 'heavy']\na = 25.0\ngamma = 4.5\n"
                 "[initial]\nstate = 'file'\nfile = 't.h5'\n");
  ASSERT_TRUE(done(runGpubuck({"export", "lammps", scenario, "--out", folder / "out"})));
  EXPECT_NE(folder.get("out/two.data").find("\n1 2 0.25 0 11.5\n2 1 2 2.5 3.5\n"),
            std::string::npos)
      << folder.get("out/two.data");
}

const std::string kLast =
    "{'id': 0, 'species': 1, 'position': [0.25, 0.0, 11.5], 'velocity': [1.0, 2.0, 3.0]}\n"
    "{'id': 1, 'species': 0, 'position': [2.0, 2.5, 3.5], 'velocity': [0.25, -0.5, "
    "1.000000013351432e-10]}\n";

TEST_F(Convert, Numpy_LoadsTheFinalState) {
  trajectory("t.gsd");
  EXPECT_TRUE(done(convert("t.gsd", "last.npy")));
  EXPECT_EQ(outputOfPython("app/convert/last_frame.py", folder / "last.npy"), kLast);
}

TEST_F(Convert, Checkpoint_IsOneFrame) {
  folder.put("two.toml",
             "[box]\nsize = [8, 10, 12]\nboundary = ['periodic', 'periodic', 'reflecting']\n"
             "[fluid]\ndensity = 0.002083333333\n"
             "[[species]]\nname = 'light'\nfraction = 0.5\n"
             "[[species]]\nname = 'heavy'\nfraction = 0.5\n"
             "[[pair]]\nspecies = ['light', 'light']\na = 25.0\ngamma = 4.5\n"
             "[[pair]]\nspecies = ['light', 'heavy']\na = 25.0\ngamma = 4.5\n"
             "[[pair]]\nspecies = ['heavy', 'heavy']\na = 25.0\ngamma = 4.5\n");
  run::RunState state{.scenario = scenario::loadScenario(folder / "two.toml"), .particles = {}};
  state.clock = {.step = 20, .dt = 0.01};
  const dpd::Particles particles = frameOf(2).particles;
  // The checkpoint has the particles in another order.
  const dpd::Particles turned{{particles.position[1], particles.position[0]},
                              {particles.velocity[1], particles.velocity[0]},
                              {particles.species[1], particles.species[0]}};
  state.particles = dpd::packed(turned, std::vector<std::size_t>{1, 0}, std::vector{0.0f, 0.0f});
  checkpoint::writeCheckpoint(folder / "c.h5", state);
  EXPECT_TRUE(done(convert("c.h5", "last.npy")));
  EXPECT_EQ(outputOfPython("app/convert/last_frame.py", folder / "last.npy"), kLast);
  EXPECT_TRUE(done(convert("c.h5", "c.xyz")));
  const std::string last = folder.get(std::filesystem::path(trajectory("t.xyz")).filename());
  EXPECT_EQ(folder.get("c.xyz"), last.substr(last.size() / 3 * 2 + 2)) << last;
}

TEST_F(Convert, Molecules_AreKeptWhereTheFormatHasThem) {
  folder.put("bonded.toml",
             "[box]\nsize = [4, 4, 4]\n[[species]]\nname = 'A'\n[[pair]]\nspecies = ['A', 'A']\n"
             "a = 25.0\ngamma = 4.5\n[[bond]]\nname = 'unused'\n[[bond]]\nname = 'link'\n"
             "[[angle]]\nname = 'bend'\n"
             "[[molecule]]\nname = 'm'\nbeads = 'A3'\ncount = 2\nbond = 'link'\n");
  run::RunState state = run::beginRun(scenario::loadScenario(folder / "bonded.toml"));
  state.clock.dt = 0.01;
  ASSERT_EQ(state.particles.molecules.bonds.size(), 4u);
  checkpoint::writeCheckpoint(folder / "c.h5", state);
  EXPECT_TRUE(done(convert("c.h5", "c.gsd")));
  const auto reader = formats::makeGsdReader(folder / "c.gsd");
  EXPECT_EQ(reader->molecules(), state.particles.molecules);
  EXPECT_EQ(reader->fluid().bondKinds.at(1).name, "link");
  EXPECT_TRUE(done(convert("c.gsd", "again.gsd")));
  EXPECT_TRUE(folder.get("again.gsd") == folder.get("c.gsd"));
  for (const char* from : {"c.h5", "c.gsd"}) {
    EXPECT_TRUE(done(convert(from, "md.h5", {"--overwrite"})));
    const std::string output = outputOfPython("formats/read_with_mdanalysis.py", folder / "md.h5");
    EXPECT_NE(output.find("angles int32 [[0, 1, 2], [3, 4, 5]] /particles/all ['bend', 'bend']\n"
                          "bonds int32 [[0, 1], [1, 2], [3, 4], [4, 5]] /particles/all ['link', "
                          "'link', 'link', 'link']\n"),
              std::string::npos)
        << output;
  }
  for (const char* to : {"c.xyz", "c.npy"}) {
    const Outcome outcome = convert("c.gsd", to);
    EXPECT_EQ(outcome.exitCode, 0);
    const std::string line = outcome.errors.substr(0, outcome.errors.find('\n'));
    EXPECT_TRUE(test::names(line, {folder / to, "bonds and angles", ".gsd, .h5, .h5md"}));
    EXPECT_EQ(line.size() + 1, outcome.errors.size()) << "one line";
  }
}

TEST_F(Convert, TruncatedFile_GivesItsWholeFrames) {
  for (const std::string name : {"t.xyz", "t.gsd"}) {
    trajectory(name);
    const std::string whole = folder.get(name);
    folder.put("cut-" + name, whole.substr(0, whole.size() - 5));
    const Outcome outcome = convert("cut-" + name, name + ".h5");
    EXPECT_EQ(outcome.exitCode, 0);
    EXPECT_EQ(outcome.output, "");
    EXPECT_EQ(outcome.errors.find("gpubuck: " + folder / ("cut-" + name) +
                                  ": ends within frame 3: the last "),
              0u)
        << outcome.errors;
    EXPECT_EQ(std::count(outcome.errors.begin(), outcome.errors.end(), '\n'), 1);
    EXPECT_TRUE(exists(name + ".h5"));
  }
}

TEST_F(Convert, ExistingFile_IsNotOverwritten) {
  trajectory("t.xyz");
  folder.put("there.gsd", "mine");
  EXPECT_TRUE(refused(convert("t.xyz", "there.gsd"), 2, {"there.gsd", "--overwrite", "exists"}));
  EXPECT_EQ(folder.get("there.gsd"), "mine");
  const std::string before = folder.get("t.xyz");
  EXPECT_TRUE(refused(convert("t.xyz", "t.xyz", {"--overwrite"}), 2, {"OUTPUT", "another file"}));
  EXPECT_EQ(folder.get("t.xyz"), before);
  EXPECT_TRUE(done(convert("t.xyz", "there.gsd", {"--overwrite"})));
  EXPECT_NE(folder.get("there.gsd"), "mine");
}

TEST_F(Convert, BadInput_IsRefusedAndLeavesNoFile) {
  trajectory("t.xyz");
  EXPECT_TRUE(refused(convert("t.xyz", "t.dcd"), 2, {"t.dcd", "unknown", ".npy"}));
  EXPECT_TRUE(refused(convert("t.dcd", "t.gsd"), 2, {"t.dcd", "unknown", ".h5"}));
  EXPECT_TRUE(refused(convert("none.xyz", "x.gsd"), 2, {"none.xyz", "No such file or directory"}));
  folder.put("empty.xyz", "");
  EXPECT_TRUE(refused(convert("empty.xyz", "x.gsd"), 2, {"empty.xyz", "frames"}));
  std::filesystem::create_directory(folder / "folder.gsd");
  EXPECT_TRUE(refused(convert("t.xyz", "folder.gsd"), 2, {"folder.gsd", "is a folder"}));
  // If an error comes after the first frame, no file is left.
  folder.put("bad.xyz", folder.get("t.xyz") + "many\n");
  for (const char* output : {"x.gsd", "x.xyz", "x.h5", "x.npy"}) {
    EXPECT_TRUE(refused(convert("bad.xyz", output), 2, {"bad.xyz:13", "many"}));
    EXPECT_FALSE(exists(output));
    EXPECT_FALSE(exists(output + std::string(".part")));
  }
  std::filesystem::create_symlink("/dev/full", folder / "full.gsd");
  EXPECT_TRUE(refused(convert("t.xyz", "full.gsd"), 1, {"full.gsd", "No space left on device"}));
}

// Without gpubuck's handling of errors, HDF5 would print a line per object, and crash.
TEST_F(Convert, FullDisk_IsReportedInOneLine) {
  trajectory("t.gsd");
  rlimit before{};
  ASSERT_EQ(getrlimit(RLIMIT_FSIZE, &before), 0);
  for (const rlim_t bytes : {rlim_t{20'000}, rlim_t{5} << 20, rlim_t{8} << 20}) {
    const rlimit limit{.rlim_cur = bytes, .rlim_max = before.rlim_max};
    ASSERT_EQ(setrlimit(RLIMIT_FSIZE, &limit), 0);
    const Outcome outcome = convert("t.gsd", "t.h5");
    ASSERT_EQ(setrlimit(RLIMIT_FSIZE, &before), 0);
    EXPECT_TRUE(refused(outcome, 1, {"t.h5.part", "File too large"})) << bytes;
    EXPECT_FALSE(exists("t.h5"));
    EXPECT_FALSE(exists("t.h5.part"));
  }
  EXPECT_TRUE(done(convert("t.gsd", "t.h5")));
}

TEST_F(Convert, Signal_LeavesNoFile) {
  const formats::Frame frame = frameOf(0);
  {
    const auto writer = formats::makeXyzWriter(folder / "t.xyz", fluid, {}, file::Opening::Replace,
                                               formats::Keep::Whole);
    for (int k = 0; k < 200'000; ++k) writer->append(frame);
  }
  const Outcome outcome = convert("t.xyz", "t.gsd", {}, {.meanwhile = [&](int process) {
                                    waitUntil([&] { return exists("t.gsd.part"); });
                                    kill(process, SIGTERM);
                                  }});
  EXPECT_TRUE(refused(outcome, 128 + SIGTERM, {"convert", "SIGTERM", "t.gsd"}));
  EXPECT_FALSE(exists("t.gsd"));
  EXPECT_FALSE(exists("t.gsd.part"));
}

/// Returns whether a process has opened the file.
bool hasOpen(int process, const std::string& path) {
  std::error_code gone;
  const std::string files = "/proc/" + std::to_string(process) + "/fd";
  for (std::filesystem::directory_iterator file(files, gone), end; !gone && file != end;
       file.increment(gone)) {
    if (std::filesystem::read_symlink(file->path(), gone) == path) return true;
  }
  return false;
}

TEST_F(Convert, SignalWhileAPipeIsSilent_EndsAtOnce) {
  trajectory("t.xyz");
  const std::string begin = folder.get("t.xyz").substr(0, 300);
  ASSERT_EQ(mkfifo((folder / "pipe.xyz").c_str(), 0600), 0);
  ASSERT_EQ(mkfifo((folder / "pipe.gsd").c_str(), 0600), 0);
  int writer = -1;
  const Outcome reading =
      convert("pipe.xyz", "out.gsd", {}, {.seconds = 60, .meanwhile = [&](int process) {
                                            writer = open((folder / "pipe.xyz").c_str(), O_WRONLY);
                                            EXPECT_EQ(write(writer, begin.data(), begin.size()),
                                                      std::ssize(begin));
                                            waitUntil([&] { return exists("out.gsd.part"); });
                                            kill(process, SIGTERM);
                                          }});
  close(writer);
  EXPECT_TRUE(refused(reading, 128 + SIGTERM, {"SIGTERM"}));
  EXPECT_FALSE(exists("out.gsd.part"));
  const Outcome writing = convert("t.xyz", "pipe.gsd", {},
                                  {.seconds = 60, .meanwhile = [&](int process) {
                                     waitUntil([&] { return hasOpen(process, folder / "t.xyz"); });
                                     kill(process, SIGTERM);
                                   }});
  EXPECT_TRUE(refused(writing, 128 + SIGTERM, {"SIGTERM"}));
}

TEST_F(Convert, Progress_IsShownOnTerminalUnlessQuiet) {
  trajectory("t.xyz");
  const Outcome shown = convert("t.xyz", "t.gsd", {}, {.terminal = true});
  EXPECT_EQ(shown.exitCode, 0);
  EXPECT_NE(shown.errors.find("100 %, 0:00 left"), std::string::npos) << shown.errors;
  EXPECT_TRUE(done(convert("t.xyz", "quiet.gsd", {"--quiet"}, {.terminal = true})));
}

}  // namespace
}  // namespace gpubuck::test
