// `gpubuck pairs` while it works: progress on a terminal, and signals.
#include <csignal>
#include <filesystem>

#include "app/pairs/pairs_command.h"

namespace gpubuck::test {
namespace {

TEST_F(PairsCommand, Progress_IsShownOnTerminal) {
  const Outcome outcome = runGpubuck({"pairs", folder.put("heap.csv", heap(3000)), "--radius", "1"},
                                     {.terminal = true});
  EXPECT_EQ(outcome.exitCode, 0);
  for (const char* part : {"reading ", "counting the pairs of 3000 points: ",
                           "listing 4498500 pairs: ", "writing 4498500 pairs"}) {
    EXPECT_NE(outcome.errors.find(part), std::string::npos) << part << "\n" << outcome.errors;
  }
}

TEST_F(PairsCommand, Signal_LeavesNoPartialFile) {
  // Searching for these 18 million pairs takes seconds, and then writing them as text takes
  // seconds, too.
  const std::string points = folder.put("heap.csv", heap(6000));
  for (const bool isWriting : {false, true}) {
    SCOPED_TRACE(isWriting);
    const Outcome outcome = runGpubuck(
        {"pairs", points, "--radius", "1", "--out", folder / "pairs.csv"},
        {.terminal = true,
         .meanwhile =
             [&](int process) {
               waitUntil([&] {
                 return !isWriting || std::filesystem::exists(folder / "pairs.csv.part");
               });
               kill(process, SIGINT);
             },
         .awaited = isWriting ? "writing 17997000 pairs" : "counting the pairs of 6000 points: "});
    EXPECT_EQ(outcome.exitCode, 128 + SIGINT);
    EXPECT_NE(outcome.errors.find("gpubuck: ended by SIGINT"), std::string::npos) << outcome.errors;
    EXPECT_FALSE(std::filesystem::exists(folder / "pairs.csv"));
    EXPECT_FALSE(std::filesystem::exists(folder / "pairs.csv.part"));
  }
}

}  // namespace
}  // namespace gpubuck::test
