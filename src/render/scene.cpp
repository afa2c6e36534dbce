#include "render/scene.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <glm/common.hpp>

#include "gl/debug.h"
#include "render/colour_map.h"

namespace gpubuck::render {
namespace {

// The outline's colour is a mixture of the background and either black or white, whichever
// contrasts more with the background.
constexpr float kOutlineContrast = 0.55f;
constexpr float kOutlineWidth = 1.4f;     // in pixels of a picture 720 pixels high
constexpr float kMinOutlineWidth = 1.0f;  // in samples; a thinner line could miss all samples
// Distance by which the outline is moved in front of the particles at the sides, in radii.
constexpr float kOutlineLift = 2.0f;

constexpr float kMaxPointSize = 2.0f;  // pixels, times View::particleRadius

// Radius of spheres in units of the mean distance of particles. Neighbours overlap a little. They
// overlap more in two dimensions, where no farther particles fill the gaps.
constexpr double kRadiusOfSpacing = 0.6;
constexpr double kRadiusOfSpacingFlat = 0.7;
constexpr double kMaxRadius = 0.5;
// Room around the box in units of its longest side.
constexpr double kPadding = 0.03;
// Distance up to which spheres darken other spheres, in radii.
constexpr float kReach = 3.0f;
// Strength of the soft shading. Liquids let light through, so that what surrounds them darkens them
// less.
constexpr float kOcclusion = 0.8f;
constexpr float kOcclusionOfLiquids = 0.35f;
// Distance up to which a particle is picked at a surface, in radii.
constexpr float kPickReach = 4.0f;

double padding(const cells::Box& box) {
  const double depth = box.dimensions == 3 ? box.size.z : 0.0;
  return kMaxRadius + kPadding * std::max({box.size.x, box.size.y, depth});
}

glm::vec3 outlineColour(const glm::vec3& background) {
  return glm::mix(background, contrastTo(background), kOutlineContrast);
}

}  // namespace

Camera sceneCamera(const dpd::Room& room, const dpd::Camera& from, const Viewport& viewport) {
  return fitCamera(room, from, static_cast<double>(viewport.width) / viewport.height,
                   padding(room.box));
}

Scene::Scene(const texel::Device& device, const cells::Box& box,
             std::span<const glm::vec3> speciesColours, int sampling, std::int64_t mostSamples)
    : device_(&device),
      box_(box),
      colours_(speciesColours.begin(), speciesColours.end()),
      sampling_(sampling),
      mostSamples_(mostSamples),
      particleView_(device, box, speciesColours),
      bondView_(device, box, speciesColours),
      backdrop_(device, box),
      boxOutline_(device),
      solidView_(device, box),
      framebuffer_("scene samples"),
      wholeFramebuffer_("scene whole") {}

void Scene::draw(const texel::Vec4Array& position, const SceneLook& wanted,
                 const Viewport& viewport, unsigned framebuffer) {
  const gl::DebugGroup group("scene");
  const int width = sampling_ * viewport.width;
  const int height = sampling_ * viewport.height;
  if (!samples_ || !samples_->hasSize(width, height)) {
    samples_.reset();  // frees the memory for the new samples
    behind_.reset();
    samples_.emplace(width, height);
  }
  SceneLook look = wanted;
  const bool isShaded = look.style != ParticleStyle::Points;
  look.shadows = look.shadows && isShaded && box_.dimensions == 3;
  const bool isSurface = look.style == ParticleStyle::Surface;
  if (isSurface && !behind_) behind_.emplace(width, height);
  if (isSurface && !surfaceView_) surfaceView_.emplace(*device_, box_, colours_);
  const Camera sight = sceneCamera({box_, look.solids}, look.view.camera, viewport);
  const float radius = radiusOf(look, position.count());
  glDisable(GL_SCISSOR_TEST);
  glDisable(GL_BLEND);
  if (look.shadows && !shadowMap_) shadowMap_.emplace(*device_, box_, colours_);
  if (isSurface) surfaceView_->compute(position, look);
  if (look.shadows) {
    shadowMap_->draw(position, sight, look, radius, isSurface ? &*surfaceView_ : nullptr);
  }
  drawSamples(position, look, sight, radius);
  const bool isOccluded = look.occlusion && isShaded;
  const bool smoothsEdges = sampling_ == 1 && isShaded;
  if (isOccluded || look.shadows || smoothsEdges) {
    glBindFramebuffer(GL_FRAMEBUFFER, framebuffer);
    glViewport(viewport.x, viewport.y, viewport.width, viewport.height);
    auto& pass = resolvePasses_[(isOccluded ? 1u : 0u) + (look.shadows ? 2u : 0u)];
    if (!pass) pass.emplace(*device_, sampling_, isOccluded, look.shadows);
    const float strength = isSurface ? kOcclusionOfLiquids : kOcclusion;
    pass->draw(samples_->colour, samples_->depth, sight, {kReach * radius, strength},
               look.shadows ? &shadowMap_->shadows() : nullptr, {viewport.x, viewport.y});
  } else {
    average(viewport, framebuffer);
  }
}

void Scene::drawSurroundings(const Samples& target, const SceneLook& look, const Camera& camera,
                             const glm::ivec2& size, int first) {
  framebuffer_.bind(std::array<const gl::Texture*, 1>{&target.colour}, &target.depth);
  glViewport(-first, 0, size.x, size.y);
  if (look.backdrop) {
    backdrop_.draw(camera, look, target, framebuffer_.id(), size, first);
  } else {
    glClearColor(look.background.r, look.background.g, look.background.b, 1.0f);
    glClear(GL_COLOR_BUFFER_BIT | GL_DEPTH_BUFFER_BIT);
  }
  solidView_.drawBodies(camera, look);
}

void Scene::drawOutline(const SceneLook& look, const Camera& camera, float radius,
                        const glm::ivec2& size) {
  if (!look.outline || dpd::vesselOf(look.solids) != nullptr) return;
  const float lineWidth =
      std::max(kOutlineWidth * static_cast<float>(size.y) / 720.0f, kMinOutlineWidth);
  boxOutline_.draw(box_, camera, glm::vec2(size), lineWidth, kOutlineLift * radius,
                   outlineColour(look.background));
}

void Scene::drawSamples(const texel::Vec4Array& position, const SceneLook& look,
                        const Camera& camera, float radius) {
  const glm::ivec2 size(samples_->colour.width(), samples_->colour.height());
  if (look.style == ParticleStyle::Surface) {
    drawSurroundings(*behind_, look, camera, size);
    drawOutline(look, camera, radius, size);
    surfaceView_->draw(position, camera, look, sampling_ * look.surfaceGrain, look.surfaceGrain > 1,
                       *behind_, *samples_);
    drawOutline(look, camera, radius, size);
    solidView_.drawGlass(camera, look, 0.0f);
    return;
  }
  const float point = pointSize(look, camera, radius, size.y);
  if (look.style == ParticleStyle::Points) {
    drawSurroundings(*samples_, look, camera, size);
    particleView_.drawPoints(position, camera, look, point);
  } else {
    drawSpheres(position, look, camera, radius);
  }
  bondView_.draw(position, camera, look, radius, point, size.y);
  drawOutline(look, camera, radius, size);
  solidView_.drawGlass(camera, look, radius);
}

void Scene::drawSpheres(const texel::Vec4Array& position, const SceneLook& look,
                        const Camera& camera, float radius) {
  const glm::ivec2 size(samples_->colour.width(), samples_->colour.height());
  const std::int64_t samples = std::int64_t{size.x} * size.y;
  if (samples <= mostSamples_) {
    drawSurroundings(*samples_, look, camera, size);
    particleView_.draw(position, camera, look, radius, size.y);
    return;
  }
  const auto stripes = static_cast<int>((samples + mostSamples_ - 1) / mostSamples_);
  const int columns = (size.x + stripes - 1) / stripes;
  if (!stripe_ || !stripe_->hasSize(columns, size.y)) {
    stripe_.reset();  // frees the memory for the new stripe
    stripe_.emplace(columns, size.y);
  }
  for (int first = 0; first < size.x; first += columns) {
    drawSurroundings(*stripe_, look, camera, size, first);
    particleView_.draw(position, camera, look, radius, size.y);
    wholeFramebuffer_.bind(std::array<const gl::Texture*, 1>{&samples_->colour}, &samples_->depth);
    glBindFramebuffer(GL_READ_FRAMEBUFFER, framebuffer_.id());
    const int count = std::min(columns, size.x - first);
    glBlitFramebuffer(0, 0, count, size.y, first, 0, first + count, size.y,
                      GL_COLOR_BUFFER_BIT | GL_DEPTH_BUFFER_BIT, GL_NEAREST);
  }
  glBindFramebuffer(GL_FRAMEBUFFER, wholeFramebuffer_.id());
  glViewport(0, 0, size.x, size.y);
}

std::optional<std::int64_t> Scene::pick(const texel::Vec4Array& position, const SceneLook& look,
                                        const Viewport& viewport, const glm::dvec2& place) {
  if (!pickPass_) pickPass_.emplace(*device_, box_, colours_);
  const Camera camera = sceneCamera({box_, look.solids}, look.view.camera, viewport);
  const float radius = radiusOf(look, position.count());
  const float size = pointSize(look, camera, radius, sampling_ * viewport.height);
  const bool isSurface = look.style == ParticleStyle::Surface;
  if (isSurface && !surfaceView_) surfaceView_.emplace(*device_, box_, colours_);
  if (isSurface) surfaceView_->compute(position, look);
  return pickPass_->run(position, camera, look,
                        {.size = {viewport.width, viewport.height},
                         .sampling = sampling_,
                         .radius = radius,
                         .reach = kPickReach * radius,
                         .pointSize = size / static_cast<float>(sampling_),
                         .place = place},
                        isSurface ? &*surfaceView_ : nullptr);
}

float Scene::radiusOf(const SceneLook& look, std::int64_t count) const {
  // A surface is the same for any radius of the particles.
  const bool isSurface = look.style == ParticleStyle::Surface;
  const double factor = isSurface ? 1.0 : look.view.particleRadius;
  return static_cast<float>(factor * sphereRadius({box_, look.solids}, count));
}

float Scene::pointSize(const SceneLook& look, const Camera& camera, float radius, int rows) const {
  // Points are as large as spheres would be in the middle of the box, within limits.
  const float z = -(camera.nearDepth + camera.farDepth) / 2.0f;
  const float w = camera.projection[2][3] * z + camera.projection[3][3];
  const float diameter = radius * camera.projection[1][1] / w * static_cast<float>(rows);
  const auto pixel = static_cast<float>(sampling_);
  const float most = kMaxPointSize * static_cast<float>(look.view.particleRadius) * pixel;
  return std::max(pixel, std::min(diameter, most));
}

void Scene::average(const Viewport& viewport, unsigned framebuffer) {
  const texel::Profiler::Scope scope(device_->profiler(), "render/average");
  glBindFramebuffer(GL_DRAW_FRAMEBUFFER, framebuffer);
  // With 2 x 2 samples per pixel linear interpolation takes the mean.
  glBlitFramebuffer(0, 0, samples_->colour.width(), samples_->colour.height(), viewport.x,
                    viewport.y, viewport.x + viewport.width, viewport.y + viewport.height,
                    GL_COLOR_BUFFER_BIT, sampling_ == 1 ? GL_NEAREST : GL_LINEAR);
  glBindFramebuffer(GL_FRAMEBUFFER, framebuffer);
  glViewport(viewport.x, viewport.y, viewport.width, viewport.height);
}

double sphereRadius(const dpd::Room& room, std::int64_t count) {
  if (count <= 0) return kMaxRadius;
  const int dimensions = room.box.dimensions;
  const double spacing = std::pow(room.volume() / static_cast<double>(count), 1.0 / dimensions);
  const double part = dimensions == 2 ? kRadiusOfSpacingFlat : kRadiusOfSpacing;
  return std::min(kMaxRadius, part * spacing);
}

}  // namespace gpubuck::render
