// Bonds in the picture, compared with lines of sight in double precision.
#include "bond_fixture.h"

namespace gpubuck::render {
namespace {

using BondViewTest = BondFixture;

// Matrices and lines of sight are floats. Some 10 roundings of 2^-24 of coordinates up to 100 make
// errors of 1e-4. kEdge is well above these errors. Pixels whose line of sight is within kEdge of
// an edge are left out.
TEST_F(BondViewTest, Halves_CoverThePixelsWhoseRayMeetsTheirCylinder) {
  constexpr double kEdge = 2e-3;
  std::array<int, 3> covered{};
  int compared = 0, cut = 0, wrapped = 0;
  for (int k = 0; k < 24; ++k) {
    const BondedFluid fluid = randomFluid(14);
    SceneLook look;
    look.view.camera = {
        .azimuth = uniform(-180, 180), .elevation = uniform(-85, 85), .zoom = uniform(0.8, 3)};
    look.view.bondRadius = uniform(0.3, 1.0);
    if (k % 4 == 1) look.view.hidden = {k % 3};
    if (k % 4 == 2) look.cut = {0.0f, 0.0f, -1.0f, 4.0f};
    if (k % 4 == 3) look.view.sliceAxis = k % 3, look.view.sliceThickness = 4.0;
    const double radius = uniform(0.4, 0.8);
    upload(fluid);
    look.bonds = &*ends_;
    const Camera camera = sceneCamera(fluid.box, look.view.camera, {0, 0, kBondsWide, kBondsTall});
    BondView view(device_, fluid.box, kBondColours);
    target_.begin();
    view.draw(*position_, camera, look, static_cast<float>(radius), 1.0f, kBondsTall);
    target_.read();

    const std::vector<HalfBond> halves = fluid.halves(look);
    cut += halves.size() < 2 * fluid.bonds.size() ? 1 : 0;
    for (const HalfBond& half : halves) {
      const glm::dvec3 end = half.from + half.length * half.axis;
      wrapped += glm::any(glm::lessThan(end, glm::dvec3(0.0))) ||
                         glm::any(glm::greaterThan(end, fluid.box.size))
                     ? 1
                     : 0;
    }
    const double thick = look.view.bondRadius * radius;
    for (int y = 0; y < kBondsTall; ++y) {
      for (int x = 0; x < kBondsWide; ++x) {
        const Ray ray = sightOf(camera, x, y);
        Met met;
        for (const HalfBond& half : halves) {
          met.add(entry(ray, half, thick, 0.0), entry(ray, half, thick, kEdge),
                  entry(ray, half, thick, -kEdge), half.species);
        }
        if (!met.isCertain()) continue;
        ++compared;
        if (met.species() != kNothing) ++covered[static_cast<std::size_t>(met.species())];
        ASSERT_EQ(speciesIn(target_.at(x, y)), met.species())
            << "case " << k << " at " << x << ' ' << y;
      }
    }
  }
  EXPECT_GE(cut, 12);
  EXPECT_GE(wrapped, 20);
  EXPECT_GT(compared, 24 * kBondsWide * kBondsTall * 9 / 10);
  for (const int pixels : covered) EXPECT_GT(pixels, 3000);
}

TEST_F(BondViewTest, EndOn_IsADisc) {
  BondedFluid fluid;
  fluid.box.size = {8, 8, 8};
  // One bond is on the line of sight through the middle. The other bond is parallel to the first
  // bond, and perspective shows the side of this other bond.
  fluid.particles = {{4, 3, 4, 0}, {4, 5, 4, 1}, {2, 3, 6, 1}, {2, 5, 6, 0}};
  fluid.bonds = {{0, 1}, {2, 3}};
  upload(fluid);
  SceneLook look;
  look.view.camera = {.azimuth = 0.0, .elevation = 0.0};
  look.view.bondRadius = 1.0;
  look.bonds = &*ends_;
  const Camera camera = sceneCamera(fluid.box, look.view.camera, {0, 0, kBondsWide, kBondsTall});
  BondView view(device_, fluid.box, kBondColours);
  target_.begin();
  view.draw(*position_, camera, look, 0.6f, 1.0f, kBondsTall);
  target_.read();
  std::array<int, 2> covered{};
  for (int y = 0; y < kBondsTall; ++y) {
    for (int x = 0; x < kBondsWide; ++x) {
      const Ray ray = sightOf(camera, x, y);
      Met met;
      for (const HalfBond& half : fluid.halves(look)) {
        met.add(entry(ray, half, 0.6, 0.0), entry(ray, half, 0.6, 2e-3),
                entry(ray, half, 0.6, -2e-3), half.species);
      }
      if (!met.isCertain()) continue;
      ASSERT_EQ(speciesIn(target_.at(x, y)), met.species()) << x << ' ' << y;
      if (met.species() != kNothing) ++covered[static_cast<std::size_t>(met.species())];
    }
  }
  EXPECT_GT(covered[0], 50);
  EXPECT_GT(covered[1], 50);
}

TEST_F(BondViewTest, SpheresAndBonds_HideEachOtherByDepth) {
  constexpr float kSphere = 0.5f;
  constexpr double kShare = 0.6, kEdge = 2e-3;
  const Camera camera = flatSight();
  std::array<int, 3> bondPixels{}, spherePixels{};
  for (int k = 0; k < 10; ++k) {
    BondedFluid fluid;
    fluid.box.size = {8, 6, 8};
    // The bonds are between species 0 and 2, with spheres of species 1 among them.
    for (int i = 0; i < 12; ++i) {
      fluid.particles.push_back(placeIn(fluid.box, i % 2 == 0 ? 0 : 2));
      if (i % 2 == 1) fluid.bonds.push_back({i - 1, i});
    }
    for (int i = 0; i < 20; ++i) fluid.particles.push_back(placeIn(fluid.box, 1));
    upload(fluid);
    SceneLook look;
    look.view.bondRadius = kShare;
    look.bonds = &*ends_;
    ParticleView spheres(device_, fluid.box, kBondColours);
    BondView bonds(device_, fluid.box, kBondColours);
    for (const bool bondsFirst : {false, true}) {
      target_.begin();
      if (bondsFirst) bonds.draw(*position_, camera, look, kSphere, 1.0f, kBondsTall);
      spheres.draw(*position_, camera, look, kSphere, kBondsTall);
      if (!bondsFirst) bonds.draw(*position_, camera, look, kSphere, 1.0f, kBondsTall);
      target_.read();
      for (int y = 0; y < kBondsTall; ++y) {
        for (int x = 0; x < kBondsWide; ++x) {
          const Ray ray{{8.0 * (x + 0.5) / kBondsWide, 6.0 * (y + 0.5) / kBondsTall, 20.0},
                        {0.0, 0.0, -1.0}};
          Met met;
          for (const glm::vec4& particle : fluid.particles) {
            const glm::dvec3 centre{glm::vec3(particle)};
            met.add(entry(ray, centre, kSphere), entry(ray, centre, kSphere + kEdge),
                    entry(ray, centre, kSphere - kEdge), static_cast<int>(particle.w));
          }
          const double sphere = met.nearest();
          for (const HalfBond& half : fluid.halves(look)) {
            const double radius = kShare * kSphere;
            met.add(entry(ray, half, radius, 0.0), entry(ray, half, radius, kEdge),
                    entry(ray, half, radius, -kEdge), half.species);
          }
          if (!met.isCertain()) continue;
          ASSERT_EQ(speciesIn(target_.at(x, y)), met.species())
              << "case " << k << " at " << x << ' ' << y;
          if (met.species() == kNothing) continue;
          auto& pixels = met.nearest() < sphere ? bondPixels : spherePixels;
          ++pixels[static_cast<std::size_t>(met.species())];
        }
      }
    }
  }
  EXPECT_GT(bondPixels[0], 500);
  EXPECT_GT(bondPixels[2], 500);
  EXPECT_GT(spherePixels[1], 5000);
}

// A cylinder is lit like a sphere. Where its normal faces the eye, and on a flat end, it is lit
// like the middle of a sphere.
TEST_F(BondViewTest, Light_FollowsTheNormal) {
  BondedFluid fluid;
  fluid.box.size = {8, 6, 8};
  fluid.particles = {{2, 2, 4, 0}, {6, 2, 4, 0}, {1, 5, 4, 0}, {4, 5, 2, 0}, {4, 5, 6, 1}};
  fluid.bonds = {{0, 1}, {3, 4}};
  upload(fluid);
  SceneLook look;
  look.view.bondRadius = 0.8;
  look.view.hidden = {1};  // hides half of a bond; the other half's flat end faces the eye
  const Camera camera = flatSight();
  const auto colour = [&](double x, double y) {
    return target_.at(static_cast<int>(x * kBondsWide / 8.0),
                      static_cast<int>(y * kBondsTall / 6.0));
  };
  target_.begin();
  ParticleView(device_, fluid.box, kBondColours).draw(*position_, camera, look, 0.8f, kBondsTall);
  target_.read();
  const glm::vec3 facing = colour(1.0, 5.0), below = colour(1.0, 5.0 - 0.7 * 0.8);
  look.bonds = &*ends_;
  target_.begin();
  BondView(device_, fluid.box, kBondColours).draw(*position_, camera, look, 0.8f, 1.0f, kBondsTall);
  target_.read();
  // A pixel is a twentieth of a unit wide. Within a pixel, the normals of surfaces with these radii
  // turn by up to 0.08.
  constexpr float kTurned = 0.06f;
  EXPECT_LT(glm::distance(colour(4.0, 2.0), facing), kTurned);
  EXPECT_LT(glm::distance(colour(3.0, 2.0), facing), kTurned);
  EXPECT_LT(glm::distance(colour(4.0, 2.0 - 0.7 * 0.64), below), kTurned);
  EXPECT_LT(glm::distance(colour(4.0, 5.0), facing), kTurned);
  EXPECT_LT(glm::distance(colour(4.4, 5.3), facing), kTurned) << "the end is flat";
  EXPECT_GT(glm::distance(below, facing), 2.0f * kTurned);
}

}  // namespace
}  // namespace gpubuck::render
