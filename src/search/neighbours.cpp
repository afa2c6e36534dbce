#include "search/neighbours.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <glm/common.hpp>

#include "base/error.h"
#include "base/id.h"

namespace gpubuck::search {
std::span<const std::int32_t> NeighbourList::of(std::int64_t point) const {
  const auto i = static_cast<std::size_t>(point);
  return std::span(ids).subspan(static_cast<std::size_t>(offsets[i]),
                                static_cast<std::size_t>(offsets[i + 1] - offsets[i]));
}

Distances::Distances(std::span<const glm::dvec3> points, const std::optional<Box>& box)
    : box_(box), points_(points) {
  if (!box) return;
  for (int axis = 0; axis < box->dimensions; ++axis) {
    if (!box->isPeriodic(axis)) continue;
    if (inBox_.empty()) inBox_.assign(points.begin(), points.end());
    for (glm::dvec3& r : inBox_) r[axis] = wrapped(r[axis], box->size[axis]);
  }
  if (!inBox_.empty()) points_ = inBox_;
}

double Distances::squared(std::int64_t i, std::int64_t j) const {
  glm::dvec3 d = points_[static_cast<std::size_t>(i)] - points_[static_cast<std::size_t>(j)];
  if (box_) d = box_->nearestImage(d);
  return d.x * d.x + d.y * d.y + d.z * d.z;
}

std::optional<OutsideBox> findOutside(std::span<const glm::dvec3> points,
                                      const std::optional<Box>& box) {
  for (std::size_t i = 0; i < points.size(); ++i) {
    for (int axis = 0; axis < 3; ++axis) {
      const double x = points[i][axis];
      const auto outside = [&](const std::string& why) {
        return OutsideBox{static_cast<std::int64_t>(i),
                          fmt::format("{} {} {}", kAxisNames[axis], x, why)};
      };
      if (!std::isfinite(x)) return outside("is not finite");
      if (!box) continue;
      if (axis >= box->dimensions) {
        if (x != 0.0) return outside("is not 0 in two dimensions");
      } else if (!box->isPeriodic(axis) && (x < 0.0 || x > box->size[axis])) {
        return outside(
            fmt::format("is outside of the box, 0 <= {} <= {}", kAxisNames[axis], box->size[axis]));
      }
    }
  }
  return {};
}

void requireSearchable(const NeighbourSettings& settings) {
  const double radius = settings.radius;
  if (!(radius >= 0x1p-400 && radius <= 0x1p400)) {
    throw InputError(
        "search radius",
        fmt::format("{} is not a positive length{}", radius,
                    radius > 0.0 && std::isfinite(radius) ? " that can be squared" : ""));
  }
  if (!settings.box) return;
  for (int axis = 0; axis < settings.box->dimensions; ++axis) {
    const double length = settings.box->size[axis];
    if (!(length > 0.0) || !std::isfinite(length)) {
      throw InputError("box size", fmt::format("{} along {} is not a positive length", length,
                                               kAxisNames[axis]));
    }
    if (!settings.box->isPeriodic(axis)) continue;
    if (radius > 0.5 * length) {
      throw InputError("search radius", fmt::format("{} is over half of the periodic side {} along "
                                                    "{}",
                                                    radius, length, kAxisNames[axis]));
    }
    if (length / radius > 0x1p35) {
      throw InputError("box size", fmt::format("{} along {} is more than 2^35 times the radius {}",
                                               length, kAxisNames[axis], radius));
    }
  }
}

NeighbourSearch::NeighbourSearch(const texel::Device& device, std::span<const glm::dvec3> points,
                                 const NeighbourSettings& settings)
    : device_(&device),
      points_(std::ssize(points)),
      radius_(settings.radius),
      distances_(points, settings.box) {
  requireSearchable(settings);
  device.requireFits("points", points_);
  if (const auto outside = findOutside(points, settings.box)) {
    throw InputError(fmt::format("point {}", outside->point), outside->why);
  }
  if (points.empty()) return;
  layout_ = layOut({.points = points,
                    .box = settings.box,
                    .radius = settings.radius,
                    .method = settings.method,
                    .cells = settings.cells});
  list_.emplace(device, *layout_, points_, settings.kind, settings.sort);
}

NeighbourList NeighbourSearch::run() {
  NeighbourList result;
  result.offsets.assign(1, 0);
  if (!layout_) return result;
  const texel::Vec4Array position(*device_, "points", layout_->position);
  std::optional<texel::UInt4Array> tile;
  if (layout_->isHashed()) tile.emplace(*device_, "tiles", layout_->tile);
  list_->find(position, tile ? &*tile : nullptr);

  // Lists come in any order of their points.
  struct Stretch {
    std::ptrdiff_t begin = 0, end = 0;
  };
  std::vector<Stretch> stretches(static_cast<std::size_t>(points_));
  std::vector<std::int32_t> ids;
  ids.reserve(list_->slots());
  const double radiusSquared = radius_ * radius_;
  list_->read([&](std::int64_t i, std::span<const std::uint32_t> slots) {
    const std::ptrdiff_t begin = std::ssize(ids);
    for (const std::uint32_t slot : slots) {
      const std::uint32_t j = texel::decodeId(slot);
      if (j == kNullId) continue;
      if ((slot & kAmbiguous) != 0) {
        ++result.ambiguous;
        if (distances_.squared(i, j) > radiusSquared) continue;
      }
      ids.push_back(static_cast<std::int32_t>(j));
    }
    std::sort(ids.begin() + begin, ids.end());
    stretches[static_cast<std::size_t>(i)] = {begin, std::ssize(ids)};
  });
  result.offsets.reserve(stretches.size() + 1);
  result.ids.reserve(ids.size());
  for (const auto& [begin, end] : stretches) {
    result.ids.insert(result.ids.end(), ids.begin() + begin, ids.begin() + end);
    result.offsets.push_back(std::ssize(result.ids));
  }
  return result;
}

NeighbourList findNeighbours(const texel::Device& device, std::span<const glm::dvec3> points,
                             const NeighbourSettings& settings) {
  return NeighbourSearch(device, points, settings).run();
}

NeighbourList pairsOf(const NeighbourList& both) {
  NeighbourList pairs;
  pairs.offsets.reserve(both.offsets.size());
  pairs.offsets.push_back(0);
  pairs.ids.reserve(both.ids.size() / 2);
  for (std::int64_t i = 0; i + 1 < std::ssize(both.offsets); ++i) {
    const auto ids = both.of(i);
    pairs.ids.insert(pairs.ids.end(), std::upper_bound(ids.begin(), ids.end(), i), ids.end());
    pairs.offsets.push_back(std::ssize(pairs.ids));
  }
  pairs.ambiguous = both.ambiguous;
  return pairs;
}

NeighbourCounts countsOf(const NeighbourList& pairs) {
  const std::size_t points = pairs.offsets.size() - 1;
  if (points == 0) return {};
  std::vector<std::int64_t> neighbours(points, 0);
  for (std::size_t i = 0; i < points; ++i) {
    const auto ids = pairs.of(static_cast<std::int64_t>(i));
    neighbours[i] += std::ssize(ids);
    for (const std::int32_t j : ids) ++neighbours[static_cast<std::size_t>(j)];
  }
  const auto [least, most] = std::minmax_element(neighbours.begin(), neighbours.end());
  const std::int64_t count = std::ssize(pairs.ids);
  return {count, *least, *most, 2.0 * static_cast<double>(count) / static_cast<double>(points)};
}

}  // namespace gpubuck::search
