#include "bench/fixtures.h"

#include <fmt/format.h>

#include <cmath>
#include <glm/common.hpp>
#include <vector>

#include "sort/bitonic_sort.h"

namespace gpubuck::bench {
namespace {

cells::CellGrid gridFor(const SearchChoice& choice, double side) {
  // The edge of the cells is given as the radius of the grid, since the grid makes its cells as
  // long as its radius requires. The radius of the search itself is a constant of the shader.
  const double radius = choice.edge;
  const double edge = cells::leastEdge(choice.method, radius);
  cells::Box box;
  box.size = glm::dvec3(std::ceil(side / edge) * edge);
  box.boundary.fill(cells::Boundary::Reflecting);
  return cells::makeCellGrid(box, radius, choice.method);
}

texel::MapPassInfo walkInfo(const char* shader, const cells::CellGrid& grid, const char* walk,
                            bool allCells) {
  std::string prologue = cells::gridPrologue(grid);
  // Replaces kReachSquared of gridPrologue(), since gridPrologue() assumes that the radius of the
  // grid is the search radius. cells/cell_grid.cpp explains the margin.
  const double reach = allCells ? 1e15 : 1.0 + 0x1p-20 * grid.box.size.x;
  prologue += fmt::format("#define kReachSquared {:.9e}\n", reach * reach);
  prologue += walk;
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

/// Averages per point.
struct NeighbourCounts {
  double neighbours = 0.0;  ///< number of neighbours within the search radius
  double candidates = 0.0;  ///< number of points in the visited cells
};

NeighbourCounts meanOf(const texel::UInt4Array& counts) {
  NeighbourCounts mean;
  for (const glm::uvec4& count : counts.download()) {
    mean.neighbours += count.x;
    mean.candidates += count.y;
  }
  const auto points = static_cast<double>(counts.count());
  return {mean.neighbours / points, mean.candidates / points};
}

}  // namespace

SortFixture::SortFixture(const texel::DeviceOptions& device, const SortChoice& choice,
                         std::span<const std::uint32_t> bucketOf, std::int64_t buckets,
                         std::span<const std::uint32_t> moved)
    : Fixture(device), choice_(choice), mapping_(device_, "mapping", bucketOf), buckets_(buckets) {
  const std::int64_t elements = mapping_.count();
  sort::Settings& settings = choice_.settings;
  settings.algorithm = sort::resolve(settings.algorithm, device_.engine());
  if (!moved.empty()) moved_.emplace(device_, "mapping (moved)", moved);
  sort_ = choice_.stagesPerPass > 0 ? std::make_unique<sort::BitonicSort>(
                                          device_, elements, buckets, choice_.stagesPerPass)
                                    : sort::makeSort(device_, settings, elements, buckets);
  sort_->sort(mapping_);
  memory_ = memorySinceBegin();
}

Job SortFixture::sortJob() {
  return job([this] { sort_->sort(mapping_); });
}

Job SortFixture::resortJob() {
  return job([this] {
    sort_->resort(isMoved_ ? *moved_ : mapping_, isMoved_ ? mapping_ : *moved_);
    isMoved_ = !isMoved_;
  });
}

void SortFixture::describe(Row& row) const {
  const sort::Settings& settings = choice_.settings;
  row.algorithm = sort::nameOf(settings.algorithm);
  row.n = mapping_.count();
  row.perCell = static_cast<double>(row.n) / static_cast<double>(buckets_);
  row.memory = memory_;
  if (const sort::Statistics* const statistics = sort_->statistics()) {
    row.more["partition"] = nameOf(sort::kPartitionNames, settings.partition);
    row.more["sub_buffers"] = settings.subBuffers;
    row.more["iterations"] = statistics->iterations;
    row.more["points_drawn"] = statistics->pointsDrawn;
    row.more["moved"] = statistics->moved;
  }
  if (choice_.stagesPerPass > 0) row.more["stages_per_pass"] = choice_.stagesPerPass;
}

std::string searchWord(const SearchChoice& choice) {
  const bool isStandard = choice.method == cells::Method{} && (choice.allCells || choice.edge > 1);
  return isStandard ? fmt::format("standard={}", choice.edge) : cells::methodWord(choice.method);
}

OctantCases octantCasesOf(std::span<const glm::vec4> positions, const cells::CellGrid& grid) {
  const glm::vec3 cellsPerLength(glm::dvec3(grid.cells) / grid.box.size);
  OctantCases cases;
  for (const glm::vec4& position : positions) {
    const glm::vec3 cells = glm::vec3(position) * cellsPerLength;
    const glm::vec3 home = glm::min(glm::floor(cells), glm::vec3(grid.cells - 1));
    const glm::vec3 inCell = cells - home;
    const int planes = int{inCell.x == 0.5F} + int{inCell.y == 0.5F} + int{inCell.z == 0.5F};
    ++(planes == 0 ? cases.general : planes < 3 ? cases.secant : cases.central);
  }
  return cases;
}

SearchFixture::SearchFixture(const texel::DeviceOptions& device, sort::Algorithm algorithm,
                             const SearchChoice& choice, const SearchedPoints& points)
    : Fixture(device),
      choice_(choice),
      algorithm_(sort::resolve(algorithm, device_.engine())),
      cells_(device_, gridFor(choice, 1.0 / points.radius), {.algorithm = algorithm_},
             std::ssize(points.points)),
      countNeighbours_(device_,
                       walkInfo("bench/count_neighbours", cells_.grid(),
                                cells::searchPrologue(cells_.resultKind()), choice.allCells)),
      countInNextCells_(device_,
                        walkInfo("bench/count_in_next_cells", cells_.grid(),
                                 cells::walkPrologue(cells_.resultKind()), choice.allCells)),
      position_(device_, "points", inRadii(points)),
      counts_(device_, "neighbour counts", std::ssize(points.points)) {
  memory_ = memorySinceBegin();
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
  return job([this] { sort(); });
}

Job SearchFixture::walkJob() {
  return job([this] { walk(countNeighbours_); });
}

Job SearchFixture::searchJob() {
  return job([this] {
    sort();
    walk(countNeighbours_);
  });
}

Job SearchFixture::walkAlongJob(int axes) {
  return job([this, axes] {
    countInNextCells_.set("u_axes", axes);
    walk(countInNextCells_);
  });
}

void SearchFixture::describe(Row& row) const {
  const auto points = static_cast<double>(position_.count());
  row.algorithm = sort::nameOf(algorithm_);
  row.n = position_.count();
  row.perCell = points / static_cast<double>(cells_.grid().count());
  row.memory = memory_;
  const NeighbourCounts mean = meanOf(counts_);
  row.more["method"] = searchWord(choice_);
  row.more["cells"] = choice_.allCells ? "all" : "in reach";
  row.more["neighbours"] = mean.neighbours;
  row.more["candidates"] = mean.candidates;
  if (choice_.method.kind != cells::Method::Kind::Octant) return;
  const OctantCases cases = octantCasesOf(position_.download(), cells_.grid());
  row.more["general"] = cases.general;
  row.more["secant"] = cases.secant;
  row.more["central"] = cases.central;
}

}  // namespace gpubuck::bench
