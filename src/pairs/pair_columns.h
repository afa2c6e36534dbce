// Turns lists of places into the columns of a PairTable.
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include "pairs/pair_list.h"
#include "pairs/pair_rule.h"
#include "pairs/pair_table.h"
#include "pairs/periodic_images.h"

namespace gpubuck::pairs {

/// The points, images and rule from which pairs are made.
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

/// For each point, a list of the places that form a pair with the point. The lists are in the order
/// of the points or, with PairOrder::Any, in the order of a PairList. Their memory later becomes a
/// column of the table.
class ListedPairs {
 public:
  /// Makes empty lists.
  ListedPairs(std::int64_t points, PairOrder order);
  /// Makes lists with room for all slots.
  ListedPairs(PairList::Lists&& lists, std::int64_t points, PairOrder order);

  const PairList::Lists& lists() const { return lists_; }
  /// Returns the memory into which the places of a list must be written. The list must have slots.
  std::span<std::int32_t> roomFor(std::int64_t list);
  /// Keeps the first `count` places in roomFor(list).
  void keep(std::int64_t list, std::size_t count);
  /// Counts the kept places. Call this function after keep() has been called for the last list.
  void close();

  /// Returns the number of kept places.
  std::int64_t size() const { return rows_.back(); }

 private:
  friend PairTable writeColumns(const PairSource& source, ListedPairs&& listed,
                                const PairQuantities& quantities,
                                const std::function<void()>& between);

  /// Returns the position of a list of the PairList in the order of this object.
  std::size_t stretchOf(std::int64_t list) const;
  /// Returns the point of the list at this position.
  std::int64_t pointOf(std::size_t stretch) const;
  /// Returns the kept places of the list at this position.
  std::span<std::int32_t> kept(std::size_t stretch);
  /// Moves the kept places together, so that each is at the index of its row.
  void closeGaps();

  PairOrder order_;
  PairList::Lists lists_;
  std::vector<std::int64_t> begins_;  ///< begin of each list's stretch in places_, then the end of
                                      ///< the last stretch
  std::vector<std::int32_t> kept_;    ///< number of kept places per stretch
  std::vector<std::int64_t> rows_;    ///< first row of each list, then the number of rows
  Column<std::int32_t> places_;
};

/// Makes the columns of all pairs. Sorts places within the lists if the requested order needs it.
/// Calls `between`, if given, every now and then.
PairTable writeColumns(const PairSource& source, ListedPairs&& listed,
                       const PairQuantities& quantities, const std::function<void()>& between = {});

}  // namespace gpubuck::pairs
