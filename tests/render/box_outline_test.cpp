#include "render/scene_passes.h"

#include <algorithm>
#include <cmath>
#include <glm/geometric.hpp>
#include <vector>

#include "scene_target.h"
#include "support/gpu_test.h"

namespace gpubuck::render {
namespace {

class BoxOutlineTest : public test::GpuTest {
 protected:
  void draw(const cells::Box& box, const dpd::Camera& view) {
    camera_ = fitCamera(box, view, 1.5, 1.0);
    target_.begin();
    outline_.draw(box, camera_, {target_.width(), target_.height()}, 2.0f, 0.0f, glm::vec3(0.0f));
    target_.read();
  }
  static cells::Box boxOf(const glm::dvec3& size, int dimensions,
                          const std::vector<int>& periodic) {
    cells::Box box{.size = size, .dimensions = dimensions};
    box.boundary.fill(cells::Boundary::Reflecting);
    for (const int axis : periodic) {
      box.boundary[static_cast<std::size_t>(axis)] = cells::Boundary::Periodic;
    }
    return box;
  }
  /// The dashes on the edge that begins at `from` and runs along `axis`: the share of the edge that
  /// they cover, their number, and whether both ends of the edge are covered.
  struct Dashes {
    double share = 0.0;
    int count = 0;
    bool hasBothEnds = false;
  };
  Dashes dashesOf(const cells::Box& box, glm::vec3 from, int axis) const {
    constexpr int kPlaces = 800;
    Dashes dashes;
    bool before = false;
    for (int k = 0; k <= kPlaces; ++k) {
      from[axis] = static_cast<float>(box.size[axis] * k / kPlaces);
      const bool isMarked = markedAt(from);
      if (isMarked) dashes.share += 1.0 / (kPlaces + 1);
      if (isMarked && !before) ++dashes.count;
      if (k == 0) dashes.hasBothEnds = isMarked;
      if (k == kPlaces) dashes.hasBothEnds &= isMarked;
      before = isMarked;
    }
    return dashes;
  }
  bool markedAt(const glm::vec3& point) const {
    const glm::vec4 clip = camera_.projection * camera_.view * glm::vec4(point, 1.0f);
    return target_.marked(
        static_cast<int>((0.5f + 0.5f * clip.x / clip.w) * static_cast<float>(target_.width())),
        static_cast<int>((0.5f + 0.5f * clip.y / clip.w) * static_cast<float>(target_.height())));
  }

  /// Returns the area that the lines cover, pixels.
  double covered() const {
    double sum = 0.0;
    for (int y = 0; y < target_.height(); ++y) {
      for (int x = 0; x < target_.width(); ++x) sum += 1.0 - double{target_.at(x, y).g};
    }
    return sum;
  }

  texel::Device device_ = test::makeDevice(texel::Engine::Paper);
  BoxOutline outline_{device_};
  SceneTarget target_{1440, 960};
  Camera camera_;
};

TEST_F(BoxOutlineTest, DrawsTheTwelveEdgesAndNoFaces) {
  const cells::Box box = boxOf({10, 6, 8}, 3, {});
  draw(box, dpd::Camera{25, 15, 1});
  const glm::vec3 size(box.size);
  int edges = 0;
  for (int axis = 0; axis < 3; ++axis) {
    for (int k = 0; k < 4; ++k) {
      glm::vec3 at(0.0f);
      at[(axis + 1) % 3] = k & 1 ? size[(axis + 1) % 3] : 0.0f;
      at[(axis + 2) % 3] = k & 2 ? size[(axis + 2) % 3] : 0.0f;
      for (const float part : {0.0f, 0.3f, 0.8f, 1.0f}) {
        at[axis] = part * size[axis];
        EXPECT_TRUE(markedAt(at)) << "axis " << axis << " edge " << k << " at " << part;
      }
      ++edges;
    }
    for (const float side : {0.0f, 1.0f}) {
      // This place is not the middle of the face, since a rear edge may be seen through the middle.
      glm::vec3 at = 0.43f * size;
      at[axis] = side * size[axis];
      EXPECT_FALSE(markedAt(at)) << "axis " << axis << " face " << side;
    }
  }
  EXPECT_EQ(edges, 12);
}

TEST_F(BoxOutlineTest, EdgesOfPeriodicSides_AreDashedOrDotted) {
  const std::vector<std::vector<int>> cases{{1}, {0, 1}, {0, 1, 2}, {2}};
  for (const std::vector<int>& periodic : cases) {
    const cells::Box box = boxOf({10, 6, 8}, 3, periodic);
    draw(box, dpd::Camera{40, 25, 1});
    for (int axis = 0; axis < 3; ++axis) {
      const auto others = std::ranges::count_if(periodic, [&](int each) { return each != axis; });
      const double share = others == 0 ? 1.0 : others == 1 ? 0.6 : 0.3;
      // The dashes are about 10 / 24 long, with half a dash at each end of the edge.
      const int count = others == 0 ? 1 : static_cast<int>(std::lround(box.size[axis] * 2.4)) + 1;
      // The dashes of an edge and of the opposite edge are counted. In the picture, another edge
      // may cross a gap, which changes the number by one.
      for (const bool far : {false, true}) {
        glm::vec3 from(far ? box.size : glm::dvec3(0.0));
        if (axis != 0) from.x = far ? 0.0f : 10.0f;
        const Dashes dashes = dashesOf(box, from, axis);
        EXPECT_NEAR(dashes.share, share, 0.12) << periodic.size() << " axis " << axis;
        EXPECT_NEAR(dashes.count, count, others == 0 ? 0 : 1)
            << periodic.size() << " axis " << axis;
        EXPECT_TRUE(dashes.hasBothEnds) << periodic.size() << " axis " << axis;
      }
    }
  }
}

TEST_F(BoxOutlineTest, EdgesOfPeriodicSidesInTwoDimensions_AreDashed) {
  const cells::Box box = boxOf({10, 6, 1}, 2, {0});
  draw(box, dpd::Camera{0, 90, 1});
  // The edges along y at both ends of x belong to the periodic sides.
  EXPECT_NEAR(dashesOf(box, {10, 0, 0}, 1).share, 0.6, 0.1);
  EXPECT_EQ(dashesOf(box, {0, 0, 0}, 1).count, 15);
  EXPECT_EQ(dashesOf(box, {0, 0, 0}, 0).count, 1);
  EXPECT_EQ(dashesOf(box, {0, 6, 0}, 0).count, 1);
}

TEST_F(BoxOutlineTest, DrawsFourSidesInTwoDimensions) {
  const cells::Box box = boxOf({10, 6, 1}, 2, {});
  draw(box, dpd::Camera{0, 90, 1});
  for (const glm::vec2 at :
       {glm::vec2(3, 0), glm::vec2(3, 6), glm::vec2(0, 2), glm::vec2(10, 2), glm::vec2(10, 6)}) {
    EXPECT_TRUE(markedAt({at, 0.0f})) << at.x << ' ' << at.y;
  }
  EXPECT_FALSE(markedAt({5, 3, 0}));
  // The four sides are lines that are two pixels wide. With the padding, 8 units fill the height of
  // the picture. Where two lines end, the pixels of a corner may count twice.
  const double perUnit = 960.0 / 8.0;
  EXPECT_NEAR(covered(), 2.0 * 2.0 * (10.0 + 6.0) * perUnit, 16.0);
  EXPECT_FALSE(glIsEnabled(GL_DEPTH_TEST));
}

// A line whose edges were not smoothed would cover whole pixels only.
TEST_F(BoxOutlineTest, SlantedEdges_CoverPixelsInPart) {
  const cells::Box box = boxOf({10, 10, 1}, 2, {});
  camera_ = fitCamera(box, dpd::Camera{7, 90, 1}, 1.5, 1.0);
  for (const float width : {1.0f, 2.0f, 3.5f}) {
    target_.begin();
    outline_.draw(box, camera_, {target_.width(), target_.height()}, width, 0.0f, glm::vec3(0.0f));
    target_.read();
    const auto pixelOf = [&](const glm::vec3& point) {
      const glm::vec4 clip = camera_.projection * camera_.view * glm::vec4(point, 1.0f);
      return (0.5f + 0.5f * glm::vec2(clip) / clip.w) *
             glm::vec2(target_.width(), target_.height());
    };
    const glm::vec2 from = pixelOf({1, 0, 0}), to = pixelOf({9, 0, 0});
    ASSERT_GT(std::abs(to.y - from.y), 30.0f) << "the edge is slanted";
    // In each column the line covers its width over the cosine of its slope. The coverage follows
    // from the distance of the middle of a pixel, which is exact on average over a pixel's height
    // but not for each slope, and is rounded to 1 / 255 in up to 6 pixels.
    const double expected = double{width} * double{glm::distance(to, from) / (to.x - from.x)};
    int inPart = 0, columns = 0;
    double mean = 0.0;
    for (int x = static_cast<int>(from.x) + 5; x < static_cast<int>(to.x) - 5; ++x, ++columns) {
      double sum = 0.0;
      for (int y = 0; y < target_.height() / 2; ++y) {
        const double share = 1.0 - double{target_.at(x, y).g};
        sum += share;
        inPart += share > 0.02 && share < 0.98 ? 1 : 0;
      }
      EXPECT_NEAR(sum, expected, 0.06) << width << ' ' << x;
      mean += sum;
    }
    EXPECT_NEAR(mean / columns, expected, 0.02) << width;
    EXPECT_GT(inPart, columns) << width;
  }
}

}  // namespace
}  // namespace gpubuck::render
