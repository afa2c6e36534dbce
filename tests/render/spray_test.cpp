// The spray of a liquid: the colours of drops, and the sizes of drops and foam.
#include "surface_light_fixture.h"

namespace gpubuck::render {
namespace {

class SprayTest : public SurfaceLightTest {};

// A drop shows the studio upside down, in the colour of the liquid.
TEST_F(SprayTest, Drop_IsOfTheLiquid) {
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
  const Studio studio{background, {0.0, 1.0, 0.0}};
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
          liquidColour(body, 1.2, 0.2, studio.from(bent), studio, {0.0, 0.0, -1.0}, normal);
      const glm::dvec3 off = glm::abs(colourAt(image, x, y) - expected);
      EXPECT_LT(std::max({off.r, off.g, off.b}), 25.0) << x << ", " << y;
      ++compared;
    }
  }
  EXPECT_GT(compared, 20);
}

// A sphere of the spray is smaller if other particles fill a share of its volume. Particles at one
// place are a single sphere in the picture. A particle of foam is smaller.
TEST_F(SprayTest, Sphere_HasTheSizeOfItsVolume) {
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
    const double radius = (speed > 0.0f ? 0.7 : 1.0) * whole *
                          (1.0 - glm::smoothstep(0.08, 0.22, (together - 1) * own));
    const glm::dvec3 centre = glm::clamp(place, glm::dvec3(radius), glm::dvec3(kBoxSide - radius));
    const Ray ray = rayOf(sumX / pixels, 0.5 * size_.y);
    const double pixel = pixelAt(ray, rayOf(sumX / pixels, 0.5 * size_.y + 1.0),
                                 (centre.y - ray.origin.y) / ray.direction.y);
    // The density at a place depends on where in its cell the place is.
    const double tolerance = together > 1 ? 0.2 : 0.08;
    EXPECT_NEAR(std::sqrt(pixels / std::numbers::pi) * pixel, radius, tolerance * radius);
    const double at = (centre.y - ray.origin.y) / ray.direction.y;
    EXPECT_NEAR(ray.origin.x + at * ray.direction.x, centre.x, 0.1 * radius);
  }
}

}  // namespace
}  // namespace gpubuck::render
