// What a shell learns from `gpubuck completion`.
#include <gtest/gtest.h>

#include <cstdlib>
#include <fstream>
#include <iterator>
#include <sstream>

#include "app/command.h"
#include "io/temporary_folder.h"

namespace gpubuck::test {
namespace {

using Words = std::vector<std::string>;

Words linesOf(const std::string& text) {
  Words lines;
  std::string line;
  for (std::istringstream stream(text); std::getline(stream, line);) lines.push_back(line);
  return lines;
}

/// What may stand for the last word.
Words complete(Words words) {
  words.insert(words.begin(), {"completion", "words", "--"});
  return linesOf(runGpubuck(words).output);
}

TEST(Completion, CompletesSubcommandsOptionsAndTheirWords) {
  EXPECT_EQ(complete({"va"}), Words{"validate"});
  EXPECT_EQ(complete({"export", ""}), Words{"lammps"});
  EXPECT_EQ(complete({"run", "--frames"}), Words{"--frames-every"});
  EXPECT_EQ(complete({"run", "--engine", ""}), (Words{"paper", "fast"}));
  EXPECT_EQ(complete({"sort", "--partition", "g"}), Words{"grouped"});
  EXPECT_EQ(complete({"run", "x.toml", "--set", "fluid.k"}), Words{"fluid.kT="});
  EXPECT_EQ(complete({"demo", "--set", "sort.mode=r"}), Words{"sort.mode=resort"});
  EXPECT_EQ(complete({"run", "--out", ""}), Words{}) << "a path: the shell knows files";
}

TEST(Completion, BashTakesTheWordsFromTheProgram) {
  const std::string script = runGpubuck({"completion", "bash"}).output;
  const TemporaryFolder folder;
  const auto inBash = [&](const std::string& line) {
    const std::string program =
        folder.put("complete.sh", "gpubuck() { '" GPUBUCK_EXECUTABLE
                                  "' \"$@\"; }\n"
                                  "compopt() { :; }\n" +
                                      script + "COMP_LINE='" + line +
                                      "'\nCOMP_POINT=${#COMP_LINE}\n_gpubuck\n"
                                      "printf '%s\\n' \"${COMPREPLY[@]}\" > '" +
                                      (folder / "words") + "'\n");
    EXPECT_EQ(std::system(("bash '" + program + "'").c_str()), 0);
    std::ifstream words(folder / "words");
    return linesOf({std::istreambuf_iterator<char>(words), {}});
  };
  EXPECT_EQ(inBash("gpubuck val"), Words{"validate"});
  EXPECT_EQ(inBash("gpubuck run --set fluid.dr"), Words{"fluid.drag="});
  EXPECT_EQ(inBash("gpubuck run --set noise.kind=ph"), Words{"philox"});
}

TEST(Completion, ThereIsAScriptForEachShellAndNoOther) {
  for (const char* shell : {"bash", "zsh", "fish"}) {
    EXPECT_NE(runGpubuck({"completion", shell}).output.find("gpubuck completion words"),
              std::string::npos);
  }
  EXPECT_TRUE(refused(runGpubuck({"completion", "tcsh"}), 2, {"tcsh"}));
}

}  // namespace
}  // namespace gpubuck::test
