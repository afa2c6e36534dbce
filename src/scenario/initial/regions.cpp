#include "scenario/initial/regions.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>
#include <optional>

#include "base/error.h"
#include "base/id.h"
#include "scenario/initial/bodies.h"
#include "scenario/initial/even_places.h"
#include "scenario/initial/shape_in_box.h"

namespace gpubuck::scenario {
namespace {

/// Integrates axis by axis over the box, from one edge of a shape to the next: over the last axis
/// between edges, over the others by the midpoint rule where a sphere is met. There the
/// substitution t - sin(2 pi t) / (2 pi) flattens both ends (Sidi 1993), where a sphere begins and
/// ends as a square root. Only what is in the container, if there is one, counts.
class Integral {
 public:
  explicit Integral(const Scenario& scenario)
      : box_(scenario.fluid.box), shapes_(shapesOf(scenario)), volumes_(shapes_.size(), 0.0) {
    // The container is the last shape, and is met all along.
    if (const dpd::Container& container = scenario.fluid.container; container.isThere()) {
      container_ = shapes_.size();
      shapes_.emplace_back(container, box_);
    }
    Met all;
    for (std::size_t i = 0; i < shapes_.size(); ++i) {
      all.push_back({i, shapes_[i].squaredRadius()});
    }
    add(0, 1.0, all);
  }

  std::vector<double> volumes() const { return volumes_; }

 private:
  /// A shape met at the coordinates along the axes so far.
  struct Meeting {
    std::size_t shape;
    double left;  ///< ShapeInBox::left
  };
  using Met = std::vector<Meeting>;
  /// Nodes of the quadrature: fewest and most between two edges, and about the number along an
  /// axis. With many shapes the edges alone place nodes close together.
  static constexpr int kFewestNodes = 2, kMostNodes = 32, kNodesAlongAxis = 256;

  Met metAt(int axis, double coordinate, const Met& before) const {
    Met met;
    for (const Meeting& each : before) {
      const double left = shapes_[each.shape].left(axis, coordinate, each.left);
      if (left >= 0.0) met.push_back({each.shape, left});
      if (left < 0.0 && each.shape == container_) return {};
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

  /// To the last shape that holds a place along the last axis.
  void addLine(int axis, double middle, double volume, const Met& met) {
    for (auto each = met.rbegin(); each != met.rend(); ++each) {
      const bool isIn = shapes_[each->shape].left(axis, middle, each->left) >= 0.0;
      if (each->shape == container_) {
        if (!isIn) return;
        continue;
      }
      if (!isIn) continue;
      volumes_[each->shape] += volume;
      return;
    }
  }

  void addBetween(int axis, double begin, double width, int nodes, double weight, const Met& met) {
    const Met middle = metAt(axis, begin + 0.5 * width, met);
    if (middle.empty()) return;
    const auto isRound = [&](const Meeting& each) { return shapes_[each.shape].isSphere(); };
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

  const cells::Box& box_;
  std::vector<ShapeInBox> shapes_;
  std::optional<std::size_t> container_;  ///< its shape
  std::vector<double> volumes_;
};

double densityOf(const Scenario& scenario, std::size_t region) {
  const Region& of = scenario.regions[region];
  return of.bond ? bodyDensity(scenario.fluid, of) : of.density.value_or(scenario.fluid.density);
}

std::int64_t countOf(const Scenario& scenario, std::size_t region, double volume) {
  if (scenario.regions[region].bond) return std::ssize(bodyPlaces(scenario, region));
  return std::llround(densityOf(scenario, region) * volume);
}

/// The corners of a box or the ends of a layer along one axis.
void requireExtent(const std::string& low, const std::string& high, double from, double to,
                   double size, const Fail& fail) {
  if (from >= size) fail(low, fmt::format("{} is not below {}, where the box ends", from, size));
  if (to <= 0.0) fail(high, fmt::format("{} is not above 0, where the box begins", to));
  if (to <= from) fail(high, fmt::format("{} is not above {}, where it begins", to, from));
}

void requireShape(const Region& region, const cells::Box& box, const std::string& path,
                  const Fail& fail) {
  if (region.shape == Shape::Layer) {
    if (region.axis >= box.dimensions) fail(path + "axis", "'z' is not an axis in two dimensions");
    const double size = box.size[region.axis];
    requireExtent(path + "from", path + "to", region.from, region.to.value_or(size), size, fail);
    return;
  }
  if (region.shape == Shape::Box) {
    for (int axis = 0; axis < box.dimensions; ++axis) {
      requireExtent(fmt::format("{}low.{}", path, axis), fmt::format("{}high.{}", path, axis),
                    region.low[axis], region.high[axis], box.size[axis], fail);
    }
    return;
  }
  if (region.centre == glm::dvec3(Region::kUnset)) {
    fail(path + "centre", "missing, and shape is \"sphere\"");
  }
  if (region.radius == 0.0) fail(path + "radius", "missing, and shape is \"sphere\"");
  double squared = 0.0;
  for (int axis = 0; axis < box.dimensions; ++axis) {
    const double place = region.centre[axis];
    const double outside = place - std::clamp(place, 0.0, box.size[axis]);
    squared += outside * outside;
  }
  if (squared >= region.radius * region.radius) {
    fail(path + "centre", "the sphere lies outside the box");
  }
}

/// The bonds of a body alone place its particles.
void requireLattice(const dpd::Fluid& fluid, const Region& region, const std::string& path,
                    const Fail& fail) {
  const dpd::BondKind& kind = bondsOf(fluid, region);
  if (kind.length == 0.0) {
    fail(path + "bond", fmt::format("'{}' has the length 0; its length is the distance between "
                                    "the particles of the region",
                                    kind.name));
  }
  const char* const why = "cannot be combined with bond, which places the particles on a lattice";
  if (region.density) fail(path + "density", why);
  if (region.places != Places::Random) fail(path + "places", why);
}

}  // namespace

int regionAt(const Scenario& scenario, const glm::dvec3& place) {
  return shapeAt(shapesOf(scenario), place);
}

std::vector<double> regionVolumes(const Scenario& scenario) { return Integral(scenario).volumes(); }

std::vector<std::int64_t> regionCounts(const Scenario& scenario) {
  std::vector<std::int64_t> counts;
  for (const double volume : regionVolumes(scenario)) {
    counts.push_back(countOf(scenario, counts.size(), volume));
  }
  return counts;
}

RegionFilling beginRegions(const Scenario& scenario) {
  RegionFilling filling{.counts = regionCounts(scenario)};
  for (std::size_t i = 0; i < filling.counts.size(); ++i) {
    if (scenario.regions[i].bond) filling.counts[i] = 0;
  }
  return filling;
}

void fillRegions(const Scenario& scenario, RegionFilling& filling, std::int64_t count,
                 RandomStream& random, dpd::Particles& particles) {
  const cells::Box& box = scenario.fluid.box;
  const std::vector<ShapeInBox> shapes = shapesOf(scenario);
  std::optional<EvenPlaces> even;
  for (std::int64_t left = count; left > 0 && filling.region < shapes.size();) {
    const std::size_t i = filling.region;
    if (filling.placed == filling.counts[i]) {
      filling = {std::move(filling.counts), i + 1};
      even.reset();
      continue;
    }
    // Draws on average the number of particles that would fill the box around the shape.
    const double expected = densityOf(scenario, i) * shapes[i].boundingVolume();
    if (static_cast<double>(++filling.tries) > 1e6 + 20.0 * expected) {
      throw InputError(fmt::format("region.{}", i), "too thin to be filled, or inside a solid");
    }
    if (scenario.regions[i].places == Places::Even && !even) {
      const ShapeInBox& shape = shapes[i];
      even.emplace(std::array{shape.width(0), shape.width(1), shape.width(2)}, box.dimensions,
                   expected);
    }
    glm::vec3 position(0.0F);
    for (int axis = 0; axis < box.dimensions; ++axis) {
      const double size = box.size[axis];
      const double share = even ? (*even)(filling.tries, axis) : random.uniform();
      double along = shapes[i].begin(axis) + share * shapes[i].width(axis);
      if (box.isPeriodic(axis)) along = cells::wrapped(along, size);
      position[axis] = cells::insideAsFloat(along, size);
    }
    const glm::dvec3 place(position);
    if (shapeAt(shapes, place) != static_cast<int>(i)) continue;
    if (!dpd::isFree(scenario.fluid, place)) continue;
    particles.position.push_back(position);
    particles.species.push_back(scenario.regions[i].species);
    ++filling.placed;
    --left;
  }
}

dpd::Container fullestContainer(Scenario scenario) {
  const cells::Box box = scenario.fluid.box;
  std::vector<glm::dvec3> middles{box.size / 2.0};
  for (const ShapeInBox& shape : shapesOf(scenario)) {
    glm::dvec3& middle = middles.emplace_back(0.0);
    for (int axis = 0; axis < box.dimensions; ++axis) {
      const double along = shape.begin(axis) + shape.width(axis) / 2.0;
      middle[axis] = box.isPeriodic(axis) ? cells::wrapped(along, box.size[axis]) : along;
    }
  }
  dpd::Container fullest;
  std::int64_t most = 0;
  std::optional<InputError> refused;
  for (glm::dvec3& middle : middles) {
    if (box.dimensions == 2) middle.z = 0.0;
    scenario.fluid.container =
        dpd::fitted({.radius = dpd::largestContainer(box), .centre = middle}, box);
    try {
      requireValid(scenario);
    } catch (const InputError& error) {
      refused = error;
      continue;
    }
    if (const std::int64_t held = particleCount(scenario); held > most) {
      most = held;
      fullest = scenario.fluid.container;
    }
  }
  if (!fullest.isThere()) throw InputError(*refused);
  return fullest;
}

void requireRegions(const Scenario& scenario, const Fail& fail) {
  const bool isKind = scenario.initial.kind == InitialKind::Regions;
  if (!isKind && !scenario.regions.empty()) {
    fail("initial.state", "must be \"regions\" if there is a [[region]]");
  }
  if (!isKind) return;
  if (scenario.regions.empty())
    fail("region", "missing; initial.state = \"regions\" needs at least one");
  const auto most = static_cast<double>(kMaxCount);
  for (std::size_t i = 0; i < scenario.regions.size(); ++i) {
    const std::string path = fmt::format("region.{}.", i);
    const Region& region = scenario.regions[i];
    requireShape(region, scenario.fluid.box, path, fail);
    if (region.bond) requireLattice(scenario.fluid, region, path, fail);
    const ShapeInBox shape(region, scenario.fluid.box);
    const double whole = densityOf(scenario, i) * shape.boundingVolume();
    if (whole > most) {
      fail(path + (region.bond ? "bond" : "density"),
           fmt::format("{} makes {:.0f} particles around its shape, the most is {}",
                       densityOf(scenario, i), whole, kMaxCount));
    }
  }
  requireBodies(scenario, fail);
  const std::vector<double> volumes = regionVolumes(scenario);
  std::int64_t all = 0;
  for (std::size_t i = 0; i < volumes.size(); ++i) {
    const std::string path = fmt::format("region.{}", i);
    if (volumes[i] == 0.0) {
      const bool isContained = scenario.fluid.container.isThere();
      fail(path, isContained ? "outside of the container, or later regions take all of it"
                             : "later regions take all of it");
    }
    const double density = densityOf(scenario, i);
    const std::int64_t count = countOf(scenario, i, volumes[i]);
    if (count == 0 && density > 0.0) {
      fail(path + ".density",
           fmt::format("{} in a volume of {:.4g} makes no particle", density, volumes[i]));
    }
    all += count;
  }
  if (all == 0) fail("region", "makes no particle");
  if (all > kMaxCount) {
    fail("region", fmt::format("{} particles in all, the most is {}", all, kMaxCount));
  }
}

}  // namespace gpubuck::scenario
