// Files that are compressed as a whole.
#include "file/packed_file.h"

#include <gtest/gtest.h>

#include <random>

#include "base/error.h"
#include "file/output_file.h"
#include "file/temporary_folder.h"

namespace gpubuck::file {
namespace {

/// Returns contents of which one half compresses to almost nothing.
std::string contentsOf(std::size_t size) {
  std::mt19937 random(7);
  std::string contents(size, 'a');
  for (std::size_t k = 0; k < size / 2; ++k) contents[k] = static_cast<char>(random());
  return contents;
}

ContentsSize anySize() {
  return {.headBytes = 100, .of = [](std::string_view) { return std::uint64_t{1} << 23; }};
}

// zlib's output is produced in parts of 1 MiB. Contents are smaller than such a part, equal to it
// or larger.
TEST(PackedFile, RoundTrip_KeepsEveryByte) {
  const test::TemporaryFolder folder;
  const std::string path = folder / "packed";
  for (const std::size_t size : {std::size_t{0}, std::size_t{1}, std::size_t{1000},
                                 std::size_t{1} << 20, std::size_t{5'000'001}}) {
    const std::string contents = contentsOf(size);
    writePacked(path, contents);
    EXPECT_EQ(readPacked(path, anySize()), contents) << size;
    EXPECT_TRUE(folder.get("packed").starts_with("\x1F\x8B"));
    EXPECT_LT(folder.get("packed").size(), size / 2 + size / 1000 + 100);
  }
  folder.put("plain", "not compressed");
  EXPECT_EQ(readPacked(folder / "plain", anySize()), "not compressed");
}

TEST(PackedFile, NameEndsWithGz_CompressedOnceOrTwice_IsRead) {
  const test::TemporaryFolder folder;
  const std::string path = folder / "packed.gz", contents = contentsOf(3'000'000);
  writePacked(path, contents);
  EXPECT_EQ(readPacked(path, anySize()), contents);
  writePacked(path, folder.get("packed.gz"));
  EXPECT_EQ(readPacked(path, anySize()), contents);
  writePacked(path, "\x1F\x8B" + std::string(4'000'000, '\0'));
  EXPECT_TRUE(test::names(test::messageOf<InputError>([&] { readPacked(path, anySize()); }, folder),
                          {"packed.gz", "damaged"}))
      << "unpacks to 4 MB, and is no compressed file";
}

TEST(PackedFile, DamagedFile_IsRefused) {
  const test::TemporaryFolder folder;
  writePacked(folder / "whole", contentsOf(3'000'000));
  const std::string whole = folder.get("whole");
  const auto errorOf = [&](const std::string& bytes) {
    folder.put("bad", bytes);
    return test::messageOf<InputError>([&] { readPacked(folder / "bad", anySize()); }, folder);
  };
  const test::Facts cut{"bad", "cut off"}, damaged{"bad", "damaged"};
  EXPECT_TRUE(test::names(errorOf(whole.substr(0, 10)), cut));
  EXPECT_TRUE(test::names(errorOf(whole.substr(0, whole.size() - 1)), cut));
  for (const std::size_t place : {std::size_t{20}, whole.size() / 2, whole.size() - 6}) {
    std::string changed = whole;
    changed[place] ^= 1;
    EXPECT_TRUE(test::names(errorOf(changed), damaged));
  }
  EXPECT_TRUE(test::names(errorOf(whole + "more"), damaged));
  std::string lying = whole;  // its length field claims one byte
  lying.replace(whole.size() - 4, 4, std::string("\1\0\0\0", 4));
  EXPECT_TRUE(test::names(errorOf(lying), damaged));
}

TEST(PackedFile, MoreThanItsHeadSays_IsNotUnpacked) {
  const test::TemporaryFolder folder;
  const std::string path = folder / "packed";
  const std::string contents = contentsOf(8'000'000);
  writePacked(path, contents);
  const auto errorOf = [&](std::uint64_t size) {
    const auto read = [&] {
      readPacked(path, {.headBytes = 10, .of = [&](std::string_view head) {
                          EXPECT_EQ(head, contents.substr(0, 10));
                          return size;
                        }});
    };
    return test::messageOf<InputError>(read, folder);
  };
  EXPECT_TRUE(test::names(errorOf(7'000'000), {"packed", "damaged"}));
  EXPECT_TRUE(test::names(errorOf(std::uint64_t{1} << 60), {"packed", "1152921504606", "MB"}));
}

}  // namespace
}  // namespace gpubuck::file
