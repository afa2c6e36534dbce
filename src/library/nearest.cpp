#include "gpubuck/nearest.h"

#include "library/threads.h"
#include "pairs/nearest_search.h"

namespace gpubuck {

NearestTable nearest(std::span<const Point> points, std::int64_t count, const Cell& cell,
                     std::optional<std::span<const Point>> others, int threads,
                     const std::function<void()>& between) {
  library::requireThreads(threads);
  return pairs::findNearest(points, others, cell, {.count = count, .threads = threads}, between);
}

}  // namespace gpubuck
