#include "formats/pairs.h"

#include <gtest/gtest.h>

#include "file/npy.h"
#include "file/temporary_folder.h"

namespace gpubuck::formats {
namespace {

using test::messageOf;
using test::names;

struct PairsFile : ::testing::Test {
  test::TemporaryFolder folder;
  pairs::PairTable table{.first = {},
                         .second = {1, 2, 2},
                         .shifts = {},
                         .distances = {5.0, 0.1, 4.94064773081425},
                         .vectors = {},
                         .offsets = {0, 2, 3, 3}};
  static constexpr pairs::PairQuantities kNone{
      .shifts = false, .distances = false, .vectors = false};
  static constexpr pairs::PairQuantities kDistances{.shifts = false, .vectors = false};
};

TEST_F(PairsFile, Csv) {
  writePairsCsv(folder / "p.csv", {.table = table, .written = kNone});
  EXPECT_EQ(folder.get("p.csv"), "i,j\n0,1\n0,2\n1,2\n");
  writePairsCsv(folder / "p.csv", {.table = table, .written = kDistances});
  EXPECT_EQ(folder.get("p.csv"), "i,j,distance\n0,1,5\n0,2,0.1\n1,2,4.94064773081425\n");
  pairs::PairTable none;
  none.offsets = {0};
  writePairsCsv(folder / "none.csv", {.table = none, .written = kNone});
  EXPECT_EQ(folder.get("none.csv"), "i,j\n");
}

// The file is longer than one megabyte, which is the most that is written at once.
TEST_F(PairsFile, LongFile_IsComplete) {
  pairs::PairTable many;
  std::string expected = "i,j\n";
  for (std::int32_t i = 0; i < 200'000; ++i) {
    many.offsets.push_back(i);
    many.second.push_back(i + 1);
    expected += std::to_string(i) + "," + std::to_string(i + 1) + "\n";
  }
  many.offsets.push_back(many.size());
  ASSERT_GT(expected.size(), std::size_t{2} << 20);
  writePairsCsv(folder / "p.csv", {.table = many, .written = kNone});
  EXPECT_TRUE(folder.get("p.csv") == expected);
  writePairsNpy(folder / "p.npy", {.table = many, .written = kNone});
  file::InputFile file(folder / "p.npy");
  const file::NpyIntegers array = file::readNpyIntegers(file);
  ASSERT_EQ(array.shape, (std::vector<std::int64_t>{200'000, 2}));
  EXPECT_EQ(array.values[399'998], 199'999);
  EXPECT_EQ(array.values[399'999], 200'000);
}

TEST_F(PairsFile, Npy) {
  writePairsNpy(folder / "p.npy", {.table = table, .written = kDistances});
  file::InputFile file(folder / "p.npy");
  const file::NpyIntegers array = file::readNpyIntegers(file);
  EXPECT_EQ(array.values, (std::vector<std::int64_t>{0, 1, 0, 2, 1, 2}));
  EXPECT_EQ(array.shape, (std::vector<std::int64_t>{3, 2}));
  file::InputFile second(folder / "p-distances.npy");
  EXPECT_EQ(file::readNpyReals(second, 10).values[1], 0.1);
}

TEST_F(PairsFile, PairsWithImages) {
  table = {.first = {},
           .second = {0, 1, 0},
           .shifts = {{-1, 0, 0}, {2, -3, 0}, {-2, 3, 0}},
           .distances = {0.5, 0.25, 0.25},
           .vectors = {{-0.5, 0.0, 0.0}, {0.0, 0.25, 0.0}, {0.0, -0.25, 0.0}},
           .offsets = {0, 2, 3}};
  writePairsCsv(folder / "p.csv", {.table = table, .written = {}});
  EXPECT_EQ(folder.get("p.csv"),
            "i,j,s0,s1,s2,distance,dx,dy,dz\n0,0,-1,0,0,0.5,-0.5,0,0\n"
            "0,1,2,-3,0,0.25,0,0.25,0\n1,0,-2,3,0,0.25,0,-0.25,0\n");
  const PairsToWrite half{.table = table, .written = {.distances = false}, .onlyHalf = true};
  writePairsNpy(folder / "p.npy", half);
  file::InputFile shifts(folder / "p-shifts.npy");
  EXPECT_EQ(file::readNpyIntegers(shifts).values, (std::vector<std::int64_t>{2, -3, 0}));
  file::InputFile vectors(folder / "p-vectors.npy");
  EXPECT_EQ(file::readNpyReals(vectors, 10).values, (std::vector<double>{0.0, 0.25, 0.0}));
  writeNeighbours(folder.path(), half);
  file::InputFile ids(folder / "ids.npy");
  EXPECT_EQ(file::readNpyIntegers(ids).values, (std::vector<std::int64_t>{0, 1, 0}));
  // For a pair of a point and its own image, the shifts decide which half is written. A table
  // without such pairs needs no shifts.
  table.shifts.clear();
  table.second[0] = 2;
  writePairsCsv(folder / "p.csv", {.table = table, .written = kNone, .onlyHalf = true});
  EXPECT_EQ(folder.get("p.csv"), "i,j\n0,2\n0,1\n");
}

TEST_F(PairsFile, CellsOfExtendedXyz) {
  const auto read = [&](const std::string& comment) {
    return readPoints(folder.put("p.xyz", "1\n" + comment + "\nH 1 2 3\n"));
  };
  EXPECT_FALSE(read("a comment").cell);
  EXPECT_FALSE(read("pbc=\"F F F\"").cell);
  const auto cell = read("Lattice=\"1 2 3 4 5 6 7 8 10\" pbc=\"T F  T\"").cell;
  ASSERT_TRUE(cell);
  EXPECT_EQ(cell->vectors[1][2], 6.0);
  EXPECT_EQ(cell->periodic, (std::array{true, false, true}));
  EXPECT_EQ(read("Lattice=\"1 0 0 0 1 0 0 0 1\"").cell->periodic, (std::array{true, true, true}));
  const auto error = [&](const std::string& comment) {
    const std::string message = messageOf<InputError>([&] { read(comment); });
    return message.substr(message.find("p.xyz"));
  };
  EXPECT_TRUE(names(error("pbc=\"T F F\""), {"p.xyz:2", "T F F", "Lattice"}));
  EXPECT_TRUE(names(error("Lattice=\"1 2 3\""), {"p.xyz:2", "1 2 3", "9"}));
  EXPECT_TRUE(names(error("Lattice=\"1 0 0 0 1 0 0 0 1\" pbc=\"yes\""),
                    {"p.xyz:2", "yes", "three", "T", "F"}));
  EXPECT_TRUE(names(error("Lattice=\"1 0 0 0 1 0 0 0 z\""), {"p.xyz:2", "z", "finite"}));
  EXPECT_TRUE(names(error("Lattice=\"1 0 0 0 1 0 1 1 0\""), {"p.xyz:2", "cell", "plane"}));
}

TEST_F(PairsFile, FullDisk_IsRunError) {
  EXPECT_TRUE(
      names(messageOf<RunError>(
                [&] { writePairsCsv("/dev/full", {.table = table, .written = kNone}); }, folder),
            {"/dev/full", "No space left on device"}));
  std::filesystem::create_directories(folder / "p.csv.part/inner");
  folder.put("p.csv", "older");
  EXPECT_TRUE(names(
      messageOf<RunError>(
          [&] { writePairsCsv(folder / "p.csv", {.table = table, .written = kNone}); }, folder),
      {"p.csv.part", "Is a directory"}));
  EXPECT_EQ(folder.get("p.csv"), "older");
}

}  // namespace
}  // namespace gpubuck::formats
