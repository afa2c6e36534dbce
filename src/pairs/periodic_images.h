// Points taken into a cell, and the images of them that lie near it.
#pragma once

#include <array>
#include <cstdint>
#include <glm/vec3.hpp>
#include <optional>
#include <span>
#include <vector>

#include "pairs/lattice.h"

namespace gpubuck::pairs {

/// Which image of a point a pair is with, in sides of the cell.
using Shift = std::array<std::int32_t, 3>;

/// The places between which pairs are to be found in open space: of some points, which pairs begin
/// with, taken into the cell; of some others, which they end with, there too; and of the images of
/// these others within reach of the points.
class PeriodicImages {
 public:
  using Points = std::span<const std::array<double, 3>>;

  /// The others are the points themselves if none are given. Throws InputError for points that are
  /// not finite or too far from the cell to have a Shift, and for more places than ids.
  void make(const Lattice& lattice, double radius, Points points, std::optional<Points> others);

  /// In the order above; where the sets are the same, the others are left out.
  const std::vector<glm::dvec3>& places() const { return places_; }
  /// The distance of two places is wrong by less than this.
  double error() const { return error_; }

  /// The places of points end before it.
  std::int64_t points() const { return points_; }
  /// The places of others begin with it.
  std::int64_t firstOther() const { return firstOther_; }
  /// The places of images begin with it.
  std::int64_t firstImage() const { return firstImage_; }
  bool isImage(std::int64_t place) const { return place >= firstImage_; }
  /// Which of the others it is a place of.
  std::int64_t otherAt(std::int64_t place) const {
    return isImage(place) ? imageAt(place).other : place - firstOther_;
  }
  /// Of the pair of a point and a place of the others.
  Shift shift(std::int64_t point, std::int64_t place) const {
    Shift result = isImage(place) ? imageAt(place).shift : Shift{};
    if (home_.empty()) return result;
    const Shift& from = home_[static_cast<std::size_t>(point)];
    for (std::size_t m = 0; m < 3; ++m) result[m] += from[m];
    if (isImage(place)) return result;
    const Shift& to = home_[static_cast<std::size_t>(place)];
    for (std::size_t m = 0; m < 3; ++m) result[m] -= to[m];
    return result;
  }

 private:
  /// The least and the greatest coordinates of some vectors along each axis.
  struct Extent {
    glm::dvec3 low;
    glm::dvec3 high;
  };
  struct Image {
    std::int32_t other;
    Shift shift;  ///< of a pair with a point that is given in the cell
  };

  const Image& imageAt(std::int64_t place) const {
    return images_[static_cast<std::size_t>(place - firstImage_)];
  }
  template <typename Value>
  static Extent extentOf(std::span<const glm::dvec3> vectors, const Value& valueOf);
  void takeIn(const Lattice& lattice, Points points, const char* name);
  /// False if it cannot be; raises `taken` to the magnitude of its translation.
  bool takeIn(const Lattice& lattice, const std::array<double, 3>& point, std::size_t place,
              glm::dvec3& taken);
  void addImages(const Lattice& lattice, double radius);
  void addImagesOf(std::int64_t place, const Lattice& lattice, const Extent& steps,
                   const Extent& reached);
  void findError(const Lattice& lattice, double radius);

  std::vector<glm::dvec3> places_;
  /// Sides from the cell to the place where a point was given; empty if all were given in the cell.
  std::vector<Shift> home_;
  std::vector<Image> images_;
  std::int64_t points_ = 0;
  std::int64_t firstOther_ = 0;
  std::int64_t firstImage_ = 0;
  glm::dvec3 taken_{0.0};  ///< the largest magnitude of the translations into the cell
  double error_ = 0.0;
};

}  // namespace gpubuck::pairs
