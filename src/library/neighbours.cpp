#include "gpubuck/neighbours.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "base/error.h"
#include "library/context_state.h"
#include "library/search_method.h"
#include "pairs/neighbours.h"

namespace gpubuck {
namespace {

cells::Box searchBox(const Box& box) {
  if (box.dimensions != 2 && box.dimensions != 3) {
    throw InputError("box", fmt::format("{} dimensions are neither 2 nor 3", box.dimensions));
  }
  if (box.dimensions == 2 && box.periodic[2]) {
    throw InputError("box", "is periodic along z, but has two dimensions");
  }
  cells::Box result;
  result.size = {box.size[0], box.size[1], box.dimensions == 3 ? box.size[2] : 1.0};
  result.dimensions = box.dimensions;
  std::ranges::transform(box.periodic, result.boundary.begin(), [](bool isPeriodic) {
    return isPeriodic ? cells::Boundary::Periodic : cells::Boundary::Reflecting;
  });
  return result;
}

pairs::NeighbourSettings settingsFrom(double radius, const NeighbourOptions& options,
                                      pairs::ListKind kind) {
  pairs::NeighbourSettings settings{
      .radius = radius, .kind = kind, .method = library::methodFrom(options.search)};
  settings.sort = options.sort;
  if (options.box) settings.box = searchBox(*options.box);
  pairs::requireSearchable(settings);
  return settings;
}

Neighbours find(const Context& context, std::span<const Point> points,
                const pairs::NeighbourSettings& settings) {
  std::vector<glm::dvec3> positions;
  positions.reserve(points.size());
  for (const Point& r : points) positions.emplace_back(r[0], r[1], r[2]);
  const library::Call call(*context.state());
  const texel::Device device = context.state()->makeDevice(std::ssize(points));
  pairs::NeighbourList found = pairs::findNeighbours(device, positions, settings);
  call.finish("neighbours");
  return {std::move(found.offsets), std::move(found.ids)};
}

}  // namespace

Neighbours findNeighbours(const Context& context, std::span<const Point> points, double radius,
                          const NeighbourOptions& options) {
  return find(context, points, settingsFrom(radius, options, pairs::ListKind::Full));
}

Neighbours findPairs(const Context& context, std::span<const Point> points, double radius,
                     const NeighbourOptions& options) {
  return find(context, points, settingsFrom(radius, options, pairs::ListKind::Half));
}

}  // namespace gpubuck
