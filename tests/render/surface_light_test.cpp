// The colours of a liquid and the sizes of its spray, compared with lines of sight in double
// precision.
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
#include <utility>
#include <vector>

#include "base/image.h"
#include "render/canvas.h"
#include "render/scene.h"
#include "scene_picture.h"
#include "support/gpu_test.h"

namespace gpubuck::render {
namespace {

constexpr double kBoxSide = 8.0;
constexpr int kMostSide = 8192;  // maximum side of a texture
constexpr int kLattice = 16;     // particles along a side of the box, for a density of 8
constexpr glm::vec3 kLiquid{0.0f, 0.45f, 0.70f};
// The glass of a vessel is drawn over the fluid, which ends a little before it.
constexpr double kFluidInGlass = 0.998;

/// Returns the share of the volume that a fluid fills at a place. At its surface the share is 1/2.
using Fill = std::function<double(const glm::dvec3&)>;

/// Returns a smooth step from 0 to 1 at a surface. `depth` is the distance inside of the surface.
double smoothStep(const SurfaceGrid& grid, double depth) {
  // The scatter and the interpolation each add the variance of a triangular kernel.
  const double width = std::sqrt(grid.width * grid.width + grid.edge.x * grid.edge.x / 3.0);
  return 0.5 * std::erfc(-depth / (std::numbers::sqrt2 * width));
}

dpd::Solid roundVessel(double radius, const glm::dvec3& centre) {
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

/// Returns the light from a direction in eye coordinates (shaders/render/surface/liquid.glsl).
glm::dvec3 studio(const glm::dvec3& direction, const glm::dvec3& background) {
  const glm::dvec3 sky = glm::mix(glm::dvec3(0.80, 0.86, 0.92), glm::dvec3(0.42, 0.60, 0.84),
                                  glm::smoothstep(0.0, 0.9, direction.y));
  const glm::dvec3 light =
      glm::mix(0.6 * background, sky, glm::smoothstep(-0.25, 0.05, direction.y));
  return light + 1.4 * glm::smoothstep(0.88, 0.93, glm::dot(direction, glm::dvec3(kLight)));
}

/// Returns the colour, 0..255, of a liquid that is seen along `along` through a surface with this
/// normal, both in eye coordinates. The liquid transmits the share `clear` of the light `through`,
/// which comes from its far side.
glm::dvec3 liquidColour(const glm::dvec3& body, double clear, const glm::dvec3& through,
                        const glm::dvec3& background, const glm::dvec3& along,
                        const glm::dvec3& normal) {
  const glm::dvec3 light(kLight), toEye = -along;
  const glm::dvec3 dull =
      body * (0.44 + 0.30 * (0.5 + 0.5 * normal.y) + 0.48 * std::max(glm::dot(normal, light), 0.0));
  // The share of each colour that is transmitted if the share `clear` of all light is transmitted.
  const glm::dvec3 transmitted =
      0.9 * glm::exp(std::log(std::max(clear, 1e-3)) * (1.45 - glm::clamp(body, 0.0, 1.0)));
  const glm::dvec3 inside = glm::mix(dull, through, transmitted);
  const double away = 1.0 - glm::clamp(glm::dot(normal, toEye), 0.0, 1.0);
  const double fresnel = 0.03 + 0.87 * std::pow(away, 5.0);
  const double gleam =
      std::pow(std::max(glm::dot(normal, glm::normalize(light + toEye)), 0.0), 90.0);
  glm::dvec3 all = glm::mix(inside, studio(glm::reflect(along, normal), background), fresnel);
  all += 0.5 * gleam + 0.35 * std::max(glm::dot(normal, glm::dvec3(0.63, 0.30, -0.72)), 0.0) *
                           away * away * glm::mix(body, glm::dvec3(1.0), 0.5);
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

  /// Returns the thickness that transmits 1 / e of the light from above.
  double deepThickness() const {
    const glm::dvec3& size = box_.size;
    const auto [shortest, longest] = std::minmax({size.x, size.y, size.z});
    return 0.7 * std::min(0.9 * shortest, 0.3 * longest);
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
  /// transmits 1 / e of the light.
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
    double thickness = 0.0, first = -1.0, most = 0.0, last = 0.0;
    for (double at = shown.begin + 0.5 * kStep; at < shown.end; at += kStep) {
      const double filled = fill(ray.origin + at * ray.direction);
      if (first < 0.0 || at < first + 2.0 * grid.width) most = std::max(most, filled);
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
    glm::dvec3 normal(0.0);
    for (int axis = 0; axis < 3; ++axis) {
      glm::dvec3 way(0.0);
      way[axis] = grid.edge[axis];
      normal[axis] = fill(place - way) - fill(place + way);
    }
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
    const double light = 0.55 + 0.45 * std::exp(-above / deepThickness());
    // A surface absorbs light like a skin of thickness 0.2, and a side at which the line of sight
    // leaves the fluid absorbs up to 0.7 more.
    const double coat = 0.2 + 0.7 * glm::clamp(2.0 * last - 1.0, 0.0, 1.0);
    const glm::dmat3 toEye(glm::dmat4(camera().view));
    const glm::dvec3 along = toEye * ray.direction;
    normal = glm::normalize(toEye * normal);
    const glm::dvec3 plain(look_.background);
    const glm::dvec3 bent = glm::refract(along, normal, 1.0 / 1.33);
    return liquidColour(1.18 * light * colour, std::exp(-thickness / clearThickness - coat),
                        glm::mix(plain, studio(bent, plain), 0.25), plain, along, normal);
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

const Fill kFull = [](const glm::dvec3&) { return 1.0; };
// The thickness that transmits 1 / e of the light: 0.3 of the longest side of the box.
constexpr double kClear = 0.3 * kBoxSide;

TEST_F(SurfaceLightTest, FullBox_HasTheColoursOfItsChords) {
  const std::vector<glm::vec4> all = lattice([](const glm::dvec3&) { return true; });
  const std::vector<std::function<void(SceneLook&)>> looks{
      [](SceneLook&) {},
      [](SceneLook& look) { look.view.sliceAxis = 2, look.view.sliceThickness = 2.0; },
      [](SceneLook& look) { look.view.sliceAxis = 0, look.view.sliceThickness = 1.0; },
      [](SceneLook& look) {
        look.cut = {0.3f, 0.5f, -0.6f, -0.5f};
      },
      [](SceneLook& look) {
        look.cut = {1.0f, -2.0f, 1.5f, -1.0f};
      },
      [](SceneLook& look) {
        look.solids = {roundVessel(3.5, {4.2, 3.8, 4.0})};
      },
      [](SceneLook& look) {
        look.solids = {roundVessel(3.0, {4.2, 3.8, 4.0})};
        look.cut = {0.3f, 1.0f, -0.6f, -2.0f};
        look.view.sliceAxis = 2, look.view.sliceThickness = 3.0;
      }};
  const SceneLook plain = look_;
  for (std::size_t k = 0; k < looks.size(); ++k) {
    SCOPED_TRACE(k);
    for (const dpd::Camera& from :
         {dpd::Camera{.azimuth = 25.0, .elevation = 30.0}, {.azimuth = 200, .elevation = -40}}) {
      look_ = plain;
      look_.view.camera = from;
      looks[k](look_);
      EXPECT_GE(expectColours(all, kFull, kLiquid, kClear, 3.0), 40);
    }
  }
}

// In a narrow box, the thickness that transmits 1 / e of the light is 0.9 of the shortest side.
TEST_F(SurfaceLightTest, NarrowBox_IsClearWhereItIsThin) {
  box_.size.z = 0.25 * kBoxSide;
  const double high = box_.size.z;
  const std::vector<glm::vec4> all = lattice([=](const glm::dvec3& at) { return at.z < high; });
  look_.view.camera = {.azimuth = 25.0, .elevation = 50.0};
  EXPECT_GT(expectColours(all, kFull, kLiquid, 0.9 * high, 3.0), 40);
}

// A pool is seen from above, and from below, where it is cut open. In the smaller picture, a pixel
// is as wide as the smooth step at the pool's surface.
TEST_F(SurfaceLightTest, Pool_HasTheColoursOfItsDepth) {
  constexpr double kLevel = 4.0, kCut = 2.6;
  const std::vector<glm::vec4> pool = lattice([](const glm::dvec3& at) { return at.z < kLevel; });
  const SurfaceGrid grid = surfaceGrid(box_, std::ssize(pool), kMostSide);
  const Fill fill = [&](const glm::dvec3& at) { return smoothStep(grid, kLevel - at.z); };
  look_.cut = {0.0f, 0.0f, 1.0f, static_cast<float>(-kCut)};
  for (const glm::ivec2& size : {glm::ivec2(96, 72), glm::ivec2(28, 21)}) {
    for (const double elevation : {60.0, -60.0}) {
      SCOPED_TRACE(fmt::format("{} pixels, elevation {}", size.x, elevation));
      size_ = size;
      look_.view.camera = {.azimuth = 25.0, .elevation = elevation};
      // The surface of the lattice is not as flat as the surface of the pool.
      const double tolerance = size.x > 50 ? 9.0 : 14.0;
      EXPECT_GT(expectColours(pool, fill, kLiquid, kClear, tolerance), 40);
    }
  }
}

// The steps along a line of sight are longest deep inside the fluid. They must nevertheless find
// the begin and the end of a gap. A step across a surface is 0.8 widths long. Linear interpolation
// within this step may miss the surface by a tenth of a width, 0.05. Three surfaces may thus change
// the light by up to 6 % (0.15 / kClear), and the colour of layers of this thickness by 2.5 %.
TEST_F(SurfaceLightTest, LayersWithAGap_HaveTheColourOfTheirThickness) {
  look_.view.camera = {.azimuth = 0.0, .elevation = 90.0};
  for (const double upper : {4.25, 4.5, 4.75, 5.0, 5.25}) {
    const double lower = upper - 2.5;
    const std::vector<glm::vec4> layers =
        lattice([&](const glm::dvec3& at) { return at.z < lower || at.z > upper; });
    const SurfaceGrid grid = surfaceGrid(box_, std::ssize(layers), kMostSide);
    const Fill fill = [&](const glm::dvec3& at) {
      return smoothStep(grid, lower - at.z) + smoothStep(grid, at.z - upper);
    };
    const Image image = draw(layers);
    const glm::ivec2 middle = size_ / 2;
    const auto expected =
        expectedColour(middle.x + 0.5, middle.y + 0.5, grid, fill, kLiquid, kClear);
    ASSERT_TRUE(expected);
    EXPECT_LT(glm::distance(colourAt(image, middle.x, middle.y), *expected), 0.025 * 255) << upper;
  }
}

TEST_F(SurfaceLightTest, Drop_HasTheColoursOfItsChords) {
  constexpr double kRadius = 3.0;
  const glm::dvec3 centre(4.1, 3.9, 4.2);
  const std::vector<glm::vec4> drop =
      lattice([&](const glm::dvec3& at) { return glm::distance(at, centre) < kRadius; });
  const SurfaceGrid grid = surfaceGrid(box_, std::ssize(drop), kMostSide);
  const Fill fill = [&](const glm::dvec3& at) {
    return smoothStep(grid, kRadius - glm::distance(at, centre));
  };
  look_.view.camera = {.azimuth = 25.0, .elevation = 40.0};
  // The surface of the lattice is not round.
  EXPECT_GT(expectColours(drop, fill, kLiquid, kClear, 30.0), 40);
}

/// Returns the area of the bubbles of a particle of foam, in squares of the radius
/// (render/surface/spray.frag).
double areaOfBubbles(std::size_t particle) {
  constexpr int kSide = 400, kBubbles = 7;
  int covered = 0;
  for (int k = 0; k < kSide * kSide; ++k) {
    const glm::dvec2 at = 2.0 * (glm::dvec2(k % kSide, k / kSide) + 0.5) / double(kSide) - 1.0;
    bool isIn = false;
    for (int bubble = 0; bubble < kBubbles; ++bubble) {
      const double share = bubble / (kBubbles - 1.0);
      const double turn = 2.399963 * bubble + static_cast<double>(particle);
      const glm::dvec2 middle =
          0.55 * std::sqrt(share) * glm::dvec2(std::cos(turn), std::sin(turn));
      isIn |= glm::length(at) < 1.0 && glm::distance(at, middle) < glm::mix(0.5, 0.3, share);
    }
    covered += isIn ? 1 : 0;
  }
  return 4.0 * covered / (kSide * kSide);
}

// A drop shows the studio upside down, in the colour of the liquid.
TEST_F(SurfaceLightTest, Drop_IsOfTheLiquid) {
  std::vector<glm::vec4> all = lattice([](const glm::dvec3& at) { return at.z < 3.0; });
  const glm::dvec3 place(4.0, 4.0, 5.5);
  all.emplace_back(place, 0.0f);
  look_.view.camera = {.azimuth = 0.0, .elevation = 0.0};
  size_ = {240, 180};
  const Image image = draw(all);
  const Camera from = camera();
  const glm::dvec3 centre(from.view * glm::vec4(place, 1.0f));
  const double depth = (-centre.z - from.nearDepth) / (from.farDepth - from.nearDepth);
  const glm::dvec3 background(look_.background);
  const glm::dvec3 body = glm::mix(glm::dvec3(kLiquid), background, 0.35 * depth);
  const double radius = std::cbrt(3.0 / (4.0 * std::numbers::pi * 8.0));  // at density 8
  int compared = 0;
  for (int y = 0; y < size_.y; ++y) {
    for (int x = 0; x < size_.x; ++x) {
      const Ray ray = rayOf(x + 0.5, y + 0.5);
      const glm::dvec3 at = ray.origin + (place.y - ray.origin.y) / ray.direction.y * ray.direction;
      const glm::dvec2 disc((at.x - place.x) / radius, (at.z - place.z) / radius);
      if (glm::length(disc) > 0.8) continue;
      const glm::dvec3 normal(disc, std::sqrt(1.0 - glm::dot(disc, disc)));
      const glm::dvec3 bent = glm::normalize(glm::dvec3(-0.9 * disc, -1.0));
      const glm::dvec3 expected =
          liquidColour(body, 0.2, studio(bent, background), background, {0.0, 0.0, -1.0}, normal);
      const glm::dvec3 off = glm::abs(colourAt(image, x, y) - expected);
      EXPECT_LT(std::max({off.r, off.g, off.b}), 25.0) << x << ", " << y;
      ++compared;
    }
  }
  EXPECT_GT(compared, 20);
}

// A sphere of the spray is smaller if other particles fill a share of its volume. Particles at one
// place are a single sphere in the picture. A particle of foam is larger, and is drawn as a group
// of bubbles.
TEST_F(SurfaceLightTest, Spray_HasTheSizeOfItsVolume) {
  constexpr double kDensity = kLattice * kLattice * kLattice / (kBoxSide * kBoxSide * kBoxSide);
  const double whole = std::cbrt(3.0 / (4.0 * std::numbers::pi * kDensity));
  const std::vector<glm::vec4> pool = lattice([](const glm::dvec3& at) { return at.z < 3.0; });
  look_.view.camera = {.azimuth = 0.0, .elevation = 0.0};
  size_ = {240, 180};
  const std::vector<glm::vec4> still(pool.size(), glm::vec4(0.0f));
  const texel::Vec4Array noVelocity(device_, "velocity", still);
  look_.velocities = &noVelocity;
  const Image without = draw(pool);
  const SurfaceGrid grid = surfaceGrid(box_, std::ssize(pool), kMostSide);
  const double own = grid.ownDensity() / (kDensity * grid.edge.x * grid.edge.y * grid.edge.z);
  struct Case {
    glm::dvec3 place;
    int together;
    float speed;
  };
  for (const auto& [place, together, speed] : {Case{{4.0, 4.0, 5.5}, 1, 0.0f},
                                               {{4.0, 4.0, 5.5}, 4, 0.0f},
                                               {{0.1, 4.0, 5.5}, 1, 0.0f},
                                               {{4.0, 4.0, 5.5}, 1, 9.0f}}) {
    SCOPED_TRACE(fmt::format("{} particles at x = {}, speed {}", together, place.x, speed));
    std::vector<glm::vec4> all = pool;
    for (int k = 0; k < together; ++k) all.emplace_back(place, 0.0f);
    std::vector<glm::vec4> velocities(all.size(), glm::vec4(0.0f));
    velocities.back().y = speed;
    const texel::Vec4Array velocity(device_, "velocity", velocities);
    look_.velocities = &velocity;
    look_.foamSpeed = 4.0f;
    const Image with = draw(all);
    double pixels = 0.0, sumX = 0.0;
    for (int y = 0; y < size_.y; ++y) {
      for (int x = 0; x < size_.x; ++x) {
        if (glm::distance(colourAt(with, x, y), colourAt(without, x, y)) < 25.0) continue;
        ++pixels;
        sumX += x + 0.5;
      }
    }
    const double radius = (speed > 0.0f ? 1.1 : 1.0) * whole *
                          (1.0 - glm::smoothstep(0.08, 0.22, (together - 1) * own));
    const double area = speed > 0.0f ? areaOfBubbles(pool.size()) : std::numbers::pi;
    const glm::dvec3 centre = glm::clamp(place, glm::dvec3(radius), glm::dvec3(kBoxSide - radius));
    const Ray ray = rayOf(sumX / pixels, 0.5 * size_.y);
    const double pixel = pixelAt(ray, rayOf(sumX / pixels, 0.5 * size_.y + 1.0),
                                 (centre.y - ray.origin.y) / ray.direction.y);
    // The density at a place depends on where in its cell the place is.
    const double tolerance = together > 1 ? 0.2 : 0.08;
    EXPECT_NEAR(std::sqrt(pixels / area) * pixel, radius, tolerance * radius);
    const double at = (centre.y - ray.origin.y) / ray.direction.y;
    EXPECT_NEAR(ray.origin.x + at * ray.direction.x, centre.x, 0.1 * radius);
  }
}

// If there are more than four species, their colours are blended, both within the fluid and at its
// surface.
TEST_F(SurfaceLightTest, BlendedSpecies_HaveTheirMeanColour) {
  colours_ = {{0.9f, 0.1f, 0.1f},
              {0.1f, 0.1f, 0.9f},
              {0.2f, 0.5f, 0.3f},
              {0.6f, 0.6f, 0.1f},
              {0.0f, 0.4f, 0.8f}};
  // Two species alternate along each axis.
  const auto speciesAt = [](const glm::dvec3& at) {
    return 2 +
           2 * static_cast<int>(std::lround((at.x + at.y + at.z) * kLattice / kBoxSide - 1.5) % 2);
  };
  const std::vector<glm::vec4> all = lattice([](const glm::dvec3&) { return true; }, speciesAt);
  constexpr double kClearOfSeveral = 0.12;
  look_.view.camera = {.azimuth = 25.0, .elevation = 30.0};
  const glm::dvec3 mean = 0.5 * glm::dvec3(colours_[2] + colours_[4]);
  EXPECT_GT(expectColours(all, kFull, mean, kClearOfSeveral * kClear, 6.0), 40);
  const std::vector<glm::vec4> pool =
      lattice([](const glm::dvec3& at) { return at.z < 4.0; }, speciesAt);
  const SurfaceGrid grid = surfaceGrid(box_, std::ssize(pool), kMostSide);
  const Fill fill = [&](const glm::dvec3& at) { return smoothStep(grid, 4.0 - at.z); };
  look_.view.camera.elevation = 60.0;
  EXPECT_GT(expectColours(pool, fill, mean, kClearOfSeveral * kClear, 12.0), 40);
}

// A highlighted particle tints the fluid within the cut-off. Cells that the search from this
// particle does not visit become faint.
TEST_F(SurfaceLightTest, Focus_TintsTheFluid) {
  const std::vector<glm::vec4> all = lattice([](const glm::dvec3&) { return true; });
  look_.focus = {
      .place = {4.0f, 4.0f, 4.0f}, .cellEdge = glm::vec3(8.0f), .colour = {1.0f, 0.2f, 0.1f}};
  look_.focus.cutoff = 100.0f;
  const glm::dvec3 tint(look_.focus.colour), background(look_.background), liquid(kLiquid);
  EXPECT_GT(expectColours(all, kFull, glm::mix(liquid, tint, 0.65), kClear, 4.0), 40);
  look_.focus.cutoff = 0.5f;
  look_.focus.cellEdge = glm::vec3(2.0f);
  look_.focus.place = {4.9f, 4.9f, 4.9f};
  EXPECT_GT(expectColours(all, kFull, glm::mix(liquid, background, 0.6), kClear, 4.0), 40);
}

}  // namespace
}  // namespace gpubuck::render
