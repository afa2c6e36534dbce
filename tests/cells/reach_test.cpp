// The shader's reach along an axis, at positions where rounding could hide a neighbour.
#include <fmt/format.h>

#include <cmath>

#include "cells/cell_grid.h"
#include "support/gpu_test.h"
#include "support/property.h"
#include "support/shader_folder.h"

namespace gpubuck::cells {
namespace {

/// Writes for each position its cell, and the first and the last cell searched along x. This shader
/// uses the functions of the search itself.
constexpr const char* kReach = R"(
#include "cells/reach.glsl"
#include "texel/layout.glsl"
uniform sampler2D u_position;
void run(int i) {
  vec3 position = texelFetch(u_position, texelOf(i), 0).xyz;
  ivec3 home = cellCoordinates(position);
  float inCell = position.x * kCellsPerLength.x - float(home.x);
  ivec2 reach = offsets(inCell, kOverlap.x);
  while (!isInReach(0.0, inCell * kCellEdge.x, reach.x)) ++reach.x;
  while (!isInReach(0.0, inCell * kCellEdge.x, reach.y)) --reach.y;
  o_reach = uvec4(home.x, home.x + reach.x, home.x + reach.y, 0);
}
)";

/// Writes the first and the last cell to visit, for the place x within a cell and the overlap y.
/// Both are counted from the cell of the place, plus 8, so that they are never negative.
constexpr const char* kOffsets = R"(
#include "cells/reach.glsl"
#include "texel/layout.glsl"
uniform sampler2D u_place;
void run(int i) {
  vec4 place = texelFetch(u_place, texelOf(i), 0);
  ivec2 reach = offsets(place.x, place.y);
  o_reach = uvec4(uint(reach.x + 8), uint(reach.y + 8), 0u, 0u);
}
)";

struct Reach {
  int cell, first, last;
};

/// Pairs of places just within the radius of each other, also across a periodic side. At some
/// places along the axis, a method begins to search a further cell. The first place of each pair is
/// within a few floats of such a place.
struct Places {
  std::vector<float> first, second;
  std::vector<bool> across;
};

Places placesAtTheRadius(const CellGrid& grid) {
  Places places;
  const double length = grid.box.size.x;
  const int faces = grid.method.kind == Method::Kind::Octant ? 2 * grid.cells.x : grid.cells.x;
  const int stride = std::max(1, faces / 300);
  for (int face = 0; face < faces; face += stride) {
    for (int ulps = -3; ulps <= 3; ++ulps) {
      auto x = static_cast<float>(face * length / faces);
      for (int k = 0; k < std::abs(ulps); ++k) {
        x = std::nextafter(x, ulps < 0 ? -1.0f : 2.0f * x + 1.0f);
      }
      x = std::clamp(x, 0.0f, static_cast<float>(length));
      const double end = static_cast<double>(x) + grid.radius;
      const double around = end > length ? length : 0.0;
      auto y = static_cast<float>(end - around);
      const auto distance = [&] {
        return static_cast<double>(y) + around - static_cast<double>(x);
      };
      while (y > 0.0f && distance() >= grid.radius) y = std::nextafter(y, -1.0f);
      if (distance() >= grid.radius) continue;
      places.first.push_back(x);
      places.second.push_back(y);
      places.across.push_back(around > 0.0);
    }
  }
  return places;
}

class ReachTest : public test::EngineTest {
 protected:
  ReachTest() {
    folder_.write("test/reach.glsl", kReach);
    folder_.write("test/offsets.glsl", kOffsets);
  }

  std::vector<Reach> reachOf(const CellGrid& grid, const std::vector<float>& x) {
    const auto count = static_cast<std::int64_t>(x.size());
    std::vector<glm::vec4> positions;
    for (const float each : x) positions.emplace_back(each, 0.5f, 0.0f, 0.0f);
    const texel::Vec4Array position(device_, "position", positions);
    texel::UInt4Array reach(device_, "reach", count);
    test::fillWithSentinel(reach);
    texel::MapPass pass(device_, {.name = "test/reach",
                                  .outputs = {{"o_reach", texel::Format::UInt4}},
                                  .prologue = gridPrologue(grid)});
    pass.run(count, {{"u_position", position}}, {{"o_reach", reach}});
    std::vector<Reach> result;
    for (const glm::uvec4& texel : reach.download()) {
      const glm::ivec4 of(texel);
      result.push_back({of.x, of.y, of.z});
    }
    return result;
  }

  test::ShaderFolder folder_;
  texel::Device device_ = test::makeDevice(GetParam(), 0, folder_.library());
};
INSTANTIATE_TEST_SUITE_P(Engines, ReachTest, ::testing::ValuesIn(test::testedEngines()),
                         test::engineName);

TEST_P(ReachTest, OverlapOnEitherSide_AddsTheCellBeyondIt) {
  struct Case {
    const char* method;
    float inCell, overlap;
    int first, last;
  };
  const std::vector<Case> cases{{"cells-per-cutoff=2", 0.5F, 0.25F, -2, 2},
                                {"cells-per-cutoff=2", 0.1F, 0.25F, -3, 2},
                                {"cells-per-cutoff=2", 0.9F, 0.25F, -2, 3},
                                {"cells-per-cutoff=2", 0.0F, 0.0F, -2, 2},
                                {"cells-per-cutoff=2", 1.0F, 0.0F, -2, 2},
                                {"cells27", 0.1F, 0.25F, -2, 1},
                                {"cells27", 0.9F, 0.25F, -1, 2},
                                {"octant=2", 0.2F, 0.25F, -1, 0},
                                {"octant=2", 0.4F, 0.25F, -1, 1},
                                {"octant=2", 0.6F, 0.25F, -1, 1},
                                {"octant=2", 0.8F, 0.25F, 0, 1},
                                {"octant=2", 0.4F, 0.0F, -1, 0},
                                {"octant=2", 0.6F, 0.0F, 0, 1}};
  for (const Case& each : cases) {
    SCOPED_TRACE(fmt::format("{} {} {}", each.method, each.inCell, each.overlap));
    const CellGrid grid = makeCellGrid({{16.0, 16.0, 16.0}}, 1.0, parseMethod(each.method).value());
    const std::vector<glm::vec4> asked{{each.inCell, each.overlap, 0.0F, 0.0F}};
    const texel::Vec4Array place(device_, "place", asked);
    texel::UInt4Array reach(device_, "reach", 1);
    texel::MapPass pass(device_, {.name = "test/offsets",
                                  .outputs = {{"o_reach", texel::Format::UInt4}},
                                  .prologue = gridPrologue(grid)});
    pass.run(1, {{"u_place", place}}, {{"o_reach", reach}});
    const glm::ivec4 found(reach.download().at(0));
    EXPECT_EQ(found.x - 8, each.first);
    EXPECT_EQ(found.y - 8, each.last);
  }
}

TEST_P(ReachTest, RoundingHidesNoNeighbour) {
  for (const char* word : {"cells27", "cells-per-cutoff=2", "cells-per-cutoff=3",
                           "cells-per-cutoff=4", "octant=2", "octant=2.52"}) {
    const Method method = parseMethod(word).value();
    // In searches by octants, which are halves of cells, rounding would hide a neighbour less
    // often, so more cases are tried.
    const int cases = method.kind == Method::Kind::Octant ? 20 : 3;
    test::expectProperty(cases, [&] {
      const double radius = *rc::gen::inRange(1, 3000) / 1000.0;
      // Half of the boxes are a whole number of cells long.
      const double edges = *rc::gen::inRange(leastPeriodicCells(method), 1000);
      const double more = *rc::gen::inRange(0, 2) * 1e-3 * *rc::gen::inRange(0, 1000);
      Box box{{(edges + more) * leastEdge(method, radius), 1.0, 1.0}};
      box.boundary[1] = Boundary::Reflecting;
      box.dimensions = 2;
      const CellGrid grid = makeCellGrid(box, radius, method);
      const Places places = placesAtTheRadius(grid);
      RC_ASSERT(places.first.size() > 5u);
      const std::vector<Reach> first = reachOf(grid, places.first);
      const std::vector<Reach> second = reachOf(grid, places.second);
      for (std::size_t k = 0; k < first.size(); ++k) {
        const int shift = places.across[k] ? grid.cells.x : 0;
        RC_ASSERT(second[k].cell + shift <= first[k].last);
        RC_ASSERT(first[k].cell >= second[k].first + shift);
      }
    });
  }
}

}  // namespace
}  // namespace gpubuck::cells
