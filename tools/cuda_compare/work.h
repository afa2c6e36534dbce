// CUDA's side of the comparison, in plain C++. If CUDA reports an error, all functions throw
// RunError with CUDA's text.
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

/// The GPU in use. Versions of CUDA are numbers: 13000 is 13.0.
struct Gpu {
  std::string name;
  std::string architecture;  ///< compute capability: "9.0"
  int driver = 0;            ///< latest version of CUDA that the driver supports
  int runtime = 0;           ///< version of CUDA that this program was built with
};

/// Selects the device on which CUDA works from now on: the first device whose name is part of
/// `renderer`, OpenGL's name of the GPU. Throws RunError if there is no such device; the error
/// names the devices that exist.
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

/// An algorithm with its input. All memory is allocated, and the input is on the GPU.
class Work {
 public:
  virtual ~Work() = default;
  /// Starts all work on the GPU. With a timeline the steps are timed, which takes some time itself.
  virtual void run(Timeline* timeline = nullptr) = 0;
  /// Returns the bytes of GPU memory that the work takes, input included.
  virtual std::int64_t bytes() const = 0;
};

/// Returns the number of bits, at least 1, that a sort of the numbers 0 .. count - 1 has to look
/// at.
inline int keyBitsFor(std::int64_t count) {
  return std::max(1, static_cast<int>(std::bit_width(static_cast<std::uint64_t>(count - 1))));
}

/// Sorts pairs by their keys, stably. A pair is a key and the number of an element.
class SortWork : public Work {
 public:
  virtual std::vector<std::uint32_t> keys() const = 0;
  virtual std::vector<std::uint32_t> order() const = 0;
  /// Returns the place in order() at which each bucket begins, followed by the end of the last
  /// bucket. The result is empty if the sort makes no ranges.
  virtual std::vector<std::uint32_t> starts() const = 0;
};

/// CUB's DeviceRadixSort::SortPairs by the low `keyBits` bits. If `buckets` is given, all keys must
/// be below it, and a kernel also finds the begin of each bucket. The element numbers 0 .. N-1,
/// CUB's values, are in memory before the run.
std::unique_ptr<SortWork> makeCubSort(std::span<const std::uint32_t> keys, int keyBits,
                                      std::int64_t buckets = 0);

/// A sort into linked lists. A value with all bits set is NULL.
class ListWork : public Work {
 public:
  virtual std::vector<std::uint32_t> heads() const = 0;
  virtual std::vector<std::uint32_t> nexts() const = 0;
};

/// Clears the heads. Then one thread per element puts the element in front of its bucket's list by
/// atomicExch.
std::unique_ptr<ListWork> makeAtomicLists(std::span<const std::uint32_t> bucketOf,
                                          std::int64_t buckets);

/// A search for all pairs of points at a distance <= radius. Each pair is found once, as numbers i
/// < j.
class PairWork : public Work {
 public:
  virtual std::vector<std::array<std::uint32_t, 2>> pairs() const = 0;
};

/// The type of number in which a search computes.
enum class Precision { Float, Double };

/// Makes a search for points in the unit cube by the method of "Fixed-Radius Neighbour Search Using
/// Thrust". Unlike in that article, potential pairs are not stored. Pairs are counted per point, a
/// prefix sum of the counts gives the place of each pair, and a second walk stores the pairs. The
/// edge of cells is R / cellsPerCutoff or a little more. CUB sorts the points into cells, points
/// are copied in this order, and each point is compared with the points before it, in half of the
/// cells around. Throws RunError for more than 256 cells along a side.
std::unique_ptr<PairWork> makePairSearch(std::span<const std::array<double, 3>> points,
                                         double radius, int cellsPerCutoff, Precision precision);

}  // namespace gpubuck::cuda
