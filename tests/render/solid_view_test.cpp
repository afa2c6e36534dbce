// The solids in the picture: bodies compared with lines of sight in double precision, and the tint
// of the particles that a tool affects.
#include "render/solid_view.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <glm/geometric.hpp>
#include <random>
#include <utility>

#include "solid_fixture.h"

namespace gpubuck::render {
namespace {

using SolidViewTest = SolidFixture;

using Part = std::pair<double, double>;  // begin and end along the line; empty if end < begin

Part both(const Part& one, const Part& other) {
  return {std::max(one.first, other.first), std::min(one.second, other.second)};
}

/// Returns the part of a line on which a coordinate is between `low` and `high`.
Part between(const Ray& ray, int axis, double low, double high) {
  const double slope = ray.direction[axis];
  const double one = (low - ray.origin[axis]) / slope, last = (high - ray.origin[axis]) / slope;
  return {std::min(one, last), std::max(one, last)};
}

/// Returns the part of a line in a shape that is shifted by a vector and larger by `margin`.
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

/// Returns whether a line of sight meets the first of `solids` between two corners of a box. The
/// first solid is a body, and the others are holes in it. The body is larger by `margin`.
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

// Matrices and lines of sight are floats. Some 10 roundings of 2^-24 of coordinates up to 100 make
// errors of 1e-4. A march ends within a tenth of a pixel of a surface. Pixels whose line of sight
// is nearer to an edge of the body than these errors, with a reserve, are left out.
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
    look.style = ParticleStyle::Points;  // the edges of other styles are smoothed
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
    // The slice cuts the body open at y = 3.5.
    look.view.sliceAxis = 1;
    look.view.sliceCentre = 0.5;
    look.view.sliceThickness = 1.0;
    EXPECT_TRUE(isRed(3.6f)) << "its sphere begins at 3.1";
    EXPECT_FALSE(isRed(1.0f)) << "not in the slice";
    // Without solids, a picture of the fluid shows no solids.
    look.solids.clear();
    const texel::Vec4Array nothing(device_, "position", std::vector<glm::vec4>{});
    EXPECT_EQ(colourAt(draw(scene, nothing, look), kWide / 2, kTall / 2), kWhite);
  }
}

// Away from the eye's axis, a line of sight is longer than the depth that it reaches.
TEST_F(SolidViewTest, Particles_AreHiddenByDepthInCorners) {
  cells::Box box;
  box.size = {8, 8, 8};
  Scene scene(device_, box, kSpeciesColours, 1);
  SceneLook look = lookAt(box, glm::vec3(1.0f));
  look.view.camera = {.azimuth = 0.0, .elevation = 0.0};  // along y
  look.solids = {boxOf(SolidKind::Body, {0.2, 3.0, 0.2}, {7.8, 7.9, 7.8})};
  const Camera camera = sceneCamera({box, look.solids}, look.view.camera, {0, 0, kWide, kTall});
  for (const glm::vec2& corner : {glm::vec2(0.7f), glm::vec2(7.3f), glm::vec2(0.7f, 7.3f)}) {
    const auto isRed = [&](float begin) {
      const glm::vec4 centre(corner.x, begin + static_cast<float>(kLift), corner.y, 0.0f);
      const texel::Vec4Array particle(device_, "position", std::vector<glm::vec4>{centre});
      const glm::vec4 clip = camera.projection * camera.view * glm::vec4(glm::vec3(centre), 1.0f);
      const glm::vec2 at = 0.5f + 0.5f * glm::vec2(clip) / clip.w;
      const glm::dvec3 middle =
          colourAt(draw(scene, particle, look), static_cast<int>(at.x * float(kWide)),
                   static_cast<int>((1.0f - at.y) * float(kTall)));
      return middle.r > 2.0 * middle.g;
    };
    EXPECT_TRUE(isRed(2.93f)) << "before the body";
    EXPECT_FALSE(isRed(3.07f)) << "in the body";
  }
}

// The middle of a cut, or of a flat face, is lit like the middle of a sphere that begins in the
// same plane.
TEST_F(SolidViewTest, CutOrFlatFace_IsLitAsASurfaceFacingTheEye) {
  cells::Box box;
  box.size = {8, 8, 8};
  Scene scene(device_, box, kSpeciesColours, 1);
  const texel::Vec4Array nothing(device_, "position", std::vector<glm::vec4>{});
  const auto middleOf = [&](const SceneLook& look) {
    return colourAt(draw(scene, nothing, look), kWide / 2, kTall / 2);
  };
  for (const bool fromBehind : {false, true}) {  // seen along y, then against y
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
    // Within half a pixel from the middle, the normal of the sphere turns by less than 0.1. This
    // darkens the sphere by at most a tenth of the darkening of a face that is turned away
    // entirely.
    EXPECT_LT(glm::distance(cut, whole), 40.0) << cut.r << ' ' << whole.r;
    EXPECT_LT(glm::distance(cut, face), 2.0) << cut.r << ' ' << face.r;
  }
}

// Points have no shading. Half-way through the box there is half of the haze, which is 0.175.
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
