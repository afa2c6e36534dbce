// `gpubuck pairs`: the pairs and neighbour lists it writes.
#include "app/pairs/pairs_command.h"

namespace gpubuck::test {
namespace {

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

TEST_F(PairsCommand, FewPoints_NeedNoOpenGl) {
  const std::string out = folder / "pairs.csv";
  const Outcome outcome = runGpubuck(
      {"pairs", square(), "--radius", "1", "--out", out, "--full", "--json"},
      {.environment = {"__EGL_VENDOR_LIBRARY_FILENAMES=/nonexistent",
                       "DISPLAY=", "LIBGL_DRIVERS_PATH=/nonexistent", "GALLIUM_DRIVER=none"}});
  EXPECT_TRUE(done(outcome));
  EXPECT_EQ(folder.get("pairs.csv"), "i,j\n0,1\n0,2\n1,0\n1,3\n2,0\n2,3\n3,1\n3,2\n");
  EXPECT_EQ(jsonOf(outcome)["engine"], "processor");
}

TEST_F(PairsCommand, ManyPoints_WithoutOpenGl_AreSearchedOnTheProcessor) {
  std::string text;
  for (int k = 0; k < 5000; ++k) text += fmt::format("{},0,0\n", k);
  const std::string points = folder.put("line.csv", text);
  const Surroundings none{.environment = {"__EGL_VENDOR_LIBRARY_FILENAMES=/nonexistent",
                                          "LIBGL_DRIVERS_PATH=/nonexistent"}};
  const Outcome outcome = runGpubuck({"pairs", points, "--radius", "1", "--json"}, none);
  EXPECT_TRUE(done(outcome));
  EXPECT_EQ(jsonOf(outcome)["engine"], "processor");
  EXPECT_EQ(jsonOf(outcome)["pairs"], 4999);
  EXPECT_NE(runGpubuck({"pairs", points, "--radius", "1", "--engine", "paper"}, none).exitCode, 0)
      << "a GPU was asked for";
}

TEST_F(PairsCommand, OptionsOfTheGpu_AreUsed) {
  for (const std::vector<std::string>& asked :
       std::vector<std::vector<std::string>>{{"--engine", "paper"},
                                             {"--search", "octant=2"},
                                             {"--algorithm", "bitonic"},
                                             {"--half-cells"}}) {
    std::vector<std::string> options{"--radius", "1", "--json"};
    options.insert(options.end(), asked.begin(), asked.end());
    const nlohmann::json json = jsonOf(pairs(square(), options));
    EXPECT_NE(json["engine"], "processor") << asked[0];
    EXPECT_EQ(json["pairs"], 4);
    EXPECT_EQ(json["decided_in_double"], 4) << "at the radius itself";
    const bool isHalf = asked[0] == "--half-cells";
    EXPECT_EQ(json["half_cells"], isHalf);
    EXPECT_EQ(json["potential_pairs"], isHalf ? 6 : 12) << "four points in one cell";
    EXPECT_EQ(json["potential_per_pair"], isHalf ? 1.5 : 3.0);
  }
}

TEST_F(PairsCommand, Full_TellsTheRows) {
  const Outcome outcome = pairs(square(), {"--radius", "1", "--full", "--out", folder / "p.csv"});
  EXPECT_TRUE(outcome.output.starts_with("5 points, 4 pairs both ways (8 rows), 0 to 2"))
      << outcome.output;
}

TEST_F(PairsCommand, OnePair_IsCalledAPair) {
  const std::string points = folder.put("points.csv", "0,0,0\n0.5,0,0\n");
  const Outcome outcome = pairs(points, {"--radius", "1", "--clusters", folder / "c.csv"});
  EXPECT_TRUE(outcome.output.starts_with("2 points, 1 pair, 1 to 1 neighbour per point"))
      << outcome.output;
  EXPECT_TRUE(outcome.output.ends_with("1 cluster, the largest of 2 points\n")) << outcome.output;
}

TEST_F(PairsCommand, Clusters_ArePointsThatPairsConnect) {
  const std::string points =
      folder.put("points.csv", "0,0,0\n3,0,0\n3.5,0,0\n9.8,0,0\n4.5,0,0\n5,5,5\n");
  const auto clusters = [&](std::vector<std::string> more) {
    more.insert(more.end(), {"--radius", "1", "--clusters", folder / "c.csv"});
    return pairs(points, more);
  };
  const Outcome outcome = clusters({"--json"});
  EXPECT_TRUE(done(outcome));
  EXPECT_EQ(folder.get("c.csv"), "cluster\n1\n0\n0\n2\n0\n3\n");
  EXPECT_EQ(jsonOf(outcome)["clusters"], 4);
  EXPECT_EQ(jsonOf(outcome)["largest_cluster"], 3);
  EXPECT_TRUE(done(
      clusters({"--box", "10,10,10", "--periodic", "xyz", "--full", "--out", folder / "p.csv"})));
  EXPECT_EQ(folder.get("c.csv"), "cluster\n1\n0\n0\n1\n0\n2\n");
  EXPECT_TRUE(done(pairs(points, {"--radius", "9", "--clusters", folder / "c.npy"})));
  file::InputFile file(folder / "c.npy");
  EXPECT_EQ(file::readNpyIntegers(file).values, (std::vector<std::int64_t>(6, 0)));
  folder.put("points.csv", "x,y,z\n");
  const Outcome none = clusters({"--json"});
  EXPECT_EQ(jsonOf(none)["clusters"], 0);
  EXPECT_EQ(jsonOf(none)["largest_cluster"], 0);
  EXPECT_EQ(folder.get("c.csv"), "cluster\n");
  EXPECT_TRUE(refused(clusters({"--others", points}), 2, {"--clusters", "--others"}));
  EXPECT_TRUE(
      refused(pairs(points, {"--radius", "1", "--clusters", "c.txt"}), 2, {"--clusters", "c.txt"}));
  EXPECT_TRUE(refused(pairs(points, {"--radius", "1", "--clusters", points}), 2, {"--clusters"}));
}

// Two sets of points in a periodic box: a pair across its side, and points in the same place. Each
// pair is listed once.
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
  EXPECT_TRUE(refused(between({}), 2, {"others.csv:2", "-1", "outside"}));
  folder.put("others.csv", "0,0\n");
  EXPECT_TRUE(refused(between({}), 2, {"--others", "2 coordinates", "3"}));
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

TEST_F(PairsCommand, Strict_ExcludesPairsAtTheRadius) {
  EXPECT_EQ(jsonOf(pairs(square(), {"--radius", "1", "--strict", "--json"}))["pairs"], 0);
  EXPECT_EQ(jsonOf(pairs(square(), {"--radius", "1.4", "--strict", "--json"}))["pairs"], 4);
}

TEST_F(PairsCommand, NeighbourLists_KeepTheSamePairs) {
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

TEST_F(PairsCommand, EverySearch_FindsTheSamePairs) {
  for (const char* search : {"cells27", "octant=2", "octant=2.52", "cells-per-cutoff=3"}) {
    EXPECT_EQ(jsonOf(pairs(square(), {"--radius", "1", "--search", search, "--json"}))["pairs"], 4)
        << search;
  }
}

}  // namespace
}  // namespace gpubuck::test
