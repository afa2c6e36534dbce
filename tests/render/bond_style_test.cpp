// Bonds in the styles of a picture: bonds in two dimensions, bonds as lines, thin bonds, and bonds
// that are not drawn.
#include "bond_fixture.h"

namespace gpubuck::render {
namespace {

using BondStyleTest = BondFixture;

// In two dimensions, a bond is a line as wide as the cylinder, in the plain colours with haze.
TEST_F(BondStyleTest, TwoDimensions_DrawRectangles) {
  const Camera camera = flatSight();
  BondedFluid fluid;
  fluid.box.size = {8, 6, 1};
  fluid.box.dimensions = 2;
  for (int i = 0; i < 16; ++i) {
    fluid.particles.push_back(placeIn(fluid.box, i % 3));
    if (i % 2 == 1) fluid.bonds.push_back({i - 1, i});
  }
  upload(fluid);
  SceneLook look;
  look.view.bondRadius = 0.5;
  look.bonds = &*ends_;
  BondView view(device_, fluid.box, kBondColours);
  target_.begin();
  view.draw(*position_, camera, look, 0.4f, 1.0f, kBondsTall);
  target_.read();
  constexpr double kEdge = 2e-3;
  int covered = 0;
  for (int y = 0; y < kBondsTall; ++y) {
    for (int x = 0; x < kBondsWide; ++x) {
      const glm::dvec3 place(8.0 * (x + 0.5) / kBondsWide, 6.0 * (y + 0.5) / kBondsTall, 0.0);
      std::array<int, 3> meets{}, misses{};
      for (const HalfBond& half : fluid.halves(look)) {
        const glm::dvec3 from = place - half.from;
        const double along = glm::dot(from, half.axis);
        const double beyond = std::max(
            {-along, along - half.length, glm::length(from - along * half.axis) - 0.5 * 0.4});
        auto& species = beyond < -kEdge ? meets : misses;
        if (beyond < kEdge) ++species[static_cast<std::size_t>(half.species)];
      }
      const int seen = speciesIn(target_.at(x, y));
      const int most = meets[0] + meets[1] + meets[2], edges = misses[0] + misses[1] + misses[2];
      if (edges > 0) continue;
      ASSERT_EQ(seen != kNothing, most > 0) << x << ' ' << y;
      if (seen == kNothing) continue;
      // If several bonds cross at a pixel, any of them may be seen there.
      EXPECT_GT(meets[static_cast<std::size_t>(seen)], 0) << x << ' ' << y;
      const glm::vec3 hazed =
          glm::mix(kBondColours[static_cast<std::size_t>(seen)], glm::vec3(1.0f), 0.175f);
      EXPECT_LT(glm::distance(target_.at(x, y), hazed), 0.01f) << x << ' ' << y;
      ++covered;
    }
  }
  EXPECT_GT(covered, 1500);
}

// A bond between points is at least a pixel wide, at any depth and however small the points are.
TEST_F(BondStyleTest, Points_HaveLinesOfOnePixel) {
  BondedFluid fluid;
  fluid.box.size = {8, 6, 8};
  fluid.particles = {{1, 1, 1, 0}, {7, 4, 7, 2}};
  fluid.bonds = {{0, 1}};
  fluid.box.boundary.fill(cells::Boundary::Reflecting);
  upload(fluid);
  SceneLook look;
  look.style = ParticleStyle::Points;
  look.bonds = &*ends_;
  BondView view(device_, fluid.box, kBondColours);
  for (const float pointSize : {1.0f, 8.0f}) {
    target_.begin();
    view.draw(*position_, flatSight(), look, 0.5f, pointSize, kBondsTall);
    target_.read();
    // The line rises by 1 pixel over 2, so that its width along y is more than its width across.
    const double wide = std::max(1.0, 0.5 * pointSize) * std::hypot(1.0, 0.5);
    for (int x = 21; x < 139; ++x) {
      int pixels = 0;
      for (int y = 0; y < kBondsTall; ++y) {
        if (!target_.marked(x, y)) continue;
        ++pixels;
        EXPECT_NEAR(y + 0.5, 20.0 + 0.5 * (x + 0.5 - 20.0), 0.5 * wide + 0.01);
        // The boundary of the halves is at right angles to the line.
        if (std::abs(x - 80) < wide) continue;
        EXPECT_EQ(speciesIn(target_.at(x, y)), x < 80 ? 0 : 2);
      }
      EXPECT_NEAR(pixels, wide, 1.0) << x;
      EXPECT_GE(pixels, 1) << x;
    }
  }
}

TEST_F(BondStyleTest, ThinBond_IsStillDrawn) {
  BondedFluid fluid;
  fluid.box.size = {8, 6, 8};
  fluid.particles = {{1, 2.013f, 4, 0}, {4, 2.21f, 4, 0}};
  fluid.bonds = {{0, 1}};
  upload(fluid);
  SceneLook look;
  look.view.bondRadius = 0.001;
  look.bonds = &*ends_;
  target_.begin();
  BondView(device_, fluid.box, kBondColours)
      .draw(*position_, flatSight(), look, 0.5f, 1.0f, kBondsTall);
  target_.read();
  for (int x = 21; x < 79; ++x) {
    int pixels = 0;
    for (int y = 0; y < kBondsTall; ++y) pixels += target_.marked(x, y) ? 1 : 0;
    EXPECT_GE(pixels, 1) << x;
    EXPECT_LE(pixels, 2) << x;
  }
}

TEST_F(BondStyleTest, NothingToDraw_DrawsNothing) {
  BondedFluid fluid;
  fluid.box.size = {8, 6, 8};
  fluid.particles = {{2, 2, 4, 0}, {4, 3, 4, 1}, {2, 2, 4, 1}};
  fluid.bonds = {{0, 1}};
  upload(fluid);
  BondView view(device_, fluid.box, kBondColours);
  SceneLook look;
  look.bonds = &*ends_;
  const auto pixels = [&] {
    target_.begin();
    view.draw(*position_, flatSight(), look, 0.5f, 1.0f, kBondsTall);
    target_.read();
    return target_.markedCount();
  };
  EXPECT_GT(pixels(), 100);
  look.view.bondRadius = 0.0;
  EXPECT_EQ(pixels(), 0);
  look.view.bondRadius = 0.5;
  look.style = ParticleStyle::Surface;
  EXPECT_EQ(pixels(), 0);
  look.style = ParticleStyle::Spheres;
  look.bonds = nullptr;
  EXPECT_EQ(pixels(), 0);
  // A bond of an absent particle, and a bond of two particles at the same place, are not drawn.
  ends_->upload(std::vector{texel::encodeId(0, true), texel::encodeId(kNullId, true)});
  look.bonds = &*ends_;
  EXPECT_EQ(pixels(), 0);
  ends_->upload(std::vector{texel::encodeId(0, true), texel::encodeId(2, true)});
  EXPECT_EQ(pixels(), 0);
  const texel::IdArray none(device_, "ends", 0);
  look.bonds = &none;
  EXPECT_EQ(pixels(), 0);
}

TEST_F(BondStyleTest, RestoresTheStateForPasses) {
  BondedFluid fluid;
  fluid.box.size = {8, 6, 8};
  fluid.particles = {{2, 2, 4, 0}, {4, 3, 4, 1}};
  fluid.bonds = {{0, 1}};
  upload(fluid);
  SceneLook look;
  look.bonds = &*ends_;
  target_.begin();
  BondView(device_, fluid.box, kBondColours)
      .draw(*position_, flatSight(), look, 0.5f, 1.0f, kBondsTall);
  for (const GLenum state : test::statesThatAreOff()) EXPECT_FALSE(glIsEnabled(state)) << state;
}

}  // namespace
}  // namespace gpubuck::render
