// The regular grid of cells: their number and length, and boxes that are refused.
#include "cells/cell_grid.h"

#include <fmt/format.h>
#include <gtest/gtest.h>
#include <rapidcheck.h>
#include <rapidcheck/gtest.h>

#include <limits>

#include "base/error.h"
#include "base/id.h"
#include "support/errors.h"

namespace gpubuck::cells {
namespace {

constexpr double kNan = std::numeric_limits<double>::quiet_NaN();
constexpr double kInfinity = std::numeric_limits<double>::infinity();
constexpr std::array<Boundary, 3> kPeriodic{Boundary::Periodic, Boundary::Periodic,
                                            Boundary::Periodic};
constexpr std::array<Boundary, 3> kWalls{Boundary::Reflecting, Boundary::Reflecting,
                                         Boundary::Reflecting};

std::string errorOf(const Box& box, double radius = 1.0, const Method& method = {}) {
  try {
    makeCellGrid(box, radius, method);
  } catch (const InputError& error) {
    return error.what();
  }
  return "no error";
}

TEST(CellGrid, HasTheMostCellsThatFit) {
  const CellGrid grid = makeCellGrid({{3.0, 4.5, 17.99}, kPeriodic, 3}, 1.0);
  EXPECT_EQ(grid.cells, glm::ivec3(3, 4, 17));
  EXPECT_EQ(grid.edge, glm::dvec3(1.0, 1.125, 17.99 / 17.0));
  EXPECT_EQ(grid.count(), 3 * 4 * 17);
  EXPECT_EQ(grid.box.size, glm::dvec3(3.0, 4.5, 17.99));
  EXPECT_EQ(makeCellGrid({{10.0, 10.0, 10.0}, kPeriodic, 3}, 2.5).cells, glm::ivec3(4));
}

// In double precision 0.3 / 0.1 is less than 3.
TEST(CellGrid, DecimalFractions_FitAsWritten) {
  EXPECT_EQ(makeCellGrid({{0.3, 0.7, 1.2}, kPeriodic, 3}, 0.1).cells, glm::ivec3(3, 7, 12));
  EXPECT_EQ(makeCellGrid({{0.29999, 0.1, 0.09}, kWalls, 3}, 0.1).cells, glm::ivec3(2, 1, 1));
}

TEST(CellGrid, EveryMethod_HasItsCellEdges) {
  const Box box{{12.0, 9.0, 5.1}, kPeriodic, 3};
  const std::pair<const char*, glm::ivec3> cases[] = {{"cells27", {12, 9, 5}},
                                                      {"cells-per-cutoff=2", {24, 18, 10}},
                                                      {"cells-per-cutoff=3", {36, 27, 15}},
                                                      {"cells-per-cutoff=4", {48, 36, 20}},
                                                      {"octant=2", {6, 4, 2}},
                                                      {"octant=2.52", {4, 3, 2}},
                                                      {"octant=4", {3, 2, 1}}};
  for (const auto& [word, cells] : cases) {
    EXPECT_EQ(makeCellGrid(box, 1.0, parseMethod(word).value()).cells, cells) << word;
  }
}

TEST(CellGrid, ShortPeriodicSide_IsRefusedByMethod) {
  struct Case {
    const char* word;
    double enough;
    double tooShort;
    const char* why;
  };
  for (const Case& each :
       {Case{"cells-per-cutoff=2", 2.5, 2.49,
             "2.49 along x is periodic and holds 4 cells of edge 0.5; cells-per-cutoff=2 takes "
             "at least 5"},
        Case{"cells-per-cutoff=4", 2.25, 2.24,
             "2.24 along x is periodic and holds 8 cells of edge 0.25; cells-per-cutoff=4 takes "
             "at least 9"},
        Case{"octant=2", 2.0, 1.99,
             "1.99 along x is periodic and holds 0 cells of edge 2; octant=2 takes at least 1"},
        Case{"octant=2.52", 2.52, 2.5,
             "2.5 along x is periodic and holds 0 cells of edge 2.52; octant=2.52 takes at "
             "least 1"}}) {
    const Method method = parseMethod(each.word).value();
    EXPECT_NO_THROW(makeCellGrid({glm::dvec3(each.enough), kPeriodic, 3}, 1.0, method));
    EXPECT_NO_THROW(makeCellGrid({glm::dvec3(each.tooShort), kWalls, 3}, 1.0, method));
    EXPECT_EQ(errorOf({glm::dvec3(each.tooShort), kPeriodic, 3}, 1.0, method),
              std::string("box size: ") + each.why);
  }
}

TEST(CellGrid, CountingCells_MayBeFew) {
  const CellGrid grid = makeCountingGrid({{2.5, 0.5, 6.0}, kPeriodic, 3}, 1.0);
  EXPECT_EQ(grid.cells, glm::ivec3(2, 1, 6));
}

TEST(CellGrid, ShortSideBetweenWalls_IsOneCell) {
  const CellGrid grid = makeCellGrid({{0.25, 1.0, 2.5}, kWalls, 3}, 1.0);
  EXPECT_EQ(grid.cells, glm::ivec3(1, 1, 2));
  EXPECT_EQ(grid.edge, glm::dvec3(0.25, 1.0, 1.25));
}

TEST(CellGrid, TwoDimensions_IgnoreZ) {
  for (const double z : {1.0, 0.0, -5.0, kNan, 1e9}) {
    const CellGrid grid = makeCellGrid({{5.0, 6.5, z}, kPeriodic, 2}, 1.0);
    EXPECT_EQ(grid.cells, glm::ivec3(5, 6, 1));
    EXPECT_EQ(grid.edge.z, 1.0);
    EXPECT_EQ(grid.count(), 30);
    EXPECT_NE(gridPrologue(grid).find("kBoxSize = vec3(5.000000000e+00, 6.500000000e+00, 1.0"),
              std::string::npos);
    EXPECT_NE(gridPrologue(grid).find("bvec3(true, true, false)"), std::string::npos);
  }
}

TEST(CellGrid, InvalidSide_IsRefused) {
  EXPECT_TRUE(test::names(errorOf({{0.0, 5.0, 5.0}, kWalls, 3}), {"box size", "0", "x"}));
  EXPECT_TRUE(test::names(errorOf({{5.0, -2.5, 5.0}, kPeriodic, 3}), {"box size", "-2.5", "y"}));
  EXPECT_TRUE(test::names(errorOf({{5.0, 5.0, kNan}, kPeriodic, 3}), {"box size", "nan", "z"}));
  EXPECT_TRUE(test::names(errorOf({{kInfinity, 5.0, 5.0}, kWalls, 3}), {"box size", "inf", "x"}));
}

TEST(CellGrid, InvalidRadius_IsRefused) {
  const Box box{{5.0, 5.0, 5.0}, kWalls, 3};
  EXPECT_TRUE(test::names(errorOf(box, 0.0), {"search radius", "0"}));
  EXPECT_TRUE(test::names(errorOf(box, -1.0), {"search radius", "-1"}));
  EXPECT_TRUE(test::names(errorOf(box, kNan), {"search radius", "nan"}));
  EXPECT_TRUE(test::names(errorOf(box, kInfinity), {"search radius", "inf"}));
}

TEST(CellGrid, FewerThanThreePeriodicCells_AreRefused) {
  EXPECT_TRUE(test::names(errorOf({{5.0, 2.75, 5.0}, kPeriodic, 3}),
                          {"box size", "2 cells", "2.75", "y", "1", "cells27", "3"}));
  EXPECT_TRUE(test::names(errorOf({{5.0, 5.0, 0.5}, kPeriodic, 3}),
                          {"box size", "0 cells", "0.5", "z", "1", "cells27", "3"}));
  EXPECT_TRUE(test::names(errorOf({{5.0, 5.0, 5.0}, kPeriodic, 3}, 2.0),
                          {"box size", "2 cells", "5", "x", "2", "cells27", "3"}));
  std::array<Boundary, 3> wallsAlongY = kPeriodic;
  wallsAlongY[1] = Boundary::Reflecting;
  EXPECT_EQ(errorOf({{5.0, 2.75, 5.0}, wallsAlongY, 3}), "no error");
}

// There are as many ids as 4095 * 4097 = 16,777,215 cells.
TEST(CellGrid, TooManyCells_AreRefused) {
  EXPECT_EQ(makeCellGrid({{4095.0, 4097.0, 1.0}, kWalls, 3}, 1.0).count(), kMaxCount);
  EXPECT_TRUE(test::names(errorOf({{4096.0, 4096.0, 1.0}, kWalls, 3}),
                          {"box size", "4096 x 4096 x 1", "16777215", "24-bit"}));
  EXPECT_NE(errorOf({{4096.0, 4096.0, 1.0}, kPeriodic, 2}).find("more cells than"),
            std::string::npos);
  // More cells than an int64 can count.
  EXPECT_NE(errorOf({{1e30, 1e30, 1e30}, kPeriodic, 3}).find("more cells than"), std::string::npos);
}

// A cell may be shorter than the radius by 2^-40 of the radius. Because of rounding, one cell more
// than the grid has might fit along a side.
RC_GTEST_PROP(CellGrid, Edges_AreAsShortAsTheRadiusAllows, ()) {
  const double radius = *rc::gen::inRange(1, 5000) / 1000.0;
  Box box{{1.0, 1.0, 1.0}, kWalls, 3};
  for (int axis = 0; axis < 3; ++axis) box.size[axis] = *rc::gen::inRange(1, 200'000) / 1000.0;
  RC_PRE(box.volume() / (radius * radius * radius) < 1e7);
  const CellGrid grid = makeCellGrid(box, radius);
  const double slack = 1.0 + 0x1p-39;
  for (int axis = 0; axis < 3; ++axis) {
    RC_ASSERT(grid.cells[axis] >= 1);
    RC_ASSERT(grid.cells[axis] == 1 || grid.edge[axis] * slack >= radius);
    RC_ASSERT(box.size[axis] < (grid.cells[axis] + 1) * radius * slack);
  }
}

}  // namespace
}  // namespace gpubuck::cells
