#include "io/output_file.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "io/temporary_folder.h"

namespace gpubuck::io {
namespace {

using test::messageOf;

struct OutputFile : ::testing::Test {
  test::TemporaryFolder folder;

  std::size_t filesInFolder() const {
    const std::filesystem::directory_iterator files(folder.path());
    return static_cast<std::size_t>(std::distance(begin(files), end(files)));
  }
};

TEST_F(OutputFile, AppearsCompleteOrNotAtAll) {
  const std::filesystem::path path = folder / "a.txt";
  {
    PendingFile pending(path);
    FileWriter file(pending.temporary());
    file.write("half");
    file.close();
    EXPECT_FALSE(std::filesystem::exists(path));
    EXPECT_EQ(filesInFolder(), 1u);
  }
  EXPECT_EQ(filesInFolder(), 0u) << "what was not committed is removed";
  writeFile(path, "first", " version");
  EXPECT_EQ(folder.get("a.txt"), "first version");
  writeFile(path, "second");
  EXPECT_EQ(folder.get("a.txt"), "second");
  EXPECT_EQ(filesInFolder(), 1u);
}

TEST_F(OutputFile, AFailureKeepsTheOlderFile) {
  folder.put("a.txt", "older");
  // The temporary name is taken by a folder with something in it.
  std::filesystem::create_directories(folder / "a.txt.part/inner");
  EXPECT_EQ(messageOf<RunError>([&] { writeFile(folder / "a.txt", "newer"); }, folder),
            "a.txt.part: cannot be written: Is a directory");
  EXPECT_EQ(folder.get("a.txt"), "older");
  EXPECT_EQ(messageOf<RunError>([&] { writeFile(folder / "none/a.txt", "text"); }, folder),
            "none/a.txt.part: cannot be written: No such file or directory");
}

TEST_F(OutputFile, AFullDiskIsARunError) {
  EXPECT_EQ(messageOf<RunError>([] { writeFile("/dev/full", "text"); }, folder),
            "/dev/full: cannot be written: No space left on device");
  EXPECT_EQ(messageOf<RunError>(
                [] {
                  FileWriter file("/dev/full");
                  file.write("row\n");
                  file.flush();
                },
                folder),
            "/dev/full: cannot be written: No space left on device");
}

TEST_F(OutputFile, UnusedNamesCountFromOne) {
  const std::filesystem::path path = folder.path();
  EXPECT_EQ(unusedName(path, "shot", ".png"), path / "shot-0001.png");
  EXPECT_EQ(unusedName(path / "none", "shot", ".png"), path / "none/shot-0001.png");
  folder.put("shot-0001.png", "");
  EXPECT_EQ(unusedName(path, "shot", ".png"), path / "shot-0002.png");
  EXPECT_EQ(unusedName(path, "shot", ".mp4"), path / "shot-0001.mp4");
  EXPECT_EQ(unusedName(path, "other", ".png"), path / "other-0001.png");
  folder.put("shot-0002.png.part", "what a killed process left");
  std::filesystem::create_symlink("nowhere", folder / "shot-0003.png");
  folder.put("shot-0005.png", "");
  EXPECT_EQ(unusedName(path, "shot", ".png"), path / "shot-0004.png") << "the first gap";
  for (int k = 4; k <= 9999; ++k) folder.put(fmt::format("shot-{:04}.png", k), "");
  EXPECT_EQ(unusedName(path, "shot", ".png"), path / "shot-10000.png");
  const std::string longName(300, 'x');  // beyond what a file system takes
  EXPECT_EQ(messageOf<RunError>([&] { unusedName(path, longName, ".png"); }, folder),
            longName + "-0001.png: cannot be written: File name too long");
}

TEST_F(OutputFile, PreparesAFolderWithItsParents) {
  prepareOutputDirectory(folder / "a/b/c");
  EXPECT_TRUE(std::filesystem::is_directory(folder / "a/b/c"));
  EXPECT_TRUE(std::filesystem::is_empty(folder / "a/b/c"));
  EXPECT_NO_THROW(prepareOutputDirectory(folder / "a/b/c"));
}

TEST_F(OutputFile, AFolderThatCannotBeWrittenIsAnInputError) {
  folder.put("file", "");
  EXPECT_EQ(messageOf<InputError>([&] { prepareOutputDirectory(folder / "file"); }, folder),
            "file: cannot be made an output folder: Not a directory");
  EXPECT_EQ(messageOf<InputError>([&] { prepareOutputDirectory(folder / "file/sub"); }, folder),
            "file/sub: cannot be made an output folder: Not a directory");
  // Even root makes no files in /proc.
  EXPECT_EQ(
      messageOf<InputError>([] { prepareOutputDirectory("/proc"); }, folder),
      "/proc: cannot hold files: /proc/.probe.part: cannot be written: No such file or directory");
}

}  // namespace
}  // namespace gpubuck::io
