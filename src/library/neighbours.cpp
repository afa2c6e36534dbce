#include "gpubuck/neighbours.h"

#include <fmt/format.h>

#include <utility>

#include "base/error.h"
#include "library/boxes.h"
#include "library/context_state.h"
#include "search/neighbours.h"

namespace gpubuck {
namespace {

search::NeighbourSettings settingsFrom(double radius, const NeighbourOptions& options,
                                       search::ListKind kind) {
  const std::optional<search::Method> method = search::parseMethod(options.search);
  if (!method) {
    throw InputError("search",
                     fmt::format("'{}' is none of {}", options.search, search::kMethodWords));
  }
  search::NeighbourSettings settings{.radius = radius, .kind = kind, .method = *method};
  settings.sort = options.sort;
  if (options.box) settings.box = library::searchBox(*options.box);
  search::requireSearchable(settings);
  return settings;
}

Neighbours find(const Context& context, std::span<const Point> points,
                const search::NeighbourSettings& settings) {
  std::vector<glm::dvec3> positions;
  positions.reserve(points.size());
  for (const Point& r : points) positions.emplace_back(r[0], r[1], r[2]);
  const library::Call call(*context.state());
  const texel::Device device = context.state()->makeDevice(std::ssize(points));
  search::NeighbourList found = search::findNeighbours(device, positions, settings);
  call.finish("neighbours");
  return {std::move(found.offsets), std::move(found.ids)};
}

}  // namespace

Neighbours findNeighbours(const Context& context, std::span<const Point> points, double radius,
                          const NeighbourOptions& options) {
  return find(context, points, settingsFrom(radius, options, search::ListKind::Full));
}

Neighbours findPairs(const Context& context, std::span<const Point> points, double radius,
                     const NeighbourOptions& options) {
  return find(context, points, settingsFrom(radius, options, search::ListKind::Half));
}

}  // namespace gpubuck
