// Points that land on texels: the point that stays, the number counted, and the order in which they
// are drawn.
#include "texel/scatter_pass.h"

#include <numeric>
#include <random>

#include "base/error.h"
#include "support/errors.h"
#include "support/gpu_test.h"
#include "support/shader_folder.h"

namespace gpubuck::texel {
namespace {

using test::expectSameTexels;

constexpr IdTexel kOutside = 0xFFFFFFu;  ///< the cell of an element that must not be drawn

class ScatterPassTest : public test::GpuTest {
 protected:
  ScatterPassTest() {
    folder_.write("test/scatter.vert",
                  "#include \"texel/id.glsl\"\n"
                  "#include \"texel/point.glsl\"\n"
                  "#ifdef CELL_ATTRIBUTE\n"
                  "layout(location = 0) in uvec4 a_cell;\n"
                  "int cellOf(int i) { return int(a_cell.r | a_cell.g << 8 | a_cell.b << 16); }\n"
                  "#else\n"
                  "uniform sampler2D u_cells;\n"
                  "int cellOf(int i) { return fetchId(u_cells, i); }\n"
                  "#endif\n"
                  "void main() {\n"
                  "  int cell = cellOf(gl_VertexID);\n"
                  "  if (cell == kNull) drawNoPoint();\n"
                  "  else drawPointOn(cell, encodeId(gl_VertexID, 1.0));\n"
                  "}\n");
  }

  Device device(int width = test::kTestTextureWidth) const {
    return test::makeDevice(Engine::Paper, width, folder_.library());
  }

  static ScatterPass byTexture(const Device& device) { return ScatterPass(device, "test/scatter"); }

  static IdArray sentinelTarget(const Device& device, std::int64_t count) {
    IdArray target(device, "target", count);
    test::fillWithSentinel(target);
    return target;
  }

  /// Returns the contents of a target that held sentinels before the elements were drawn in this
  /// order.
  static std::vector<IdTexel> drawn(const std::vector<std::uint32_t>& elements,
                                    const std::vector<IdTexel>& cells, std::size_t targets) {
    std::vector<IdTexel> result(targets, test::idSentinel());
    for (const std::uint32_t i : elements) {
      if (cells[i] != kOutside) result[cells[i]] = i | 0xFF000000u;
    }
    return result;
  }

  static std::vector<IdTexel> randomCells(std::size_t count, std::uint32_t cells) {
    std::mt19937 random(6);
    std::vector<IdTexel> result(count);
    for (IdTexel& cell : result) cell = static_cast<IdTexel>(random() % cells);
    return result;
  }

  static std::vector<std::uint32_t> range(std::uint32_t first, std::uint32_t end) {
    std::vector<std::uint32_t> result(end - first);
    std::iota(result.begin(), result.end(), first);
    return result;
  }

  test::ShaderFolder folder_;
};

TEST_F(ScatterPassTest, LastPointOnATexel_IsKept) {
  const Device device = this->device();
  ScatterPass scatter = byTexture(device);
  for (const std::uint32_t targets : {1u, 5u, 100u, 3'000u}) {
    const std::vector<IdTexel> cells = randomCells(2'000, targets);
    const IdArray cellArray(device, "cells", cells);
    IdArray target = sentinelTarget(device, targets);
    const PointBatch all[] = {{0, 2'000, nullptr}};
    scatter.run({all}, {{"u_cells", cellArray}}, target);
    expectSameTexels(drawn(range(0, 2'000), cells, targets), target.download());
    if (targets % 64 != 0) test::expectSentinelFrom(target, targets);
  }
}

TEST_F(ScatterPassTest, Batches_AreDrawnInOrder) {
  const Device device = this->device();
  ScatterPass scatter = byTexture(device);
  const std::vector<IdTexel> cells = randomCells(1'000, 70);
  const IdArray cellArray(device, "cells", cells);
  IdArray target = sentinelTarget(device, 70);
  const PointBatch batches[] = {{600, 400, nullptr}, {0, 300, nullptr}};
  scatter.run({batches}, {{"u_cells", cellArray}}, target);
  std::vector<std::uint32_t> order = range(600, 1'000);
  const std::vector<std::uint32_t> second = range(0, 300);
  order.insert(order.end(), second.begin(), second.end());
  expectSameTexels(drawn(order, cells, 70), target.download());
}

TEST_F(ScatterPassTest, Queries_CountTheDrawnPoints) {
  const Device device = this->device();
  ScatterPass scatter = byTexture(device);
  std::vector<IdTexel> cells = randomCells(1'000, 10);
  for (std::size_t i = 0; i < cells.size(); i += 4) cells[i] = kOutside;
  const IdArray cellArray(device, "cells", cells);
  IdArray target = sentinelTarget(device, 10);
  const gl::Query first = test::makeSampleQuery();
  const gl::Query empty = test::makeSampleQuery();
  const gl::Query second = test::makeSampleQuery();
  const PointBatch batches[] = {{0, 400, &first}, {400, 0, &empty}, {400, 200, &second}};
  scatter.run({batches}, {{"u_cells", cellArray}}, target);
  EXPECT_EQ(first.result(), test::asTold(300u));
  EXPECT_EQ(empty.result(), 0u);
  EXPECT_EQ(second.result(), test::asTold(150u));
}

TEST_F(ScatterPassTest, PointsOutsideTheClipVolume_WriteNothing) {
  const Device device = this->device();
  const IdArray cells(device, "cells", std::vector<IdTexel>(100, kOutside));
  IdArray target = sentinelTarget(device, 100);
  const gl::Query query = test::makeSampleQuery();
  const PointBatch all[] = {{0, 100, &query}};
  byTexture(device).run({all}, {{"u_cells", cells}}, target);
  EXPECT_EQ(query.result(), 0u);
  test::expectSentinelFrom(target, 0);
}

TEST_F(ScatterPassTest, AttributeBufferAndTexture_GiveTheSame) {
  const Device device = this->device();
  const std::vector<IdTexel> cells = randomCells(1'000, 70'000);
  const IdArray cellArray(device, "cells", cells);
  const gl::Buffer copy("cells", std::size_t{16} * 64 * 4, nullptr, GL_STREAM_COPY);
  cellArray.copyTo(copy);
  ScatterPass scatter(device, "test/scatter", "#define CELL_ATTRIBUTE\n");
  IdArray target = sentinelTarget(device, 70'000);
  const PointBatch all[] = {{0, 1'000, nullptr}};
  scatter.run({all, &copy}, {}, target);
  expectSameTexels(drawn(range(0, 1'000), cells, 70'000), target.download());
}

TEST_F(ScatterPassTest, WrongArguments_AreRefused) {
  const Device device = this->device();
  ScatterPass scatter = byTexture(device);
  IdArray cells(device, "cells", std::vector<IdTexel>{0, 1});
  const UInt4Array uints(device, "uints", 2);
  IdArray target = sentinelTarget(device, 2);
  const auto error = [&](const PointBatch& batch, const std::vector<Input>& inputs, IdArray& into) {
    return test::messageOf<RunError>([&] { scatter.run({{&batch, 1}}, inputs, into); });
  };
  const PointBatch all{0, 2, nullptr};
  EXPECT_TRUE(test::names(error(all, {}, target), {"pass test/scatter", "u_cells", "bound"}));
  EXPECT_TRUE(test::names(error(all, {{"u_cells", uints}}, target),
                          {"pass test/scatter", "uints", "u_cells"}));
  EXPECT_TRUE(test::names(error(all, {{"u_cells", cells}}, cells),
                          {"pass test/scatter", "cells", "read and written"}));
  EXPECT_TRUE(test::names(error({-1, 2, nullptr}, {{"u_cells", cells}}, target),
                          {"pass test/scatter", "2 elements", "element -1"}));
  test::expectSentinelFrom(target, 0);
}

// Positions are computed in floats. Each of a million elements is sent to a texel of its own, on
// rows of 64 and of the default width. A point that misses its texel is thus revealed.
TEST_F(ScatterPassTest, EveryTexelOfAMillion_IsHit) {
  constexpr std::uint32_t kCount = 1'000'000;
  for (const int width : {64, 0}) {
    const Device device = this->device(width);
    ScatterPass scatter = byTexture(device);
    std::vector<IdTexel> cells(kCount);
    for (std::uint32_t i = 0; i < kCount; ++i) {
      cells[i] = static_cast<IdTexel>(std::uint64_t{i} * 7'919 % kCount);  // prime: a permutation
    }
    const IdArray cellArray(device, "cells", cells);
    IdArray target = sentinelTarget(device, kCount);
    const PointBatch all[] = {{0, kCount, nullptr}};
    scatter.run({all}, {{"u_cells", cellArray}}, target);
    expectSameTexels(drawn(range(0, kCount), cells, kCount), target.download(),
                     device.textureWidth());
  }
}

}  // namespace
}  // namespace gpubuck::texel
