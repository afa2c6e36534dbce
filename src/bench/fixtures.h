// One sort or one search, ready to be timed.
#pragma once

#include <cstdint>
#include <functional>
#include <glm/vec3.hpp>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <utility>

#include "bench/bench.h"
#include "cells/cell_index.h"
#include "gl/objects.h"
#include "sort/algorithms.h"
#include "texel/array.h"
#include "texel/device.h"

namespace gpubuck::bench {

/// Work with a device of its own. A fixture cannot be copied, since its passes keep the address of
/// its device.
class Fixture {
 public:
  Fixture(const Fixture&) = delete;
  Fixture& operator=(const Fixture&) = delete;
  virtual ~Fixture() = default;

  /// After the last run, adds the columns that describe the fixture's jobs: algorithm, n, per_cell,
  /// memory and more. Waits for the GPU.
  virtual void describe(Row& row) const = 0;

 protected:
  explicit Fixture(const texel::DeviceOptions& device) : device_(device) {}

  Job job(std::function<void()> run) {
    return {&device_, std::move(run), [this](Row& row) { describe(row); }};
  }
  /// Returns the bytes of GPU memory that the fixture has allocated, without the memory of its
  /// device.
  std::int64_t memorySinceBegin() const { return gl::allocatedBytes() - bytesBefore_; }

  texel::Device device_;

 private:
  std::int64_t bytesBefore_ = gl::allocatedBytes();
};

/// A sort to be compared: its algorithm and settings.
struct SortChoice {
  sort::Settings settings;
  /// Stages of the network per pass of the bitonic sort; 0 for the default.
  int stagesPerPass = 0;
};

/// A sort with the arrays that it reads and writes. It depends on the algorithm whether the sort
/// makes lists or ranges.
class SortFixture : public Fixture {
 public:
  /// Uploads the bucket of each element. `moved`, if it is given, has the buckets after some
  /// elements have moved, so that a re-sort can be timed, too. Throws the errors of the algorithm.
  SortFixture(const texel::DeviceOptions& device, const SortChoice& choice,
              std::span<const std::uint32_t> bucketOf, std::int64_t buckets,
              std::span<const std::uint32_t> moved = {});

  /// Sorts all elements.
  Job sortJob();
  /// Re-sorts from one mapping to the other in the first run, and back again in the next run. Both
  /// directions move the same number of elements.
  Job resortJob();

  /// Returns the sort with its last result.
  const sort::Sort& sort() const { return *sort_; }

  /// For the paper's method, adds partition and sub_buffers, and iterations, points_drawn and moved
  /// of the last sort.
  void describe(Row& row) const override;

 private:
  SortChoice choice_;
  texel::IdArray mapping_;
  std::optional<texel::IdArray> moved_;
  bool isMoved_ = false;
  std::int64_t buckets_;
  std::unique_ptr<sort::Sort> sort_;
  std::int64_t memory_;
};

/// The cells that are searched.
struct SearchChoice {
  cells::Method method{};
  /// For the 27-cell search, the edge of a cell in search radii, 1 or more.
  double edge = 1.0;
  /// If true, all 27 or 8 cells are visited, as in the paper on the octant search. Otherwise only
  /// the cells that reach into the search sphere are visited.
  bool allCells = false;
};

/// Returns "standard=2" for 27 cells with an edge of 2 radii. Returns the method's name for any
/// other method, and for cells with an edge of 1 radius of which only the cells in reach are
/// visited.
std::string searchWord(const SearchChoice& choice);

/// Points in the unit cube and their search radius.
struct SearchedPoints {
  std::span<const glm::dvec3> points;
  double radius = 1.0;  ///< <= 1
};

/// Numbers of points in each case of the paper on the octant search. A general point lies on none
/// of the three planes through the middle of its cell, a secant point on 1 or 2, a central point on
/// all three.
struct OctantCases {
  std::int64_t general = 0;
  std::int64_t secant = 0;
  std::int64_t central = 0;
};

/// Counts the points of each case. A point's place in its cell is computed in floats, as in the
/// search.
OctantCases octantCasesOf(std::span<const glm::vec4> positions, const cells::CellGrid& grid);

/// Counts the neighbours and the candidates of every point. The cells cover the cube from one
/// corner, and may extend beyond its far sides.
class SearchFixture : public Fixture {
 public:
  /// `algorithm` decides whether lists or ranges are walked. Throws InputError for too many cells.
  SearchFixture(const texel::DeviceOptions& device, sort::Algorithm algorithm,
                const SearchChoice& choice, const SearchedPoints& points);

  /// Finds the cells of the points and sorts them.
  Job sortJob();
  /// Walks the cells that the last sort has made.
  Job walkJob();
  /// Sorts as sortJob() does, then walks as walkJob() does.
  Job searchJob();
  /// Walks a point's own cell and the neighbouring cells along some axes. Bits of `axes`: bit 0 for
  /// x, bit 1 for y, bit 2 for z.
  Job walkAlongJob(int axes);

  /// Adds the mean numbers of `neighbours` and of `candidates` per point, from the walk that ran
  /// last. For the octant search, also adds the numbers of OctantCases.
  void describe(Row& row) const override;

 private:
  void sort();
  void walk(texel::MapPass& pass);

  SearchChoice choice_;
  sort::Algorithm algorithm_;
  cells::CellIndex cells_;
  texel::MapPass countNeighbours_;
  texel::MapPass countInNextCells_;
  texel::Vec4Array position_;
  texel::UInt4Array counts_;
  std::int64_t memory_;
};

}  // namespace gpubuck::bench
