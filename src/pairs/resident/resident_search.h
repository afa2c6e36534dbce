// The pairs of points that are in the memory of a GPU, into which the results go, too.
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

/// Options of a ResidentSearch beyond the rule of its settings.
struct ResidentOptions {
  /// Cut-offs per pair of types, whose largest is the radius of the settings.
  std::optional<TypeCutoffs> cutoffs{};
  /// If above 0, pairs within radius + skin are kept, and searched again only when a point has
  /// moved by half of the skin, or the systems have changed.
  double skin = 0.0;
};

/// Coordinates of points, three each, in the memory of a GPU.
struct ResidentPoints {
  std::uint64_t address = 0;
  std::int64_t count = 0;
};

/// The points of a search and their systems.
struct ResidentInput {
  ResidentPoints points;
  /// For pairs between two sets.
  std::optional<ResidentPoints> others{};
  bool isDouble = true;  ///< coordinates and lengths are double, otherwise float
  /// System b has the points starts[b] .. starts[b + 1] - 1, with the others after the points.
  std::span<const std::int64_t> starts{};
  std::span<const Cell> cells{};
  /// The type of each point and then of each other, in main memory, if cut-offs depend on types.
  std::span<const std::int32_t> types{};
};

/// The wanted columns of the pairs, besides the numbers of their points.
struct ResidentWishes {
  PairQuantities quantities{};
  bool offsets = false;
  bool isWide = true;  ///< numbers of points have 64 bits, otherwise 32
  /// The rows of the result, for a search that waits for nothing. Without a capacity the pairs are
  /// counted.
  std::optional<std::int64_t> capacity{};
};

/// The columns of a PairTable. Columns that are not wanted have the address 0.
struct ResidentTable {
  std::int64_t rows = 0;
  ResidentMemory ids{};  ///< 2 x rows: all i, then all j
  ResidentMemory shifts{};
  ResidentMemory distances{};
  ResidentMemory vectors{};
  ResidentMemory offsets{};
  /// With a capacity: a number of 64 bits. It is the number of pairs, which may exceed the number
  /// of rows, or, if a point is too far or not finite, the complement of the point's number. Rows
  /// without a pair have the number of the points that may be neighbours, no shift and the length
  /// 0.
  ResidentMemory found{};
};

/// A matrix with a row per point, as wide as the longest row.
struct ResidentMatrix {
  std::int64_t most = 0;  ///< columns
  ResidentMemory ids{};   ///< 32 bits
  ResidentMemory shifts{};
  ResidentMemory counts{};  ///< 32 bits
};

/// Searches for pairs within each of several systems, only on the GPU and in double precision
/// throughout; the processor reads only the number of pairs. Rows come in order of i, or with
/// PairOrder::ByBoth in the order of a PairTable. The pairs follow PairRule bit for bit.
///
/// Points are wrapped into the lattices of their systems and sorted into cells (ResidentLattices);
/// a group of items walks the cells around a point. The search keeps memory for kept lists only.
class ResidentSearch {
 public:
  /// Throws InputError for a radius or skin that is not a length.
  ResidentSearch(const PairSettings& settings, const ResidentOptions& options = {});
  ~ResidentSearch();

  /// Finds the pairs. Throws the errors of ResidentLattices. Throws InputError for types that are
  /// not one per point, or wrong (TypeCutoffs::requireTypes), for more than 2^31 - 1 points, for
  /// two sets or a capacity with a skin, and without a capacity for a point that is not finite, or
  /// farther than 1e8 cut-offs from the origin or its cell.
  ResidentTable find(ResidentMachine& machine, const ResidentInput& input,
                     const ResidentWishes& wishes = {});
  /// Finds the neighbours of each point; the places after them have the number `fill`. Throws the
  /// errors of find().
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
  /// Searches, for a capacity without waiting.
  Rows search(ResidentMachine& machine, const ResidentInput& input, bool isTyped,
              std::optional<std::int64_t> capacity);
  /// Searches or selects from a kept list.
  Rows rowsOf(ResidentMachine& machine, const ResidentInput& input,
              std::optional<std::int64_t> capacity);
  Rows select(ResidentMachine& machine, const ResidentInput& input) const;
  bool covers(ResidentMachine& machine, const ResidentInput& input) const;
  /// Returns the room for the hits of each point, before they are counted, or 0 for no room.
  std::int64_t strideFor(std::int64_t points) const;

  PairSettings settings_;
  ResidentOptions options_;
  double searched_;  ///< the radius with the skin
  std::int64_t searches_ = 0;
  std::int64_t longest_;   ///< row of the last search
  std::int64_t rows_ = 0;  ///< number of rows of the last search
  std::unique_ptr<Kept> kept_;
};

}  // namespace gpubuck::pairs
