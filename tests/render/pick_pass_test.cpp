// The particle under the pointer, compared with rays in double precision.
#include "render/pick_pass.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <random>

#include "render/canvas.h"
#include "render/scene.h"
#include "scene_target.h"
#include "support/gpu_test.h"

namespace gpubuck::render {
namespace {

const std::array<glm::vec3, 2> kPickColours{glm::vec3(0.9f, 0.1f, 0.1f),
                                            glm::vec3(0.1f, 0.1f, 0.9f)};
constexpr Viewport kPicture{0, 0, 300, 200};
constexpr int kSampling = 2;

using Drawn = std::optional<std::int64_t>;

class PickPassTest : public test::GpuTest {
 protected:
  void setBox(int dimensions) {
    box_.size = {8.0, 7.0, 6.0};
    box_.dimensions = dimensions;
    scene_.emplace(device_, box_, kPickColours, kSampling);
  }
  /// Fills the box with `hidden` particles of species 1, followed in memory by `others` particles
  /// of species 0.
  void fill(int hidden, int others) {
    particles_.clear();
    for (int k = 0; k < hidden + others; ++k) {
      glm::vec4 at(uniform(0.0, box_.size.x), uniform(0.0, box_.size.y), uniform(0.0, box_.size.z),
                   k < hidden ? 1.0f : 0.0f);
      if (box_.dimensions == 2) at.z = 0.0f;
      particles_.push_back(at);
    }
    position_.emplace(device_, "position", particles_);
  }
  double uniform(double low, double high) {
    return std::uniform_real_distribution<double>(low, high)(random_);
  }
  static SceneLook lookOf(ParticleStyle style) {
    SceneLook look;
    look.view.camera = {.azimuth = 25.0, .elevation = 20.0, .zoom = 1.3, .panX = 0.05};
    look.style = style;
    return look;
  }
  Drawn pick(const SceneLook& look, const glm::dvec2& place) {
    return scene_->pick(*position_, look, kPicture, place);
  }

  bool isDrawn(const SceneLook& look, const glm::dvec4& particle) const {
    for (const int species : look.view.hidden) {
      if (particle.w == species) return false;
    }
    const Extent extent = extentOf(look.view, box_);
    for (int axis = 0; axis < 3; ++axis) {
      if (particle[axis] < extent.low[axis] || particle[axis] > extent.high[axis]) return false;
    }
    return glm::dot(glm::dvec4(glm::dvec3(particle), 1.0), glm::dvec4(look.cut)) >= 0.0;
  }

  /// The particle at the middle of a pixel. The answer is certain if rounding cannot make it
  /// another particle.
  struct Expected {
    Drawn number{};
    bool certain = true;
  };
  Expected expectedAt(const SceneLook& look, const glm::dvec2& place) const {
    const Camera camera = sceneCamera(box_, look.view.camera, kPicture);
    const glm::dmat4 view(camera.view);
    const glm::dmat4 projection(camera.projection);
    const double drawnRadius =
        look.view.particleRadius * sphereRadius(box_, std::ssize(particles_));
    Expected expected;
    double nearest = -std::numeric_limits<double>::infinity();
    double second = nearest,
           edge = nearest;  // z of the second nearest particle, and of the nearest edge
    for (std::size_t k = 0; k < particles_.size(); ++k) {
      const glm::dvec4 particle(particles_[k]);
      if (!isDrawn(look, particle)) continue;
      const glm::dvec3 eye(view * glm::dvec4(glm::dvec3(particle), 1.0));
      const glm::dvec4 clip = projection * glm::dvec4(eye, 1.0);
      const glm::dvec2 pixels =
          (place - glm::dvec2(clip) / clip.w) * 0.5 * glm::dvec2(kPicture.width, kPicture.height);
      const double perLength = projection[1][1] * 0.5 * kPicture.height / clip.w;
      double z = eye.z;
      if (look.style == ParticleStyle::Points) {
        // In these fluids, points have their smallest width, 2 pixels.
        const double away = std::max(std::abs(pixels.x), std::abs(pixels.y));
        if (std::abs(away - 1.0) < 0.01) edge = std::max(edge, z);
        if (away > 1.0) continue;
      } else {
        const double radius = std::max(drawnRadius, 0.75 / kSampling / perLength);
        const double across = glm::dot(pixels, pixels) / std::pow(radius * perLength, 2);
        if (std::abs(across - 1.0) < 1e-3) edge = std::max(edge, z);
        if (across > 1.0) continue;
        z += radius * std::sqrt(1.0 - across);
      }
      if (z > nearest) expected.number = static_cast<std::int64_t>(k);
      second = std::max(second, std::min(nearest, z));
      nearest = std::max(nearest, z);
    }
    expected.certain = edge < nearest - 0.1 || (!expected.number && std::isinf(edge));
    expected.certain &= !expected.number || nearest - second > 1e-4;
    return expected;
  }

  /// Picks at random places. Expects the particle that is drawn at the place. If none is drawn
  /// there, expects a particle that is drawn nearby, or no particle. Returns the number of places
  /// at which a particle is drawn.
  int check(const SceneLook& look, int places) {
    int hits = 0, uncertain = 0;
    for (int k = 0; k < places; ++k) {
      const glm::dvec2 place(uniform(-0.9, 0.9), uniform(-0.9, 0.9));
      const Drawn picked = pick(look, place);
      const Expected middle = expectedAt(look, place);
      if (!middle.certain) {
        ++uncertain;
        continue;
      }
      if (middle.number) {
        ++hits;
        EXPECT_EQ(picked, middle.number) << place.x << ' ' << place.y;
        continue;
      }
      bool isNear = !picked;
      for (int pixel = 0; picked && pixel < PickPass::kSide * PickPass::kSide; ++pixel) {
        const glm::dvec2 away(pixel % PickPass::kSide - PickPass::kSide / 2,
                              pixel / PickPass::kSide - PickPass::kSide / 2);
        const glm::dvec2 there = place + 2.0 * away / glm::dvec2(kPicture.width, kPicture.height);
        isNear |= expectedAt(look, there).number == picked;
      }
      EXPECT_TRUE(isNear) << place.x << ' ' << place.y;
    }
    EXPECT_LT(uncertain, places / 4);
    return hits;
  }

  std::mt19937 random_{11};
  texel::Device device_ = test::makeDevice(texel::Engine::Paper);
  cells::Box box_;
  std::vector<glm::vec4> particles_;
  std::optional<texel::Vec4Array> position_;
  std::optional<Scene> scene_;
};

TEST_F(PickPassTest, PicksTheNearestSphereOnTheRay) {
  for (const int dimensions : {3, 2}) {
    setBox(dimensions);
    fill(0, dimensions == 3 ? 900 : 120);
    SceneLook look = lookOf(ParticleStyle::Spheres);
    if (dimensions == 2) look.view.camera = {.azimuth = 0.0, .elevation = 90.0};
    EXPECT_GT(check(look, 80), 20) << dimensions;
    look.view.particleRadius = 0.01;  // spheres smaller than a pixel
    check(look, 40);
  }
}

TEST_F(PickPassTest, PicksTheDrawnPoints) {
  setBox(3);
  fill(0, 30000);
  EXPECT_GT(check(lookOf(ParticleStyle::Points), 60), 20);
}

TEST_F(PickPassTest, IdsAbove16Bits_ArePicked) {
  setBox(3);
  fill(66000, 4000);
  for (const ParticleStyle style : {ParticleStyle::Spheres, ParticleStyle::Points}) {
    SceneLook look = lookOf(style);
    look.view.hidden = {1};
    look.view.particleRadius = style == ParticleStyle::Spheres ? 2.0 : 1.0;
    EXPECT_GT(check(look, 40), style == ParticleStyle::Spheres ? 20 : 2);
    int beyond = 0;
    for (int k = 0; k < 40; ++k) {
      const Drawn picked = pick(look, {uniform(-0.5, 0.5), uniform(-0.5, 0.5)});
      EXPECT_GE(picked.value_or(66000), 66000);
      beyond += picked ? 1 : 0;
    }
    EXPECT_GT(beyond, 10);
  }
}

TEST_F(PickPassTest, SliceAndCut_LimitThePick) {
  setBox(3);
  fill(0, 4000);
  SceneLook look = lookOf(ParticleStyle::Spheres);
  look.view.sliceAxis = 1;
  look.view.sliceCentre = 0.6;
  EXPECT_GT(check(look, 40), 10);
  look.view.sliceAxis = -1;
  look.cut = glm::vec4(0.3f, 0.9f, -0.1f, -4.0f);
  EXPECT_GT(check(look, 40), 5);
}

TEST_F(PickPassTest, NearestToThePixel_IsPickedOnAMiss) {
  setBox(2);
  particles_ = {{2.0f, 2.0f, 0.0f, 0.0f}, {5.0f, 4.0f, 0.0f, 0.0f}};
  position_.emplace(device_, "position", particles_);
  SceneLook look = lookOf(ParticleStyle::Points);
  look.view.camera = {.azimuth = 0.0, .elevation = 90.0};
  const Camera camera = sceneCamera(box_, look.view.camera, kPicture);
  const glm::vec4 clip = camera.projection * camera.view * glm::vec4(5.0f, 4.0f, 0.0f, 1.0f);
  const auto pickedAway = [&](double x, double y) {
    return pick(look, glm::dvec2(clip) + 2.0 * glm::dvec2(x / kPicture.width, y / kPicture.height));
  };
  EXPECT_EQ(pickedAway(0.0, 0.0), Drawn(1));
  EXPECT_EQ(pickedAway(3.0, -2.0), Drawn(1));
  EXPECT_EQ(pickedAway(-6.0, 0.0), Drawn());
  EXPECT_EQ(pickedAway(0.0, 6.0), Drawn()) << "nothing is left of a pick before";
}

TEST_F(PickPassTest, Body_HidesParticles) {
  setBox(3);
  particles_ = {{4.0f, 6.0f, 3.0f, 0.0f}};
  position_.emplace(device_, "position", particles_);
  SceneLook look = lookOf(ParticleStyle::Spheres);
  look.view.camera = {.azimuth = 0.0, .elevation = 0.0};
  const Camera camera = sceneCamera(box_, look.view.camera, kPicture);
  const glm::vec4 clip = camera.projection * camera.view * glm::vec4(4.0f, 6.0f, 3.0f, 1.0f);
  const glm::dvec2 place = glm::dvec2(clip) / double{clip.w};
  EXPECT_EQ(pick(look, place), Drawn(0));
  look.solids = {
      {.shape = {.kind = cells::ShapeKind::Sphere, .centre = {4.0, 3.0, 3.0}, .radius = 1.5}}};
  EXPECT_EQ(pick(look, place), Drawn());
  look.solids[0].shape.centre.x = 1.0;
  EXPECT_EQ(pick(look, place), Drawn(0));
}

TEST_F(PickPassTest, Pictures_AreUnchanged) {
  setBox(3);
  fill(0, 400);
  const SceneLook look = lookOf(ParticleStyle::Spheres);
  const auto picture = [&] {
    SceneTarget target(kPicture.width, kPicture.height);
    target.begin();
    scene_->draw(*position_, look, kPicture, target.framebuffer());
    return readFramebuffer(kPicture.width, kPicture.height, target.framebuffer()).rgb;
  };
  const auto before = picture();
  pick(look, {0.1, 0.1});
  EXPECT_EQ(picture(), before);
}

}  // namespace
}  // namespace gpubuck::render
