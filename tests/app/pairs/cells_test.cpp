// `gpubuck pairs` in boxes and cells: periodic sides, shifts, and lattices of files.
#include "app/pairs/pairs_command.h"

namespace gpubuck::test {
namespace {

TEST_F(PairsCommand, PeriodicSides_WrapPoints) {
  const std::string points = folder.put("points.csv", "0.1,0.5,0\n-0.1,0.5,0\n4.1,0.5,1.9\n");
  const auto found = [&](const std::string& periodic) {
    return pairs(points, {"--radius", "0.5", "--box", "4,2,2", "--periodic", periodic, "--json"});
  };
  EXPECT_EQ(jsonOf(found("xy"))["pairs"], 1);
  EXPECT_EQ(jsonOf(found("xyz"))["pairs"], 3);
  EXPECT_TRUE(refused(found("none"), 2, {"points.csv:2", "-0.1", "outside"}));
}

// The face-centred cubic lattice with one point per cell. The point has 12 neighbours, which make 6
// pairs.
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
  // If z is periodic, each point and its image along z are a pair. The two points are a pair along
  // the second side if this side is periodic and does not lean.
  EXPECT_EQ(found(lattice), 2);
  EXPECT_EQ(found(lattice + " pbc=\"T T F\""), 0);
  EXPECT_EQ(found("Lattice=\"4 0 0 0 2 0 0 0 0.4\" pbc=\"F T F\""), 1);
  EXPECT_EQ(found("Lattice=\"4 0 0 0 2 0 0 0 0.4\" pbc=\"F F F\""), 0);
  EXPECT_EQ(found("Lattice=\"4 0 0 0 2 0 0 0 0.4\" pbc=\"F F F\"", {"--periodic", "y"}), 1);
  EXPECT_EQ(found(lattice, {"--cell", "9,0,0,0,9,0,0,0,9"}), 0);
  EXPECT_EQ(found(lattice, {"--box", "9,2,9", "--periodic", "y"}), 1);
}

}  // namespace
}  // namespace gpubuck::test
