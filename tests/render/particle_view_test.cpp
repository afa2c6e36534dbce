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

/// Returns a camera that sees x and y from 0 to 8 with 16 pixels per unit. Points with larger z are
/// nearer to the eye.
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
  void draw(const std::vector<glm::vec4>& particles, const SceneLook& look = {},
            float radius = kRadius, const Camera& camera = orthographic()) {
    const texel::Vec4Array position(device_, "position", particles);
    target_.begin();
    view_.draw(position, camera, look, radius, kPixels);
    target_.read();
  }
  bool isRed(float x, float y) const {
    const glm::vec3 colour = target_.at(pixelOf(x), pixelOf(y));
    return colour.r > colour.b;
  }

  texel::Device device_ = test::makeDevice(texel::Engine::Paper);
  ParticleView view_{device_, {.size = {8.0, 8.0, 8.0}}, kColours};
  SceneTarget target_{kPixels, kPixels};
};

TEST_F(ParticleViewTest, OneParticle_IsADiscOfItsColourAndPlace) {
  draw({{3.0f, 5.0f, 0.0f, 1.0f}});
  // The middle of the disc faces the eye, where shading changes the colour by at most a tenth. The
  // particle is in the middle of the depth range, where the haze is half as strong as at the far
  // end.
  const glm::vec3 hazed = glm::mix(kColours[1], glm::vec3(1.0f), 0.175f);
  const glm::vec3 middle = target_.at(pixelOf(3.0f), pixelOf(5.0f));
  EXPECT_LT(glm::distance(middle, hazed), 0.1f * std::sqrt(3.0f));

  int checked = 0;
  for (int y = 0; y < kPixels; ++y) {
    for (int x = 0; x < kPixels; ++x) {
      const float distance = std::hypot(x + 0.5f - 16 * 3.0f, y + 0.5f - 16 * 5.0f);
      if (std::abs(distance - 16 * kRadius) < 0.1f) continue;  // rounding decides
      EXPECT_EQ(target_.marked(x, y), distance < 16 * kRadius) << x << ' ' << y;
      ++checked;
    }
  }
  EXPECT_GT(checked, kPixels * kPixels - 100);
}

// The haze mixes in 0.35 of the background at the far end of the depth range, and 0 at the near
// end.
TEST_F(ParticleViewTest, FartherParticle_HasMoreHaze) {
  draw({{2.0f, 4.0f, 4.0f, 1.0f}, {6.0f, 4.0f, -4.0f, 1.0f}});
  const glm::vec3 near = target_.at(pixelOf(2.0f), pixelOf(4.0f));
  const glm::vec3 far = target_.at(pixelOf(6.0f), pixelOf(4.0f));
  const float shading = 0.1f * std::sqrt(3.0f);
  EXPECT_LT(glm::distance(near, kColours[1]), shading);
  EXPECT_LT(glm::distance(far, glm::mix(kColours[1], glm::vec3(1.0f), 0.35f)), shading);
}

TEST_F(ParticleViewTest, NearerParticle_HidesTheFarther) {
  const glm::vec4 near(4.0f, 4.0f, 3.0f, 0.0f);
  const glm::vec4 far(4.5f, 4.0f, 0.0f, 1.0f);
  for (const auto& order : {std::vector{near, far}, std::vector{far, near}}) {
    draw(order);
    EXPECT_TRUE(isRed(4.0f, 4.0f));
    EXPECT_TRUE(isRed(4.9f, 4.0f));
    EXPECT_FALSE(isRed(5.2f, 4.0f));
  }
}

// If memory holds particles in the order of their cells, drawing begins at the end of memory that
// is nearer to the eye, so that near particles hide far particles at once. Of two particles at one
// place, the particle that is drawn first is seen.
TEST_F(ParticleViewTest, NearEndOfMemory_IsDrawnFirst) {
  const std::vector<glm::vec4> both{{4.0f, 4.0f, 0.0f, 0.0f}, {4.0f, 4.0f, 0.0f, 1.0f}};
  // Turns the view about the particles.
  const glm::vec3 centre(4.0f, 4.0f, 0.0f);
  const auto isFirstSeen = [&](double degrees, const glm::vec3& axis) {
    Camera camera = orthographic();
    const glm::mat4 turn =
        glm::rotate(glm::mat4(1.0f), static_cast<float>(glm::radians(degrees)), axis);
    camera.view =
        glm::translate(glm::mat4(1.0f), centre) * turn * glm::translate(glm::mat4(1.0f), -centre);
    draw(both, {}, kRadius, camera);
    return isRed(4.0f, 4.0f);
  };
  const glm::vec3 alongX(1.0f, 0.0f, 0.0f), alongY(0.0f, 1.0f, 0.0f);
  EXPECT_FALSE(isFirstSeen(0.0, alongX)) << "the last cell along z is nearest";
  EXPECT_TRUE(isFirstSeen(180.0, alongX)) << "the first cell along z is nearest";
  EXPECT_FALSE(isFirstSeen(80.0, alongX)) << "seen from a little above, along y";
  EXPECT_TRUE(isFirstSeen(100.0, alongX)) << "seen from a little below, along y";
  EXPECT_FALSE(isFirstSeen(-90.0, alongX) == isFirstSeen(90.0, alongX)) << "along y";
  EXPECT_FALSE(isFirstSeen(-90.0, alongY) == isFirstSeen(90.0, alongY)) << "along x";
}

// Overlapping spheres at equal depth meet in the plane between their centres. This is so only if
// each pixel has the depth of the sphere's surface, not of a flat disc.
TEST_F(ParticleViewTest, OverlappingSpheres_MeetHalfWay) {
  draw({{3.5f, 4.0f, 0.0f, 0.0f}, {4.5f, 4.0f, 0.0f, 1.0f}});
  for (const float y : {3.5f, 4.0f, 4.5f}) {
    EXPECT_TRUE(isRed(3.9f, y));
    EXPECT_FALSE(isRed(4.1f, y));
  }
}

TEST_F(ParticleViewTest, Perspective_KeepsTheDepthOrder) {
  Camera camera;
  camera.view = glm::translate(glm::mat4(1.0f), glm::vec3(0.0f, 0.0f, -10.0f));
  camera.projection = glm::perspective(glm::radians(40.0f), 1.0f, 5.0f, 20.0f);
  camera.nearDepth = 5.0f;
  camera.farDepth = 15.0f;
  const glm::vec4 near(0.0f, 0.0f, 0.6f, 0.0f);
  const glm::vec4 far(0.6f, 0.0f, -0.6f, 1.0f);
  for (const auto& order : {std::vector{near, far}, std::vector{far, near}}) {
    draw(order, {}, kRadius, camera);
    const glm::vec3 middle = target_.at(kPixels / 2, kPixels / 2);
    EXPECT_GT(middle.r, middle.b);
  }
}

TEST_F(ParticleViewTest, TinyParticle_IsStillDrawn) {
  for (int k = 0; k < 20; ++k) {
    // The places of the particle are spread over a pixel.
    draw({{4.0f + 0.0037f * k, 4.0f + 0.0051f * k, 0.0f, 0.0f}}, {}, 1e-4f);
    EXPECT_GE(target_.markedCount(), 1) << k;
    EXPECT_LE(target_.markedCount(), 4) << k;
  }
}

TEST_F(ParticleViewTest, Sphere_CanBeLargerThanThePicture) {
  draw({{4.0f, 4.0f, 0.0f, 0.0f}}, {}, 9.0f);
  EXPECT_EQ(target_.markedCount(), kPixels * kPixels);
}

TEST_F(ParticleViewTest, SeveralRows_AreDrawn) {
  std::vector<glm::vec4> particles;
  for (int k = 0; k < test::kTestTextureWidth; ++k) particles.emplace_back(-9.0f, 4.0f, 0.0f, 0.0f);
  particles.emplace_back(4.0f, 4.0f, 0.0f, 0.0f);
  draw(particles);
  EXPECT_TRUE(target_.marked(pixelOf(4.0f), pixelOf(4.0f)));
}

TEST_F(ParticleViewTest, NoParticles_DrawNothing) {
  draw({});
  EXPECT_EQ(target_.markedCount(), 0);
}

TEST_F(ParticleViewTest, HiddenSpeciesAndOutsideOfTheSlice_AreNotDrawn) {
  const std::vector<glm::vec4> particles{{2.0f, 4.0f, 0.0f, 0.0f}, {6.0f, 4.0f, 1.0f, 1.0f}};
  SceneLook look;
  const auto drawn = [&] {
    draw(particles, look);
    return std::array{target_.marked(pixelOf(2.0f), pixelOf(4.0f)),
                      target_.marked(pixelOf(6.0f), pixelOf(4.0f))};
  };
  EXPECT_EQ(drawn(), (std::array{true, true}));
  look.view.hidden = {0};
  EXPECT_EQ(drawn(), (std::array{false, true}));
  look.view.hidden = {1};
  EXPECT_EQ(drawn(), (std::array{true, false}));
  look.view = {.sliceAxis = 2, .sliceCentre = 0.125};  // z of 0.5..1.5
  EXPECT_EQ(drawn(), (std::array{false, true}));
  look.view = {.sliceAxis = 0, .sliceCentre = 0.25, .sliceThickness = 6.0};  // x of -1..5
  EXPECT_EQ(drawn(), (std::array{true, false}));
}

TEST_F(ParticleViewTest, RestoresTheStateForPasses) {
  draw({{4.0f, 4.0f, 0.0f, 0.0f}});
  for (const GLenum state : test::statesThatAreOff()) EXPECT_FALSE(glIsEnabled(state)) << state;
  GLint vertexArray = -1;
  glGetIntegerv(GL_VERTEX_ARRAY_BINDING, &vertexArray);
  EXPECT_EQ(vertexArray, 0);
}

}  // namespace
}  // namespace gpubuck::render
