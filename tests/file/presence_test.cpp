// The kind of file that a path names. An absent file and a file that cannot be reached differ.
#include "file/presence.h"

#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include "file/input_file.h"
#include "file/temporary_folder.h"

namespace gpubuck::file {
namespace {

namespace fs = std::filesystem;

struct PresenceTest : ::testing::Test {
  test::TemporaryFolder folder;

  std::string errorOf(const std::string& name) {
    return test::messageOf<InputError>([&] { presenceOf(folder / name); }, folder);
  }
};

TEST_F(PresenceTest, WhatIsThere_IsKnown) {
  folder.put("file", "");
  fs::create_directory(folder / "folder");
  ASSERT_EQ(mkfifo((folder / "pipe").c_str(), 0600), 0);
  fs::create_symlink(folder / "file", folder / "link");
  EXPECT_EQ(presenceOf(folder / "file"), Presence::File);
  EXPECT_EQ(presenceOf(folder / "link"), Presence::File);
  EXPECT_EQ(presenceOf(folder / "folder"), Presence::Folder);
  EXPECT_EQ(presenceOf(folder / "pipe"), Presence::Other);
  EXPECT_EQ(presenceOf(folder / "none"), Presence::Absent);
  EXPECT_EQ(presenceOf(folder / "none/file"), Presence::Absent);
  EXPECT_EQ(presenceOf(folder / std::string(300, 'x')), Presence::Absent);
  EXPECT_EQ(presenceOf(""), Presence::Absent);
}

TEST_F(PresenceTest, WhatCannotBeReached_IsNotAbsent) {
  folder.put("file", "");
  fs::create_symlink("circle", folder / "circle");
  fs::create_symlink("nothing", folder / "dangling");
  fs::create_directory(folder / "closed");
  folder.put("closed/file", "");
  EXPECT_TRUE(test::names(errorOf("circle"), {"circle", "Too many levels of symbolic links"}));
  EXPECT_TRUE(test::names(errorOf("dangling"), {"dangling", "link"}));
  EXPECT_TRUE(test::names(errorOf("file/inside"), {"file/inside", "Not a directory"}));
  ASSERT_EQ(chmod((folder / "closed").c_str(), 0), 0);
  if (geteuid() != 0) {
    EXPECT_TRUE(test::names(errorOf("closed/file"), {"closed/file", "Permission denied"}));
  }
  ASSERT_EQ(chmod((folder / "closed").c_str(), 0700), 0);
}

}  // namespace
}  // namespace gpubuck::file
