// A picture of solids, and of the glass of vessels and plates.
#pragma once

#include <algorithm>
#include <array>
#include <glm/geometric.hpp>
#include <vector>

#include "render/solid_view.h"
#include "scene_picture.h"
#include "support/gpu_test.h"

namespace gpubuck::render {

using cells::Shape;
using cells::ShapeKind;
using dpd::Solid;
using dpd::SolidKind;

inline constexpr int kTall = 48, kWide = 64;
inline constexpr int kGlassWide = 240, kGlassTall = 180;
inline constexpr double kLift = 0.5;  // the radius of a single particle
inline const glm::dvec3 kWhite(255.0);
inline const std::array<glm::vec3, 2> kSpeciesColours{glm::vec3(0.9f, 0.1f, 0.1f),
                                                      glm::vec3(0.1f, 0.1f, 0.9f)};

inline Solid sphereOf(SolidKind kind, double radius, const glm::dvec3& centre) {
  return {.kind = kind, .shape = {.kind = ShapeKind::Sphere, .centre = centre, .radius = radius}};
}

inline Solid cylinderOf(SolidKind kind, int axis, double radius, const glm::dvec3& centre) {
  return {.kind = kind,
          .shape = {.kind = ShapeKind::Cylinder, .centre = centre, .radius = radius, .axis = axis}};
}

inline Solid boxOf(SolidKind kind, const glm::dvec3& low, const glm::dvec3& high) {
  return {.kind = kind, .shape = {.kind = ShapeKind::Box, .low = low, .high = high}};
}

inline Solid plateOf(int axis, double from, double to) {
  return {.shape = {.kind = ShapeKind::Layer, .axis = axis, .from = from, .to = to}};
}

class SolidFixture : public test::GpuTest {
 protected:
  Image draw(Scene& scene, const texel::Vec4Array& position, const SceneLook& look) {
    return pictureOf(scene, position, look, {kWide, kTall});
  }
  /// Calls visit(ray, change) for each pixel. `change` is the largest change that the glass makes
  /// to a channel.
  template <typename Visit>
  void compare(const cells::Box& box, const SceneLook& look, const std::vector<glm::vec4>& at,
               Visit visit) {
    Scene scene(device_, box, kSpeciesColours, 1);
    const texel::Vec4Array position(device_, "position", at);
    const Image with = pictureOf(scene, position, look, {kGlassWide, kGlassTall});
    SceneLook plain = look;
    plain.solids.clear();
    plain.view.particleRadius *=
        sphereRadius({box, look.solids}, position.count()) / sphereRadius(box, position.count());
    const Image without = pictureOf(scene, position, plain, {kGlassWide, kGlassTall});
    const Camera camera =
        sceneCamera({box, look.solids}, look.view.camera, {0, 0, kGlassWide, kGlassTall});
    for (int y = 0; y < kGlassTall; ++y) {
      for (int x = 0; x < kGlassWide; ++x) {
        const glm::dvec3 off = glm::abs(colourAt(with, x, y) - colourAt(without, x, y));
        visit(rayThrough(camera,
                         {2.0 * (x + 0.5) / kGlassWide - 1.0, 1.0 - 2.0 * (y + 0.5) / kGlassTall}),
              std::max({off.r, off.g, off.b}));
      }
    }
  }
  static SceneLook lookAt(const cells::Box& box, const glm::vec3& background) {
    SceneLook look;
    look.outline = false;
    look.occlusion = false;
    look.background = background;
    look.view.camera = {.azimuth = 20.0, .elevation = box.dimensions == 2 ? 90.0 : 25.0};
    return look;
  }

  texel::Device device_ = test::makeDevice(texel::Engine::Paper);
};

inline double distanceOf(const Ray& ray, const glm::dvec3& place) {
  const glm::dvec3 to = place - ray.origin;
  return glm::length(to - glm::dot(to, ray.direction) * ray.direction);
}

}  // namespace gpubuck::render
