// The rule of a search for pairs, for every kind of search.
#pragma once

#include <fmt/format.h>

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>

#include "base/error.h"
#include "cells/cell_grid.h"
#include "pairs/pair_table.h"
#include "sort/settings.h"

namespace gpubuck::pairs {

/// The kind of lists. It decides which points near point i are in the list of i.
enum class ListKind {
  Half,  ///< points with a larger number, so that every pair is in one list
  Full,  ///< all points near i
  /// Points in the cells before the cell of i, and points before i in its own cell. The search
  /// visits 14 of the 27 cells. Every pair is in the list of one of its points, and its distance is
  /// tested once. Not allowed with the octant search.
  HalfCells
};

/// The rule for pairs, and their order.
struct PairSettings {
  double radius = 1.0;
  Within within = Within::LessThan;
  /// Half or Full. Half lists follow isInHalfList.
  ListKind kind = ListKind::Full;
  PairOrder order = PairOrder::ByBoth;
  /// If true, PairSearch uses lists of the kind HalfCells. It finds the same pairs.
  bool halfCells = false;
  cells::Method method{};
  sort::Settings sort{};  ///< Auto stands for an algorithm that makes ranges (sort::resolve)
  /// Maximum number of bytes of main memory for the pairs; 0 allows all free memory (freeMemory).
  std::int64_t memory = 0;
};

/// Throws InputError for a search radius that is not positive, or that cannot be squared.
void requireRadius(double radius);

/// Throws InputError if `halfCells` is set with a search by octant, which cannot search half of its
/// cells.
void requireHalfCells(const PairSettings& settings);
/// Throws InputError if `halfCells` is set. Call this function for a search between two sets. Even
/// without this setting, such a search tests each pair from one end only.
void requireAllCells(const PairSettings& settings);

/// Throws InputError unless `starts` divides the points among the systems. There must be one start
/// more than systems, and starts must ascend from 0 to the number of points.
void requireStarts(std::int64_t points, std::span<const std::int64_t> starts, std::int64_t systems);

/// Returns the result of `work`. Puts the number of the system before the text of an InputError.
template <typename Work>
auto inSystem(std::size_t system, const Work& work) {
  try {
    return work();
  } catch (const InputError& error) {
    throw InputError(fmt::format("system {}", system), error.what());
  }
}

/// Throws RunError if the lists of `pairs` pairs take more than `most` bytes. If `most` is 0, the
/// limit is the free memory (freeMemory).
void requireMemory(std::int64_t pairs, std::int64_t bytes, std::int64_t most);

/// Returns the number of bytes per pair in the columns, plus PairQuantities::callerBytes.
std::int64_t bytesPerPair(const PairQuantities& quantities);

/// The progress of a search.
struct SearchProgress {
  /// Finished share of the present half of the search, 0..1. The first half is counting, the second
  /// is listing.
  double share = 0.0;
  /// Number of pairs once they have been counted. Double precision may later exclude some of them.
  std::optional<std::int64_t> pairs{};
};

/// A function that a search calls between parts of the work. If it throws, the search ends with
/// this exception.
using Report = std::function<void(const SearchProgress&)>;

}  // namespace gpubuck::pairs
