// The cell of every particle, on the GPU in floats, compared with the same formula in double
// precision.
#include <cmath>
#include <random>

#include "base/id.h"
#include "cells/cell_grid.h"
#include "support/gpu_test.h"

namespace gpubuck::cells {
namespace {

/// The first and the last cell that a particle may be given along one axis. Away from faces, both
/// are the same cell.
struct CellRange {
  int first;
  int last;
};

// The shader multiplies by cells / size. The roundings of this factor and of the product have a
// relative error of at most 2^-24 each. Together they move the result by less than cells * 2^-22.
// This bound is twice the sum of both errors, so that it covers their product, too. If cells / size
// is a float and the product has few digits, the result is exact.
CellRange cellsOf(double coordinate, double size, int cells, double slack) {
  const double place = coordinate * cells / size;
  const auto cell = [&](double p) {
    return static_cast<int>(std::clamp(std::floor(p), 0.0, cells - 1.0));
  };
  return {cell(place - slack), cell(place + slack)};
}

class AssignCellsTest : public test::FilledTest {
 protected:
  /// Assigns cells, and expects each particle in its range of cells. Returns for how many particles
  /// the range has more than one cell.
  int expectCells(const CellGrid& grid, const std::vector<glm::vec4>& position, bool exact) {
    const auto count = static_cast<std::int64_t>(position.size());
    const texel::Vec4Array positions(device_, "position", position);
    texel::IdArray mapping(device_, "mapping", count);
    test::fillWithSentinel(mapping);
    AssignCells assign(device_, grid);
    assign.run(positions, mapping);
    if (count % device_.textureWidth() != 0) test::expectSentinelFrom(mapping, count);

    const std::vector<texel::IdTexel> texels = mapping.download();
    int choices = 0;
    for (std::size_t i = 0; i < texels.size(); ++i) {
      const auto cell = static_cast<int>(texels[i] & kNullId);
      const glm::ivec3 found(cell % grid.cells.x, cell / grid.cells.x % grid.cells.y,
                             cell / grid.cells.x / grid.cells.y);
      bool choice = false;
      for (int axis = 0; axis < 3; ++axis) {
        const int cells = grid.cells[axis];
        const CellRange allowed =
            axis < grid.box.dimensions
                ? cellsOf(static_cast<double>(position[i][axis]), grid.box.size[axis], cells,
                          exact ? 0.0 : cells * 0x1p-22)
                : CellRange{0, 0};
        choice = choice || allowed.first != allowed.last;
        EXPECT_TRUE(found[axis] >= allowed.first && found[axis] <= allowed.last)
            << "particle " << i << " at " << position[i][axis] << " along axis " << axis << " of "
            << grid.box.size[axis] << " is in cell " << found[axis] << " of " << cells;
      }
      choices += choice ? 1 : 0;
    }
    return choices;
  }

  texel::Device device_ = test::makeDevice(GetParam());
};
INSTANTIATE_TEST_SUITE_P(Fillings, AssignCellsTest, ::testing::ValuesIn(test::testedFillings()),
                         test::fillingName);

CellGrid gridOf(const glm::dvec3& size, int dimensions = 3) {
  Box box;
  box.size = size;
  box.dimensions = dimensions;
  return makeCellGrid(box, 1.0);
}

/// Returns random positions inside the box; w is another number, such as a species.
std::vector<glm::vec4> randomPositions(const Box& box, std::size_t count) {
  std::mt19937 random(7);
  std::uniform_real_distribution<double> share(0.0, 1.0);
  std::vector<glm::vec4> result;
  for (std::size_t i = 0; i < count; ++i) {
    glm::vec4 r(0.0f, 0.0f, 0.0f, static_cast<float>(i % 3));
    for (int axis = 0; axis < box.dimensions; ++axis) {
      r[axis] = static_cast<float>(share(random) * box.size[axis]);
    }
    result.push_back(r);
  }
  return result;
}

TEST_P(AssignCellsTest, AnyNumberOfParticles_AgreesWithDouble) {
  const CellGrid grid = gridOf({4.5, 3.0, 7.3});
  for (const std::size_t count : {1, 63, 64, 65, 1000}) {
    EXPECT_LE(expectCells(grid, randomPositions(grid.box, count), false), 1);
  }
  expectCells(grid, {}, false);
}

TEST_P(AssignCellsTest, Cells_AreNumberedXThenYThenZ) {
  const CellGrid grid = gridOf({3.0, 4.0, 5.0});
  std::vector<glm::vec4> position;
  std::vector<texel::IdTexel> expected;
  for (std::uint32_t z = 0; z < 5; ++z) {
    for (std::uint32_t y = 0; y < 4; ++y) {
      for (std::uint32_t x = 0; x < 3; ++x) {
        position.emplace_back(glm::vec3(x, y, z) + 0.5f, 1.0f);
        expected.push_back(static_cast<texel::IdTexel>(expected.size()) | 0xFF000000u);
      }
    }
  }
  const texel::Vec4Array positions(device_, "position", position);
  texel::IdArray mapping(device_, "mapping", 60);
  AssignCells(device_, grid).run(positions, mapping);
  test::expectSameTexels(expected, mapping.download());
}

/// Returns positions on every face of the cells along each axis, the floats next to each face, and
/// both ends of the box.
std::vector<glm::vec4> positionsAtFaces(const CellGrid& grid) {
  std::vector<glm::vec4> result;
  const glm::vec3 middle(grid.box.size * 0.4);
  for (int axis = 0; axis < grid.box.dimensions; ++axis) {
    const auto size = static_cast<float>(grid.box.size[axis]);
    const auto add = [&](float coordinate) {
      if (coordinate < 0.0f || coordinate > size) return;
      glm::vec4 r(middle, 0.0f);
      if (grid.box.dimensions == 2) r.z = 0.0f;
      r[axis] = coordinate;
      result.push_back(r);
    };
    for (int k = 0; k <= grid.cells[axis]; ++k) {
      const auto face = static_cast<float>(k * grid.edge[axis]);
      add(std::nextafter(face, -1.0f));
      add(face);
      add(std::nextafter(face, 2.0f * size));
    }
    add(-0.0f);
    add(std::numeric_limits<float>::min());
    add(size);
  }
  return result;
}

// A side whose length is a whole number has that many cells, so that the factor cells / size is 1
// and nothing is rounded.
TEST_P(AssignCellsTest, FacesOfUnitCells_AreExact) {
  for (const glm::dvec3& size : {glm::dvec3(3.0, 4.0, 5.0), glm::dvec3(16.0, 100.0, 7.0)}) {
    const CellGrid grid = gridOf(size);
    const std::vector<glm::vec4> position = positionsAtFaces(grid);
    ASSERT_GT(position.size(), 36u);
    EXPECT_EQ(expectCells(grid, position, true), 0);
  }
}

TEST_P(AssignCellsTest, FacesOfOtherCells_AreWithinRounding) {
  for (const glm::dvec3& size : {glm::dvec3(3.7, 4.5, 10.1), glm::dvec3(99.99, 12.000001, 3.3)}) {
    const CellGrid grid = gridOf(size);
    const std::vector<glm::vec4> position = positionsAtFaces(grid);
    EXPECT_GT(expectCells(grid, position, false), 10);
  }
}

TEST_P(AssignCellsTest, TwoDimensions_HaveOneLayer) {
  const CellGrid grid = gridOf({6.5, 3.0, 1.0}, 2);
  EXPECT_LE(expectCells(grid, randomPositions(grid.box, 200), false), 1);
  EXPECT_GT(positionsAtFaces(grid).size(), 20u);
  expectCells(grid, positionsAtFaces(grid), false);
}

TEST_P(AssignCellsTest, CellsAbove16Bits) {
  const CellGrid grid = gridOf({255.0, 257.0, 256.0});
  ASSERT_GT(grid.count(), 16'000'000);
  std::vector<glm::vec4> position = randomPositions(grid.box, 500);
  position.emplace_back(255.0f, 257.0f, 256.0f, 0.0f);
  expectCells(grid, position, true);
}

}  // namespace
}  // namespace gpubuck::cells
