#include "render/canvas.h"

#include <array>

#include "scene_target.h"
#include "support/gpu_test.h"

namespace gpubuck::render {
namespace {

class FramebufferTest : public test::GpuTest {};

TEST_F(FramebufferTest, ReadsRowsFromTheTopDown) {
  SceneTarget target(5, 3);
  target.begin();
  // Each pixel has its row as red and its column as green. Row 0 of a framebuffer is the lowest
  // row.
  glEnable(GL_SCISSOR_TEST);
  for (int y = 0; y < 3; ++y) {
    for (int x = 0; x < 5; ++x) {
      glScissor(x, y, 1, 1);
      glClearColor(static_cast<float>(y) / 255.0f, static_cast<float>(x) / 255.0f, 1.0f, 0.5f);
      glClear(GL_COLOR_BUFFER_BIT);
    }
  }
  glDisable(GL_SCISSOR_TEST);
  glBindFramebuffer(GL_FRAMEBUFFER, 0);
  const Image image = readFramebuffer(4, 3, target.framebuffer());
  EXPECT_EQ(image.width, 4);
  EXPECT_EQ(image.height, 3);
  std::vector<std::uint8_t> expected;
  for (const std::uint8_t row : {2, 1, 0}) {
    for (const std::uint8_t column : {0, 1, 2, 3}) {
      expected.insert(expected.end(), {row, column, 255});
    }
  }
  EXPECT_EQ(image.rgb, expected);
}

TEST_F(FramebufferTest, ClearsAllOfAFramebuffer) {
  SceneTarget target(5, 3);
  target.begin();
  glEnable(GL_SCISSOR_TEST);
  glScissor(1, 1, 1, 1);
  glViewport(1, 1, 1, 1);
  glBindFramebuffer(GL_FRAMEBUFFER, 0);
  clearFramebuffer(5, 3, glm::vec3(1.0f, 0.0f, 0.2f), target.framebuffer());
  const Image image = readFramebuffer(5, 3, target.framebuffer());
  ASSERT_EQ(image.rgb.size(), 45u);
  for (std::size_t k = 0; k < image.rgb.size(); k += 3) {
    EXPECT_EQ((std::array{image.rgb[k], image.rgb[k + 1], image.rgb[k + 2]}),
              (std::array<std::uint8_t, 3>{255, 0, 51}));
  }
  EXPECT_FALSE(glIsEnabled(GL_SCISSOR_TEST));
  std::array<GLint, 4> viewport{};
  glGetIntegerv(GL_VIEWPORT, viewport.data());
  EXPECT_EQ(viewport, (std::array{0, 0, 5, 3}));
}

TEST_F(FramebufferTest, Picture_BecomesATextureWithTheTopRowFirst) {
  const Image image{3, 2, {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18}};
  const gl::Texture texture = textureOf(image);
  gl::Framebuffer framebuffer("picture");
  const std::array<const gl::Texture*, 1> target{&texture};
  framebuffer.bind(target);
  // readFramebuffer() returns the last row of the texture first. A GUI that counts rows from the
  // top shows the last row at the bottom.
  const Image read = readFramebuffer(3, 2, framebuffer.id());
  EXPECT_EQ(read.rgb, (std::vector<std::uint8_t>{10, 11, 12, 13, 14, 15, 16, 17, 18, 1, 2, 3, 4, 5,
                                                 6, 7, 8, 9}));
}

}  // namespace
}  // namespace gpubuck::render
