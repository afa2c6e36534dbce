#include "file/output_file.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "file/temporary_folder.h"

namespace gpubuck::file {
namespace {

using test::messageOf;
using test::names;

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

TEST_F(OutputFile, Failure_KeepsTheOlderFile) {
  folder.put("a.txt", "older");
  // The temporary name is taken by a folder that is not empty.
  std::filesystem::create_directories(folder / "a.txt.part/inner");
  EXPECT_TRUE(names(messageOf<RunError>([&] { writeFile(folder / "a.txt", "newer"); }, folder),
                    {"a.txt.part", "Is a directory"}));
  EXPECT_EQ(folder.get("a.txt"), "older");
  EXPECT_TRUE(names(messageOf<RunError>([&] { writeFile(folder / "none/a.txt", "text"); }, folder),
                    {"none/a.txt", "No such file or directory"}));
}

TEST_F(OutputFile, FileThatVanishes_IsRunError) {
  const std::string path = folder / "rows.csv";
  const auto errorAfter = [&](const std::function<void()>& disturb) {
    std::optional<FileWriter> file(path);
    file->write("0,1\n");
    file->flush();
    disturb();
    file->write("1,1\n");
    return messageOf<RunError>([&] { file->flush(); }, folder);
  };
  const test::Facts gone{"rows.csv", "removed", "replaced"};
  EXPECT_TRUE(names(errorAfter([&] { std::filesystem::remove(path); }), gone));
  EXPECT_TRUE(names(errorAfter([&] { std::filesystem::rename(path, path + ".1"); }), gone));
  EXPECT_TRUE(names(errorAfter([&] {
                      std::filesystem::remove(path);
                      folder.put("rows.csv", "another");
                    }),
                    gone));
}

TEST_F(OutputFile, ExistingOutput_NeedsLeaveToBeReplaced) {
  folder.put("file", "");
  std::filesystem::create_directory(folder / "folder");
  EXPECT_NO_THROW(requireMayWrite("--out", folder / "none", {}, false));
  EXPECT_NO_THROW(requireMayWrite("--out", "/dev/null", {}, false));
  EXPECT_NO_THROW(requireMayWrite("--out", folder / "file", {}, true));
  const auto errorOf = [&](const std::string& name, bool replaces) {
    return messageOf<InputError>(
        [&] { requireMayWrite("--out", folder / name, {folder / "file"}, replaces); }, folder);
  };
  EXPECT_TRUE(names(errorOf("file", true), {"--out", "read"}));
  folder.put("other", "");
  EXPECT_TRUE(names(errorOf("other", false), {"other", "exists", "--overwrite"}));
  EXPECT_TRUE(names(errorOf("folder", true), {"folder", "is a folder"}));
}

TEST_F(OutputFile, FullDisk_IsRunError) {
  EXPECT_TRUE(names(messageOf<RunError>([] { writeFile("/dev/full", "text"); }, folder),
                    {"/dev/full", "No space left on device"}));
  EXPECT_TRUE(names(messageOf<RunError>(
                        [] {
                          FileWriter file("/dev/full");
                          file.write("row\n");
                          file.flush();
                        },
                        folder),
                    {"/dev/full", "No space left on device"}));
}

TEST_F(OutputFile, UnflushedData_AreDropped) {
  const std::string megabytes(3 << 20, 'x');  // more than the writer keeps in memory
  {
    FileWriter file(folder / "rows.csv");
    file.write("0,1\n");
    file.flush();
    file.write("1,");
    file.write(megabytes);
  }
  EXPECT_EQ(folder.get("rows.csv"), "0,1\n");
  {
    FileWriter file(folder / "rows.csv", Opening::Append);
    file.write("1,2\n");
    file.sync();
    file.write(megabytes);
  }
  EXPECT_EQ(folder.get("rows.csv"), "0,1\n1,2\n");
  FileWriter(folder / "rows.csv", Opening::Append).close();
  EXPECT_EQ(folder.get("rows.csv"), "0,1\n1,2\n");
}

TEST_F(OutputFile, FileSet_IsReplacedTogether) {
  const auto text = [&](const char* name, const char* bytes) {
    return NewFile{folder / name, [bytes](FileWriter& file) { file.write(bytes); }};
  };
  writeTogether({text("a", "old a"), text("b", "old b")});
  EXPECT_EQ(folder.get("a") + folder.get("b"), "old aold b");
  const auto refuse = [](FileWriter&) { throw RunError("disk", "full"); };
  EXPECT_THROW(writeTogether({text("a", "new a"), {folder / "b", refuse}}), RunError);
  EXPECT_EQ(folder.get("a") + folder.get("b"), "old aold b") << "both are still there";
  EXPECT_EQ(filesInFolder(), 2u);
  writeTogether({text("a", "new a"), text("b", "new b"), text("c", "c")});
  EXPECT_EQ(folder.get("a") + folder.get("b") + folder.get("c"), "new anew bc");
  EXPECT_EQ(filesInFolder(), 3u);
}

TEST_F(OutputFile, OutputThatIsAnInput_IsRefusedByAnyName) {
  const std::string input = folder.put("p.csv", "x,y\n");
  std::filesystem::create_symlink("p.csv", folder / "link.csv");
  std::filesystem::create_hard_link(folder / "p.csv", folder / "hard.csv");
  std::filesystem::create_directory(folder / "sub");
  folder.put("q.csv.part", "");
  const auto refusal = [&](const std::string& output, const std::string& read) {
    return messageOf<InputError>(
        [&] {
          requireNotRead("--out", output, {"", "-", "none", read});
        },
        folder);
  };
  EXPECT_TRUE(names(refusal(input, input), {"--out", "read", "p.csv"}));
  EXPECT_TRUE(names(refusal(folder / "link.csv", input), {"--out", "read", "link.csv", "p.csv"}));
  EXPECT_TRUE(names(refusal(input, folder / "hard.csv"), {"--out", "read", "p.csv", "hard.csv"}));
  EXPECT_TRUE(
      names(refusal(folder / "sub/../p.csv", input), {"--out", "read", "sub/../p.csv", "p.csv"}));
  EXPECT_TRUE(
      names(refusal(folder / "q.csv", folder / "q.csv.part"), {"--out", "read", "q.csv.part"}));
  EXPECT_NO_THROW(requireNotRead("--out", folder / "q.csv", {input, "-", ""}));
  EXPECT_NO_THROW(requireNotRead("--out", "", {input}));
  EXPECT_NO_THROW(requireNotRead("--out", "/dev/null", {"/dev/null"}));
}

TEST_F(OutputFile, FileName_StaysInItsFolder) {
  EXPECT_EQ(fileName("phase-separation_16k.v2"), "phase-separation_16k.v2");
  EXPECT_EQ(fileName("../../x"), "-.-..-x");
  EXPECT_EQ(fileName("/etc/x"), "-etc-x");
  EXPECT_EQ(fileName(".."), "-.");
  EXPECT_EQ(fileName(".hidden"), "-hidden");
  EXPECT_EQ(fileName("a\x1b]0;b\n\x9b"), "a--0-b--");
  EXPECT_EQ(fileName(""), "scenario");
  EXPECT_EQ(fileName(std::string(300, 'x')).size(), 100u);
}

TEST_F(OutputFile, UnusedNames_CountFromOne) {
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
  const std::string longName(300, 'x');  // too long for a file system
  EXPECT_TRUE(names(messageOf<RunError>([&] { unusedName(path, longName, ".png"); }, folder),
                    {longName + "-0001.png", "File name too long"}));
}

TEST_F(OutputFile, Folder_IsCreatedWithItsParents) {
  prepareOutputDirectory(folder / "a/b/c");
  EXPECT_TRUE(std::filesystem::is_directory(folder / "a/b/c"));
  EXPECT_TRUE(std::filesystem::is_empty(folder / "a/b/c"));
  EXPECT_NO_THROW(prepareOutputDirectory(folder / "a/b/c"));
}

TEST_F(OutputFile, UnwritableFolder_IsInputError) {
  folder.put("file", "");
  EXPECT_TRUE(names(messageOf<InputError>([&] { prepareOutputDirectory(folder / "file"); }, folder),
                    {"file", "Not a directory"}));
  EXPECT_TRUE(
      names(messageOf<InputError>([&] { prepareOutputDirectory(folder / "file/sub"); }, folder),
            {"file/sub", "Not a directory"}));
  // Even root makes no files in /proc.
  EXPECT_TRUE(names(messageOf<InputError>([] { prepareOutputDirectory("/proc"); }, folder),
                    {"/proc", "No such file or directory"}));
}

}  // namespace
}  // namespace gpubuck::file
