// Bonds in the picture, and lines of sight through them in double precision.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <glm/common.hpp>
#include <glm/geometric.hpp>
#include <glm/gtc/matrix_transform.hpp>
#include <limits>
#include <optional>
#include <random>
#include <vector>

#include "render/bond_view.h"
#include "render/scene.h"
#include "scene_picture.h"
#include "support/gpu_test.h"

namespace gpubuck::render {

inline constexpr int kBondsWide = 160, kBondsTall = 120;
inline constexpr double kNever = std::numeric_limits<double>::infinity();
// The colours of the species. The largest channel tells them apart in any light and haze.
inline const std::array<glm::vec3, 3> kBondColours{
    glm::vec3(0.9f, 0.1f, 0.1f), glm::vec3(0.1f, 0.9f, 0.1f), glm::vec3(0.1f, 0.1f, 0.9f)};
inline constexpr int kNothing = -1;

/// Half of a bond as it is drawn.
struct HalfBond {
  glm::dvec3 from, axis;  ///< in box coordinates; `axis` has length 1
  double length;
  int species;
  bool isLoose;  ///< the end is round, since the other half is at the opposite side of the box
};

/// Particles, and bonds between them. A bond is given by the places of its two particles in memory.
struct BondedFluid {
  cells::Box box;
  std::vector<glm::vec4> particles;
  std::vector<std::array<int, 2>> bonds;

  bool isDrawn(const glm::vec4& particle, const SceneLook& look) const {
    const Extent extent = extentOf(look.view, box);
    const glm::vec3 place(particle);
    for (const int species : look.view.hidden) {
      if (particle.w == static_cast<float>(species)) return false;
    }
    return glm::all(glm::greaterThanEqual(place, extent.low)) &&
           glm::all(glm::lessThanEqual(place, extent.high)) &&
           glm::dot(look.cut, glm::vec4(place, 1.0f)) >= 0.0f;
  }

  std::vector<HalfBond> halves(const SceneLook& look) const {
    std::vector<HalfBond> all;
    for (const auto& bond : bonds) {
      for (const int end : {0, 1}) {
        const glm::vec4& one = particles[static_cast<std::size_t>(bond[end])];
        const glm::vec4& other = particles[static_cast<std::size_t>(bond[1 - end])];
        const glm::dvec3 from{glm::vec3(one)};
        const glm::dvec3 apart = box.nearestImage(glm::dvec3(glm::vec3(other)) - from);
        const double length = glm::length(apart);
        if (length == 0.0 || !isDrawn(one, look)) continue;
        const bool isLoose = glm::distance(from + apart, glm::dvec3(glm::vec3(other))) > 1e-3;
        all.push_back({from, apart / length, length / 2.0, static_cast<int>(one.w), isLoose});
      }
    }
    return all;
  }

  std::vector<texel::IdTexel> ends() const {
    std::vector<texel::IdTexel> all;
    for (const auto& bond : bonds) {
      for (const int place : bond) {
        all.push_back(texel::encodeId(static_cast<std::uint32_t>(place), true));
      }
    }
    return all;
  }
};

/// Returns the distance at which a line of sight enters a cylinder with flat ends, or infinity.
/// The cylinder is larger by `margin` on all sides.
inline double cylinderEntry(const Ray& ray, const HalfBond& half, double radius, double margin) {
  const glm::dvec3 from = ray.origin - half.from;
  const double slope = glm::dot(ray.direction, half.axis), start = glm::dot(from, half.axis);
  const glm::dvec3 across = ray.direction - slope * half.axis, foot = from - start * half.axis;
  const double a = glm::dot(across, across), b = glm::dot(across, foot);
  const double c = glm::dot(foot, foot) - (radius + margin) * (radius + margin);
  double enter = -kNever, leave = kNever;
  if (a > 0.0) {
    if (b * b < a * c) return kNever;
    enter = (-b - std::sqrt(b * b - a * c)) / a;
    leave = (-b + std::sqrt(b * b - a * c)) / a;
  } else if (c > 0.0) {
    return kNever;
  }
  const double low = (-margin - start) / slope, high = (half.length + margin - start) / slope;
  if (slope != 0.0) {
    enter = std::max(enter, std::min(low, high));
    leave = std::min(leave, std::max(low, high));
  } else if (start < -margin || start > half.length + margin) {
    return kNever;
  }
  return enter < leave ? enter : kNever;
}

/// Returns the distance at which a line of sight enters a sphere, or infinity.
inline double entry(const Ray& ray, const glm::dvec3& centre, double radius) {
  const glm::dvec3 to = centre - ray.origin;
  const double along = glm::dot(to, ray.direction);
  const double square = radius * radius - glm::dot(to, to) + along * along;
  return square > 0.0 ? along - std::sqrt(square) : kNever;
}

/// Returns the distance at which a line of sight enters half of a bond, or infinity. The half is
/// larger by `margin` on all sides.
inline double entry(const Ray& ray, const HalfBond& half, double radius, double margin) {
  const double cylinder = cylinderEntry(ray, half, radius, margin);
  if (!half.isLoose) return cylinder;
  return std::min(cylinder, entry(ray, half.from + half.length * half.axis, radius + margin));
}

/// The things that a line of sight may meet.
class Met {
 public:
  /// `hit` is the distance at which the line enters the thing. `early` and `late` are this distance
  /// if the thing were a little larger or a little smaller.
  void add(double hit, double early, double late, int species) {
    things_.push_back({hit, early, late, species});
  }

  double nearest() const { return nearestThing().hit; }
  int species() const { return nearestThing().species; }
  /// Returns whether rounding cannot change the species that is seen.
  bool isCertain() const {
    const Thing seen = nearestThing();
    return std::ranges::all_of(things_, [&](const Thing& thing) {
      if (!std::isfinite(thing.early)) return true;
      if (thing.species == seen.species) return std::isfinite(seen.late);
      return seen.late < thing.early;
    });
  }

 private:
  struct Thing {
    double hit = kNever, early = kNever, late = kNever;
    int species = kNothing;
  };

  Thing nearestThing() const {
    Thing seen;
    for (const Thing& thing : things_) {
      if (thing.hit < seen.hit) seen = thing;
    }
    return seen;
  }

  std::vector<Thing> things_;
};

inline int speciesIn(const glm::vec3& colour) {
  if (colour == glm::vec3(1.0f)) return kNothing;
  if (colour.r > colour.g && colour.r > colour.b) return 0;
  return colour.g > colour.b ? 1 : 2;
}

class BondFixture : public test::GpuTest {
 protected:
  double uniform(double low, double high) {
    return std::uniform_real_distribution<double>(low, high)(random_);
  }
  glm::vec4 placeIn(const cells::Box& box, int species) {
    glm::vec4 place(uniform(0, box.size.x), uniform(0, box.size.y), uniform(0, box.size.z),
                    species);
    if (box.dimensions == 2) place.z = 0.0f;
    return place;
  }
  /// Returns a fluid with bonds of up to 0.4 of the shortest side, some of them across periodic
  /// sides.
  BondedFluid randomFluid(int count) {
    BondedFluid fluid;
    fluid.box.size = {uniform(6, 12), uniform(6, 12), uniform(6, 12)};
    for (int axis = 0; axis < 3; ++axis) {
      if (uniform(0, 1) < 0.4) fluid.box.boundary[axis] = cells::Boundary::Reflecting;
    }
    const double longest = 0.4 * std::min({fluid.box.size.x, fluid.box.size.y, fluid.box.size.z});
    for (int k = 0; k < count; ++k) fluid.particles.push_back(placeIn(fluid.box, k % 3));
    for (int i = 0; i < count; ++i) {
      for (int j = 0; j < i; ++j) {
        const glm::dvec3 apart{glm::vec3(fluid.particles[j]) - glm::vec3(fluid.particles[i])};
        if (glm::length(fluid.box.nearestImage(apart)) < longest) fluid.bonds.push_back({i, j});
      }
    }
    return fluid;
  }
  void upload(const BondedFluid& fluid) {
    position_.emplace(device_, "position", fluid.particles);
    ends_.emplace(device_, "ends", fluid.ends());
  }

  std::mt19937 random_{7};
  texel::Device device_ = test::makeDevice(texel::Engine::Paper);
  std::optional<texel::Vec4Array> position_;
  std::optional<texel::IdArray> ends_;
  SceneTarget target_{kBondsWide, kBondsTall};
};

/// Returns the line of sight of a pixel. Pixels are counted from the bottom left corner.
inline Ray sightOf(const Camera& camera, int x, int y) {
  return rayThrough(camera,
                    {2.0 * (x + 0.5) / kBondsWide - 1.0, 2.0 * (y + 0.5) / kBondsTall - 1.0});
}

/// Returns a camera that sees x from 0 to 8 and y from 0 to 6. Points with larger z are nearer to
/// the eye. Its picture of a sphere has an exact outline.
inline Camera flatSight() {
  Camera camera;
  camera.projection = glm::ortho(0.0f, 8.0f, 0.0f, 6.0f, -10.0f, 10.0f);
  camera.nearDepth = -10.0f;
  camera.farDepth = 10.0f;
  return camera;
}

}  // namespace gpubuck::render
