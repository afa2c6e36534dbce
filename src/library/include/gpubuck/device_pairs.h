// Finds pairs of points that are in the memory of an NVIDIA GPU (CUDA), and leaves the results
// there.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "gpubuck/neighbour_list.h"

// The shared library exports the names below.
#pragma GCC visibility push(default)
namespace gpubuck {

/// Coordinates in the memory of a GPU: count x 3 numbers, one point after the other.
struct DevicePoints {
  std::uint64_t address = 0;  ///< pointer to CUDA memory
  std::int64_t count = 0;
  bool isDouble = true;  ///< true for double, false for float
  /// The type of each point, in main memory, for a list with cut-offs per pair of types.
  std::span<const std::int32_t> types{};
};

/// An array in the memory of a GPU. The array is freed when the last copy of `owner` is destroyed.
struct DeviceColumn {
  std::uint64_t address = 0;  ///< 0 for a column that was not requested
  std::shared_ptr<const void> owner{};
};

/// Allocates an array in C order. `kind` is 'i', 'u' or 'f', and `bytes` is the size of a number.
using DeviceAllocate =
    std::function<DeviceColumn(char kind, int bytes, const std::vector<std::int64_t>& sizes)>;

/// The results that a caller requests from a search, the stream on which the search works, and the
/// memory of the results.
struct DeviceRequest {
  PairQuantities quantities{};  ///< `first` has no effect
  bool offsets = true;
  bool isWide = true;  ///< true if ids of points have 64 bits, false if they have 32 bits
  /// If given, the result has this number of rows, and the search does not wait for the number of
  /// pairs, so that a CUDA graph can record it.
  std::optional<std::int64_t> capacity{};
  /// The stream of CUDA on which all work is done. Without a stream, the search first waits for all
  /// earlier work on the GPU, which may compute the points, and it returns only when the result is
  /// complete.
  std::optional<std::uint64_t> stream{};
  /// Allocates the results, and memory that is needed until the work on the stream is done. By
  /// default, memory is allocated by CUDA; freeing this memory waits for all work on the GPU.
  DeviceAllocate allocate{};
};

/// The rows of a PairTable in the memory of a GPU.
struct DevicePairs {
  std::int64_t rows = 0;
  int device = 0;          ///< number of the GPU in CUDA
  DeviceColumn ids;        ///< 2 x rows numbers of 64 or 32 bits: all i, then all j
  DeviceColumn shifts;     ///< rows x 3 numbers of 32 bits
  DeviceColumn distances;  ///< one per row, of the points' type; computed in double precision
  DeviceColumn vectors;    ///< rows x 3 numbers of the points' type; computed in double precision
  DeviceColumn offsets;    ///< points + 1 numbers of 64 bits
  /// With a capacity, a number n of 64 bits. If n >= 0, it is the number of pairs, including the
  /// pairs that are missing because there were more than the capacity. If n < 0, point -1 - n is
  /// not finite or too far away, and no row is valid. Rows after the last pair have ids that belong
  /// to no point, and zeros as shift, distance and vector.
  DeviceColumn found;
};

/// The neighbours of each point in the memory of a GPU, as a matrix with a row per point.
struct DeviceMatrix {
  std::int64_t most = 0;  ///< number of columns: the largest number of neighbours of a point
  int device = 0;         ///< number of the GPU in CUDA
  DeviceColumn ids;       ///< points x most numbers of 32 bits: in each row the neighbours,
                          ///< followed by `fill` of findMatrix()
  DeviceColumn shifts;    ///< points x most x 3 numbers of 32 bits: in each row the shifts of the
                          ///< neighbours, followed by zeros
  DeviceColumn counts;    ///< the number of neighbours of each point, in 32 bits
};

/// A search for pairs between arrays of CUDA, on the GPU whose memory holds the arrays. It computes
/// in double precision, and a point is a neighbour by the same rule as in NeighbourList. If the
/// pairs are sorted, both classes give the same table. At run time, a search needs NVIDIA's driver
/// and NVIDIA's compiler libnvrtc, which compiles the kernels in the first search of a process.
/// Several threads may use a list; their calls wait for each other.
class DeviceNeighbourList {
 public:
  /// Uses `full`, `order`, `within` and `skin` of the options. Throws the errors of NeighbourList.
  explicit DeviceNeighbourList(double cutoff, const NeighbourListOptions& options = {});
  /// Makes a list of the pairs that are nearer than the cut-off of their types.
  explicit DeviceNeighbourList(const TypeCutoffs& cutoffs,
                               const NeighbourListOptions& options = {});
  DeviceNeighbourList(DeviceNeighbourList&& other) noexcept;
  DeviceNeighbourList& operator=(DeviceNeighbourList&& other) noexcept;
  ~DeviceNeighbourList();

  /// Returns the pairs within each of several systems (NeighbourList::findInSystems), in order of
  /// i. Waits for the number of pairs, unless a capacity is given.
  ///
  /// With a skin, the pairs within cutoff + skin are kept on the GPU. They are used until a point
  /// has moved by half of the skin, or the systems have changed.
  ///
  /// Throws InputError for wrong starts, for periodic sides without volume, for types if the list
  /// has no cut-offs per pair of types, for a number of types other than the number of points, and
  /// for a capacity that is below 0 or used with a skin. Without a capacity, also throws InputError
  /// for a point that is not finite or farther than 1e8 cut-offs from the origin or its cell.
  /// Throws RunError for points that are not all on the same GPU, if the driver or the compiler is
  /// missing, and if there is too little memory.
  DevicePairs find(const DevicePoints& points, std::span<const std::int64_t> starts,
                   std::span<const Cell> cells, const DeviceRequest& request = {});
  /// Returns the pairs between two sets (NeighbourList::findBetween). The coordinates of both sets
  /// must have the same type. Throws the errors of find(), and InputError for a list with a skin.
  DevicePairs findBetween(const DevicePoints& points, const DevicePoints& others, const Cell& cell,
                          const DeviceRequest& request = {});
  /// Returns the neighbours of each point among the `others` or, if there are no others, among the
  /// points. Of the request, only `stream` and `allocate` are used. Throws the errors of find().
  DeviceMatrix findMatrix(const DevicePoints& points, const std::optional<DevicePoints>& others,
                          const Cell& cell, std::int32_t fill, const DeviceRequest& request = {});

  /// Returns the number of searches so far. Selecting pairs from a kept list is not a search.
  std::int64_t searches() const;

 private:
  struct Search;

  std::unique_ptr<Search> search_;
};

}  // namespace gpubuck
#pragma GCC visibility pop
