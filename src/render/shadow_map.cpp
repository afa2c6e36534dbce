#include "render/shadow_map.h"

#include <algorithm>
#include <cmath>
#include <glm/common.hpp>
#include <glm/geometric.hpp>
#include <glm/gtc/matrix_transform.hpp>
#include <limits>

#include "gl/debug.h"

namespace gpubuck::render {
namespace {

/// The look of shadows; lengths are in radii of the spheres.
struct Softness {
  float texel;     ///< side of a texel; the edge of a shadow is three texels wide (shadow.glsl)
  float bias;      ///< distance within which objects cast no shadow
  float fade;      ///< distance, beyond the bias, over which a shadow becomes full
  float strength;  ///< share of the direct light that a full shadow blocks
};
// Neighbours in a fluid at rest overlap, and must not cast shadows on each other.
constexpr Softness kOfSpheres{0.25f, 0.5f, 1.5f, 0.75f};
// Shadows on a liquid, which is smooth and clear, are softer: single drops would leave dark spots
// on it.
constexpr Softness kOfSurface{1.2f, 2.0f, 8.0f, 0.6f};
// Margin around the visible scene, in texels, for the samples at the edge of a shadow.
constexpr int kRim = 4;
// The bias of a shadow grows by this much depth per unit of distance across the light's direction.
// With 1, a plane casts no shadow on itself if its normal is at most 45 degrees from the direction
// to the light.
constexpr float kSlope = 1.0f;

/// The bounding box of points.
struct Bounds {
  glm::dvec3 low{std::numeric_limits<double>::infinity()};
  glm::dvec3 high{-std::numeric_limits<double>::infinity()};

  void add(const glm::dvec3& point) {
    low = glm::min(low, point);
    high = glm::max(high, point);
  }
};

/// Returns the axes of the light as rows: right, up and the direction to the light.
glm::dmat3 lightAxes() {
  const glm::dvec3 toLight = glm::normalize(glm::dvec3(kLight));
  const glm::dvec3 right = glm::normalize(glm::cross(glm::dvec3(0.0, 1.0, 0.0), toLight));
  return glm::transpose(glm::dmat3(right, glm::cross(toLight, right), toLight));
}

}  // namespace

LightCamera lightCamera(const cells::Box& box, const dpd::View& view, const Camera& eye,
                        float grain, float margin) {
  const glm::dmat3 turn = lightAxes() * glm::dmat3(glm::mat3(eye.view));
  const Extent extent = extentOf(view, box);
  const glm::dvec3 low = glm::max(glm::dvec3(0.0), glm::dvec3(extent.low));
  const glm::dvec3 high = glm::max(low, glm::min(box.size, glm::dvec3(extent.high)));
  Bounds all, seen;
  for (int corner = 0; corner < 8; ++corner) {
    const glm::dvec3 share(corner & 1, corner >> 1 & 1, corner >> 2);
    all.add(turn * glm::mix(low, high, share));
    // A corner of the space that the eye sees between the nearest and the farthest depth.
    const Ray ray = rayThrough(eye, 2.0 * glm::dvec2(share) - 1.0);
    const double deep = -(glm::dmat3(glm::mat3(eye.view)) * ray.direction).z;
    const double length = (double{eye.farDepth} - double{eye.nearDepth}) / deep;
    seen.add(turn * (ray.origin + share.z * length * ray.direction));
  }
  // Light travels along z, so an object has the same x and y as its shadow.
  const glm::dvec2 least = glm::max(glm::dvec2(all.low), glm::dvec2(seen.low)) - double(margin);
  const glm::dvec2 most = glm::min(glm::dvec2(all.high), glm::dvec2(seen.high)) + double(margin);
  const glm::dvec2 span = glm::max(most - least, glm::dvec2(grain));
  constexpr double kInner = kMostTexels - 2 * kRim - 1;
  const double texel = std::max({double(grain), span.x / kInner, span.y / kInner});
  // Shadow maps are on a fixed grid, so that a shadow stays the same while the picture is shifted.
  const glm::dvec2 first = glm::floor(least / texel) - double(kRim);
  const glm::dvec2 count = glm::ceil((least + span) / texel) + double(kRim) - first;
  const double top = all.high.z + margin;
  const double depth = all.high.z - all.low.z + 2.0 * margin;

  LightCamera light;
  light.texels = glm::clamp(glm::ivec2(count), 1, kMostTexels);
  light.texel = static_cast<float>(texel);
  const glm::dvec2 corner = first * texel;
  const glm::dvec2 size = glm::dvec2(light.texels) * texel;
  light.camera.view =
      glm::mat4(glm::translate(glm::dmat4(1.0), {-corner, -top}) * glm::dmat4(turn));
  light.camera.projection = glm::mat4(glm::ortho(0.0, size.x, 0.0, size.y, 0.0, depth));
  light.camera.farDepth = static_cast<float>(depth);
  return light;
}

ShadowMap::ShadowMap(const texel::Device& device, const cells::Box& box,
                     std::span<const glm::vec3> colours)
    : box_(box),
      particles_(device, "render/particle_shadows", "render/particles", "render/particle_shadows",
                 box, colours, kDiscs),
      bonds_(device, box, colours),
      solids_(device, box),
      framebuffer_("shadows") {}

void ShadowMap::draw(const texel::Vec4Array& position, const Camera& eye, const SceneLook& look,
                     float radius, SurfaceView* surface) {
  const gl::DebugGroup group("shadows");
  const Softness& softness = surface != nullptr ? kOfSurface : kOfSpheres;
  const LightCamera light = lightCamera(box_, look.view, eye, softness.texel * radius, radius);
  const auto [width, height] = std::pair(light.texels.x, light.texels.y);
  // The size changes while the camera turns, so that a map of exactly this size would have to be
  // made anew for each picture.
  if (!depths_ || depths_->width() < width || depths_->height() < height) {
    const int wide = depths_ ? std::max(depths_->width(), width) : width;
    const int high = depths_ ? std::max(depths_->height(), height) : height;
    depths_.reset();  // frees the memory for the new map
    depths_.emplace("shadow depths", GL_DEPTH_COMPONENT24, wide, high);
  }
  framebuffer_.bind({}, &*depths_);
  glViewport(0, 0, width, height);
  glClear(GL_DEPTH_BUFFER_BIT);
  if (surface != nullptr) {
    surface->drawDepths(position, light.camera, look, light.texels,
                        SurfaceView::DepthColours::None);
  } else {
    particles_.drawSpheres(position, light.camera, look, radius, height);
  }
  bonds_.drawShadows(position, light.camera, look, radius, height);
  solids_.drawBodies(light.camera, look);

  // Clip coordinates are -1..1 over the viewport, and over the depths.
  const glm::mat4 toTexels = glm::scale(glm::mat4(1.0f), glm::vec3(width, height, 1.0f)) *
                             glm::scale(glm::mat4(1.0f), glm::vec3(0.5f)) *
                             glm::translate(glm::mat4(1.0f), glm::vec3(1.0f));
  const float range = light.camera.farDepth;
  shadows_ = {
      .depths = &*depths_,
      .toTexels = glm::mat4(glm::dmat4(toTexels) * glm::dmat4(light.camera.projection) *
                            glm::dmat4(light.camera.view) * glm::inverse(glm::dmat4(eye.view))),
      .bias = glm::vec2(softness.bias * radius, kSlope * light.texel) / range,
      .fade = softness.fade * radius / range,
      .strength = softness.strength};
}

}  // namespace gpubuck::render
