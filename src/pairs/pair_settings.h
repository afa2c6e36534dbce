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

/// The points near i that its list holds.
enum class ListKind {
  Half,  ///< points with a larger number, so that every pair is in one list
  Full,  ///< all points near i
  /// Points in the cells before i's cell, and points before i in its own cell: together 14 of the
  /// 27 cells. Every pair is in the list of one of its points, and its distance is tested once. Not
  /// allowed with the octant search.
  HalfCells
};

/// The rule for pairs, and their order.
struct PairSettings {
  double radius = 1.0;
  Within within = Within::LessThan;
  /// Half or Full. Half lists follow isInHalfList.
  ListKind kind = ListKind::Full;
  PairOrder order = PairOrder::ByBoth;
  /// True if PairSearch is to find the same pairs by lists of the kind HalfCells.
  bool halfCells = false;
  cells::Method method{};
  sort::Settings sort{};  ///< Auto is resolved for ranges (sort::resolve)
  /// Maximum number of bytes of main memory for the pairs; 0 allows all that is free (freeMemory).
  std::int64_t memory = 0;
};

/// Throws InputError for a search radius that is not positive, or that cannot be squared.
void requireRadius(double radius);

/// Throws InputError if `halfCells` is set with a search by octant, whose cells have no such half.
void requireHalfCells(const PairSettings& settings);
/// Throws InputError if `halfCells` is set: call it for a search between two sets, which finds each
/// pair from one end anyway.
void requireAllCells(const PairSettings& settings);

/// Throws InputError unless `starts` divides the points among the systems: one more start than
/// systems, ascending from 0 to the number of points.
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

/// Returns the bytes per pair in the columns and in the caller's own memory.
std::int64_t bytesPerPair(const PairQuantities& quantities);

/// The progress of a search.
struct SearchProgress {
  /// Finished share of the first half (counting) or the second half (listing), 0..1.
  double share = 0.0;
  /// Number of pairs once they are counted, including pairs that double precision may yet exclude.
  std::optional<std::int64_t> pairs{};
};

/// A function that a search calls between parts of the work. An exception of it ends the search.
using Report = std::function<void(const SearchProgress&)>;

}  // namespace gpubuck::pairs
