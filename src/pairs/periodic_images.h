// The periodic sides of a cell of any shape, the points wrapped into the cell, and the images of
// these points near the cell.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <glm/geometric.hpp>
#include <glm/vec3.hpp>
#include <optional>
#include <span>
#include <vector>

#include "pairs/extent.h"
#include "pairs/pair_table.h"

namespace gpubuck::pairs {

/// The lattice that the periodic sides H_m of a cell span, described by the shortest vectors G_k
/// that span the same lattice: G_k = sum of U_km H_m with whole numbers U. The shortest vectors
/// span the most compact cell. A skewed cell, in contrast, is far longer than it is thick, so that
/// a point has many images near the cell.
class Lattice {
 public:
  /// The maximum distance of a point or its image from the cell, in numbers of periodic sides.
  static constexpr std::int32_t kFarthest = std::int32_t{1} << 29;

  /// Throws InputError for periodic sides that are not finite or have no volume.
  explicit Lattice(const Cell& cell);

  /// Returns the number of periodic sides, which is the number of vectors.
  int rank() const { return rank_; }
  /// Returns the sides H; open sides are 0.
  const std::array<glm::dvec3, 3>& sides() const { return sides_; }
  /// Returns the reciprocal vector k. The inverse of its length is the distance between two
  /// opposite faces of the cell of the vectors.
  const glm::dvec3& reciprocal(int k) const { return reciprocal_[static_cast<std::size_t>(k)]; }

  /// Returns the coordinates of a place in units of the vectors. If there are fewer than three
  /// vectors, the remaining coordinates are 0.
  glm::dvec3 fractions(const glm::dvec3& place) const {
    return {glm::dot(place, reciprocal_[0]), glm::dot(place, reciprocal_[1]),
            glm::dot(place, reciprocal_[2])};
  }
  /// Returns the sum of the vectors, each multiplied by its element of `steps`. Up to rounding,
  /// this is the sum of the sides, each multiplied by its element of inSides(steps).
  glm::dvec3 translation(const glm::dvec3& steps) const {
    return steps.x * vectors_[0] + steps.y * vectors_[1] + steps.z * vectors_[2];
  }
  /// Returns the sum of the absolute values of the terms of translation(steps). The error of
  /// translation(steps) is a few parts in 2^53 of this sum.
  glm::dvec3 magnitude(const glm::dvec3& steps) const;
  /// Returns the multiples of the sides H whose sum is translation(steps). The result is exact.
  std::array<std::int64_t, 3> inSides(const glm::dvec3& steps) const;

 private:
  using Whole = std::array<std::int64_t, 3>;

  /// Shortens vector k as far as possible by whole multiples of the vectors before it. Returns
  /// false if no multiple shortens it.
  bool shorten(int k);
  void replace(int k, const Whole& u);
  void sortByLength();
  void requireVolume() const;
  void findReciprocal();

  int rank_ = 0;
  std::array<glm::dvec3, 3> sides_{glm::dvec3(0.0), glm::dvec3(0.0), glm::dvec3(0.0)};
  std::array<Whole, 3> u_{};
  std::array<glm::dvec3, 3> vectors_ = sides_;     ///< G
  std::array<glm::dvec3, 3> magnitudes_ = sides_;  ///< like vectors_, but sums of the absolute
                                                   ///< values of the multiples of sides
  std::array<glm::dvec3, 3> reciprocal_ = sides_;
};

/// The image of a point in a pair, as a number of sides along each side of the cell.
using Shift = std::array<std::int32_t, 3>;

/// The places between which pairs are searched in open space. First come the points, wrapped into
/// the cell; the first place of a pair is a point. Then come the others, also wrapped, and last
/// those images of the others that are within reach of the points. The second place of a pair is
/// one of the others or of their images.
class PeriodicImages {
 public:
  using Points = std::span<const std::array<double, 3>>;

  /// Makes the places. If no others are given, the points themselves are the others. Throws
  /// InputError for points that are not finite or too far from the cell to have a Shift, and for
  /// more places than ids.
  void make(const Lattice& lattice, double radius, Points points, std::optional<Points> others);
  /// Makes the places without images. Throws the errors of make() that concern points.
  void wrap(const Lattice& lattice, Points points, std::optional<Points> others);

  /// Returns the places in the order points, others, images; if the sets are the same, the others
  /// are omitted.
  const std::vector<glm::dvec3>& places() const { return places_; }
  /// Returns an upper limit of the error of the distance of two places.
  double error() const { return error_; }
  /// Returns the largest magnitude of the translations into the cell (Lattice::magnitude).
  const glm::dvec3& taken() const { return taken_; }

  /// Returns the number of points, whose places are the first.
  std::int64_t points() const { return points_; }
  /// Returns the index of the first place of the others.
  std::int64_t firstOther() const { return firstOther_; }
  /// Returns the index of the first place of images, which are in the order of the others.
  std::int64_t firstImage() const { return firstImage_; }
  /// Returns the index of the first image of this point of the others; the images of later points
  /// follow.
  std::int64_t firstImageOf(std::int64_t other) const {
    return firstImage_ +
           (std::ranges::lower_bound(images_, other, {}, &Image::other) - images_.begin());
  }
  bool isImage(std::int64_t place) const { return place >= firstImage_; }
  /// Returns the number, among the others, of the point that is at a place or has its image at this
  /// place.
  std::int64_t otherAt(std::int64_t place) const {
    return isImage(place) ? imageAt(place).other : place - firstOther_;
  }
  /// Returns the shift of the pair of a point and a place of the others.
  Shift shift(std::int64_t point, std::int64_t place) const {
    return sum(home(point), shiftFromCell(place));
  }
  /// Returns the number of sides from the wrapped place of a point to the place at which it was
  /// given.
  Shift home(std::int64_t point) const {
    return home_.empty() ? Shift{} : home_[static_cast<std::size_t>(point)];
  }
  /// Returns the shift of the pair of a point within the cell and a place of the others.
  Shift shiftFromCell(std::int64_t place) const {
    if (isImage(place)) return imageAt(place).shift;
    const Shift to = home(place);
    return {-to[0], -to[1], -to[2]};
  }
  static Shift sum(const Shift& a, const Shift& b) {
    return {a[0] + b[0], a[1] + b[1], a[2] + b[2]};
  }

 private:
  struct Image {
    std::int32_t other;
    Shift shift;  ///< shift of the pair of this image and a point that was given in the cell
  };

  struct NewImages {
    std::vector<glm::dvec3> places;
    std::vector<Image> images;
  };

  const Image& imageAt(std::int64_t place) const {
    return images_[static_cast<std::size_t>(place - firstImage_)];
  }
  void takeIn(const Lattice& lattice, Points points, const char* name);
  /// Wraps a point into the cell. Returns false if this is impossible. Raises `taken` to the
  /// magnitude of the point's translation if this is larger.
  bool takeIn(const Lattice& lattice, const std::array<double, 3>& point, std::size_t place,
              glm::dvec3& taken);
  void addImages(const Lattice& lattice, double radius);
  void addImagesOf(std::int64_t place, const Lattice& lattice, const Extent& steps,
                   const Extent& reached, NewImages& found) const;
  void findError(const Lattice& lattice, double radius);

  std::vector<glm::dvec3> places_;
  /// The results of home() for all points; empty if all points were given in the cell.
  std::vector<Shift> home_;
  std::vector<Image> images_;
  std::int64_t points_ = 0;
  std::int64_t firstOther_ = 0;
  std::int64_t firstImage_ = 0;
  glm::dvec3 taken_{0.0};
  double error_ = 0.0;
};

}  // namespace gpubuck::pairs
