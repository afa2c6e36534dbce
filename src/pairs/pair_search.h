// The pairs of points in any periodic cell: found on the GPU, exact in double precision.
#pragma once

#include <cstdint>
#include <functional>
#include <glm/vec4.hpp>
#include <optional>
#include <span>
#include <vector>

#include "cells/method.h"
#include "pairs/lattice.h"
#include "pairs/pair_columns.h"
#include "pairs/pair_list.h"
#include "pairs/pair_rule.h"
#include "pairs/pair_table.h"
#include "pairs/periodic_images.h"
#include "pairs/point_layout.h"
#include "sort/settings.h"
#include "texel/device.h"

namespace gpubuck::pairs {

/// Which pairs there are, and in which order.
struct PairSettings {
  double radius = 1.0;
  Within within = Within::LessThan;
  /// Half: what isInHalfList says.
  ListKind kind = ListKind::Full;
  PairOrder order = PairOrder::ByBoth;
  cells::Method method{};
  sort::Settings sort{};  ///< Auto as sort::resolve has it for ranges
  /// The most bytes of main memory that the pairs may take; 0: all that is free (freeMemory).
  std::int64_t memory = 0;
};

/// Throws InputError for a search radius that is not positive, or that cannot be squared.
void requireRadius(double radius);

/// How far a search is.
struct SearchProgress {
  double share = 0.0;  ///< within 0..1, of the first or second half: counting, listing
  /// Once they are counted: how many pairs there are, with those that doubles may yet rule out.
  std::optional<std::int64_t> pairs{};
};

/// Searches again and again. The points are taken into the cell, and the images of them that are
/// within reach become points of their own, so that the GPU finds pairs in open space, whatever the
/// cell. It looks at floats, and leaves to PairRule, which takes the points as given, whatever is
/// too near to the radius for floats and for the roundings of images.
class PairSearch {
 public:
  using Points = PeriodicImages::Points;

  /// Throws InputError for a radius that is not a length.
  PairSearch(const texel::Device& device, const PairSettings& settings);

  /// Between the points and the others, or between the points themselves if none are given. Throws
  /// what Lattice and PeriodicImages throw, and RunError for pairs that the memory is too small
  /// for. Calls `report` between parts of the work; what it throws ends the search, and the next
  /// one is whole.
  PairTable find(Points points, std::optional<Points> others, const Cell& cell,
                 const PairQuantities& quantities,
                 const std::function<void(const SearchProgress&)>& report = {});

  const PairSettings& settings() const { return settings_; }
  /// Pairs of the last search that floats left open and doubles decided, for or against.
  std::int64_t ambiguous() const { return ambiguous_; }

 private:
  using Report = std::function<void(const SearchProgress&)>;

  /// Makes room on the GPU for so many places on the grid of the layout, unless there is enough.
  void makeRoom(std::int64_t places, ListKind kind);
  /// Puts the places where the shaders look for them.
  void layOut(ListKind kind);
  void upload();
  /// Lets the GPU list the pairs, and keeps those that are.
  ListedPairs list(const PairSource& source, const PairQuantities& quantities,
                   const Report& report);
  /// Throws for so many slots that what they take, until the caller has the table, does not fit.
  void requireRoom(std::int64_t slots, const PairQuantities& quantities);
  /// Keeps the slots of a list that make pairs with its point.
  void keep(std::int64_t list, std::span<const std::uint32_t> slots, const PairSource& source,
            ListedPairs& listed);
  bool isKept(std::int64_t point, std::uint32_t slot, const PairSource& source);
  /// How many pairs so many rows are, of which there may be two for each.
  std::int64_t pairsOf(std::int64_t rows) const;

  const texel::Device* device_;
  PairSettings settings_;
  PeriodicImages images_;
  SteadyLayout layout_;
  // On the GPU, for as many places as there is room for.
  std::int64_t room_ = 0;
  ListKind kind_ = ListKind::Full;
  std::optional<PairList> list_;
  std::optional<texel::Vec4Array> position_;
  std::optional<texel::UInt4Array> tile_;
  std::vector<glm::vec4> positions_;
  std::vector<glm::uvec4> tiles_;
  std::int64_t ambiguous_ = 0;
};

/// The numbers of neighbours of points.
struct NeighbourCounts {
  std::int64_t pairs = 0;
  std::int64_t least = 0;
  std::int64_t most = 0;
  double mean = 0.0;
};
/// Counts in a table with offsets, images among them; `isBetween`: of the points of the first of
/// two sets. Zeros for no points.
NeighbourCounts countsOf(const PairTable& table, ListKind kind, bool isBetween = false);

}  // namespace gpubuck::pairs
