#include "io/checkpoint.h"

#include <H5Cpp.h>
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "base/id.h"
#include "io/temporary_folder.h"

namespace gpubuck::io {
namespace {

using test::messageOf;

Checkpoint small() {
  Checkpoint checkpoint;
  checkpoint.step = 12'345'678'901;
  checkpoint.state.position = {{1.0f, 2.0f, 3.0f, 0.0f}, {0.1f, 0.2f, 0.3f, 1.0f}};
  checkpoint.state.velocity = {{-1.0f, 1e-30f, 3.0f, 0.5f}, {4.0f, 5.0f, 6.0f, 0.25f}};
  checkpoint.state.predicted = {{7.0f, 8.0f, 9.0f, 1.0f}, {1.0f, 1.0f, 1.0f, 0.0f}};
  checkpoint.mapping = {2, 0};
  checkpoint.head = {1, kNullId, 0};
  checkpoint.next = {kNullId, kNullId};
  checkpoint.scenarioToml = "name = \"small\"\n";
  return checkpoint;
}

void expectEqual(const Checkpoint& a, const Checkpoint& b) {
  EXPECT_EQ(a.step, b.step);
  EXPECT_EQ(a.state.position, b.state.position);
  EXPECT_EQ(a.state.velocity, b.state.velocity);
  EXPECT_EQ(a.state.predicted, b.state.predicted);
  EXPECT_EQ(a.mapping, b.mapping);
  EXPECT_EQ(a.head, b.head);
  EXPECT_EQ(a.next, b.next);
  EXPECT_EQ(a.scenarioToml, b.scenarioToml);
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
  Checkpoint checkpoint = small();
  checkpoint.mapping = checkpoint.head = checkpoint.next = {};
  writeCheckpoint(folder / "a.h5", checkpoint);
  expectEqual(readCheckpoint(folder / "a.h5"), checkpoint);
}

RC_GTEST_FIXTURE_PROP(Checkpoints, AnyBitsSurviveARoundTrip,
                      (const std::vector<std::uint32_t>& ids)) {
  Checkpoint checkpoint = small();
  checkpoint.step = *rc::gen::arbitrary<std::int64_t>();
  checkpoint.head = ids;
  checkpoint.head.push_back(0);
  const auto text = *rc::gen::container<std::string>(rc::gen::inRange<char>(1, 127));
  checkpoint.scenarioToml = text;
  checkpoint.mapping =
      *rc::gen::container<std::vector<std::uint32_t>>(2, rc::gen::arbitrary<std::uint32_t>());
  writeCheckpoint(folder / "a.h5", checkpoint);
  expectEqual(readCheckpoint(folder / "a.h5"), checkpoint);
}

TEST_F(Checkpoints, FilesThatAreNoneAreInputErrors) {
  EXPECT_EQ(errorOf("none.h5"), "none.h5: cannot be opened: No such file or directory");
  folder.put("text.h5", "hello");
  EXPECT_EQ(errorOf("text.h5"), "text.h5: is not an HDF5 file");
  folder.put("empty.h5", "");
  EXPECT_EQ(errorOf("empty.h5"), "empty.h5: is not an HDF5 file");
  { H5::H5File(folder / "other.h5", H5F_ACC_TRUNC); }
  EXPECT_EQ(errorOf("other.h5"), "other.h5: is no checkpoint: it has no attribute format");
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
            "a.h5: is no checkpoint: it has no attribute step");
  EXPECT_EQ(errorAfter([](H5::H5File& file) {
              replace(file, "position", H5::PredType::NATIVE_FLOAT, {2, 3});
            }),
            "a.h5: the dataset position is no array of N x 4 floats");
  EXPECT_EQ(errorAfter([](H5::H5File& file) {
              replace(file, "position", H5::PredType::NATIVE_FLOAT, {8});
            }),
            "a.h5: the dataset position is no array of N x 4 floats");
  EXPECT_EQ(errorAfter([](H5::H5File& file) {
              replace(file, "position", H5::PredType::NATIVE_INT, {2, 4});
            }),
            "a.h5: the dataset position is no array of N x 4 floats");
  EXPECT_EQ(errorAfter([](H5::H5File& file) {
              replace(file, "velocity", H5::PredType::NATIVE_FLOAT, {3, 4});
            }),
            "a.h5: the dataset velocity has 3 entries, expected 2");
  EXPECT_EQ(
      errorAfter([](H5::H5File& file) { replace(file, "next", H5::PredType::NATIVE_UINT32, {5}); }),
      "a.h5: the dataset next has 5 entries, expected 2");
  EXPECT_EQ(
      errorAfter([](H5::H5File& file) { replace(file, "head", H5::PredType::NATIVE_FLOAT, {3}); }),
      "a.h5: the dataset head is no array of integers");
  EXPECT_EQ(errorAfter([](H5::H5File& file) {
              replace(file, "scenario", H5::PredType::NATIVE_FLOAT, {3});
            }),
            "a.h5: the dataset scenario is no text");
  EXPECT_EQ(errorAfter([](H5::H5File& file) {
              const std::int64_t format = 2;
              file.openAttribute("format").write(H5::PredType::NATIVE_INT64, &format);
            }),
            "a.h5: is a checkpoint of format 2, expected 1");
}

TEST_F(Checkpoints, WhatCannotBeWrittenIsARunError) {
  EXPECT_EQ(messageOf<RunError>([&] { writeCheckpoint(folder / "none/a.h5", small()); }, folder),
            "none/a.h5.part: cannot be written: No such file or directory");
  EXPECT_EQ(messageOf<RunError>([&] { writeCheckpoint("/dev/full", small()); }, folder),
            "/dev/full: cannot be written: No space left on device");
}

}  // namespace
}  // namespace gpubuck::io
