#include "formats/pairs.h"

#include <fmt/format.h>
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <cmath>

#include "file/npy.h"
#include "file/temporary_folder.h"

namespace gpubuck::formats {
namespace {

using test::messageOf;
using test::names;

struct PointsFile : ::testing::Test {
  test::TemporaryFolder folder;

  Points read(const std::string& name, std::string_view bytes) {
    return readPoints(folder.put(name, bytes));
  }
  std::string errorOf(const std::string& name, std::string_view bytes) {
    return messageOf<InputError>([&] { read(name, bytes); }, folder);
  }
};

using Positions = std::vector<std::array<double, 3>>;

const Positions kTwoPoints{{0.1, -2.0, 3e5}, {4.0, 5.0, 6.0}};

TEST_F(PointsFile, Csv_IsReadInItsUsualForms) {
  for (const char* text :
       {"0.1,-2,3e5\n4,5,6\n", "x,y,z\n0.1,-2,3e5\n4,5,6",
        " X, Y ,Z\r\n 0.1 , -2,+3e5 \r\n4,\t5,6\r\n",
        "\"x\",\"y\",\"z\"\n.1,-2.0,3E+5\n4,5,6\n\n \r\n", "\xEF\xBB\xBFx,y,z\n0.1,-2,3e5\n4,5,6\n",
        "\xEF\xBB\xBF"
        "0.1,-2,3e5\n4,5,6\n"}) {
    const Points points = read("p.csv", text);
    EXPECT_EQ(points.positions, kTwoPoints) << text;
    EXPECT_EQ(points.dimensions, 3);
  }
  const Points plane = read("p.csv", "x,y\n1,2\n3,4\n");
  EXPECT_EQ(plane.dimensions, 2);
  EXPECT_EQ(plane.positions, (Positions{{1.0, 2.0, 0.0}, {3.0, 4.0, 0.0}}));
  EXPECT_TRUE(read("p.csv", "x,y,z\n").positions.empty());
}

TEST_F(PointsFile, BadCsv_IsReportedWithReason) {
  EXPECT_TRUE(names(errorOf("p.csv", ""), {"p.csv", "x,y,z", "empty"}));
  EXPECT_TRUE(names(errorOf("p.csv", "\n \n"), {"p.csv", "blank"}));
  EXPECT_TRUE(names(errorOf("p.csv", "1,2,3\n1,2\n"), {"p.csv:2", "2 columns", "3"}));
  EXPECT_TRUE(names(errorOf("p.csv", "x,y\n1,2,3\n"), {"p.csv:2", "3 columns", "2"}));
  EXPECT_TRUE(names(errorOf("p.csv", "1\n"), {"p.csv:1", "1 column", "x,y", "x,y,z"}));
  EXPECT_TRUE(names(errorOf("p.csv", "1,2,3,4\n"), {"p.csv:1", "4 columns", "x,y", "x,y,z"}));
  EXPECT_TRUE(names(errorOf("p.csv", "id,x,y\n"), {"p.csv:1", "id", "finite"}));
  EXPECT_TRUE(names(errorOf("p.csv", "1,2,3\nx,y,z\n"), {"p.csv:2", "x", "finite"}));
  EXPECT_TRUE(names(errorOf("p.csv", "1,2,3\n\n4,5,6\n"), {"p.csv:2", "blank"}));
  EXPECT_TRUE(names(errorOf("p.csv", "1,2,3\n1,,3\n"), {"p.csv:2", "missing"}));
  EXPECT_TRUE(names(errorOf("p.csv", "1,2,3\n1,2,3 4\n"), {"p.csv:2", "3 4", "finite"}));
  EXPECT_TRUE(names(errorOf("p.csv", "1,2,+-3\n"), {"p.csv:1", "+-3", "finite"}));
  EXPECT_TRUE(names(errorOf("p.csv", "1,NaN,3\n"), {"p.csv:1", "NaN", "finite"}));
  EXPECT_TRUE(names(errorOf("p.csv", "1,2,inf\n"), {"p.csv:1", "inf", "finite"}));
  EXPECT_TRUE(names(errorOf("p.csv", "1,2,1e999\n"), {"p.csv:1", "1e999", "finite"}));
  EXPECT_TRUE(
      names(errorOf("p.csv", std::string_view("1,2,\0003\n", 7)), {"p.csv:1", "\\x003", "finite"}));
  EXPECT_TRUE(names(messageOf<InputError>([&] { readPoints(folder / "none.csv"); }, folder),
                    {"none.csv", "No such file or directory"}));
}

TEST_F(PointsFile, Xyz_GivesItsLastFrame) {
  EXPECT_EQ(read("p.xyz", "2\ncomment\nH 0.1 -2 3e5\nHe 4 5 6 0.5 0.5 0.5\n").positions,
            kTwoPoints);
  EXPECT_EQ(read("p.xyz", "1\n\nH 9 9 9\n2\n\nH 0.1 -2 3e5\nH\t4 5 6\n\n").positions, kTwoPoints);
  EXPECT_EQ(
      read("p.xyz",
           "2\r\nLattice=\"9 0 0 0 9 0 0 0 9\" Properties=id:I:1:pos:R:3:species:S:1\r\n7 0.1 -2 "
           "3e5 H\r\n8 4 5 6 H\r\n")
          .positions,
      kTwoPoints);
  EXPECT_TRUE(read("p.xyz", "0\n\n").positions.empty());
  EXPECT_EQ(read("p.xyz", "1\n\nH 9 9 9\n2\n\nH 1 2 3\nH 4 5 6\n").where(1), folder / "p.xyz:7");
}

TEST_F(PointsFile, BadXyz_IsReportedWithReason) {
  EXPECT_TRUE(names(errorOf("p.xyz", "two\n\n"), {"p.xyz:1", "two", "0", "16777215"}));
  EXPECT_TRUE(names(errorOf("p.xyz", "16777216\n"), {"p.xyz:1", "16777216", "0", "16777215"}));
  EXPECT_TRUE(names(errorOf("p.xyz", "-1\n"), {"p.xyz:1", "-1", "0", "16777215"}));
  EXPECT_TRUE(names(errorOf("p.xyz", "2\n\nH 1 2 3\n"), {"p.xyz", "line 3", "1", "2"}));
  EXPECT_TRUE(names(errorOf("p.xyz", "1\n\nH 1 2\n"), {"p.xyz:3", "3 columns", "4"}));
  EXPECT_TRUE(
      names(errorOf("p.xyz", "1\nProperties=pos:R:3\n1 2 3 4\n"), {"p.xyz:3", "4 columns", "3"}));
  EXPECT_TRUE(names(errorOf("p.xyz", "1\nProperties=pos:R:2\n1 2\n"),
                    {"p.xyz:2", "pos:R:2", "pos", "3 columns"}));
  EXPECT_TRUE(names(errorOf("p.xyz", "1\n\nH 1 nan 3\n"), {"p.xyz:3", "nan", "finite"}));
}

TEST_F(PointsFile, FloatAndDoubleArrays_AreRead) {
  file::writeNpy(folder / "f.npy", std::vector<float>{0.5F, -2.0F, 3e5F, 4.0F, 5.0F, 6.0F}, {2, 3});
  EXPECT_EQ(readPoints(folder / "f.npy").positions, (Positions{{0.5, -2.0, 3e5}, {4.0, 5.0, 6.0}}));
  file::writeNpy(folder / "d.npy", std::vector<double>{0.1, -2.0, 3e5, 4.0, 5.0, 6.0}, {2, 3});
  const Points points = readPoints(folder / "d.npy");
  EXPECT_EQ(points.positions, kTwoPoints);
  EXPECT_EQ(points.where(1), folder / "d.npy: point 1");
  file::writeNpy(folder / "plane.npy", std::vector<double>{1.0, 2.0}, {1, 2});
  EXPECT_EQ(readPoints(folder / "plane.npy").dimensions, 2);
  file::writeNpy(folder / "none.npy", std::vector<double>{}, {0, 3});
  EXPECT_TRUE(readPoints(folder / "none.npy").positions.empty());
}

TEST_F(PointsFile, BadArray_IsReportedWithReason) {
  const auto error = [&](const auto& values, const std::vector<std::int64_t>& shape) {
    file::writeNpy(folder / "p.npy", values, shape);
    return messageOf<InputError>([&] { readPoints(folder / "p.npy"); }, folder);
  };
  EXPECT_TRUE(names(error(std::vector<std::int32_t>{1, 2, 3}, {1, 3}),
                    {"p.npy", "<i4", "float32", "float64"}));
  EXPECT_TRUE(
      names(error(std::vector<double>(4), {1, 4}), {"p.npy", "(1, 4)", "(n, 3)", "(n, 2)"}));
  EXPECT_TRUE(names(error(std::vector<double>(3), {3}), {"p.npy", "(3,)", "(n, 3)", "(n, 2)"}));
  EXPECT_TRUE(names(error(std::vector<double>(1), {}), {"p.npy", "()", "(n, 3)", "(n, 2)"}));
  EXPECT_TRUE(names(error(std::vector<double>{1, 2, 3, 4, std::nan(""), 6}, {2, 3}),
                    {"p.npy", "point 1", "nan"}));
  const std::string head = file::npyHead("f8", {16'777'216, 3});
  EXPECT_TRUE(names(errorOf("p.npy", head), {"p.npy", "(16777216, 3)", "50331645 elements"}));
  EXPECT_TRUE(names(errorOf("p.npy", file::npyHead("f8", {2, 3}) + "12345678"),
                    {"p.npy", "truncated", "8", "48"}));
  EXPECT_TRUE(names(errorOf("p.npy", "1,2,3\n"), {"p.npy", "\\x93NUMPY", "begin"}));
}

RC_GTEST_FIXTURE_PROP(PointsFile, Csv_RestoresEveryDouble, (const std::vector<double>& numbers)) {
  std::string text = "x,y,z\n";
  Positions expected;
  for (std::size_t i = 0; i + 2 < numbers.size(); i += 3) {
    expected.push_back({numbers[i], numbers[i + 1], numbers[i + 2]});
    text += fmt::format("{},{},{}\n", numbers[i], numbers[i + 1], numbers[i + 2]);
  }
  RC_ASSERT(read("p.csv", text).positions == expected);
}

}  // namespace
}  // namespace gpubuck::formats
