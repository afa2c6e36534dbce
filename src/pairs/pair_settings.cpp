#include "pairs/pair_settings.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "base/error.h"
#include "base/number.h"
#include "pairs/column_memory.h"
#include "pairs/pair_rule.h"
#include "pairs/pair_table.h"

namespace gpubuck::pairs {

void requireRadius(double radius) {
  if (radius >= 0x1p-400 && radius <= 0x1p400) return;
  throw InputError(
      "search radius",
      fmt::format("{} is not a positive length{}", radius,
                  radius > 0.0 && std::isfinite(radius) ? " that can be squared" : ""));
}

void requireHalfCells(const PairSettings& settings) {
  if (!settings.halfCells || settings.method.kind != cells::Method::Kind::Octant) return;
  throw InputError(
      "half of the cells",
      fmt::format("cannot be searched with {}, only with cells27 or cells-per-cutoff=K",
                  cells::methodWord(settings.method)));
}

void requireAllCells(const PairSettings& settings) {
  if (!settings.halfCells) return;
  throw InputError("half of the cells",
                   "is not allowed between two sets, where each pair is tested only once anyway");
}

void requireStarts(std::int64_t points, std::span<const std::int64_t> starts,
                   std::int64_t systems) {
  if (std::ssize(starts) != systems + 1) {
    throw InputError("systems",
                     fmt::format("{} starts for {} cells; expected one start more than cells",
                                 starts.size(), systems));
  }
  for (std::size_t b = 0; b < starts.size(); ++b) {
    const std::int64_t least = b == 0 ? 0 : starts[b - 1];
    const std::int64_t most = b == 0 ? 0 : points;
    const bool isLast = b + 1 == starts.size();
    if (starts[b] >= least && starts[b] <= most && (!isLast || starts[b] == points)) continue;
    throw InputError(fmt::format("systems: start {}", b),
                     fmt::format("{} must be {}", starts[b],
                                 isLast ? fmt::format("the number of points, {}", points)
                                        : fmt::format("within {}..{}", least, most)));
  }
}

void requireMemory(std::int64_t pairs, std::int64_t bytes, std::int64_t most) {
  const std::optional<std::int64_t> free = most > 0 ? most : freeMemoryFor(bytes);
  if (!free || bytes <= *free) return;
  constexpr std::int64_t kMegabyte = 1'000'000;
  throw RunError("main memory",
                 fmt::format("the lists of {} pairs need {} MB, and {} MB are free; a smaller "
                             "radius finds fewer",
                             pairs, divideUp(bytes, kMegabyte), *free / kMegabyte));
}

std::int64_t bytesPerPair(const PairQuantities& quantities) {
  return quantities.callerBytes + (quantities.first ? 2 : 1) * std::int64_t{sizeof(std::int32_t)} +
         (quantities.shifts ? 3 * std::int64_t{sizeof(std::int32_t)} : 0) +
         (quantities.distances ? std::int64_t{sizeof(double)} : 0) +
         (quantities.vectors ? 3 * std::int64_t{sizeof(double)} : 0);
}

namespace {

std::int64_t typesOf(const std::vector<double>& lengths) {
  const auto types = std::llround(std::sqrt(static_cast<double>(lengths.size())));
  if (!lengths.empty() && types * types == std::ssize(lengths)) return types;
  throw InputError("cut-offs",
                   fmt::format("{} numbers are not a square matrix with a number per pair of types",
                               lengths.size()));
}

void requireOnePerPoint(const char* name, std::int64_t highest, std::size_t types) {
  if (std::cmp_less(highest, types)) return;
  throw InputError(name, fmt::format("must be one per point, got {}, but point {} is in a pair",
                                     types, highest));
}

/// Moves the kept rows of a column to its front, and removes all other rows. An empty column stays
/// empty.
template <typename Numbers>
void keepRows(Numbers& column, const std::vector<std::size_t>& rows) {
  if (column.empty()) return;
  for (std::size_t k = 0; k < rows.size(); ++k) column[k] = column[rows[k]];
  column.resize(rows.size());
}

}  // namespace

TypeCutoffs::TypeCutoffs(std::vector<double> lengths)
    : lengths_(std::move(lengths)),
      types_(typesOf(lengths_)),
      largest_(*std::max_element(lengths_.begin(), lengths_.end())) {
  const auto types = static_cast<std::size_t>(types_);
  for (std::size_t k = 0; k < lengths_.size(); ++k) {
    const std::size_t a = k / types, b = k % types;
    const double length = lengths_[k], reverse = lengths_[b * types + a];
    if (!(length >= 0.0 && std::isfinite(length))) {
      throw InputError(fmt::format("cut-off of types {} and {}", a, b),
                       fmt::format("must be 0 or more, got {}", length));
    }
    if (length == reverse) continue;
    throw InputError(
        fmt::format("cut-off of types {} and {}", a, b),
        fmt::format("{} differs from the cut-off of types {} and {}, {}", length, b, a, reverse));
  }
  if (largest_ == 0.0) throw InputError("cut-offs", "are 0 for every pair of types");
}

std::vector<double> TypeCutoffs::mostSquared(Within within) const {
  std::vector<double> squares;
  squares.reserve(lengths_.size());
  for (const double length : lengths_) {
    squares.push_back(length > 0.0 ? PairRule::mostSquared(length, within) : -1.0);
  }
  return squares;
}

void TypeCutoffs::requireTypes(const std::string& name, std::span<const std::int32_t> types) const {
  for (std::size_t k = 0; k < types.size(); ++k) {
    if (types[k] >= 0 && types[k] < types_) continue;
    throw InputError(fmt::format("{}[{}]", name, k),
                     fmt::format("{} is not within 0..{}", types[k], types_ - 1));
  }
}

PairTable TypeCutoffs::select(PairTable&& table, std::span<const std::int32_t> types,
                              std::span<const std::int32_t> otherTypes, Within within) const {
  requireTypes("types", types);
  requireTypes("other types", otherTypes);
  const auto size = static_cast<std::size_t>(table.size());
  const bool hasVectors = table.vectors.size() == size;
  if (table.first.size() != size ||
      (!hasVectors && (within == Within::UpTo || table.distances.size() != size))) {
    throw RunError("cut-offs of types", "the pairs lack one of the columns first and vectors");
  }
  const std::vector<double> most = mostSquared(within);
  std::vector<std::size_t> rows;
  for (std::size_t k = 0; k < size; ++k) {
    const std::int32_t i = table.first[k], j = table.second[k];
    requireOnePerPoint("types", i, types.size());
    requireOnePerPoint("other types", j, otherTypes.size());
    const auto pair = static_cast<std::size_t>(types[static_cast<std::size_t>(i)] * types_ +
                                               otherTypes[static_cast<std::size_t>(j)]);
    bool isNear = false;
    if (hasVectors) {
      const auto& d = table.vectors[k];
      isNear = PairRule::squared({d[0], d[1], d[2]}) <= most[pair];
    } else {
      isNear = table.distances[k] < lengths_[pair];
    }
    if (isNear) rows.push_back(k);
  }
  PairTable near = std::move(table);
  keepRows(near.first, rows);
  keepRows(near.second, rows);
  keepRows(near.shifts, rows);
  keepRows(near.distances, rows);
  keepRows(near.vectors, rows);
  if (near.offsets.empty()) return near;
  std::fill(near.offsets.begin(), near.offsets.end(), 0);
  for (const std::int32_t i : near.first) ++near.offsets[static_cast<std::size_t>(i) + 1];
  for (std::size_t i = 1; i < near.offsets.size(); ++i) near.offsets[i] += near.offsets[i - 1];
  return near;
}

PairTable TypeCutoffs::select(PairTable&& table, std::span<const std::int32_t> types,
                              Within within) const {
  return select(std::move(table), types, types, within);
}

}  // namespace gpubuck::pairs
