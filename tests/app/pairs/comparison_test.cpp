// `gpubuck pairs` finds the pairs that ASE and SciPy find.
#include <cstdio>
#include <random>

#include "app/pairs/pairs_command.h"

namespace gpubuck::test {
namespace {

/// `gpubuck pairs` compared with other programs.
struct PairsComparison : PairsCommand {
  void expectAsScipy(const std::string& engine, bool periodic);
};

/// Returns the output of a program, which must end well.
std::string outputOf(const std::string& command) {
  std::FILE* pipe = popen((command + " 2>&1").c_str(), "r");
  std::string output;
  if (pipe == nullptr) return output;
  for (int c; (c = std::getc(pipe)) != EOF;) output += static_cast<char>(c);
  EXPECT_EQ(pclose(pipe), 0) << output;
  return output;
}

// Runs each kind of system of the script once; docs/library.md has the figures of more systems.
TEST_F(PairsComparison, Ase_FindsTheSamePairsInAnyCell) {
  const std::string output =
      outputOf("/usr/bin/python3 " GPUBUCK_SOURCE_DIR
               "/tests/app/pairs/compare_with_ase.py " GPUBUCK_EXECUTABLE " 13 5 --engine paper");
  EXPECT_TRUE(output.starts_with("13 systems, ")) << output;
}

void PairsComparison::expectAsScipy(const std::string& engine, bool periodic) {
  std::mt19937 random(17);
  std::uniform_real_distribution<float> share(0.0F, 1.0F);
  std::vector<float> points(300'000);
  for (float& x : points) x = share(random) * 9.0F;
  file::writeNpy(folder / "points.npy", points, {100'000, 3});
  const std::string radius = "0.4";  // 37 neighbours per point
  std::vector<std::string> options{"--radius",     radius,           "--out",    folder / "p.npy",
                                   "--neighbours", folder / "lists", "--engine", engine,
                                   "--distance",   "--json"};
  if (periodic) options.insert(options.end(), {"--box", "9,9,9", "--periodic", "xyz"});
  const Outcome outcome = pairs(folder / "points.npy", options);
  ASSERT_TRUE(done(outcome));

  std::string command =
      "/usr/bin/python3 " GPUBUCK_SOURCE_DIR "/tests/app/pairs/compare_with_scipy.py";
  for (const std::string& argument :
       {folder / "points.npy", radius, std::string(periodic ? "9,9,9" : "open"), folder / "p.npy",
        folder / "p-distances.npy", folder / "lists"}) {
    command += " '" + argument + "'";
  }
  EXPECT_EQ(outputOf(command), std::to_string(jsonOf(outcome)["pairs"].get<std::int64_t>()) + "\n");
}

TEST_F(PairsComparison, Scipy_FindsTheSameAmong100000Points) { expectAsScipy("paper", false); }
TEST_F(PairsComparison, Scipy_FindsTheSameInPeriodicBox) { expectAsScipy("paper", true); }
TEST_F(PairsComparison, FastScipy_FindsTheSameInPeriodicBox) { expectAsScipy("fast", true); }

}  // namespace
}  // namespace gpubuck::test
