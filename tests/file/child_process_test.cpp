// Child processes on every system. The child is this executable, and runs a test that does nothing
// in the parent.
#include "file/child_process.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <filesystem>
#include <string>
#include <thread>
#include <vector>

#include "base/error.h"
#include "file/temporary_folder.h"

namespace gpubuck::file {
namespace {

using std::chrono::milliseconds;
using std::chrono::seconds;

constexpr milliseconds kLong = seconds(60);
const std::string kAsChild = "--as-child";

bool isChild() {
  const std::vector<std::string> words = ::testing::internal::GetArgvs();
  return std::ranges::find(words, kAsChild) != words.end();
}

TEST(Child, CountsItsInput) {
  if (!isChild()) return;
  std::size_t bytes = 0;
  while (std::getchar() != EOF) ++bytes;
  std::printf("%d bytes\n", static_cast<int>(bytes));
}

TEST(Child, Sleeps) {
  if (isChild()) std::this_thread::sleep_for(seconds(600));
}

TEST(Child, PrintsItsArguments) {
  if (!isChild()) return;
  for (const std::string& word : ::testing::internal::GetArgvs()) std::printf("<%s>", word.c_str());
}

TEST(Child, PrintsItsFolder) {
  if (isChild()) std::printf("<%s>", std::filesystem::current_path().filename().string().c_str());
}

TEST(Child, PrintsMuch) {
  if (!isChild()) return;
  for (int i = 0; i < 3000; ++i) std::printf("line %d\n", i);
}

ChildProcess start(const std::string& test, const std::vector<std::string>& more = {},
                   const std::filesystem::path& folder = {}) {
  std::vector<std::string> arguments{kAsChild, "--gtest_filter=Child." + test};
  arguments.insert(arguments.end(), more.begin(), more.end());
  return {std::filesystem::absolute(::testing::internal::GetArgvs().front()), arguments, folder};
}

TEST(ChildProcessTest, Input_ArrivesWhole) {
  ChildProcess child = start("CountsItsInput");
  const std::vector<std::uint8_t> bytes(1'000'000, 'x');
  std::size_t taken = 0;
  while (taken < bytes.size()) {
    const auto part = child.write(std::span(bytes).subspan(taken), milliseconds(20));
    ASSERT_TRUE(part) << child.messages();
    taken += *part;
  }
  child.endInput();
  EXPECT_EQ(child.exitCode(kLong), 0);
  EXPECT_NE(child.messages().find("1000000 bytes"), std::string::npos) << child.messages();
}

TEST(ChildProcessTest, WriteToAProgramThatDoesNotRead_ReturnsInTime) {
  ChildProcess child = start("Sleeps");
  const std::vector<std::uint8_t> bytes(10'000'000, 'x');
  const auto taken = child.write(bytes, milliseconds(50));
  ASSERT_TRUE(taken);
  EXPECT_LT(*taken, bytes.size());
}

TEST(ChildProcessTest, WriteToAProgramThatHasEnded_IsRefused) {
  ChildProcess child = start("PrintsItsArguments");
  ASSERT_EQ(child.exitCode(kLong), 0);
  const std::vector<std::uint8_t> bytes(10'000'000, 'x');
  EXPECT_FALSE(child.write(bytes, kLong));
}

TEST(ChildProcessTest, Kill_EndsTheProgram) {
  ChildProcess child = start("Sleeps");
  EXPECT_FALSE(child.exitCode(milliseconds(50)));
  child.kill();
  EXPECT_TRUE(child.exitCode(milliseconds(0)));
}

TEST(ChildProcessTest, End_EndsTheProgram) {
  ChildProcess child = start("Sleeps");
  child.end(kLong);
  EXPECT_TRUE(child.exitCode(milliseconds(0)));
}

TEST(ChildProcessTest, Folder_IsTheWorkingFolderOfTheProgram) {
  const test::TemporaryFolder folder;
  std::filesystem::create_directory(folder / "inner");
  ChildProcess child = start("PrintsItsFolder", {}, folder / "inner");
  ASSERT_EQ(child.exitCode(kLong), 0);
  EXPECT_NE(child.messages().find("<inner>"), std::string::npos) << child.messages();
  EXPECT_THROW(start("PrintsItsFolder", {}, folder / "missing"), RunError);
  // On Windows the program's console keeps the folder open for some milliseconds more.
  std::error_code error;
  for (int i = 0; i < 100 && !std::filesystem::remove(folder / "inner", error); ++i) {
    std::this_thread::sleep_for(milliseconds(50));
  }
  EXPECT_FALSE(error) << error.message();
}

TEST(ChildProcessTest, LastMessages_AreTheEndOfLongOnes) {
  ChildProcess child = start("PrintsMuch");
  ASSERT_EQ(child.exitCode(kLong), 0);
  EXPECT_EQ(child.messages().find("line 2999"), std::string::npos);
  EXPECT_NE(child.lastMessages().find("line 2999"), std::string::npos);
  EXPECT_LE(child.lastMessages().size(), ChildProcess::kMaxMessages);
  const std::string all = child.messages(1'000'000);
  EXPECT_NE(all.find("line 0"), std::string::npos);
  EXPECT_NE(all.find("line 2999"), std::string::npos);
}

TEST(ChildProcessTest, Arguments_ArriveAsTheyAre) {
  const std::vector<std::string> words{"a b",           "",  "say \"x\"", "back\\",
                                       "back\\ \\\\\"", "*", "\u00fc"};
  ChildProcess child = start("PrintsItsArguments", words);
  ASSERT_EQ(child.exitCode(kLong), 0);
  for (const std::string& word : words) {
    EXPECT_NE(child.messages().find("<" + word + ">"), std::string::npos) << child.messages();
  }
}

}  // namespace
}  // namespace gpubuck::file
