// The promise of the paper engine: the same seed on the same device gives the same bytes.
#include "app/run/run_command.h"
#include "support/long_tests.h"

namespace gpubuck::test {
namespace {

/// Returns a number of steps within which the particles are reordered in memory, which
/// TwoRuns_AreByteIdentical does every 40 steps.
int steps() { return longTests() ? 500 : 50; }

std::string numbered(int step) {
  const std::string digits = std::to_string(step);
  return std::string(8 - digits.size(), '0') + digits;
}

struct Deterministic : RunCommand, ::testing::WithParamInterface<const char*> {};
INSTANTIATE_TEST_SUITE_P(Scenarios, Deterministic,
                         ::testing::Values("equilibrium", "rayleigh-taylor-16k",
                                           "phase-separation-16k"),
                         testName);

TEST_P(Deterministic, TwoRuns_AreByteIdentical) {
  const std::string name = GetParam();
  const int last = steps();
  for (const char* out : {"one", "two"}) {
    EXPECT_TRUE(
        done(run(shipped(name), out, last,
                 {"--observe-every", "5", "--frames-every", std::to_string(last / 2),
                  "--trajectory-every", std::to_string(last / 2), "--set", "sort.reorder_every=40"},
                 {.seconds = 1200})));
  }
  EXPECT_EQ(observedSteps("one").size(), static_cast<std::size_t>(last / 5 + 1));
  expectSame("observables.csv", "one", "two");
  expectSame("trajectory.xyz", "one", "two");
  for (const int step : {0, last / 2, last}) {
    expectSame("frames/" + numbered(step) + ".png", "one", "two");
  }
}

TEST_F(RunCommand, Seed_ChangesEverything) {
  const auto runWith = [&](const std::string& out, const std::vector<std::string>& more) {
    std::vector<std::string> options{"--observe-every",    "1", "--frames-every", "3",
                                     "--trajectory-every", "3"};
    options.insert(options.end(), more.begin(), more.end());
    EXPECT_TRUE(done(run(tiny(), out, 3, options)));
  };
  runWith("default", {});
  runWith("one", {"--seed", "1"});
  runWith("set", {"--set", "noise.seed=1"});
  runWith("two", {"--seed", "2"});
  runWith("largest", {"--seed", "4294967295"});
  for (const char* file : {"observables.csv", "trajectory.xyz", "frames/00000003.png"}) {
    expectSame(file, "default", "one");
    expectSame(file, "default", "set");
    const std::string first = folder.get("one/" + std::string(file));
    EXPECT_FALSE(first == folder.get("two/" + std::string(file))) << file;
    EXPECT_FALSE(first == folder.get("largest/" + std::string(file))) << file;
  }
}

// The particles at the start are the same, only the noise differs, so the results differ from the
// first step on.
TEST_F(RunCommand, Seed_ChangesTheNoise) {
  ASSERT_TRUE(done(run(tiny(), "start", 0, {"--trajectory-every", "1"})));
  const std::string scenario = folder.put(
      "from_file.toml",
      "[box]\nsize = [4, 4, 4]\n[initial]\nstate = 'file'\nfile = 'start/trajectory.xyz'\n");
  for (const char* noise : {"karpinski", "philox"}) {
    SCOPED_TRACE(noise);
    std::vector<std::vector<std::string>> rows;
    for (const char* seed : {"1", "2"}) {
      ASSERT_TRUE(done(run(scenario, "out", 2,
                           {"--overwrite", "--observe-every", "1", "--seed", seed, "--set",
                            "noise.kind=" + std::string(noise)})));
      rows.push_back(observables("out"));
      ASSERT_EQ(rows.back().size(), 4u);
    }
    EXPECT_NE(rows[0][2], rows[1][2]);
    EXPECT_NE(rows[0][3], rows[1][3]);
  }
}

}  // namespace
}  // namespace gpubuck::test
