#include "pairs/pair_columns.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <span>
#include <tuple>

#include "base/parallel.h"

namespace gpubuck::pairs {
namespace {

/// Pairs for which it pays to ask another thread.
constexpr std::int64_t kPairsPerThread = 1 << 16;

template <typename T>
T& at(std::vector<T>& values, std::int64_t place) {
  return values[static_cast<std::size_t>(place)];
}

/// One list as it is written.
struct List {
  std::int64_t point;
  std::span<std::uint32_t> places;
  std::int64_t firstRow;
};

class ColumnWriter {
 public:
  ColumnWriter(const PairSource& source, const PairQuantities& quantities, std::int64_t pairs)
      : source_(source), quantities_(quantities) {
    const auto rows = static_cast<std::size_t>(pairs);
    table.first.resize(rows);
    table.second.resize(rows);
    if (quantities.shifts) table.shifts.resize(rows);
    if (quantities.distances) table.distances.resize(rows);
    if (quantities.vectors) table.vectors.resize(rows);
  }

  void sort(const List& list) const {
    const PeriodicImages& images = source_.images;
    if (std::ranges::none_of(list.places, [&](auto place) { return images.isImage(place); })) {
      std::ranges::sort(list.places);
      return;
    }
    std::ranges::sort(list.places, {}, [&](std::uint32_t place) {
      return std::tuple(images.otherAt(place), images.shift(list.point, place));
    });
  }

  void write(const List& list) {
    auto row = static_cast<std::size_t>(list.firstRow);
    for (const std::uint32_t place : list.places) {
      table.first[row] = static_cast<std::int32_t>(list.point);
      table.second[row] = static_cast<std::int32_t>(source_.images.otherAt(place));
      if (needsShift()) writeShifted(list.point, place, row);
      ++row;
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

/// Pairs between two chances to end the search.
constexpr std::int64_t kPairsAtOnce = 1 << 22;

/// Calls `work(firstList, endList)` on several threads, with about as many pairs for each.
template <typename Work>
void inParallelByPairs(const ListedPairs& listed, const std::function<void()>& between,
                       const Work& work) {
  const std::int64_t pairs = listed.ends.empty() ? 0 : listed.ends.back();
  // The lists that end within a stretch.
  const auto listEndingBehind = [&](std::int64_t pair) {
    return pair == pairs ? std::ssize(listed.ends)
                         : std::ranges::upper_bound(listed.ends, pair) - listed.ends.begin();
  };
  for (std::int64_t begin = 0; begin < pairs; begin += kPairsAtOnce) {
    if (between) between();
    inParallel(std::min(pairs - begin, kPairsAtOnce), kPairsPerThread,
               [&](std::int64_t first, std::int64_t end) {
                 work(listEndingBehind(begin + first), listEndingBehind(begin + end));
               });
  }
}

/// Where the pairs of each point begin, and all end.
std::vector<std::int64_t> offsetsOf(const ListedPairs& listed, std::size_t points) {
  std::vector<std::int64_t> offsets(points + 1, 0);
  std::int64_t begin = 0;
  for (std::size_t k = 0; k < listed.points.size(); ++k) {
    offsets[static_cast<std::size_t>(listed.points[k]) + 1] = listed.ends[k] - begin;
    begin = listed.ends[k];
  }
  std::partial_sum(offsets.begin(), offsets.end(), offsets.begin());
  return offsets;
}

}  // namespace

void ListedPairs::clear() {
  points.clear();
  ends.clear();
  places.clear();
}

void ListedPairs::reserve(std::int64_t lists, std::int64_t most) {
  points.reserve(static_cast<std::size_t>(lists));
  ends.reserve(static_cast<std::size_t>(lists));
  places.reserve(static_cast<std::size_t>(most));
}

std::int64_t ListedPairs::bytesToReserve(std::int64_t lists, std::int64_t most) const {
  const auto bytes = [](const auto& values, std::int64_t count) -> std::int64_t {
    const auto wanted = static_cast<std::size_t>(count);
    return static_cast<std::int64_t>(wanted > values.capacity() ? wanted * sizeof(values[0]) : 0);
  };
  return bytes(points, lists) + bytes(ends, lists) + bytes(places, most);
}

std::int64_t bytesPerPair(const PairQuantities& quantities) {
  return quantities.callerBytes + 2 * std::int64_t{sizeof(std::int32_t)} +
         (quantities.shifts ? std::int64_t{sizeof(Shift)} : 0) +
         (quantities.distances ? std::int64_t{sizeof(double)} : 0) +
         (quantities.vectors ? 3 * std::int64_t{sizeof(double)} : 0);
}

PairTable writeColumns(const PairSource& source, ListedPairs& listed,
                       const PairQuantities& quantities, PairOrder order,
                       const std::function<void()>& between) {
  ColumnWriter writer(source, quantities, listed.ends.empty() ? 0 : listed.ends.back());
  std::vector<std::int64_t> offsets;
  if (order != PairOrder::Any) offsets = offsetsOf(listed, source.points.size());
  inParallelByPairs(listed, between, [&](std::int64_t firstList, std::int64_t endList) {
    for (std::int64_t k = firstList; k < endList; ++k) {
      const std::int64_t begin = k > 0 ? at(listed.ends, k - 1) : 0;
      const std::int64_t point = at(listed.points, k);
      const List list{.point = point,
                      .places = std::span(listed.places)
                                    .subspan(static_cast<std::size_t>(begin),
                                             static_cast<std::size_t>(at(listed.ends, k) - begin)),
                      .firstRow = offsets.empty() ? begin : at(offsets, point)};
      if (order == PairOrder::ByBoth) writer.sort(list);
      writer.write(list);
    }
  });
  writer.table.offsets = std::move(offsets);
  return std::move(writer.table);
}

}  // namespace gpubuck::pairs
