// One search of one set of points, ready to be timed.
#pragma once

#include <cstdint>
#include <glm/vec3.hpp>
#include <span>
#include <string>

#include "bench/benchmark.h"
#include "bench/report.h"
#include "search/cell_index.h"
#include "texel/array.h"
#include "texel/device.h"

namespace gpubuck::bench {

/// Which cells are searched.
struct SearchChoice {
  search::Method method{};
  /// Of the 27-cell search: the edge of a cell in search radii, 1 or more.
  double edge = 1.0;
  /// All 27 or 8 cells, as the paper of the octant search visits them; else only those that reach
  /// into the search sphere.
  bool allCells = false;
};

/// "standard=2": 27 cells of an edge of two radii; else the method's own word.
std::string searchWord(const SearchChoice& choice);

/// Points in the unit cube and how far they look.
struct SearchedPoints {
  std::span<const glm::dvec3> points;
  double radius = 1.0;  ///< <= 1
};

/// Counts the neighbours of every point, and those looked at. The cells cover the cube from one
/// corner; at the far sides they may stand out.
class SearchFixture {
 public:
  /// Makes its own device. `algorithm` decides whether lists or ranges are walked. Throws
  /// InputError for more cells than ids can name.
  SearchFixture(const texel::DeviceOptions& device, sort::Algorithm algorithm,
                const SearchChoice& choice, const SearchedPoints& points);
  /// Passes keep the address of the device.
  SearchFixture(const SearchFixture&) = delete;
  SearchFixture& operator=(const SearchFixture&) = delete;

  /// Finds the cells of the points and sorts them.
  Job sortJob();
  /// Walks the cells that the last sort has made.
  Job walkJob();
  /// Both.
  Job searchJob();
  /// Walks only a point's own cell and the next ones along some axes: bit 0 for x, 1 for y, 2 for
  /// z.
  Job walkAlongJob(int axes);

  /// A row that says what this is, with `neighbours` and `candidates` of a point on average, of the
  /// walk that ran last. Waits for the GPU.
  Row describe(const std::string& benchmark, const Measured& measured) const;

 private:
  void sort();
  void walk(texel::MapPass& pass);

  texel::Device device_;
  SearchChoice choice_;
  sort::Algorithm algorithm_;
  std::int64_t bytesBefore_;  ///< first, so that all members below count
  search::CellIndex cells_;
  texel::MapPass countNeighbours_;
  texel::MapPass countInNextCells_;
  texel::Vec4Array position_;
  texel::UInt4Array counts_;
  std::int64_t memory_ = 0;
};

}  // namespace gpubuck::bench
