#include "pairs/pair_columns.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <span>
#include <tuple>

#include "base/parallel.h"

namespace gpubuck::pairs {
namespace {

/// Number of pairs from which on another thread pays.
constexpr std::int64_t kPairsPerThread = 1 << 16;

/// Writes the columns of pairs whose places are already in the column j.
class ColumnWriter {
 public:
  ColumnWriter(const PairSource& source, const PairQuantities& quantities,
               Column<std::int32_t>&& places)
      : source_(source), quantities_(quantities) {
    const std::size_t rows = places.size();
    table.second = std::move(places);
    if (quantities.first) table.first.resize(rows);
    if (quantities.shifts) table.shifts.resize(rows);
    if (quantities.distances) table.distances.resize(rows);
    if (quantities.vectors) table.vectors.resize(rows);
  }

  /// Sorts the places of a point, which are in rows `begin` .. `end` - 1.
  void sort(std::int64_t point, std::size_t begin, std::size_t end) {
    const PeriodicImages& images = source_.images;
    const auto places = std::span(table.second).subspan(begin, end - begin);
    if (std::ranges::none_of(places, [&](auto place) { return images.isImage(place); })) {
      std::ranges::sort(places);
      return;
    }
    std::ranges::sort(places, {}, [&](std::int32_t place) {
      return std::tuple(images.otherAt(place), images.shift(point, place));
    });
  }

  void write(std::int64_t point, std::size_t begin, std::size_t end) {
    for (std::size_t row = begin; row < end; ++row) {
      std::int32_t& place = table.second[row];
      if (quantities_.first) table.first[row] = static_cast<std::int32_t>(point);
      if (needsShift()) writeShifted(point, place, row);
      place = static_cast<std::int32_t>(source_.images.otherAt(place));
    }
  }

  PairTable table;

 private:
  bool needsShift() const {
    return quantities_.shifts || quantities_.distances || quantities_.vectors;
  }

  void writeShifted(std::int64_t point, std::int64_t place, std::size_t row) {
    const Shift shift = source_.images.shift(point, place);
    if (quantities_.shifts) table.shifts[row] = shift;
    if (!quantities_.distances && !quantities_.vectors) return;
    const glm::dvec3 d = source_.vector(point, place, shift);
    if (quantities_.distances) table.distances[row] = std::sqrt(PairRule::squared(d));
    if (quantities_.vectors) table.vectors[row] = {d.x, d.y, d.z};
  }

  const PairSource& source_;
  PairQuantities quantities_;
};

/// Number of pairs between two calls of `between`.
constexpr std::int64_t kPairsAtOnce = 1 << 22;

/// Calls `work(firstList, endList)` on several threads, with about as many pairs for each.
template <typename Work>
void inParallelByPairs(std::span<const std::int64_t> offsets, const std::function<void()>& between,
                       const Work& work) {
  const std::int64_t pairs = offsets.back();
  const auto ends = offsets.subspan(1);
  // Returns the first list that ends after a pair.
  const auto listEndingBehind = [&](std::int64_t pair) {
    return pair == pairs ? std::ssize(ends) : std::ranges::upper_bound(ends, pair) - ends.begin();
  };
  for (std::int64_t begin = 0; begin < pairs; begin += kPairsAtOnce) {
    if (between) between();
    inParallel(std::min(pairs - begin, kPairsAtOnce), kPairsPerThread,
               [&](std::int64_t first, std::int64_t end) {
                 work(listEndingBehind(begin + first), listEndingBehind(begin + end));
               });
  }
}

}  // namespace

ListedPairs::ListedPairs(std::int64_t points, PairOrder order)
    : order_(order), offsets_(order == PairOrder::Any ? 1 : static_cast<std::size_t>(points) + 1) {}

ListedPairs::ListedPairs(PairList::Lists&& lists, std::int64_t points, PairOrder order)
    : order_(order), lists_(std::move(lists)) {
  const bool isAny = order == PairOrder::Any;
  const std::size_t count = isAny ? lists_.ends.size() : static_cast<std::size_t>(points);
  offsets_.resize(count + 1);
  kept_.resize(count);
  std::int64_t begin = 0;
  for (std::int64_t list = 0; list < std::ssize(lists_.ends); ++list) {
    const std::int64_t end = lists_.ends[static_cast<std::size_t>(list)];
    // Points without a list of their own have lists, too, but empty ones.
    if (end > begin) offsets_[stretchOf(list) + 1] = end - begin;
    begin = end;
  }
  std::partial_sum(offsets_.begin(), offsets_.end(), offsets_.begin());
  places_.resize(static_cast<std::size_t>(begin));
}

std::size_t ListedPairs::stretchOf(std::int64_t list) const {
  const auto k = static_cast<std::size_t>(list);
  return order_ == PairOrder::Any ? k : lists_.points[k];
}

std::span<std::int32_t> ListedPairs::roomFor(std::int64_t list) {
  const std::size_t k = stretchOf(list);
  const auto begin = static_cast<std::size_t>(offsets_[k]);
  return std::span(places_).subspan(begin, static_cast<std::size_t>(offsets_[k + 1]) - begin);
}

void ListedPairs::keep(std::int64_t list, std::size_t count) {
  kept_[stretchOf(list)] = static_cast<std::int32_t>(count);
}

void ListedPairs::close() {
  std::int32_t* end = places_.data();
  for (std::size_t k = 0; k < kept_.size(); ++k) {
    const std::int32_t* const begin = places_.data() + offsets_[k];
    offsets_[k] = end - places_.data();
    end = begin == end ? end + kept_[k] : std::copy_n(begin, kept_[k], end);
  }
  offsets_.back() = end - places_.data();
  places_.resize(static_cast<std::size_t>(offsets_.back()));
}

std::int64_t bytesPerPair(const PairQuantities& quantities) {
  return quantities.callerBytes + (quantities.first ? 2 : 1) * std::int64_t{sizeof(std::int32_t)} +
         (quantities.shifts ? std::int64_t{sizeof(Shift)} : 0) +
         (quantities.distances ? std::int64_t{sizeof(double)} : 0) +
         (quantities.vectors ? 3 * std::int64_t{sizeof(double)} : 0);
}

PairTable writeColumns(const PairSource& source, ListedPairs&& listed,
                       const PairQuantities& quantities, const std::function<void()>& between) {
  std::vector<std::int64_t>& offsets = listed.offsets_;
  const bool isAny = listed.order_ == PairOrder::Any;
  ColumnWriter writer(source, quantities, std::move(listed.places_));
  inParallelByPairs(offsets, between, [&](std::int64_t firstList, std::int64_t endList) {
    for (auto k = static_cast<std::size_t>(firstList); k < static_cast<std::size_t>(endList); ++k) {
      const std::int64_t point =
          isAny ? std::int64_t{listed.lists_.points[k]} : static_cast<std::int64_t>(k);
      const auto begin = static_cast<std::size_t>(offsets[k]);
      const auto end = static_cast<std::size_t>(offsets[k + 1]);
      if (listed.order_ == PairOrder::ByBoth) writer.sort(point, begin, end);
      writer.write(point, begin, end);
    }
  });
  if (!isAny) writer.table.offsets = std::move(offsets);
  return std::move(writer.table);
}

}  // namespace gpubuck::pairs
