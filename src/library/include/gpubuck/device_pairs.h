// Finds pairs of points that are in the memory of an NVIDIA GPU (CUDA), and leaves the results
// there.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>

#include "gpubuck/context.h"
#include "gpubuck/neighbour_list.h"

// Exported by the shared library.
#pragma GCC visibility push(default)
namespace gpubuck {

/// Coordinates in the memory of a GPU: count x 3 numbers, one point after the other.
struct DevicePoints {
  std::uint64_t address = 0;  ///< of CUDA
  std::int64_t count = 0;
  bool isDouble = true;  ///< double, otherwise float
  /// The type of each point, in main memory, for a list with cut-offs per pair of types.
  std::span<const std::int32_t> types{};
};

/// A column of DevicePairs. Its memory is freed after the last copy of `owner` has gone, in a later
/// search or at the end of the process, so that work on the GPU may still be reading it.
struct DeviceColumn {
  std::uint64_t address = 0;  ///< 0 for a column that was not requested
  std::shared_ptr<const void> owner{};
};

/// The rows of a PairTable in the memory of a GPU. They are complete when the search returns.
struct DevicePairs {
  std::int64_t rows = 0;
  int device = 0;          ///< number of the GPU in CUDA
  DeviceColumn ids;        ///< 2 x rows: all i, then all j; of 64 or 32 bits
  DeviceColumn shifts;     ///< rows x 3 of 32 bits
  DeviceColumn distances;  ///< rows, of the type of the points; computed in double
  DeviceColumn vectors;    ///< rows x 3, of the type of the points; computed in double
  DeviceColumn offsets;    ///< points + 1 of 64 bits
};

/// The neighbours of each point in the memory of a GPU, as a matrix with a row per point.
struct DeviceMatrix {
  std::int64_t most = 0;  ///< columns: the neighbours of the point that has the most
  int device = 0;         ///< number of the GPU in CUDA
  DeviceColumn ids;       ///< points x most of 32 bits: the neighbours, then the number that fills
  DeviceColumn shifts;    ///< points x most x 3 of 32 bits: their shifts, then 0
  DeviceColumn counts;    ///< points of 32 bits: the number of neighbours of each
};

/// A search for pairs between arrays of CUDA. It runs in compute shaders of OpenGL 4.3, in double
/// precision, with the rule of NeighbourList: sorted, both give the same table. It needs a context
/// that NVIDIA's driver draws, and CUDA's driver at run time; the points go to buffers of OpenGL
/// and the pairs come back by copies within the GPU.
class DeviceNeighbourList {
 public:
  /// Uses `full`, `order`, `within` and `skin` of the options. Throws what NeighbourList throws,
  /// and RunError if the context's engine is not Engine::Fast.
  DeviceNeighbourList(const Context& context, double cutoff,
                      const NeighbourListOptions& options = {});
  /// A list of the pairs that are nearer than the cut-off of their types.
  DeviceNeighbourList(const Context& context, const TypeCutoffs& cutoffs,
                      const NeighbourListOptions& options = {});
  DeviceNeighbourList(DeviceNeighbourList&& other) noexcept;
  DeviceNeighbourList& operator=(DeviceNeighbourList&& other) noexcept;
  ~DeviceNeighbourList();

  /// Returns the pairs within each of several systems (NeighbourList::findInSystems), in order of
  /// i. Numbers of points have 64 bits if `isWide`. Waits for all earlier work on the GPU, whose
  /// result the points may be.
  ///
  /// With a skin, the pairs within cutoff + skin are kept on the GPU, until a point has moved by
  /// half of the skin, or the systems have changed.
  ///
  /// Throws InputError for wrong starts, for periodic sides without volume, for types that are not
  /// one per point or have no cut-offs, and for a point that is not finite or farther than 1e8
  /// cut-offs from the origin or its cell; RunError for points on another device than the
  /// context's, and if there is too little memory.
  DevicePairs find(const DevicePoints& points, std::span<const std::int64_t> starts,
                   std::span<const Cell> cells, const PairQuantities& quantities = {},
                   bool isWide = true);
  /// Returns the pairs between two sets (NeighbourList::findBetween), whose coordinates are of one
  /// type. Throws the same, and InputError for a list with a skin.
  DevicePairs findBetween(const DevicePoints& points, const DevicePoints& others, const Cell& cell,
                          const PairQuantities& quantities = {}, bool isWide = true);
  /// Returns the neighbours of each point among the others or, without others, among the points.
  /// Throws the same.
  DeviceMatrix findMatrix(const DevicePoints& points, const std::optional<DevicePoints>& others,
                          const Cell& cell, std::int32_t fill);

  /// Returns how often it has searched, rather than selected from the list of a skin.
  std::int64_t searches() const;

 private:
  struct Search;

  std::unique_ptr<Search> search_;
};

}  // namespace gpubuck
#pragma GCC visibility pop
