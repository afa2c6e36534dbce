// A tilted box: the direction of gravity, and the reactions of fluid and pointer.
#include "demo/tools/tilt.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <cmath>
#include <glm/geometric.hpp>
#include <glm/trigonometric.hpp>

#include "demo/actions/tool_actions.h"
#include "demo/actions/undo.h"
#include "demo/demo_test.h"
#include "demo/tools/pointer.h"
#include "demo/view/fluid_view.h"
#include "render/camera.h"

namespace gpubuck::demo {
namespace {

using cells::Boundary;

dpd::Fluid fluidIn(const std::array<Boundary, 3>& boundary, const glm::dvec3& gravity) {
  dpd::Fluid fluid;
  fluid.box.size = {9.0, 5.0, 7.0};
  fluid.box.boundary = boundary;
  fluid.gravity = gravity;
  return fluid;
}

constexpr std::array kWalls{Boundary::Reflecting, Boundary::Reflecting, Boundary::Reflecting};

scenario::Camera anyView() {
  scenario::Camera view;
  view.azimuth = *rc::gen::inRange(-1800, 1800) / 10.0;
  view.elevation = *rc::gen::inRange(-900, 900) / 10.0;
  return view;
}
double anyRoll() { return *rc::gen::inRange(-7200, 7200) / 20.0; }

/// As the picture has it: to the right, up, towards the eye.
glm::dvec3 inPicture(const dpd::Fluid& fluid, const scenario::Camera& view,
                     const glm::dvec3& vector) {
  return glm::dmat3(render::fitCamera(fluid.box, view, 1.5).view) * vector;
}

// The camera's matrices are floats.
constexpr double kRounding = 1e-6;

RC_GTEST_PROP(TiltedGravity, PointsDownInThePicture, ()) {
  const dpd::Fluid fluid = fluidIn(kWalls, {0.0, 0.0, -0.5});
  const scenario::Camera level = anyView();
  const double roll = anyRoll();
  scenario::Camera rolled = level;
  rolled.roll = roll;
  const glm::dvec3 gravity = tiltedGravity(fluid, level, roll);
  const glm::dvec3 seen = inPicture(fluid, rolled, gravity);
  const double elevation = glm::radians(level.elevation);
  RC_ASSERT(std::abs(seen.x) < kRounding);
  RC_ASSERT(std::abs(seen.y + 0.5 * std::cos(elevation)) < kRounding);
  RC_ASSERT(std::abs(seen.z + 0.5 * std::sin(elevation)) < kRounding);
  RC_ASSERT(std::abs(glm::length(gravity) - 0.5) < 1e-12);
}

// Rodrigues' rotation about the line of sight is the oracle.
RC_GTEST_PROP(TiltedGravity, TurnsAboutLineOfSightTowardsWallsOnly, ()) {
  const auto coordinate = [] { return *rc::gen::inRange(-100, 100) / 100.0; };
  std::array<Boundary, 3> boundary{};
  for (Boundary& side : boundary) {
    side = *rc::gen::arbitrary<bool>() ? Boundary::Periodic : Boundary::Reflecting;
  }
  dpd::Fluid fluid = fluidIn(boundary, {coordinate(), coordinate(), coordinate()});
  fluid.box.dimensions = *rc::gen::inRange(2, 4);
  if (fluid.box.dimensions == 2) fluid.gravity.z = 0.0;
  const scenario::Camera view = anyView();
  const double roll = anyRoll();
  const double azimuth = glm::radians(view.azimuth), elevation = glm::radians(view.elevation);
  const glm::dvec3 toEye(std::sin(azimuth) * std::cos(elevation),
                         -std::cos(azimuth) * std::cos(elevation), std::sin(elevation));
  const double cosine = std::cos(glm::radians(roll)), sine = std::sin(glm::radians(roll));
  const glm::dvec3& g = fluid.gravity;
  const glm::dvec3 turned =
      cosine * g + sine * glm::cross(toEye, g) + (1.0 - cosine) * glm::dot(toEye, g) * toEye;
  const glm::dvec3 tilted = tiltedGravity(fluid, view, roll);
  for (int axis = 0; axis < 3; ++axis) {
    const bool hasWalls = axis < fluid.box.dimensions && !fluid.box.isPeriodic(axis);
    if (hasWalls) RC_ASSERT(std::abs(tilted[axis] - turned[axis]) < 1e-12);
    if (!hasWalls) RC_ASSERT(tilted[axis] == g[axis]);
  }
  RC_ASSERT(tiltedGravity(fluid, view, 0.0) == g);
}

TEST(WhyNoTilt, NamesTheRemedy) {
  constexpr Boundary kPeriodic = Boundary::Periodic, kWall = Boundary::Reflecting;
  const glm::dvec3 down(0.0, 0.0, -1.0);
  scenario::Camera front, side, top;
  front.azimuth = 10.0;
  side.azimuth = 90.0;
  top.elevation = 90.0;
  EXPECT_EQ(whyNoTilt(fluidIn(kWalls, down), front), "");
  EXPECT_EQ(whyNoTilt(fluidIn(kWalls, glm::dvec3(0.0)), front),
            "this fluid has no gravity; set it under Physics");
  EXPECT_EQ(whyNoTilt(fluidIn(kWalls, down), top),
            "the view is along gravity; look from the front (Shift+1)");
  EXPECT_EQ(whyNoTilt(fluidIn({kWall, kPeriodic, kWall}, down), front), "");
  EXPECT_EQ(whyNoTilt(fluidIn({kWall, kPeriodic, kWall}, down), side),
            "the box tilts only towards walls, but it is periodic along y; look from another side");
  EXPECT_EQ(whyNoTilt(fluidIn({kPeriodic, kPeriodic, kWall}, down), front),
            "the box tilts only towards walls, but it is periodic along x and y; set walls by "
            "box.boundary in the scenario file");
}

TEST(TiltTest, SpringsBackTheShorterWay) {
  const Clock::time_point begun{};
  const auto at = [&](double share) {
    return begun + std::chrono::duration_cast<Clock::duration>(
                       std::chrono::duration<double>(share * Tilt::kSpringSeconds));
  };
  Tilt tilt;
  EXPECT_FALSE(tilt.isThere());
  tilt.hold();
  tilt.turn(300.0);
  tilt.turn(40.0);
  tilt.update(at(5.0));
  EXPECT_EQ(tilt.roll(), 340.0) << "it is held";
  tilt.release(begun);
  EXPECT_EQ(tilt.roll(), -20.0);
  EXPECT_TRUE(tilt.isSpringing());
  tilt.update(at(0.5));
  EXPECT_NEAR(tilt.roll(), -10.0, 1e-6);
  tilt.hold();
  tilt.update(at(0.7));
  EXPECT_NEAR(tilt.roll(), -10.0, 1e-6) << "it is taken where it is";
  tilt.release(begun);
  tilt.update(at(1.01));
  EXPECT_EQ(tilt.roll(), 0.0);
  EXPECT_FALSE(tilt.isThere());
}

// A drop in the middle of a box with walls all around, and periodic along y.
const std::string kDrop = R"(
[box]
size = [16, 8, 16]
boundary = ["reflecting", "periodic", "reflecting"]
[fluid]
gravity = [0, 0, -0.5]
[integrator]
dt = 0.01
[initial]
state = "regions"
[[region]]
shape = "sphere"
centre = [8, 4, 8]
radius = 3
[view]
azimuth = 0
elevation = 0
)";

class TiltedFluid : public DemoGuiTest {
 protected:
  TiltedFluid() : DemoGuiTest(kDrop, {320.0F, 640.0F}) { setDefaults(state_); }

  glm::dvec3 meanVelocity() {
    const dpd::ParticleState particles = session_.simulation().downloadState();
    glm::dvec3 sum(0.0);
    for (const glm::vec4& velocity : particles.velocity) sum += glm::dvec3(velocity);
    return sum / static_cast<double>(particles.count());
  }

  /// One picture with these events of the mouse, the pointer at `place` at its end.
  void picture(const glm::dvec2& place, const std::vector<gl::ButtonEvent>& buttons = {}) {
    ImGui::GetIO().DeltaTime = 0.1F;
    ImGui::GetIO().MousePos = {static_cast<float>(place.x), static_cast<float>(place.y)};
    ImGui::NewFrame();
    pointer_.update(state_, {0, 400, 320, 240}, buttons);
    ImGui::Render();
    state_.runPending();
  }
  /// A drag of a quarter of the picture to the right: 45 degrees.
  void tilt() {
    setTool(state_, PointerTool::Tilt);
    picture(from_, {{.button = 0, .down = true, .place = from_}});
    picture(to_);
  }
  void letGo(bool shift = false) { picture(to_, {{.button = 0, .place = to_, .shift = shift}}); }

  const glm::dvec2 from_{120.0, 100.0}, to_{200.0, 90.0};
  Pointer pointer_;
};

// Pair forces change no momentum, so the drop as a whole falls freely before it meets a wall.
TEST_F(TiltedFluid, FallsAlongGravity) {
  const double dt = session_.scenario().fluid.dt;
  for (const texel::Engine engine : test::testedEngines()) {
    session_.start(session_.scenario());
    session_.setEngine(engine);
    const glm::dvec3 gravity(0.3, 0.0, -0.4);
    // Leap-frog: the velocity is half a step apart from the position; the first step corrects this.
    const auto expectFall = [&](int steps, const PointerForces& forces,
                                const glm::dvec3& expected) {
      const glm::dvec3 before = meanVelocity();
      session_.advance(steps, 1000.0, forces);
      const glm::dvec3 change = (meanVelocity() - before) / (steps * dt);
      EXPECT_LT(glm::length(change - expected), 0.6 / steps * glm::length(expected) + 1e-3)
          << change.x << ' ' << change.y << ' ' << change.z;
    };
    expectFall(30, {}, {0.0, 0.0, -0.5});
    expectFall(30, {.gravity = gravity}, gravity);
    EXPECT_EQ(session_.scenario().fluid.gravity.x, 0.0) << "a tilt is no value";
    const std::int64_t kept = *session_.keep();
    EXPECT_EQ(session_.history().find(kept)->fluid.scenario.fluid.gravity.x, 0.0);
    expectFall(30, {}, {0.0, 0.0, -0.5});
  }
}

TEST_F(TiltedFluid, Drag_TiltsAndReleaseSpringsBack) {
  const scenario::Scenario before = session_.scenario();
  tilt();
  EXPECT_EQ(state_.stroke, "tilt");
  EXPECT_NEAR(shownView(state_).camera.roll, 45.0, 1e-9);
  ASSERT_TRUE(pointer_.forces().gravity);
  // Clockwise: the right side is now below.
  const glm::dvec3 wanted = 0.5 * std::sqrt(0.5) * glm::dvec3(1.0, 0.0, -1.0);
  EXPECT_LT(glm::length(*pointer_.forces().gravity - wanted), 1e-9);
  EXPECT_FALSE(pointer_.forces().impulse);
  EXPECT_EQ(state_.grip.radius, 0.0F) << "it grips no particles";
  session_.advance(3, 1000.0, pointer_.forces());
  letGo();
  EXPECT_EQ(state_.stroke, "");
  EXPECT_TRUE(state_.tilt.isSpringing());
  state_.tilt.update(Clock::now() + std::chrono::seconds(1));
  picture(to_);
  EXPECT_FALSE(pointer_.forces().gravity);
  EXPECT_EQ(scenario::toToml(session_.scenario()), scenario::toToml(before));
  takeBack(state_);
  EXPECT_EQ(session_.simulation().stepNumber(), 0);
}

TEST_F(TiltedFluid, ShiftDrag_StaysTiltedUntilUndo) {
  tilt();
  session_.advance(2, 1000.0, pointer_.forces());
  const glm::dvec3 gravity = *pointer_.forces().gravity;
  letGo(true);
  EXPECT_FALSE(state_.tilt.isThere());
  EXPECT_EQ(session_.scenario().fluid.gravity, gravity);
  EXPECT_NEAR(shownView(state_).camera.roll, 45.0, 1e-9);
  tilt();  // from there on
  EXPECT_NEAR(shownView(state_).camera.roll, 90.0, 1e-9);
  EXPECT_LT(glm::length(*pointer_.forces().gravity - glm::dvec3(0.5, 0.0, 0.0)), 1e-9);
  letGo();
  state_.tilt.level();
  takeBack(state_);
  EXPECT_EQ(session_.scenario().fluid.gravity, glm::dvec3(0.0, 0.0, -0.5));
  EXPECT_EQ(session_.scenario().view.camera.roll, 0.0);
  EXPECT_EQ(session_.simulation().stepNumber(), 0);
}

TEST_F(TiltedFluid, AnotherFluid_IsLevel) {
  tilt();
  letGo();
  ASSERT_TRUE(state_.tilt.isSpringing());
  restart(state_);
  state_.runPending();
  picture(to_);
  EXPECT_FALSE(state_.tilt.isThere());
}

TEST_F(TiltedFluid, Arrow_ShowsGravity) {
  FluidView view;
  const auto draw = [&] {
    view.draw(state_, {.outline = false, .axes = false, .scaleBar = false, .legend = false},
              {0, 0, 300, 200}, 12.0);
    return view.read().rgb;
  };
  const auto level = draw();
  state_.tilt.hold();
  EXPECT_NE(draw(), level);
  state_.tilt.level();
  EXPECT_EQ(draw(), level);
}

}  // namespace
}  // namespace gpubuck::demo
