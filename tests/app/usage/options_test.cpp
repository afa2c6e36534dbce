// Command lines that CLI11 or a command's own checks refuse before anything is read.
#include <gtest/gtest.h>

#include "app/command.h"

namespace gpubuck::test {
namespace {

struct BadCommandLine {
  std::vector<std::string> arguments;
  Facts facts;  ///< texts that the error contains, such as the argument at fault
};

TEST(Options, BadCommandLine_IsReportedInOneLine) {
  const std::vector<BadCommandLine> cases{
      {{}, {"subcommand", "missing", "demo", "info"}},
      {{"frobnicate"}, {"frobnicate", "demo", "info"}},
      {{"export"}, {"subcommand", "missing", "lammps", "toml"}},
      {{"export", "gromacs", "x.toml"}, {"gromacs", "lammps", "toml"}},
      {{"--frobnicate"}, {"--frobnicate", "option"}},
      {{"info", "--jsn"}, {"--jsn", "--json"}},
      {{"run", "dam-break", "--stps", "10", "--out", "x"}, {"--stps", "--steps"}},
      {{"run", "dam-break", "--stps=10", "--out", "x"}, {"--stps=10", "--steps"}},
      {{"sort", "--cells", "-", "--buckets", "4", "more"}, {"'more'", "gpubuck sort --help"}},
      {{"info", "--gpu", "first"}, {"--gpu", "first"}},
      {{"run", "x.toml", "--out", "x", "--steps", "-1"}, {"--steps", "-1"}},
      {{"sort"}, {"--cells"}},
      {{"sort", "--cells", "-"}, {"--buckets"}},
      {{"sort", "--buckets", "4"}, {"--cells"}},
      {{"sort", "--cells", "-", "--buckets", "four"}, {"--buckets", "four"}},
      {{"sort", "--cells", "-", "--buckets", "4.5"}, {"--buckets", "4.5"}},
      {{"sort", "--cells", "-", "--buckets"}, {"--buckets"}},
      {{"sort", "--cells", "-", "--buckets", "0"}, {"--buckets", "0", "1", "16777215"}},
      {{"sort", "--cells", "-", "--buckets", "-4"}, {"--buckets", "-4"}},
      {{"sort", "--cells", "-", "--buckets", "16777216"}, {"--buckets", "16777216"}},
      {{"sort", "--cells", "-", "--buckets", "99999999999999999999"},
       {"--buckets", "99999999999999999999"}},
      {{"sort", "--cells", "-", "--buckets", "4", "--sub-buffers", "many"},
       {"--sub-buffers", "many"}},
      {{"sort", "--cells", "-", "--buckets", "4", "--sub-buffers", "0"}, {"--sub-buffers", "0"}},
      {{"sort", "--cells", "-", "--buckets", "4", "--sub-buffers", "-1"}, {"--sub-buffers", "-1"}},
      {{"sort", "--cells", "-", "--buckets", "4", "--threshold", "1.25"}, {"--threshold", "1.25"}},
      {{"run", "equilibrium", "--method", "1997"}, {"--method", "1997", "today", "2007"}},
      {{"bench", "sorts", "--method", "2007"}, {"--method", "dpd"}},
      {{"sort", "--cells", "-", "--buckets", "4", "--partition", "striped"},
       {"--partition", "striped", "contiguous", "turns"}},
      {{"sort", "--cells", "-", "--buckets", "4", "--algorithm", "bogo"},
       {"--algorithm", "bogo", "bucket", "atomic"}},
      {{"sort", "--cells", "-", "--buckets", "4", "--engine", "steam"},
       {"--engine", "steam", "paper", "fast"}},
      {{"sort", "--cells", "-", "--buckets", "4", "--frobnicate"}, {"--frobnicate"}},
      {{"sort", "--cells", "-", "--buckets", "4", "--json", "--trace"}, {"--trace", "--json"}},
      {{"demo", "--size", "big"}, {"--size", "big", "WIDTHxHEIGHT"}},
      {{"demo", "--size", "800"}, {"--size", "800", "WIDTHxHEIGHT"}},
      {{"demo", "--size", "800x"}, {"--size", "800x", "WIDTHxHEIGHT"}},
      {{"demo", "--size", "800x10"}, {"--size", "800x10", "320", "16384"}},
      {{"demo", "--size", "99999x600"}, {"--size", "99999x600", "320", "16384"}},
      {{"demo", "--panels", "none,toolbox"}, {"--panels", "toolbox", "explained"}},
      {{"demo", "--at-step", "5"}, {"--screenshot"}},
      {{"demo", "--seed", "-1"}, {"--seed", "-1"}},
      {{"demo", "--engine", "steam"}, {"--engine", "steam", "paper", "fast"}},
      {{"demo", "x.toml", "y.toml"}, {"y.toml"}},
      {{"run", "--steps", "5", "--out", "x"}, {"scenario"}},
      {{"run", "x.toml", "--out", "x"}, {"--steps"}},
      {{"run", "x.toml", "--steps", "5"}, {"--out"}},
      {{"run", "x.toml", "--out", "x", "--steps", "ten"}, {"--steps", "ten"}},
      {{"run", "x.toml", "--out", "x", "--steps", "1.5"}, {"--steps", "1.5"}},
      {{"run", "x.toml", "--out", "x", "--steps", "-1"}, {"--steps", "-1"}},
      {{"run", "x.toml", "--out", "x", "--steps", "99999999999999999999"},
       {"--steps", "99999999999999999999"}},
      {{"run", "x.toml", "--out", "x", "--steps", "1", "--seed", "-1"}, {"--seed", "-1"}},
      {{"run", "x.toml", "--out", "x", "--steps", "1", "--seed", "4294967296"},
       {"--seed", "4294967296"}},
      {{"run", "x.toml", "--out", "x", "--steps", "1", "--observe-every", "-1"},
       {"--observe-every", "-1"}},
      {{"run", "x.toml", "--out", "x", "--steps", "1", "--frames-every", "-1"},
       {"--frames-every", "-1"}},
      {{"run", "x.toml", "--out", "x", "--steps", "1", "--trajectory-every", "-1"},
       {"--trajectory-every", "-1"}},
      {{"run", "x.toml", "--out", "x", "--steps", "1", "--trajectory-format", "dcd"},
       {"--trajectory-format", "dcd", "xyz", "gsd"}},
      {{"convert"}, {"INPUT"}},
      {{"convert", "x.xyz"}, {"OUTPUT"}},
      {{"convert", "x.xyz", ""}, {"an empty value", "x.xyz"}},
      {{"run", "x.toml", "--out", "x", "--steps", "1", "--checkpoint-every", "-1"},
       {"--checkpoint-every", "-1"}},
      {{"run", "x.toml", "--out", "x", "--steps", "1", "--set"}, {"--set"}},
      {{"run", "x.toml", "y.toml", "--out", "x", "--steps", "1"}, {"y.toml"}},
      {{"run", "x.toml", "--out", "x", "--steps", "1", "--frobnicate"}, {"--frobnicate"}},
  };
  for (const BadCommandLine& bad : cases) {
    EXPECT_TRUE(refused(runGpubuck(bad.arguments), 2, bad.facts))
        << "gpubuck " << ::testing::PrintToString(bad.arguments);
  }
}

TEST(Options, Help_NamesEveryCommandAndOption) {
  const Outcome all = runGpubuck({"--help"});
  EXPECT_TRUE(done(all));
  for (const char* command : {"info", "sort", "run"}) {
    EXPECT_NE(all.output.find(command), std::string::npos) << command;
    const Outcome one = runGpubuck({command, "--help"});
    EXPECT_TRUE(done(one)) << command;
    EXPECT_NE(one.output.find("--gpu"), std::string::npos) << command;
  }
}

TEST(Options, Version_IsThatOfTheBuild) {
  const Outcome version = runGpubuck({"--version"});
  EXPECT_TRUE(done(version));
  EXPECT_EQ(version.output, GPUBUCK_VERSION "\n");
}

}  // namespace
}  // namespace gpubuck::test
