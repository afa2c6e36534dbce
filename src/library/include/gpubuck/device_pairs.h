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

// Exported by the shared library.
#pragma GCC visibility push(default)
namespace gpubuck {

/// Coordinates in the memory of a GPU: count x 3 numbers, one point after the other.
struct DevicePoints {
  std::uint64_t address = 0;  ///< pointer to CUDA memory
  std::int64_t count = 0;
  bool isDouble = true;  ///< double, otherwise float
  /// The type of each point, in main memory, for a list with cut-offs per pair of types.
  std::span<const std::int32_t> types{};
};

/// An array in the memory of a GPU, which is freed when the last copy of `owner` has gone.
struct DeviceColumn {
  std::uint64_t address = 0;  ///< 0 for a column that was not requested
  std::shared_ptr<const void> owner{};
};

/// Allocates an array in C order. `kind`: 'i', 'u' or 'f', with `bytes` per number.
using DeviceAllocate =
    std::function<DeviceColumn(char kind, int bytes, const std::vector<std::int64_t>& sizes)>;

/// The results of a search, its stream and its memory.
struct DeviceRequest {
  PairQuantities quantities{};  ///< `first` has no effect
  bool offsets = true;
  bool isWide = true;  ///< numbers of points have 64 bits, otherwise 32
  /// Rows of the result, for a search that does not wait for the number of pairs, so that a CUDA
  /// graph may record it.
  std::optional<std::int64_t> capacity{};
  /// The stream of CUDA on which all work is done. Without a stream the search waits for all
  /// earlier work on the GPU, which may compute the points, and the result is complete when it
  /// returns.
  std::optional<std::uint64_t> stream{};
  /// Allocates results, and memory that is needed until the work on the stream is done. By default
  /// memory of CUDA, whose freeing waits for all work.
  DeviceAllocate allocate{};
};

/// The rows of a PairTable in the memory of a GPU.
struct DevicePairs {
  std::int64_t rows = 0;
  int device = 0;          ///< number of the GPU in CUDA
  DeviceColumn ids;        ///< 2 x rows: all i, then all j; of 64 or 32 bits
  DeviceColumn shifts;     ///< rows x 3 of 32 bits
  DeviceColumn distances;  ///< rows, of the type of the points; computed in double
  DeviceColumn vectors;    ///< rows x 3, of the type of the points; computed in double
  DeviceColumn offsets;    ///< points + 1 of 64 bits
  /// With a capacity: one number of 64 bits. If it is 0 or more, it is the number of pairs, also of
  /// the pairs beyond the capacity, which are missing. If it is below 0, point -1 - number is not
  /// finite or too far, and no row is valid. In rows after the last pair the numbers name no point,
  /// and shift and length are 0.
  DeviceColumn found;
};

/// The neighbours of each point in the memory of a GPU, as a matrix with a row per point.
struct DeviceMatrix {
  std::int64_t most = 0;  ///< number of columns: the largest number of neighbours of a point
  int device = 0;         ///< number of the GPU in CUDA
  DeviceColumn ids;       ///< points x most, 32 bits each: the neighbours, then the number that
                          ///< fills the row
  DeviceColumn shifts;    ///< points x most x 3, 32 bits each: the shifts of the neighbours, then 0
  DeviceColumn counts;    ///< the number of neighbours of each point, 32 bits each
};

/// A search for pairs between arrays of CUDA, on the GPU whose memory holds the arrays. It runs in
/// double precision, with the rule of NeighbourList; both give the same table if the pairs are
/// sorted. At run time it needs NVIDIA's driver and its compiler libnvrtc, which compiles the
/// kernels in the first search of a process. Several threads may use a list; they take turns.
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
  /// i. It waits for the number of pairs, unless a capacity is given.
  ///
  /// With a skin, the pairs within cutoff + skin are kept on the GPU, until a point has moved by
  /// half of the skin, or the systems have changed.
  ///
  /// Throws InputError for wrong starts, for periodic sides without volume, for types without
  /// cut-offs, for types that are not one per point, and for a capacity that is below 0 or used
  /// with a skin. Without a capacity, also throws InputError for a point that is not finite or
  /// farther than 1e8 cut-offs from the origin or its cell. Throws RunError for points that are not
  /// all on the same GPU, if the driver or the compiler is missing, and if there is too little
  /// memory.
  DevicePairs find(const DevicePoints& points, std::span<const std::int64_t> starts,
                   std::span<const Cell> cells, const DeviceRequest& request = {});
  /// Returns the pairs between two sets (NeighbourList::findBetween), whose coordinates are of one
  /// type. Throws the errors of find(), and InputError for a list with a skin.
  DevicePairs findBetween(const DevicePoints& points, const DevicePoints& others, const Cell& cell,
                          const DeviceRequest& request = {});
  /// Returns the neighbours of each point among the others or, without others, among the points.
  /// Uses `stream` and `allocate` of the request. Throws the errors of find().
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
