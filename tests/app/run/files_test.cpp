// The files that `gpubuck run` writes. With --quiet, the command prints nothing.
#define STB_IMAGE_IMPLEMENTATION
#include <stb/stb_image.h>

#include <algorithm>
#include <csignal>
#include <memory>
#include <set>

#include "app/run/run_command.h"
#include "checkpoint/checkpoint.h"
#include "formats/particles.h"
#include "scenario/scenario.h"

namespace gpubuck::test {
namespace {

const std::string kColumns =
    "step,time,temperature,pressure,potential_energy,kinetic_energy,momentum_x,momentum_y,"
    "momentum_z";

/// Expects a picture that can be decoded and shows something.
void expectPicture(const std::string& path) {
  int width = 0, height = 0, channels = 0;
  const std::unique_ptr<stbi_uc, void (*)(void*)> pixels(
      stbi_load(path.c_str(), &width, &height, &channels, 3), stbi_image_free);
  ASSERT_NE(pixels, nullptr) << path << ": " << stbi_failure_reason();
  EXPECT_EQ(channels, 3);
  EXPECT_GE(width, 640);
  EXPECT_GE(height, 360);
  std::set<int> colours;
  for (int i = 0; i < width * height; ++i) {
    const stbi_uc* pixel = pixels.get() + 3 * i;
    colours.insert(pixel[0] << 16 | pixel[1] << 8 | pixel[2]);
  }
  EXPECT_GT(colours.size(), 100u) << path << ": shaded spheres have many colours";
}

struct Shipped : RunCommand, ::testing::WithParamInterface<const char*> {};
INSTANTIATE_TEST_SUITE_P(Scenarios, Shipped,
                         ::testing::Values("equilibrium", "rayleigh-taylor-16k",
                                           "phase-separation-16k", "dam-break"),
                         testName);

TEST_P(Shipped, Run_WritesItsFilesSilently) {
  const std::string name = GetParam();
  const std::string scenario = shipped(name);
  const Outcome outcome = run(scenario, "out", 8,
                              {"--observe-every", "3", "--frames-every", "4", "--trajectory-every",
                               "4", "--checkpoint-every", "5"});
  EXPECT_TRUE(done(outcome));
  EXPECT_EQ(outcome.output, "");

  const scenario::Scenario loaded = scenario::loadScenario(scenario);
  const dpd::Fluid& fluid = loaded.fluid;
  const auto particles = static_cast<std::size_t>(scenario::particleCount(loaded));
  ASSERT_GT(particles, 5000u);

  const std::vector<std::string> rows = observables("out");
  ASSERT_FALSE(rows.empty());
  EXPECT_TRUE(rows[0].starts_with(kColumns + ",")) << rows[0];
  EXPECT_EQ(observedSteps("out"), (std::vector<int>{0, 3, 6, 8})) << "the last step too";
  for (const std::string& row : rows) {
    EXPECT_EQ(std::count(row.begin(), row.end(), ','),
              std::count(rows[0].begin(), rows[0].end(), ','));
  }

  for (const char* frame : {"00000000.png", "00000004.png", "00000008.png"}) {
    expectPicture(folder / ("out/frames/" + std::string(frame)));
  }
  EXPECT_FALSE(exists("out/frames/00000003.png"));
  EXPECT_NE(folder.get("out/frames/00000000.png"), folder.get("out/frames/00000008.png"));

  const dpd::Particles last = formats::readExtendedXyz(folder / "out/trajectory.xyz", fluid);
  EXPECT_EQ(last.count(), particles);
  EXPECT_EQ(last.velocity.size(), particles);
  const std::vector<std::string> trajectory = linesOf(folder.get("out/trajectory.xyz"));
  ASSERT_EQ(trajectory.size(), 3 * (particles + 2));
  for (std::size_t frame = 0; frame < 3; ++frame) {
    const std::string step = " Step=" + std::to_string(4 * frame);
    EXPECT_TRUE(trajectory[frame * (particles + 2) + 1].ends_with(step)) << step;
  }

  const run::RunState state = checkpoint::readCheckpoint(folder / "out/checkpoint-00000005.h5");
  EXPECT_EQ(state.particles.count(), particles);
  EXPECT_EQ(state.clock.step, 5);
  EXPECT_EQ(state.clock.time(), 5 * fluid.dt);
  EXPECT_FALSE(exists("out/checkpoint-00000004.h5"));

  const nlohmann::json json = record("out");
  EXPECT_EQ(json.at("status"), "done");
  EXPECT_FALSE(json.contains("error"));
  EXPECT_EQ(json.at("gpubuck"), GPUBUCK_VERSION);
  EXPECT_EQ(json.at("engine"), "paper");
  EXPECT_EQ(json.at("particles"), particles);
  EXPECT_EQ(json.at("step"), 8);
  EXPECT_EQ(json.at("last_step"), 8);
  EXPECT_EQ(json.at("scenario").at("name"), name);
  EXPECT_EQ(json.at("scenario").at("pair").size(),
            fluid.species.size() * (fluid.species.size() + 1) / 2);
  const nlohmann::json info = jsonOf(runGpubuck({"info", "--json"}));
  for (const char* key : {"vendor", "renderer", "opengl", "context"}) {
    EXPECT_EQ(json.at("device").at(key), info.at(key)) << key;
  }
}

TEST_F(RunCommand, OnlyRequestedFiles_AreWritten) {
  EXPECT_TRUE(done(run(tiny(), "out", 2)));
  EXPECT_EQ(observedSteps("out"), (std::vector<int>{0, 2})) << "first and last step by default";
  std::set<std::string> names;
  for (const auto& entry : std::filesystem::directory_iterator(folder / "out")) {
    names.insert(entry.path().filename().string());
  }
  EXPECT_EQ(names, (std::set<std::string>{"observables.csv", "run.json"}));

  EXPECT_TRUE(done(run(tiny(), "none", 2, {"--observe-every", "0"})));
  EXPECT_FALSE(exists("none/observables.csv"));
}

TEST_F(RunCommand, ZeroSteps_WriteTheInitialState) {
  EXPECT_TRUE(done(run(tiny(), "out", 0, {"--frames-every", "1"})));
  EXPECT_EQ(observedSteps("out"), std::vector<int>{0});
  expectPicture(folder / "out/frames/00000000.png");
  EXPECT_EQ(record("out").at("status"), "done");
}

// There are 16 particles and 1,061,208 cells: textures that are wide enough for the particles are
// too narrow for the cells.
TEST_F(RunCommand, DiluteFluid_WithMoreCellsThanParticles_Runs) {
  const std::string dilute =
      folder.put("dilute.toml", "box.size = [102, 102, 102]\nfluid.density = 0.000015\n");
  EXPECT_TRUE(done(run(dilute, "out", 1)));
  EXPECT_EQ(observedSteps("out"), (std::vector<int>{0, 1}));
}

TEST_F(RunCommand, Record_HoldsTheOverrides) {
  EXPECT_TRUE(done(run(tiny(), "out", 1,
                       {"--set", "fluid.kT=1.5", "--set", "sort.sub_buffers=3", "--seed", "7"})));
  const nlohmann::json scenario = record("out").at("scenario");
  EXPECT_EQ(scenario.at("fluid").at("kT"), 1.5);
  EXPECT_EQ(scenario.at("sort").at("sub_buffers"), 3);
  EXPECT_EQ(scenario.at("noise").at("seed"), 7);
  EXPECT_EQ(scenario.at("name"), "tiny") << "by default the name of the file";
}

TEST_F(RunCommand, Folder_IsCreatedAndReplacedOnlyWithForce) {
  EXPECT_TRUE(done(run(tiny(), "a/b/out", 4,
                       {"--observe-every", "1", "--trajectory-every", "2", "--frames-every", "3",
                        "--checkpoint-every", "3"})));
  EXPECT_EQ(observedSteps("a/b/out").size(), 5u);
  folder.put("a/b/out/notes.txt", "mine");
  const std::string before = folder.get("a/b/out/observables.csv");
  for (const char* file : {"run.json", "observables.csv", "trajectory.xyz"}) {
    const Outcome again = run(tiny(), "a/b/out", 2);
    EXPECT_TRUE(refused(again, 2, {"a/b/out", "run", "--overwrite", "--append"}));
    // The error does not mention engines, which are tried later.
    EXPECT_TRUE(refused(run(tiny(), "a/b/out", 2, {"--engine", "auto"}), 2, {"a/b/out"}));
    std::filesystem::remove(folder / ("a/b/out/" + std::string(file)));
  }
  folder.put("a/b/out/observables.csv", before);
  EXPECT_TRUE(done(run(tiny(), "a/b/out", 2, {"--observe-every", "2", "--overwrite"})));
  EXPECT_EQ(observedSteps("a/b/out"), (std::vector<int>{0, 2}));
  EXPECT_FALSE(exists("a/b/out/frames/00000003.png"));
  EXPECT_FALSE(exists("a/b/out/checkpoint-00000003.h5"));
  EXPECT_EQ(folder.get("a/b/out/notes.txt"), "mine") << "not of a run";
}

TEST_F(RunCommand, TwoRuns_CannotShareAFolder) {
  const Outcome first =
      run(tiny(), "out", 1'000'000, {"--observe-every", "1"}, {.meanwhile = [&](int process) {
            waitUntil([&] { return exists("out/observables.csv"); });
            EXPECT_TRUE(refused(run(tiny(), "out", 1, {"--overwrite"}), 2, {"out", "another run"}));
            kill(process, SIGINT);
          }});
  EXPECT_EQ(first.exitCode, 128 + SIGINT);
  EXPECT_TRUE(done(run(tiny(), "out", 1, {"--overwrite"}))) << "the lock goes with its process";
}

TEST_F(RunCommand, Progress_IsShownOnTerminalUnlessQuiet) {
  const Surroundings terminal{.terminal = true};
  const Outcome shown = run(tiny(), "out", 3, {}, terminal);
  EXPECT_EQ(shown.exitCode, 0);
  EXPECT_EQ(shown.output, "");
  EXPECT_NE(shown.errors.find("step 3 of 3 (100 %), "), std::string::npos) << shown.errors;
  EXPECT_NE(shown.errors.find(" steps/s, "), std::string::npos) << shown.errors;
  EXPECT_NE(shown.errors.find(" left"), std::string::npos) << shown.errors;
  EXPECT_EQ(std::count(shown.errors.begin(), shown.errors.end(), '\n'), 1) << shown.errors;
  EXPECT_TRUE(done(run(tiny(), "quiet", 3, {"--quiet"}, terminal)));
}

TEST_F(RunCommand, Profile_NamesThePasses) {
  const Outcome outcome = run(tiny(), "out", 3, {"--profile"});
  EXPECT_TRUE(done(outcome));
  for (const char* pass : {"cells/assign_cells", "sort/scatter_runs", "dpd/force_move"}) {
    EXPECT_NE(outcome.output.find(pass), std::string::npos) << pass;
  }
  EXPECT_NE(outcome.output.find("particle-steps per second"), std::string::npos);
}

TEST_F(RunCommand, FastEngineRuns) {
  EXPECT_TRUE(done(run(shipped("equilibrium"), "out", 4,
                       {"--engine", "fast", "--observe-every", "2", "--frames-every", "4"})));
  EXPECT_EQ(observedSteps("out"), (std::vector<int>{0, 2, 4}));
  expectPicture(folder / "out/frames/00000004.png");
  EXPECT_EQ(record("out").at("engine"), "fast");
}

}  // namespace
}  // namespace gpubuck::test
