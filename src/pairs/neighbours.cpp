#include "pairs/neighbours.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <glm/common.hpp>

#include "base/error.h"
#include "base/id.h"
#include "base/memory.h"
#include "base/number.h"

namespace gpubuck::pairs {
namespace {

/// Moves the lists together, of which each has so many ids where it had room for more.
void closeGaps(NeighbourList& lists, std::span<const std::uint32_t> lengths) {
  auto end = lists.ids.begin();
  for (std::size_t i = 0; i < lengths.size(); ++i) {
    const auto begin = lists.ids.begin() + lists.offsets[i];
    lists.offsets[i] = end - lists.ids.begin();
    end = begin == end ? end + lengths[i] : std::copy_n(begin, lengths[i], end);
  }
  lists.offsets.back() = end - lists.ids.begin();
  lists.ids.erase(end, lists.ids.end());
}

}  // namespace

std::span<const std::int32_t> NeighbourList::of(std::int64_t point) const {
  const auto i = static_cast<std::size_t>(point);
  return std::span(ids).subspan(static_cast<std::size_t>(offsets[i]),
                                static_cast<std::size_t>(offsets[i + 1] - offsets[i]));
}

Distances::Distances(std::span<const glm::dvec3> points, const std::optional<cells::Box>& box)
    : box_(box), points_(points) {
  if (!box) return;
  for (int axis = 0; axis < box->dimensions; ++axis) {
    if (!box->isPeriodic(axis)) continue;
    if (inBox_.empty()) inBox_.assign(points.begin(), points.end());
    for (glm::dvec3& r : inBox_) r[axis] = cells::wrapped(r[axis], box->size[axis]);
  }
  if (!inBox_.empty()) points_ = inBox_;
}

double Distances::squared(std::int64_t i, std::int64_t j) const {
  glm::dvec3 d = points_[static_cast<std::size_t>(i)] - points_[static_cast<std::size_t>(j)];
  if (box_) d = box_->nearestImage(d);
  return d.x * d.x + d.y * d.y + d.z * d.z;
}

std::optional<OutsideBox> findOutside(std::span<const glm::dvec3> points,
                                      const std::optional<cells::Box>& box) {
  for (std::size_t i = 0; i < points.size(); ++i) {
    for (int axis = 0; axis < 3; ++axis) {
      const double x = points[i][axis];
      const auto outside = [&](const std::string& why) {
        return OutsideBox{static_cast<std::int64_t>(i),
                          fmt::format("{} {} {}", cells::kAxisNames[axis], x, why)};
      };
      if (!std::isfinite(x)) return outside("is not finite");
      if (!box) continue;
      if (axis >= box->dimensions) {
        if (x != 0.0) return outside("is not 0 in two dimensions");
      } else if (!box->isPeriodic(axis) && (x < 0.0 || x > box->size[axis])) {
        return outside(fmt::format("is outside of the box, 0 <= {} <= {}", cells::kAxisNames[axis],
                                   box->size[axis]));
      }
    }
  }
  return {};
}

void requireRadius(double radius) {
  if (radius >= 0x1p-400 && radius <= 0x1p400) return;
  throw InputError(
      "search radius",
      fmt::format("{} is not a positive length{}", radius,
                  radius > 0.0 && std::isfinite(radius) ? " that can be squared" : ""));
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

void requireSearchable(const NeighbourSettings& settings) {
  const double radius = settings.radius;
  requireRadius(radius);
  if (!settings.box) return;
  for (int axis = 0; axis < settings.box->dimensions; ++axis) {
    const double length = settings.box->size[axis];
    if (!(length > 0.0) || !std::isfinite(length)) {
      throw InputError("box size", fmt::format("{} along {} is not a positive length", length,
                                               cells::kAxisNames[axis]));
    }
    if (!settings.box->isPeriodic(axis)) continue;
    if (radius > 0.5 * length) {
      throw InputError("search radius", fmt::format("{} is over half of the periodic side {} along "
                                                    "{}",
                                                    radius, length, cells::kAxisNames[axis]));
    }
    if (length / radius > 0x1p35) {
      throw InputError("box size", fmt::format("{} along {} is more than 2^35 times the radius {}",
                                               length, cells::kAxisNames[axis], radius));
    }
  }
}

NeighbourSearch::NeighbourSearch(const texel::Device& device, std::span<const glm::dvec3> points,
                                 const NeighbourSettings& settings)
    : device_(&device),
      points_(std::ssize(points)),
      radius_(settings.radius),
      kind_(settings.kind),
      memory_(settings.memory),
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

NeighbourList NeighbourSearch::run(const std::function<void(const Progress&)>& progress) {
  NeighbourList result;
  result.kind = kind_;
  result.offsets.assign(1, 0);
  if (!layout_) return result;
  const auto report = [&](std::optional<std::int64_t> pairs) {
    const auto done = [&progress, pairs](double share) {
      progress({.share = share, .pairs = pairs});
    };
    return progress ? ShareDone(done) : ShareDone();
  };
  const texel::Vec4Array position(*device_, "points", layout_->position);
  std::optional<texel::UInt4Array> tile;
  if (layout_->isHashed()) tile.emplace(*device_, "tiles", layout_->tile);
  list_->find(position, tile ? &*tile : nullptr, report({}));

  const auto slots = static_cast<std::int64_t>(list_->slots());
  const std::int64_t pairs = kind_ == ListKind::Full ? slots / 2 : slots;
  requireMemory(
      pairs,
      static_cast<std::int64_t>(sizeof(std::int32_t)) * slots +
          static_cast<std::int64_t>(sizeof(std::int64_t) + sizeof(std::uint32_t)) * points_ +
          list_->readBytes(slots),
      memory_);
  std::vector<std::uint32_t> lengths = list_->lengths();
  result.offsets.reserve(lengths.size() + 1);
  for (const std::uint32_t length : lengths) {
    result.offsets.push_back(result.offsets.back() + length);
  }
  result.ids.resize(static_cast<std::size_t>(slots));
  const double radiusSquared = radius_ * radius_;
  const PairList::Reader reader = [&](std::int64_t i, std::span<const std::uint32_t> list) {
    const auto begin = result.ids.begin() + result.offsets[static_cast<std::size_t>(i)];
    auto end = begin;
    for (const std::uint32_t slot : list) {
      const std::uint32_t j = texel::decodeId(slot);
      if (j == kNullId) continue;
      if ((slot & kAmbiguous) != 0) {
        ++result.ambiguous;
        if (distances_.squared(i, j) > radiusSquared) continue;
      }
      *end++ = static_cast<std::int32_t>(j);
    }
    if (!std::is_sorted(begin, end)) std::sort(begin, end);
    lengths[static_cast<std::size_t>(i)] = static_cast<std::uint32_t>(end - begin);
  };
  list_->read(reader, report(pairs));
  closeGaps(result, lengths);
  return result;
}

NeighbourList findNeighbours(const texel::Device& device, std::span<const glm::dvec3> points,
                             const NeighbourSettings& settings) {
  return NeighbourSearch(device, points, settings).run();
}

NeighbourCounts countsOf(const NeighbourList& neighbours) {
  const std::size_t points = neighbours.offsets.size() - 1;
  if (points == 0) return {};
  std::vector<std::int64_t> counts(points, 0);
  for (std::size_t i = 0; i < points; ++i) {
    const auto ids = neighbours.of(static_cast<std::int64_t>(i));
    counts[i] += std::ssize(ids);
    if (neighbours.kind == ListKind::Full) continue;
    for (const std::int32_t j : ids) ++counts[static_cast<std::size_t>(j)];
  }
  const auto [least, most] = std::minmax_element(counts.begin(), counts.end());
  const std::int64_t pairs = neighbours.pairs();
  return {pairs, *least, *most, 2.0 * static_cast<double>(pairs) / static_cast<double>(points)};
}

}  // namespace gpubuck::pairs
