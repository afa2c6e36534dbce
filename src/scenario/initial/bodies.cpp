#include "scenario/initial/bodies.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>

#include "scenario/initial/regions.h"

namespace gpubuck::scenario {
namespace {

// The lattice is scaled by this factor, so that sites at the edge of a shape belong to the shape in
// spite of rounding to single precision.
constexpr double kWithin = 1.0 - 1e-5;

/// A lattice whose sites are the points with whole coordinates that have an even sum.
class BodyLattice {
 public:
  using Site = std::array<int, 3>;

  BodyLattice(double length, int dimensions)
      : spacing_(length / std::numbers::sqrt2), isFlat_(dimensions == 2) {
    if (isFlat_) spacing_ = {0.5 * length, 0.5 * std::numbers::sqrt3 * length, 1.0};
  }

  glm::dvec3 spacing() const { return spacing_; }
  glm::dvec3 place(const Site& site) const {
    return spacing_ * glm::dvec3(site[0], site[1], site[2]);
  }
  /// Returns the steps to the nearest sites, but only one of two opposite steps.
  std::vector<Site> steps() const {
    if (isFlat_) return {{2, 0, 0}, {1, 1, 0}, {-1, 1, 0}};
    return {{1, 1, 0}, {-1, 1, 0}, {1, 0, 1}, {-1, 0, 1}, {0, 1, 1}, {0, -1, 1}};
  }

 private:
  glm::dvec3 spacing_;
  bool isFlat_;
};

/// The sites of a body, x first, then y, then z.
class BodySites {
 public:
  BodySites(const Scenario& scenario, std::size_t region)
      : lattice_(bondsOf(scenario.fluid, scenario.regions[region]).length,
                 scenario.fluid.box.dimensions) {
    const std::vector<ShapeInBox> shapes = shapesOf(scenario);
    const ShapeInBox& shape = shapes[region];
    for (int axis = 0; axis < scenario.fluid.box.dimensions; ++axis) {
      const double half = 0.5 * shape.width(axis);
      middle_[axis] = shape.begin(axis) + half;
      reach_[static_cast<std::size_t>(axis)] =
          static_cast<int>(half / lattice_.spacing()[axis]) + 1;
    }
    const auto [x, y, z] = reach_;
    numbers_.assign(static_cast<std::size_t>(2 * x + 1) * static_cast<std::size_t>(2 * y + 1) *
                        static_cast<std::size_t>(2 * z + 1),
                    kNone);
    for (BodyLattice::Site site{0, 0, -z}; site[2] <= z; ++site[2]) {
      for (site[1] = -y; site[1] <= y; ++site[1]) {
        for (site[0] = -x; site[0] <= x; ++site[0]) {
          if ((site[0] + site[1] + site[2]) % 2 != 0) continue;
          const glm::dvec3 place = middle_ + kWithin * lattice_.place(site);
          if (shapeAt(shapes, place) != static_cast<int>(region)) continue;
          numbers_[index(site)] = static_cast<std::uint32_t>(sites_.size());
          sites_.push_back(site);
        }
      }
    }
  }

  std::size_t count() const { return sites_.size(); }
  std::vector<glm::dvec3> places() const {
    std::vector<glm::dvec3> places;
    for (const auto& site : sites_) places.push_back(middle_ + kWithin * lattice_.place(site));
    return places;
  }

  /// Returns the pairs of neighbours, as numbers of sites.
  std::vector<std::array<std::uint32_t, 2>> neighbours() const {
    std::vector<std::array<std::uint32_t, 2>> pairs;
    for (std::uint32_t k = 0; k < sites_.size(); ++k) {
      for (const auto& step : lattice_.steps()) {
        const std::uint32_t other =
            numberOf({sites_[k][0] + step[0], sites_[k][1] + step[1], sites_[k][2] + step[2]});
        if (other != kNone) pairs.push_back({k, other});
      }
    }
    return pairs;
  }

 private:
  static constexpr std::uint32_t kNone = std::numeric_limits<std::uint32_t>::max();

  std::size_t index(const BodyLattice::Site& site) const {
    std::size_t index = 0;
    for (std::size_t axis = 3; axis-- > 0;) {
      index = index * static_cast<std::size_t>(2 * reach_[axis] + 1) +
              static_cast<std::size_t>(site[axis] + reach_[axis]);
    }
    return index;
  }
  std::uint32_t numberOf(const BodyLattice::Site& site) const {
    for (std::size_t axis = 0; axis < 3; ++axis) {
      if (std::abs(site[axis]) > reach_[axis]) return kNone;
    }
    return numbers_[index(site)];
  }

  BodyLattice lattice_;
  glm::dvec3 middle_{0.0};
  std::array<int, 3> reach_{0, 0, 0};
  std::vector<BodyLattice::Site> sites_;
  std::vector<std::uint32_t> numbers_;  ///< numbers of sites, by their place in the grid
};

/// Fails if a body ends outside of the box, or too near to its own image.
void requireExtentOfBody(const dpd::Fluid& fluid, const Region& region, const std::string& path,
                         const Fail& fail) {
  const cells::Box& box = fluid.box;
  const ShapeInBox shape(region.shape, box);
  const double length = bondsOf(fluid, region).length;
  for (int axis = 0; axis < box.dimensions; ++axis) {
    const double size = box.size[axis];
    const double low = shape.low(axis) > -ShapeInBox::kEndless ? shape.low(axis) : 0.0;
    const double high = shape.high(axis) < ShapeInBox::kEndless ? shape.high(axis) : size;
    const char name = cells::kAxisNames[axis];
    if (!box.isPeriodic(axis) && (low < 0.0 || high > size)) {
      fail(path, fmt::format("a region with bonds must be inside the box, along {} {}..{}; this "
                             "one goes from {:.6g} to {:.6g}",
                             name, 0, size, low, high));
    }
    if (box.isPeriodic(axis) && high - low + length > size) {
      fail(path, fmt::format("a region with bonds must end before its own image across the "
                             "periodic side; along {} it is {:.6g} long, the maximum is {:.6g}",
                             name, high - low, size - length));
    }
  }
}

/// Fails if a later body overlaps this body.
void requireNoOverlap(const Scenario& scenario, std::size_t region, const Fail& fail) {
  Scenario alone = scenario;
  alone.regions.resize(region + 1);
  const std::vector<ShapeInBox> shapes = shapesOf(scenario);
  for (const glm::dvec3& place : bodyPlaces(alone, region)) {
    for (std::size_t later = region + 1; later < shapes.size(); ++later) {
      if (!scenario.regions[later].bond || !shapes[later].contains(place)) continue;
      fail(fmt::format("region.{}", later),
           fmt::format("overlaps region.{}; regions with bonds must be apart", region));
    }
  }
}

glm::vec3 wrappedInto(const cells::Box& box, const glm::dvec3& place) {
  glm::vec3 inside(0.0F);
  for (int axis = 0; axis < box.dimensions; ++axis) {
    const double size = box.size[axis];
    inside[axis] = cells::insideAsFloat(
        box.isPeriodic(axis) ? cells::wrapped(place[axis], size) : place[axis], size);
  }
  return inside;
}

}  // namespace

const dpd::BondKind& bondsOf(const dpd::Fluid& fluid, const Region& region) {
  return fluid.bondKinds[static_cast<std::size_t>(*region.bond)];
}

double bodyDensity(const dpd::Fluid& fluid, const Region& region) {
  const glm::dvec3 spacing =
      BodyLattice(bondsOf(fluid, region).length, fluid.box.dimensions).spacing();
  return 0.5 / (spacing.x * spacing.y * spacing.z);
}

std::vector<glm::dvec3> bodyPlaces(const Scenario& scenario, std::size_t region) {
  return BodySites(scenario, region).places();
}

void placeBodies(const Scenario& scenario, dpd::Particles& particles) {
  const cells::Box& box = scenario.fluid.box;
  for (std::size_t i = 0; i < scenario.regions.size(); ++i) {
    if (!scenario.regions[i].bond) continue;
    for (const glm::dvec3& place : bodyPlaces(scenario, i)) {
      particles.position.push_back(wrappedInto(box, place));
      particles.species.push_back(scenario.regions[i].species);
    }
  }
}

std::vector<dpd::Bond> bodyBonds(const Scenario& scenario) {
  std::vector<dpd::Bond> bonds;
  std::uint32_t first = 0;
  for (std::size_t i = 0; i < scenario.regions.size(); ++i) {
    const Region& region = scenario.regions[i];
    if (!region.bond) continue;
    const BodySites sites(scenario, i);
    for (const auto& [one, other] : sites.neighbours()) {
      bonds.push_back({*region.bond, {first + one, first + other}});
    }
    first += static_cast<std::uint32_t>(sites.count());
  }
  return bonds;
}

void requireBodies(const Scenario& scenario, const Fail& fail) {
  const dpd::Fluid& fluid = scenario.fluid;
  for (std::size_t i = 0; i < scenario.regions.size(); ++i) {
    const Region& region = scenario.regions[i];
    if (!region.bond) continue;
    const std::string path = fmt::format("region.{}", i);
    requireExtentOfBody(fluid, region, path, fail);
    requireNoOverlap(scenario, i, fail);
    const BodySites sites(scenario, i);
    const std::vector<glm::dvec3> places = sites.places();
    const auto isFree = [&, room = fluid.room()](const glm::dvec3& place) {
      return room.contains(glm::dvec3(wrappedInto(fluid.box, place)));
    };
    if (!std::ranges::all_of(places, isFree)) {
      fail(path, "reaches into a solid");
    }
    if (sites.neighbours().empty()) {
      fail(path,
           fmt::format("is too small for a bond of the length {}", bondsOf(fluid, region).length));
    }
  }
}

}  // namespace gpubuck::scenario
