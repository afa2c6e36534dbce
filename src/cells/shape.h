// The shapes of solids, effects and regions, and their geometry in a box. Plain data; no OpenGL.
// shaders/cells/shape.glsl computes the same distances.
#pragma once

#include <functional>
#include <glm/vec3.hpp>
#include <limits>
#include <optional>
#include <string>
#include <vector>

#include "base/enum_names.h"
#include "base/fault.h"
#include "cells/box.h"

namespace gpubuck::cells {

enum class ShapeKind { Box, Sphere, Layer, Cylinder };

extern const std::vector<EnumName<ShapeKind>> kShapeKinds;

/// A shape as a scenario gives it. Lengths are in units of the cut-off radius. In two dimensions z
/// does not count: a sphere is a disc. A shape continues across periodic sides and ends at
/// reflecting sides.
struct Shape {
  static constexpr double kUnset = std::numeric_limits<double>::infinity();

  ShapeKind kind = ShapeKind::Box;
  /// Corners of a box, low below high.
  glm::dvec3 low{0.0};
  glm::dvec3 high{kUnset};  ///< if unset, the high corner of the simulation box
  /// Middle of a sphere or a cylinder. For a cylinder the coordinate along the axis does not count.
  glm::dvec3 centre{kUnset};
  double radius = 0.0;  ///< > 0
  /// The axis across a layer, or along a cylinder; a cylinder is as long as the simulation box.
  int axis = 2;
  /// Begin and end of a layer along its axis.
  double from = 0.0;
  std::optional<double> to{};  ///< if empty, the end of the simulation box

  bool operator==(const Shape&) const = default;
};

/// Returns the first fault of a shape in a box, if any. Faults are a missing value, a shape that is
/// empty or outside of the box, and an axis that the box does not have.
std::optional<Fault> faultOf(const Shape& shape, const Box& box);

/// Returns the largest sphere about the middle of a box that fits into the box and is at least
/// `apart` away from the sphere's own periodic images.
Shape largestSphere(const Box& box, double apart);

/// Returns the shape shifted by a vector. An end that is not set stays at the end of the box.
Shape shifted(Shape shape, const glm::dvec3& by);

/// A shape in the simulation box: the points within a radius of a core, which is an axis-aligned
/// box. The core of a sphere is a point, and the core of a cylinder is a line. A box or a layer is
/// its own core, with the radius 0. Thus one formula gives the distance from all kinds of shapes.
/// The core is endless along an axis that does not count or that the shape fills. A flat end at a
/// reflecting side is moved out of the box, since the shape has no surface there.
class ShapeInBox {
 public:
  /// The finite number that stands for half of the length of an endless core. Sums of such numbers
  /// are finite in single precision.
  static constexpr double kEndless = 1e30;

  /// `shape` must have no fault.
  ShapeInBox(const Shape& shape, const Box& box);

  /// Returns the distance of a position from the surface of the nearest image. It is negative
  /// inside.
  double distance(const glm::dvec3& place) const;
  /// Returns the unit vector in the direction in which the distance grows, or one of several such
  /// directions.
  glm::dvec3 gradient(const glm::dvec3& place) const;
  /// Returns whether a position is inside. The low sides of a box or layer count as inside; high
  /// sides and round surfaces count as outside.
  bool contains(const glm::dvec3& place) const;

  double radius() const { return radius_; }
  /// Return the middle of the core as it is given, and half of the length of the core. Along an
  /// axis that does not count, or that the shape fills, these are 0 and kEndless.
  glm::dvec3 centre() const;
  glm::dvec3 half() const;
  /// Return the middle, and half of the length, of the core that distances are measured from. It is
  /// longer than the core as given where the shape ends at a reflecting side.
  glm::dvec3 wallCentre() const { return 0.5 * (coreLow_ + coreHigh_); }
  glm::dvec3 wallHalf() const { return 0.5 * (coreHigh_ - coreLow_); }

  /// Returns the ends of the shape along an axis, also outside of the box.
  double low(int axis) const { return low_[axis] - radius_; }
  double high(int axis) const { return high_[axis] + radius_; }
  /// Return the begin and the width of the part of the box within which the shape lies along an
  /// axis.
  double begin(int axis) const;
  double width(int axis) const;
  double boundingVolume() const;
  /// Returns the volume (in two dimensions the area) by a formula. Returns nothing if the shape
  /// ends beyond a reflecting side, or is longer than the box along an axis.
  std::optional<double> wholeVolume() const;

  /// Returns this shape grown by the other shape: the Minkowski sum of the two shapes, with the
  /// centre of the other shape at the origin. The distance between the other shape's centre and the
  /// result is the distance between the two shapes. Grows the core that distances are measured from
  /// (wallCentre(), wallHalf()).
  ShapeInBox grownBy(const ShapeInBox& other) const;

 private:
  friend class ShapeVolumes;

  /// Returns the distance of a coordinate from the middle of the core of the nearest image.
  double fromMiddle(int axis, double coordinate) const;
  /// Returns the distance by which a coordinate is outside of the core of the nearest image; it is
  /// negative inside.
  double gap(int axis, double coordinate) const;
  double left(int axis, double coordinate, double left) const;
  void addEdges(int axis, double left, std::vector<double>& edges) const;
  bool isWholeAlong(int axis) const;

  Box box_;
  double radius_ = 0.0;
  glm::dvec3 low_, high_;          ///< corners of the core as it is given
  glm::dvec3 coreLow_, coreHigh_;  ///< corners of the core from which distances are measured
};

/// Returns the volumes, in two dimensions areas, of the parts into which shapes divide a box. The
/// argument of `ownerOf` has the numbers of the shapes that contain a place, in ascending order.
/// `ownerOf` returns the part to which the place belongs, 0..parts-1, or -1 if it belongs to none.
/// Boxes, layers and whole spheres are exact up to rounding. Where another shape or a side cuts a
/// round surface, the error is about 1e-4 of the volume. The method uses no random numbers.
std::vector<double> volumesOf(const Box& box, const std::vector<ShapeInBox>& shapes,
                              std::size_t parts,
                              const std::function<int(const std::vector<std::size_t>&)>& ownerOf);

}  // namespace gpubuck::cells
