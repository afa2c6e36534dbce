// Files of states.
#include "run/state_file.h"

#include <gtest/gtest.h>

#include "base/error.h"
#include "file/packed_file.h"
#include "file/temporary_folder.h"
#include "run/live_fluid.h"
#include "support/gpu_test.h"

namespace gpubuck::run {
namespace {

class StateFileTest : public test::EngineTest {};
INSTANTIATE_TEST_SUITE_P(Engines, StateFileTest, ::testing::ValuesIn(test::testedEngines()),
                         test::engineName);

/// Has a species, a jet and a lamp that act on it, and molecules.
RunState drivenBeginning() {
  std::string pairs;
  for (const char* species : {"\"cold\", \"cold\"", "\"cold\", \"hot\"", "\"hot\", \"hot\""}) {
    pairs += std::string("[[pair]]\nspecies = [") + species + "]\na = 25\ngamma = 4.5\n";
  }
  return beginRun(scenario::parseScenario(
      "[box]\nsize = [5, 5, 5]\n[[species]]\nname = \"cold\"\nfraction = 0.5\n"
      "[[species]]\nname = \"hot\"\nfraction = 0.5\n"
      "[jet]\nradius = 2\nacceleration = [0, 0, 9]\nperiod = 0.1\n"
      "[lamp]\nradius = 2\nturns = [\"cold\", \"hot\"]\nheating = 20\n"
      "[[bond]]\nname = \"link\"\n[[angle]]\nname = \"bend\"\n"
      "[[molecule]]\nname = \"chain\"\nbeads = \"cold3\"\ncount = 4\n" +
          pairs,
      "driven.toml", {}));
}

TEST_P(StateFileTest, RunContinuesBitForBit) {
  const test::TemporaryFolder folder;
  const auto path = folder / "moment.gpubuck";
  LiveFluid fluid({.engine = GetParam()}, drivenBeginning());
  for (int step = 0; step < 3; ++step) fluid.simulation().step();
  writeState(path, fluid.state());
  const RunState read = readState(path);
  EXPECT_EQ(scenario::toToml(read.scenario), scenario::toToml(fluid.state().scenario));
  EXPECT_EQ(read.clock.step, 3);
  EXPECT_EQ(read.engine, GetParam());
  LiveFluid other({.engine = GetParam()}, read);
  for (int step = 0; step < 3; ++step) {
    fluid.simulation().step();
    other.simulation().step();
  }
  const auto expected = fluid.simulation().downloadState(),
             actual = other.simulation().downloadState();
  test::expectSameTexels(expected.position, actual.position);
  test::expectSameTexels(expected.velocity, actual.velocity);
  test::expectSameTexels(expected.predicted, actual.predicted);
  EXPECT_EQ(expected.molecules, actual.molecules);
}

TEST(StateFile, DamagedFile_IsRefused) {
  const test::TemporaryFolder folder;
  const auto path = folder / "moment.gpubuck";
  writeState(path, drivenBeginning());
  const std::string whole = folder.get("moment.gpubuck");
  const auto errorOf = [&](const std::string& bytes) {
    folder.put("bad.gpubuck", bytes);
    return test::messageOf<InputError>([&] { readState(folder / "bad.gpubuck"); }, folder);
  };
  EXPECT_EQ(errorOf(""), "bad.gpubuck: is not a state of gpubuck");
  EXPECT_EQ(errorOf("[box]\nsize = [3, 3, 3]\n"), "bad.gpubuck: is not a state of gpubuck");
  EXPECT_EQ(errorOf("gpubuck state 1\n" + whole),
            "bad.gpubuck: is a state of another version of gpubuck, expected format 2");
  // A page reads and writes states that are not compressed.
  const std::string contents = file::readPacked(path);
  EXPECT_LT(whole.size(), 0.8 * static_cast<double>(contents.size()));
  EXPECT_EQ(errorOf(contents.substr(0, 40)), "bad.gpubuck: is cut off");
  EXPECT_EQ(errorOf(contents.substr(0, contents.size() - 1)), "bad.gpubuck: is cut off");
  EXPECT_EQ(errorOf(contents + '\0'), "bad.gpubuck: has bytes after its end");
}

}  // namespace
}  // namespace gpubuck::run
