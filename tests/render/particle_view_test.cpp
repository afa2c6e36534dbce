#include "render/scene_passes.h"

#include <array>
#include <cmath>
#include <glm/geometric.hpp>
#include <glm/gtc/constants.hpp>
#include <glm/gtc/matrix_transform.hpp>

#include "scene_target.h"
#include "support/gpu_test.h"

namespace gpubuck::render {
namespace {

constexpr int kPixels = 128;
constexpr float kRadius = 1.0f;
const std::array<glm::vec3, 2> kColours{glm::vec3(0.9f, 0.1f, 0.1f), glm::vec3(0.1f, 0.1f, 0.9f)};

/// Sees x and y from 0 to 8 by 16 pixels per unit; larger z is nearer.
Camera orthographic() {
  Camera camera;
  camera.projection = glm::ortho(0.0f, 8.0f, 0.0f, 8.0f, -10.0f, 10.0f);
  camera.nearDepth = -4.0f;
  camera.farDepth = 4.0f;
  return camera;
}
int pixelOf(float coordinate) { return static_cast<int>(coordinate * kPixels / 8.0f); }

class ParticleViewTest : public test::GpuTest {
 protected:
  void draw(const std::vector<glm::vec4>& particles, const ParticleStyle& style,
            const Camera& camera = orthographic()) {
    const texel::Vec4Array position(device_, "position", particles);
    target_.begin();
    view_.draw(position, camera, style, kPixels);
    target_.read();
  }
  ParticleStyle style() const {
    ParticleStyle result;
    result.radius = kRadius;
    return result;
  }
  bool isRed(float x, float y) const {
    const glm::vec3 colour = target_.at(pixelOf(x), pixelOf(y));
    return colour.r > colour.b;
  }

  texel::Device device_ = test::makeDevice(texel::Engine::Paper);
  ParticleView view_{device_, kColours};
  SceneTarget target_{kPixels, kPixels};
};

TEST_F(ParticleViewTest, OneParticleIsADiscOfItsColourAtItsPlace) {
  draw({{3.0f, 5.0f, 0.0f, 1.0f}}, style());
  // Shading leaves the middle of the disc, which faces the eye, within a tenth of the colour; the
  // particle is in the middle of the depth range, where half of the haze is.
  const glm::vec3 hazed = glm::mix(kColours[1], glm::vec3(1.0f), 0.175f);
  const glm::vec3 middle = target_.at(pixelOf(3.0f), pixelOf(5.0f));
  EXPECT_LT(glm::distance(middle, hazed), 0.1f * std::sqrt(3.0f));

  int checked = 0;
  for (int y = 0; y < kPixels; ++y) {
    for (int x = 0; x < kPixels; ++x) {
      const float distance = std::hypot(x + 0.5f - 16 * 3.0f, y + 0.5f - 16 * 5.0f);
      if (std::abs(distance - 16 * kRadius) < 0.1f) continue;  // rounding may go either way
      EXPECT_EQ(target_.marked(x, y), distance < 16 * kRadius) << x << ' ' << y;
      ++checked;
    }
  }
  EXPECT_GT(checked, kPixels * kPixels - 100);
}

// The haze is 0.35 of the background at the far end of the depth range and nothing at the near one.
TEST_F(ParticleViewTest, TheFartherParticleTakesOnMoreOfTheBackground) {
  draw({{2.0f, 4.0f, 4.0f, 1.0f}, {6.0f, 4.0f, -4.0f, 1.0f}}, style());
  const glm::vec3 near = target_.at(pixelOf(2.0f), pixelOf(4.0f));
  const glm::vec3 far = target_.at(pixelOf(6.0f), pixelOf(4.0f));
  const float shading = 0.1f * std::sqrt(3.0f);
  EXPECT_LT(glm::distance(near, kColours[1]), shading);
  EXPECT_LT(glm::distance(far, glm::mix(kColours[1], glm::vec3(1.0f), 0.35f)), shading);
}

TEST_F(ParticleViewTest, TheNearerParticleHidesTheFartherInEitherOrder) {
  const glm::vec4 near(4.0f, 4.0f, 3.0f, 0.0f);
  const glm::vec4 far(4.5f, 4.0f, 0.0f, 1.0f);
  for (const auto& order : {std::vector{near, far}, std::vector{far, near}}) {
    draw(order, style());
    EXPECT_TRUE(isRed(4.0f, 4.0f));
    EXPECT_TRUE(isRed(4.9f, 4.0f));
    EXPECT_FALSE(isRed(5.2f, 4.0f));
  }
}

// Spheres of equal depth that overlap meet in the plane between their centres: only with the depth
// of the sphere's surface, not that of a flat disc.
TEST_F(ParticleViewTest, OverlappingSpheresMeetHalfWay) {
  draw({{3.5f, 4.0f, 0.0f, 0.0f}, {4.5f, 4.0f, 0.0f, 1.0f}}, style());
  for (const float y : {3.5f, 4.0f, 4.5f}) {
    EXPECT_TRUE(isRed(3.9f, y));
    EXPECT_FALSE(isRed(4.1f, y));
  }
}

TEST_F(ParticleViewTest, DepthIsRightInPerspectiveToo) {
  Camera camera;
  camera.view = glm::translate(glm::mat4(1.0f), glm::vec3(0.0f, 0.0f, -10.0f));
  camera.projection = glm::perspective(glm::radians(40.0f), 1.0f, 5.0f, 20.0f);
  camera.nearDepth = 5.0f;
  camera.farDepth = 15.0f;
  const glm::vec4 near(0.0f, 0.0f, 0.6f, 0.0f);
  const glm::vec4 far(0.6f, 0.0f, -0.6f, 1.0f);
  for (const auto& order : {std::vector{near, far}, std::vector{far, near}}) {
    draw(order, style(), camera);
    const glm::vec3 middle = target_.at(kPixels / 2, kPixels / 2);
    EXPECT_GT(middle.r, middle.b);
  }
}

TEST_F(ParticleViewTest, ATinyParticleIsStillDrawn) {
  ParticleStyle tiny = style();
  tiny.radius = 1e-4f;
  for (int k = 0; k < 20; ++k) {
    // Everywhere within a pixel.
    draw({{4.0f + 0.0037f * k, 4.0f + 0.0051f * k, 0.0f, 0.0f}}, tiny);
    EXPECT_GE(target_.markedCount(), 1) << k;
    EXPECT_LE(target_.markedCount(), 4) << k;
  }
}

TEST_F(ParticleViewTest, ASphereMayBeLargerThanThePicture) {
  ParticleStyle huge = style();
  huge.radius = 9.0f;
  draw({{4.0f, 4.0f, 0.0f, 0.0f}}, huge);
  EXPECT_EQ(target_.markedCount(), kPixels * kPixels);
}

TEST_F(ParticleViewTest, SeveralRowsOfTheArrayAreDrawn) {
  std::vector<glm::vec4> particles;
  for (int k = 0; k < test::kTestTextureWidth; ++k) particles.emplace_back(-9.0f, 4.0f, 0.0f, 0.0f);
  particles.emplace_back(4.0f, 4.0f, 0.0f, 0.0f);
  draw(particles, style());
  EXPECT_TRUE(target_.marked(pixelOf(4.0f), pixelOf(4.0f)));
}

TEST_F(ParticleViewTest, NothingIsDrawnOfNoParticles) {
  draw({}, style());
  EXPECT_EQ(target_.markedCount(), 0);
}

TEST_F(ParticleViewTest, HiddenSpeciesAndWhatLiesOutsideOfTheSliceAreNotDrawn) {
  const std::vector<glm::vec4> particles{{2.0f, 4.0f, 0.0f, 0.0f}, {6.0f, 4.0f, 1.0f, 1.0f}};
  const auto drawn = [&](const ParticleStyle& with) {
    draw(particles, with);
    return std::array{target_.marked(pixelOf(2.0f), pixelOf(4.0f)),
                      target_.marked(pixelOf(6.0f), pixelOf(4.0f))};
  };
  EXPECT_EQ(drawn(style()), (std::array{true, true}));
  ParticleStyle hidden = style();
  hidden.hidden = {0};
  EXPECT_EQ(drawn(hidden), (std::array{false, true}));
  hidden.hidden = {1};
  EXPECT_EQ(drawn(hidden), (std::array{true, false}));
  ParticleStyle cut = style();
  cut.low.z = 0.5f;
  EXPECT_EQ(drawn(cut), (std::array{false, true}));
  cut = style();
  cut.high.x = 5.0f;
  EXPECT_EQ(drawn(cut), (std::array{true, false}));
}

TEST_F(ParticleViewTest, LeavesTheStateThatPassesExpect) {
  draw({{4.0f, 4.0f, 0.0f, 0.0f}}, style());
  EXPECT_FALSE(glIsEnabled(GL_DEPTH_TEST));
  EXPECT_FALSE(glIsEnabled(GL_BLEND));
  EXPECT_FALSE(glIsEnabled(GL_PROGRAM_POINT_SIZE));
  GLint vertexArray = -1;
  glGetIntegerv(GL_VERTEX_ARRAY_BINDING, &vertexArray);
  EXPECT_EQ(vertexArray, 0);
}

}  // namespace
}  // namespace gpubuck::render
