#include "render/frame_renderer.h"

#include <glm/geometric.hpp>
#include <random>
#include <utility>

#include "render/colour_map.h"
#include "scenario/scenario.h"
#include "support/gpu_test.h"

namespace gpubuck::render {
namespace {

constexpr glm::ivec2 kSize(480, 270);

scenario::Scenario smallScenario() {
  scenario::Scenario scenario;
  scenario.name = "Test";
  scenario.fluid.box.size = {8, 8, 8};
  scenario.fluid.species = {{.name = "light", .colour = ""}, {.name = "heavy", .colour = ""}};
  scenario.view.camera = {0, 0, 1};
  return scenario;
}

glm::vec3 defaultColour(int species) {
  return speciesColours(smallScenario().fluid.species)[static_cast<std::size_t>(species)];
}

glm::vec3 pixel(const Image& image, int x, int y) {
  const std::uint8_t* rgb = image.rgb.data() + 3 * (y * image.width + x);
  return glm::vec3(rgb[0], rgb[1], rgb[2]) / 255.0f;
}

/// Returns the mean position of the scene's pixels that are near to a colour; x is negative if
/// there are none.
glm::vec2 centreOf(const Image& image, const glm::vec3& colour) {
  glm::vec2 sum(0.0f);
  int count = 0;
  for (int y = 0; y < image.height; ++y) {
    for (int x = columnWidth(image.width, image.height) + 2; x < image.width; ++x) {
      if (glm::distance(pixel(image, x, y), colour) > 0.35f) continue;
      sum += glm::vec2(x, y);
      ++count;
    }
  }
  return count > 0 ? sum / static_cast<float>(count) : glm::vec2(-1.0f);
}

class FrameRendererTest : public test::GpuTest {
 protected:
  Image draw(const scenario::Scenario& scenario, const std::vector<glm::vec4>& particles) {
    FrameRenderer renderer(device_, frameSubject(scenario), kSize);
    return renderer.draw(upload(particles), 42, 0.42);
  }
  texel::Vec4Array upload(const std::vector<glm::vec4>& particles) {
    return {device_, "position", particles};
  }
  std::vector<glm::vec4> randomParticles(int count) {
    std::mt19937 generator(5);
    std::uniform_real_distribution<float> place(0.0f, 8.0f);
    std::vector<glm::vec4> particles;
    for (int k = 0; k < count; ++k) {
      const glm::vec3 at(place(generator), place(generator), place(generator));
      particles.emplace_back(at, k % 2);
    }
    return particles;
  }

  texel::Device device_ = test::makeDevice(texel::Engine::Paper);
};

TEST_F(FrameRendererTest, OneParticle_HasItsColourAndPlace) {
  const scenario::Scenario scenario = smallScenario();
  const int column = columnWidth(kSize.x, kSize.y);
  const glm::vec2 middle((kSize.x + column) / 2, kSize.y / 2);
  for (int species = 0; species < 2; ++species) {
    const Image image = draw(scenario, {{4, 4, 4, species}});
    // The radius of the sphere is some 14 pixels. Its lit side has more weight than its other side.
    EXPECT_LT(glm::distance(centreOf(image, defaultColour(species)), middle), 4.0f);
    EXPECT_LT(centreOf(image, defaultColour(1 - species)).x, 0.0f);
  }
  // A higher place in the box is higher in the picture, and a place with larger x is further to the
  // right.
  const glm::vec2 moved = centreOf(draw(scenario, {{6, 4, 6, 0}}), defaultColour(0));
  EXPECT_GT(moved.x, middle.x + 20);
  EXPECT_LT(moved.y, middle.y - 20);
}

TEST_F(FrameRendererTest, NearerParticle_HidesTheFarther) {
  const glm::vec4 near(4, 1, 4, 0);
  const glm::vec4 far(4, 7, 4, 1);
  const Image first = draw(smallScenario(), {near, far});
  const Image second = draw(smallScenario(), {far, near});
  EXPECT_GT(centreOf(first, defaultColour(0)).x, 0.0f);
  EXPECT_LT(centreOf(first, defaultColour(1)).x, 0.0f);
  EXPECT_EQ(first.rgb, second.rgb);
}

TEST_F(FrameRendererTest, EmptyBox_ShowsOutlineAndColumn) {
  scenario::Scenario scenario = smallScenario();
  for (const int dimensions : {3, 2}) {
    scenario.fluid.box.dimensions = dimensions;
    scenario.view.camera = dimensions == 3 ? dpd::Camera{25, 15, 1} : dpd::Camera{0, 90, 1};
    const Image image = draw(scenario, {});
    const int column = columnWidth(kSize.x, kSize.y);
    int inColumn = 0;
    int inScene = 0;
    for (int y = 0; y < image.height; ++y) {
      for (int x = 0; x < image.width; ++x) {
        if (pixel(image, x, y).g < 0.9f) ++(x <= column ? inColumn : inScene);
      }
    }
    EXPECT_GT(inColumn, 200);
    // At least four edges of the box are drawn, each longer than half of the picture's height.
    EXPECT_GT(inScene, 4 * kSize.y / 2);
    EXPECT_LT(inScene, kSize.x * kSize.y / 20);
  }
}

TEST_F(FrameRendererTest, SameInput_GivesTheSameBytes) {
  const scenario::Scenario scenario = smallScenario();
  const std::vector<glm::vec4> particles = randomParticles(1500);
  FrameRenderer renderer(device_, frameSubject(scenario), kSize);
  const texel::Vec4Array position = upload(particles);
  const Image first = renderer.draw(position, 42, 0.42);
  const Image again = renderer.draw(position, 42, 0.42);
  EXPECT_EQ(first.rgb.size(), 3u * 480 * 270);
  EXPECT_TRUE(first.rgb == again.rgb);
  EXPECT_TRUE(first.rgb == draw(scenario, particles).rgb);
  EXPECT_FALSE(first.rgb == renderer.draw(position, 43, 0.43).rgb);
  EXPECT_FALSE(first.rgb == draw(scenario, randomParticles(1499)).rgb);
}

TEST_F(FrameRendererTest, OwnColoursHiddenSpeciesAndSlices_AreDrawn) {
  scenario::Scenario scenario = smallScenario();
  const std::vector<glm::vec4> particles{{2, 4, 4, 0}, {6, 4, 4, 1}};
  scenario.fluid.species[0].colour = "#cc0000";
  const glm::vec3 red = glm::vec3(0xCC / 255.0f, 0.0f, 0.0f);
  const glm::vec3 other = defaultColour(1);
  Image image = draw(scenario, particles);
  EXPECT_GT(centreOf(image, red).x, 0.0f);
  EXPECT_GT(centreOf(image, other).x, centreOf(image, red).x);

  scenario.view.sliceAxis = 0;
  scenario.view.sliceCentre = 0.75;
  scenario.view.sliceThickness = 2.0;
  image = draw(scenario, particles);
  EXPECT_LT(centreOf(image, red).x, 0.0f);
  EXPECT_GT(centreOf(image, other).x, 0.0f);

  scenario.view.sliceAxis = -1;
  scenario.view.hidden = {1};
  image = draw(scenario, particles);
  EXPECT_GT(centreOf(image, red).x, 0.0f);
  EXPECT_LT(centreOf(image, other).x, 0.0f);
}

TEST_F(FrameRendererTest, OtherBackgrounds_FillThePicture) {
  scenario::Scenario scenario = smallScenario();
  using enum dpd::FrameBackground;
  for (const dpd::FrameBackground background : {Dark, Light}) {
    scenario.view.frameBackground = background;
    scenario.fluid.species[0].colour = "#cc0000";
    const Image image = draw(scenario, {{4, 4, 4, 0}});
    glm::vec2 sum(0.0f);
    int count = 0;
    for (int y = 0; y < image.height; ++y) {
      // At both ends of a row there is the backdrop, which is dark or light, without text.
      const glm::vec3 left = pixel(image, 0, y), right = pixel(image, image.width - 1, y);
      EXPECT_EQ(glm::dot(left, glm::vec3(1.0f / 3.0f)) < 0.5f, background == Dark) << y;
      EXPECT_LT(glm::distance(left, right), 0.1f) << y;
      for (int x = 0; x < image.width; ++x) {
        const glm::vec3 at = pixel(image, x, y);
        if (at.r < at.g + 0.3f) continue;
        sum += glm::vec2(x, y);
        ++count;
      }
    }
    EXPECT_GT(count, 300) << "the sphere has a radius of some 14 pixels";
    EXPECT_LT(glm::distance(sum / float(count), glm::vec2(kSize) / 2.0f), 4.0f);
  }
}

TEST_F(FrameRendererTest, Styles_AreThoseOfTheScenario) {
  scenario::Scenario scenario = smallScenario();
  scenario.fluid.species = {{.name = "red", .colour = "#cc0000"}};
  const auto redPixels = [&](dpd::ParticleStyle style, const std::vector<glm::vec4>& particles) {
    scenario.view.frameStyle = style;
    const Image image = draw(scenario, particles);
    int count = 0;
    for (int k = 0; k < image.width * image.height; ++k) {
      const glm::vec3 at = pixel(image, k % image.width, k / image.width);
      count += at.r > at.g + 0.2f ? 1 : 0;
    }
    return count;
  };
  using enum dpd::ParticleStyle;
  const std::vector<glm::vec4> one{{4, 4, 4, 0}};
  EXPECT_GT(redPixels(Spheres, one), 300);
  EXPECT_GT(redPixels(Points, one), 0);
  EXPECT_LT(redPixels(Points, one), 60);
  std::vector<glm::vec4> ball;  // a ball of radius 2.5, three particles per unit along each axis
  for (int k = 0; k < 24 * 24 * 24; ++k) {
    const glm::vec3 at = glm::vec3(k % 24, k / 24 % 24, k / 576) / 3.0f;
    if (glm::distance(at, glm::vec3(4.0f)) < 2.5f) ball.emplace_back(at, 0.0f);
  }
  // The surface covers the same disc as the spheres, apart from its smoothed edge.
  const int spheres = redPixels(Spheres, ball);
  EXPECT_NEAR(redPixels(Surface, ball), spheres, 0.3 * spheres);
  EXPECT_NE(redPixels(Surface, ball), spheres);
}

TEST_F(FrameRendererTest, RestoresTheStateForPasses) {
  draw(smallScenario(), randomParticles(100));
  for (const GLenum state : test::statesThatAreOff()) {
    EXPECT_FALSE(glIsEnabled(state)) << state;
  }
  GLint unit = 0;
  glGetIntegerv(GL_ACTIVE_TEXTURE, &unit);
  EXPECT_EQ(unit, GL_TEXTURE0);
}

}  // namespace
}  // namespace gpubuck::render
