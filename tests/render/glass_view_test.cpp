// The glass of a container and of a partition in the picture, compared with lines of sight.
#include <array>
#include <cmath>
#include <glm/geometric.hpp>

#include "scene_picture.h"
#include "support/gpu_test.h"

namespace gpubuck::render {
namespace {

constexpr int kGlassWide = 240, kGlassTall = 180;
constexpr double kLift = 0.5;  // the radius of a single particle
const std::array<glm::vec3, 1> kRed{glm::vec3(0.9f, 0.1f, 0.1f)};

class GlassViewTest : public test::GpuTest {
 protected:
  /// Returns how much glass changes each channel of each pixel at most, with `visit(ray, change)`.
  template <typename Visit>
  void compare(const cells::Box& box, const SceneLook& look, const std::vector<glm::vec4>& at,
               Visit visit) {
    Scene scene(device_, box, kRed, 1);
    const texel::Vec4Array position(device_, "position", at);
    const Image with = pictureOf(scene, position, look, {kGlassWide, kGlassTall});
    SceneLook plain = look;
    plain.container = {};
    plain.partition = {};
    plain.view.particleRadius *=
        sphereRadius({box, look.container}, position.count()) / sphereRadius(box, position.count());
    const Image without = pictureOf(scene, position, plain, {kGlassWide, kGlassTall});
    const Camera camera =
        sceneCamera({box, look.container}, look.view.camera, {0, 0, kGlassWide, kGlassTall});
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

double distanceOf(const Ray& ray, const glm::dvec3& place) {
  const glm::dvec3 to = place - ray.origin;
  return glm::length(to - glm::dot(to, ray.direction) * ray.direction);
}

TEST_F(GlassViewTest, Container_IsARimThatHidesNothing) {
  for (const int dimensions : {3, 2}) {
    for (const glm::vec3& background : {glm::vec3(1.0f), glm::vec3(0.05f)}) {
      SCOPED_TRACE(testing::Message() << dimensions << " dimensions on " << background.r);
      cells::Box box;
      box.size = {10.0, 10.0, dimensions == 2 ? 1.0 : 10.0};
      box.dimensions = dimensions;
      SceneLook look = lookAt(box, background);
      look.container = {.radius = 4.0, .centre = {5.5, 5.0, dimensions == 2 ? 0.0 : 5.0}};
      const glm::dvec3 centre = look.container.centre;
      const double radius = look.container.radius + kLift;
      int rim = 0, seen = 0, gleam = 0;
      compare(box, look, {}, [&](const Ray& ray, double change) {
        const double share = distanceOf(ray, centre) / radius;
        if (share > 1.08) {
          EXPECT_EQ(change, 0.0) << share;
        }
        gleam += share < 0.75 && change > 18.0 ? 1 : 0;
        rim += share > 0.95 && share < 1.06 && change > 40.0 ? 1 : 0;
        seen += share < 0.75 ? 1 : 0;
      });
      EXPECT_GT(rim, 150);
      EXPECT_GT(seen, 3000);
      EXPECT_LT(gleam, seen / 50) << "the highlight";
    }
  }
}

TEST_F(GlassViewTest, Partition_IsAPlateWithAHole) {
  for (const int dimensions : {3, 2}) {
    SCOPED_TRACE(dimensions);
    cells::Box box;
    box.size = {10.0, 10.0, dimensions == 2 ? 1.0 : 10.0};
    box.dimensions = dimensions;
    box.boundary[1] = cells::Boundary::Reflecting;
    SceneLook look = lookAt(box, glm::vec3(1.0f));
    look.view.camera = {.azimuth = 0.0, .elevation = dimensions == 2 ? 90.0 : 0.0};
    look.partition = {
        .thickness = 2.0, .axis = 1, .position = 5.0, .holeRadius = 2.0, .holeCentre = {6, 0, 4}};
    int open = 0, plate = 0;
    compare(box, look, {}, [&](const Ray& ray, double change) {
      if (dimensions == 2) {
        const glm::dvec3 at = ray.origin - ray.direction * (ray.origin.z / ray.direction.z);
        const double wide = std::abs(at.x - 6.0);
        if (at.x < 0.3 || at.x > 9.7 || std::abs(at.y - 5.0) > 0.2) return;
        if (wide > 2.3) {
          EXPECT_GT(change, 40.0) << at.x;
          ++plate;
        } else if (wide < 1.7) {
          EXPECT_EQ(change, 0.0) << at.x;
          ++open;
        }
        return;
      }
      // In the middle plane; perspective moves the faces by less than a tenth of the distance.
      const glm::dvec3 at = ray.origin + ray.direction * ((5.0 - ray.origin.y) / ray.direction.y);
      const double wide = glm::length(glm::dvec2(at.x - 6.0, at.z - 4.0));
      if (wide < 1.3) {
        EXPECT_EQ(change, 0.0) << wide;
        ++open;
      } else if (wide > 2.7 && at.x > 1.0 && at.x < 9.0 && at.z > 1.0 && at.z < 9.0) {
        EXPECT_GT(change, 8.0) << at.x << ' ' << at.z;
        EXPECT_LT(change, 70.0) << at.x << ' ' << at.z;
        ++plate;
      }
    });
    EXPECT_GT(open, dimensions == 2 ? 50 : 300);
    EXPECT_GT(plate, dimensions == 2 ? 50 : 1000);
  }
}

TEST_F(GlassViewTest, HoleAtAPeriodicSide_GoesOnAtTheOther) {
  cells::Box box;
  box.size = {10.0, 10.0, 10.0};
  box.boundary[1] = cells::Boundary::Reflecting;
  SceneLook look = lookAt(box, glm::vec3(1.0f));
  look.view.camera = {.azimuth = 0.0, .elevation = 0.0};
  look.partition = {
      .thickness = 1.0, .axis = 1, .position = 5.0, .holeRadius = 2.5, .holeCentre = {9.5, 0, 4}};
  std::array<int, 2> open{};
  compare(box, look, {}, [&](const Ray& ray, double change) {
    const glm::dvec3 at = ray.origin + ray.direction * ((5.0 - ray.origin.y) / ray.direction.y);
    for (const double centre : {9.5, -0.5}) {
      const double wide = glm::length(glm::dvec2(at.x - centre, at.z - 4.0));
      if (wide > 1.8 || at.x < 0.3 || at.x > 9.7) continue;
      EXPECT_EQ(change, 0.0) << at.x << ' ' << at.z;
      ++open[centre > 0.0 ? 0 : 1];
    }
  });
  EXPECT_GT(open[0], 100);
  EXPECT_GT(open[1], 50);
}

TEST_F(GlassViewTest, ContainerOutsideOfASlice_IsNotDrawn) {
  cells::Box box;
  box.size = {10.0, 10.0, 10.0};
  SceneLook look = lookAt(box, glm::vec3(1.0f));
  look.container = {.radius = 4.0, .centre = glm::dvec3(5.0)};
  look.view.sliceAxis = 2;
  look.view.sliceThickness = 3.0;
  const double radius = look.container.radius + kLift;
  int outside = 0, rim = 0;
  compare(box, look, {}, [&](const Ray& ray, double change) {
    const glm::dvec3 to = look.container.centre - ray.origin;
    const double along = glm::dot(to, ray.direction),
                 distance = distanceOf(ray, look.container.centre);
    if (distance > radius) return;
    const double half = std::sqrt(radius * radius - distance * distance);
    const auto height = [&](double t) {
      return std::abs((ray.origin + t * ray.direction).z - 5.0);
    };
    if (std::min(height(along - half), height(along + half)) > 1.5 + kLift + 0.2) {
      EXPECT_EQ(change, 0.0);
      ++outside;
    }
    rim += distance > 0.97 * radius && change > 40.0 ? 1 : 0;
  });
  EXPECT_GT(outside, 1000);
  EXPECT_GT(rim, 30);
}

TEST_F(GlassViewTest, Container_LetsPicksThroughAndReplacesTheEdges) {
  cells::Box box;
  box.size = {10.0, 10.0, 10.0};
  Scene scene(device_, box, kRed, 1);
  SceneLook look = lookAt(box, glm::vec3(1.0f));
  look.container = {.radius = 5.0, .centre = glm::dvec3(5.0)};
  const texel::Vec4Array one(device_, "position", std::vector{glm::vec4(5.0f, 5.0f, 5.0f, 0.0f)});
  const Viewport whole{0, 0, kGlassWide, kGlassTall};
  const Camera camera = sceneCamera(box, look.view.camera, whole);
  const glm::dvec4 clip = glm::dmat4(camera.projection) * glm::dmat4(camera.view) *
                          glm::dvec4(look.container.centre, 1.0);
  EXPECT_EQ(scene.pick(one, look, whole, glm::dvec2(clip) / clip.w), 0);
  const texel::Vec4Array none(device_, "position", std::vector<glm::vec4>{});
  const Image plain = pictureOf(scene, none, look, {kGlassWide, kGlassTall});
  look.outline = true;
  EXPECT_EQ(pictureOf(scene, none, look, {kGlassWide, kGlassTall}).rgb, plain.rgb);
}

}  // namespace
}  // namespace gpubuck::render
