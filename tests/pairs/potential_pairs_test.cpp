// The potential pairs of a search: the pairs whose distance it tests, counted one by one on the
// processor.
#include <glm/common.hpp>

#include "pairs/inputs.h"
#include "pairs/pair_list.h"
#include "support/gpu_test.h"

namespace gpubuck::pairs {
namespace {

using Points = std::vector<glm::dvec3>;

class PotentialPairsTest : public test::EngineTest {
 protected:
  texel::Device device_ = test::makeDevice(GetParam());
};
INSTANTIATE_TEST_SUITE_P(Engines, PotentialPairsTest, ::testing::ValuesIn(test::testedEngines()),
                         test::engineName);

/// The cell of a point in a grid of open sides, and its place within the cell.
struct InCell {
  glm::ivec3 cell;
  glm::dvec3 fromSide;

  InCell(const glm::vec4& position, const cells::CellGrid& grid)
      : cell(glm::min(glm::ivec3(glm::dvec3(position) / grid.edge), grid.cells - 1)),
        fromSide(glm::dvec3(position) - glm::dvec3(cell) * grid.edge) {}
};

/// Returns whether the search from point i computes the distance to point j.
bool isTested(const InCell& i, const InCell& j, const cells::CellGrid& grid) {
  double squared = 0.0;
  for (int axis = 0; axis < 3; ++axis) {
    const int offset = j.cell[axis] - i.cell[axis];
    const double edge = grid.edge[axis];
    if (grid.method.kind == cells::Method::Kind::Octant) {
      if (offset != 0 && offset != (i.fromSide[axis] < 0.5 * edge ? -1 : 1)) return false;
    } else if (std::abs(offset) > grid.method.cellsPerCutoff) {
      return false;
    }
    const double gap = offset < 0   ? i.fromSide[axis] - (offset + 1) * edge
                       : offset > 0 ? offset * edge - i.fromSide[axis]
                                    : 0.0;
    squared += gap * gap;
  }
  return squared <= grid.radius * grid.radius;
}

TEST_P(PotentialPairsTest, EachTestedDistance_CountsOnce) {
  const Points points = test::randomPoints({3.3, 3.7, 3.1}, 400);
  for (const cells::Method& method : test::searches()) {
    const LaidOutPoints laidOut = layOut(points, 1.0, method);
    ASSERT_FALSE(laidOut.layout.isHashed());
    const cells::CellGrid& grid = laidOut.layout.grid;
    std::uint64_t expected = 0;
    for (std::size_t i = 0; i < points.size(); ++i) {
      for (std::size_t j = 0; j < points.size(); ++j) {
        const InCell a(laidOut.position[i], grid), b(laidOut.position[j], grid);
        expected += i != j && isTested(a, b, grid) ? 1 : 0;
      }
    }
    const texel::Vec4Array position(device_, "points", laidOut.position);
    for (const ListKind kind : {ListKind::Half, ListKind::Full}) {
      PairList list(device_, laidOut.layout, std::ssize(points), kind, {});
      list.find(position, nullptr);
      EXPECT_EQ(expected, list.potential()) << cells::methodWord(method);
    }
  }
}

TEST_P(PotentialPairsTest, OnlyPairsOfACentreAndAListedPoint_Count) {
  // All points are within one cell.
  const LaidOutPoints laidOut = layOut(test::randomPoints(glm::dvec3(0.9), 50), 1.0);
  const texel::Vec4Array position(device_, "points", laidOut.position);
  PairList list(device_, laidOut.layout, 50, ListKind::Full, {});
  const auto potential = [&](std::int64_t centres, std::int64_t first, std::int64_t end) {
    list.setRoles({.centres = centres, .firstListed = first, .endListed = end});
    list.find(position, nullptr);
    return list.potential();
  };
  EXPECT_EQ(50U * 49U, potential(50, 0, 50));
  EXPECT_EQ(0U, potential(0, 0, 50));
  EXPECT_EQ(20U * 30U, potential(20, 20, 50)) << "two sets";
  EXPECT_EQ(20U * 39U, potential(20, 0, 40)) << "places without a point";
}

}  // namespace
}  // namespace gpubuck::pairs
