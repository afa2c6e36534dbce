// `gpubuck pairs`: options and points that it refuses, and results that do not fit.
#include <cmath>
#include <filesystem>
#include <limits>

#include "app/pairs/pairs_command.h"

namespace gpubuck::test {
namespace {

TEST_F(PairsCommand, BadOptions_AreRefused) {
  struct Case {
    std::vector<std::string> options;
    Facts facts;
  };
  const std::vector<Case> cases{
      {{}, {"command line", "--radius"}},
      {{"--radius", "0"}, {"radius", "0"}},
      {{"--radius", "-2.5"}, {"radius", "-2.5"}},
      {{"--radius", "nan"}, {"--radius", "nan"}},
      {{"--radius", "inf"}, {"--radius", "inf"}},
      {{"--radius", "1x"}, {"--radius", "1x"}},
      {{"--radius", "1", "--box", "10,4"}, {"--box", "10,4", "2 sides", "3"}},
      {{"--radius", "1", "--box", "10,-4,3"}, {"box size", "-4", "y"}},
      {{"--radius", "1", "--box", "10,,3"}, {"--box", "''"}},
      {{"--radius", "1", "--periodic", "xy"}, {"--periodic", "xy", "--box or --cell"}},
      {{"--radius", "1", "--cell", "1,2,3"}, {"--cell", "1,2,3", "9"}},
      {{"--radius", "1", "--cell", "1,0,0,0,x,0,0,0,1"}, {"--cell", "x"}},
      {{"--radius", "1", "--cell", "1,0,0,2,0,0,0,0,1"}, {"cell", "three"}},
      {{"--radius", "1", "--cell", "1,0,0,2,0,0,0,0,0", "--periodic", "xy"}, {"cell", "two"}},
      {{"--radius", "1", "--cell", "1,0,0,0,1,0,0,0,1", "--box", "1,1,1"}, {"--cell", "--box"}},
      {{"--radius", "1", "--shifts"}, {"--shifts", "--out"}},
      {{"--radius", "1", "--vectors"}, {"--vectors", "--out"}},
      {{"--radius", "1", "--full"}, {"--full", "--out"}},
      {{"--radius", "1", "--box", "1,1,1", "--periodic", "xw"}, {"--periodic", "xw"}},
      {{"--radius", "1", "--search", "octant=1"}, {"--search", "octant=1"}},
      {{"--radius", "1", "--search", "octant=2", "--half-cells"},
       {"half of the cells", "octant=2"}},
      {{"--radius", "1", "--algorithm", "bubble"}, {"--algorithm"}},
      {{"--radius", "1", "--distance"}, {"--distance", "--out"}},
      {{"--radius", "1", "--out", "pairs.txt"}, {"--out", "pairs.txt"}},
      {{"--radius", "1", "--out", "/proc/pairs.csv"}, {"/proc"}},
      {{"--radius", "1", "--neighbours", "/proc"}, {"/proc"}},
  };
  for (const Case& bad : cases) {
    EXPECT_TRUE(refused(pairs(square(), bad.options), 2, bad.facts))
        << bad.options.size() << " options, the last " << bad.options.back();
  }
  EXPECT_FALSE(cases.empty());
}

/// Returns the bytes of a .npy file of doubles.
std::string npy(const std::vector<std::int64_t>& shape, const std::vector<double>& values) {
  std::string bytes = file::npyHead("f8", shape);
  for (const double value : values) {
    bytes.append(reinterpret_cast<const char*>(&value), sizeof value);
  }
  return bytes;
}

TEST_F(PairsCommand, BadPoints_AreReportedWithLineAndValue) {
  struct Case {
    std::string name;
    std::string bytes;
    Facts facts;
  };
  const double nan = std::nan("");
  const double inf = std::numeric_limits<double>::infinity();
  const std::vector<Case> cases{
      {"p.csv", "0,0,0\n1,2\n", {"p.csv:2", "2 columns", "3"}},
      {"p.csv", "x,y\n0,0\n1,2,3\n", {"p.csv:3", "3 columns", "2"}},
      {"p.csv", "x,y,z\n0,0,0\n1,nan,3\n", {"p.csv:3", "'nan'"}},
      {"p.csv", "0,0,0\n1,-inf,3\n", {"p.csv:2", "'-inf'"}},
      {"p.csv", "0,0,0\n1,1e999,3\n", {"p.csv:2", "'1e999'"}},
      {"p.csv", "0,0,a\n", {"p.csv:1", "'a'"}},
      {"p.csv", "", {"p.csv", "empty"}},
      {"p.csv", "\n\n", {"p.csv", "blank"}},
      {"p.xyz", "2\n\nH 0 0 0\nH 0 zero 0\n", {"p.xyz:4", "'zero'"}},
      {"p.xyz", "2\n\nH 0 0 0\nH 0 nan 0\n", {"p.xyz:4", "'nan'"}},
      {"p.xyz", "1\n\nH 0 0 inf\n", {"p.xyz:3", "'inf'"}},
      {"p.xyz", "1\n\nH 0 0\n", {"p.xyz:3", "3 columns", "4"}},
      {"p.xyz", "2\n\nH 0 0 0\n", {"p.xyz", "line 3", "1 of 2"}},
      {"p.xyz", "16777216\n\n", {"p.xyz:1", "'16777216'", "16777215"}},
      {"p.xyz", "", {"p.xyz", "empty"}},
      {"p.npy", npy({2, 3}, {0, 0, 0, 1, nan, 3}), {"p.npy", "point 1", "nan"}},
      {"p.npy", npy({2, 2}, {0, -inf, 1, 2}), {"p.npy", "point 0", "-inf"}},
      {"p.npy", npy({2, 4}, std::vector<double>(8)), {"p.npy", "(2, 4)", "(n, 3)"}},
      {"p.npy", npy({3}, {0, 0, 0}), {"p.npy", "(3,)", "(n, 3)"}},
      {"p.npy", file::npyHead("i4", {1, 3}) + std::string(12, '\0'), {"p.npy", "i4", "float64"}},
      {"p.npy", npy({2, 3}, {0, 0, 0}), {"p.npy", "24 of 48 bytes"}},
      {"p.npy", npy({16'777'216, 3}, {}), {"p.npy", "(16777216, 3)"}},
      {"p.npy", "0,0,0\n", {"p.npy", "not a .npy file"}},
      {"p.npy", "", {"p.npy", "empty"}},
  };
  for (const Case& bad : cases) {
    const Outcome outcome = pairs(folder.put(bad.name, bad.bytes), {"--radius", "1"});
    EXPECT_TRUE(refused(outcome, 2, bad.facts)) << bad.name << "\n" << bad.bytes;
  }
  EXPECT_TRUE(refused(pairs(folder / "none.csv", {"--radius", "1"}), 2, {"none.csv"}));
}

// The warning about a skipped frame follows only after the other frames have been accepted.
TEST_F(PairsCommand, TruncatedAndFaultyFile_IsReportedInOneLine) {
  const std::string cut = folder.put("p.xyz", "1\n\nH 0 0 2\n2\n\nH 0");
  const Outcome outside = pairs(cut, {"--radius", "1", "--box", "1,1,1"});
  EXPECT_TRUE(refused(outside, 2, {"p.xyz:3", "outside"}));
  const Outcome done = pairs(cut, {"--radius", "1"});
  EXPECT_EQ(done.exitCode, 0);
  EXPECT_EQ(done.errors,
            "gpubuck: " + cut + ": ends within frame 2: the last 6 bytes are left out\n");
}

// There are more points than ids can number, first in a complete but sparse array file, then in
// text.
TEST_F(PairsCommand, OnePointTooMany_IsReportedWithItsNumber) {
  const std::string head = file::npyHead("f4", {16'777'216, 2});
  const std::string array = folder.put("p.npy", head);
  std::filesystem::resize_file(array, head.size() + std::uintmax_t{16'777'216} * 2 * 4);
  EXPECT_TRUE(
      refused(pairs(array, {"--radius", "1"}), 2, {"p.npy", "16777216 points", "16777215"}));

  std::string lines;
  for (int i = 0; i < 16'777'216; ++i) lines += "0,0\n";
  EXPECT_TRUE(refused(pairs(folder.put("p.csv", lines), {"--radius", "1"}), 2,
                      {"p.csv:16777216", "16777215 points"}));
}

TEST_F(PairsCommand, FullDisk_IsReportedWithTheFile) {
  struct Case {
    std::string full;
    std::vector<std::string> options;
  };
  for (const Case& c : {Case{"pairs.csv", {"--out", folder / "pairs.csv"}},
                        {"pairs.npy", {"--out", folder / "pairs.npy"}},
                        {"p-distances.npy", {"--out", folder / "p.npy", "--distance"}},
                        {"lists/offsets.npy", {"--neighbours", folder / "lists"}},
                        {"lists/ids.npy", {"--neighbours", folder / "lists"}}}) {
    std::filesystem::create_directories(folder / "lists");
    std::filesystem::create_symlink("/dev/full", folder / c.full);
    std::vector<std::string> options = c.options;
    options.insert(options.end(), {"--radius", "1"});
    EXPECT_TRUE(refused(pairs(square(), options), 1, {c.full, "No space left on device"}));
    std::filesystem::remove(folder / c.full);
  }
}

// AddressSanitizer maps more memory than any limit allows.
#ifndef GPUBUCK_SANITIZE
TEST_F(PairsCommand, ListsLargerThanMemory_AreRefusedWithTheirPairs) {
  const std::string out = folder / "pairs.npy";
  // The memory is a sum of three parts: 8 bytes per pair, since each pair is in the lists of both
  // points; 9 texels of 16 bytes for each of 2^20 places on the way from the GPU; and 4 bytes for
  // each of the 2^18 slots that are read at once.
  const auto limited = [&](std::size_t points) {
    return runGpubuck({"pairs", folder.put("heap.csv", heap(points)), "--radius", "1", "--out", out,
                       "--neighbours", folder / "lists", "--engine", "paper", "--overwrite"},
                      {.environment = {"LP_NUM_THREADS=0"}, .addressSpace = 1'200'000'000});
  };
  EXPECT_TRUE(done(limited(1000)));
  std::filesystem::remove(out);
  EXPECT_TRUE(
      refused(limited(14'000), 1, {"main memory", "97993000 pairs", "937 MB", "free", "radius"}));
  EXPECT_FALSE(std::filesystem::exists(out));
}
#endif

}  // namespace
}  // namespace gpubuck::test
