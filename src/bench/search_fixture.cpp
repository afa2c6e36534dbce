#include "bench/search_fixture.h"

#include <fmt/format.h>

#include <cmath>
#include <utility>
#include <vector>

#include "gl/memory.h"
#include "sort/names.h"

namespace gpubuck::bench {
namespace {

search::CellGrid gridFor(const SearchChoice& choice, double side) {
  // The grid of a longer radius has the longer cells; how far points look is the shader's.
  const double radius = choice.edge;
  const double edge = search::leastEdge(choice.method, radius);
  search::Box box;
  box.size = glm::dvec3(std::ceil(side / edge) * edge);
  box.boundary.fill(search::Boundary::Reflecting);
  return search::makeCellGrid(box, radius, choice.method);
}

texel::MapPassInfo walkInfo(const char* shader, const search::CellIndex& cells, bool allCells) {
  const search::CellGrid& grid = cells.grid();
  std::string prologue = search::gridPrologue(grid) + search::walkPrologue(cells.makes());
  // Hides the constant, which is for cells of the radius. The margin is that of the constant
  // (search/cell_grid.cpp).
  const double reach = allCells ? 1e15 : 1.0 + 0x1p-20 * grid.box.size.x;
  prologue += fmt::format("#define kReachSquared {:.9e}\n", reach * reach);
  return {.name = shader,
          .outputs = {{"o_count", texel::Format::UInt4}},
          .prologue = std::move(prologue)};
}

std::vector<glm::vec4> inRadii(const SearchedPoints& searched) {
  std::vector<glm::vec4> positions;
  positions.reserve(searched.points.size());
  for (const glm::dvec3& r : searched.points) positions.emplace_back(r / searched.radius, 0.0);
  return positions;
}

}  // namespace

std::string searchWord(const SearchChoice& choice) {
  const bool isStandard = choice.method == search::Method{} && (choice.allCells || choice.edge > 1);
  return isStandard ? fmt::format("standard={}", choice.edge) : search::methodWord(choice.method);
}

SearchFixture::SearchFixture(const texel::DeviceOptions& device, sort::Algorithm algorithm,
                             const SearchChoice& choice, const SearchedPoints& points)
    : device_(device),
      choice_(choice),
      algorithm_(sort::resolve(algorithm, device_.engine())),
      bytesBefore_(gl::allocatedBytes()),
      cells_(device_, gridFor(choice, 1.0 / points.radius),
             {.algorithm = algorithm_, .partition = sort::Partition::Grouped},
             std::ssize(points.points)),
      countNeighbours_(device_, walkInfo("bench/count_neighbours", cells_, choice.allCells)),
      countInNextCells_(device_, walkInfo("bench/count_in_next_cells", cells_, choice.allCells)),
      position_(device_, "points", inRadii(points)),
      counts_(device_, "neighbour counts", std::ssize(points.points)) {
  memory_ = gl::allocatedBytes() - bytesBefore_;
  sort();
}

void SearchFixture::sort() {
  cells_.reset();
  cells_.sort(position_);
}

void SearchFixture::walk(texel::MapPass& pass) {
  pass.run(position_.count(), cells_.inputs({{"u_position", position_}}), {{"o_count", counts_}});
}

Job SearchFixture::sortJob() {
  return {&device_, [this] { sort(); }};
}

Job SearchFixture::walkJob() {
  return {&device_, [this] { walk(countNeighbours_); }};
}

Job SearchFixture::searchJob() {
  return {&device_, [this] {
            sort();
            walk(countNeighbours_);
          }};
}

Job SearchFixture::walkAlongJob(int axes) {
  return {&device_, [this, axes] {
            countInNextCells_.set("u_axes", axes);
            walk(countInNextCells_);
          }};
}

Row SearchFixture::describe(const std::string& benchmark, const Measured& measured) const {
  const auto points = static_cast<double>(position_.count());
  Row row{.name = benchmark,
          .algorithm = nameOf(sort::kAlgorithmNames, algorithm_),
          .engine = texel::engineName(device_.engine()),
          .n = position_.count(),
          .perCell = points / static_cast<double>(cells_.grid().count()),
          .measured = measured,
          .memory = memory_};
  double neighbours = 0.0;
  double candidates = 0.0;
  for (const glm::uvec4& count : counts_.download()) {
    neighbours += count.x;
    candidates += count.y;
  }
  row.more["method"] = searchWord(choice_);
  row.more["cells"] = choice_.allCells ? "all" : "in reach";
  row.more["neighbours"] = neighbours / points;
  row.more["candidates"] = candidates / points;
  return row;
}

}  // namespace gpubuck::bench
