#include <cmath>
#include <cub/device/device_scan.cuh>

#include "sorting.cuh"

namespace gpubuck::cuda {
namespace {

/// In floats, the place of a point in units of cells has an error below 2^-23 times the number of
/// cells along a side: 2^-25 for the coordinate, and 2^-24 for the product. Cells are longer than
/// necessary by the share kSlack. With up to kMostCells cells, this additional length exceeds the
/// errors of both points of a pair, so the search finds every pair.
constexpr int kMostCells = 256;
constexpr double kSlack = 1e-4;

template <typename Real>
struct alignas(16) Point {
  Real x, y, z;
  std::uint32_t number;
};

/// The values that kernels need for a search.
template <typename Real>
struct Grid {
  int cells;  ///< number of cells along each side of the unit cube
  int reach;  ///< number of cells on each side of a point's own cell that may hold its neighbours
  Real radiusSquared;

  __device__ int along(Real x) const {
    return min(static_cast<int>(x * static_cast<Real>(cells)), cells - 1);
  }
  __device__ int3 cellOf(const Point<Real>& p) const {
    return make_int3(along(p.x), along(p.y), along(p.z));
  }
};

/// One thread per point finds its cell. In the numbers of cells, x varies fastest.
template <typename Real>
__global__ void assignCells(Grid<Real> grid, const Point<Real>* points, std::uint32_t count,
                            std::uint32_t* cellOf) {
  const std::uint32_t i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= count) return;
  const int3 cell = grid.cellOf(points[i]);
  cellOf[i] = static_cast<std::uint32_t>((cell.z * grid.cells + cell.y) * grid.cells + cell.x);
}

/// Copies the points in the order of the cells. There is one thread per place in this order.
template <typename Real>
__global__ void gather(const Point<Real>* points, const std::uint32_t* order, std::uint32_t count,
                       Point<Real>* sorted) {
  const std::uint32_t place = blockIdx.x * blockDim.x + threadIdx.x;
  if (place < count) sorted[place] = points[order[place]];
}

/// Calls `onPair` for the point at `place` and each near point that comes before it in the order of
/// the cells, with the numbers of both points. The points of a row of cells are one range.
template <typename Real, typename OnPair>
__device__ void forEachPair(const Grid<Real>& grid, const Point<Real>* sorted,
                            const std::uint32_t* starts, std::uint32_t place, OnPair onPair) {
  const Point<Real> p = sorted[place];
  const int3 cell = grid.cellOf(p);
  const int last = grid.cells - 1;
  const int left = max(cell.x - grid.reach, 0);
  const int right = min(cell.x + grid.reach, last);
  for (int z = max(cell.z - grid.reach, 0); z <= cell.z; ++z) {
    const int lastY = z < cell.z ? min(cell.y + grid.reach, last) : cell.y;
    for (int y = max(cell.y - grid.reach, 0); y <= lastY; ++y) {
      const int row = (z * grid.cells + y) * grid.cells;
      const bool isOwnRow = z == cell.z && y == cell.y;
      const std::uint32_t end = isOwnRow ? place : starts[row + right + 1];
      for (std::uint32_t other = starts[row + left]; other < end; ++other) {
        const Point<Real> q = sorted[other];
        const Real dx = p.x - q.x;
        const Real dy = p.y - q.y;
        const Real dz = p.z - q.z;
        // Each operation is written out, so that all kernels round in the same way.
        if (fma(dx, dx, fma(dy, dy, dz * dz)) <= grid.radiusSquared) onPair(p.number, q.number);
      }
    }
  }
}

/// One thread per place counts the pairs of the place's point. One more thread writes a count of 0
/// at the end, so that the prefix sum has the total there.
template <typename Real>
__global__ void countPairs(Grid<Real> grid, const Point<Real>* sorted, const std::uint32_t* starts,
                           std::uint32_t count, unsigned long long* pairCounts) {
  const std::uint32_t place = blockIdx.x * blockDim.x + threadIdx.x;
  if (place > count) return;
  unsigned long long pairs = 0;
  if (place < count) {
    forEachPair(grid, sorted, starts, place, [&](std::uint32_t, std::uint32_t) { ++pairs; });
  }
  pairCounts[place] = pairs;
}

/// One thread per place stores the pairs of the place's point, from slot offsets[place] on.
template <typename Real>
__global__ void fillPairs(Grid<Real> grid, const Point<Real>* sorted, const std::uint32_t* starts,
                          std::uint32_t count, const unsigned long long* offsets, uint2* pairs) {
  const std::uint32_t place = blockIdx.x * blockDim.x + threadIdx.x;
  if (place >= count) return;
  unsigned long long slot = offsets[place];
  forEachPair(grid, sorted, starts, place, [&](std::uint32_t a, std::uint32_t b) {
    pairs[slot++] = make_uint2(min(a, b), max(a, b));
  });
}

template <typename Real>
std::vector<Point<Real>> rounded(std::span<const std::array<double, 3>> points) {
  std::vector<Point<Real>> result;
  result.reserve(points.size());
  for (const auto& [x, y, z] : points) {
    result.push_back({static_cast<Real>(x), static_cast<Real>(y), static_cast<Real>(z),
                      static_cast<std::uint32_t>(result.size())});
  }
  return result;
}

int cellsAlong(double radius, int cellsPerCutoff) {
  const double cells = std::floor(cellsPerCutoff / (radius * (1.0 + kSlack)));
  if (!(cells >= 1.0 && cells <= kMostCells)) {
    throw RunError("pair search", std::to_string(cells) + " cells along a side: must be 1.." +
                                      std::to_string(kMostCells));
  }
  return static_cast<int>(cells);
}

template <typename Real>
class PairSearch final : public PairWork {
 public:
  PairSearch(std::span<const std::array<double, 3>> points, double radius, int cellsPerCutoff)
      : count_(points.size()),
        grid_{.cells = cellsAlong(radius, cellsPerCutoff),
              .reach = cellsPerCutoff,
              .radiusSquared = static_cast<Real>(radius * radius)},
        cells_(static_cast<std::size_t>(grid_.cells) * grid_.cells * grid_.cells),
        points_(memory_.upload<Point<Real>>("points", rounded<Real>(points))),
        cellOf_(memory_.allocate<std::uint32_t>("cells", count_)),
        sorter_(memory_, cellOf_, count_, keyBitsFor(static_cast<std::int64_t>(cells_)), cells_),
        sorted_(memory_.allocate<Point<Real>>("points by cell", count_)),
        offsets_(memory_.allocate<unsigned long long>("offsets", count_ + 1)) {
    addUp(nullptr, scratchBytes_);
    scratch_ = memory_.allocate<unsigned char>("CUB's memory", scratchBytes_);
    find(nullptr);
    capacity_ = total();
    pairs_ = memory_.allocate<uint2>("pairs", capacity_);
  }

  void run(Timeline* timeline) override {
    find(timeline);
    if (total() != capacity_) {
      throw RunError("pair search", "found " + std::to_string(total()) + " pairs, expected the " +
                                        std::to_string(capacity_) + " pairs of the first search");
    }
    step(timeline, "fill", [&] {
      fillPairs<<<blocksFor(count_), kBlock>>>(grid_, sorted_, sorter_.starts(), points32(),
                                               offsets_, pairs_);
      checkLaunch("fillPairs");
    });
  }

  std::int64_t bytes() const override { return memory_.bytes(); }

  std::vector<std::array<std::uint32_t, 2>> pairs() const override {
    static_assert(sizeof(uint2) == sizeof(std::array<std::uint32_t, 2>));
    std::vector<std::array<std::uint32_t, 2>> pairs(capacity_);
    check(cudaMemcpy(pairs.data(), pairs_, capacity_ * sizeof(uint2), cudaMemcpyDeviceToHost),
          "pairs");
    return pairs;
  }

 private:
  std::uint32_t points32() const { return static_cast<std::uint32_t>(count_); }

  /// Enqueues all steps up to the offsets.
  void find(Timeline* timeline) {
    step(timeline, "cells", [&] {
      assignCells<<<blocksFor(count_), kBlock>>>(grid_, points_, points32(), cellOf_);
      checkLaunch("assignCells");
    });
    sorter_.run(timeline);
    step(timeline, "gather", [&] {
      gather<<<blocksFor(count_), kBlock>>>(points_, sorter_.order(), points32(), sorted_);
      checkLaunch("gather");
    });
    step(timeline, "count", [&] {
      countPairs<<<blocksFor(count_ + 1), kBlock>>>(grid_, sorted_, sorter_.starts(), points32(),
                                                    offsets_);
      checkLaunch("countPairs");
    });
    step(timeline, "scan", [&] { addUp(scratch_, scratchBytes_); });
  }

  /// Turns the counts into offsets, in the same array.
  void addUp(void* scratch, std::size_t& bytes) const {
    check(cub::DeviceScan::ExclusiveSum(scratch, bytes, offsets_, static_cast<int>(count_ + 1)),
          "cub::DeviceScan::ExclusiveSum");
  }

  /// Returns the number of pairs. Waits for the GPU.
  std::size_t total() const { return download("offsets", offsets_ + count_, 1).front(); }

  DeviceMemory memory_;
  std::size_t count_;
  Grid<Real> grid_;
  std::size_t cells_;
  const Point<Real>* points_;
  std::uint32_t* cellOf_;
  RangeSorter sorter_;
  Point<Real>* sorted_;
  unsigned long long* offsets_;
  void* scratch_ = nullptr;
  std::size_t scratchBytes_ = 0;
  std::size_t capacity_ = 0;
  uint2* pairs_ = nullptr;
};

}  // namespace

std::unique_ptr<PairWork> makePairSearch(std::span<const std::array<double, 3>> points,
                                         double radius, int cellsPerCutoff, Precision precision) {
  if (precision == Precision::Float) {
    return std::make_unique<PairSearch<float>>(points, radius, cellsPerCutoff);
  }
  return std::make_unique<PairSearch<double>>(points, radius, cellsPerCutoff);
}

}  // namespace gpubuck::cuda
