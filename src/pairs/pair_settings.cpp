#include "pairs/pair_settings.h"

#include <cmath>

#include "base/memory.h"
#include "base/number.h"

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
  throw InputError("half of the cells",
                   fmt::format("{} has no such half; cells27 and cells-per-cutoff=K have",
                               cells::methodWord(settings.method)));
}

void requireAllCells(const PairSettings& settings) {
  if (!settings.halfCells) return;
  throw InputError("half of the cells", "a pair of two sets is found from one end anyway");
}

void requireStarts(std::int64_t points, std::span<const std::int64_t> starts,
                   std::int64_t systems) {
  if (std::ssize(starts) != systems + 1) {
    throw InputError("systems", fmt::format("{} starts for {} cells: there must be one more start "
                                            "than cells",
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
  const std::optional<std::int64_t> free = most > 0 ? most : freeMemory();
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

}  // namespace gpubuck::pairs
