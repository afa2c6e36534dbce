#include "cells/shape.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <glm/geometric.hpp>
#include <numbers>

namespace gpubuck::cells {
namespace {

/// Returns the fault of the corners of a box, or of the ends of a layer, along one axis.
std::optional<Fault> faultOfExtent(const std::string& low, const std::string& high, double from,
                                   double to, double size) {
  if (from >= size) {
    return Fault{low, fmt::format("{} is not below {}, where the box ends", from, size)};
  }
  if (to <= 0.0) {
    return Fault{high, fmt::format("{} is not above 0, where the box begins", to)};
  }
  if (to <= from) {
    return Fault{high, fmt::format("{} is not above {}, where the shape begins", to, from)};
  }
  return {};
}

std::optional<Fault> faultOfRound(const Shape& shape, const Box& box, const char* kind) {
  if (shape.centre == glm::dvec3(Shape::kUnset)) {
    return Fault{"centre", fmt::format("missing, but the shape \"{}\" needs it", kind)};
  }
  if (shape.radius == 0.0) {
    return Fault{"radius", fmt::format("missing, but the shape \"{}\" needs it", kind)};
  }
  double squared = 0.0;
  for (int axis = 0; axis < box.dimensions; ++axis) {
    if (shape.kind == ShapeKind::Cylinder && axis == shape.axis) continue;
    const double place = shape.centre[axis];
    const double outside = place - std::clamp(place, 0.0, box.size[axis]);
    squared += outside * outside;
  }
  if (squared < shape.radius * shape.radius) return {};
  return Fault{"centre", fmt::format("the {} lies outside the box", kind)};
}

}  // namespace

const std::vector<EnumName<ShapeKind>> kShapeKinds{
    {ShapeKind::Box, "box", "From the corner low to the corner high."},
    {ShapeKind::Sphere, "sphere", "About a centre; in two dimensions a disc."},
    {ShapeKind::Layer, "layer", "From one height to another along an axis, as wide as the box."},
    {ShapeKind::Cylinder, "cylinder", "About a line through a centre along an axis."}};

std::optional<Fault> faultOf(const Shape& shape, const Box& box) {
  const bool hasAxis = shape.kind == ShapeKind::Layer || shape.kind == ShapeKind::Cylinder;
  if (hasAxis && shape.axis >= box.dimensions) {
    return Fault{"axis", "'z' is not an axis in two dimensions"};
  }
  if (shape.kind == ShapeKind::Layer) {
    const double size = box.size[shape.axis];
    return faultOfExtent("from", "to", shape.from, shape.to.value_or(size), size);
  }
  if (shape.kind != ShapeKind::Box)
    return faultOfRound(shape, box, nameOf(kShapeKinds, shape.kind).c_str());
  for (int axis = 0; axis < box.dimensions; ++axis) {
    const double size = box.size[axis], high = shape.high[axis];
    if (auto fault = faultOfExtent(fmt::format("low.{}", axis), fmt::format("high.{}", axis),
                                   shape.low[axis], high == Shape::kUnset ? size : high, size)) {
      return fault;
    }
  }
  return {};
}

Shape largestSphere(const Box& box, double apart) {
  Shape sphere{.kind = ShapeKind::Sphere, .centre = box.size / 2.0, .radius = Shape::kUnset};
  for (int axis = 0; axis < box.dimensions; ++axis) {
    const double side = box.size[axis] - (box.isPeriodic(axis) ? apart : 0.0);
    sphere.radius = std::min(sphere.radius, side / 2.0);
  }
  if (box.dimensions == 2) sphere.centre.z = 0.0;
  return sphere;
}

Shape shifted(Shape shape, const glm::dvec3& by) {
  shape.low += by;
  shape.high += by;
  shape.centre += by;
  shape.from += by[shape.axis];
  if (shape.to) *shape.to += by[shape.axis];
  return shape;
}

ShapeInBox::ShapeInBox(const Shape& shape, const Box& box) : box_(box) {
  low_ = glm::dvec3(-kEndless);
  high_ = glm::dvec3(kEndless);
  if (shape.kind == ShapeKind::Layer) {
    low_[shape.axis] = shape.from;
    high_[shape.axis] = shape.to.value_or(box.size[shape.axis]);
  } else if (shape.kind == ShapeKind::Box) {
    low_ = shape.low;
    high_ = shape.high == glm::dvec3(Shape::kUnset) ? box.size : shape.high;
  } else {
    radius_ = shape.radius;
    low_ = high_ = shape.centre;
    if (shape.kind == ShapeKind::Cylinder) {
      low_[shape.axis] = -kEndless;
      high_[shape.axis] = kEndless;
    }
  }
  coreLow_ = low_;
  coreHigh_ = high_;
  for (int axis = 0; axis < 3; ++axis) {
    const double size = box.size[axis];
    const bool isAcross = axis < box.dimensions && radius_ == 0.0 && !box.isPeriodic(axis);
    const bool beginsBefore = isAcross && low_[axis] <= 0.0;
    const bool endsAfter = isAcross && high_[axis] >= size;
    const bool isWhole = box.isPeriodic(axis) && high_[axis] - low_[axis] >= size;
    if (axis >= box.dimensions || isWhole || (beginsBefore && endsAfter)) {
      coreLow_[axis] = -kEndless;
      coreHigh_[axis] = kEndless;
    } else if (beginsBefore) {
      coreLow_[axis] -= size;
    } else if (endsAfter) {
      coreHigh_[axis] += size;
    }
  }
}

glm::dvec3 ShapeInBox::centre() const {
  glm::dvec3 middle = 0.5 * (low_ + high_);
  for (int axis = 0; axis < 3; ++axis) {
    if (coreHigh_[axis] >= kEndless) middle[axis] = 0.0;
  }
  return middle;
}

glm::dvec3 ShapeInBox::half() const {
  glm::dvec3 half = 0.5 * (high_ - low_);
  for (int axis = 0; axis < 3; ++axis) {
    if (coreHigh_[axis] >= kEndless) half[axis] = kEndless;
  }
  return half;
}

double ShapeInBox::fromMiddle(int axis, double coordinate) const {
  const double from = coordinate - 0.5 * (coreLow_[axis] + coreHigh_[axis]);
  if (!box_.isPeriodic(axis)) return from;
  return from - box_.size[axis] * std::round(from / box_.size[axis]);
}

double ShapeInBox::gap(int axis, double coordinate) const {
  return std::abs(fromMiddle(axis, coordinate)) - 0.5 * (coreHigh_[axis] - coreLow_[axis]);
}

double ShapeInBox::distance(const glm::dvec3& place) const {
  double squared = 0.0, inner = -kEndless;
  for (int axis = 0; axis < box_.dimensions; ++axis) {
    const double outside = gap(axis, place[axis]);
    if (outside > 0.0) squared += outside * outside;
    inner = std::max(inner, outside);
  }
  return (squared > 0.0 ? std::sqrt(squared) : inner) - radius_;
}

glm::dvec3 ShapeInBox::gradient(const glm::dvec3& place) const {
  glm::dvec3 outside(0.0), sides(1.0);
  int nearest = 0;
  for (int axis = 0; axis < box_.dimensions; ++axis) {
    outside[axis] = gap(axis, place[axis]);
    if (outside[axis] > outside[nearest]) nearest = axis;
    if (fromMiddle(axis, place[axis]) < 0.0) sides[axis] = -1.0;
  }
  if (outside[nearest] <= 0.0) {
    glm::dvec3 across(0.0);
    across[nearest] = sides[nearest];
    return across;
  }
  return glm::normalize(glm::max(outside, 0.0) * sides);
}

bool ShapeInBox::contains(const glm::dvec3& place) const {
  double rest = radius_ * radius_;
  for (int axis = 0; axis < box_.dimensions; ++axis) {
    rest = left(axis, place[axis], rest);
    if (rest < 0.0 || (radius_ > 0.0 && rest == 0.0)) return false;
  }
  return true;
}

bool ShapeInBox::isWholeAlong(int axis) const {
  return box_.isPeriodic(axis) && high(axis) - low(axis) >= box_.size[axis];
}

double ShapeInBox::begin(int axis) const {
  if (!box_.isPeriodic(axis)) return std::max(0.0, low(axis));
  return isWholeAlong(axis) ? 0.0 : low(axis);
}

double ShapeInBox::width(int axis) const {
  if (isWholeAlong(axis)) return box_.size[axis];
  if (box_.isPeriodic(axis)) return high(axis) - low(axis);
  return std::min(box_.size[axis], high(axis)) - begin(axis);
}

double ShapeInBox::boundingVolume() const {
  double volume = 1.0;
  for (int axis = 0; axis < box_.dimensions; ++axis) volume *= width(axis);
  return volume;
}

std::optional<double> ShapeInBox::wholeVolume() const {
  // The volume of all points within a radius of a core is a sum over all subsets of the axes. Each
  // term is the volume of the core along the axes of the subset, times the volume of a ball along
  // the other axes (Steiner's formula).
  const double disc = std::numbers::pi * radius_ * radius_;
  const double balls[] = {1.0, 2.0 * radius_, disc, 4.0 / 3.0 * disc * radius_};
  double volume = 0.0, ofEndless = 1.0;
  std::vector<double> lengths;
  for (int axis = 0; axis < box_.dimensions; ++axis) {
    const double size = box_.size[axis];
    if (coreHigh_[axis] >= kEndless) {
      ofEndless *= size;
      continue;
    }
    if (!box_.isPeriodic(axis) && (low(axis) < 0.0 || high(axis) > size)) return {};
    if (high(axis) - low(axis) > size) return {};
    lengths.push_back(high_[axis] - low_[axis]);
  }
  const std::size_t count = lengths.size();
  for (std::size_t set = 0; set < (std::size_t{1} << count); ++set) {
    double product = 1.0;
    std::size_t others = count;
    for (std::size_t k = 0; k < count; ++k) {
      if ((set >> k & 1U) == 0) continue;
      product *= lengths[k];
      --others;
    }
    volume += product * balls[others];
  }
  return volume * ofEndless;
}

ShapeInBox ShapeInBox::grownBy(const ShapeInBox& other) const {
  ShapeInBox sum = *this;
  sum.radius_ += other.radius_;
  for (int axis = 0; axis < 3; ++axis) {
    const bool isEndless = other.coreHigh_[axis] >= kEndless || coreHigh_[axis] >= kEndless;
    const double half = other.half()[axis];
    sum.coreLow_[axis] = isEndless ? -kEndless : coreLow_[axis] - half;
    sum.coreHigh_[axis] = isEndless ? kEndless : coreHigh_[axis] + half;
  }
  return sum;
}

/// Returns `left` less the squared distance from the core along this axis. The argument `left` is
/// the squared radius less the squared distances along the axes before. If the result is below 0,
/// the place is outside. For a flat shape, the result is `left` if the coordinate is inside.
double ShapeInBox::left(int axis, double coordinate, double left) const {
  const double size = box_.size[axis];
  if (radius_ > 0.0) {
    double distance = std::abs(coordinate - 0.5 * (low_[axis] + high_[axis]));
    if (box_.isPeriodic(axis)) {
      distance = wrapped(distance, size);
      distance = std::min(distance, size - distance);
    }
    distance = std::max(0.0, distance - 0.5 * (high_[axis] - low_[axis]));
    return left - distance * distance;
  }
  const double width = high_[axis] - low_[axis];
  const bool isIn = box_.isPeriodic(axis)
                        ? width >= size || wrapped(coordinate - low_[axis], size) < width
                        : low_[axis] <= coordinate && coordinate < high_[axis];
  return isIn ? left : -1.0;
}

/// Adds the places along an axis at which the shape begins, ends or meets its own image.
void ShapeInBox::addEdges(int axis, double left, std::vector<double>& edges) const {
  const double size = box_.size[axis], reach = std::sqrt(left);
  const double low = low_[axis] - reach, high = high_[axis] + reach;
  if (!box_.isPeriodic(axis)) {
    edges.insert(edges.end(), {std::clamp(low, 0.0, size), std::clamp(high, 0.0, size)});
  } else if (high - low < size) {
    edges.insert(edges.end(), {wrapped(low, size), wrapped(high, size)});
  } else if (radius_ > 0.0) {
    edges.push_back(wrapped(0.5 * (low_[axis] + high_[axis]) + 0.5 * size, size));
  }
}

/// Integrates axis by axis over the box, from one edge of a shape to the next. Between two edges
/// the integrand is constant along the last axis, and along any axis that meets no round surface.
/// Along other axes the integrand begins and ends like a square root. The midpoint rule is used
/// there, after the substitution t - sin(2 pi t) / (2 pi), which flattens both ends (Sidi 1993).
class ShapeVolumes {
 public:
  using OwnerOf = std::function<int(const std::vector<std::size_t>&)>;

  ShapeVolumes(const Box& box, const std::vector<ShapeInBox>& shapes, std::size_t parts,
               const OwnerOf& ownerOf)
      : box_(box), shapes_(shapes), ownerOf_(ownerOf), volumes_(parts, 0.0) {
    Met all;
    for (std::size_t i = 0; i < shapes.size(); ++i) {
      all.push_back({i, shapes[i].radius() * shapes[i].radius()});
    }
    add(0, 1.0, all);
  }

  std::vector<double> volumes() const { return volumes_; }

 private:
  /// A shape that has points with the present coordinates along all earlier axes.
  struct Meeting {
    std::size_t shape;
    double left;  ///< ShapeInBox::left
  };
  using Met = std::vector<Meeting>;
  /// Numbers of nodes of the quadrature: the least and the largest number between two edges, and
  /// the approximate number along an axis. If there are many shapes, their edges are so close to
  /// each other that few nodes suffice between two edges.
  static constexpr int kFewestNodes = 2, kMostNodes = 32, kNodesAlongAxis = 256;

  Met metAt(int axis, double coordinate, const Met& before) const {
    Met met;
    for (const Meeting& each : before) {
      const double left = shapes_[each.shape].left(axis, coordinate, each.left);
      if (left >= 0.0) met.push_back({each.shape, left});
    }
    return met;
  }

  void add(int axis, double weight, const Met& met) {
    std::vector<double> edges{0.0, box_.size[axis]};
    for (const Meeting& each : met) shapes_[each.shape].addEdges(axis, each.left, edges);
    std::ranges::sort(edges);
    edges.erase(std::unique(edges.begin(), edges.end()), edges.end());
    const int nodes =
        std::clamp(kNodesAlongAxis / static_cast<int>(edges.size()), kFewestNodes, kMostNodes);
    for (std::size_t k = 0; k + 1 < edges.size(); ++k) {
      const double width = edges[k + 1] - edges[k];
      if (axis + 1 < box_.dimensions) {
        addBetween(axis, edges[k], width, nodes, weight, met);
      } else {
        addLine(axis, edges[k] + 0.5 * width, weight * width, met);
      }
    }
  }

  void addLine(int axis, double middle, double volume, const Met& met) {
    within_.clear();
    for (const Meeting& each : metAt(axis, middle, met)) within_.push_back(each.shape);
    if (const int owner = ownerOf_(within_); owner >= 0) {
      volumes_[static_cast<std::size_t>(owner)] += volume;
    }
  }

  void addBetween(int axis, double begin, double width, int nodes, double weight, const Met& met) {
    const Met middle = metAt(axis, begin + 0.5 * width, met);
    const auto isRound = [&](const Meeting& each) { return shapes_[each.shape].radius() > 0.0; };
    if (std::ranges::none_of(middle, isRound)) {
      add(axis + 1, weight * width, middle);
      return;
    }
    for (int k = 0; k < nodes; ++k) {
      constexpr double kTurn = 2.0 * std::numbers::pi;
      const double t = (k + 0.5) / nodes;
      const double coordinate = begin + width * (t - std::sin(kTurn * t) / kTurn);
      add(axis + 1, weight * width * (1.0 - std::cos(kTurn * t)) / nodes,
          metAt(axis, coordinate, met));
    }
  }

  const Box& box_;
  const std::vector<ShapeInBox>& shapes_;
  const OwnerOf& ownerOf_;
  std::vector<std::size_t> within_;
  std::vector<double> volumes_;
};

std::vector<double> volumesOf(const Box& box, const std::vector<ShapeInBox>& shapes,
                              std::size_t parts,
                              const std::function<int(const std::vector<std::size_t>&)>& ownerOf) {
  return ShapeVolumes(box, shapes, parts, ownerOf).volumes();
}

}  // namespace gpubuck::cells
