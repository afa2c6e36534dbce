// The words that `gpubuck completion` offers to a shell.
#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <sstream>

#include "app/command.h"
#include "file/temporary_folder.h"

namespace gpubuck::test {
namespace {

using Words = std::vector<std::string>;

Words linesOf(const std::string& text) {
  Words lines;
  std::string line;
  for (std::istringstream stream(text); std::getline(stream, line);) lines.push_back(line);
  return lines;
}

/// Returns the candidates for the last word.
Words complete(Words words) {
  words.insert(words.begin(), {"completion", "words", "--"});
  return linesOf(runGpubuck(words).output);
}

TEST(Completion, CompletesSubcommandsOptionsAndValues) {
  EXPECT_EQ(complete({"va"}), Words{"validate"});
  EXPECT_EQ(complete({"export", ""}), (Words{"lammps", "toml"}));
  EXPECT_EQ(complete({"conv"}), Words{"convert"});
  EXPECT_EQ(complete({"run", "--trajectory-format", ""}), (Words{"xyz", "gsd"}));
  EXPECT_EQ(complete({"run", "--frames"}), Words{"--frames-every"});
  EXPECT_EQ(complete({"run", "--engine", ""}), (Words{"auto", "paper", "fast"}));
  EXPECT_EQ(complete({"sort", "--partition", ""}), (Words{"contiguous", "turns"}));
  EXPECT_EQ(complete({"sort", "--point"}), Words{}) << "removed";
  EXPECT_EQ(complete({"run", "x.toml", "--set", "fluid.k"}), Words{"fluid.kT="});
  EXPECT_EQ(complete({"demo", "--set", "sort.mode=r"}), Words{"sort.mode=resort"});
  EXPECT_EQ(complete({"run", "--out", ""}), Words{}) << "a path: the shell knows files";
}

/// Returns the lines that a shell prints when it runs `before`, gpubuck's completion script for
/// this shell, and `after`. In these, "gpubuck" is the program of this build.
Words linesIn(const std::string& shell, const std::string& before, const std::string& after) {
  const TemporaryFolder folder;
  const std::string program =
      folder.put("complete", before + runGpubuck({"completion", shell}).output + after);
  const std::string command =
      "PATH=" + std::filesystem::path(GPUBUCK_EXECUTABLE).parent_path().string() + ":$PATH " +
      shell + " '" + program + "' > '" + (folder / "words") + "'";
  EXPECT_EQ(std::system(command.c_str()), 0) << command;
  std::ifstream words(folder / "words");
  return linesOf({std::istreambuf_iterator<char>(words), {}});
}

bool isInstalled(const std::string& shell) {
  return std::system(("command -v " + shell + " > /dev/null").c_str()) == 0;
}

TEST(Completion, Bash_UsesTheWordsOfTheProgram) {
  const auto inBash = [](const std::string& line) {
    return linesIn(
        "bash", "compopt() { :; }\n",
        "COMP_LINE='" + line +
            "'\nCOMP_POINT=${#COMP_LINE}\n_gpubuck\nprintf '%s\\n' \"${COMPREPLY[@]}\"\n");
  };
  EXPECT_EQ(inBash("gpubuck val"), Words{"validate"});
  EXPECT_EQ(inBash("gpubuck run --set fluid.dr"), Words{"fluid.drag="});
  EXPECT_EQ(inBash("gpubuck run --set noise.kind=ph"), Words{"philox"});
}

TEST(Completion, Zsh_UsesTheWordsOfTheProgram) {
  if (!isInstalled("zsh")) GTEST_SKIP() << "without zsh";
  const auto inZsh = [](const std::string& line) {
    return linesIn("zsh",
                   "compdef() { :; }\n_files() { print files; }\n"
                   "compadd() { while [[ $1 != -- ]]; do shift; done; shift; (( ! $# )) || print "
                   "-l -- $@; }\n",
                   "words=(" + line + ")\nCURRENT=$#words\n_gpubuck\n");
  };
  EXPECT_EQ(inZsh("gpubuck val"), Words{"validate"});
  EXPECT_EQ(inZsh("gpubuck run --engine ''"), (Words{"auto", "paper", "fast"}));
  EXPECT_EQ(inZsh("gpubuck run --set fluid.dr"), Words{"fluid.drag="});
  EXPECT_EQ(inZsh("gpubuck run --set noise.kind=ph"), Words{"noise.kind=philox"});
  EXPECT_EQ(inZsh("gpubuck run --out ''"), Words{"files"});
}

TEST(Completion, Fish_UsesTheWordsOfTheProgram) {
  if (!isInstalled("fish")) GTEST_SKIP() << "without fish";
  const auto inFish = [](const std::string& line) {
    return linesIn("fish", "", "complete -C '" + line + "'\n");
  };
  EXPECT_EQ(inFish("gpubuck val"), Words{"validate"});
  EXPECT_EQ(inFish("gpubuck run --engine pap"), Words{"paper"});
  EXPECT_EQ(inFish("gpubuck run --set fluid.dr"), Words{"fluid.drag="});
  EXPECT_EQ(inFish("gpubuck run --set noise.kind=ph"), Words{"noise.kind=philox"});
}

TEST(Completion, UnknownShell_IsRefused) {
  for (const char* shell : {"bash", "zsh", "fish"}) {
    EXPECT_NE(runGpubuck({"completion", shell}).output.find("gpubuck completion words"),
              std::string::npos);
  }
  EXPECT_TRUE(refused(runGpubuck({"completion", "tcsh"}), 2, {"tcsh"}));
}

}  // namespace
}  // namespace gpubuck::test
