// Files of states.
#include "run/state_file.h"

#include <gtest/gtest.h>

#include "base/error.h"
#include "file/packed_file.h"
#include "file/temporary_folder.h"
#include "run/changed_states.h"
#include "run/live_fluid.h"
#include "support/gpu_test.h"

namespace gpubuck::run {
namespace {

class StateFileTest : public test::EngineTest {};
INSTANTIATE_TEST_SUITE_P(Engines, StateFileTest, ::testing::ValuesIn(test::testedEngines()),
                         test::engineName);

/// Returns the start of a run with two species, effects and molecules.
RunState drivenBeginning() {
  std::string pairs;
  for (const char* species : {"\"cold\", \"cold\"", "\"cold\", \"hot\"", "\"hot\", \"hot\""}) {
    pairs += std::string("[[pair]]\nspecies = [") + species + "]\na = 25\ngamma = 4.5\n";
  }
  return beginRun(scenario::parseScenario(
      "[box]\nsize = [5, 5, 5]\n[[species]]\nname = \"cold\"\nfraction = 0.5\n"
      "[[species]]\nname = \"hot\"\nfraction = 0.5\n"
      "[[effect]]\nshape = \"sphere\"\ncentre = [0, 0, 0]\nradius = 2\nstrength = 9\n"
      "direction = [0, 0, 1]\nperiod = 0.1\n"
      "[[effect]]\nkind = \"turn\"\nshape = \"sphere\"\ncentre = [0, 0, 0]\nradius = 2\n"
      "strength = 20\nturns = \"cold\"\ninto = \"hot\"\n"
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

TEST(StateFile, CompressedFile_IsRead) {
  EXPECT_TRUE(isStateFile("a.gpubuck") && isStateFile("b/a.gpubuck.gz"));
  EXPECT_FALSE(isStateFile("a.gz") || isStateFile("gpubuck.gz") || isStateFile("a.gpubuck.toml"));
  const test::TemporaryFolder folder;
  RunState state = drivenBeginning();
  state.clock.dt = 0.01;
  const std::string path = folder / "moment.gpubuck.gz";
  writeState(path, state);
  test::expectSameTexels(readState(path).particles.position, state.particles.position);
  file::writePacked(path, folder.get("moment.gpubuck.gz"));
  test::expectSameTexels(readState(path).particles.position, state.particles.position);
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
  EXPECT_TRUE(test::names(errorOf(""), {"bad.gpubuck", "state"}));
  EXPECT_TRUE(test::names(errorOf("[box]\nsize = [3, 3, 3]\n"), {"bad.gpubuck", "state"}));
  EXPECT_TRUE(
      test::names(errorOf("gpubuck state 1\n" + whole), {"bad.gpubuck", "version", "format 2"}));
  // A web page reads and writes states that are not compressed.
  const std::string contents =
      file::readPacked(path, {.headBytes = 0, .of = [](auto) { return std::uint64_t{1} << 20; }});
  EXPECT_LT(whole.size(), 0.8 * static_cast<double>(contents.size()));
  EXPECT_TRUE(test::names(errorOf(contents.substr(0, 40)), {"bad.gpubuck", "cut off"}));
  EXPECT_TRUE(
      test::names(errorOf(contents.substr(0, contents.size() - 1)), {"bad.gpubuck", "cut off"}));
  EXPECT_TRUE(test::names(errorOf(contents + '\0'), {"bad.gpubuck", "bytes after"}));
}

TEST(StateFile, EachChangedField_IsRefused) {
  const test::TemporaryFolder folder;
  const auto path = folder / "a.gpubuck";
  writeState(path, test::goodState());
  EXPECT_NO_THROW(readState(path));
  for (const test::ChangedState& each : test::changedStates()) {
    SCOPED_TRACE(each.name);
    RunState state = test::goodState();
    each.change(state);
    writeState(path, state);
    EXPECT_TRUE(
        test::names(test::messageOf<InputError>([&] { readState(path); }, folder), {"a.gpubuck"}));
  }
}

// The numbers of the table are step, dt_since_step, dt, dt_since_time, engine, and six sizes.
TEST(StateFile, EachChangedNumberOfTheTable_IsRefused) {
  const test::TemporaryFolder folder;
  writeState(folder / "a.gpubuck", test::goodState());
  const std::string whole = file::readPacked(
      folder / "a.gpubuck", {.headBytes = 0, .of = [](auto) { return std::uint64_t{1} << 20; }});
  constexpr std::size_t kTable = 16, kNumbers = 11;
  for (std::size_t number = 0; number < kNumbers; ++number) {
    for (const std::uint64_t value : {std::uint64_t{0xFFF0'0000'0000'0000}, UINT64_MAX - 1,
                                      std::uint64_t{0x7FF8'0000'0000'0000}}) {
      SCOPED_TRACE(testing::Message() << "number " << number << " is " << value);
      std::string changed = whole;
      changed.replace(kTable + 8 * number, 8, reinterpret_cast<const char*>(&value), 8);
      folder.put("b.gpubuck", changed);
      EXPECT_THROW(readState(folder / "b.gpubuck"), InputError);
      file::writePacked(folder / "b.gpubuck", changed);
      EXPECT_THROW(readState(folder / "b.gpubuck"), InputError);
    }
  }
}

TEST(StateFile, FileThatUnpacksToMore_IsNotUnpacked) {
  const test::TemporaryFolder folder;
  const auto errorOf = [&](const std::string& contents) {
    file::writePacked(folder / "a.gpubuck", contents);
    return test::messageOf<InputError>([&] { readState(folder / "a.gpubuck"); }, folder);
  };
  const std::string zeros(std::size_t{64} << 20, '\0');
  EXPECT_TRUE(test::names(errorOf(zeros), {"a.gpubuck", "state"}));
  writeState(folder / "a.gpubuck", test::goodState());
  const std::string whole = file::readPacked(
      folder / "a.gpubuck", {.headBytes = 0, .of = [](auto) { return std::uint64_t{1} << 20; }});
  EXPECT_TRUE(test::names(errorOf(whole + zeros), {"a.gpubuck", "damaged"}));
}

}  // namespace
}  // namespace gpubuck::run
