// The glass of vessels and plates in the picture.
#include <algorithm>
#include <array>
#include <cmath>
#include <glm/geometric.hpp>
#include <limits>
#include <utility>

#include "solid_fixture.h"

namespace gpubuck::render {
namespace {

using GlassTest = SolidFixture;

TEST_F(GlassTest, RoundVessel_IsARimThatHidesNothing) {
  for (const int dimensions : {3, 2}) {
    for (const glm::vec3& background : {glm::vec3(1.0f), glm::vec3(0.05f)}) {
      SCOPED_TRACE(testing::Message() << dimensions << " dimensions on " << background.r);
      cells::Box box;
      box.size = {10.0, 10.0, dimensions == 2 ? 1.0 : 10.0};
      box.dimensions = dimensions;
      SceneLook look = lookAt(box, background);
      const glm::dvec3 centre(5.5, 5.0, dimensions == 2 ? 0.0 : 5.0);
      look.solids = {sphereOf(SolidKind::Vessel, 4.0, centre)};
      const double radius = 4.0 + kLift;
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

TEST_F(GlassTest, Plate_IsGlassWithAHole) {
  for (const int dimensions : {3, 2}) {
    SCOPED_TRACE(dimensions);
    cells::Box box;
    box.size = {10.0, 10.0, dimensions == 2 ? 1.0 : 10.0};
    box.dimensions = dimensions;
    box.boundary[1] = cells::Boundary::Reflecting;
    SceneLook look = lookAt(box, glm::vec3(1.0f));
    look.view.camera = {.azimuth = 0.0, .elevation = dimensions == 2 ? 90.0 : 0.0};
    look.solids = {plateOf(1, 4.0, 6.0),
                   dimensions == 2 ? sphereOf(SolidKind::Hole, 2.0, {6.0, 5.0, 0.0})
                                   : cylinderOf(SolidKind::Hole, 1, 2.0, {6.0, 0.0, 4.0})};
    int open = 0, plate = 0;
    compare(box, look, {}, [&](const Ray& ray, double change) {
      if (dimensions == 2) {
        const glm::dvec3 at = ray.origin - ray.direction * (ray.origin.z / ray.direction.z);
        const double wide = std::abs(at.x - 6.0);
        if (at.x < 0.3 || at.x > 9.7 || std::abs(at.y - 5.0) > 0.2) return;
        if (wide > 2.3) {
          EXPECT_GT(change, 40.0) << at.x;
          EXPECT_LT(change, 80.0) << at.x << " is no edge";
          ++plate;
        } else if (wide < 1.7) {
          EXPECT_EQ(change, 0.0) << at.x;
          ++open;
        }
        return;
      }
      // `at` is in the middle plane y = 5 of the plate. In perspective, the plate's faces are
      // shifted by less than a tenth of their distance from the middle of the picture.
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

TEST_F(GlassTest, FlatVessel_IsDrawnByItsEdges) {
  cells::Box box;
  box.size = {10.0, 10.0, 10.0};
  SceneLook look = lookAt(box, glm::vec3(1.0f));
  const glm::dvec3 low(2.0, 2.5, 3.0), high(8.0, 7.5, 7.0);
  look.solids = {boxOf(SolidKind::Vessel, low, high)};
  look.view.particleRadius = 0.1;
  const auto fromEdges = [&](const Ray& ray) {
    double nearest = 1e9;
    for (int axis = 0; axis < 3; ++axis) {
      for (int side = 0; side < 4; ++side) {
        glm::dvec3 place = low;
        if ((side & 1) != 0) place[(axis + 1) % 3] = high[(axis + 1) % 3];
        if ((side & 2) != 0) place[(axis + 2) % 3] = high[(axis + 2) % 3];
        for (double share = 0.0; share <= 1.0; share += 0.02) {
          place[axis] = low[axis] + share * (high[axis] - low[axis]);
          nearest = std::min(nearest, distanceOf(ray, place));
        }
      }
    }
    return nearest;
  };
  int edges = 0, faces = 0;
  compare(box, look, {}, [&](const Ray& ray, double change) {
    const double distance = fromEdges(ray);
    if (change > 60.0) {
      EXPECT_LT(distance, 0.25);
      ++edges;
    } else if (distance > 1.0 && distanceOf(ray, glm::dvec3(5.0)) < 2.0) {
      EXPECT_GT(change, 3.0);
      ++faces;
    }
  });
  EXPECT_GT(edges, 500);
  EXPECT_GT(faces, 300);
}

// The vessel and the hole are two overlapping spheres of the same size. Together they form one
// room.
TEST_F(GlassTest, HoleOfAVessel_ContinuesIt) {
  cells::Box box;
  box.size = {10.0, 10.0, 10.0};
  SceneLook look = lookAt(box, glm::vec3(1.0f));
  look.view.camera = {.azimuth = 0.0, .elevation = 0.0};
  const std::array<glm::dvec3, 2> centres{glm::dvec3(5.0, 5.0, 3.5), glm::dvec3(5.0, 5.0, 6.5)};
  constexpr double kRadius = 2.5;
  look.solids = {sphereOf(SolidKind::Vessel, kRadius, centres[0]),
                 sphereOf(SolidKind::Hole, kRadius, centres[1])};
  std::array<int, 2> rim{};
  int neck = 0;
  compare(box, look, {}, [&](const Ray& ray, double change) {
    const std::array<double, 2> distances{distanceOf(ray, centres[0]), distanceOf(ray, centres[1])};
    const double height =
        (ray.origin + ray.direction * ((5.0 - ray.origin.y) / ray.direction.y)).z - 5.0;
    if (std::min(distances[0], distances[1]) > 1.08 * (kRadius + kLift)) {
      EXPECT_EQ(change, 0.0);
    }
    for (const int one : {0, 1}) {
      const double share = distances[static_cast<std::size_t>(one)] / (kRadius + kLift);
      const bool isOnItsSide = one == 0 ? height < -1.0 : height > 1.0;
      rim[static_cast<std::size_t>(one)] +=
          isOnItsSide && share > 0.93 && share < 1.06 && change > 40.0 ? 1 : 0;
    }
    // The rim of one sphere is at this pixel, but inside of the other sphere, so that no line is
    // drawn. The line around the neck is at other pixels.
    const double farther = std::max(distances[0], distances[1]) / (kRadius + kLift);
    if (farther > 0.97 && farther < 1.03 && std::abs(height) > 0.3 &&
        std::min(distances[0], distances[1]) < 0.8 * kRadius) {
      EXPECT_LT(change, 40.0);
      ++neck;
    }
  });
  EXPECT_GT(rim[0], 80);
  EXPECT_GT(rim[1], 80);
  EXPECT_GT(neck, 10);
}

TEST_F(GlassTest, SolidsInAVessel_EndAtIt) {
  cells::Box box;
  box.size = {10.0, 10.0, 10.0};
  SceneLook look = lookAt(box, glm::vec3(1.0f));
  const glm::dvec3 centre(5.0);
  constexpr double kRadius = 3.0;
  const std::array<Solid, 2> solids{plateOf(2, 4.0, 6.0),
                                    cylinderOf(SolidKind::Body, 0, 1.0, centre)};
  for (const Solid& solid : solids) {
    look.solids = {sphereOf(SolidKind::Vessel, kRadius, centre), solid};
    int inside = 0;
    compare(box, look, {}, [&](const Ray& ray, double change) {
      const double share = distanceOf(ray, centre) / (kRadius + kLift);
      if (share > 1.08) {
        EXPECT_EQ(change, 0.0) << share;
      }
      inside += share < 0.5 && change > 8.0 ? 1 : 0;
    });
    EXPECT_GT(inside, 1000);
  }
}

TEST_F(GlassTest, Glass_CoversFartherParticlesOnly) {
  cells::Box box;
  box.size = {10.0, 10.0, 10.0};
  box.boundary[1] = cells::Boundary::Reflecting;
  Scene scene(device_, box, kSpeciesColours, 1);
  SceneLook look = lookAt(box, glm::vec3(1.0f));
  look.view.camera = {.azimuth = 0.0, .elevation = 0.0};  // along y
  const auto change = [&](float y) {
    const std::vector<glm::vec4> one{{5.0f, y, 5.0f, 0.0f}};
    const texel::Vec4Array particle(device_, "position", one);
    look.solids.clear();
    const glm::dvec3 plain = colourAt(draw(scene, particle, look), kWide / 2, kTall / 2);
    EXPECT_GT(plain.r, 2.0 * plain.g);
    look.solids = {plateOf(1, 4.5, 5.5)};
    return glm::distance(colourAt(draw(scene, particle, look), kWide / 2, kTall / 2), plain);
  };
  EXPECT_EQ(change(3.0f), 0.0);
  EXPECT_EQ(change(4.0f), 0.0) << "its sphere touches the plate";
  EXPECT_GT(change(6.0f), 8.0);
  EXPECT_LT(change(6.0f), 70.0);
}

TEST_F(GlassTest, HoleAtAPeriodicSide_GoesOnAtTheOther) {
  cells::Box box;
  box.size = {10.0, 10.0, 10.0};
  box.boundary[1] = cells::Boundary::Reflecting;
  SceneLook look = lookAt(box, glm::vec3(1.0f));
  look.view.camera = {.azimuth = 0.0, .elevation = 0.0};
  look.solids = {plateOf(1, 4.5, 5.5), cylinderOf(SolidKind::Hole, 1, 2.5, {9.5, 0.0, 4.0})};
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

TEST_F(GlassTest, VesselOutsideOfASlice_IsNotDrawn) {
  cells::Box box;
  box.size = {10.0, 10.0, 10.0};
  SceneLook look = lookAt(box, glm::vec3(1.0f));
  const glm::dvec3 centre(5.0);
  look.solids = {sphereOf(SolidKind::Vessel, 4.0, centre)};
  look.view.sliceAxis = 2;
  look.view.sliceThickness = 3.0;
  const double radius = 4.0 + kLift;
  int outside = 0, rim = 0;
  compare(box, look, {}, [&](const Ray& ray, double change) {
    const double along = glm::dot(centre - ray.origin, ray.direction);
    const double distance = distanceOf(ray, centre);
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

TEST_F(GlassTest, Vessel_LetsPicksThroughAndReplacesTheEdges) {
  cells::Box box;
  box.size = {10.0, 10.0, 10.0};
  Scene scene(device_, box, kSpeciesColours, 1);
  SceneLook look = lookAt(box, glm::vec3(1.0f));
  look.solids = {sphereOf(SolidKind::Vessel, 5.0, glm::dvec3(5.0))};
  const texel::Vec4Array one(device_, "position", std::vector{glm::vec4(5.0f, 5.0f, 5.0f, 0.0f)});
  const Viewport whole{0, 0, kGlassWide, kGlassTall};
  const Camera camera = sceneCamera(box, look.view.camera, whole);
  const glm::dvec4 clip =
      glm::dmat4(camera.projection) * glm::dmat4(camera.view) * glm::dvec4(glm::dvec3(5.0), 1.0);
  EXPECT_EQ(scene.pick(one, look, whole, glm::dvec2(clip) / clip.w), 0);
  const texel::Vec4Array none(device_, "position", std::vector<glm::vec4>{});
  const Image plain = pictureOf(scene, none, look, {kGlassWide, kGlassTall});
  look.outline = true;
  EXPECT_EQ(pictureOf(scene, none, look, {kGlassWide, kGlassTall}).rgb, plain.rgb);
}

}  // namespace
}  // namespace gpubuck::render
