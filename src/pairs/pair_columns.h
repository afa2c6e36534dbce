// From lists of places to the columns of a PairTable.
#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include "pairs/pair_rule.h"
#include "pairs/pair_table.h"
#include "pairs/periodic_images.h"

namespace gpubuck::pairs {

/// What pairs are made of.
struct PairSource {
  PeriodicImages::Points points;
  PeriodicImages::Points others;
  const PeriodicImages& images;
  const PairRule& rule;

  glm::dvec3 vector(std::int64_t point, std::int64_t place, const Shift& shift) const {
    return rule.vector(points[static_cast<std::size_t>(point)],
                       others[static_cast<std::size_t>(images.otherAt(place))], shift);
  }
};

/// The places that make pairs with each of some points, list by list.
struct ListedPairs {
  std::vector<std::int32_t> points;  ///< of each list
  std::vector<std::int64_t> ends;    ///< of each list among the places
  Column<std::uint32_t> places;

  void clear();
  /// Makes room for as many lists and places; there must be none.
  void reserve(std::int64_t lists, std::int64_t most);
  /// The bytes that reserve() takes beyond those there are.
  std::int64_t bytesToReserve(std::int64_t lists, std::int64_t most) const;
};

/// Bytes that each pair takes in the columns, and with the caller.
std::int64_t bytesPerPair(const PairQuantities& quantities);

/// Writes the pairs of the lists, of which there is at most one for a point. Sorts places within
/// the lists if the order asks for it. Calls `between`, if it is there, now and then.
PairTable writeColumns(const PairSource& source, ListedPairs& listed,
                       const PairQuantities& quantities, PairOrder order,
                       const std::function<void()>& between = {});

}  // namespace gpubuck::pairs
