// Pairs of points in a periodic cell, and the quantities of pairs. The shared library installs this
// header, too, so that it includes no other header of gpubuck.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <new>
#include <span>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

namespace gpubuck::pairs {

/// A cell that is repeated along its periodic sides. Its origin does not matter, and points may be
/// anywhere, inside or outside of it.
struct Cell {
  /// The sides as vectors H_0, H_1, H_2: the rows of the matrix of ASE and vesin. The periodic
  /// sides must not be zero, parallel or in one plane; other sides are ignored.
  std::array<std::array<double, 3>, 3> vectors{{{1.0, 0.0, 0.0}, {0.0, 1.0, 0.0}, {0.0, 0.0, 1.0}}};
  std::array<bool, 3> periodic{false, false, false};

  /// Returns a cell with its sides along the axes.
  static Cell rectangular(const std::array<double, 3>& size, const std::array<bool, 3>& periodic) {
    return {.vectors = {{{size[0], 0.0, 0.0}, {0.0, size[1], 0.0}, {0.0, 0.0, size[2]}}},
            .periodic = periodic};
  }

  bool operator==(const Cell&) const = default;
};

/// The rule for pairs at the cut-off. The rule depends only on s = (D_x D_x + D_y D_y) + D_z D_z,
/// where D is the vector of a pair (PairTable) in double precision.
enum class Within {
  LessThan,  ///< sqrt(s) < cutoff, the rule of ASE. The rule of vesin is s < cutoff * cutoff;
             ///< it differs only if the root rounds to the cut-off.
  UpTo       ///< s <= cutoff * cutoff, the rule of scipy
};

/// Number of points up to which a search on the processor takes less time than a search on a GPU.
/// It is a constant, so that the choice depends only on the input.
inline constexpr std::int64_t kProcessorPoints = 4096;

/// The order of pairs.
enum class PairOrder {
  Any,      ///< the order in which the GPU lists pairs; the fastest
  ByFirst,  ///< in order of i, so that there are offsets
  ByBoth    ///< in order of i, then j, then S_0, S_1, S_2
};

/// The columns of a PairTable that are made in addition to j.
struct PairQuantities {
  bool first = true;  ///< i, which also follows from offsets
  bool shifts = true;
  bool distances = true;
  bool vectors = true;
  /// Bytes per pair that the caller itself needs to convert or copy the table. These bytes count
  /// towards the memory limit, so that a search whose pairs do not fit is rejected at once.
  std::int64_t callerBytes = 0;
};

// Allocate and free memory for columns. Large columns are put into large pages if the system has
// them: in small pages, allocating a result of gigabytes takes longer than writing it. Freed
// columns of up to 32 MB in all are kept for later columns. Throws std::bad_alloc.
[[gnu::visibility("default")]] void* allocateColumn(std::size_t bytes);
[[gnu::visibility("default")]] void freeColumn(void* column, std::size_t bytes) noexcept;

/// An allocator of columns that does not initialise new numbers, so that each number is written
/// only once.
template <typename T>
struct Uninitialised {
  using value_type = T;

  Uninitialised() = default;
  template <typename U>
  Uninitialised(const Uninitialised<U>&) noexcept {}

  T* allocate(std::size_t count) {
    if (count > std::numeric_limits<std::size_t>::max() / sizeof(T)) throw std::bad_alloc();
    return static_cast<T*>(allocateColumn(count * sizeof(T)));
  }
  void deallocate(T* column, std::size_t count) noexcept { freeColumn(column, count * sizeof(T)); }
  template <typename U>
  void construct(U* place) noexcept(std::is_nothrow_default_constructible_v<U>) {
    ::new (static_cast<void*>(place)) U;
  }
  template <typename U, typename... Arguments>
  void construct(U* place, Arguments&&... arguments) {
    ::new (static_cast<void*>(place)) U(std::forward<Arguments>(arguments)...);
  }
  bool operator==(const Uninitialised&) const = default;
};
template <typename T>
using Column = std::vector<T, Uninitialised<T>>;

/// Pairs (i, j, S), one per row of the columns. All columns except `second` are empty unless they
/// are requested.
struct PairTable {
  Column<std::int32_t> first;   ///< i, from 0
  Column<std::int32_t> second;  ///< j
  /// S: along each side of the cell, the number of sides from j, as it was given, to the image of j
  /// in the pair; 0 along open sides.
  Column<std::array<std::int32_t, 3>> shifts;
  Column<double> distances;  ///< sqrt(s) of Within
  /// D = r_j - r_i + S H, evaluated as (r_j - r_i) + ((S_0 H_0 + S_1 H_1) + S_2 H_2) in double
  /// precision, without fused multiply-add.
  Column<std::array<double, 3>> vectors;
  /// The pairs of i are in rows offsets[i] .. offsets[i + 1] - 1. There is one offset more than
  /// there are points. Empty with PairOrder::Any.
  std::vector<std::int64_t> offsets;

  /// The time of each phase of the search, in milliseconds. The sum of the phases is the time of
  /// the search.
  struct Milliseconds {
    double prepare = 0.0;   ///< on the processor: making the images of the points, and in a first
                            ///< search also compiling
    double upload = 0.0;    ///< copy of the points to the GPU
    double search = 0.0;    ///< on the GPU
    double download = 0.0;  ///< copy of the lists to main memory
    double write = 0.0;     ///< on the processor: conversion of the lists to these columns
  };
  Milliseconds milliseconds{};

  std::int64_t size() const { return static_cast<std::int64_t>(second.size()); }

  /// Returns the j of all pairs of point i. Needs offsets.
  std::span<const std::int32_t> of(std::int64_t i) const {
    const std::int64_t* const begin = &offsets[static_cast<std::size_t>(i)];
    return std::span(second).subspan(static_cast<std::size_t>(begin[0]),
                                     static_cast<std::size_t>(begin[1] - begin[0]));
  }
};

/// Writes the numbers to to[0], to[stride], to[2 stride], .... Uses several threads if there are
/// many numbers.
[[gnu::visibility("default")]] void copyNumbers(std::span<const std::int32_t> numbers,
                                                std::int64_t* to, std::int64_t stride = 1);
[[gnu::visibility("default")]] void copyNumbers(std::span<const std::int32_t> numbers,
                                                std::int32_t* to, std::int64_t stride = 1);

/// Cut-offs per pair of types of points. A search with the largest cut-off finds all pairs;
/// select() then keeps the pairs that are nearer than the cut-off of their own types.
class [[gnu::visibility("default")]] TypeCutoffs {
 public:
  /// `lengths` is a matrix of types x types numbers. Number a * types + b is the cut-off of the
  /// types a and b, or 0 for types that are never neighbours. Throws InputError unless the lengths
  /// are symmetric, 0 or more, finite, and not all 0.
  explicit TypeCutoffs(std::vector<double> lengths);

  std::int64_t types() const { return types_; }
  double largest() const { return largest_; }
  /// Returns, at a * types + b, the largest s (Within) of a pair of the types a and b, or -1 for
  /// types that are never neighbours.
  std::vector<double> mostSquared(Within within) const;
  const std::vector<double>& lengths() const { return lengths_; }

  /// Selects the pairs nearer than the cut-off of their types, and keeps their order. `table` is
  /// the result of a search with the radius largest() and the same rule `within`. It needs the
  /// columns first and vectors; with Within::LessThan the column distances can replace vectors.
  /// `types` is the type of each point, from 0, `otherTypes` the type of each point of the second
  /// of two sets. Throws InputError for a type that is not in 0 .. types() - 1, and for a pair with
  /// a point without a type. Throws RunError if a column is missing.
  PairTable select(PairTable && table, std::span<const std::int32_t> types,
                   std::span<const std::int32_t> otherTypes, Within within = Within::LessThan)
      const;
  /// Selects from the pairs of one set.
  PairTable select(PairTable && table, std::span<const std::int32_t> types,
                   Within within = Within::LessThan) const;

  /// Throws InputError for a type that is not in 0 .. types() - 1. The error has `name` and the
  /// index of the type.
  void requireTypes(const std::string& name, std::span<const std::int32_t> types) const;

 private:
  std::vector<double> lengths_;
  std::int64_t types_;
  double largest_;
};

/// The nearest neighbours of points, in order of distance, then number, then shift. Point i has the
/// rows i * count .. (i + 1) * count - 1. If a point has fewer than `count` neighbours, its last
/// rows have an infinite distance, the shift 0 and, in place of a neighbour's number, the number of
/// points that may be neighbours.
struct NearestTable {
  std::int64_t count = 0;                      ///< number of rows of each point
  Column<std::int32_t> ids;                    ///< j
  Column<double> distances;                    ///< as in PairTable
  Column<std::array<std::int32_t, 3>> shifts;  ///< as in PairTable
};

/// Clusters of points: two points are in the same cluster if a chain of pairs leads from one to the
/// other. A point without pairs is a cluster of its own. Clusters are numbered in descending order
/// of size; clusters of the same size in ascending order of their lowest point.
struct Clusters {
  std::vector<std::int32_t> ofPoint;  ///< number of the cluster of each point, from 0
  std::vector<std::int64_t> sizes;    ///< number of points in each cluster
};

/// Returns the clusters of `points` points. Throws RunError for a table without offsets.
[[gnu::visibility("default")]] Clusters clustersOf(std::int64_t points, const PairTable& table);

}  // namespace gpubuck::pairs
