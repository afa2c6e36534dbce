#include "render/scene_passes.h"

#include <array>

#include "scene_target.h"
#include "support/gpu_test.h"

namespace gpubuck::render {
namespace {

class BoxOutlineTest : public test::GpuTest {
 protected:
  void draw(const cells::Box& box, const scenario::Camera& view) {
    camera_ = fitCamera(box, view, 1.5, 1.0);
    target_.begin();
    outline_.draw(box, camera_, {target_.width(), target_.height()}, 2.0f, 0.0f, glm::vec3(0.0f));
    target_.read();
  }
  bool markedAt(const glm::vec3& point) const {
    const glm::vec4 clip = camera_.projection * camera_.view * glm::vec4(point, 1.0f);
    return target_.marked(
        static_cast<int>((0.5f + 0.5f * clip.x / clip.w) * static_cast<float>(target_.width())),
        static_cast<int>((0.5f + 0.5f * clip.y / clip.w) * static_cast<float>(target_.height())));
  }

  texel::Device device_ = test::makeDevice(texel::Engine::Paper);
  BoxOutline outline_{device_};
  SceneTarget target_{480, 320};
  Camera camera_;
};

TEST_F(BoxOutlineTest, DrawsTheTwelveEdgesAndNoFaces) {
  cells::Box box;
  box.size = {10, 6, 8};
  draw(box, scenario::Camera{25, 15, 1});
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
      // Off the middle, where a rear edge may be seen through the face.
      glm::vec3 at = 0.43f * size;
      at[axis] = side * size[axis];
      EXPECT_FALSE(markedAt(at)) << "axis " << axis << " face " << side;
    }
  }
  EXPECT_EQ(edges, 12);
}

TEST_F(BoxOutlineTest, DrawsFourSidesInTwoDimensions) {
  cells::Box box;
  box.size = {10, 6, 1};
  box.dimensions = 2;
  draw(box, scenario::Camera{0, 90, 1});
  for (const glm::vec2 at :
       {glm::vec2(3, 0), glm::vec2(3, 6), glm::vec2(0, 2), glm::vec2(10, 2), glm::vec2(10, 6)}) {
    EXPECT_TRUE(markedAt({at, 0.0f})) << at.x << ' ' << at.y;
  }
  EXPECT_FALSE(markedAt({5, 3, 0}));
  // Two pixels wide around 4 sides; pixels per unit by 2 units of padding in the height of 8.
  const double perUnit = 320.0 / 8.0;
  EXPECT_NEAR(target_.markedCount(), 2.0 * 2.0 * (10.0 + 6.0) * perUnit, 16.0);
  EXPECT_FALSE(glIsEnabled(GL_DEPTH_TEST));
}

}  // namespace
}  // namespace gpubuck::render
