#include "pairs/pair_columns.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <span>
#include <tuple>

#include "base/parallel.h"

namespace gpubuck::pairs {
namespace {

/// Minimum number of pairs per thread. With fewer, another thread would not save time.
constexpr std::int64_t kPairsPerThread = 1 << 16;

/// Minimum number of rows per thread if only the column i is written.
constexpr std::int64_t kRowsPerThread = 1 << 19;

/// Writes the columns of pairs except i.
class ColumnWriter {
 public:
  /// `second` is the column j, which has a row for each pair.
  ColumnWriter(const PairSource& source, const PairQuantities& quantities,
               Column<std::int32_t>& second, PairTable& table)
      : source_(source), quantities_(quantities), second_(second), table_(table) {
    const std::size_t rows = second.size();
    if (quantities.shifts) table.shifts.resize(rows);
    if (quantities.distances) table.distances.resize(rows);
    if (quantities.vectors) table.vectors.resize(rows);
  }

  void sort(std::int64_t point, std::span<std::int32_t> places) const {
    const PeriodicImages& images = source_.images;
    if (std::ranges::none_of(places, [&](auto place) { return images.isImage(place); })) {
      std::ranges::sort(places);
      return;
    }
    std::ranges::sort(places, {}, [&](std::int32_t place) {
      return std::tuple(images.otherAt(place), images.shift(point, place));
    });
  }

  /// Writes the rows from `row` on. `places` may be the memory of these rows of the column j.
  void write(std::int64_t point, std::span<const std::int32_t> places, std::size_t row) const {
    for (const std::int32_t place : places) {
      if (needsShift()) writeShifted(point, place, row);
      second_[row] = static_cast<std::int32_t>(source_.images.otherAt(place));
      ++row;
    }
  }

 private:
  bool needsShift() const {
    return quantities_.shifts || quantities_.distances || quantities_.vectors;
  }

  void writeShifted(std::int64_t point, std::int64_t place, std::size_t row) const {
    const Shift shift = source_.images.shift(point, place);
    if (quantities_.shifts) table_.shifts[row] = shift;
    if (!quantities_.distances && !quantities_.vectors) return;
    const glm::dvec3 d = source_.vector(point, place, shift);
    if (quantities_.distances) table_.distances[row] = std::sqrt(PairRule::squared(d));
    if (quantities_.vectors) table_.vectors[row] = {d.x, d.y, d.z};
  }

  const PairSource& source_;
  const PairQuantities& quantities_;
  Column<std::int32_t>& second_;
  PairTable& table_;
};

/// Number of pairs between two calls of `between`.
constexpr std::int64_t kPairsAtOnce = 1 << 22;

/// Calls `work(list)` for all lists, on several threads with about the same number of pairs each.
/// `rows` has the first row of each list, then the number of rows.
template <typename Work>
void inParallelByPairs(std::span<const std::int64_t> rows, std::int64_t pairsPerThread,
                       const std::function<void()>& between, const Work& work) {
  const std::int64_t pairs = rows.back();
  const auto ends = rows.subspan(1);
  // Returns the first list that ends after pair number `pair`.
  const auto listEndingBehind = [&](std::int64_t pair) {
    return pair == pairs ? std::ssize(ends) : std::ranges::upper_bound(ends, pair) - ends.begin();
  };
  for (std::int64_t begin = 0; begin < pairs; begin += kPairsAtOnce) {
    if (between) between();
    inParallel(std::min(pairs - begin, kPairsAtOnce), pairsPerThread,
               [&](std::int64_t first, std::int64_t end) {
                 const std::int64_t endList = listEndingBehind(begin + end);
                 for (std::int64_t k = listEndingBehind(begin + first); k < endList; ++k) {
                   work(static_cast<std::size_t>(k));
                 }
               });
  }
}

}  // namespace

ListedPairs::ListedPairs(std::int64_t points, PairOrder order)
    : order_(order), rows_(order == PairOrder::Any ? 1 : static_cast<std::size_t>(points) + 1) {}

ListedPairs::ListedPairs(PairList::Lists&& lists, std::int64_t points, PairOrder order)
    : order_(order), lists_(std::move(lists)) {
  const bool isAny = order == PairOrder::Any;
  const std::size_t count = isAny ? lists_.ends.size() : static_cast<std::size_t>(points);
  begins_.resize(count + 1);
  kept_.resize(count);
  std::int64_t begin = 0;
  for (std::int64_t list = 0; list < std::ssize(lists_.ends); ++list) {
    const std::int64_t end = lists_.ends[static_cast<std::size_t>(list)];
    // A point that has no list gets an empty list.
    if (end > begin) begins_[stretchOf(list) + 1] = end - begin;
    begin = end;
  }
  std::partial_sum(begins_.begin(), begins_.end(), begins_.begin());
  places_.resize(static_cast<std::size_t>(begin));
}

std::size_t ListedPairs::stretchOf(std::int64_t list) const {
  const auto k = static_cast<std::size_t>(list);
  return order_ == PairOrder::Any ? k : lists_.points[k];
}

std::int64_t ListedPairs::pointOf(std::size_t stretch) const {
  return order_ == PairOrder::Any ? std::int64_t{lists_.points[stretch]}
                                  : static_cast<std::int64_t>(stretch);
}

std::span<std::int32_t> ListedPairs::roomFor(std::int64_t list) {
  const std::size_t k = stretchOf(list);
  const auto begin = static_cast<std::size_t>(begins_[k]);
  return std::span(places_).subspan(begin, static_cast<std::size_t>(begins_[k + 1]) - begin);
}

std::span<std::int32_t> ListedPairs::kept(std::size_t stretch) {
  return std::span(places_).subspan(static_cast<std::size_t>(begins_[stretch]),
                                    static_cast<std::size_t>(kept_[stretch]));
}

void ListedPairs::keep(std::int64_t list, std::size_t count) {
  kept_[stretchOf(list)] = static_cast<std::int32_t>(count);
}

void ListedPairs::close() {
  rows_.assign(1, 0);
  rows_.reserve(kept_.size() + 1);
  for (const std::int32_t count : kept_) rows_.push_back(rows_.back() + count);
}

void ListedPairs::closeGaps() {
  for (std::size_t k = 0; k < kept_.size(); ++k) {
    if (begins_[k] != rows_[k]) std::ranges::copy(kept(k), places_.data() + rows_[k]);
  }
  begins_ = rows_;
  places_.resize(static_cast<std::size_t>(size()));
}

PairTable writeColumns(const PairSource& source, ListedPairs&& listed,
                       const PairQuantities& quantities, const std::function<void()>& between) {
  PairTable table;
  // If the column i is wanted, the places are moved to their rows in a new column j. The memory of
  // the places then becomes the column i, whose numbers follow from the first row of each list.
  // Without a column i, the memory of the places becomes the column j.
  Column<std::int32_t>& second = quantities.first ? table.second : listed.places_;
  if (quantities.first) {
    second.resize(static_cast<std::size_t>(listed.size()));
  } else {
    listed.closeGaps();
  }
  const ColumnWriter writer(source, quantities, second, table);
  inParallelByPairs(listed.rows_, kPairsPerThread, between, [&](std::size_t k) {
    const std::int64_t point = listed.pointOf(k);
    const std::span<std::int32_t> places = listed.kept(k);
    if (listed.order_ == PairOrder::ByBoth) writer.sort(point, places);
    writer.write(point, places, static_cast<std::size_t>(listed.rows_[k]));
  });
  if (quantities.first) {
    listed.places_.resize(second.size());
    table.first = std::move(listed.places_);
    inParallelByPairs(listed.rows_, kRowsPerThread, between, [&](std::size_t k) {
      std::fill(table.first.data() + listed.rows_[k], table.first.data() + listed.rows_[k + 1],
                static_cast<std::int32_t>(listed.pointOf(k)));
    });
  } else {
    table.second = std::move(listed.places_);
  }
  if (listed.order_ != PairOrder::Any) table.offsets = std::move(listed.rows_);
  return table;
}

}  // namespace gpubuck::pairs
