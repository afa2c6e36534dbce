// Outputs that would replace an input, and signals to commands that have no step to finish.
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <csignal>

#include "app/command.h"
#include "file/temporary_folder.h"

namespace gpubuck::test {
namespace {

TEST(Outputs, InputFile_IsNotOverwritten) {
  const TemporaryFolder folder;
  const std::string points = folder.put("p.csv", "0,0\n1,0\n");
  std::filesystem::create_symlink("p.csv", folder / "link.csv");
  std::filesystem::create_hard_link(points, folder / "ids.npy");
  std::filesystem::create_hard_link(points, folder / "n-distances.npy");
  const auto pairs = [&](const std::string& input, const std::vector<std::string>& more) {
    std::vector<std::string> words{"pairs", input, "--radius", "1"};
    words.insert(words.end(), more.begin(), more.end());
    return runGpubuck(words, {.input = "0,0\n"});
  };
  EXPECT_TRUE(refused(pairs(points, {"--out", points}), 2, {"--out", "p.csv"}));
  EXPECT_TRUE(refused(pairs(points, {"--out", folder / "link.csv"}), 2,
                      {"--out", "read", "link.csv", "p.csv"}));
  EXPECT_TRUE(refused(pairs(folder / "link.csv", {"--out", folder / "./p.csv"}), 2,
                      {"read", "./p.csv", "link.csv"}));
  EXPECT_TRUE(refused(pairs(points, {"--neighbours", folder.path().string()}), 2,
                      {"--neighbours", "read", "ids.npy", "p.csv"}));
  EXPECT_TRUE(refused(pairs(points, {"--out", folder / "n.npy", "--distance"}), 2,
                      {"--distance", "n-distances.npy"}));
  EXPECT_EQ(folder.get("p.csv"), "0,0\n1,0\n");

  const std::string cells = folder.put("head.npy", "0\n1\n");
  EXPECT_TRUE(
      refused(runGpubuck({"sort", "--cells", cells, "--buckets", "2", "--out", folder / "."}), 2,
              {"--out", "head.npy"}));
  EXPECT_EQ(folder.get("head.npy"), "0\n1\n");

  const std::string scenario = "[box]\nsize = [4, 4, 4]\n";
  folder.put("in.x", scenario);
  EXPECT_TRUE(refused(runGpubuck({"export", "lammps", folder / "in.x", "--set", "name=x", "--out",
                                  folder.path().string()}),
                      2, {"--out", "in.x"}));
  EXPECT_TRUE(refused(runGpubuck({"demo", folder / "in.x", "--log", folder / "in.x"}), 2,
                      {"--log", "in.x"}));
  EXPECT_TRUE(refused(runGpubuck({"demo", folder / "in.x", "--screenshot", folder / "in.x"}), 2,
                      {"--screenshot", "in.x"}));
  EXPECT_EQ(folder.get("in.x"), scenario);
}

TEST(Outputs, ExistingFile_NeedsOverwrite) {
  const TemporaryFolder folder;
  const std::string points = folder.put("p.csv", "0,0,0\n1,0,0\n"),
                    cells = folder.put("c.txt", "0\n1\n"),
                    scenario = folder.put("s.toml", "name = \"x\"\n[box]\nsize = [3, 3, 3]\n");
  struct Case {
    std::vector<std::string> words;
    const char* file;
  };
  const std::vector<Case> cases{
      {{"pairs", points, "--radius", "1", "--out", folder / "o/a.csv"}, "a.csv"},
      {{"pairs", points, "--radius", "1", "--out", folder / "o/a.npy", "--shifts"}, "a-shifts.npy"},
      {{"pairs", points, "--radius", "1", "--clusters", folder / "o/a.csv"}, "a.csv"},
      {{"pairs", points, "--radius", "1", "--neighbours", folder / "o"}, "ids.npy"},
      {{"sort", "--cells", cells, "--buckets", "2", "--out", folder / "o"}, "next.npy"},
      {{"export", "lammps", scenario, "--out", folder / "o"}, "x.data"},
      {{"convert", folder / "t.xyz", folder / "o/a.gsd"}, "a.gsd"}};
  folder.put("t.xyz",
             "1\nLattice=\"3 0 0 0 3 0 0 0 3\" Properties=species:S:1:pos:R:3:id:I:1 "
             "species_names=\"A\" pbc=\"T T T\" Time=0 Step=0\nH 1 1 1 0\n");
  for (const Case& each : cases) {
    SCOPED_TRACE(each.words[0] + " " + each.file);
    std::filesystem::remove_all(folder / "o");
    std::filesystem::create_directory(folder / "o");
    folder.put(std::string("o/") + each.file, "mine");
    EXPECT_TRUE(refused(runGpubuck(each.words), 2, {each.file, "exists", "--overwrite"}));
    EXPECT_EQ(folder.get(std::string("o/") + each.file), "mine");
    std::vector<std::string> words = each.words;
    words.push_back("--overwrite");
    const Outcome outcome = runGpubuck(words);
    EXPECT_EQ(outcome.exitCode, 0) << outcome.errors;
    EXPECT_NE(folder.get(std::string("o/") + each.file), "mine");
  }
}

TEST(Outputs, ExportedName_StaysInTheFolder) {
  const TemporaryFolder folder;
  const std::string scenario =
      folder.put("s.toml", "name = \"../../x\"\n[box]\nsize = [3, 3, 3]\n");
  ASSERT_TRUE(done(runGpubuck({"export", "lammps", scenario, "--out", folder / "a/b"})));
  EXPECT_FALSE(folder.get("a/b/-.-..-x.data").empty());
  EXPECT_FALSE(folder.get("a/b/in.-.-..-x").empty());
}

TEST(Outputs, Signal_EndsAnyCommandInOneLine) {
  const TemporaryFolder folder;
  const std::string pipe = folder / "pipe.toml";
  ASSERT_EQ(mkfifo(pipe.c_str(), 0600), 0);
  for (const auto& [signal, name] :
       {std::pair{SIGINT, "SIGINT"}, {SIGTERM, "SIGTERM"}, {SIGHUP, "SIGHUP"}}) {
    int writer = -1;
    const Outcome outcome = runGpubuck(
        {"export", "lammps", pipe, "--out", folder / "out"}, {.meanwhile = [&](int process) {
          // Waits until the command reads from the pipe.
          waitUntil([&] { return (writer = open(pipe.c_str(), O_WRONLY | O_NONBLOCK)) >= 0; });
          kill(process, signal);
        }});
    close(writer);
    EXPECT_TRUE(refused(outcome, 128 + signal, {"gpubuck", name}));
  }
}

}  // namespace
}  // namespace gpubuck::test
