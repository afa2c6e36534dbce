// The offer of a smaller fluid: when it is made, and the fluid offered.
#include "demo/shows/smaller_offer.h"

#include <cmath>

#include "base/error.h"
#include "demo/actions/actions.h"
#include "demo/actions/undo.h"
#include "demo/demo_test.h"
#include "demo/panels/gallery.h"
#include "scenario/built_in.h"

namespace gpubuck::demo {
namespace {

TEST(ScaledTo, BuiltInScenarios_KeepShapeAndDensity) {
  for (const GalleryEntry& entry : gallery()) {
    const scenario::Scenario full = scenario::builtIn(entry.name);
    const auto count = scenario::particleCount(full);
    for (const double share : {0.75, 0.3}) {
      const auto wanted = static_cast<std::int64_t>(share * double(count));
      const scenario::Scenario scaled = scaledTo(full, wanted);
      EXPECT_NO_THROW(scenario::requireValid(scaled)) << entry.name;
      EXPECT_NEAR(double(scenario::particleCount(scaled)), double(wanted), 0.08 * double(wanted))
          << entry.name;
      EXPECT_EQ(scaled.fluid.density, full.fluid.density);
      const cells::Box &box = scaled.fluid.box, &before = full.fluid.box;
      double factor = 0.0;  // of the sides that are not thin
      for (int axis = 0; axis < before.dimensions; ++axis) {
        EXPECT_LE(box.size[axis], before.size[axis]) << entry.name;
        if (box.size[axis] <= 5.05) continue;
        const double each = box.size[axis] / before.size[axis];
        if (factor == 0.0) factor = each;
        EXPECT_NEAR(each, factor, 0.02) << entry.name << " axis " << axis;
      }
    }
  }
}

TEST(ScaledTo, ThinSides_KeepTheirLength) {
  const scenario::Scenario scaled =
      scaledTo(scenario::builtIn("rayleigh-taylor"),
               scenario::particleCount(scenario::builtIn("rayleigh-taylor")) / 4);
  EXPECT_EQ(scaled.fluid.box.size, glm::dvec3(52.0, 3.0, 35.0));
}

TEST(ScaledTo, RegionsAndDrain_ScaleWithTheBox) {
  const scenario::Scenario full = scenario::parseScenario(
      "[box]\nsize = [20, 20, 20]\n[initial]\nstate = \"regions\"\n"
      "[[region]]\nshape = \"sphere\"\ncentre = [10, 5, 15]\nradius = 4\n"
      "[[region]]\nshape = \"box\"\nlow = [0, 0, 0]\nhigh = [20, 4, 10]\n"
      "[[region]]\nshape = \"layer\"\naxis = \"z\"\nfrom = 0\nto = 2\n"
      "[drain]\nradius = 2\ncentre = [18, 2, 2]\noutlet = [2, 2, 16]\nrate = 1\n",
      "test.toml", {});
  const scenario::Scenario half = scaledTo(full, scenario::particleCount(full) / 8);
  EXPECT_EQ(half.fluid.box.size, glm::dvec3(10.0));
  EXPECT_EQ(half.regions[0].shape.centre, glm::dvec3(5.0, 2.5, 7.5));
  EXPECT_EQ(half.regions[0].shape.radius, 2.0);
  EXPECT_EQ(half.regions[1].shape.high, glm::dvec3(10.0, 2.0, 5.0));
  EXPECT_EQ(half.regions[2].to, 1.0);
  EXPECT_EQ(half.fluid.drain.centre, glm::dvec3(9.0, 1.0, 1.0));
  EXPECT_EQ(half.fluid.drain.outlet, glm::dvec3(1.0, 1.0, 8.0));
  EXPECT_EQ(half.fluid.drain.radius, 1.0);
}

TEST(ScaledTo, BallsOfBondedParticles_StayRound) {
  const scenario::Scenario full = scenario::builtIn("wave-tank");
  const scenario::Scenario scaled = scaledTo(full, scenario::particleCount(full) / 3);
  for (std::size_t i = 0; i < full.regions.size(); ++i) {
    EXPECT_EQ(scaled.regions[i].shape.radius, full.regions[i].bond ? 2.0 * 0.63 : 0.0);
  }
}

class SmallerOfferTest : public DemoTest {
 protected:
  SmallerOfferTest() : DemoTest("[box]\nsize = [20, 10, 10]\n") {
    state_.offersSmaller = true;
    setDefaults(state_);
    makeSteps();
  }
  SmallerOffer& offer() { return state_.smallerOffer; }
  /// Makes enough steps for a measured speed.
  void makeSteps() {
    while (session_.simulation().stepNumber() < 5) session_.advance(1, 10.0, {});
  }
  /// Carries out what is pending, also the creation of a fluid that takes longer than a picture.
  void runPending() {
    state_.runPending();
    while (state_.pendingFluid) continuePendingFluid(state_, 1000.0);
  }
};

TEST_F(SmallerOfferTest, SlowFluid_IsOfferedSmaller) {
  ASSERT_EQ(session_.simulation().count(), 6000);
  EXPECT_FALSE(offer().scenario());
  offer().update(state_, 0.0);
  EXPECT_FALSE(offer().scenario()) << "its speed is not known";
  restart(state_);
  runPending();
  setDefaults(state_);
  offer().update(state_, 1.0);
  EXPECT_FALSE(offer().scenario()) << "the first steps compile shaders";
  makeSteps();
  offer().update(state_, 1.0 / 12.0);
  ASSERT_TRUE(offer().scenario());
  EXPECT_NEAR(offer().rate(), 12.0, 1e-9);
  // 0.9 * 6000 * 12 / 30, rounded to two digits.
  const auto offered = double(scenario::particleCount(*offer().scenario()));
  EXPECT_NEAR(offered, 2200.0, 0.03 * 2200.0);
  EXPECT_EQ(session_.simulation().count(), 6000) << "it is asked first";
}

TEST_F(SmallerOfferTest, FastFluid_IsNot) {
  offer().update(state_, 1.0 / 31.0);
  EXPECT_FALSE(offer().scenario());
  offer().update(state_, 1.0);
  EXPECT_FALSE(offer().scenario()) << "one measurement decides";
}

TEST_F(SmallerOfferTest, Accepted_OpensItOnce) {
  offer().update(state_, 1.0 / 12.0);
  const scenario::Scenario offered = *offer().scenario();
  offer().accept(state_);
  runPending();
  EXPECT_EQ(scenario::toToml(session_.scenario()), scenario::toToml(offered));
  EXPECT_EQ(session_.simulation().stepNumber(), 0);
  makeSteps();
  offer().update(state_, 1.0 / 12.0);
  EXPECT_FALSE(offer().scenario()) << "it is not asked again";
}

TEST_F(SmallerOfferTest, Declined_StaysDeclinedUntilTheNextScenario) {
  offer().update(state_, 1.0 / 12.0);
  offer().decline();
  offer().update(state_, 1.0 / 12.0);
  EXPECT_FALSE(offer().scenario());
  // 72,000 particle-steps per second predict 14 steps of this one.
  openScenario(state_, "equilibrium");
  runPending();
  ASSERT_TRUE(offer().scenario());
  EXPECT_EQ(offer().scenario()->name, "equilibrium");
  makeSteps();
  offer().update(state_, 1.0 / 40.0);
  EXPECT_FALSE(offer().scenario()) << "it is faster than predicted";
}

TEST_F(SmallerOfferTest, Undo_TakesTheOfferOfTheOtherFluidBack) {
  watchChanges(state_);
  offer().update(state_, 1.0 / 12.0);
  offer().decline();
  openScenario(state_, "equilibrium");
  runPending();
  watchChanges(state_);
  offer().update(state_, 0.0);
  ASSERT_TRUE(offer().scenario());
  undo(state_);
  runPending();
  ASSERT_EQ(session_.simulation().count(), 6000);
  offer().update(state_, 0.0);
  EXPECT_FALSE(offer().scenario());
}

TEST_F(SmallerOfferTest, FixedWindow_OffersNothing) {
  state_.offersSmaller = false;
  setDefaults(state_);
  offer().update(state_, 1.0);
  EXPECT_FALSE(offer().scenario());
}

}  // namespace
}  // namespace gpubuck::demo
