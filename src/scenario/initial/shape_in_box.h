// The shapes of regions in their box.
#pragma once

#include <algorithm>
#include <cmath>
#include <vector>

#include "scenario/scenario.h"

namespace gpubuck::scenario {

/// A region's shape in a box: a sphere about the middle of [low, high), or all of [low, high).
class ShapeInBox {
 public:
  ShapeInBox(const dpd::Container& container, const cells::Box& box)
      : box_(&box),
        isSphere_(true),
        radius_(container.radius),
        low_(container.centre - container.radius),
        high_(container.centre + container.radius),
        centre_(container.centre) {}
  ShapeInBox(const Region& region, const cells::Box& box)
      : box_(&box), isSphere_(region.shape == Shape::Sphere), radius_(region.radius) {
    if (isSphere_) {
      centre_ = region.centre;
      low_ = centre_ - radius_;
      high_ = centre_ + radius_;
    } else if (region.shape == Shape::Box) {
      low_ = region.low;
      high_ = region.high == glm::dvec3(Region::kUnset) ? box.size : region.high;
    } else {
      low_ = glm::dvec3(-Region::kUnset);
      high_ = glm::dvec3(Region::kUnset);
      low_[region.axis] = region.from;
      high_[region.axis] = region.to.value_or(box.size[region.axis]);
    }
  }

  bool isSphere() const { return isSphere_; }
  double low(int axis) const { return low_[axis]; }
  double high(int axis) const { return high_[axis]; }

  /// Returns the squared radius of a sphere less the squared distances along this axis and the
  /// earlier ones, which have left `left`. Below 0 the place is outside. A box returns `left`
  /// inside.
  double left(int axis, double coordinate, double left) const {
    const double size = box_->size[axis];
    if (isSphere_) {
      double distance = std::abs(coordinate - centre_[axis]);
      if (box_->isPeriodic(axis)) {
        distance = cells::wrapped(distance, size);
        distance = std::min(distance, size - distance);
      }
      return left - distance * distance;
    }
    const double width = high_[axis] - low_[axis];
    const bool isIn = box_->isPeriodic(axis)
                          ? width >= size || cells::wrapped(coordinate - low_[axis], size) < width
                          : low_[axis] <= coordinate && coordinate < high_[axis];
    return isIn ? left : -1.0;
  }
  double squaredRadius() const { return radius_ * radius_; }

  bool contains(const glm::dvec3& place) const {
    double rest = squaredRadius();
    for (int axis = 0; axis < box_->dimensions; ++axis) {
      rest = left(axis, place[axis], rest);
      if (rest < 0.0 || (isSphere_ && rest == 0.0)) return false;
    }
    return true;
  }

  /// Adds where along an axis the shape begins, ends or meets its own image.
  void addEdges(int axis, double left, std::vector<double>& edges) const {
    const double size = box_->size[axis];
    double low = low_[axis], high = high_[axis];
    if (isSphere_) {
      const double reach = std::sqrt(left);
      low = centre_[axis] - reach;
      high = centre_[axis] + reach;
    }
    if (!box_->isPeriodic(axis)) {
      edges.insert(edges.end(), {std::clamp(low, 0.0, size), std::clamp(high, 0.0, size)});
    } else if (high - low < size) {
      edges.insert(edges.end(), {cells::wrapped(low, size), cells::wrapped(high, size)});
    } else if (isSphere_) {
      edges.push_back(cells::wrapped(centre_[axis] + 0.5 * size, size));
    }
  }

  /// The part of the box that a shape may fill along an axis: where it begins, and its width.
  double begin(int axis) const {
    if (!box_->isPeriodic(axis)) return std::max(0.0, low_[axis]);
    return isWholeAlong(axis) ? 0.0 : low_[axis];
  }
  double width(int axis) const {
    if (isWholeAlong(axis)) return box_->size[axis];
    if (box_->isPeriodic(axis)) return high_[axis] - low_[axis];
    return std::min(box_->size[axis], high_[axis]) - begin(axis);
  }
  double boundingVolume() const {
    double volume = 1.0;
    for (int axis = 0; axis < box_->dimensions; ++axis) volume *= width(axis);
    return volume;
  }

 private:
  bool isWholeAlong(int axis) const {
    return box_->isPeriodic(axis) && high_[axis] - low_[axis] >= box_->size[axis];
  }

  const cells::Box* box_;
  bool isSphere_;
  double radius_;
  glm::dvec3 low_{0.0}, high_{0.0}, centre_{0.0};
};

inline std::vector<ShapeInBox> shapesOf(const Scenario& scenario) {
  std::vector<ShapeInBox> shapes;
  for (const Region& region : scenario.regions) shapes.emplace_back(region, scenario.fluid.box);
  return shapes;
}

/// Returns the last shape that holds a place, or -1.
inline int shapeAt(const std::vector<ShapeInBox>& shapes, const glm::dvec3& place) {
  for (std::size_t i = shapes.size(); i-- > 0;) {
    if (shapes[i].contains(place)) return static_cast<int>(i);
  }
  return -1;
}

}  // namespace gpubuck::scenario
