// The distances of shapes: against textbook formulas over all images, and as the shaders compute
// them. Volumes are tested with regions (tests/scenario/regions_test.cpp).
#include "cells/shape.h"

#include <fmt/format.h>
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <glm/geometric.hpp>
#include <glm/vec4.hpp>
#include <numbers>
#include <random>

#include "cells/cell_grid.h"
#include "support/errors.h"
#include "support/gpu_test.h"
#include "support/shader_folder.h"

namespace gpubuck::cells {
namespace {

using test::names;

/// Returns the distance from the surface of one image, computed from the corners of a box or from
/// the centre of a sphere.
double distanceOfOne(const Shape& shape, const Box& box, const glm::dvec3& place) {
  double squared = 0.0, inner = -1e300;
  for (int axis = 0; axis < box.dimensions; ++axis) {
    const bool isAlong = axis == shape.axis;
    double outside = -1e300;
    if (shape.kind == ShapeKind::Box) {
      outside = std::max(shape.low[axis] - place[axis], place[axis] - shape.high[axis]);
    } else if (shape.kind == ShapeKind::Layer && isAlong) {
      outside = std::max(shape.from - place[axis], place[axis] - *shape.to);
    } else if (shape.kind == ShapeKind::Sphere || (shape.kind == ShapeKind::Cylinder && !isAlong)) {
      outside = std::abs(place[axis] - shape.centre[axis]);
    }
    squared += outside > 0.0 ? outside * outside : 0.0;
    inner = std::max(inner, outside);
  }
  const double fromCore = squared > 0.0 ? std::sqrt(squared) : inner;
  return shape.kind == ShapeKind::Sphere || shape.kind == ShapeKind::Cylinder
             ? fromCore - shape.radius
             : fromCore;
}

double distanceOfImages(const Shape& shape, const Box& box, const glm::dvec3& place) {
  double least = 1e300;
  for (int image = 0; image < 27; ++image) {
    const glm::ivec3 side(image % 3 - 1, image / 3 % 3 - 1, image / 9 - 1);
    glm::dvec3 there = place;
    bool isImage = true;
    for (int axis = 0; axis < 3; ++axis) {
      there[axis] += side[axis] * box.size[axis];
      isImage &= side[axis] == 0 || (axis < box.dimensions && box.isPeriodic(axis));
    }
    if (isImage) least = std::min(least, distanceOfOne(shape, box, there));
  }
  return least;
}

/// A box and a shape in it. A flat shape is no wider than half of a periodic side. It keeps away
/// from reflecting sides, since a shape has no surface at such a side. A round shape may meet its
/// own image.
struct Case {
  Box box;
  Shape shape;
};

Case randomCase(std::mt19937& random) {
  const auto uniform = [&](double low, double high) {
    return std::uniform_real_distribution<double>(low, high)(random);
  };
  Case each;
  each.box.dimensions = uniform(0.0, 1.0) < 0.3 ? 2 : 3;
  for (int axis = 0; axis < 3; ++axis) {
    each.box.size[axis] = uniform(4.0, 30.0);
    if (uniform(0.0, 1.0) < 0.5) {
      each.box.boundary[static_cast<std::size_t>(axis)] = Boundary::Reflecting;
    }
  }
  Shape& shape = each.shape;
  shape.kind = static_cast<ShapeKind>(std::uniform_int_distribution<int>(0, 3)(random));
  shape.axis = std::uniform_int_distribution<int>(0, each.box.dimensions - 1)(random);
  const glm::dvec3 size = each.box.size;
  shape.radius = uniform(0.05, 0.8) * std::min({size.x, size.y, size.z});
  for (int axis = 0; axis < 3; ++axis) {
    shape.low[axis] = uniform(0.02, 0.5) * size[axis];
    shape.high[axis] = shape.low[axis] + uniform(0.1, 0.45) * size[axis];
    shape.centre[axis] = uniform(0.0, 1.0) * size[axis];
  }
  shape.from = shape.low[shape.axis];
  shape.to = shape.high[shape.axis];
  return each;
}

glm::dvec3 randomPlace(const Box& box, std::mt19937& random) {
  glm::dvec3 place(0.0);
  for (int axis = 0; axis < box.dimensions; ++axis) {
    place[axis] = std::uniform_real_distribution<double>(0.0, box.size[axis])(random);
  }
  return place;
}

// Outside of the shape, the distance is the least distance of all images. This also
// holds inside: images of a box or a layer do not overlap, and among the images of a round shape
// the nearest middle has the least distance.
RC_GTEST_PROP(Shape, Distance_IsThatOfTheNearestImage, ()) {
  std::mt19937 random(*rc::gen::arbitrary<std::uint32_t>());
  const Case each = randomCase(random);
  const ShapeInBox shape(each.shape, each.box);
  for (int k = 0; k < 20; ++k) {
    const glm::dvec3 place = randomPlace(each.box, random);
    const double expected = distanceOfImages(each.shape, each.box, place);
    RC_ASSERT(std::abs(shape.distance(place) - expected) < 1e-12 * 30.0);
    if (std::abs(expected) > 1e-9) RC_ASSERT(shape.contains(place) == (expected < 0.0));
  }
}

/// Returns whether the gradient is nearly the same all around a place, so that no ridge is near.
bool isSmooth(const ShapeInBox& shape, const glm::dvec3& place, double step) {
  for (int axis = 0; axis < 3; ++axis) {
    for (const double by : {-step, step}) {
      glm::dvec3 near = place;
      near[axis] += by;
      if (glm::distance(shape.gradient(near), shape.gradient(place)) > 0.02) return false;
    }
  }
  return true;
}

// The second derivative is at most 1 / 5e-4 at places where isSmooth() is true. Over a step of 1e-5
// it changes the slope by at most 1e-2 there.
RC_GTEST_PROP(Shape, Gradient_IsTheDerivative, ()) {
  std::mt19937 random(*rc::gen::arbitrary<std::uint32_t>());
  const Case each = randomCase(random);
  const ShapeInBox shape(each.shape, each.box);
  const glm::dvec3 place = randomPlace(each.box, random);
  RC_PRE(isSmooth(shape, place, 1e-5));
  const glm::dvec3 gradient = shape.gradient(place);
  RC_ASSERT(std::abs(glm::length(gradient) - 1.0) < 1e-12);
  for (int axis = 0; axis < each.box.dimensions; ++axis) {
    glm::dvec3 before = place, after = place;
    before[axis] -= 1e-5;
    after[axis] += 1e-5;
    const double slope = (shape.distance(after) - shape.distance(before)) / 2e-5;
    RC_ASSERT(std::abs(slope - gradient[axis]) < 2e-2);
  }
}

TEST(Shape, FlatEndAtAReflectingSide_IsNoSurface) {
  Box box{.size = {10.0, 10.0, 10.0}};
  box.boundary.fill(Boundary::Reflecting);
  const ShapeInBox floor({.kind = ShapeKind::Layer, .to = 2.0}, box);
  EXPECT_EQ(floor.distance({5.0, 5.0, 0.0}), -2.0);
  EXPECT_EQ(floor.gradient({5.0, 5.0, 0.1}), glm::dvec3(0.0, 0.0, 1.0));
  const ShapeInBox wall({.low = {8.0, 0.0, 0.0}}, box);
  EXPECT_EQ(wall.distance({9.5, 0.1, 9.9}), -1.5);
  EXPECT_EQ(wall.gradient({9.5, 0.1, 9.9}), glm::dvec3(-1.0, 0.0, 0.0));
  EXPECT_EQ(wall.low(0), 8.0);
  EXPECT_EQ(wall.high(0), 10.0);
}

TEST(Shape, Shifted_MovesEachKind) {
  const Box box{.size = {10.0, 10.0, 10.0}};
  const glm::dvec3 by(1.0, 2.0, -0.5);
  for (const auto& row : kShapeKinds) {
    const Shape shape{.kind = row.value,
                      .low = {1.0, 1.0, 1.0},
                      .high = {3.0, 3.0, 4.0},
                      .centre = {2.0, 3.0, 4.0},
                      .radius = 1.5,
                      .axis = 1,
                      .from = 1.0,
                      .to = 4.0};
    const glm::dvec3 place(2.5, 1.2, 3.3);
    EXPECT_NEAR(ShapeInBox(shifted(shape, by), box).distance(place + by),
                ShapeInBox(shape, box).distance(place), 1e-14)
        << row.name;
  }
  const Shape whole = shifted({.low = {1.0, 1.0, 1.0}}, by);
  EXPECT_EQ(whole.high, glm::dvec3(Shape::kUnset));
}

// The area of the cylinder's circle is computed as a sum over 32 nodes per stretch between edges
// that cut the circle. The sum is exact to 1e-7.
TEST(Shape, VolumesOfParts_AddUp) {
  const Box box{.size = {10.0, 8.0, 6.0}};
  const std::vector<ShapeInBox> shapes{
      {{.kind = ShapeKind::Cylinder, .centre = {9.0, 4.0, 0.0}, .radius = 2.0}, box},
      {{.kind = ShapeKind::Layer, .axis = 2, .from = 5.0, .to = 7.5}, box}};
  // Four parts of the box: only in the cylinder, only in the layer, in both, in neither.
  const std::vector<double> volumes =
      volumesOf(box, shapes, 4, [](const std::vector<std::size_t>& within) {
        if (within.size() == 2) return 2;
        return within.empty() ? 3 : static_cast<int>(within[0]);
      });
  const double disc = 4.0 * std::numbers::pi;
  EXPECT_NEAR(volumes[0], 3.5 * disc, 1e-7 * 480.0);
  EXPECT_NEAR(volumes[1], 2.5 * (80.0 - disc), 1e-7 * 480.0);
  EXPECT_NEAR(volumes[2], 2.5 * disc, 1e-7 * 480.0);
  EXPECT_NEAR(volumes[3], 3.5 * (80.0 - disc), 1e-7 * 480.0);
}

TEST(Shape, Faults_NameTheKey) {
  Box box{.size = {10.0, 10.0, 10.0}};
  const auto refused = [&](const Shape& shape, const char* key,
                           const std::vector<std::string>& facts) {
    const auto fault = faultOf(shape, box);
    return fault && fault->key == key
               ? names(fault->why, facts)
               : ::testing::AssertionFailure() << (fault ? fault->key : "none");
  };
  Shape cylinder{.kind = ShapeKind::Cylinder, .centre = {5.0, 5.0, 5.0}, .radius = 1.0};
  EXPECT_FALSE(faultOf(cylinder, box));
  cylinder.centre = {12.0, 5.0, 100.0};
  EXPECT_TRUE(refused(cylinder, "centre", {"cylinder", "outside"}));
  cylinder.centre = {5.0, 5.0, 100.0};
  EXPECT_FALSE(faultOf(cylinder, box)) << "along its axis the centre does not count";
  EXPECT_TRUE(refused({.kind = ShapeKind::Cylinder, .radius = 1.0}, "centre", {"missing"}));
  EXPECT_TRUE(
      refused({.kind = ShapeKind::Sphere, .centre = {1.0, 1.0, 1.0}}, "radius", {"missing"}));
  EXPECT_TRUE(refused({.low = {11.0, 0.0, 0.0}}, "low.0", {"11", "10"}));
  EXPECT_TRUE(refused({.low = {1.0, 3.0, 0.0}, .high = {2.0, 3.0, 9.0}}, "high.1", {"3"}));
  box.dimensions = 2;
  EXPECT_TRUE(refused(cylinder, "axis", {"'z'"}));
}

/// Writes the distance and the normal of the i-th point from the shape i / kPoints.
constexpr const char* kBody = R"(
#include "cells/shape.glsl"
#include "texel/layout.glsl"
uniform sampler2D u_point, u_centre, u_core;
void run(int i) {
  vec4 centre = texelFetch(u_centre, texelOf(i), 0);
  Shape shape = Shape(centre.xyz, texelFetch(u_core, texelOf(i), 0).xyz, centre.w);
  vec3 from = fromImage(shape.centre, texelFetch(u_point, texelOf(i), 0).xyz);
  o_surface = vec4(normalOf(shape, from), distanceTo(shape, from));
}
)";

class ShapeTest : public test::EngineTest {};
INSTANTIATE_TEST_SUITE_P(Engines, ShapeTest, ::testing::ValuesIn(test::testedEngines()),
                         test::engineName);

// Coordinates below 32 are rounded by 2^-20 at most, and some four coordinates are added. Where
// isSmooth() is true for steps of 1e-4, the gradient's error is at most 4 * 2^-20 / 5e-3.
TEST_P(ShapeTest, Shader_ComputesTheSame) {
  test::ShaderFolder folder;
  folder.write("test/shape.glsl", kBody);
  const texel::Device device = test::makeDevice(GetParam(), 0, folder.library());
  std::mt19937 random(11);
  int smooth = 0, all = 0;
  for (int round = 0; round < 12; ++round) {
    Case each = randomCase(random);
    std::vector<ShapeInBox> shapes;
    std::vector<glm::vec4> points, centres, cores;
    for (int k = 0; k < 40; ++k) {
      Case other = randomCase(random);
      while (other.box.dimensions != each.box.dimensions) other = randomCase(random);
      // The shape was made for another box, and is scaled to the size of this box.
      other.shape.low *= each.box.size / other.box.size;
      other.shape.high *= each.box.size / other.box.size;
      other.shape.centre *= each.box.size / other.box.size;
      other.shape.from = other.shape.low[other.shape.axis];
      other.shape.to = other.shape.high[other.shape.axis];
      other.shape.radius = std::min(other.shape.radius, 0.9);
      const ShapeInBox& shape = shapes.emplace_back(other.shape, each.box);
      for (int i = 0; i < 25; ++i) {
        points.emplace_back(glm::vec3(randomPlace(each.box, random)), 0.0F);
        centres.emplace_back(glm::vec3(shape.wallCentre()), shape.radius());
        cores.emplace_back(glm::vec3(shape.wallHalf()), 0.0F);
      }
    }
    const texel::Vec4Array point(device, "point", points), centre(device, "centre", centres),
        core(device, "core", cores);
    texel::Vec4Array surface(device, "surface", point.count());
    test::fillWithSentinel(surface);
    texel::MapPass(device, {.name = "test/shape",
                            .outputs = {{"o_surface", texel::Format::Vec4}},
                            .prologue = gridPrologue(makeCellGrid(each.box, 1.0))})
        .run(point.count(), {{"u_point", point}, {"u_centre", centre}, {"u_core", core}},
             {{"o_surface", surface}});
    test::expectSentinelFrom(surface, point.count());
    const std::vector<glm::vec4> found = surface.download();
    for (std::size_t i = 0; i < points.size(); ++i) {
      const ShapeInBox& shape = shapes[i / 25];
      const glm::dvec3 place(points[i]);
      ASSERT_NEAR(found[i].w, shape.distance(place), 4.0 * 0x1p-20) << round << ", " << i;
      ++all;
      if (!isSmooth(shape, place, 1e-4)) continue;
      ++smooth;
      ASSERT_LT(glm::distance(glm::dvec3(found[i]), shape.gradient(place)), 1e-3)
          << round << ", " << i;
    }
  }
  EXPECT_GT(smooth, all * 9 / 10);
}

}  // namespace
}  // namespace gpubuck::cells
