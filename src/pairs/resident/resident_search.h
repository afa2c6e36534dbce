// Finds the pairs of points that are in the memory of a GPU, and leaves the results there.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "pairs/pair_settings.h"
#include "pairs/pair_table.h"
#include "pairs/resident/resident_machine.h"

namespace gpubuck::pairs {

/// Options of a ResidentSearch in addition to PairSettings.
struct ResidentOptions {
  /// Cut-offs per pair of types. The largest cut-off is the radius of the settings.
  std::optional<TypeCutoffs> cutoffs{};
  /// If above 0, the pairs within radius + skin are kept. They are searched again only when a point
  /// has moved by half of the skin, or the systems have changed.
  double skin = 0.0;
};

/// Coordinates of points in the memory of a GPU, three per point.
struct ResidentPoints {
  std::uint64_t address = 0;
  std::int64_t count = 0;
};

/// The points of a search and their systems.
struct ResidentInput {
  ResidentPoints points;
  /// The second set, for a search between two sets.
  std::optional<ResidentPoints> others{};
  bool isDouble = true;  ///< true if coordinates and lengths are double, false if they are float
  /// System b has the points starts[b] .. starts[b + 1] - 1, where the others are numbered after
  /// the points.
  std::span<const std::int64_t> starts{};
  std::span<const Cell> cells{};
  /// The type of each point, followed by the type of each of the others, in main memory. Empty
  /// unless cut-offs depend on types.
  std::span<const std::int32_t> types{};
};

/// The columns that are wanted in addition to the numbers of the points.
struct ResidentWishes {
  PairQuantities quantities{};
  bool offsets = false;
  bool isWide = true;  ///< true if numbers of points have 64 bits, false if they have 32
  /// If given, the result has this number of rows, and the search does not wait for the GPU.
  /// Otherwise the search waits for the number of pairs.
  std::optional<std::int64_t> capacity{};
};

/// The columns of a PairTable. Columns that are not wanted have the address 0.
struct ResidentTable {
  std::int64_t rows = 0;
  ResidentMemory ids{};  ///< 2 x rows numbers: all i, then all j
  ResidentMemory shifts{};
  ResidentMemory distances{};
  ResidentMemory vectors{};
  ResidentMemory offsets{};
  /// With a capacity, a number of 64 bits. It is the number of pairs, which may exceed the number
  /// of rows. But if a point is too far away or not finite, it is the complement of the point's
  /// number. A row without a pair has the number of points as i, the number of points that may be
  /// neighbours as j, and zeros as shift, distance and vector. Its i and j thus belong to no point.
  ResidentMemory found{};
};

/// A matrix with a row per point, as wide as the longest row.
struct ResidentMatrix {
  std::int64_t most = 0;  ///< columns
  ResidentMemory ids{};   ///< 32 bits
  ResidentMemory shifts{};
  ResidentMemory counts{};  ///< 32 bits
};

/// Searches for pairs within each of several systems. All work is done on the GPU, and the result
/// is exact in double precision. The processor reads only a few numbers, such as the number of
/// pairs. Rows come in order of i, or with PairOrder::ByBoth in order of i, then j, then S. The
/// pairs follow PairRule bit for bit.
///
/// Points are wrapped into the lattices of their systems and sorted into cells (ResidentLattices);
/// a group of items walks the cells around a point. Between searches, only kept lists take memory.
class ResidentSearch {
 public:
  /// Throws InputError for a radius or skin that is not a length.
  ResidentSearch(const PairSettings& settings, const ResidentOptions& options = {});
  ~ResidentSearch();

  /// Finds the pairs. Throws the errors of ResidentLattices. Throws InputError if there is not one
  /// type per point or a type is wrong (TypeCutoffs::requireTypes), for more than 2^31 - 1 points,
  /// and, with a skin, for two sets or a capacity. Without a capacity, also throws InputError for a
  /// point that is not finite, or is farther than 1e8 cut-offs from the origin or its cell.
  ResidentTable find(ResidentMachine& machine, const ResidentInput& input,
                     const ResidentWishes& wishes = {});
  /// Finds the neighbours of each point. In each row, the places after the neighbours have the
  /// number `fill`. Throws the errors of find().
  ResidentMatrix findMatrix(ResidentMachine& machine, const ResidentInput& input,
                            std::int32_t fill);

  /// Returns the number of searches so far. Selecting pairs from a kept list is not a search.
  std::int64_t searches() const { return searches_; }

 private:
  struct Rows;
  struct Kept;

  void requireInput(const ResidentInput& input) const;
  /// Sets the points and the rule, with the radius or the cut-offs of types.
  void beginRows(ResidentMachine& machine, const ResidentInput& input, bool isTyped, double radius,
                 Rows& rows) const;
  /// Searches for pairs. With a capacity, does not wait.
  Rows search(ResidentMachine& machine, const ResidentInput& input, bool isTyped,
              std::optional<std::int64_t> capacity);
  /// Returns rows from a new search, or selects rows from a kept list.
  Rows rowsOf(ResidentMachine& machine, const ResidentInput& input,
              std::optional<std::int64_t> capacity);
  Rows select(ResidentMachine& machine, const ResidentInput& input) const;
  bool covers(ResidentMachine& machine, const ResidentInput& input) const;
  /// Returns the number of hits per point for which search() allocates memory before it counts the
  /// hits, or 0 if it must count them first.
  std::int64_t strideFor(std::int64_t points) const;

  PairSettings settings_;
  ResidentOptions options_;
  double searched_;  ///< radius plus skin
  std::int64_t searches_ = 0;
  std::int64_t longest_;   ///< length of the longest row in the last search
  std::int64_t rows_ = 0;  ///< number of rows of the last search
  std::unique_ptr<Kept> kept_;
};

}  // namespace gpubuck::pairs
