// Messages that cannot be written, and messages that quote text from users and files.
#include "app/command.h"
#include "file/temporary_folder.h"

namespace gpubuck::test {
namespace {

TEST(Terminal, ClosedStandardError_KeepsTheExitCode) {
  const Outcome outcome = runGpubuck({"sort", "--buckets", "0"}, {.errorsTo = "/dev/full"});
  EXPECT_EQ(outcome.exitCode, 2);
}

TEST(Terminal, UnwritableStandardOutput_IsAnError) {
  const std::vector<std::vector<std::string>> commands{{"--help"},
                                                       {"--version"},
                                                       {"run", "--help"},
                                                       {"info", "--keys"},
                                                       {"info", "--observables"},
                                                       {"completion", "bash"}};
  for (const auto& words : commands) {
    const Outcome outcome = runGpubuck(words, {.outputTo = "/dev/full"});
    EXPECT_TRUE(refused({outcome.exitCode, "", outcome.errors}, 1, {"standard output"}))
        << words[0];
  }
}

TEST(Terminal, Message_IsOneLineWithoutControlCharacters) {
  const TemporaryFolder folder;
  const std::string name = folder / "a\x1b]0;title\x07\nb\x9b.toml";
  const Outcome missing = runGpubuck({"run", name, "--steps", "1", "--out", folder / "out"});
  EXPECT_TRUE(refused(missing, 2, {"a\\x1b]0;title\\x07\\nb\\x9b.toml"}));
  folder.put("bad.toml", "[box]\nsize = [8, 8, 8]\n\"k\\u001b[31m\" = 1\n");
  const Outcome unknown =
      runGpubuck({"run", folder / "bad.toml", "--steps", "1", "--out", folder / "out"});
  EXPECT_TRUE(refused(unknown, 2, {"unknown"}));
  EXPECT_EQ(unknown.errors.find('\x1b'), std::string::npos);
}

TEST(Terminal, EmptyValue_IsRefused) {
  EXPECT_TRUE(
      refused(runGpubuck({"run", "x.toml", "--steps", "1", "--out", ""}), 2, {"'--out'", "empty"}));
  EXPECT_TRUE(refused(runGpubuck({"run", "--restart=", "--steps", "1", "--out", "o"}), 2,
                      {"'--restart='", "empty"}));
  EXPECT_TRUE(
      refused(runGpubuck({"run", "", "--steps", "1", "--out", "o"}), 2, {"'run'", "empty"}));
}

}  // namespace
}  // namespace gpubuck::test
