// Shadows in the picture, compared with rays to the light in double precision.
#include "render/shadow_map.h"

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <glm/common.hpp>
#include <glm/geometric.hpp>
#include <optional>
#include <random>
#include <vector>

#include "scene_picture.h"
#include "support/gpu_test.h"

namespace gpubuck::render {
namespace {

constexpr int kAcross = 120, kUp = 90;
const std::array<glm::vec3, 2> kShadowColours{glm::vec3(0.8f, 0.4f, 0.2f), {0.3f, 0.6f, 0.9f}};

// The constants of shadow_map.cpp and shadow.glsl, in units of the radius or of texels. A kernel
// reaches two texels along both axes.
constexpr double kGrain = 0.25, kShadowBias = 0.5, kShadowFade = 1.5, kTaken = 0.75;
const double kKernel = std::sqrt(8.0);

/// The place on a sphere that a pixel shows, in eye coordinates.
struct Seen {
  glm::dvec3 place, normal;
  int species;
};

/// Spheres in eye coordinates, as they are drawn.
struct Oracle {
  Camera camera;
  double radius;
  std::vector<glm::dvec4> spheres;  ///< the spheres that are drawn; w is the species

  /// Returns the nearest sphere at a place, or nothing if rounding may decide which sphere is
  /// nearest. As in the picture, the outline of a sphere is a disc through its centre that faces
  /// the eye (square_of_sphere.glsl). Each place of the disc has the depth of the sphere's front
  /// there (sphere_depth.glsl).
  std::optional<Seen> seenAt(const glm::dvec2& ndc) const {
    const glm::dmat4 projection(camera.projection);
    const auto onLine = [&](double z) {
      const double w = projection[2][3] * z + projection[3][3];
      const glm::dvec2 scale(projection[0][0], projection[1][1]);
      return glm::dvec3(
          (ndc * w - glm::dvec2(projection[2]) * z - glm::dvec2(projection[3])) / scale, z);
    };
    std::optional<Seen> nearest;
    double next = -1e9;
    for (const glm::dvec4& sphere : spheres) {
      const glm::dvec2 disc = glm::dvec2(onLine(sphere.z) - glm::dvec3(sphere)) / radius;
      const double across = glm::dot(disc, disc);
      if (std::abs(across - 1.0) < 0.01) return {};
      if (across > 1.0) continue;
      const glm::dvec3 normal(disc, std::sqrt(1.0 - across));
      const glm::dvec3 place = onLine(sphere.z + radius * normal.z);
      if (nearest && place.z <= nearest->place.z) {
        next = std::max(next, place.z);
        continue;
      }
      if (nearest) next = nearest->place.z;
      nearest = {place, normal, static_cast<int>(sphere.w)};
    }
    if (nearest && nearest->place.z - next < 0.01 * radius) return {};
    return nearest;
  }

  enum class Light { All, None, Some };

  /// Returns whether a slightly enlarged kernel around a place is all lit, all in full shadow, or
  /// neither.
  Light lightAt(const glm::dvec3& place, double texel) const {
    const glm::dvec3 toLight = glm::normalize(glm::dvec3(kLight));
    const double reach = kKernel * texel + 0.01 * radius;
    bool isLit = true;
    for (const glm::dvec4& sphere : spheres) {
      const glm::dvec3 to = glm::dvec3(sphere) - place;
      const double along = glm::dot(to, toLight);
      const double across = glm::length(to - along * toLight);
      const double full = (kShadowBias + kShadowFade + 0.01) * radius + reach;
      if (across < radius - reach && along > full) return Light::None;
      isLit = isLit && (across > radius + reach || along < (kShadowBias - 0.01) * radius);
    }
    return isLit ? Light::All : Light::Some;
  }
};

/// Returns the share of a colour that light.glsl leaves in shadow.
double shareInShadow(const glm::dvec3& colour, const glm::dvec3& normal) {
  const glm::dvec3 halfWay = glm::normalize(glm::dvec3(kLight) + glm::dvec3(0.0, 0.0, 1.0));
  const double t = std::clamp(normal.z / 0.55, 0.0, 1.0);
  const double rim = 0.7 + 0.3 * t * t * (3.0 - 2.0 * t);
  const double diffuse = std::max(glm::dot(normal, glm::dvec3(kLight)), 0.0);
  const double gleam = std::pow(std::max(glm::dot(normal, halfWay), 0.0), 16.0);
  const double sum = colour.r + colour.g + colour.b;
  const double away = 1.0 - normal.z;
  const double fromBack =
      0.35 * std::max(glm::dot(normal, glm::dvec3(0.63, 0.30, -0.72)), 0.0) * away * away;
  const double shaded =
      sum * (0.5 + 0.12 * (0.5 + 0.5 * normal.y)) * rim + fromBack * (0.6 * sum + 0.4 * 3.0);
  return shaded / (shaded + sum * 0.52 * diffuse * rim + 3.0 * 0.16 * gleam);
}

class ShadowMapTest : public test::GpuTest {
 protected:
  Image draw(Scene& scene, const texel::Vec4Array& position, const SceneLook& look) {
    return pictureOf(scene, position, look, {kAcross, kUp});
  }
  static glm::dvec2 placeOf(int x, int y) {
    return {2.0 * (x + 0.5) / kAcross - 1.0, 1.0 - 2.0 * (y + 0.5) / kUp};
  }
  texel::Vec4Array upload(const std::vector<glm::vec4>& values) {
    return {device_, "position", values};
  }
  static SceneLook lookOf(ParticleStyle style = ParticleStyle::Spheres) {
    SceneLook look;
    look.style = style;
    look.view.camera = {.azimuth = 20.0, .elevation = 25.0};
    look.outline = look.occlusion = false;
    look.shadows = true;
    return look;
  }
  Image drawWithout(Scene& scene, const texel::Vec4Array& position, SceneLook look) {
    look.shadows = false;
    return draw(scene, position, look);
  }

  texel::Device device_ = test::makeDevice(texel::Engine::Paper);
};

// In full shadow, a colour is darker by the factor 1 - kTaken (1 - shareInShadow()) than without
// shadows, up to the rounding of both colours and one byte.
TEST_F(ShadowMapTest, PixelsWithBlockedLight_AreInShadow) {
  std::mt19937 random(5);
  const auto uniform = [&](double low, double high) {
    return std::uniform_real_distribution<double>(low, high)(random);
  };
  int lit = 0, dark = 0, between = 0;
  for (int k = 0; k < 16; ++k) {
    cells::Box box;
    box.size = {uniform(8, 14), uniform(8, 14), uniform(8, 14)};
    std::vector<glm::vec4> particles;
    for (int i = 0; i < 150; ++i) {
      particles.emplace_back(uniform(0, box.size.x), uniform(0, box.size.y), uniform(0, box.size.z),
                             i % 2);
    }
    SceneLook look = lookOf();
    look.view.particleRadius = uniform(0.9, 1.8);
    look.view.camera = {
        .azimuth = uniform(-180, 180), .elevation = uniform(-85, 85), .zoom = uniform(0.8, 3)};
    look.view.camera.panX = uniform(-0.2, 0.2);
    if (k % 4 == 1) look.view.hidden = {1};
    if (k % 4 == 2) look.cut = {0.0f, 0.0f, -1.0f, 6.0f};
    if (k % 4 == 3) look.view.sliceAxis = k % 3, look.view.sliceThickness = 5.0;
    const Extent extent = extentOf(look.view, box);

    const texel::Vec4Array position = upload(particles);
    Scene scene(device_, box, kShadowColours, 1);
    const Image image = draw(scene, position, look), plain = drawWithout(scene, position, look);
    Oracle oracle{.camera = sceneCamera(box, look.view.camera, {0, 0, kAcross, kUp}),
                  .radius = look.view.particleRadius * sphereRadius(box, position.count()),
                  .spheres = {}};
    for (const glm::vec4& particle : particles) {
      const glm::vec3 place(particle);
      bool isDrawn = glm::all(glm::greaterThanEqual(place, extent.low)) &&
                     glm::all(glm::lessThanEqual(place, extent.high));
      isDrawn = isDrawn && glm::dot(look.cut, glm::vec4(place, 1.0f)) >= 0.0f;
      if (!isDrawn || (!look.view.hidden.empty() && particle.w == 1.0f)) continue;
      const glm::dvec4 eye = glm::dmat4(oracle.camera.view) * glm::dvec4(glm::dvec3(place), 1.0);
      oracle.spheres.emplace_back(glm::dvec3(eye), particle.w);
    }
    for (int y = 0; y < kUp; ++y) {
      for (int x = 0; x < kAcross; ++x) {
        const glm::dvec3 with = colourAt(image, x, y), without = colourAt(plain, x, y);
        for (int c = 0; c < 3; ++c) ASSERT_LE(with[c], without[c]) << k << ' ' << x << ' ' << y;
        const std::optional<Seen> seen = oracle.seenAt(placeOf(x, y));
        if (!seen) continue;
        const Oracle::Light light = oracle.lightAt(seen->place, kGrain * oracle.radius);
        if (light == Oracle::Light::All) {
          ASSERT_EQ(with, without) << "lit: " << k << ' ' << x << ' ' << y;
          ++lit;
        } else if (light == Oracle::Light::Some) {
          ++between;
        } else {
          // The haze mixes the colour with white.
          const double deep = (-seen->place.z - oracle.camera.nearDepth) /
                              (oracle.camera.farDepth - oracle.camera.nearDepth);
          const glm::dvec3 colour = glm::mix(glm::dvec3(kShadowColours[std::size_t(seen->species)]),
                                             glm::dvec3(1.0), 0.35 * std::clamp(deep, 0.0, 1.0));
          const double share = shareInShadow(colour, seen->normal);
          const glm::dvec3 wanted = without * (1.0 - kTaken * (1.0 - share));
          for (int c = 0; c < 3; ++c) {
            ASSERT_NEAR(with[c], wanted[c], 3.0) << "dark: " << k << ' ' << x << ' ' << y;
          }
          ++dark;
        }
      }
    }
  }
  EXPECT_GT(lit, 4000);
  EXPECT_GT(dark, 700);
  EXPECT_LT(between, lit + dark);
}

TEST_F(ShadowMapTest, Light_SeesAllVisibleParticles) {
  std::mt19937 random(9);
  const auto uniform = [&](double low, double high) {
    return std::uniform_real_distribution<double>(low, high)(random);
  };
  int inside = 0;
  for (int k = 0; k < 200; ++k) {
    cells::Box box;
    box.size = {uniform(4, 60), uniform(4, 60), uniform(4, 60)};
    const dpd::View view{.camera = {.azimuth = uniform(-180, 180),
                                    .elevation = uniform(-90, 90),
                                    .zoom = uniform(0.5, 6.0),
                                    .panX = uniform(-0.5, 0.5)}};
    const Camera eye = sceneCamera(box, view.camera, {0, 0, kAcross, kUp});
    const float grain = static_cast<float>(std::pow(10.0, uniform(-3, 0)));
    const LightCamera light = lightCamera(box, view, eye, grain, 0.5f);
    ASSERT_GE(light.texel, grain);
    for (int axis = 0; axis < 2; ++axis) {
      ASSERT_GE(light.texels[axis], 1);
      ASSERT_LE(light.texels[axis], kMostTexels);
    }
    for (int i = 0; i < 100; ++i) {
      const glm::dvec3 place(uniform(0, box.size.x), uniform(0, box.size.y),
                             uniform(0, box.size.z));
      const auto clipOf = [&](const Camera& camera) {
        const glm::dvec4 clip =
            glm::dmat4(camera.projection) * glm::dmat4(camera.view) * glm::dvec4(place, 1.0);
        return glm::abs(glm::dvec3(clip) / clip.w);
      };
      const glm::dvec3 seen = clipOf(eye), lit = clipOf(light.camera);
      ASSERT_LT(lit.z, 1.0);
      if (seen.x > 1.0 || seen.y > 1.0) continue;
      ++inside;
      // The map reaches two texels beyond each place that is seen, for the soft edges of shadows.
      ASSERT_LT(lit.x, 1.0 - 4.0 / light.texels.x) << k;
      ASSERT_LT(lit.y, 1.0 - 4.0 / light.texels.y) << k;
    }
  }
  EXPECT_GT(inside, 2000);
}

TEST_F(ShadowMapTest, PointsFlatFluidsAndSettingOff_HaveNoShadows) {
  std::vector<glm::vec4> particles;
  for (int i = 0; i < 300; ++i) particles.emplace_back(i % 7, i / 7 % 7, i / 49, 0.0f);
  cells::Box box;
  box.size = {7, 7, 7};
  const texel::Vec4Array position = upload(particles);
  for (const int sampling : {1, 2}) {
    Scene scene(device_, box, kShadowColours, sampling),
        fresh(device_, box, kShadowColours, sampling);
    for (const bool occlusion : {false, true}) {
      SceneLook look = lookOf();
      look.occlusion = occlusion;
      const Image with = draw(scene, position, look), without = drawWithout(scene, position, look);
      EXPECT_NE(with.rgb, without.rgb);
      EXPECT_EQ(drawWithout(fresh, position, look).rgb, without.rgb);
      EXPECT_EQ(draw(scene, position, look).rgb, with.rgb);
      look.style = ParticleStyle::Points;
      EXPECT_EQ(draw(scene, position, look).rgb, drawWithout(scene, position, look).rgb);
    }
  }
  for (glm::vec4& particle : particles) particle.z = 0.0f;
  box.dimensions = 2;
  Scene flat(device_, box, kShadowColours, 2);
  const texel::Vec4Array layer = upload(particles);
  EXPECT_EQ(draw(flat, layer, lookOf()).rgb, drawWithout(flat, layer, lookOf()).rgb);
}

// The depths of a body in the shadow map are the depths of its front. On a part of the body that
// faces the light at less than 45 degrees, the depths of two places differ by at most the distance
// of the places across the light. The body therefore casts no shadow there.
TEST_F(ShadowMapTest, Body_CastsAShadowAndHasNoneOnItsLitSide) {
  cells::Box box;
  box.size = {16, 16, 16};
  Scene scene(device_, box, kShadowColours, 1);
  SceneLook look = lookOf();
  look.view.camera = {.azimuth = 0.0, .elevation = 0.0};
  look.solids = {
      {.shape = {.kind = cells::ShapeKind::Sphere, .centre = glm::dvec3(8.0), .radius = 3.0}}};
  const Camera camera = sceneCamera(box, look.view.camera, {0, 0, kAcross, kUp});
  const glm::dmat3 toBox = glm::transpose(glm::dmat3(glm::mat3(camera.view)));
  const glm::dvec3 toLight = toBox * glm::normalize(glm::dvec3(kLight));

  const texel::Vec4Array nothing = upload({});
  const Image alone = draw(scene, nothing, look), plain = drawWithout(scene, nothing, look);
  int facing = 0;
  for (int y = 0; y < kUp; ++y) {
    for (int x = 0; x < kAcross; ++x) {
      const Ray ray = rayThrough(camera, placeOf(x, y));
      const glm::dvec3 to = glm::dvec3(8.0) - ray.origin;
      const double along = glm::dot(to, ray.direction);
      const double inside = 9.0 - glm::dot(to, to) + along * along;
      if (inside <= 0.0) continue;
      const glm::dvec3 hit = ray.origin + (along - std::sqrt(inside)) * ray.direction;
      if (glm::dot((hit - 8.0) / 3.0, toLight) < std::sqrt(0.5)) continue;
      ++facing;
      ASSERT_EQ(colourAt(alone, x, y), colourAt(plain, x, y)) << x << ' ' << y;
    }
  }
  EXPECT_GT(facing, 100);

  // The body hides a particle from the light.
  const glm::dvec3 behind = glm::dvec3(8.0) - 6.0 * toLight;
  const texel::Vec4Array one = upload({glm::vec4(behind, 0.0)});
  const Image shadowed = draw(scene, one, look), bright = drawWithout(scene, one, look);
  const glm::dvec4 clip =
      glm::dmat4(camera.projection) * glm::dmat4(camera.view) * glm::dvec4(behind, 1.0);
  const int x = static_cast<int>((clip.x / clip.w + 1.0) * kAcross / 2.0);
  const int y = static_cast<int>((1.0 - clip.y / clip.w) * kUp / 2.0);
  EXPECT_LT(colourAt(shadowed, x, y).r, 0.8 * colourAt(bright, x, y).r);
}

// First a slab of liquid is between the light and another slab. Then a single drop replaces the
// first slab. A full shadow of the drop would be a dark spot.
TEST_F(ShadowMapTest, Liquid_CastsASoftShadowAndADropAlmostNone) {
  cells::Box box;
  box.size = {24, 24, 24};
  std::vector<glm::vec4> pool;
  const auto fill = [](std::vector<glm::vec4>& liquid, const glm::vec3& low,
                       const glm::vec3& high) {
    for (float z = low.z; z < high.z; z += 0.8f) {
      for (float y = low.y; y < high.y; y += 0.8f) {
        for (float x = low.x; x < high.x; x += 0.8f) liquid.emplace_back(x, y, z, 0.0f);
      }
    }
  };
  fill(pool, {2, 2, 2}, {22, 22, 6});
  Scene scene(device_, box, kShadowColours, 1);
  const auto darkened = [&](ParticleStyle style, std::vector<glm::vec4> all) {
    // The radius is the same for any number of particles.
    SceneLook look = lookOf(style);
    look.view.particleRadius = 0.5 / sphereRadius(box, std::ssize(all));
    look.view.camera = {.azimuth = 0.0, .elevation = 30.0};
    const texel::Vec4Array position = upload(all);
    const Image with = draw(scene, position, look), without = drawWithout(scene, position, look);
    double most = 0.0;
    for (std::size_t k = 0; k < with.rgb.size(); ++k) {
      EXPECT_LE(with.rgb[k], without.rgb[k]);
      most = std::max(most, (without.rgb[k] - with.rgb[k]) / std::max(1.0, double(without.rgb[k])));
    }
    return most;
  };
  std::vector<glm::vec4> under = pool, one = pool;
  fill(under, {2, 2, 16}, {14, 12, 20});
  one.emplace_back(8.0f, 7.0f, 18.0f, 0.0f);
  const double ofSlab = darkened(ParticleStyle::Surface, under);
  EXPECT_GT(ofSlab, 0.05);
  EXPECT_LT(ofSlab, darkened(ParticleStyle::Spheres, under));
  EXPECT_LT(darkened(ParticleStyle::Surface, one), 0.5 * ofSlab);
  EXPECT_GT(darkened(ParticleStyle::Spheres, one), 0.2);
}

}  // namespace
}  // namespace gpubuck::render
