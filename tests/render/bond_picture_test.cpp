// Bonds in whole pictures: their shadows, the things they hide, and the particles that a click on
// them picks. Further tests draw a fluid while it runs.
#include <algorithm>
#include <array>
#include <cmath>
#include <glm/common.hpp>
#include <glm/geometric.hpp>
#include <numeric>
#include <random>
#include <vector>

#include "dpd/simulation.h"
#include "render/frame_renderer.h"
#include "scenario/scenario.h"
#include "scene_picture.h"
#include "support/gpu_test.h"

namespace gpubuck::render {
namespace {

constexpr glm::ivec2 kBondPicture(160, 120);
const std::array<glm::vec3, 2> kEndColours{glm::vec3(0.9f, 0.1f, 0.1f),
                                           glm::vec3(0.1f, 0.1f, 0.9f)};

/// Returns the place of a point in a picture of `size`, in pixels from the top left corner.
glm::dvec2 pixelAt(const Camera& camera, const glm::dvec3& point, const glm::dvec2& size) {
  const glm::dvec4 clip =
      glm::dmat4(camera.projection) * glm::dmat4(camera.view) * glm::dvec4(point, 1.0);
  return size * (0.5 + 0.5 * glm::dvec2(clip.x, -clip.y) / clip.w);
}

class BondPictureTest : public test::GpuTest {
 protected:
  Image draw(Scene& scene, const texel::Vec4Array& position, const SceneLook& look) {
    return pictureOf(scene, position, look, kBondPicture);
  }
  static cells::Box boxOf(double side) {
    cells::Box box;
    box.size = glm::dvec3(side);
    return box;
  }
  texel::IdArray endsOf(const std::vector<std::uint32_t>& places) {
    std::vector<texel::IdTexel> texels;
    for (const std::uint32_t place : places) texels.push_back(texel::encodeId(place, true));
    return {device_, "ends", texels};
  }

  texel::Device device_ = test::makeDevice(texel::Engine::Paper);
};

TEST_F(BondPictureTest, HiddenBonds_LeaveThePictureAsWithout) {
  const std::vector<glm::vec4> particles{{2, 4, 4, 0}, {4.5f, 4, 4, 1}, {4, 2, 6, 0}};
  const texel::Vec4Array position(device_, "position", particles);
  const texel::IdArray ends = endsOf({0, 1});
  Scene scene(device_, boxOf(8.0), kEndColours, 2);
  for (const auto style : {ParticleStyle::Spheres, ParticleStyle::Points, ParticleStyle::Surface}) {
    SceneLook look;
    look.style = style;
    look.shadows = true;
    const Image without = draw(scene, position, look);
    look.bonds = &ends;
    EXPECT_EQ(draw(scene, position, look).rgb == without.rgb, style == ParticleStyle::Surface);
    look.view.bondRadius = 0.0;
    EXPECT_EQ(draw(scene, position, look).rgb, without.rgb);
    look.view.bondRadius = 0.5;
    look.view.hidden = {0, 1};
    const Image hidden = draw(scene, position, look);
    look.bonds = nullptr;
    EXPECT_EQ(draw(scene, position, look).rgb, hidden.rgb);
  }
}

// A floor of spheres is seen from above, with a bond high over it. Pixels of the floor are darker
// if their line to the light meets the bond or passes near it. A line is near if its distance from
// the axis of the bond is at most the sum of the bond's radius, three texels of 0.125 for the
// shadow's edge, a pixel of 0.17, and 0.08 for the height of the floor's hills along the light.
TEST_F(BondPictureTest, Bond_CastsAShadow) {
  const cells::Box box = boxOf(16.0);
  std::vector<glm::vec4> particles{{7, 6, 9, 0}, {10, 8, 10, 1}};
  for (float y = 0.25f; y < 16.0f; y += 0.5f) {
    for (float x = 0.25f; x < 16.0f; x += 0.5f) particles.emplace_back(x, y, 1.0f, 0.0f);
  }
  const texel::Vec4Array position(device_, "position", particles);
  const texel::IdArray ends = endsOf({0, 1});
  Scene scene(device_, box, kEndColours, 1);
  SceneLook look;
  look.occlusion = false;
  look.view.camera = {.azimuth = 0.0, .elevation = 90.0};
  const auto picture = [&](bool hasBond, bool hasShadows) {
    look.bonds = hasBond ? &ends : nullptr;
    look.shadows = hasShadows;
    return draw(scene, position, look);
  };
  const Image plain = picture(false, false), bonded = picture(true, false);
  const Image lit = picture(false, true), dark = picture(true, true);

  const double radius = sphereRadius(box, std::ssize(particles));
  ASSERT_EQ(radius, 0.5);
  constexpr double kFloor = 1.43, kSlack = 0.38 + 0.17 + 0.08;
  const Camera camera = sceneCamera(box, look.view.camera, {0, 0, kBondPicture.x, kBondPicture.y});
  const glm::dvec3 light = glm::transpose(glm::dmat3(glm::mat3(camera.view))) * glm::dvec3(kLight);
  const auto fallen = [&](const glm::vec4& particle) {
    const glm::dvec3 place{glm::vec3(particle)};
    return place - (place.z - kFloor) / light.z * light;
  };
  const glm::dvec3 from = fallen(particles[0]), to = fallen(particles[1]);
  int darkened = 0, within = 0;
  for (int y = 0; y < kBondPicture.y; ++y) {
    for (int x = 0; x < kBondPicture.x; ++x) {
      if (colourAt(plain, x, y) != colourAt(bonded, x, y)) continue;  // the bond itself
      const Ray ray = rayThrough(
          camera, {2.0 * (x + 0.5) / kBondPicture.x - 1.0, 1.0 - 2.0 * (y + 0.5) / kBondPicture.y});
      const glm::dvec3 place =
          ray.origin + (kFloor - ray.origin.z) / ray.direction.z * ray.direction;
      const double along = glm::dot(place - from, to - from) / glm::dot(to - from, to - from);
      const double away = glm::distance(place, from + std::clamp(along, 0.0, 1.0) * (to - from));
      const double change = colourAt(lit, x, y).r - colourAt(dark, x, y).r;
      EXPECT_GE(change, 0.0);
      if (change > 0.0) {
        ++darkened;
        EXPECT_LT(away, 0.5 * radius + kSlack) << x << ' ' << y;
      }
      // Near the bond's ends the floor is already dark, from the spheres of radius 0.5 at the ends.
      if (away < 0.15 && along > 0.3 && along < 0.7) {
        ++within;
        EXPECT_GT(change, 3.0) << x << ' ' << y;
      }
    }
  }
  EXPECT_GT(darkened, 40);
  EXPECT_GT(within, 5);
}

TEST_F(BondPictureTest, ClickOnAHalf_PicksItsParticle) {
  const cells::Box box = boxOf(8.0);
  // The bond is between the first two particles, and hides the third particle from the eye.
  const std::vector<glm::vec4> particles{{2, 4, 4, 0}, {5, 4, 4, 1}, {3, 7, 4, 0}};
  const texel::Vec4Array position(device_, "position", particles);
  const texel::IdArray ends = endsOf({0, 1});
  Scene scene(device_, box, kEndColours, 2);
  SceneLook look;
  look.view.camera = {.azimuth = 0.0, .elevation = 0.0};  // along y
  look.view.particleRadius = 0.6;
  const Viewport whole{0, 0, 300, 200};
  const Camera camera = sceneCamera(box, look.view.camera, whole);
  using Picked = std::optional<std::int64_t>;
  const auto pickAt = [&](double x) {
    const glm::dvec2 pixel = pixelAt(camera, {x, 4.0, 4.0}, {whole.width, whole.height});
    const glm::dvec2 place(2.0 * pixel.x / whole.width - 1.0, 1.0 - 2.0 * pixel.y / whole.height);
    return scene.pick(position, look, whole, place);
  };
  // At this place of the bond, the line of sight also meets the hidden particle.
  const double crossing = pixelAt(camera, {3, 7, 4}, {300, 200}).x;
  double behind = 2.5;
  while (pixelAt(camera, {behind, 4, 4}, {300, 200}).x < crossing) behind += 0.01;
  ASSERT_LT(behind, 3.4);
  EXPECT_EQ(pickAt(behind), Picked(2));
  EXPECT_EQ(pickAt(4.2), Picked());
  look.bonds = &ends;
  for (const auto style : {ParticleStyle::Spheres, ParticleStyle::Points}) {
    look.style = style;
    EXPECT_EQ(pickAt(behind), Picked(0));
    EXPECT_EQ(pickAt(3.3), Picked(0));
    EXPECT_EQ(pickAt(3.7), Picked(1));
    EXPECT_EQ(pickAt(4.2), Picked(1));
  }
  look.view.hidden = {1};
  EXPECT_EQ(pickAt(3.3), Picked(0));
  EXPECT_EQ(pickAt(4.2), Picked());
}

/// Moving pairs of a red and a blue particle with a bond. The pairs are far from each other.
class BondFrameTest : public test::EngineTest {
 protected:
  static constexpr int kPairs = 40;

  static scenario::Scenario bondedScenario() {
    scenario::Scenario scenario;
    scenario.fluid.box.size = {12, 12, 12};
    scenario.fluid.species = {{.name = "A", .colour = "#e61919"},
                              {.name = "B", .colour = "#1919e6"}};
    scenario.fluid.pairs.resize(4);
    for (dpd::PairCoefficients& pair : scenario.fluid.pairs) pair.a = 0.0;
    scenario.fluid.kT = 0.0;
    scenario.fluid.bondKinds = {{.name = "link", .k = 0.0}};
    scenario.view.camera = {.azimuth = 0.0, .elevation = 90.0};
    scenario.view.particleRadius = 0.6;
    scenario.view.bondRadius = 0.8;
    return scenario;
  }
  static dpd::ParticleState bondedState(int pairs) {
    std::mt19937 random(3);
    std::uniform_real_distribution<float> speed(-1.0f, 1.0f);
    std::vector<std::uint32_t> ids(2 * static_cast<std::size_t>(pairs));
    std::iota(ids.begin(), ids.end(), 0U);
    std::shuffle(ids.begin(), ids.end(), random);
    dpd::ParticleState state;
    for (int k = 0; k < pairs; ++k) {
      const glm::vec2 corner(0.5f + 2.0f * static_cast<float>(k % 6),
                             0.5f + 1.7f * static_cast<float>(k / 6));
      const glm::vec4 velocity(speed(random), speed(random), speed(random), 0.0f);
      for (const int end : {0, 1}) {
        const std::uint32_t id =
            ids[2 * static_cast<std::size_t>(k) + static_cast<std::size_t>(end)];
        state.position.emplace_back(corner.x + 1.0f * static_cast<float>(end), corner.y, 6.0f, end);
        state.velocity.push_back(velocity);
        state.predicted.emplace_back(glm::vec3(velocity), static_cast<float>(id));
      }
      state.molecules.bonds.push_back(
          {0, {ids[2 * static_cast<std::size_t>(k)], ids[2 * static_cast<std::size_t>(k) + 1]}});
    }
    return state;
  }
  dpd::Simulation simulationOf(const scenario::Scenario& scenario, int pairs) {
    return {device_, scenario.fluid, scenario.step, bondedState(pairs)};
  }

  /// Expects that each bond that crosses no side shows both colours next to its middle. Returns the
  /// number of these bonds.
  int expectBonds(const Image& image, const scenario::Scenario& scenario,
                  const dpd::ParticleState& state) {
    const int column = columnWidth(image.width, image.height);
    const Viewport scene{column, 0, image.width - column, image.height};
    const Camera camera = sceneCamera(scenario.fluid.box, scenario.view.camera, scene);
    std::vector<glm::dvec3> placeOf(state.count());
    for (std::size_t i = 0; i < state.count(); ++i) {
      placeOf[dpd::idOf(state.predicted[i])] = glm::dvec3(glm::vec3(state.position[i]));
    }
    int whole = 0;
    for (const dpd::Bond& bond : state.molecules.bonds) {
      const glm::dvec3 from = placeOf[bond.ids[0]], to = placeOf[bond.ids[1]];
      const auto colour = [&](double share) {
        const glm::dvec2 pixel =
            pixelAt(camera, glm::mix(from, to, share), {scene.width, scene.height});
        return colourAt(image, column + static_cast<int>(pixel.x), static_cast<int>(pixel.y));
      };
      if (glm::distance(from, to) > 2.0) continue;
      ++whole;
      const glm::dvec3 red = colour(0.42), blue = colour(0.58);
      EXPECT_GT(red.r, red.b + 40.0) << from.x << ' ' << from.y;
      EXPECT_GT(blue.b, blue.r + 40.0) << from.x << ' ' << from.y;
    }
    return whole;
  }

  texel::Device device_ = test::makeDevice(GetParam());
};
INSTANTIATE_TEST_SUITE_P(Engines, BondFrameTest, ::testing::ValuesIn(test::testedEngines()),
                         test::engineName);

TEST_P(BondFrameTest, Frames_ShowTheBondsAtEveryStep) {
  const scenario::Scenario scenario = bondedScenario();
  dpd::Simulation simulation = simulationOf(scenario, kPairs);
  FrameRenderer renderer(device_, frameSubject(scenario), {640, 400});
  for (int frame = 0; frame < 4; ++frame) {
    SCOPED_TRACE(frame);
    const int whole = expectBonds(renderer.draw(simulation), scenario, simulation.downloadState());
    EXPECT_GE(whole, kPairs * 3 / 4);
    for (int step = 0; step < 30; ++step) simulation.step();
  }
}

// One renderer draws several fluids. It must draw each fluid as a new renderer does, whatever it
// has drawn before.
TEST_P(BondFrameTest, OneRenderer_FollowsOtherMolecules) {
  const scenario::Scenario scenario = bondedScenario();
  FrameRenderer renderer(device_, frameSubject(scenario), {640, 400});
  for (const int pairs : {kPairs, 17, 0, 25}) {
    SCOPED_TRACE(pairs);
    dpd::Simulation simulation = simulationOf(scenario, pairs);
    FrameRenderer fresh(device_, frameSubject(scenario), {640, 400});
    const Image image = renderer.draw(simulation);
    EXPECT_EQ(image.rgb, fresh.draw(simulation).rgb);
    EXPECT_EQ(expectBonds(image, scenario, simulation.downloadState()), pairs);
  }
}

TEST_P(BondFrameTest, WithoutBonds_IsThePictureOfTheParticles) {
  scenario::Scenario scenario = bondedScenario();
  dpd::Simulation simulation = simulationOf(scenario, kPairs);
  const auto expectPlain = [&](bool isPlain) {
    FrameRenderer renderer(device_, frameSubject(scenario), {320, 200});
    const Image plain = renderer.draw(simulation.position(), 0, 0.0);
    EXPECT_EQ(renderer.draw(simulation).rgb == plain.rgb, isPlain);
  };
  expectPlain(false);
  scenario.view.bondRadius = 0.0;
  expectPlain(true);
}

}  // namespace
}  // namespace gpubuck::render
