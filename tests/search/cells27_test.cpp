// The 27-cell neighbourhood against all pairs: every neighbour is visited once, as its nearest
// image.
#include <fmt/format.h>

#include <glm/geometric.hpp>
#include <random>

#include "base/id.h"
#include "reference/geometry.h"
#include "search/cell_grid.h"
#include "sort/list_sort.h"
#include "support/gpu_test.h"
#include "support/shader_folder.h"

namespace gpubuck::search {
namespace {

constexpr const char* kBody = "test/count_neighbours";

/// Coordinates are whole multiples of this. Their differences, and near the radius the squares of
/// those and their sum, then are floats, so that the GPU's distance is exact and falls on the same
/// side of the radius as double's.
constexpr double kGrain = 0x1p-10;

/// What tests/search/shaders/count_neighbours.glsl adds for one particle.
glm::uvec4 summand(std::size_t j) {
  std::uint32_t hash = static_cast<std::uint32_t>(j) * 2654435761u;
  hash = (hash ^ (hash >> 15)) * 2246822519u;
  return {1u, static_cast<std::uint32_t>(j), hash, 0u};
}

/// Whether cell b is cell a or next to it, and reaches into the search sphere around a position in
/// a, with the shader's margin of 1e-4 on the square.
bool mayHoldNeighbours(const CellGrid& grid, const glm::vec4& position, int a, int b) {
  const auto coordinates = [&](int cell) {
    return glm::ivec3(cell % grid.cells.x, cell / grid.cells.x % grid.cells.y,
                      cell / grid.cells.x / grid.cells.y);
  };
  const glm::ivec3 p = coordinates(a);
  const glm::ivec3 q = coordinates(b);
  double squared = 0.0;
  for (int axis = 0; axis < 3; ++axis) {
    int offset = q[axis] - p[axis];
    if (axis < grid.box.dimensions && grid.box.isPeriodic(axis)) {
      if (offset == grid.cells[axis] - 1) offset = -1;
      if (offset == 1 - grid.cells[axis]) offset = 1;
    }
    if (std::abs(offset) > 1) return false;
    const double inCell = position[axis] - p[axis] * grid.edge[axis];
    const double gap = offset < 0 ? inCell : offset > 0 ? grid.edge[axis] - inCell : 0.0;
    squared += gap * gap;
  }
  return squared <= 1.0001 * grid.radius * grid.radius;
}

/// The neighbourhoods of one box, on the GPU and by all pairs.
class Neighbourhoods {
 public:
  Neighbourhoods(const texel::Device& device, const Box& box, double radius)
      : device_(&device),
        radius_(radius),
        grid_(makeCellGrid(box, radius)),
        assignCells_(device, grid_),
        count_(device, {.name = kBody,
                        .inputs = {"u_head", "u_next", "u_position"},
                        .outputs = {{"o_visited", texel::Format::UInt4},
                                    {"o_within", texel::Format::UInt4}},
                        .prologue = gridPrologue(grid_)}) {
    count_.program().set("u_radius", static_cast<float>(radius));
  }

  /// Expects what the GPU visited to be the particles of the cells in reach, and what it found near
  /// to be those nearer than the radius, each once. Returns the number of neighbours.
  std::int64_t check(const std::vector<glm::vec4>& position) {
    const auto count = static_cast<std::int64_t>(position.size());
    texel::Array positions(*device_, "position", texel::Format::Vec4, count);
    texel::Array mapping(*device_, "mapping", texel::Format::Id, count);
    texel::Array visited(*device_, "visited", texel::Format::UInt4, count);
    texel::Array within(*device_, "within", texel::Format::UInt4, count);
    sort::BucketLists lists(*device_, count, grid_.count());
    positions.upload(position);
    assignCells_.run(positions, mapping);
    sort::makeListSort(*device_, {}, count, grid_.count())->sort(mapping, lists);
    count_.run(count, {&lists.head, &lists.next, &positions}, {&visited, &within});

    // A cell by the GPU's own rounding; tests/search/assign_cells_test.cpp checks those.
    const std::vector<texel::IdTexel> cells = mapping.downloadIds();
    std::vector<glm::uvec4> candidates(position.size(), glm::uvec4(0u));
    std::vector<glm::uvec4> near(position.size(), glm::uvec4(0u));
    std::int64_t neighbours = 0;
    for (std::size_t i = 0; i < position.size(); ++i) {
      for (std::size_t j = 0; j < position.size(); ++j) {
        if (i == j) continue;
        if (mayHoldNeighbours(grid_, position[i], static_cast<int>(cells[i] & kNullId),
                              static_cast<int>(cells[j] & kNullId))) {
          candidates[i] += summand(j);
        }
        const glm::dvec3 d =
            reference::nearestImage(grid_.box, glm::dvec3(position[i]), glm::dvec3(position[j]));
        if (glm::dot(d, d) >= radius_ * radius_) continue;
        near[i] += summand(j);
        ++neighbours;
      }
    }
    test::expectSameTexels(candidates, visited.downloadUInt4());
    test::expectSameTexels(near, within.downloadUInt4());
    return neighbours;
  }

 private:
  const texel::Device* device_;
  double radius_;
  CellGrid grid_;
  AssignCells assignCells_;
  texel::MapPass count_;
};

class Cells27Test : public test::EngineTest {
 private:
  texel::Device makeDevice() const {
    folder_.write(std::string(kBody) + ".glsl",
                  test::readFile(GPUBUCK_SOURCE_DIR "/tests/search/shaders/count_neighbours.glsl"));
    return test::makeDevice(GetParam(), test::kTestTextureWidth, folder_.library());
  }

  test::ShaderFolder folder_;

 protected:
  texel::Device device_ = makeDevice();
};
INSTANTIATE_TEST_SUITE_P(Engines, Cells27Test, ::testing::ValuesIn(test::testedEngines()),
                         test::engineName);

/// Random points of the box, faces included.
std::vector<glm::vec4> randomPoints(const Box& box, std::size_t count) {
  std::mt19937 random(3);
  std::vector<glm::vec4> result(count, glm::vec4(0.0f));
  for (glm::vec4& r : result) {
    for (int axis = 0; axis < box.dimensions; ++axis) {
      std::uniform_int_distribution<int> place(0, static_cast<int>(box.size[axis] / kGrain));
      r[axis] = static_cast<float>(place(random) * kGrain);
    }
  }
  return result;
}

/// All points with this spacing, those on every face of the box included.
std::vector<glm::vec4> latticePoints(const Box& box, double spacing) {
  std::vector<glm::vec4> result;
  const double zEnd = box.dimensions == 3 ? box.size.z : 0.0;
  for (double z = 0.0; z <= zEnd; z += spacing) {
    for (double y = 0.0; y <= box.size.y; y += spacing) {
      for (double x = 0.0; x <= box.size.x; x += spacing) result.emplace_back(x, y, z, 0.0);
    }
  }
  return result;
}

/// Every combination of periodic and reflecting sides along the first `dimensions` axes.
std::vector<std::array<Boundary, 3>> boundaries(int dimensions) {
  std::vector<std::array<Boundary, 3>> result;
  for (int bits = 0; bits < 1 << dimensions; ++bits) {
    std::array<Boundary, 3> boundary{};
    for (int axis = 0; axis < 3; ++axis) {
      boundary[static_cast<std::size_t>(axis)] =
          (bits >> axis & 1) != 0 ? Boundary::Reflecting : Boundary::Periodic;
    }
    result.push_back(boundary);
  }
  return result;
}

std::string describe(const Box& box) {
  std::string sides;
  for (int axis = 0; axis < box.dimensions; ++axis) {
    sides += fmt::format(" {} {}", box.size[axis], box.isPeriodic(axis) ? "periodic" : "walls");
  }
  return sides;
}

TEST_P(Cells27Test, ThreeDimensions) {
  // Three cells a side; more and of other edges than the radius.
  for (const glm::dvec3& size : {glm::dvec3(3.0), glm::dvec3(4.5, 3.0, 6.25)}) {
    for (const auto& boundary : boundaries(3)) {
      const Box box{size, boundary, 3};
      SCOPED_TRACE(describe(box));
      Neighbourhoods neighbourhoods(device_, box, 1.0);
      EXPECT_GT(neighbourhoods.check(randomPoints(box, 250)), 1000);
      EXPECT_GT(neighbourhoods.check(latticePoints(box, 0.75)), 100);
    }
  }
}

TEST_P(Cells27Test, TwoDimensions) {
  for (const glm::dvec3& size : {glm::dvec3(3.0, 3.0, 1.0), glm::dvec3(3.75, 7.0, 1.0)}) {
    for (const auto& boundary : boundaries(2)) {
      for (const Boundary alongZ : {Boundary::Periodic, Boundary::Reflecting}) {
        Box box{size, boundary, 2};
        box.boundary[2] = alongZ;
        SCOPED_TRACE(describe(box));
        Neighbourhoods neighbourhoods(device_, box, 1.0);
        EXPECT_GT(neighbourhoods.check(randomPoints(box, 150)), 1000);
        EXPECT_GT(neighbourhoods.check(latticePoints(box, 0.25)), 1000);
      }
    }
  }
}

// Pairs at exactly the radius are no neighbours; on this lattice there are many, in all directions.
TEST_P(Cells27Test, PointsOnEveryFaceOfTheCells) {
  for (const auto& boundary : boundaries(3)) {
    const Box box{glm::dvec3(3.0, 4.0, 3.0), boundary, 3};
    SCOPED_TRACE(describe(box));
    EXPECT_GT(Neighbourhoods(device_, box, 1.0).check(latticePoints(box, 0.5)), 1000);
  }
}

// One or two cells are enough between walls.
TEST_P(Cells27Test, ShortSidesBetweenWalls) {
  for (const auto& boundary : boundaries(3)) {
    Box box{glm::dvec3(0.75, 1.5, 2.0), boundary, 3};
    for (int axis = 0; axis < 3; ++axis) {
      if (box.isPeriodic(axis)) box.size[axis] = 3.75;
    }
    SCOPED_TRACE(describe(box));
    EXPECT_GT(Neighbourhoods(device_, box, 1.0).check(randomPoints(box, 120)), 500);
  }
}

TEST_P(Cells27Test, OtherRadii) {
  for (const double radius : {0.5, 1.25, 2.5}) {
    for (const auto& boundary : {boundaries(3).front(), boundaries(3).back()}) {
      const Box box{glm::dvec3(7.5, 8.0, 9.5), boundary, 3};
      SCOPED_TRACE(fmt::format("radius {},{}", radius, describe(box)));
      EXPECT_GT(Neighbourhoods(device_, box, radius).check(randomPoints(box, 400)), 100);
    }
  }
}

TEST_P(Cells27Test, FewParticles) {
  const Box box{glm::dvec3(3.0), boundaries(3).front(), 3};
  Neighbourhoods neighbourhoods(device_, box, 1.0);
  EXPECT_EQ(neighbourhoods.check({}), 0);
  EXPECT_EQ(neighbourhoods.check({{0.0f, 0.0f, 0.0f, 0.0f}}), 0);
  // Opposite corners are neighbours across three sides; at the same place, too.
  EXPECT_EQ(neighbourhoods.check({{0.0f, 0.0f, 0.0f, 0.0f}, {2.75f, 2.75f, 2.75f, 0.0f}}), 2);
  EXPECT_EQ(neighbourhoods.check({{1.5f, 1.5f, 1.5f, 0.0f}, {1.5f, 1.5f, 1.5f, 0.0f}}), 2);
  // Far apart.
  EXPECT_EQ(neighbourhoods.check({{0.0f, 0.0f, 0.0f, 0.0f}, {1.5f, 1.5f, 1.5f, 0.0f}}), 0);
}

}  // namespace
}  // namespace gpubuck::search
