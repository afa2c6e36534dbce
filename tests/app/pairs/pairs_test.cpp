// `gpubuck pairs` as a user runs it.
#include <gtest/gtest.h>
#include <unistd.h>

#include <cmath>
#include <csignal>
#include <cstdio>
#include <filesystem>
#include <limits>
#include <random>

#include "app/command.h"
#include "file/npy.h"
#include "file/temporary_folder.h"

namespace gpubuck::test {
namespace {

struct PairsCommand : ::testing::Test {
  TemporaryFolder folder;

  static Outcome pairs(const std::string& points, std::vector<std::string> more,
                       const std::string& input = {}) {
    more.insert(more.begin(), {"pairs", points});
    return runGpubuck(more, {.input = input});
  }
  /// A square of side 1 and one point away from it.
  std::string square() const {
    return folder.put("points.csv", "x,y,z\n0,0,0\n1,0,0\n0,1,0\n1,1,0\n9,9,9\n");
  }

  void expectAsScipy(const std::string& engine, bool periodic);
};

TEST_F(PairsCommand, WritesPairsInOrder) {
  const std::string out = folder / "pairs.csv";
  const Outcome outcome = pairs(square(), {"--radius", "1", "--out", out, "--json"});
  EXPECT_TRUE(done(outcome));
  EXPECT_EQ(folder.get("pairs.csv"), "i,j\n0,1\n0,2\n1,3\n2,3\n");
  const nlohmann::json json = jsonOf(outcome);
  EXPECT_EQ(json["n"], 5);
  EXPECT_EQ(json["pairs"], 4);
  EXPECT_EQ(json["min_neighbours"], 0);
  EXPECT_EQ(json["max_neighbours"], 2);
  EXPECT_DOUBLE_EQ(json["mean_neighbours"], 8.0 / 5.0);
  EXPECT_GT(json["ms"], 0.0);

  EXPECT_TRUE(done(pairs(square(), {"--radius", "1.5", "--out", out, "--distance"})));
  EXPECT_EQ(folder.get("pairs.csv"),
            "i,j,distance\n0,1,1\n0,2,1\n0,3,1.4142135623730951\n1,2,1.4142135623730951\n1,3,1\n"
            "2,3,1\n");
}

TEST_F(PairsCommand, WritesArraysAndNeighbourLists) {
  EXPECT_TRUE(done(pairs(square(), {"--radius", "1", "--out", folder / "p.npy", "--distance",
                                    "--neighbours", folder / "lists"})));
  const auto integers = [&](const std::string& name) {
    file::InputFile file(folder / name);
    return file::readNpyIntegers(file);
  };
  EXPECT_EQ(integers("p.npy").values, (std::vector<std::int64_t>{0, 1, 0, 2, 1, 3, 2, 3}));
  EXPECT_EQ(integers("p.npy").shape, (std::vector<std::int64_t>{4, 2}));
  EXPECT_EQ(integers("lists/offsets.npy").values, (std::vector<std::int64_t>{0, 2, 4, 6, 8, 8}));
  EXPECT_EQ(integers("lists/ids.npy").values, (std::vector<std::int64_t>{1, 2, 0, 3, 0, 3, 1, 2}));
  file::InputFile distances(folder / "p-distances.npy");
  EXPECT_EQ(file::readNpyReals(distances, 10).values, std::vector<double>(4, 1.0));
}

// Two sets in a periodic box: a pair across its side, two points in the same place, each pair once.
TEST_F(PairsCommand, Others_AreASecondSet) {
  const std::string points = folder.put("points.csv", "0.125,0.5,0\n2,1,1\n3,1,1\n");
  const std::string others = folder.put("others.csv", "2,1,1\n3.75,0.5,0\n2.25,1,1\n0.125,0.5,0\n");
  const auto between = [&](std::vector<std::string> more) {
    more.insert(more.end(), {"--others", others, "--radius", "0.5", "--box", "4,2,2"});
    return pairs(points, more);
  };
  const Outcome outcome = between({"--periodic", "xyz", "--out", folder / "p.csv", "--shifts",
                                   "--distance", "--neighbours", folder / "lists", "--json"});
  EXPECT_TRUE(done(outcome));
  EXPECT_EQ(folder.get("p.csv"),
            "i,j,s0,s1,s2,distance\n0,1,-1,0,0,0.375\n0,3,0,0,0,0\n1,0,0,0,0,0\n"
            "1,2,0,0,0,0.25\n");
  file::InputFile offsets(folder / "lists/offsets.npy");
  EXPECT_EQ(file::readNpyIntegers(offsets).values, (std::vector<std::int64_t>{0, 2, 4, 4}));
  const nlohmann::json json = jsonOf(outcome);
  EXPECT_EQ(json["n"], 3);
  EXPECT_EQ(json["pairs"], 4);
  EXPECT_EQ(json["min_neighbours"], 0);
  EXPECT_EQ(json["max_neighbours"], 2);
  EXPECT_DOUBLE_EQ(json["mean_neighbours"], 4.0 / 3.0);

  EXPECT_EQ(jsonOf(between({"--json"}))["pairs"], 3);
  EXPECT_TRUE(refused(between({"--full", "--out", folder / "p.csv"}), 2, {"--full", "--others"}));
  EXPECT_TRUE(refused(between({"--out", others}), 2, {"--out"}));
  folder.put("others.csv", "0,0,0\n-1,0,0\n");
  EXPECT_TRUE(refused(between({}), 2, {"others.csv:2: ", "-1", "outside of the box"}));
  folder.put("others.csv", "0,0\n");
  EXPECT_TRUE(refused(between({}), 2, {"--others", "2 coordinates", "3"}));
}

TEST_F(PairsCommand, PeriodicSides_WrapPoints) {
  const std::string points = folder.put("points.csv", "0.1,0.5,0\n-0.1,0.5,0\n4.1,0.5,1.9\n");
  const auto found = [&](const std::string& periodic) {
    return pairs(points, {"--radius", "0.5", "--box", "4,2,2", "--periodic", periodic, "--json"});
  };
  EXPECT_EQ(jsonOf(found("xy"))["pairs"], 1);
  EXPECT_EQ(jsonOf(found("xyz"))["pairs"], 3);
  EXPECT_TRUE(refused(found("none"), 2, {"points.csv:2: ", "-0.1", "outside of the box"}));
}

TEST_F(PairsCommand, PlaneAndNoPoints) {
  EXPECT_EQ(jsonOf(pairs("-", {"--radius", "1", "--json"}, "x,y\n0,0\n1,0\n5,5\n"))["pairs"], 1);
  EXPECT_EQ(jsonOf(pairs("-", {"--radius", "1", "--box", "6,6", "--periodic", "xy", "--json"},
                         "0,0\n5.5,0\n"))["pairs"],
            1);
  const std::string out = folder / "pairs.csv";
  const Outcome none = pairs("-", {"--radius", "1", "--json", "--out", out}, "x,y,z\n");
  EXPECT_TRUE(done(none));
  EXPECT_EQ(jsonOf(none)["n"], 0);
  EXPECT_EQ(jsonOf(none)["pairs"], 0);
  EXPECT_EQ(folder.get("pairs.csv"), "i,j\n");
}

// The face-centred cubic lattice by its one point: 12 neighbours, 6 pairs.
TEST_F(PairsCommand, TriclinicCells_GiveShiftsAndDistances) {
  const std::string cell = "--cell=0,1,1,1,0,1,1,1,0";
  const auto found = [&](std::vector<std::string> more) {
    more.insert(more.end(), {"--radius", "1.5", cell, "--out", folder / "p.csv", "--shifts"});
    EXPECT_TRUE(done(pairs("-", more, "5,-3,2\n")));
    return folder.get("p.csv");
  };
  EXPECT_EQ(found({}),
            "i,j,s0,s1,s2\n0,0,-1,0,1\n0,0,-1,1,0\n0,0,0,-1,1\n0,0,0,0,1\n0,0,0,1,0\n0,0,1,0,0\n");
  EXPECT_EQ(found({"--periodic", "z"}), "i,j,s0,s1,s2\n0,0,0,0,1\n");
  EXPECT_EQ(found({"--periodic", "z", "--full", "--distance"}),
            "i,j,s0,s1,s2,distance\n0,0,0,0,-1,1.4142135623730951\n"
            "0,0,0,0,1,1.4142135623730951\n");
  EXPECT_EQ(found({"--periodic", "none"}), "i,j,s0,s1,s2\n");
  const Outcome outcome = pairs("-", {"--radius", "1.5", cell, "--json"}, "5,-3,2\n");
  EXPECT_EQ(jsonOf(outcome)["pairs"], 6);
  EXPECT_EQ(jsonOf(outcome)["min_neighbours"], 12);
  EXPECT_EQ(jsonOf(outcome)["mean_neighbours"], 12.0);
}

TEST_F(PairsCommand, ArraysOfACell_AreWrittenTogether) {
  EXPECT_TRUE(done(pairs("-",
                         {"--radius", "1", "--cell", "2,0,0,0,9,0,0,0,9", "--out", folder / "p.npy",
                          "--neighbours", folder / "lists", "--shifts", "--distance"},
                         "0,0,0\n1,0,0\n")));
  const auto integers = [&](const std::string& name) {
    file::InputFile file(folder / name);
    return file::readNpyIntegers(file);
  };
  const auto reals = [&](const std::string& name) {
    file::InputFile file(folder / name);
    return file::readNpyReals(file, 100).values;
  };
  using Values = std::vector<std::int64_t>;
  EXPECT_EQ(integers("p.npy").values, (Values{0, 1, 0, 1}));
  EXPECT_EQ(integers("p-shifts.npy").values, (Values{-1, 0, 0, 0, 0, 0}));
  EXPECT_EQ(integers("p-shifts.npy").shape, (Values{2, 3}));
  EXPECT_EQ(reals("p-distances.npy"), (std::vector<double>{1.0, 1.0}));
  EXPECT_EQ(integers("lists/offsets.npy").values, (Values{0, 2, 4}));
  EXPECT_EQ(integers("lists/ids.npy").values, (Values{1, 1, 0, 0}));
  EXPECT_EQ(integers("lists/shifts.npy").values, (Values{-1, 0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0}));
  EXPECT_EQ(reals("lists/distances.npy"), std::vector<double>(4, 1.0));
}

TEST_F(PairsCommand, Strict_ExcludesPairsAtTheRadius) {
  EXPECT_EQ(jsonOf(pairs(square(), {"--radius", "1", "--strict", "--json"}))["pairs"], 0);
  EXPECT_EQ(jsonOf(pairs(square(), {"--radius", "1.4", "--strict", "--json"}))["pairs"], 4);
}

TEST_F(PairsCommand, Box_GivesShiftsToo) {
  EXPECT_TRUE(done(pairs("-",
                         {"--radius", "0.5", "--box", "4,2,2", "--periodic", "x", "--shifts",
                          "--out", folder / "p.csv"},
                         "0.1,0.5,0\n3.9,0.5,0\n")));
  EXPECT_EQ(folder.get("p.csv"), "i,j,s0,s1,s2\n0,1,-1,0,0\n");
  EXPECT_TRUE(done(pairs("-",
                         {"--radius", "4", "--box", "4,9,9", "--periodic", "x", "--distance",
                          "--vectors", "--out", folder / "p.csv"},
                         "1,1,1\n2,1,1\n")));
  EXPECT_EQ(folder.get("p.csv"),
            "i,j,distance,dx,dy,dz\n0,0,4,4,0,0\n0,1,3,-3,0,0\n0,1,1,1,0,0\n1,1,4,4,0,0\n")
      << "the radius may be longer than half of a side: every image counts";
  EXPECT_TRUE(done(pairs(
      "-",
      {"--radius", "0.5", "--box", "4,2", "--periodic", "xy", "--full", "--out", folder / "p.csv"},
      "0.1,0.5\n3.9,0.5\n")));
  EXPECT_EQ(folder.get("p.csv"), "i,j\n0,1\n1,0\n");
}

TEST_F(PairsCommand, LatticeAndPbcOfFile_AreUsed) {
  const auto found = [&](const std::string& comment, std::vector<std::string> more = {}) {
    const std::string points = folder.put("p.xyz", "2\n" + comment + "\nH 0 0.1 0\nH 0 1.9 0\n");
    more.insert(more.end(), {"--radius", "0.5", "--json"});
    return jsonOf(pairs(points, more))["pairs"].get<int>();
  };
  const std::string lattice = "Lattice=\"4 0 0 1 2 0 0 0 0.4\"";
  EXPECT_EQ(found("none"), 0);
  // Each point and its images along z; the two points along the second side, which leans.
  EXPECT_EQ(found(lattice), 2);
  EXPECT_EQ(found(lattice + " pbc=\"T T F\""), 0);
  EXPECT_EQ(found("Lattice=\"4 0 0 0 2 0 0 0 0.4\" pbc=\"F T F\""), 1);
  EXPECT_EQ(found("Lattice=\"4 0 0 0 2 0 0 0 0.4\" pbc=\"F F F\""), 0);
  EXPECT_EQ(found("Lattice=\"4 0 0 0 2 0 0 0 0.4\" pbc=\"F F F\"", {"--periodic", "y"}), 1);
  EXPECT_EQ(found(lattice, {"--cell", "9,0,0,0,9,0,0,0,9"}), 0);
  EXPECT_EQ(found(lattice, {"--box", "9,2,9", "--periodic", "y"}), 1);
}

/// What a program prints that must end well.
std::string outputOf(const std::string& command) {
  std::FILE* pipe = popen((command + " 2>&1").c_str(), "r");
  std::string output;
  if (pipe == nullptr) return output;
  for (int c; (c = std::getc(pipe)) != EOF;) output += static_cast<char>(c);
  EXPECT_EQ(pclose(pipe), 0) << output;
  return output;
}

// Each kind of system of the script once; docs/library.md has the figures of more of them.
TEST_F(PairsCommand, Ase_FindsTheSamePairsInAnyCell) {
  const std::string output =
      outputOf("/usr/bin/python3 " GPUBUCK_SOURCE_DIR
               "/tests/app/pairs/compare_with_ase.py " GPUBUCK_EXECUTABLE " 13 5 --engine paper");
  EXPECT_TRUE(output.starts_with("13 systems, ")) << output;
}

TEST_F(PairsCommand, EverySearch_FindsTheSamePairs) {
  for (const char* search : {"cells27", "octant=2", "octant=2.52", "cells-per-cutoff=3"}) {
    EXPECT_EQ(jsonOf(pairs(square(), {"--radius", "1", "--search", search, "--json"}))["pairs"], 4)
        << search;
  }
}

TEST_F(PairsCommand, BadOptions_AreRefused) {
  struct Case {
    std::vector<std::string> options;
    std::vector<std::string> parts;
  };
  const std::vector<Case> cases{
      {{}, {"command line: ", "--radius"}},
      {{"--radius", "0"}, {"radius: 0 "}},
      {{"--radius", "-2.5"}, {"radius: -2.5 "}},
      {{"--radius", "nan"}, {"--radius: 'nan' is not a number"}},
      {{"--radius", "inf"}, {"--radius: 'inf' is not a number"}},
      {{"--radius", "1x"}, {"--radius: '1x'"}},
      {{"--radius", "1", "--box", "10,4"}, {"--box: 10,4 has 2 sides", "3"}},
      {{"--radius", "1", "--box", "10,-4,3"}, {"box size: -4 along y"}},
      {{"--radius", "1", "--box", "10,,3"}, {"--box: ''"}},
      {{"--radius", "1", "--periodic", "xy"}, {"--periodic: xy", "--box or --cell"}},
      {{"--radius", "1", "--cell", "1,2,3"}, {"--cell: 1,2,3 is 3 numbers, expected 9"}},
      {{"--radius", "1", "--cell", "1,0,0,0,x,0,0,0,1"}, {"--cell: 'x' is not a number"}},
      {{"--radius", "1", "--cell", "1,0,0,2,0,0,0,0,1"}, {"cell: its three periodic sides lie in"}},
      {{"--radius", "1", "--cell", "1,0,0,2,0,0,0,0,0", "--periodic", "xy"}, {"cell: its two"}},
      {{"--radius", "1", "--cell", "1,0,0,0,1,0,0,0,1", "--box", "1,1,1"}, {"--cell: ", "--box"}},
      {{"--radius", "1", "--shifts"}, {"--shifts: ", "--out"}},
      {{"--radius", "1", "--vectors"}, {"--vectors: ", "--out"}},
      {{"--radius", "1", "--full"}, {"--full: ", "--out"}},
      {{"--radius", "1", "--box", "1,1,1", "--periodic", "xw"}, {"--periodic: 'xw'"}},
      {{"--radius", "1", "--search", "octant=1"}, {"--search: 'octant=1'"}},
      {{"--radius", "1", "--algorithm", "bubble"}, {"--algorithm"}},
      {{"--radius", "1", "--distance"}, {"--distance: ", "--out"}},
      {{"--radius", "1", "--out", "pairs.txt"}, {"--out: pairs.txt"}},
      {{"--radius", "1", "--out", "/proc/pairs.csv"}, {"/proc: "}},
      {{"--radius", "1", "--neighbours", "/proc"}, {"/proc: "}},
  };
  for (const Case& bad : cases) {
    EXPECT_TRUE(refused(pairs(square(), bad.options), 2, bad.parts))
        << bad.options.size() << " options, the last " << bad.options.back();
  }
  EXPECT_FALSE(cases.empty());
}

/// A .npy file of doubles.
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
    std::vector<std::string> parts;
  };
  const double nan = std::nan("");
  const double inf = std::numeric_limits<double>::infinity();
  const std::vector<Case> cases{
      {"p.csv", "0,0,0\n1,2\n", {"p.csv:2: ", "2 columns", "3"}},
      {"p.csv", "x,y\n0,0\n1,2,3\n", {"p.csv:3: ", "3 columns", "2"}},
      {"p.csv", "x,y,z\n0,0,0\n1,nan,3\n", {"p.csv:3: ", "'nan'"}},
      {"p.csv", "0,0,0\n1,-inf,3\n", {"p.csv:2: ", "'-inf'"}},
      {"p.csv", "0,0,0\n1,1e999,3\n", {"p.csv:2: ", "'1e999'"}},
      {"p.csv", "0,0,a\n", {"p.csv:1: ", "'a'"}},
      {"p.csv", "", {"p.csv: ", "empty"}},
      {"p.csv", "\n\n", {"p.csv: ", "blank"}},
      {"p.xyz", "2\n\nH 0 0 0\nH 0 zero 0\n", {"p.xyz:4: ", "'zero'"}},
      {"p.xyz", "2\n\nH 0 0 0\nH 0 nan 0\n", {"p.xyz:4: ", "'nan'"}},
      {"p.xyz", "1\n\nH 0 0 inf\n", {"p.xyz:3: ", "'inf'"}},
      {"p.xyz", "1\n\nH 0 0\n", {"p.xyz:3: ", "3 columns", "4"}},
      {"p.xyz", "2\n\nH 0 0 0\n", {"p.xyz: ", "line 3", "1 of 2"}},
      {"p.xyz", "16777216\n\n", {"p.xyz:1: ", "'16777216'", "16777215"}},
      {"p.xyz", "", {"p.xyz: ", "empty"}},
      {"p.npy", npy({2, 3}, {0, 0, 0, 1, nan, 3}), {"p.npy: point 1: ", "nan"}},
      {"p.npy", npy({2, 2}, {0, -inf, 1, 2}), {"p.npy: point 0: ", "-inf"}},
      {"p.npy", npy({2, 4}, std::vector<double>(8)), {"p.npy: ", "(2, 4)", "(n, 3)"}},
      {"p.npy", npy({3}, {0, 0, 0}), {"p.npy: ", "(3,)", "(n, 3)"}},
      {"p.npy", file::npyHead("i4", {1, 3}) + std::string(12, '\0'), {"p.npy: ", "i4", "float64"}},
      {"p.npy", npy({2, 3}, {0, 0, 0}), {"p.npy: ", "24 of 48 bytes"}},
      {"p.npy", npy({16'777'216, 3}, {}), {"p.npy: ", "(16777216, 3)"}},
      {"p.npy", "0,0,0\n", {"p.npy: ", "not a .npy file"}},
      {"p.npy", "", {"p.npy: ", "empty"}},
  };
  for (const Case& bad : cases) {
    const Outcome outcome = pairs(folder.put(bad.name, bad.bytes), {"--radius", "1"});
    EXPECT_TRUE(refused(outcome, 2, bad.parts)) << bad.name << "\n" << bad.bytes;
  }
  EXPECT_TRUE(refused(pairs(folder / "none.csv", {"--radius", "1"}), 2, {"none.csv: "}));
}

// What is left out of a file is told once its other frames have been accepted.
TEST_F(PairsCommand, TruncatedAndFaultyFile_IsReportedInOneLine) {
  const std::string cut = folder.put("p.xyz", "1\n\nH 0 0 2\n2\n\nH 0");
  const Outcome outside = pairs(cut, {"--radius", "1", "--box", "1,1,1"});
  EXPECT_TRUE(refused(outside, 2, {"p.xyz:3: ", "outside"}));
  const Outcome done = pairs(cut, {"--radius", "1"});
  EXPECT_EQ(done.exitCode, 0);
  EXPECT_EQ(done.errors,
            "gpubuck: " + cut + ": ends within frame 2: the last 6 bytes are left out\n");
}

// More points than ids: as a complete but sparse array file, and as text.
TEST_F(PairsCommand, OnePointTooMany_IsReportedWithItsNumber) {
  const std::string head = file::npyHead("f4", {16'777'216, 2});
  const std::string array = folder.put("p.npy", head);
  std::filesystem::resize_file(array, head.size() + std::uintmax_t{16'777'216} * 2 * 4);
  EXPECT_TRUE(
      refused(pairs(array, {"--radius", "1"}), 2, {"p.npy: ", "16777216 points", "16777215"}));

  std::string lines;
  for (int i = 0; i < 16'777'216; ++i) lines += "0,0\n";
  EXPECT_TRUE(refused(pairs(folder.put("p.csv", lines), {"--radius", "1"}), 2,
                      {"p.csv:16777216: ", "more than 16777215 points"}));
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
    EXPECT_TRUE(refused(pairs(square(), options), 1, {c.full + ": ", "No space left"}));
    std::filesystem::remove(folder / c.full);
  }
}

/// That many points in one place.
std::string heap(std::size_t count) {
  std::string lines = "x,y,z\n";
  for (std::size_t i = 0; i < count; ++i) lines += "1,-2,3\n";
  return lines;
}

TEST_F(PairsCommand, FullLists_HoldEachPairTwice) {
  const std::string points = folder.put("heap.csv", heap(40));
  EXPECT_TRUE(done(pairs(points, {"--radius", "1", "--out", folder / "half.csv", "--distance"})));
  const Outcome full = pairs(points, {"--radius", "1", "--out", folder / "full.csv", "--distance",
                                      "--neighbours", folder / "lists", "--json"});
  EXPECT_TRUE(done(full));
  EXPECT_EQ(folder.get("full.csv"), folder.get("half.csv"));
  EXPECT_EQ(jsonOf(full)["pairs"], 780);
  EXPECT_EQ(jsonOf(full)["max_neighbours"], 39);
  EXPECT_EQ(jsonOf(full)["mean_neighbours"], 39.0);
}

// AddressSanitizer maps more than any limit.
#ifndef __SANITIZE_ADDRESS__
TEST_F(PairsCommand, ListsLargerThanMemory_AreRefusedWithTheirPairs) {
  const std::string out = folder / "pairs.npy";
  // 8 bytes per pair, of two rows, and 9 texels of 16 bytes for each of 2^20 places on the way
  // from the GPU.
  const auto limited = [&](std::size_t points) {
    return runGpubuck({"pairs", folder.put("heap.csv", heap(points)), "--radius", "1", "--out", out,
                       "--neighbours", folder / "lists", "--engine", "paper"},
                      {.environment = {"LP_NUM_THREADS=0"}, .addressSpace = 1'200'000'000});
  };
  EXPECT_TRUE(done(limited(1000)));
  std::filesystem::remove(out);
  EXPECT_TRUE(refused(limited(14'000), 1,
                      {"main memory: the lists of 97993000 pairs need 936 MB, and ",
                       " MB are free; a smaller radius finds fewer"}));
  EXPECT_FALSE(std::filesystem::exists(out));
}
#endif

TEST_F(PairsCommand, Progress_IsShownOnTerminal) {
  const Outcome outcome = runGpubuck({"pairs", folder.put("heap.csv", heap(3000)), "--radius", "1"},
                                     {.terminal = true});
  EXPECT_EQ(outcome.exitCode, 0);
  for (const char* part : {"reading ", "counting the pairs of 3000 points: 0 %",
                           "listing 4498500 pairs: 0 %", "writing 4498500 pairs"}) {
    EXPECT_NE(outcome.errors.find(part), std::string::npos) << part << "\n" << outcome.errors;
  }
}

TEST_F(PairsCommand, Signal_LeavesNoPartialFile) {
  // 18 million pairs as text: seconds, of which the first is the search.
  const std::string points = folder.put("heap.csv", heap(6000));
  for (const bool isWriting : {false, true}) {
    SCOPED_TRACE(isWriting);
    const Outcome outcome =
        runGpubuck({"pairs", points, "--radius", "1", "--out", folder / "pairs.csv"},
                   {.meanwhile = [&](int process) {
                     waitUntil([&] {
                       return !isWriting || std::filesystem::exists(folder / "pairs.csv.part");
                     });
                     if (!isWriting) usleep(300'000);
                     kill(process, SIGINT);
                   }});
    EXPECT_TRUE(refused(outcome, 128 + SIGINT, {"gpubuck: ended by SIGINT"}));
    EXPECT_FALSE(std::filesystem::exists(folder / "pairs.csv"));
    EXPECT_FALSE(std::filesystem::exists(folder / "pairs.csv.part"));
  }
}

void PairsCommand::expectAsScipy(const std::string& engine, bool periodic) {
  std::mt19937 random(17);
  std::uniform_real_distribution<float> share(0.0F, 1.0F);
  std::vector<float> points(300'000);
  for (float& x : points) x = share(random) * 9.0F;
  file::writeNpy(folder / "points.npy", points, {100'000, 3});
  const std::string radius = "0.4";  // 37 neighbours per point
  std::vector<std::string> options{"--radius",     radius,           "--out",    folder / "p.npy",
                                   "--neighbours", folder / "lists", "--engine", engine,
                                   "--distance",   "--json"};
  if (periodic) options.insert(options.end(), {"--box", "9,9,9", "--periodic", "xyz"});
  const Outcome outcome = pairs(folder / "points.npy", options);
  ASSERT_TRUE(done(outcome));

  std::string command =
      "/usr/bin/python3 " GPUBUCK_SOURCE_DIR "/tests/app/pairs/compare_with_scipy.py";
  for (const std::string& argument :
       {folder / "points.npy", radius, std::string(periodic ? "9,9,9" : "open"), folder / "p.npy",
        folder / "p-distances.npy", folder / "lists"}) {
    command += " '" + argument + "'";
  }
  EXPECT_EQ(outputOf(command), std::to_string(jsonOf(outcome)["pairs"].get<std::int64_t>()) + "\n");
}

TEST_F(PairsCommand, Scipy_FindsTheSameAmong100000Points) { expectAsScipy("paper", false); }
TEST_F(PairsCommand, Scipy_FindsTheSameInPeriodicBox) { expectAsScipy("paper", true); }
TEST_F(PairsCommand, FastScipy_FindsTheSameInPeriodicBox) { expectAsScipy("fast", true); }

}  // namespace
}  // namespace gpubuck::test
