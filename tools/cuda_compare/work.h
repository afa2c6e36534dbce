// CUDA's side of the comparison as plain C++ sees it. Everything throws RunError with CUDA's own
// words where CUDA reports an error.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

struct CUevent_st;

namespace gpubuck::cuda {

/// The GPU in use, with the versions of CUDA as 13000 for 13.0.
struct Gpu {
  std::string name;
  std::string architecture;  ///< compute capability: "9.0"
  int driver = 0;            ///< the latest CUDA that the driver runs
  int runtime = 0;           ///< the CUDA that this program was built with
};

/// From now on CUDA works on the first of its devices whose name is part of `renderer`, OpenGL's
/// name of the GPU. Throws RunError if there is no such device; the error names the devices that
/// exist.
Gpu useGpu(const std::string& renderer);

/// Waits until the GPU has done all work of CUDA.
void finish();

/// GPU times of the steps of one run.
class Timeline {
 public:
  struct Step {
    std::string name;
    double milliseconds;
  };

  Timeline() = default;
  ~Timeline();
  Timeline(const Timeline&) = delete;
  Timeline& operator=(const Timeline&) = delete;

  void begin(const std::string& step);
  void end();
  /// Waits for the last step.
  std::vector<Step> steps() const;

 private:
  struct Interval {
    std::string name;
    CUevent_st* begin = nullptr;
    CUevent_st* end = nullptr;
  };
  std::vector<Interval> intervals_;
};

/// An algorithm on one input, all memory allocated and the input on the GPU.
class Work {
 public:
  virtual ~Work() = default;
  /// Starts all work on the GPU once more. With a timeline its steps are timed, which costs time.
  virtual void run(Timeline* timeline = nullptr) = 0;
  /// GPU memory that it takes, input included.
  virtual std::int64_t bytes() const = 0;
};

/// Number of bits, at least 1, that a sort of the numbers 0 .. count - 1 must look at.
inline int keyBitsFor(std::int64_t count) {
  return std::max(1, static_cast<int>(std::bit_width(static_cast<std::uint64_t>(count - 1))));
}

/// Pairs of a key and the number of its element, sorted by key, stable.
class SortWork : public Work {
 public:
  virtual std::vector<std::uint32_t> keys() const = 0;
  virtual std::vector<std::uint32_t> order() const = 0;
  /// Where each bucket begins in the order, and the end of the last; empty without ranges.
  virtual std::vector<std::uint32_t> starts() const = 0;
};

/// CUB's DeviceRadixSort::SortPairs by the low `keyBits` bits. With `buckets`, which keys must be
/// below, also makes the ranges: one kernel marks where a bucket begins. The element numbers 0 ..
/// N-1 that CUB wants as its values lie ready before the run.
std::unique_ptr<SortWork> makeCubSort(std::span<const std::uint32_t> keys, int keyBits,
                                      std::int64_t buckets = 0);

/// Linked lists, in which all ones stand for NULL.
class ListWork : public Work {
 public:
  virtual std::vector<std::uint32_t> heads() const = 0;
  virtual std::vector<std::uint32_t> nexts() const = 0;
};

/// Clears the heads; then one thread an element puts it in front of its bucket's list by
/// atomicExch.
std::unique_ptr<ListWork> makeAtomicLists(std::span<const std::uint32_t> bucketOf,
                                          std::int64_t buckets);

/// All pairs of points at a distance <= radius, as numbers i < j, each pair once.
class PairWork : public Work {
 public:
  virtual std::vector<std::array<std::uint32_t, 2>> pairs() const = 0;
};

/// The type of number in which a search computes.
enum class Precision { Float, Double };

/// Points in the unit cube. The method of "Fixed-Radius Neighbour Search Using Thrust", except that
/// it does not store potential pairs: pairs are counted, counts are added up, and each pair is
/// stored at its place. Cells of edge R / cellsPerCutoff or a little more; CUB sorts the points
/// into them, points are gathered in that order, and each point looks at the points before it, in
/// half of the cells around. Throws RunError for more than 256 cells along a side.
std::unique_ptr<PairWork> makePairSearch(std::span<const std::array<double, 3>> points,
                                         double radius, int cellsPerCutoff, Precision precision);

}  // namespace gpubuck::cuda
