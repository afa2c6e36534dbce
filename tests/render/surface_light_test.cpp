// The colours of a liquid, compared with lines of sight in double precision.
#include "surface_light_fixture.h"

namespace gpubuck::render {
namespace {

TEST_F(SurfaceLightTest, FullBox_HasTheColoursOfItsChords) {
  const std::vector<glm::vec4> all = lattice([](const glm::dvec3&) { return true; });
  const std::vector<std::function<void(SceneLook&)>> looks{
      [](SceneLook&) {},
      [](SceneLook& look) { look.view.sliceAxis = 2, look.view.sliceThickness = 2.0; },
      [](SceneLook& look) { look.view.sliceAxis = 0, look.view.sliceThickness = 1.0; },
      [](SceneLook& look) {
        look.cut = {0.3f, 0.5f, -0.6f, -0.5f};
      },
      [](SceneLook& look) {
        look.cut = {1.0f, -2.0f, 1.5f, -1.0f};
      },
      [](SceneLook& look) {
        look.solids = {roundVessel(3.5, {4.2, 3.8, 4.0})};
      },
      [](SceneLook& look) {
        look.solids = {roundVessel(3.0, {4.2, 3.8, 4.0})};
        look.cut = {0.3f, 1.0f, -0.6f, -2.0f};
        look.view.sliceAxis = 2, look.view.sliceThickness = 3.0;
      }};
  const SceneLook plain = look_;
  for (std::size_t k = 0; k < looks.size(); ++k) {
    SCOPED_TRACE(k);
    for (const dpd::Camera& from :
         {dpd::Camera{.azimuth = 25.0, .elevation = 30.0}, {.azimuth = 200, .elevation = -40}}) {
      look_ = plain;
      look_.view.camera = from;
      looks[k](look_);
      EXPECT_GE(expectColours(all, kFull, kLiquid, kClear, 3.0), 40);
    }
  }
}

// The front of a fluid of several species, which is opaque, has nearly the colours that the legend
// shows.
TEST_F(SurfaceLightTest, OpaqueFluid_HasTheColourOfItsSpecies) {
  for (const glm::vec3& colour : {glm::vec3(0.84f, 0.37f, 0.0f), {0.34f, 0.71f, 0.91f}}) {
    colours_ = {colour, kLiquid};
    look_.view.camera = {.azimuth = 0.0, .elevation = 0.0};
    const Image image = draw(lattice([](const glm::dvec3&) { return true; },
                                     [](const glm::dvec3& at) { return at.z < 1.0 ? 1 : 0; }));
    const glm::dvec3 seen = colourAt(image, size_.x / 2, size_.y / 2) / 255.0;
    EXPECT_LT(glm::distance(seen, glm::dvec3(colour)), 0.15) << seen.r << ' ' << seen.g;
  }
}

// A thin thread of honey hides the background, which would turn its colour into a grey brown.
TEST_F(SurfaceLightTest, Thread_HasAStrongColour) {
  colours_ = {{0.90f, 0.62f, 0.0f}};
  look_.view.camera = {.azimuth = 0.0, .elevation = 0.0};
  look_.background = glm::vec3(0.9f);
  const Image image =
      draw(lattice([](const glm::dvec3& at) { return std::hypot(at.x - 4.0, at.y - 4.0) < 0.9; }));
  const glm::dvec3 seen = colourAt(image, size_.x / 2, size_.y / 2);
  EXPECT_GT(seen.r, 180.0);
  EXPECT_LT(seen.b, 30.0);
}

// In a narrow box, less light from above is lost than in a cube.
TEST_F(SurfaceLightTest, NarrowBox_IsClearWhereItIsThin) {
  box_.size.z = 0.25 * kBoxSide;
  const double high = box_.size.z;
  const std::vector<glm::vec4> all = lattice([=](const glm::dvec3& at) { return at.z < high; });
  look_.view.camera = {.azimuth = 25.0, .elevation = 50.0};
  EXPECT_GT(expectColours(all, kFull, kLiquid, kClear * std::cbrt(0.25), 3.0), 40);
}

// A pool is seen from above, and from below, where it is cut open. In the smaller picture, a pixel
// is as wide as the smooth step at the pool's surface.
TEST_F(SurfaceLightTest, Pool_HasTheColoursOfItsDepth) {
  constexpr double kLevel = 4.0, kCut = 2.6;
  const std::vector<glm::vec4> pool = lattice([](const glm::dvec3& at) { return at.z < kLevel; });
  const SurfaceGrid grid = surfaceGrid(box_, std::ssize(pool), kMostSide);
  const Fill fill = [&](const glm::dvec3& at) { return smoothStep(grid, kLevel - at.z); };
  look_.cut = {0.0f, 0.0f, 1.0f, static_cast<float>(-kCut)};
  const double clear = kClear * std::cbrt(0.5);
  for (const glm::ivec2& size : {glm::ivec2(96, 72), glm::ivec2(28, 21)}) {
    for (const double elevation : {60.0, -60.0}) {
      SCOPED_TRACE(fmt::format("{} pixels, elevation {}", size.x, elevation));
      size_ = size;
      look_.view.camera = {.azimuth = 25.0, .elevation = elevation};
      // The surface of the lattice is not as flat as the surface of the pool, and bends the light
      // that comes through the pool.
      EXPECT_GT(expectColours(pool, fill, kLiquid, clear, 26.0), 40);
    }
  }
}

// The steps along a line of sight are longest deep inside the fluid. They must nevertheless find
// the begin and the end of a gap. A step across a surface is 0.8 widths long. Linear interpolation
// within this step may miss the surface by a tenth of a width, 0.05. Three surfaces may thus change
// the light by up to 6 % (0.15 / kClear), and the colour of layers of this thickness by 2.5 %.
TEST_F(SurfaceLightTest, LayersWithAGap_HaveTheColourOfTheirThickness) {
  look_.view.camera = {.azimuth = 0.0, .elevation = 90.0};
  for (const double upper : {4.25, 4.5, 4.75, 5.0, 5.25}) {
    const double lower = upper - 2.5;
    const std::vector<glm::vec4> layers =
        lattice([&](const glm::dvec3& at) { return at.z < lower || at.z > upper; });
    const SurfaceGrid grid = surfaceGrid(box_, std::ssize(layers), kMostSide);
    const Fill fill = [&](const glm::dvec3& at) {
      return smoothStep(grid, lower - at.z) + smoothStep(grid, at.z - upper);
    };
    const Image image = draw(layers);
    const glm::ivec2 middle = size_ / 2;
    const auto expected =
        expectedColour(middle.x + 0.5, middle.y + 0.5, grid, fill, kLiquid, kClear);
    ASSERT_TRUE(expected);
    EXPECT_LT(glm::distance(colourAt(image, middle.x, middle.y), *expected), 0.025 * 255) << upper;
  }
}

// A fluid that fills little of its box is more opaque.
TEST_F(SurfaceLightTest, Drop_HasTheColoursOfItsChords) {
  constexpr double kRadius = 3.0;
  const glm::dvec3 centre(4.1, 3.9, 4.2);
  const std::vector<glm::vec4> drop =
      lattice([&](const glm::dvec3& at) { return glm::distance(at, centre) < kRadius; });
  const SurfaceGrid grid = surfaceGrid(box_, std::ssize(drop), kMostSide);
  const Fill fill = [&](const glm::dvec3& at) {
    return smoothStep(grid, kRadius - glm::distance(at, centre));
  };
  look_.view.camera = {.azimuth = 25.0, .elevation = 40.0};
  const double volume = 4.0 / 3.0 * std::numbers::pi * kRadius * kRadius * kRadius;
  // Neither the near nor the far surface of the lattice is round.
  EXPECT_GT(expectColours(drop, fill, kLiquid, 0.8 * std::cbrt(volume), 50.0), 40);
}

// If there are more than four species, their colours are blended, both within the fluid and at its
// surface.
TEST_F(SurfaceLightTest, BlendedSpecies_HaveTheirMeanColour) {
  colours_ = {{0.9f, 0.1f, 0.1f},
              {0.1f, 0.1f, 0.9f},
              {0.2f, 0.5f, 0.3f},
              {0.6f, 0.6f, 0.1f},
              {0.0f, 0.4f, 0.8f}};
  // Two species alternate along each axis.
  const auto speciesAt = [](const glm::dvec3& at) {
    return 2 +
           2 * static_cast<int>(std::lround((at.x + at.y + at.z) * kLattice / kBoxSide - 1.5) % 2);
  };
  const std::vector<glm::vec4> all = lattice([](const glm::dvec3&) { return true; }, speciesAt);
  const double clearOfSeveral = 0.4 * deepThickness();
  look_.view.camera = {.azimuth = 25.0, .elevation = 30.0};
  const glm::dvec3 mean = 0.5 * glm::dvec3(colours_[2] + colours_[4]);
  EXPECT_GT(expectColours(all, kFull, mean, clearOfSeveral, 6.0), 40);
  const std::vector<glm::vec4> pool =
      lattice([](const glm::dvec3& at) { return at.z < 4.0; }, speciesAt);
  const SurfaceGrid grid = surfaceGrid(box_, std::ssize(pool), kMostSide);
  const Fill fill = [&](const glm::dvec3& at) { return smoothStep(grid, 4.0 - at.z); };
  look_.view.camera.elevation = 60.0;
  EXPECT_GT(expectColours(pool, fill, mean, clearOfSeveral, 12.0), 40);
}

// A highlighted particle tints the fluid within the cut-off. Cells that the search from this
// particle does not visit become faint.
TEST_F(SurfaceLightTest, Focus_TintsTheFluid) {
  const std::vector<glm::vec4> all = lattice([](const glm::dvec3&) { return true; });
  look_.focus = {
      .place = {4.0f, 4.0f, 4.0f}, .cellEdge = glm::vec3(8.0f), .colour = {1.0f, 0.2f, 0.1f}};
  look_.focus.cutoff = 100.0f;
  const glm::dvec3 tint(look_.focus.colour), background(look_.background), liquid(kLiquid);
  EXPECT_GT(expectColours(all, kFull, glm::mix(liquid, tint, 0.65), kClear, 4.0), 40);
  look_.focus.cutoff = 0.5f;
  look_.focus.cellEdge = glm::vec3(2.0f);
  look_.focus.place = {4.9f, 4.9f, 4.9f};
  EXPECT_GT(expectColours(all, kFull, glm::mix(liquid, background, 0.35), kClear, 4.0), 40);
}

}  // namespace
}  // namespace gpubuck::render
