// Colours of lines of sight through a liquid in double precision, and a liquid whose picture is
// compared with them.
#pragma once

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <glm/common.hpp>
#include <glm/geometric.hpp>
#include <numbers>
#include <optional>
#include <string>
#include <vector>

#include "base/image.h"
#include "render/canvas.h"
#include "render/scene.h"
#include "scene_picture.h"
#include "support/gpu_test.h"

namespace gpubuck::render {

inline constexpr double kBoxSide = 8.0;
inline constexpr int kMostSide = 8192;  // maximum side of a texture
inline constexpr int kLattice = 16;     // particles along a side of the box, for a density of 8
inline constexpr glm::vec3 kLiquid{0.0f, 0.45f, 0.70f};
// The glass of a vessel is drawn over the fluid, which ends a little before it.
inline constexpr double kFluidInGlass = 0.998;

/// Returns the share of the volume that a fluid fills at a place. At its surface the share is 1/2.
using Fill = std::function<double(const glm::dvec3&)>;

/// Returns a smooth step from 0 to 1 at a surface. `depth` is the distance inside of the surface.
inline double smoothStep(const SurfaceGrid& grid, double depth) {
  // The scatter and the interpolation each add the variance of a triangular kernel.
  const double width = std::sqrt(grid.width * grid.width + grid.edge.x * grid.edge.x / 3.0);
  return 0.5 * std::erfc(-depth / (std::numbers::sqrt2 * width));
}

inline dpd::Solid roundVessel(double radius, const glm::dvec3& centre) {
  return {.kind = dpd::SolidKind::Vessel,
          .shape = {.kind = cells::ShapeKind::Sphere, .centre = centre, .radius = radius}};
}

/// The part of a line of sight that is in the shown part of the box.
struct Shown {
  double begin = 0.0, end = 1e9;
  glm::dvec3 side{0.0};  ///< outward normal of the side at `begin`

  void keepBelow(const glm::dvec3& normal, double most, const Ray& ray) {
    const double slope = glm::dot(normal, ray.direction);
    const double at = (most - glm::dot(normal, ray.origin)) / slope;
    if (slope > 0.0) {
      end = std::min(end, at);
    } else if (at > begin) {
      begin = at;
      side = glm::normalize(normal);
    }
  }
  void keepInSphere(const glm::dvec3& centre, double radius, const Ray& ray) {
    const glm::dvec3 from = centre - ray.origin;
    const double nearest = glm::dot(from, ray.direction);
    const double half = radius * radius - (glm::dot(from, from) - nearest * nearest);
    if (half < 0.0) {
      end = -1.0;
      return;
    }
    end = std::min(end, nearest + std::sqrt(half));
    if (nearest - std::sqrt(half) < begin) return;
    begin = nearest - std::sqrt(half);
    side = (ray.origin + begin * ray.direction - centre) / radius;
  }
};

inline constexpr glm::dvec3 kBackLight{0.12, 0.61, -0.78};

/// The surroundings of a liquid: the colour of the background, and the direction upwards in eye
/// coordinates.
struct Studio {
  glm::dvec3 background, up;

  /// Returns the light from a direction in eye coordinates (shaders/render/surface/liquid.glsl).
  glm::dvec3 from(const glm::dvec3& direction) const {
    const double height = glm::dot(direction, up);
    const glm::dvec3 sky = glm::mix(glm::dvec3(0.82, 0.89, 0.95), glm::dvec3(0.36, 0.56, 0.84),
                                    glm::smoothstep(0.0, 0.8, height));
    const glm::dvec3 light =
        glm::mix(glm::mix(background, sky, 0.35), sky, glm::smoothstep(-0.12, 0.04, height));
    return light + 1.2 * glm::smoothstep(0.86, 0.92, glm::dot(direction, glm::dvec3(kLight))) +
           0.9 * glm::smoothstep(0.80, 0.98, glm::dot(direction, kBackLight));
  }
};

/// Returns the colour, 0..255, of a liquid that is seen along `along` through a surface with this
/// normal, both in eye coordinates. The liquid has the colour `dye` and gets the share `brightness`
/// of the light from above. It leaves the share `clear` of the light `through`, which comes from
/// its far side, and scatters the rest.
inline glm::dvec3 liquidColour(const glm::dvec3& dye, double brightness, double clear,
                               const glm::dvec3& through, const Studio& studio,
                               const glm::dvec3& along, const glm::dvec3& normal) {
  const glm::dvec3 light(kLight), toEye = -along, body = brightness * dye;
  const glm::dvec3 dull = body * (0.46 + 0.30 * (0.5 + 0.5 * glm::dot(normal, studio.up)) +
                                  0.40 * std::max(glm::dot(normal, light), 0.0));
  // The share of each colour that is transmitted if the share `clear` of all light is transmitted.
  const glm::dvec3 missing = 1.0 - glm::clamp(dye, 0.0, 1.0);
  const glm::dvec3 transmitted =
      glm::exp(std::log(std::max(clear, 1e-3)) * (1.0 + 4.5 * missing * missing));
  glm::dvec3 inside = (1.0 - clear) * dull + 1.5 * transmitted * through;
  const double most = std::max({inside.r, inside.g, inside.b});
  inside *= 1.0 - 0.7 * std::pow(std::max(1.0 - 0.7 / most, 0.0), 2.0);
  const double away = 1.0 - glm::clamp(glm::dot(normal, toEye), 0.0, 1.0);
  const double fresnel = 0.025 + 0.875 * std::pow(away, 4.0);
  const auto gleam = [&](const glm::dvec3& from, double power) {
    return std::pow(std::max(glm::dot(normal, glm::normalize(from + toEye)), 0.0), power);
  };
  const glm::dvec3 mirrored = glm::reflect(along, normal);
  const double above = glm::smoothstep(-0.25, 0.0, glm::dot(mirrored, studio.up));
  glm::dvec3 all = glm::mix(inside, studio.from(mirrored), fresnel * above);
  all += 0.7 * gleam(light, 140.0) + 0.5 * gleam(kBackLight, 200.0);
  all += 0.35 * std::max(glm::dot(normal, glm::dvec3(0.63, 0.30, -0.72)), 0.0) * away * away *
         glm::mix(body, glm::dvec3(1.0), 0.5);
  return 255.0 * glm::min(all, glm::dvec3(1.0));
}

class SurfaceLightTest : public test::GpuTest {
 protected:
  SurfaceLightTest() {
    box_.size = glm::dvec3(kBoxSide);
    box_.boundary.fill(cells::Boundary::Reflecting);
    look_.style = ParticleStyle::Surface;
    look_.background = glm::vec3(0.9f, 0.8f, 0.3f);
  }

  /// Returns a lattice of particles at the places where `isFluid` is true, of the species that
  /// `species` gives.
  static std::vector<glm::vec4> lattice(
      const std::function<bool(const glm::dvec3&)>& isFluid,
      const std::function<int(const glm::dvec3&)>& species = [](const glm::dvec3&) { return 0; }) {
    std::vector<glm::vec4> all;
    for (int k = 0; k < kLattice * kLattice * kLattice; ++k) {
      const glm::dvec3 cell(k % kLattice, k / kLattice % kLattice, k / kLattice / kLattice);
      const glm::dvec3 place = (cell + 0.5) * (kBoxSide / kLattice);
      if (isFluid(place)) all.emplace_back(place, species(place));
    }
    return all;
  }

  Camera camera() const {
    return sceneCamera({box_, look_.solids}, look_.view.camera, {0, 0, size_.x, size_.y});
  }
  Ray rayOf(double x, double y) const {
    return rayThrough(camera(), {2.0 * x / size_.x - 1.0, 1.0 - 2.0 * y / size_.y});
  }

  /// Draws the liquid alone, without glass and without the edges of the box.
  Image draw(const std::vector<glm::vec4>& particles) {
    const texel::Vec4Array position(device_, "position", particles);
    const Samples behind(size_.x, size_.y), target(size_.x, size_.y);
    gl::Framebuffer framebuffer("surface light test");
    framebuffer.bind(std::array<const gl::Texture*, 1>{&behind.colour}, &behind.depth);
    glViewport(0, 0, size_.x, size_.y);
    glClearColor(look_.background.r, look_.background.g, look_.background.b, 1.0f);
    glClear(GL_COLOR_BUFFER_BIT | GL_DEPTH_BUFFER_BIT);
    SurfaceView view(device_, box_, colours_);
    view.compute(position, look_);
    view.draw(position, camera(), look_, 1, false, behind, target);
    framebuffer.bind(std::array<const gl::Texture*, 1>{&target.colour}, &target.depth);
    Image image{size_.x, size_.y, {}};
    std::vector<std::uint8_t> rgba(std::size_t(size_.x) * std::size_t(size_.y) * 4);
    glReadPixels(0, 0, size_.x, size_.y, GL_RGBA, GL_UNSIGNED_BYTE, rgba.data());
    for (int y = size_.y - 1; y >= 0; --y) {
      for (int x = 0; x < size_.x; ++x) {
        const std::uint8_t* const from = rgba.data() + 4 * (std::size_t(y) * size_.x + x);
        image.rgb.insert(image.rgb.end(), from, from + 3);
      }
    }
    return image;
  }

  Shown shownOf(const Ray& ray) const {
    Shown shown;
    glm::dvec3 low(0.0), high(box_.size);
    if (look_.view.sliceAxis >= 0) {
      const int axis = look_.view.sliceAxis;
      const double middle = look_.view.sliceCentre * box_.size[axis];
      low[axis] = std::max(low[axis], middle - 0.5 * look_.view.sliceThickness);
      high[axis] = std::min(high[axis], middle + 0.5 * look_.view.sliceThickness);
    }
    for (int axis = 0; axis < 3; ++axis) {
      glm::dvec3 normal(0.0);
      normal[axis] = 1.0;
      shown.keepBelow(normal, high[axis], ray);
      shown.keepBelow(-normal, -low[axis], ray);
    }
    if (!look_.solids.empty()) {
      const cells::Shape& vessel = look_.solids[0].shape;
      shown.keepInSphere(vessel.centre, kFluidInGlass * vessel.radius, ray);
    }
    if (glm::vec3(look_.cut) != glm::vec3(0.0f)) {
      shown.keepBelow(-glm::dvec3(look_.cut), double(look_.cut.w), ray);
    }
    return shown;
  }

  /// Returns the width of a pixel at a distance along its line of sight.
  double pixelAt(const Ray& ray, const Ray& next, double distance) const {
    return glm::distance(ray.origin + distance * ray.direction,
                         next.origin + distance * next.direction);
  }

  /// Returns the thickness that leaves 1 / e of the light from above.
  double deepThickness() const {
    const glm::dvec3& size = box_.size;
    const auto [shortest, longest] = std::minmax({size.x, size.y, size.z});
    return std::min(1.2 * shortest, 0.21 * longest);
  }

  /// Returns whether the rim of the shown part crosses a pixel, or almost crosses it.
  bool isAtSide(double x, double y) const {
    int inside = 0;
    for (int k = 0; k < 9; ++k) {
      const Shown shown = shownOf(rayOf(x + k % 3 - 1, y + k / 3 - 1));
      inside += shown.begin < shown.end ? 1 : 0;
    }
    return inside > 0 && inside < 9;
  }

  /// Returns the colour of the line of sight through a place of the picture, given in pixels.
  /// Returns nothing if the fluid covers only a part of the pixel. A thickness of `clearThickness`
  /// leaves 1 / e of the light.
  std::optional<glm::dvec3> expectedColour(double x, double y, const SurfaceGrid& grid,
                                           const Fill& fill, const glm::dvec3& colour,
                                           double clearThickness) const {
    constexpr double kStep = 0.01;
    const Ray ray = rayOf(x, y);
    const glm::dvec3 background = 255.0 * glm::dvec3(look_.background);
    const Shown shown = shownOf(ray);
    // The line of sight enters the fluid at `first`. `most` is the largest share that the fluid
    // fills at a place of the line, from its begin to two grid widths after `first`. `most` decides
    // how much of the pixel the fluid covers.
    double thickness = 0.0, first = -1.0, most = 0.0, last = 0.0, left = shown.end;
    for (double at = shown.begin + 0.5 * kStep; at < shown.end; at += kStep) {
      const double filled = fill(ray.origin + at * ray.direction);
      if (first < 0.0 || at < first + 2.0 * grid.width) most = std::max(most, filled);
      if (filled < 0.5 && last >= 0.5) left = at - 0.5 * kStep;
      last = filled;
      if (filled < 0.5) continue;
      thickness += std::min(kStep, shown.end - (at - 0.5 * kStep));
      if (first < 0.0) first = at - 0.5 * kStep;
    }
    if (isAtSide(x, y)) return {};
    const double pixel = pixelAt(ray, rayOf(x, y + 1.0), shown.begin);
    const double coverage = glm::clamp(0.5 + (most - 0.5) * grid.width / (0.4 * pixel), 0.0, 1.0);
    if (coverage == 0.0) return background;
    if (coverage < 1.0) return {};
    const glm::dvec3 place = ray.origin + first * ray.direction;
    const auto downhill = [&](const glm::dvec3& at) {
      glm::dvec3 slope(0.0);
      for (int axis = 0; axis < 3; ++axis) {
        glm::dvec3 way(0.0);
        way[axis] = grid.edge[axis];
        slope[axis] = fill(at - way) - fill(at + way);
      }
      return slope;
    };
    glm::dvec3 normal = downhill(place);
    if (first < shown.begin + kStep) {
      const double nearness = 1.1 * (1.0 - glm::smoothstep(0.5, 0.9, fill(place)));
      normal = shown.side + nearness * (normal - glm::dot(normal, shown.side) * shown.side);
    }
    // Adds up the fluid above in four steps, each twice as long as the step before.
    double above = 0.0, length = 0.125 * deepThickness(), z = place.z;
    for (int k = 0; k < 4; ++k, length *= 2.0) {
      const double inBox = glm::clamp(box_.size.z - z, 0.0, length);
      z += length;
      above += inBox * fill({place.x, place.y, std::min(z, box_.size.z)});
    }
    const double ambient = colours_.size() > 1 ? 0.8 : 0.65;
    const double light = ambient + (1.0 - ambient) * std::exp(-above / deepThickness());
    // A surface absorbs light like a skin of thickness 0.05, and a side at which the line of sight
    // leaves the fluid absorbs up to 0.1 more.
    const double coat = 0.05 + 0.1 * glm::clamp((last - 0.5) / 0.15, 0.0, 1.0);
    const glm::dmat3 toEye(glm::dmat4(camera().view));
    const glm::dvec3 along = toEye * ray.direction;
    normal = glm::normalize(toEye * normal);
    const Studio studio{look_.background, toEye[2]};
    const glm::dvec3 bent = glm::refract(along, normal, 1.0 / 1.33);
    glm::dvec3 beyond = bent, inner(0.0);
    double passes = 1.0;
    if (left < shown.end) {
      const glm::dvec3 outwards =
          glm::normalize(toEye * downhill(ray.origin + left * ray.direction));
      const double cosine = glm::dot(bent, outwards);
      const double square = 1.0 - (1.0 - cosine * cosine) * 1.33 * 1.33;
      passes = glm::smoothstep(0.0, 0.3, square);
      inner = studio.from(glm::reflect(bent, outwards));
      if (square > 0.0) beyond = glm::refract(bent, -outwards, 1.33);
    }
    const glm::dvec3 through = glm::mix(studio.background, studio.from(beyond), 0.2);
    return liquidColour(colour, 1.3 * light, std::exp(-thickness / clearThickness - coat),
                        glm::mix(inner, through, passes), studio, along, normal);
  }

  /// Compares pixels with their lines of sight; in large pictures, every third pixel. Leaves out a
  /// pixel whose colour changes by `tolerance` within a tenth of its width. Returns how many pixels
  /// were compared.
  int expectColours(const std::vector<glm::vec4>& particles, const Fill& fill,
                    const glm::dvec3& colour, double clearThickness, double tolerance) {
    const Image image = draw(particles);
    const SurfaceGrid grid = surfaceGrid(box_, std::ssize(particles), kMostSide);
    int compared = 0;
    double worst = 0.0;
    std::string where;
    const int apart = size_.x > 50 ? 3 : 1;
    for (int y = 0; y < size_.y; y += apart) {
      for (int x = 0; x < size_.x; x += apart) {
        const auto beside = [&](double dx, double dy) {
          return expectedColour(x + 0.5 + dx, y + 0.5 + dy, grid, fill, colour, clearThickness);
        };
        const auto expected = beside(0.0, 0.0);
        const auto isSteady = [&](const std::optional<glm::dvec3>& other) {
          return expected && other && glm::distance(*other, *expected) < tolerance;
        };
        if (!isSteady(beside(0.1, 0.05)) || !isSteady(beside(-0.07, -0.1))) continue;
        compared += *expected == 255.0 * glm::dvec3(look_.background) ? 0 : 1;
        const glm::dvec3 off = glm::abs(colourAt(image, x, y) - *expected);
        const double most = std::max({off.r, off.g, off.b});
        if (most <= worst) continue;
        worst = most;
        where = fmt::format("{}, {}: {} {} {}", x, y, expected->r, expected->g, expected->b);
      }
    }
    EXPECT_LT(worst, tolerance) << "at " << where;
    return compared;
  }

  texel::Device device_ = test::makeDevice(texel::Engine::Paper);
  cells::Box box_;
  SceneLook look_;
  glm::ivec2 size_{96, 72};
  std::vector<glm::vec3> colours_{kLiquid};
};

inline const Fill kFull = [](const glm::dvec3&) { return 1.0; };
// The thickness that leaves 1 / e of the light: 0.8 of the side of a cube with the volume of the
// fluid, here the box.
inline constexpr double kClear = 0.8 * kBoxSide;

}  // namespace gpubuck::render
