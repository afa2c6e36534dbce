// Bonds in the picture, compared with lines of sight in double precision.
#include "render/bond_view.h"

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

#include "render/scene.h"
#include "scene_picture.h"
#include "support/gpu_test.h"

namespace gpubuck::render {
namespace {

constexpr int kBondsWide = 160, kBondsTall = 120;
constexpr double kNever = std::numeric_limits<double>::infinity();
// Colours of the species, which the largest channel tells apart in any light and haze.
const std::array<glm::vec3, 3> kBondColours{
    glm::vec3(0.9f, 0.1f, 0.1f), glm::vec3(0.1f, 0.9f, 0.1f), glm::vec3(0.1f, 0.1f, 0.9f)};
constexpr int kNothing = -1;

/// Half of a bond as it is drawn.
struct HalfBond {
  glm::dvec3 from, axis;  ///< box coordinates; of length 1
  double length;
  int species;
};

/// Particles and bonds, given by places in memory.
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
        all.push_back({from, apart / length, length / 2.0, static_cast<int>(one.w)});
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

/// Returns the distance at which a line of sight enters a cylinder, or infinity. `margin` makes the
/// cylinder larger on all sides.
double entry(const Ray& ray, const HalfBond& half, double radius, double margin) {
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
double entry(const Ray& ray, const glm::dvec3& centre, double radius) {
  const glm::dvec3 to = centre - ray.origin;
  const double along = glm::dot(to, ray.direction);
  const double square = radius * radius - glm::dot(to, to) + along * along;
  return square > 0.0 ? along - std::sqrt(square) : kNever;
}

/// The things that a line of sight may meet.
class Met {
 public:
  /// `hit`: distance at which the thing is entered; `early` and `late`: if it were a little larger
  /// and a little smaller.
  void add(double hit, double early, double late, int species) {
    things_.push_back({hit, early, late, species});
  }

  double nearest() const { return nearestThing().hit; }
  int species() const { return nearestThing().species; }
  /// Returns whether no rounding could change the species.
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

int speciesIn(const glm::vec3& colour) {
  if (colour == glm::vec3(1.0f)) return kNothing;
  if (colour.r > colour.g && colour.r > colour.b) return 0;
  return colour.g > colour.b ? 1 : 2;
}

class BondViewTest : public test::GpuTest {
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
  /// Bonds of up to 0.4 of the shortest side, some across periodic sides.
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

/// The line of sight of a pixel counted from the bottom left corner.
Ray sightOf(const Camera& camera, int x, int y) {
  return rayThrough(camera,
                    {2.0 * (x + 0.5) / kBondsWide - 1.0, 2.0 * (y + 0.5) / kBondsTall - 1.0});
}

// Matrices and lines of floats: coordinates of up to 100 carry errors of some 10 roundings of
// 2^-24, 1e-4. Pixels whose line passes so near to an edge are left out.
TEST_F(BondViewTest, Halves_CoverThePixelsWhoseRayMeetsTheirCylinder) {
  constexpr double kEdge = 2e-3;
  std::array<int, 3> covered{};
  int compared = 0, cut = 0, wrapped = 0;
  for (int k = 0; k < 24; ++k) {
    const BondedFluid fluid = randomFluid(14);
    SceneLook look;
    look.view.camera = {
        .azimuth = uniform(-180, 180), .elevation = uniform(-85, 85), .zoom = uniform(0.8, 3)};
    look.view.bondRadius = uniform(0.3, 1.0);
    if (k % 4 == 1) look.view.hidden = {k % 3};
    if (k % 4 == 2) look.cut = {0.0f, 0.0f, -1.0f, 4.0f};
    if (k % 4 == 3) look.view.sliceAxis = k % 3, look.view.sliceThickness = 4.0;
    const double radius = uniform(0.4, 0.8);
    upload(fluid);
    look.bonds = &*ends_;
    const Camera camera = sceneCamera(fluid.box, look.view.camera, {0, 0, kBondsWide, kBondsTall});
    BondView view(device_, fluid.box, kBondColours);
    target_.begin();
    view.draw(*position_, camera, look, static_cast<float>(radius), 1.0f, kBondsTall);
    target_.read();

    const std::vector<HalfBond> halves = fluid.halves(look);
    cut += halves.size() < 2 * fluid.bonds.size() ? 1 : 0;
    for (const HalfBond& half : halves) {
      const glm::dvec3 end = half.from + half.length * half.axis;
      wrapped += glm::any(glm::lessThan(end, glm::dvec3(0.0))) ||
                         glm::any(glm::greaterThan(end, fluid.box.size))
                     ? 1
                     : 0;
    }
    const double thick = look.view.bondRadius * radius;
    for (int y = 0; y < kBondsTall; ++y) {
      for (int x = 0; x < kBondsWide; ++x) {
        const Ray ray = sightOf(camera, x, y);
        Met met;
        for (const HalfBond& half : halves) {
          met.add(entry(ray, half, thick, 0.0), entry(ray, half, thick, kEdge),
                  entry(ray, half, thick, -kEdge), half.species);
        }
        if (!met.isCertain()) continue;
        ++compared;
        if (met.species() != kNothing) ++covered[static_cast<std::size_t>(met.species())];
        ASSERT_EQ(speciesIn(target_.at(x, y)), met.species())
            << "case " << k << " at " << x << ' ' << y;
      }
    }
  }
  EXPECT_GE(cut, 12);
  EXPECT_GE(wrapped, 20);
  EXPECT_GT(compared, 24 * kBondsWide * kBondsTall * 9 / 10);
  for (const int pixels : covered) EXPECT_GT(pixels, 3000);
}

TEST_F(BondViewTest, EndOn_IsADisc) {
  BondedFluid fluid;
  fluid.box.size = {8, 8, 8};
  // On the line of sight through the middle, and parallel to it, where perspective shows a side.
  fluid.particles = {{4, 3, 4, 0}, {4, 5, 4, 1}, {2, 3, 6, 1}, {2, 5, 6, 0}};
  fluid.bonds = {{0, 1}, {2, 3}};
  upload(fluid);
  SceneLook look;
  look.view.camera = {.azimuth = 0.0, .elevation = 0.0};
  look.view.bondRadius = 1.0;
  look.bonds = &*ends_;
  const Camera camera = sceneCamera(fluid.box, look.view.camera, {0, 0, kBondsWide, kBondsTall});
  BondView view(device_, fluid.box, kBondColours);
  target_.begin();
  view.draw(*position_, camera, look, 0.6f, 1.0f, kBondsTall);
  target_.read();
  std::array<int, 2> covered{};
  for (int y = 0; y < kBondsTall; ++y) {
    for (int x = 0; x < kBondsWide; ++x) {
      const Ray ray = sightOf(camera, x, y);
      Met met;
      for (const HalfBond& half : fluid.halves(look)) {
        met.add(entry(ray, half, 0.6, 0.0), entry(ray, half, 0.6, 2e-3),
                entry(ray, half, 0.6, -2e-3), half.species);
      }
      if (!met.isCertain()) continue;
      ASSERT_EQ(speciesIn(target_.at(x, y)), met.species()) << x << ' ' << y;
      if (met.species() != kNothing) ++covered[static_cast<std::size_t>(met.species())];
    }
  }
  EXPECT_GT(covered[0], 50);
  EXPECT_GT(covered[1], 50);
}

/// Sees x and y from 0 to 8 wide; larger z is nearer. Spheres have exact outlines there.
Camera flatSight() {
  Camera camera;
  camera.projection = glm::ortho(0.0f, 8.0f, 0.0f, 6.0f, -10.0f, 10.0f);
  camera.nearDepth = -10.0f;
  camera.farDepth = 10.0f;
  return camera;
}

TEST_F(BondViewTest, SpheresAndBonds_HideEachOtherByDepth) {
  constexpr float kSphere = 0.5f;
  constexpr double kShare = 0.6, kEdge = 2e-3;
  const Camera camera = flatSight();
  std::array<int, 3> bondPixels{}, spherePixels{};
  for (int k = 0; k < 10; ++k) {
    BondedFluid fluid;
    fluid.box.size = {8, 6, 8};
    // Bonds between species 0 and 2, spheres of species 1 among them.
    for (int i = 0; i < 12; ++i) {
      fluid.particles.push_back(placeIn(fluid.box, i % 2 == 0 ? 0 : 2));
      if (i % 2 == 1) fluid.bonds.push_back({i - 1, i});
    }
    for (int i = 0; i < 20; ++i) fluid.particles.push_back(placeIn(fluid.box, 1));
    upload(fluid);
    SceneLook look;
    look.view.bondRadius = kShare;
    look.bonds = &*ends_;
    ParticleView spheres(device_, fluid.box, kBondColours);
    BondView bonds(device_, fluid.box, kBondColours);
    for (const bool bondsFirst : {false, true}) {
      target_.begin();
      if (bondsFirst) bonds.draw(*position_, camera, look, kSphere, 1.0f, kBondsTall);
      spheres.draw(*position_, camera, look, kSphere, kBondsTall);
      if (!bondsFirst) bonds.draw(*position_, camera, look, kSphere, 1.0f, kBondsTall);
      target_.read();
      for (int y = 0; y < kBondsTall; ++y) {
        for (int x = 0; x < kBondsWide; ++x) {
          const Ray ray{{8.0 * (x + 0.5) / kBondsWide, 6.0 * (y + 0.5) / kBondsTall, 20.0},
                        {0.0, 0.0, -1.0}};
          Met met;
          for (const glm::vec4& particle : fluid.particles) {
            const glm::dvec3 centre{glm::vec3(particle)};
            met.add(entry(ray, centre, kSphere), entry(ray, centre, kSphere + kEdge),
                    entry(ray, centre, kSphere - kEdge), static_cast<int>(particle.w));
          }
          const double sphere = met.nearest();
          for (const HalfBond& half : fluid.halves(look)) {
            const double radius = kShare * kSphere;
            met.add(entry(ray, half, radius, 0.0), entry(ray, half, radius, kEdge),
                    entry(ray, half, radius, -kEdge), half.species);
          }
          if (!met.isCertain()) continue;
          ASSERT_EQ(speciesIn(target_.at(x, y)), met.species())
              << "case " << k << " at " << x << ' ' << y;
          if (met.species() == kNothing) continue;
          auto& pixels = met.nearest() < sphere ? bondPixels : spherePixels;
          ++pixels[static_cast<std::size_t>(met.species())];
        }
      }
    }
  }
  EXPECT_GT(bondPixels[0], 500);
  EXPECT_GT(bondPixels[2], 500);
  EXPECT_GT(spherePixels[1], 5000);
}

// A cylinder is lit like the spheres: where its normal faces the eye, as the middle of a sphere;
// and a flat end as well.
TEST_F(BondViewTest, Light_FollowsTheNormal) {
  BondedFluid fluid;
  fluid.box.size = {8, 6, 8};
  fluid.particles = {{2, 2, 4, 0}, {6, 2, 4, 0}, {1, 5, 4, 0}, {4, 5, 2, 0}, {4, 5, 6, 1}};
  fluid.bonds = {{0, 1}, {3, 4}};
  upload(fluid);
  SceneLook look;
  look.view.bondRadius = 0.8;
  look.view.hidden = {1};  // one half of the second bond, which ends on the way to the eye
  const Camera camera = flatSight();
  const auto colour = [&](double x, double y) {
    return target_.at(static_cast<int>(x * kBondsWide / 8.0),
                      static_cast<int>(y * kBondsTall / 6.0));
  };
  target_.begin();
  ParticleView(device_, fluid.box, kBondColours).draw(*position_, camera, look, 0.8f, kBondsTall);
  target_.read();
  const glm::vec3 facing = colour(1.0, 5.0), below = colour(1.0, 5.0 - 0.7 * 0.8);
  look.bonds = &*ends_;
  target_.begin();
  BondView(device_, fluid.box, kBondColours).draw(*position_, camera, look, 0.8f, 1.0f, kBondsTall);
  target_.read();
  // A pixel is a twentieth of a unit, which turns the normals of these radii by up to 0.08.
  constexpr float kTurned = 0.06f;
  EXPECT_LT(glm::distance(colour(4.0, 2.0), facing), kTurned);
  EXPECT_LT(glm::distance(colour(3.0, 2.0), facing), kTurned);
  EXPECT_LT(glm::distance(colour(4.0, 2.0 - 0.7 * 0.64), below), kTurned);
  EXPECT_LT(glm::distance(colour(4.0, 5.0), facing), kTurned);
  EXPECT_LT(glm::distance(colour(4.4, 5.3), facing), kTurned) << "the end is flat";
  EXPECT_GT(glm::distance(below, facing), 2.0f * kTurned);
}

// In two dimensions lines of a cylinder's width, in the plain hazed colours.
TEST_F(BondViewTest, TwoDimensions_DrawRectangles) {
  const Camera camera = flatSight();
  BondedFluid fluid;
  fluid.box.size = {8, 6, 1};
  fluid.box.dimensions = 2;
  for (int i = 0; i < 16; ++i) {
    fluid.particles.push_back(placeIn(fluid.box, i % 3));
    if (i % 2 == 1) fluid.bonds.push_back({i - 1, i});
  }
  upload(fluid);
  SceneLook look;
  look.view.bondRadius = 0.5;
  look.bonds = &*ends_;
  BondView view(device_, fluid.box, kBondColours);
  target_.begin();
  view.draw(*position_, camera, look, 0.4f, 1.0f, kBondsTall);
  target_.read();
  constexpr double kEdge = 2e-3;
  int covered = 0;
  for (int y = 0; y < kBondsTall; ++y) {
    for (int x = 0; x < kBondsWide; ++x) {
      const glm::dvec3 place(8.0 * (x + 0.5) / kBondsWide, 6.0 * (y + 0.5) / kBondsTall, 0.0);
      std::array<int, 3> meets{}, misses{};
      for (const HalfBond& half : fluid.halves(look)) {
        const glm::dvec3 from = place - half.from;
        const double along = glm::dot(from, half.axis);
        const double beyond = std::max(
            {-along, along - half.length, glm::length(from - along * half.axis) - 0.5 * 0.4});
        auto& species = beyond < -kEdge ? meets : misses;
        if (beyond < kEdge) ++species[static_cast<std::size_t>(half.species)];
      }
      const int seen = speciesIn(target_.at(x, y));
      const int most = meets[0] + meets[1] + meets[2], edges = misses[0] + misses[1] + misses[2];
      if (edges > 0) continue;
      ASSERT_EQ(seen != kNothing, most > 0) << x << ' ' << y;
      if (seen == kNothing) continue;
      // Any of the lines that cross at a pixel may be seen there.
      EXPECT_GT(meets[static_cast<std::size_t>(seen)], 0) << x << ' ' << y;
      const glm::vec3 hazed =
          glm::mix(kBondColours[static_cast<std::size_t>(seen)], glm::vec3(1.0f), 0.175f);
      EXPECT_LT(glm::distance(target_.at(x, y), hazed), 0.01f) << x << ' ' << y;
      ++covered;
    }
  }
  EXPECT_GT(covered, 1500);
}

// A line between points is at least a pixel wide, at any depth and however small the points.
TEST_F(BondViewTest, Points_HaveLinesOfOnePixel) {
  BondedFluid fluid;
  fluid.box.size = {8, 6, 8};
  fluid.particles = {{1, 1, 1, 0}, {7, 4, 7, 2}};
  fluid.bonds = {{0, 1}};
  fluid.box.boundary.fill(cells::Boundary::Reflecting);
  upload(fluid);
  SceneLook look;
  look.style = ParticleStyle::Points;
  look.bonds = &*ends_;
  BondView view(device_, fluid.box, kBondColours);
  for (const float pointSize : {1.0f, 8.0f}) {
    target_.begin();
    view.draw(*position_, flatSight(), look, 0.5f, pointSize, kBondsTall);
    target_.read();
    // 3 pixels down for 6 across: widths along y are longer than across the line.
    const double wide = std::max(1.0, 0.5 * pointSize) * std::hypot(1.0, 0.5);
    for (int x = 21; x < 139; ++x) {
      int pixels = 0;
      for (int y = 0; y < kBondsTall; ++y) {
        if (!target_.marked(x, y)) continue;
        ++pixels;
        EXPECT_NEAR(y + 0.5, 20.0 + 0.5 * (x + 0.5 - 20.0), 0.5 * wide + 0.01);
        // The halves meet across the line.
        if (std::abs(x - 80) < wide) continue;
        EXPECT_EQ(speciesIn(target_.at(x, y)), x < 80 ? 0 : 2);
      }
      EXPECT_NEAR(pixels, wide, 1.0) << x;
      EXPECT_GE(pixels, 1) << x;
    }
  }
}

TEST_F(BondViewTest, ThinBond_IsStillDrawn) {
  BondedFluid fluid;
  fluid.box.size = {8, 6, 8};
  fluid.particles = {{1, 2.013f, 4, 0}, {4, 2.21f, 4, 0}};
  fluid.bonds = {{0, 1}};
  upload(fluid);
  SceneLook look;
  look.view.bondRadius = 0.001;
  look.bonds = &*ends_;
  target_.begin();
  BondView(device_, fluid.box, kBondColours)
      .draw(*position_, flatSight(), look, 0.5f, 1.0f, kBondsTall);
  target_.read();
  for (int x = 21; x < 79; ++x) {
    int pixels = 0;
    for (int y = 0; y < kBondsTall; ++y) pixels += target_.marked(x, y) ? 1 : 0;
    EXPECT_GE(pixels, 1) << x;
    EXPECT_LE(pixels, 2) << x;
  }
}

TEST_F(BondViewTest, NothingToDraw_DrawsNothing) {
  BondedFluid fluid;
  fluid.box.size = {8, 6, 8};
  fluid.particles = {{2, 2, 4, 0}, {4, 3, 4, 1}, {2, 2, 4, 1}};
  fluid.bonds = {{0, 1}};
  upload(fluid);
  BondView view(device_, fluid.box, kBondColours);
  SceneLook look;
  look.bonds = &*ends_;
  const auto pixels = [&] {
    target_.begin();
    view.draw(*position_, flatSight(), look, 0.5f, 1.0f, kBondsTall);
    target_.read();
    return target_.markedCount();
  };
  EXPECT_GT(pixels(), 100);
  look.view.bondRadius = 0.0;
  EXPECT_EQ(pixels(), 0);
  look.view.bondRadius = 0.5;
  look.style = ParticleStyle::Surface;
  EXPECT_EQ(pixels(), 0);
  look.style = ParticleStyle::Spheres;
  look.bonds = nullptr;
  EXPECT_EQ(pixels(), 0);
  // Bonds of absent particles, and of two at the same place.
  ends_->upload(std::vector{texel::encodeId(0, true), texel::encodeId(kNullId, true)});
  look.bonds = &*ends_;
  EXPECT_EQ(pixels(), 0);
  ends_->upload(std::vector{texel::encodeId(0, true), texel::encodeId(2, true)});
  EXPECT_EQ(pixels(), 0);
  const texel::IdArray none(device_, "ends", 0);
  look.bonds = &none;
  EXPECT_EQ(pixels(), 0);
}

TEST_F(BondViewTest, RestoresTheStateForPasses) {
  BondedFluid fluid;
  fluid.box.size = {8, 6, 8};
  fluid.particles = {{2, 2, 4, 0}, {4, 3, 4, 1}};
  fluid.bonds = {{0, 1}};
  upload(fluid);
  SceneLook look;
  look.bonds = &*ends_;
  target_.begin();
  BondView(device_, fluid.box, kBondColours)
      .draw(*position_, flatSight(), look, 0.5f, 1.0f, kBondsTall);
  for (const GLenum state : test::statesThatAreOff()) EXPECT_FALSE(glIsEnabled(state)) << state;
}

}  // namespace
}  // namespace gpubuck::render
