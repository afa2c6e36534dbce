#include "checkpoint/checkpoint.h"

#include <H5Cpp.h>
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <cmath>

#include "base/id.h"
#include "io/temporary_folder.h"

namespace gpubuck::checkpoint {
namespace {

using test::messageOf;

scenario::RunState small() {
  scenario::RunState state;
  // 2 particles.
  state.scenario = scenario::parseScenario(
      "name = \"small\"\nbox.size = [3, 3, 3]\nfluid.density = 0.075\nintegrator.dt = 0.02\n",
      "small.toml", {});
  state.particles.position = {{1.0f, 2.0f, 3.0f, 0.0f}, {0.1f, 0.2f, 0.3f, 1.0f}};
  state.particles.velocity = {{-1.0f, 1e-30f, 3.0f, 0.5f}, {4.0f, 5.0f, 6.0f, 0.25f}};
  state.particles.predicted = {{7.0f, 8.0f, 9.0f, 1.0f}, {1.0f, 1.0f, 1.0f, 0.0f}};
  state.lists = {{2, 0}, {1, kNullId, 0}, {kNullId, kNullId}};
  state.clock = {.step = 12'345'678'901, .dt = 0.02, .sinceStep = 12'000'000'000, .sinceTime = 0.1};
  return state;
}

void expectEqual(const scenario::RunState& a, const scenario::RunState& b) {
  EXPECT_EQ(a.clock.step, b.clock.step);
  EXPECT_EQ(a.clock.dt, b.clock.dt);
  EXPECT_EQ(a.clock.sinceStep, b.clock.sinceStep);
  EXPECT_EQ(a.clock.sinceTime, b.clock.sinceTime);
  EXPECT_EQ(a.particles.position, b.particles.position);
  EXPECT_EQ(a.particles.velocity, b.particles.velocity);
  EXPECT_EQ(a.particles.predicted, b.particles.predicted);
  EXPECT_EQ(a.lists.mapping, b.lists.mapping);
  EXPECT_EQ(a.lists.head, b.lists.head);
  EXPECT_EQ(a.lists.next, b.lists.next);
  EXPECT_EQ(scenario::toToml(a.scenario), scenario::toToml(b.scenario));
}

struct Checkpoints : ::testing::Test {
  test::TemporaryFolder folder;

  std::string errorOf(const std::string& name) {
    return messageOf<InputError>([&] { readCheckpoint(folder / name); }, folder);
  }
  /// The error of a checkpoint that `damage` has changed through HDF5.
  template <typename Damage>
  std::string errorAfter(Damage damage) {
    writeCheckpoint(folder / "a.h5", small());
    {
      H5::H5File file(folder / "a.h5", H5F_ACC_RDWR);
      damage(file);
    }
    return errorOf("a.h5");
  }
};

void replace(H5::H5File& file, const char* name, const H5::PredType& type,
             const std::vector<hsize_t>& shape) {
  file.unlink(name);
  file.createDataSet(name, type, H5::DataSpace(static_cast<int>(shape.size()), shape.data()));
}

TEST_F(Checkpoints, SurviveARoundTrip) {
  writeCheckpoint(folder / "a.h5", small());
  expectEqual(readCheckpoint(folder / "a.h5"), small());
  EXPECT_FALSE(std::filesystem::exists(folder / "a.h5.part"));
}

TEST_F(Checkpoints, MayHaveNoLists) {
  scenario::RunState state = small();
  state.lists = {};
  writeCheckpoint(folder / "a.h5", state);
  expectEqual(readCheckpoint(folder / "a.h5"), state);
}

RC_GTEST_FIXTURE_PROP(Checkpoints, AnyBitsSurviveARoundTrip,
                      (const std::vector<std::uint32_t>& ids)) {
  scenario::RunState state = small();
  state.clock.step = *rc::gen::arbitrary<std::int64_t>();
  state.clock.sinceTime = *rc::gen::arbitrary<double>();
  state.lists.head = ids;
  state.lists.head.push_back(0);
  state.scenario.description = *rc::gen::container<std::string>(rc::gen::inRange<char>(32, 127));
  state.lists.mapping =
      *rc::gen::container<std::vector<std::uint32_t>>(2, rc::gen::arbitrary<std::uint32_t>());
  writeCheckpoint(folder / "a.h5", state);
  expectEqual(readCheckpoint(folder / "a.h5"), state);
}

// Files of the time before the clock: their time is that of the time step in the scenario.
TEST_F(Checkpoints, TheFirstFormatIsReadWithTheTimeThatItsStepsMake) {
  writeCheckpoint(folder / "a.h5", small());
  {
    H5::H5File file(folder / "a.h5", H5F_ACC_RDWR);
    const std::int64_t first = 1;
    file.openAttribute("format").write(H5::PredType::NATIVE_INT64, &first);
    for (const char* name : {"time", "dt", "dt_since_step", "dt_since_time"}) file.removeAttr(name);
  }
  scenario::RunState expected = small();
  expected.clock = {.step = expected.clock.step, .dt = 0.02};
  expectEqual(readCheckpoint(folder / "a.h5"), expected);
}

TEST_F(Checkpoints, FilesThatAreNoneAreInputErrors) {
  EXPECT_EQ(errorOf("none.h5"), "none.h5: cannot be opened: No such file or directory");
  folder.put("text.h5", "hello");
  EXPECT_EQ(errorOf("text.h5"), "text.h5: is not an HDF5 file");
  folder.put("empty.h5", "");
  EXPECT_EQ(errorOf("empty.h5"), "empty.h5: is not an HDF5 file");
  { H5::H5File(folder / "other.h5", H5F_ACC_TRUNC); }
  EXPECT_EQ(errorOf("other.h5"), "other.h5: is not a checkpoint: it has no attribute format");
}

TEST_F(Checkpoints, TruncatedFilesAreInputErrors) {
  writeCheckpoint(folder / "a.h5", small());
  const std::string whole = folder.get("a.h5");
  ASSERT_GT(whole.size(), 1000u);
  for (const std::size_t size : {whole.size() - 1, whole.size() / 2, std::size_t{100}}) {
    folder.put("a.h5", whole.substr(0, size));
    const std::string message = errorOf("a.h5");
    EXPECT_TRUE(message.starts_with("a.h5: cannot be read: truncated file"))
        << size << ' ' << message;
  }
}

TEST_F(Checkpoints, MissingAndMisshapenDataAreInputErrors) {
  EXPECT_EQ(errorAfter([](H5::H5File& file) { file.unlink("velocity"); }),
            "a.h5: the dataset velocity is missing");
  EXPECT_EQ(errorAfter([](H5::H5File& file) { file.removeAttr("step"); }),
            "a.h5: is not a checkpoint: it has no attribute step");
  EXPECT_EQ(errorAfter([](H5::H5File& file) {
              replace(file, "position", H5::PredType::NATIVE_FLOAT, {2, 3});
            }),
            "a.h5: the dataset position is not an array of N x 4 floats");
  EXPECT_EQ(errorAfter([](H5::H5File& file) {
              replace(file, "position", H5::PredType::NATIVE_FLOAT, {8});
            }),
            "a.h5: the dataset position is not an array of N x 4 floats");
  EXPECT_EQ(errorAfter([](H5::H5File& file) {
              replace(file, "position", H5::PredType::NATIVE_INT, {2, 4});
            }),
            "a.h5: the dataset position is not an array of N x 4 floats");
  EXPECT_EQ(errorAfter([](H5::H5File& file) {
              replace(file, "velocity", H5::PredType::NATIVE_FLOAT, {3, 4});
            }),
            "a.h5: the dataset velocity has 3 entries, expected 2");
  EXPECT_EQ(
      errorAfter([](H5::H5File& file) { replace(file, "next", H5::PredType::NATIVE_UINT32, {5}); }),
      "a.h5: the dataset next has 5 entries, expected 2");
  EXPECT_EQ(
      errorAfter([](H5::H5File& file) { replace(file, "head", H5::PredType::NATIVE_FLOAT, {3}); }),
      "a.h5: the dataset head is not an array of integers");
  EXPECT_EQ(errorAfter([](H5::H5File& file) {
              replace(file, "scenario", H5::PredType::NATIVE_FLOAT, {3});
            }),
            "a.h5: the dataset scenario is not text");
  EXPECT_EQ(errorAfter([](H5::H5File& file) {
              const std::int64_t format = 3;
              file.openAttribute("format").write(H5::PredType::NATIVE_INT64, &format);
            }),
            "a.h5: is a checkpoint of format 3, expected 1 or 2");
}

TEST_F(Checkpoints, AScenarioOrAClockAtFaultIsAnInputError) {
  scenario::RunState state = small();
  state.scenario.fluid.density = 0.1;  // 3 particles
  writeCheckpoint(folder / "a.h5", state);
  EXPECT_EQ(errorOf("a.h5"), "a.h5: the dataset position has 2 entries, expected 3");
  state.scenario.fluid.density = -1.0;
  writeCheckpoint(folder / "a.h5", state);
  EXPECT_TRUE(errorOf("a.h5").starts_with("a.h5: scenario:")) << errorOf("a.h5");
  state = small();
  state.clock.sinceTime = std::nan("");
  writeCheckpoint(folder / "a.h5", state);
  EXPECT_EQ(errorOf("a.h5"), "a.h5: the attribute dt_since_time is nan");
}

TEST_F(Checkpoints, WhatCannotBeWrittenIsARunError) {
  EXPECT_EQ(messageOf<RunError>([&] { writeCheckpoint(folder / "none/a.h5", small()); }, folder),
            "none/a.h5.part: cannot be written: No such file or directory");
  EXPECT_EQ(messageOf<RunError>([&] { writeCheckpoint("/dev/full", small()); }, folder),
            "/dev/full: cannot be written: No space left on device");
}

}  // namespace
}  // namespace gpubuck::checkpoint
