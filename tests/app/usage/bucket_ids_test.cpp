// Bad input of `gpubuck sort`, which is refused before a GPU is used.
#include <gtest/gtest.h>

#include <filesystem>

#include "app/command.h"
#include "base/id.h"
#include "file/npy.h"
#include "file/temporary_folder.h"

namespace gpubuck::test {
namespace {

/// Returns the bytes of a .npy file of version 1.0 whose header claims `shape` and which holds
/// `data`.
std::string npyBytes(const std::string& shape, const std::string& data = {}) {
  std::string header = "{'descr': '<i4', 'fortran_order': False, 'shape': " + shape + ", }\n";
  header.resize(118, ' ');
  header.back() = '\n';
  const char length = static_cast<char>(header.size());
  return std::string("\x93NUMPY\x01\x00", 8) + length + '\0' + header + data;
}

struct BucketIdsInput : ::testing::Test {
  TemporaryFolder folder;

  static Outcome sort(const std::string& cells, std::vector<std::string> more = {},
                      const std::string& input = {}) {
    std::vector<std::string> arguments{"sort", "--cells", cells, "--buckets", "4"};
    arguments.insert(arguments.end(), more.begin(), more.end());
    return runGpubuck(arguments, {.input = input});
  }
};

TEST_F(BucketIdsInput, BadText_IsReportedWithItsLine) {
  struct Case {
    std::string text;
    Facts facts;
  };
  const std::vector<Case> cases{
      {"0\n1\n4\n2\n", {"ids.txt:3", "4"}},
      {"0\n16777216\n", {"ids.txt:2", "16777216"}},
      {"0\n99999999999999999999\n", {"ids.txt:2", "99999999999999999999"}},
      {"0\n1\n2\n-1\n", {"ids.txt:4", "-1", "negative"}},
      {"x\n", {"ids.txt:1", "'x'"}},
      {"1\n1.5\n", {"ids.txt:2", "'1.5'"}},
      {"1\n2 3\n", {"ids.txt:2", "'2 3'"}},
      {"1\n\n2\n", {"ids.txt:2", "blank"}},
      {std::string("1\n\0\n", 4), {"ids.txt:2"}},
      {"", {"ids.txt", "empty"}},
  };
  for (const Case& bad : cases) {
    const std::string path = folder.put("ids.txt", bad.text);
    EXPECT_TRUE(refused(sort(path), 2, bad.facts)) << '"' << bad.text << '"';
    Facts facts = bad.facts;
    facts[0].replace(0, std::string("ids.txt").size(), "stdin");
    EXPECT_TRUE(refused(sort("-", {}, bad.text), 2, facts)) << '"' << bad.text << '"';
  }
}

TEST_F(BucketIdsInput, BadArray_IsReportedWithTheElement) {
  const std::string path = folder / "ids.npy";
  file::writeNpy(path, std::vector<std::int32_t>{0, 1, 4}, {3});
  EXPECT_TRUE(refused(sort(path), 2, {"ids.npy", "element 2", "4"}));
  file::writeNpy(path, std::vector<std::int32_t>{-1, 1, 2}, {3});
  EXPECT_TRUE(refused(sort(path), 2, {"ids.npy", "element 0", "-1"}));
  file::writeNpy(path, std::vector<std::int32_t>{0, 1, 2, 3}, {2, 2});
  EXPECT_TRUE(refused(sort(path), 2, {"ids.npy", "2 dimensions"}));
  file::writeNpy(path, std::vector<float>{0.0F, 1.0F}, {2});
  EXPECT_TRUE(refused(sort(path), 2, {"ids.npy", "f4"}));
  folder.put("ids.npy", npyBytes("(2,)", "1234"));
  EXPECT_TRUE(refused(sort(path), 2, {"ids.npy", "truncated"}));
  folder.put("ids.npy", "\x93NUMPX and no more");
  EXPECT_TRUE(refused(sort(path), 2, {"ids.npy"}));
}

TEST_F(BucketIdsInput, TooManyElements_AreRefused) {
  // The header of the array is refused before its elements are read; here the file has no elements.
  // tests/formats/limits has a file with 16777216 lines.
  const std::string array = folder.put("ids.npy", npyBytes("(16777216,)"));
  EXPECT_TRUE(refused(sort(array), 2, {"ids.npy", "16777215"}));
}

TEST_F(BucketIdsInput, UnreadableFile_IsNamed) {
  EXPECT_TRUE(
      refused(sort(folder / "missing.txt"), 2, {"missing.txt", "No such file or directory"}));
  EXPECT_TRUE(refused(sort(folder.path().string()), 2, {folder.path().string()}));
  const std::string ids = folder.put("ids.txt", "0\n1\n");
  EXPECT_TRUE(refused(sort(ids, {"--resort", folder / "missing.txt"}), 2, {"missing.txt"}));
}

TEST_F(BucketIdsInput, SecondFile_IsCheckedLikeTheFirst) {
  const std::string ids = folder.put("ids.txt", "0\n1\n2\n");
  const auto resort = [&](const std::string& text) {
    return sort(ids, {"--resort", folder.put("moved.txt", text)});
  };
  EXPECT_TRUE(refused(resort("0\n1\n7\n"), 2, {"moved.txt:3", "7"}));
  EXPECT_TRUE(refused(resort("0\n1\n"), 2, {"moved.txt", "2", "ids.txt", "3"}));
}

TEST_F(BucketIdsInput, UnwritableFolder_IsRefusedBeforeSorting) {
  const std::string ids = folder.put("ids.txt", "0\n1\n");
  EXPECT_TRUE(refused(sort(ids, {"--out", ids + "/below"}), 2, {"ids.txt/below"}));
  EXPECT_TRUE(refused(sort(ids, {"--out", ids}), 2, {"ids.txt"}));
  // Even root makes no files in /proc.
  EXPECT_TRUE(refused(sort(ids, {"--out", "/proc"}), 2, {"/proc"}));
  EXPECT_TRUE(refused(sort(ids, {"--out", "/proc/gpubuck"}), 2, {"/proc/gpubuck"}));
}

}  // namespace
}  // namespace gpubuck::test
