#include "search/neighbours.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <glm/common.hpp>
#include <limits>

#include "base/error.h"
#include "base/id.h"
#include "search/bounds.h"
#include "search/point_layout.h"

namespace gpubuck::search {
namespace {

constexpr const char* kAxes = "xyz";

/// The box around the points, rounded outwards. It is found in floats, relative to the first point
/// and in units of the radius; what is too far for a float is as far away as it gets.
Bounds boundsAround(const texel::Device& device, std::span<const glm::dvec3> points, double unit) {
  constexpr auto kFarthest = static_cast<double>(std::numeric_limits<float>::max());
  std::vector<glm::vec4> relative;
  relative.reserve(points.size());
  for (const glm::dvec3& r : points) {
    relative.emplace_back(glm::clamp((r - points[0]) / unit, -kFarthest, kFarthest), 0.0);
  }
  texel::Array position(device, "points", texel::Format::Vec4,
                        static_cast<std::int64_t>(points.size()));
  position.upload(relative);
  Bounds bounds = boundsOf(device, position);
  for (int axis = 0; axis < 3; ++axis) {
    const double origin = points[0][axis];
    double& low = bounds.low[axis];
    double& high = bounds.high[axis];
    // Half a unit in the last place of the floats, then the roundings of doubles. Where all
    // coordinates are the same float, the first point's, they differ by far less than the margin.
    const double slack =
        low == high ? 0.0 : 0x1p-23 * std::max(-low, high) + 0x1p-50 * std::abs(origin / unit);
    low = origin + (low - slack) * unit;
    high = origin + (high + slack) * unit;
  }
  return bounds;
}

double wrapped(double coordinate, double length) {
  const double rest = std::fmod(coordinate, length);
  const double inside = rest < 0.0 ? rest + length : rest;
  return inside < length ? inside : 0.0;
}

}  // namespace

std::span<const std::int32_t> Neighbours::of(std::int64_t point) const {
  const auto i = static_cast<std::size_t>(point);
  return std::span(ids).subspan(static_cast<std::size_t>(offsets[i]),
                                static_cast<std::size_t>(offsets[i + 1] - offsets[i]));
}

Distances::Distances(std::span<const glm::dvec3> points, const std::optional<Box>& box)
    : points_(points) {
  if (!box) return;
  for (int axis = 0; axis < box->dimensions; ++axis) {
    if (box->isPeriodic(axis)) size_[axis] = box->size[axis];
  }
  if (size_ == glm::dvec3(0.0)) return;
  inBox_.assign(points.begin(), points.end());
  for (int axis = 0; axis < 3; ++axis) {
    if (size_[axis] == 0.0) continue;
    for (glm::dvec3& r : inBox_) r[axis] = wrapped(r[axis], size_[axis]);
  }
  points_ = inBox_;
}

double Distances::squared(std::int64_t i, std::int64_t j) const {
  glm::dvec3 d = points_[static_cast<std::size_t>(i)] - points_[static_cast<std::size_t>(j)];
  for (int axis = 0; axis < 3; ++axis) {
    if (size_[axis] == 0.0) continue;
    const double half = 0.5 * size_[axis];
    if (d[axis] > half) {
      d[axis] -= size_[axis];
    } else if (d[axis] < -half) {
      d[axis] += size_[axis];
    }
  }
  return d.x * d.x + d.y * d.y + d.z * d.z;
}

std::optional<OutsideBox> findOutside(std::span<const glm::dvec3> points,
                                      const std::optional<Box>& box) {
  for (std::size_t i = 0; i < points.size(); ++i) {
    for (int axis = 0; axis < 3; ++axis) {
      const double x = points[i][axis];
      const auto outside = [&](const std::string& why) {
        return OutsideBox{static_cast<std::int64_t>(i),
                          fmt::format("{} {} {}", kAxes[axis], x, why)};
      };
      if (!std::isfinite(x)) return outside("is not finite");
      if (!box) continue;
      if (axis >= box->dimensions) {
        if (x != 0.0) return outside("is not 0 in two dimensions");
      } else if (!box->isPeriodic(axis) && (x < 0.0 || x > box->size[axis])) {
        return outside(
            fmt::format("is outside of the box, 0 <= {} <= {}", kAxes[axis], box->size[axis]));
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
      throw InputError("box size",
                       fmt::format("{} along {} is not a positive length", length, kAxes[axis]));
    }
    if (!settings.box->isPeriodic(axis)) continue;
    if (radius > 0.5 * length) {
      throw InputError("search radius", fmt::format("{} is over half of the periodic side {} along "
                                                    "{}",
                                                    radius, length, kAxes[axis]));
    }
    if (length / radius > 0x1p35) {
      throw InputError("box size", fmt::format("{} along {} is more than 2^35 times the radius {}",
                                               length, kAxes[axis], radius));
    }
  }
}

Neighbours findNeighbours(const texel::Device& device, std::span<const glm::dvec3> points,
                          const NeighbourSettings& settings) {
  requireSearchable(settings);
  const auto count = static_cast<std::int64_t>(points.size());
  device.requireFits("points", count);
  if (const auto outside = findOutside(points, settings.box)) {
    throw InputError(fmt::format("point {}", outside->point), outside->why);
  }
  Neighbours result;
  result.offsets.assign(1, 0);
  if (count == 0) return result;

  const double unit = std::ldexp(1.0, std::ilogb(settings.radius));
  const PointLayout layout = layOut({.points = points,
                                     .bounds = boundsAround(device, points, unit),
                                     .box = settings.box,
                                     .radius = settings.radius,
                                     .method = settings.method,
                                     .cells = settings.cells});
  texel::Array position(device, "points", texel::Format::Vec4, count);
  position.upload(layout.position);
  std::optional<texel::Array> page;
  if (layout.isFolded()) {
    page.emplace(device, "pages", texel::Format::UInt4, count);
    page->upload(layout.page);
  }
  PairList list(device, layout, count, settings.each, settings.sort);
  list.find(position, page ? &*page : nullptr);

  const Distances distances(points, settings.box);
  const double radiusSquared = settings.radius * settings.radius;
  result.offsets.reserve(points.size() + 1);
  result.ids.reserve(list.slots());
  list.read([&](std::int64_t i, std::span<const std::uint32_t> slots) {
    const std::ptrdiff_t begin = std::ssize(result.ids);
    for (const std::uint32_t slot : slots) {
      const std::uint32_t j = slot & kNullId;
      if (j == kNullId) continue;
      if ((slot & kUnsure) != 0) {
        ++result.unsure;
        if (distances.squared(i, j) > radiusSquared) continue;
      }
      result.ids.push_back(static_cast<std::int32_t>(j));
    }
    std::sort(result.ids.begin() + begin, result.ids.end());
    result.offsets.push_back(std::ssize(result.ids));
  });
  return result;
}

}  // namespace gpubuck::search
