// The outline of the surface of a fluid in the picture, compared with lines of sight in double
// precision.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <glm/common.hpp>
#include <glm/geometric.hpp>
#include <numbers>
#include <vector>

#include "render/scene.h"
#include "scene_picture.h"
#include "support/gpu_test.h"

namespace gpubuck::render {
namespace {

constexpr std::array<glm::vec3, 1> kWater{glm::vec3(0.0f, 0.45f, 0.70f)};
constexpr glm::ivec2 kOutlineSize(180, 140);
constexpr double kSide = 12.0;
// 23 particles along a side of the box make a density of 7.0.
constexpr int kAlongSide = 23;

class SurfaceOutlineTest : public test::GpuTest {
 protected:
  SurfaceOutlineTest() { box_.size = glm::dvec3(kSide); }

  /// Returns a lattice of particles at all places of the box where `isFluid` is true.
  texel::Vec4Array fill(const std::function<bool(const glm::dvec3&)>& isFluid) {
    std::vector<glm::vec4> all;
    for (int k = 0; k < kAlongSide * kAlongSide * kAlongSide; ++k) {
      const glm::dvec3 cell(k % kAlongSide, k / kAlongSide % kAlongSide,
                            k / kAlongSide / kAlongSide);
      const glm::dvec3 place = (cell + 0.5) * (kSide / kAlongSide);
      if (isFluid(place)) all.emplace_back(place, 0.0f);
    }
    return {device_, "position", all};
  }
  static SceneLook plainLook() {
    SceneLook look;
    look.view.camera = {.azimuth = 25.0, .elevation = 15.0};
    look.style = ParticleStyle::Surface;
    look.outline = false;
    look.occlusion = false;
    look.background = glm::vec3(1.0f, 0.0f, 1.0f);
    return look;
  }
  Ray rayOf(const SceneLook& look, int x, int y) const {
    const Camera camera =
        sceneCamera({box_, look.solids}, look.view.camera, {0, 0, kOutlineSize.x, kOutlineSize.y});
    return rayThrough(
        camera, {2.0 * (x + 0.5) / kOutlineSize.x - 1.0, 1.0 - 2.0 * (y + 0.5) / kOutlineSize.y});
  }
  /// `inside` gives the signed distance of a line of sight from the rim, positive inside. Expects
  /// that each pixel that is more than `tolerance` inside shows the fluid, and each pixel that is
  /// more than `tolerance` outside does not.
  void expectRim(const Image& image, const SceneLook& look, double tolerance,
                 const std::function<double(const Ray&)>& inside) {
    const glm::dvec3 background = glm::dvec3(look.background) * 255.0;
    int fluid = 0, wrongOutside = 0, wrongInside = 0;
    double farthest = 0.0;
    for (int y = 0; y < kOutlineSize.y; ++y) {
      for (int x = 0; x < kOutlineSize.x; ++x) {
        const double depth = inside(rayOf(look, x, y));
        const bool isShown = glm::distance(colourAt(image, x, y), background) > 25.0;
        if (depth < -tolerance && isShown) ++wrongOutside, farthest = std::min(farthest, depth);
        if (depth > tolerance && !isShown) ++wrongInside, farthest = std::max(farthest, depth);
        fluid += isShown ? 1 : 0;
      }
    }
    EXPECT_GT(fluid, 1000);
    EXPECT_EQ(wrongOutside, 0) << "the farthest of them by " << farthest;
    EXPECT_EQ(wrongInside, 0) << "the deepest of them by " << farthest;
  }
  /// Returns the length of a line of sight within a cuboid, or a negative number if the line misses
  /// the cuboid.
  static double chord(const Ray& ray, const glm::dvec3& low, const glm::dvec3& high) {
    const glm::dvec3 one = (low - ray.origin) / ray.direction;
    const glm::dvec3 other = (high - ray.origin) / ray.direction;
    const glm::dvec3 first = glm::min(one, other), last = glm::max(one, other);
    return std::min({last.x, last.y, last.z}) - std::max({first.x, first.y, first.z});
  }
  double pixel(const SceneLook& look) const {
    const Camera camera =
        sceneCamera({box_, look.solids}, look.view.camera, {0, 0, kOutlineSize.x, kOutlineSize.y});
    return 1.0 / pixelsPerLength(camera, kOutlineSize.y);
  }

  texel::Device device_ = test::makeDevice(texel::Engine::Paper);
  cells::Box box_;
};

TEST_F(SurfaceOutlineTest, Drop_EndsAtItsRadius) {
  const glm::dvec3 centre(6.2, 5.9, 6.1);
  constexpr double kRadius = 4.0;
  const texel::Vec4Array drop =
      fill([&](const glm::dvec3& at) { return glm::distance(at, centre) < kRadius; });
  const double radius =
      std::cbrt(drop.count() * std::pow(kSide / kAlongSide, 3) * 3.0 / (4.0 * std::numbers::pi));
  ASSERT_NEAR(radius, kRadius, 0.02);
  for (const int sampling : {1, 2}) {
    Scene scene(device_, box_, kWater, sampling);
    const SceneLook look = plainLook();
    const Image image = pictureOf(scene, drop, look, kOutlineSize);
    // The surface of the lattice is not exactly round.
    expectRim(image, look, pixel(look) + 0.1, [&](const Ray& ray) {
      return radius - glm::length(glm::cross(centre - ray.origin, ray.direction));
    });
  }
}

// The surface, its picks and its shadow do not depend on the radius of the particles.
TEST_F(SurfaceOutlineTest, PickAndShadow_AreThoseOfTheSurface) {
  const glm::dvec3 centre(6.2, 5.9, 7.0);
  constexpr double kRadius = 4.0;
  std::vector<glm::vec4> particles;
  const texel::Vec4Array drop =
      fill([&](const glm::dvec3& at) { return glm::distance(at, centre) < kRadius; });
  for (const glm::vec4& each : drop.download()) particles.push_back(each);
  particles.emplace_back(11.5f, 0.5f, 0.5f, 0.0f);
  const texel::Vec4Array position(device_, "position", particles);
  Scene scene(device_, box_, kWater, 1);
  SceneLook look = plainLook();
  look.view.particleRadius = 3.0;
  look.view.camera.elevation = 40.0;
  look.background = glm::vec3(0.1f);
  look.backdrop = true;
  const Image plain = pictureOf(scene, position, look, kOutlineSize);
  look.shadows = true;
  const Image shadowed = pictureOf(scene, position, look, kOutlineSize);
  const Viewport whole{0, 0, kOutlineSize.x, kOutlineSize.y};
  const Camera camera = sceneCamera(box_, look.view.camera, whole);
  const glm::dvec3 light = glm::transpose(glm::dmat3(glm::mat3(camera.view))) * glm::dvec3(kLight);
  const auto distanceTo = [](const glm::dvec3& to, const glm::dvec3& from,
                             const glm::dvec3& along) {
    return glm::length(glm::cross(to - from, glm::normalize(along)));
  };
  // The reach of a pick, and of a shadow's edge, is two texels along both axes.
  const double reach = (0.5 * PickPass::kSide + 1.0) * std::sqrt(2.0) * pixel(look);
  const double soft = std::sqrt(8.0) * 1.2 * sphereRadius(box_, position.count()) + 0.1;
  int hits = 0, misses = 0, dark = 0, lit = 0;
  for (int y = 2; y < kOutlineSize.y; y += 5) {
    for (int x = 2; x < kOutlineSize.x; x += 5) {
      const Ray ray = rayOf(look, x, y);
      const double away = distanceTo(centre, ray.origin, ray.direction);
      const bool isAtLoneOne = distanceTo({11.5, 0.5, 0.5}, ray.origin, ray.direction) < 3.0;
      const bool isPicked = x % 20 == 2 && y % 20 == 2;
      std::optional<std::int64_t> picked;
      if (isPicked) {
        picked =
            scene.pick(position, look, whole,
                       {2.0 * (x + 0.5) / whole.width - 1.0, 1.0 - 2.0 * (y + 0.5) / whole.height});
      }
      if (isPicked && away < kRadius - pixel(look)) {
        // The place at which the line of sight enters the drop.
        const double along = glm::dot(centre - ray.origin, ray.direction);
        const glm::dvec3 at =
            ray.origin + (along - std::sqrt(kRadius * kRadius - away * away)) * ray.direction;
        ASSERT_TRUE(picked) << x << ' ' << y;
        double nearest = 1e9;
        for (const glm::vec4& each : particles) {
          nearest = std::min(nearest, glm::distance(glm::dvec3(each), at));
        }
        EXPECT_LT(glm::distance(glm::dvec3(particles.at(std::size_t(*picked))), at), nearest + 0.4);
        ++hits;
      } else if (isPicked && away > kRadius + reach && !isAtLoneOne) {
        EXPECT_FALSE(picked) << x << ' ' << y;
        ++misses;
      }
      const glm::dvec3 floor = ray.origin - ray.direction * (ray.origin.z / ray.direction.z);
      const bool isOnFloor = glm::all(glm::greaterThan(glm::dvec2(floor), glm::dvec2(0.5))) &&
                             glm::all(glm::lessThan(glm::dvec2(floor), glm::dvec2(11.5)));
      if (!isOnFloor || isAtLoneOne || away < kRadius + 0.3) continue;
      const double fromLight = distanceTo(centre, floor, light);
      const double darkened = colourAt(plain, x, y).r - colourAt(shadowed, x, y).r;
      if (fromLight > kRadius + soft) {
        EXPECT_EQ(darkened, 0.0) << x << ' ' << y;
        ++lit;
      } else if (fromLight < kRadius - soft) {
        EXPECT_GT(darkened, 3.0) << x << ' ' << y;
        ++dark;
      }
    }
  }
  EXPECT_GT(hits, 5);
  EXPECT_GT(misses, 20);
  EXPECT_GT(lit, 10);
  EXPECT_GT(dark, 5);
  // A particle alone is drawn as a sphere.
  const glm::vec4 clip = camera.projection * camera.view * glm::vec4(11.5f, 0.5f, 0.5f, 1.0f);
  EXPECT_EQ(scene.pick(position, look, whole, glm::dvec2(clip) / double{clip.w}),
            std::ssize(particles) - 1);
}

// The box is seen from several sides, with walls and with periodic sides.
TEST_F(SurfaceOutlineTest, FullBox_EndsAtItsSides) {
  const texel::Vec4Array all = fill([](const glm::dvec3&) { return true; });
  for (const cells::Boundary sides : {cells::Boundary::Periodic, cells::Boundary::Reflecting}) {
    box_.boundary = {sides, sides, sides};
    Scene scene(device_, box_, kWater, 1);
    for (const dpd::Camera& camera : {dpd::Camera{.azimuth = 0.0, .elevation = 0.0},
                                      {.azimuth = 35.0, .elevation = 30.0},
                                      {.azimuth = 70.0, .elevation = -50.0}}) {
      SceneLook look = plainLook();
      look.view.camera = camera;
      const Image image = pictureOf(scene, all, look, kOutlineSize);
      // The length of the line of sight within the box replaces its distance from the rim. At less
      // than a pixel from the rim, this length is already a pixel.
      expectRim(image, look, 2.0 * pixel(look), [&](const Ray& ray) {
        const double grown = chord(ray, glm::dvec3(-pixel(look)), glm::dvec3(kSide + pixel(look)));
        const double whole = chord(ray, glm::dvec3(0.0), glm::dvec3(kSide));
        return whole > 0.0 ? whole : grown > 0.0 ? 0.0 : -1e3;
      });
    }
  }
}

// If the rim of the box crosses a pixel, the fluid's share of the colour is the share of the pixel
// that the fluid covers. With a hard edge, this share would be off by a quarter on average.
TEST_F(SurfaceOutlineTest, RimOfTheBox_IsSmooth) {
  const texel::Vec4Array all = fill([](const glm::dvec3&) { return true; });
  Scene scene(device_, box_, kWater, 1);
  SceneLook look = plainLook();
  look.view.camera = {.azimuth = 35.0, .elevation = 30.0};
  const Image image = pictureOf(scene, all, look, kOutlineSize);
  const Camera camera =
      sceneCamera({box_, {}}, look.view.camera, {0, 0, image.width, image.height});
  constexpr int kParts = 8;
  std::vector<double> covered;
  for (int k = 0; k < image.width * image.height; ++k) {
    const glm::dvec2 pixel(k % image.width, k / image.width);
    int inside = 0;
    for (int part = 0; part < kParts * kParts; ++part) {
      const glm::dvec2 at = pixel + (glm::dvec2(part % kParts, part / kParts) + 0.5) / 8.0;
      const Ray ray =
          rayThrough(camera, {2.0 * at.x / image.width - 1.0, 1.0 - 2.0 * at.y / image.height});
      inside += chord(ray, glm::dvec3(0.0), glm::dvec3(kSide)) > 0.0 ? 1 : 0;
    }
    covered.push_back(inside / double(kParts * kParts));
  }
  const auto coveredAt = [&](int x, int y) {
    return covered[static_cast<std::size_t>(y * image.width + x)];
  };
  const glm::dvec3 background = glm::dvec3(look.background) * 255.0;
  double off = 0.0;
  int compared = 0;
  for (int y = 1; y + 1 < image.height; ++y) {
    for (int x = 1; x + 1 < image.width; ++x) {
      if (coveredAt(x, y) == 0.0 || coveredAt(x, y) == 1.0) continue;
      for (const glm::ivec2& way : {glm::ivec2(1, 0), {-1, 0}, {0, 1}, {0, -1}}) {
        if (coveredAt(x + way.x, y + way.y) < 1.0) continue;
        const glm::dvec3 fluid = colourAt(image, x + way.x, y + way.y) - background;
        const glm::dvec3 shown = colourAt(image, x, y) - background;
        off += std::abs(glm::dot(shown, fluid) / glm::dot(fluid, fluid) - coveredAt(x, y));
        ++compared;
        break;
      }
    }
  }
  ASSERT_GT(compared, 200);
  EXPECT_LT(off / compared, 0.1);
}

TEST_F(SurfaceOutlineTest, Pool_EndsAtItsLevelAndTheWalls) {
  box_.boundary = {cells::Boundary::Reflecting, cells::Boundary::Reflecting,
                   cells::Boundary::Reflecting};
  constexpr double kLevel = kSide * 11 / kAlongSide;
  const texel::Vec4Array pool = fill([](const glm::dvec3& at) { return at.z < kLevel; });
  Scene scene(device_, box_, kWater, 1);
  SceneLook look = plainLook();
  look.view.camera = {.azimuth = 30.0, .elevation = 10.0};
  const Image image = pictureOf(scene, pool, look, kOutlineSize);
  expectRim(image, look, 2.0 * pixel(look), [&](const Ray& ray) {
    const double room = pixel(look);
    const double grown = chord(ray, glm::dvec3(-room), {kSide + room, kSide + room, kLevel + room});
    const double whole = chord(ray, glm::dvec3(0.0), {kSide, kSide, kLevel});
    return whole > 0.0 ? whole : grown > 0.0 ? 0.0 : -1e3;
  });
}

// A cut and a slice end the fluid as sides of the box do, wherever the particles are.
TEST_F(SurfaceOutlineTest, CutAndSlice_EndTheFluidAtTheirPlanes) {
  const texel::Vec4Array all = fill([](const glm::dvec3&) { return true; });
  Scene scene(device_, box_, kWater, 1);
  for (const bool isCut : {true, false}) {
    SceneLook look = plainLook();
    look.view.camera = {.azimuth = 35.0, .elevation = 30.0};
    glm::dvec3 low(0.0), high(kSide);
    if (isCut) {
      look.cut = {-1.0f, 0.0f, 0.0f, 7.3f};  // x below 7.3
      high.x = 7.3;
    } else {
      look.view.sliceAxis = 2;
      look.view.sliceThickness = 3.0;
      low.z = 4.5;
      high.z = 7.5;
    }
    const Image image = pictureOf(scene, all, look, kOutlineSize);
    const double room = pixel(look);
    expectRim(image, look, 2.0 * room, [&](const Ray& ray) {
      const double grown = chord(ray, low - room, high + room);
      const double whole = chord(ray, low, high);
      return whole > 0.0 ? whole : grown > 0.0 ? 0.0 : -1e3;
    });
  }
}

TEST_F(SurfaceOutlineTest, Vessel_EndsTheFluid) {
  const glm::dvec3 centre(6.2, 5.9, 6.1);
  constexpr double kRadius = 4.0;
  const texel::Vec4Array all = fill([](const glm::dvec3&) { return true; });
  Scene scene(device_, box_, kWater, 1);
  SceneLook look = plainLook();
  const auto expectEnd = [&](const cells::Shape& vessel,
                             const std::function<double(const Ray&)>& inside) {
    look.solids = {{.kind = dpd::SolidKind::Vessel, .shape = vessel}};
    for (const double azimuth : {25.0, 160.0}) {
      look.view.camera.azimuth = azimuth;
      const Image image = pictureOf(scene, all, look, kOutlineSize);
      expectRim(image, look, 2.0 * pixel(look), inside);
    }
  };
  expectEnd({.kind = cells::ShapeKind::Sphere, .centre = centre, .radius = kRadius},
            [&](const Ray& ray) {
              return kRadius - glm::length(glm::cross(centre - ray.origin, ray.direction));
            });
  // For a box, the distance from the rim does not follow from the length of a line within it, so
  // nothing near the rim is compared.
  const glm::dvec3 low(2.0, 3.0, 2.5), high(9.0, 8.0, 10.0);
  expectEnd({.kind = cells::ShapeKind::Box, .low = low, .high = high}, [&](const Ray& ray) {
    const glm::dvec3 room(2.0 * pixel(look));
    if (chord(ray, low + room, high - room) > 0.0) return 1e3;
    return chord(ray, low - room, high + room) > 0.0 ? 0.0 : -1e3;
  });
  // Seen from above, along the axis of the cylinder.
  look.view.camera.elevation = 90.0;
  expectEnd({.kind = cells::ShapeKind::Cylinder, .centre = centre, .radius = kRadius, .axis = 2},
            [&](const Ray& ray) {
              const auto from = [&](double height) {
                const double along = (height - ray.origin.z) / ray.direction.z;
                const glm::dvec3 to = ray.origin + along * ray.direction - centre;
                return kRadius - glm::length(glm::dvec2(to));
              };
              return std::max(from(0.0), from(kSide));
            });
}

TEST_F(SurfaceOutlineTest, FlatDrop_EndsAtItsRadius) {
  box_.dimensions = 2;
  const glm::dvec2 centre(6.1, 5.8);
  std::vector<glm::vec4> all;
  constexpr double kApart = 0.5;
  for (double y = 0.5 * kApart; y < kSide; y += kApart) {
    for (double x = 0.5 * kApart; x < kSide; x += kApart) {
      if (glm::distance(glm::dvec2(x, y), centre) < 4.0) all.emplace_back(x, y, 0.0f, 0.0f);
    }
  }
  const double radius = std::sqrt(double(all.size()) * kApart * kApart / std::numbers::pi);
  const texel::Vec4Array drop(device_, "position", all);
  Scene scene(device_, box_, kWater, 1);
  SceneLook look = plainLook();
  look.view.camera = {.azimuth = 0.0, .elevation = 90.0};
  const Image image = pictureOf(scene, drop, look, kOutlineSize);
  expectRim(image, look, pixel(look) + 0.12,
            [&](const Ray& ray) { return radius - glm::distance(glm::dvec2(ray.origin), centre); });
}

// Where two species touch, there is one interface, which has no gap and is as sharp as a pixel.
TEST_F(SurfaceOutlineTest, TwoSpecies_MeetInOneInterface) {
  const std::array<glm::vec3, 2> colours{glm::vec3(0.9f, 0.1f, 0.1f), {0.1f, 0.1f, 0.9f}};
  std::vector<glm::vec4> all;
  for (int k = 0; k < kAlongSide * kAlongSide * kAlongSide; ++k) {
    const glm::vec3 cell(k % kAlongSide, k / kAlongSide % kAlongSide, k / kAlongSide / kAlongSide);
    all.emplace_back((cell + 0.5f) * float(kSide / kAlongSide), cell.x < 10.0f ? 0.0f : 1.0f);
  }
  const texel::Vec4Array position(device_, "position", all);
  constexpr double kInterface = kSide * 10 / kAlongSide;
  Scene scene(device_, box_, colours, 1);
  SceneLook look = plainLook();
  look.view.camera = {.azimuth = 0.0, .elevation = 0.0};
  const Image image = pictureOf(scene, position, look, kOutlineSize);
  int seen = 0;
  for (int x = 0; x < kOutlineSize.x; ++x) {
    const Ray ray = rayOf(look, x, kOutlineSize.y / 2);
    if (chord(ray, glm::dvec3(1.0), glm::dvec3(kSide - 1.0)) <= 0.0) continue;
    const double at = (ray.origin - ray.direction * (ray.origin.y / ray.direction.y)).x;
    const glm::dvec3 colour = colourAt(image, x, kOutlineSize.y / 2);
    if (at < kInterface - 1.5 * pixel(look)) {
      EXPECT_GT(colour.r, 1.5 * colour.b) << x;
    }
    if (at > kInterface + 1.5 * pixel(look)) {
      EXPECT_GT(colour.b, 1.5 * colour.r) << x;
    }
    ++seen;
  }
  EXPECT_GT(seen, 40);
}

TEST_F(SurfaceOutlineTest, OwnColours_ColourTheFluid) {
  const texel::Vec4Array pool = fill([](const glm::dvec3& at) { return at.z < 6.0; });
  std::vector<glm::vec4> colours;
  for (const glm::vec4& at : pool.download()) {
    colours.emplace_back(at.x < 6.0f ? 0.9f : 0.1f, 0.1f, at.x < 6.0f ? 0.1f : 0.9f, 1.0f);
  }
  const texel::Vec4Array own(device_, "colours", colours);
  Scene scene(device_, box_, kWater, 1);
  SceneLook look = plainLook();
  look.view.camera = {.azimuth = 0.0, .elevation = 0.0};
  look.colours = &own;
  const Image image = pictureOf(scene, pool, look, kOutlineSize);
  const int row = kOutlineSize.y * 2 / 3;
  EXPECT_GT(colourAt(image, kOutlineSize.x / 2 - 30, row).r,
            1.5 * colourAt(image, kOutlineSize.x / 2 - 30, row).b);
  EXPECT_GT(colourAt(image, kOutlineSize.x / 2 + 30, row).b,
            1.5 * colourAt(image, kOutlineSize.x / 2 + 30, row).r);
}

// A lone particle has no surface and is drawn as a sphere inside of the box. Particles in the fluid
// are not drawn as spheres.
TEST_F(SurfaceOutlineTest, LoneParticles_AreSpheres) {
  const auto isPool = [](const glm::dvec3& at) { return at.z < 4.0; };
  std::vector<glm::vec4> all = fill(isPool).download();
  const texel::Vec4Array pool(device_, "position", all);
  const glm::dvec3 lone(6.0, 6.0, 9.0), atSide(0.0, 6.0, 11.0);
  all.emplace_back(lone, 0.0f);
  all.emplace_back(atSide, 0.0f);
  const texel::Vec4Array both(device_, "position", all);
  // With one sample per pixel, edges would be smoothed differently in the two pictures.
  Scene scene(device_, box_, kWater, 2);
  SceneLook look = plainLook();
  look.view.camera = {.azimuth = 0.0, .elevation = 0.0};
  const Image without = pictureOf(scene, pool, look, kOutlineSize);
  const Image with = pictureOf(scene, both, look, kOutlineSize);
  int inside = 0, outside = 0;
  std::array<int, 2> spheres{};
  for (int y = 0; y < kOutlineSize.y; ++y) {
    for (int x = 0; x < kOutlineSize.x; ++x) {
      const double change = glm::distance(colourAt(with, x, y), colourAt(without, x, y));
      const Ray ray = rayOf(look, x, y);
      const auto distanceTo = [&](const glm::dvec3& place) {
        return glm::length(glm::cross(place - ray.origin, ray.direction));
      };
      // A pixel that the rim crosses shows a part of the fluid.
      const glm::dvec3 room(pixel(look));
      if (chord(ray, -room, kSide + room) < 0.0) outside += change > 0.0 ? 1 : 0;
      if (distanceTo(lone) < 0.2) spheres[0] += change > 25.0 ? 1 : 0;
      if (distanceTo(atSide + glm::dvec3(0.2, 0.0, 0.0)) < 0.2) spheres[1] += change > 25.0 ? 1 : 0;
      if (chord(ray, glm::dvec3(0.0), {kSide, kSide, 3.0}) > 0.0) inside += change > 3.0 ? 1 : 0;
    }
  }
  EXPECT_GT(spheres[0], 4);
  EXPECT_GT(spheres[1], 2);
  EXPECT_EQ(outside, 0);
  EXPECT_EQ(inside, 0);

  // Of the two lone particles, only the fast particle becomes whitish.
  std::vector<glm::vec4> velocities(all.size(), glm::vec4(0.0f));
  velocities[all.size() - 2] = {0.0f, 0.0f, -9.0f, 0.0f};
  const texel::Vec4Array velocity(device_, "velocity", velocities);
  look.velocities = &velocity;
  look.foamSpeed = 4.0f;
  const Image foamy = pictureOf(scene, both, look, kOutlineSize);
  int whiter = 0, others = 0;
  for (int y = 0; y < kOutlineSize.y; ++y) {
    for (int x = 0; x < kOutlineSize.x; ++x) {
      const glm::dvec3 change = colourAt(foamy, x, y) - colourAt(with, x, y);
      const Ray ray = rayOf(look, x, y);
      const double away = glm::length(glm::cross(lone - ray.origin, ray.direction));
      if (away < 0.2) whiter += change.r > 60.0 ? 1 : 0;
      if (away > 0.6) others += change != glm::dvec3(0.0) ? 1 : 0;
    }
  }
  EXPECT_GT(whiter, 4);
  EXPECT_EQ(others, 0);

  // On a light background foam is darker, so that it can be seen.
  look.background = glm::vec3(0.96f);
  const Image light = pictureOf(scene, both, look, kOutlineSize);
  int seen = 0;
  for (int y = 0; y < kOutlineSize.y; ++y) {
    for (int x = 0; x < kOutlineSize.x; ++x) {
      const Ray ray = rayOf(look, x, y);
      if (glm::length(glm::cross(lone - ray.origin, ray.direction)) > 0.2) continue;
      seen += colourAt(light, x, y).r < 170.0 ? 1 : 0;
    }
  }
  EXPECT_GT(seen, 4);
}

// The lines of the box are in front of the fluid, and darken only their own pixels.
TEST_F(SurfaceOutlineTest, EdgesOfTheBox_DarkenNoOtherPixels) {
  const texel::Vec4Array all = fill([](const glm::dvec3&) { return true; });
  // A fluid of one species would show the edges at its far side.
  const std::array<glm::vec3, 2> opaque{kWater[0], {0.8f, 0.4f, 0.1f}};
  for (const ParticleStyle style : {ParticleStyle::Surface, ParticleStyle::Spheres}) {
    Scene scene(device_, box_, opaque, 2);
    SceneLook look = plainLook();
    look.style = style;
    look.occlusion = true;
    look.background = glm::vec3(0.1f);
    const Image without = pictureOf(scene, all, look, kOutlineSize);
    look.outline = true;
    const Image with = pictureOf(scene, all, look, kOutlineSize);
    int lines = 0, beside = 0;
    for (int y = 0; y < kOutlineSize.y; ++y) {
      for (int x = 0; x < kOutlineSize.x; ++x) {
        const glm::dvec3 change = colourAt(with, x, y) - colourAt(without, x, y);
        // The lines are grey; the fluid is not. A line that covers a share of a pixel takes this
        // share of the difference of the channels away.
        const auto saturation = [](const glm::dvec3& colour) {
          return std::max({colour.r, colour.g, colour.b}) -
                 std::min({colour.r, colour.g, colour.b});
        };
        const double fluid = saturation(colourAt(without, x, y));
        const double left = saturation(colourAt(with, x, y));
        if (change != glm::dvec3(0.0) && left < 0.8 * fluid) {
          ++lines;
        } else if (left > 0.98 * fluid && std::min({change.r, change.g, change.b}) < -4.0) {
          ++beside;
        }
      }
    }
    EXPECT_GT(lines, 100);
    EXPECT_EQ(beside, 0) << "style " << static_cast<int>(style);
  }
}

}  // namespace
}  // namespace gpubuck::render
