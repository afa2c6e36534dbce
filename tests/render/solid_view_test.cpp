// The solids in the picture: bodies compared with lines of sight in double precision, and the glass
// of vessels and plates; and the tint of the particles that a tool affects.
#include "render/solid_view.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <glm/geometric.hpp>
#include <limits>
#include <random>
#include <utility>

#include "scene_picture.h"
#include "support/gpu_test.h"

namespace gpubuck::render {
namespace {

using cells::Shape;
using cells::ShapeKind;
using dpd::Solid;
using dpd::SolidKind;

constexpr int kTall = 48, kWide = 64;
constexpr int kGlassWide = 240, kGlassTall = 180;
constexpr double kLift = 0.5;  // the radius of a single particle
const glm::dvec3 kWhite(255.0);
const std::array<glm::vec3, 2> kSpeciesColours{glm::vec3(0.9f, 0.1f, 0.1f),
                                               glm::vec3(0.1f, 0.1f, 0.9f)};

Solid sphereOf(SolidKind kind, double radius, const glm::dvec3& centre) {
  return {.kind = kind, .shape = {.kind = ShapeKind::Sphere, .centre = centre, .radius = radius}};
}

Solid cylinderOf(SolidKind kind, int axis, double radius, const glm::dvec3& centre) {
  return {.kind = kind,
          .shape = {.kind = ShapeKind::Cylinder, .centre = centre, .radius = radius, .axis = axis}};
}

Solid boxOf(SolidKind kind, const glm::dvec3& low, const glm::dvec3& high) {
  return {.kind = kind, .shape = {.kind = ShapeKind::Box, .low = low, .high = high}};
}

Solid plateOf(int axis, double from, double to) {
  return {.shape = {.kind = ShapeKind::Layer, .axis = axis, .from = from, .to = to}};
}

using Part = std::pair<double, double>;  // of a line of sight; empty if it ends before it begins

Part both(const Part& one, const Part& other) {
  return {std::max(one.first, other.first), std::min(one.second, other.second)};
}

/// Returns the part of a line between two places along an axis.
Part between(const Ray& ray, int axis, double low, double high) {
  const double slope = ray.direction[axis];
  const double one = (low - ray.origin[axis]) / slope, last = (high - ray.origin[axis]) / slope;
  return {std::min(one, last), std::max(one, last)};
}

/// Returns the part of a line in a shape shifted by a vector, which `margin` makes larger.
Part partIn(const Ray& ray, const Shape& shape, const cells::Box& box, const glm::dvec3& by,
            double margin) {
  Part part{-1e9, 1e9};
  if (shape.kind == ShapeKind::Box) {
    for (int axis = 0; axis < box.dimensions; ++axis) {
      part = both(part, between(ray, axis, shape.low[axis] + by[axis] - margin,
                                shape.high[axis] + by[axis] + margin));
    }
    return part;
  }
  glm::dvec3 axes(1.0);
  if (shape.kind == ShapeKind::Cylinder) axes[shape.axis] = 0.0;
  if (box.dimensions == 2) axes.z = 0.0;
  const glm::dvec3 to = axes * (shape.centre + by - ray.origin), way = axes * ray.direction;
  const double square = glm::dot(way, way), radius = shape.radius + margin;
  const double excess = glm::dot(to, to) - radius * radius;
  if (square < 1e-12) return excess < 0.0 ? part : Part{1.0, 0.0};
  const double along = glm::dot(to, way) / square;
  const double inside = along * along - excess / square;
  if (inside <= 0.0) return {1.0, 0.0};
  return {along - std::sqrt(inside), along + std::sqrt(inside)};
}

/// Calls visit(shift) for the images of a shape that can reach into the box.
void visitImages(const cells::Box& box, const std::function<void(const glm::dvec3&)>& visit) {
  const auto shifts = [&](int axis) {
    return axis < box.dimensions && box.isPeriodic(axis) ? 1 : 0;
  };
  for (int x = -shifts(0); x <= shifts(0); ++x) {
    for (int y = -shifts(1); y <= shifts(1); ++y) {
      for (int z = -shifts(2); z <= shifts(2); ++z) visit(glm::dvec3(x, y, z) * box.size);
    }
  }
}

/// Returns whether a line of sight meets the first of the solids, a body, less the holes after it,
/// between two corners. `margin` makes the body larger.
bool meets(const Ray& ray, const std::vector<Solid>& solids, const cells::Box& box,
           const glm::dvec3& low, const glm::dvec3& high, double margin) {
  std::vector<Part> parts;
  visitImages(box, [&](const glm::dvec3& by) {
    Part part = partIn(ray, solids[0].shape, box, by, margin);
    for (int axis = 0; axis < 3; ++axis) {
      part = both(part, between(ray, axis, low[axis] - margin, high[axis] + margin));
    }
    if (part.first < part.second) parts.push_back(part);
  });
  for (std::size_t hole = 1; hole < solids.size(); ++hole) {
    visitImages(box, [&](const glm::dvec3& by) {
      const Part gone = partIn(ray, solids[hole].shape, box, by, -margin);
      if (gone.first >= gone.second) return;
      std::vector<Part> left;
      for (const Part& part : parts) {
        for (const Part& rest : {both(part, {-1e9, gone.first}), both(part, {gone.second, 1e9})}) {
          if (rest.first < rest.second) left.push_back(rest);
        }
      }
      parts = left;
    });
  }
  return !parts.empty();
}

class SolidViewTest : public test::GpuTest {
 protected:
  Image draw(Scene& scene, const texel::Vec4Array& position, const SceneLook& look) {
    return pictureOf(scene, position, look, {kWide, kTall});
  }
  /// Calls visit(ray, change) with how much glass changes a channel of each pixel at most.
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

double distanceOf(const Ray& ray, const glm::dvec3& place) {
  const glm::dvec3 to = place - ray.origin;
  return glm::length(to - glm::dot(to, ray.direction) * ray.direction);
}

// Matrices and lines of floats: coordinates of up to 100 carry errors of some 10 roundings of
// 2^-24, 1e-4. A march ends within a tenth of a pixel of a surface. Pixels whose line passes so
// near to an edge are left out.
TEST_F(SolidViewTest, Body_CoversThePixelsWhoseRayMeetsIt) {
  std::mt19937 random(3);
  const auto uniform = [&](double low, double high) {
    return std::uniform_real_distribution<double>(low, high)(random);
  };
  const texel::Vec4Array nothing(device_, "position", std::vector<glm::vec4>{});
  constexpr int kCases = 48;
  int covered = 0, compared = 0, cut = 0, open = 0;
  for (int k = 0; k < kCases; ++k) {
    cells::Box box;
    box.size = {uniform(6, 12), uniform(6, 12), uniform(6, 12)};
    box.dimensions = k % 6 == 5 ? 2 : 3;
    for (int axis = 0; axis < 3; ++axis) {
      if (uniform(0, 1) < 0.5) box.boundary[axis] = cells::Boundary::Reflecting;
    }
    SceneLook look;
    look.outline = false;
    look.occlusion = false;
    look.view.camera = {
        .azimuth = uniform(-180, 180), .elevation = uniform(-85, 85), .zoom = uniform(0.8, 3)};
    if (box.dimensions == 2) look.view.camera.elevation = 88.0;
    glm::dvec3 centre(0.0), half(0.0);
    for (int axis = 0; axis < box.dimensions; ++axis) {
      half[axis] = uniform(0.5, 2.5);
      const double margin = box.isPeriodic(axis) ? 0.0 : half[axis];
      centre[axis] = uniform(margin, box.size[axis] - margin);
    }
    const int axis = k % 3;
    const double radius = *std::min_element(&half.x, &half.x + box.dimensions);
    if (k % 4 == 0 || box.dimensions == 2) {
      look.solids = {sphereOf(SolidKind::Body, radius, centre)};
    } else if (k % 4 == 1) {
      look.solids = {cylinderOf(SolidKind::Body, axis, radius, centre)};
    } else {
      look.solids = {boxOf(SolidKind::Body, centre - half, centre + half)};
    }
    if (k % 8 > 3) {
      const glm::dvec3 off(uniform(-0.3, 0.3), uniform(-0.3, 0.3),
                           box.dimensions == 2 ? 0.0 : uniform(-0.3, 0.3));
      look.solids.push_back(
          k % 3 == 1 && box.dimensions == 3
              ? cylinderOf(SolidKind::Hole, (axis + 1) % 3, 0.6 * radius, centre + off)
              : sphereOf(SolidKind::Hole, 0.7 * radius, centre + radius * off));
      ++open;
    }
    glm::dvec3 low(0.0), high(box.size);
    if (box.dimensions == 2) low.z = -1e-4, high.z = 1e-4;
    if (k % 2 == 1 && box.dimensions == 3) {
      look.view.sliceAxis = axis;
      look.view.sliceCentre = centre[axis] / box.size[axis] + uniform(-0.1, 0.1);
      look.view.sliceThickness = uniform(0.3, 2.0);
      const double middle = look.view.sliceCentre * box.size[axis];
      low[axis] = std::max(low[axis], middle - look.view.sliceThickness / 2.0);
      high[axis] = std::min(high[axis], middle + look.view.sliceThickness / 2.0);
      ++cut;
    }
    Scene scene(device_, box, kSpeciesColours, 1);
    const Image image = draw(scene, nothing, look);
    const Camera camera = sceneCamera({box, look.solids}, look.view.camera, {0, 0, kWide, kTall});
    const double edge = 2e-3 + 0.15 / pixelsPerLength(camera, kTall);
    for (int y = 0; y < kTall; ++y) {
      for (int x = 0; x < kWide; ++x) {
        const Ray ray =
            rayThrough(camera, {2.0 * (x + 0.5) / kWide - 1.0, 1.0 - 2.0 * (y + 0.5) / kTall});
        const auto hits = [&](double margin) {
          return meets(ray, look.solids, box, low, high, margin);
        };
        if (hits(edge) != hits(-edge)) continue;
        ++compared;
        covered += hits(0.0) ? 1 : 0;
        ASSERT_EQ(colourAt(image, x, y) != kWhite, hits(0.0))
            << "case " << k << " at " << x << ' ' << y;
      }
    }
  }
  EXPECT_GE(cut, kCases / 3);
  EXPECT_GE(open, kCases / 3);
  EXPECT_GT(covered, 4000);
  EXPECT_GT(compared, kCases * kWide * kTall * 9 / 10);
}

TEST_F(SolidViewTest, ParticlesAndBodies_HideEachOtherByDepth) {
  cells::Box box;
  box.size = {8, 8, 8};
  Scene scene(device_, box, kSpeciesColours, 1);
  const std::array<Solid, 3> bodies{sphereOf(SolidKind::Body, 2.0, glm::dvec3(4.0)),
                                    cylinderOf(SolidKind::Body, 2, 2.0, glm::dvec3(4.0)),
                                    boxOf(SolidKind::Body, glm::dvec3(2.0), glm::dvec3(6.0))};
  for (const Solid& body : bodies) {
    SCOPED_TRACE(static_cast<int>(body.shape.kind));
    SceneLook look;
    look.outline = false;
    look.occlusion = false;
    look.view.camera = {.azimuth = 0.0, .elevation = 0.0};  // along y
    look.solids = {body};
    const auto isRed = [&](float y) {
      const std::vector<glm::vec4> one{{4.0f, y, 4.0f, 0.0f}};
      const texel::Vec4Array particle(device_, "position", one);
      const glm::dvec3 middle = colourAt(draw(scene, particle, look), kWide / 2, kTall / 2);
      return middle.r > 2.0 * middle.g;
    };
    EXPECT_TRUE(isRed(1.0f));
    EXPECT_FALSE(isRed(7.0f));
    EXPECT_FALSE(isRed(2.7f)) << "its sphere of 0.5 ends within the body, which begins at 2";
    look.solids.push_back(cylinderOf(SolidKind::Hole, 1, 1.2, glm::dvec3(4.0)));
    EXPECT_TRUE(isRed(4.0f)) << "in the hole";
    EXPECT_TRUE(isRed(7.0f)) << "through the hole";
    look.solids.pop_back();
    // Cut open at y = 3.5, it begins there.
    look.view.sliceAxis = 1;
    look.view.sliceCentre = 0.5;
    look.view.sliceThickness = 1.0;
    EXPECT_TRUE(isRed(3.6f)) << "its sphere begins at 3.1";
    EXPECT_FALSE(isRed(1.0f)) << "not in the slice";
    // A picture of fluid without solids has none.
    look.solids.clear();
    const texel::Vec4Array nothing(device_, "position", std::vector<glm::vec4>{});
    EXPECT_EQ(colourAt(draw(scene, nothing, look), kWide / 2, kTall / 2), kWhite);
  }
}

// The middle of a cut or of a flat face is lit as the middle of a sphere that begins in the same
// plane.
TEST_F(SolidViewTest, CutOrFlatFace_IsLitAsASurfaceFacingTheEye) {
  cells::Box box;
  box.size = {8, 8, 8};
  Scene scene(device_, box, kSpeciesColours, 1);
  const texel::Vec4Array nothing(device_, "position", std::vector<glm::vec4>{});
  const auto middleOf = [&](const SceneLook& look) {
    return colourAt(draw(scene, nothing, look), kWide / 2, kTall / 2);
  };
  for (const bool fromBehind : {false, true}) {  // along y, and against it
    SCOPED_TRACE(fromBehind);
    SceneLook look;
    look.outline = false;
    look.occlusion = false;
    look.view.camera = {.azimuth = fromBehind ? 180.0 : 0.0, .elevation = 0.0};
    look.solids = {sphereOf(SolidKind::Body, 2.0, {4.0, fromBehind ? 2.5 : 5.5, 4.0})};
    const glm::dvec3 whole = middleOf(look);
    look.solids = {boxOf(SolidKind::Body, {2.0, 3.5, 2.0}, {6.0, 4.5, 6.0})};
    const glm::dvec3 face = middleOf(look);
    look.solids = {sphereOf(SolidKind::Body, 2.0, glm::dvec3(4.0))};
    look.view.sliceAxis = 1;
    look.view.sliceCentre = 0.5;
    look.view.sliceThickness = 1.0;
    const glm::dvec3 cut = middleOf(look);
    // Half a pixel from its middle the sphere's normal deviates by less than 0.1, which darkens it
    // by at most a tenth as much as a face that is turned away entirely.
    EXPECT_LT(glm::distance(cut, whole), 40.0) << cut.r << ' ' << whole.r;
    EXPECT_LT(glm::distance(cut, face), 2.0) << cut.r << ' ' << face.r;
  }
}

TEST_F(SolidViewTest, RoundVessel_IsARimThatHidesNothing) {
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

TEST_F(SolidViewTest, Plate_IsGlassWithAHole) {
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

TEST_F(SolidViewTest, FlatVessel_IsDrawnByItsEdges) {
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

// A sphere that a hole as large opens into another one.
TEST_F(SolidViewTest, HoleOfAVessel_ContinuesIt) {
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
    // Where one sphere alone would have its rim, but for the line around the neck.
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

TEST_F(SolidViewTest, SolidsInAVessel_EndAtIt) {
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

TEST_F(SolidViewTest, Glass_CoversFartherParticlesOnly) {
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

TEST_F(SolidViewTest, HoleAtAPeriodicSide_GoesOnAtTheOther) {
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

TEST_F(SolidViewTest, VesselOutsideOfASlice_IsNotDrawn) {
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

TEST_F(SolidViewTest, Vessel_LetsPicksThroughAndReplacesTheEdges) {
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

// Points have no shading; half-way through the box there is half of the haze, 0.175.
TEST_F(SolidViewTest, ParticlesNearTheToolLine_AreTinted) {
  cells::Box box;
  box.size = {8, 8, 8};
  Scene scene(device_, box, kSpeciesColours, 1);
  SceneLook look;
  look.outline = false;
  look.style = ParticleStyle::Points;
  look.view.camera = {.azimuth = 0.0, .elevation = 0.0};
  const std::vector<glm::vec4> one{{5.0f, 4.0f, 4.0f, 0.0f}};
  const texel::Vec4Array particle(device_, "position", one);
  const auto tintAt = [&](float distance, float radius) {
    look.grip = {.origin = {5.0f - distance, -9.0f, 4.0f},
                 .direction = {0.0f, 1.0f, 0.0f},
                 .radius = radius,
                 .colour = glm::vec3(0.0f, 1.0f, 0.0f)};
    const Image image = draw(scene, particle, look);
    glm::dvec3 seen = kWhite;
    for (int k = 0; k < kWide * kTall; ++k) {
      seen = glm::min(seen, colourAt(image, k % kWide, k / kWide));
    }
    const auto hazy = [](const glm::vec3& colour) {
      return glm::mix(255.0 * glm::dvec3(colour), kWhite, 0.175);
    };
    const glm::dvec3 plain = hazy(kSpeciesColours[0]), full = hazy(look.grip.colour);
    return glm::distance(seen, plain) / glm::distance(full, plain);
  };
  constexpr float kByte = 0.01f;
  EXPECT_NEAR(tintAt(0.0f, 2.0f), 0.75f, kByte);
  EXPECT_NEAR(tintAt(1.0f, 2.0f), 0.5f, kByte);
  EXPECT_NEAR(tintAt(1.99f, 2.0f), 0.25f, kByte);
  EXPECT_NEAR(tintAt(2.01f, 2.0f), 0.0f, kByte);
  EXPECT_NEAR(tintAt(0.0f, 0.0f), 0.0f, kByte);
}

}  // namespace
}  // namespace gpubuck::render
