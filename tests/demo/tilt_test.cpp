// A tilted box: the direction of gravity, and the reactions of fluid and pointer.
#include "demo/view/tilt.h"

#define GLFW_INCLUDE_NONE
#include <GLFW/glfw3.h>
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <cmath>
#include <glm/geometric.hpp>
#include <glm/trigonometric.hpp>

#include "demo/demo_test.h"
#include "demo/ui/actions/shortcuts.h"
#include "demo/ui/actions/tool_actions.h"
#include "demo/ui/actions/undo.h"
#include "demo/ui/actions/view_actions.h"
#include "demo/ui/tools/pointer.h"
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

dpd::Camera anyView() {
  dpd::Camera view;
  view.azimuth = *rc::gen::inRange(-1800, 1800) / 10.0;
  view.elevation = *rc::gen::inRange(-900, 900) / 10.0;
  return view;
}
double anyAngle() { return *rc::gen::inRange(-7200, 7200) / 20.0; }

/// Returns a vector by its components in the picture: to the right, up, and towards the eye.
glm::dvec3 inPicture(const dpd::Fluid& fluid, const dpd::Camera& view, const glm::dvec3& vector) {
  return glm::dmat3(render::fitCamera(fluid.box, view, 1.5).view) * vector;
}

// The camera's matrices are floats.
constexpr double kRounding = 1e-6;

RC_GTEST_PROP(TiltedGravity, StaysInThePictureAndAlongPeriodicAxes, ()) {
  const auto coordinate = [] { return *rc::gen::inRange(-100, 100) / 100.0; };
  std::array<Boundary, 3> boundary{};
  for (Boundary& side : boundary) {
    side = *rc::gen::arbitrary<bool>() ? Boundary::Periodic : Boundary::Reflecting;
  }
  dpd::Fluid fluid = fluidIn(boundary, {coordinate(), coordinate(), coordinate()});
  fluid.box.dimensions = *rc::gen::inRange(2, 4);
  if (fluid.box.dimensions == 2) fluid.gravity.z = 0.0;
  const dpd::Camera level = anyView();
  Tilt tilt;
  RC_ASSERT(tiltedGravity(fluid, tilt) == fluid.gravity);
  RC_ASSERT(tiltedCamera(level, tilt) == level);
  for (int k = *rc::gen::inRange(1, 4); k > 0; --k) {
    tilt.turn(tiltOf(fluid, level, {anyAngle(), anyAngle()}));
  }
  const glm::dvec3 gravity = tiltedGravity(fluid, tilt);
  const glm::dvec3 seen = inPicture(fluid, tiltedCamera(level, tilt), gravity);
  RC_ASSERT(glm::length(seen - inPicture(fluid, level, fluid.gravity)) < 2.0 * kRounding);
  for (int axis = 0; axis < 3; ++axis) {
    if (axis < fluid.box.dimensions && !fluid.box.isPeriodic(axis)) continue;
    RC_ASSERT(std::abs(gravity[axis] - fluid.gravity[axis]) < 1e-12);
  }
}

// Rodrigues' rotation about the line of sight is the oracle.
RC_GTEST_PROP(TiltedGravity, BetweenWalls_TurnsAboutTheLineOfSight, ()) {
  const dpd::Fluid fluid = fluidIn(kWalls, {0.0, 0.0, -0.5});
  dpd::Camera view = anyView();
  view.elevation *= 0.6;  // gravity is seen
  const double angle = anyAngle();
  const double azimuth = glm::radians(view.azimuth), elevation = glm::radians(view.elevation);
  const glm::dvec3 toEye(std::sin(azimuth) * std::cos(elevation),
                         -std::cos(azimuth) * std::cos(elevation), std::sin(elevation));
  const double cosine = std::cos(glm::radians(angle)), sine = std::sin(glm::radians(angle));
  const glm::dvec3& g = fluid.gravity;
  const glm::dvec3 turned =
      cosine * g + sine * glm::cross(toEye, g) + (1.0 - cosine) * glm::dot(toEye, g) * toEye;
  Tilt tilt;
  tilt.turn(tiltOf(fluid, view, {angle, 0.0}));
  RC_ASSERT(glm::length(tiltedGravity(fluid, tilt) - turned) < 1e-12);
  dpd::Camera rolled = view;
  rolled.roll = angle;
  const glm::dmat3 difference =
      render::cameraAxes(tiltedCamera(view, tilt)) - render::cameraAxes(rolled);
  for (int row = 0; row < 3; ++row) RC_ASSERT(glm::length(difference[row]) < 1e-9);
}

TEST(TiltOf, OnePeriodicAxis_TurnsAboutItAsSeen) {
  const dpd::Fluid fluid =
      fluidIn({Boundary::Reflecting, Boundary::Periodic, Boundary::Reflecting}, {0.0, 0.0, -1.0});
  const auto tilted = [&](double azimuth, const glm::dvec2& degrees) {
    Tilt tilt;
    tilt.turn(tiltOf(fluid, {.azimuth = azimuth, .elevation = 10.0}, degrees));
    return tiltedGravity(fluid, tilt);
  };
  const double sine = std::sin(glm::radians(20.0)), cosine = std::cos(glm::radians(20.0));
  // Clockwise is towards high x as seen from the front, and towards low x as seen from the rear.
  EXPECT_LT(glm::distance(tilted(30.0, {20.0, 5.0}), glm::dvec3(sine, 0.0, -cosine)), 1e-12);
  EXPECT_LT(glm::distance(tilted(150.0, {20.0, 5.0}), glm::dvec3(-sine, 0.0, -cosine)), 1e-12);
  // If the eye is at high x, a drag sideways does nothing. The other drag tips the top towards the
  // eye, so that gravity pulls towards high x.
  EXPECT_LT(glm::distance(tilted(90.0, {20.0, 0.0}), glm::dvec3(0.0, 0.0, -1.0)), 1e-12);
  EXPECT_LT(glm::distance(tilted(90.0, {0.0, 20.0}), glm::dvec3(sine, 0.0, -cosine)), 1e-12);
}

TEST(WhyNoTilt, NamesTheRemedy) {
  constexpr Boundary kPeriodic = Boundary::Periodic, kWall = Boundary::Reflecting;
  const glm::dvec3 down(0.0, 0.0, -1.0);
  dpd::Camera front, side, top;
  front.azimuth = 10.0;
  side.azimuth = 90.0;
  top.azimuth = 0.0;
  top.elevation = 90.0;
  EXPECT_EQ(whyNoTilt(fluidIn(kWalls, down), front), "");
  EXPECT_EQ(whyNoTilt(fluidIn(kWalls, glm::dvec3(0.0)), front),
            "this fluid has no gravity; set it under Physics");
  EXPECT_EQ(whyNoTilt(fluidIn(kWalls, down), top),
            "from this side, drag up or down to tip the box");
  EXPECT_EQ(whyNoTilt(fluidIn({kWall, kPeriodic, kWall}, down), front), "");
  EXPECT_EQ(whyNoTilt(fluidIn({kWall, kPeriodic, kWall}, down), side),
            "from this side, drag up or down to tip the box");
  EXPECT_EQ(whyNoTilt(fluidIn({kWall, kPeriodic, kWall}, down), top),
            "the view does not show the tilt; look from the front (Shift+1)");
  EXPECT_EQ(whyNoTilt(fluidIn({kWall, kPeriodic, kWall}, {0.0, 1.0, 0.0}), front),
            "gravity is along y, where the box is periodic; set another direction under Physics");
  EXPECT_EQ(whyNoTilt(fluidIn({kPeriodic, kPeriodic, kWall}, down), front),
            "the box tilts only towards walls, but it is periodic along x and y; set walls by "
            "box.boundary in the scenario file");
}

TEST(TiltLimits, NamePeriodicSides) {
  constexpr Boundary kPeriodic = Boundary::Periodic, kWall = Boundary::Reflecting;
  const auto limits = [](const std::array<Boundary, 3>& boundary) {
    return tiltLimits(fluidIn(boundary, {}).box);
  };
  EXPECT_EQ(limits(kWalls), "");
  EXPECT_EQ(limits({kWall, kPeriodic, kWall}),
            "This box is periodic along y (dashed lines): it tips over only about y.");
  EXPECT_EQ(limits({kPeriodic, kPeriodic, kWall}),
            "This box is periodic along x and y (dashed lines): it does not tip over.");
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
  // Returns the angle of the tilt about y, in degrees.
  const auto angle = [&] {
    const glm::dquat& rotation = tilt.rotation();
    EXPECT_EQ(rotation.x, 0.0);
    EXPECT_EQ(rotation.z, 0.0);
    return std::copysign(tilt.degrees(), rotation.y * rotation.w);
  };
  tilt.turn({0.0, 300.0, 0.0});
  tilt.turn({0.0, 40.0, 0.0});
  tilt.update(at(5.0));
  EXPECT_NEAR(angle(), -20.0, 1e-9) << "it is held";
  tilt.release(begun);
  EXPECT_NEAR(angle(), -20.0, 1e-9);
  EXPECT_TRUE(tilt.isSpringing());
  tilt.update(at(0.5));
  EXPECT_NEAR(angle(), -10.0, 1e-6);
  tilt.hold();
  tilt.update(at(0.7));
  EXPECT_NEAR(angle(), -10.0, 1e-6) << "it is taken where it is";
  tilt.release(begun);
  tilt.update(at(1.01));
  EXPECT_EQ(tilt.degrees(), 0.0);
  EXPECT_FALSE(tilt.isThere());
}

// A drop in the middle of a box that is periodic along y and has walls along x and z.
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

  /// Draws one picture with these events of the mouse. At its end the pointer is at `place`.
  void picture(const glm::dvec2& place, const std::vector<gl::ButtonEvent>& buttons = {}) {
    ImGui::GetIO().DeltaTime = 0.1F;
    ImGui::GetIO().MousePos = {static_cast<float>(place.x), static_cast<float>(place.y)};
    ImGui::NewFrame();
    pointer_.update(state_, {0, 400, 320, 240}, buttons);
    ImGui::Render();
    state_.runPending();
  }
  /// Drags by a quarter of the picture to the right, which tilts by 45 degrees.
  void tilt() {
    setTool(state_, kTiltTool);
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
    // In the leap-frog scheme, velocity and position are half a step apart. The first step after a
    // change of gravity may therefore count half a step more or less.
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
  // The picture has turned clockwise, so that the right side is now below.
  const glm::dvec3 wanted = 0.5 * std::sqrt(0.5) * glm::dvec3(1.0, 0.0, -1.0);
  EXPECT_LT(glm::length(*pointer_.forces().gravity - wanted), 1e-9);
  EXPECT_FALSE(pointer_.forces().effect);
  EXPECT_EQ(state_.grip.radius, 0.0F) << "it grips no particles";
  session_.advance(3, 1000.0, pointer_.forces());
  letGo();
  EXPECT_EQ(state_.stroke, "");
  EXPECT_TRUE(state_.tilt.isSpringing());
  ASSERT_FALSE(journal_.notices().empty());
  EXPECT_NE(journal_.notices().back().text.find("hold Shift"), std::string::npos);
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
  tilt();  // by 45 degrees more
  EXPECT_NEAR(shownView(state_).camera.roll, 90.0, 1e-9);
  EXPECT_LT(glm::length(*pointer_.forces().gravity - glm::dvec3(0.5, 0.0, 0.0)), 1e-9);
  letGo();
  state_.tilt.level();
  takeBack(state_);
  EXPECT_EQ(session_.scenario().fluid.gravity, glm::dvec3(0.0, 0.0, -0.5));
  EXPECT_EQ(session_.scenario().view.camera.roll, 0.0);
  EXPECT_EQ(session_.simulation().stepNumber(), 0);
}

TEST_F(TiltedFluid, Home_SetsATippedBoxUpright) {
  const scenario::Scenario level = session_.scenario();
  ASSERT_EQ(tippedBy(state_), 0.0);
  for (int k = 0; k < 8; ++k) {
    tipBox(state_, {5.0, 0.0});
    state_.runPending();
  }
  EXPECT_NEAR(tippedBy(state_), 40.0, 1e-6);
  resetCamera(state_);
  state_.runPending();
  EXPECT_EQ(session_.scenario().fluid.gravity, level.fluid.gravity);
  EXPECT_EQ(session_.scenario().view.camera, level.view.camera);
  EXPECT_EQ(tippedBy(state_), 0.0);
  // The user has set gravity of another strength, so the box does not count as tipped.
  scenario::Scenario changed = level;
  changed.fluid.gravity = {0.3, 0.0, -0.5};
  session_.change(changed);
  EXPECT_EQ(tippedBy(state_), 0.0);
  resetCamera(state_);
  state_.runPending();
  EXPECT_EQ(session_.scenario().fluid.gravity, changed.fluid.gravity);
}

/// Returns the angle in degrees between straight down and the box's gravity as the picture shows
/// it.
double degreesFromDown(const DemoState& state) {
  const scenario::Scenario& scenario = state.session.scenario();
  const glm::dvec3 gravity = feltGravity(state).value_or(scenario.fluid.gravity);
  const glm::dvec3 seen = render::cameraAxes(shownView(state).camera) * gravity;
  return glm::degrees(std::atan2(seen.x, -seen.y));
}

// The box is periodic along y, so its gravity has no component along y.
TEST_F(TiltedFluid, Gravity_PointsDownFromEveryViewpoint) {
  for (const double azimuth : {0.0, 25.0, 62.0, -40.0, 118.0, 180.0}) {
    for (const double elevation : {0.0, 20.0, 45.0, -30.0}) {
      dpd::Camera camera;
      camera.azimuth = azimuth;
      camera.elevation = elevation;
      setCamera(state_, camera);
      state_.runPending();
      tilt();
      ASSERT_TRUE(feltGravity(state_));
      EXPECT_LT(std::abs(degreesFromDown(state_)), 1.0) << azimuth << ' ' << elevation;
      EXPECT_GT(std::abs(feltGravity(state_)->x), 0.2) << azimuth << ' ' << elevation;
      EXPECT_EQ(feltGravity(state_)->y, 0.0);
      letGo();
      state_.tilt.level();
    }
  }
}

TEST_F(TiltedFluid, KeptTilt_OrbitsAboutGravity) {
  tilt();
  letGo(true);
  setTool(state_, kCameraTool);
  for (const glm::dvec2& moved : {glm::dvec2(70.0, 0.0), glm::dvec2(-30.0, 40.0)}) {
    const dpd::Camera before = session_.scenario().view.camera;
    picture(from_, {{.button = 0, .down = true, .place = from_}});
    picture(from_ + moved);
    picture(from_ + moved, {{.button = 0, .place = from_ + moved}});
    EXPECT_NE(session_.scenario().view.camera, before);
    EXPECT_LT(std::abs(degreesFromDown(state_)), 1e-6) << moved.x;
  }
}

TEST_F(TiltedFluid, Keys_TipTheBox) {
  const scenario::Scenario before = session_.scenario();
  const auto press = [&](int key) {
    ++state_.gesture;
    EXPECT_TRUE(runShortcut(state_, {.key = key, .modifiers = GLFW_MOD_SHIFT}));
    state_.runPending();
  };
  press(GLFW_KEY_RIGHT);
  session_.advance(2, 1000.0, {});
  press(GLFW_KEY_RIGHT);
  const double angle = glm::radians(10.0);
  const glm::dvec3 wanted = 0.5 * glm::dvec3(std::sin(angle), 0.0, -std::cos(angle));
  EXPECT_LT(glm::distance(session_.scenario().fluid.gravity, wanted), 1e-12);
  EXPECT_NEAR(session_.scenario().view.camera.roll, 10.0, 1e-9);
  EXPECT_LT(std::abs(degreesFromDown(state_)), 1e-6);
  press(GLFW_KEY_DOWN);  // tipping towards y, along which the box is periodic
  EXPECT_LT(glm::distance(session_.scenario().fluid.gravity, wanted), 1e-12);
  EXPECT_EQ(journal_.notices().back().text, "tilt: " + tiltLimits(before.fluid.box));
  press(GLFW_KEY_LEFT);
  press(GLFW_KEY_LEFT);
  press(GLFW_KEY_LEFT);
  EXPECT_LT(session_.scenario().fluid.gravity.x, -0.04);
  for (int k = 0; k < 5; ++k) takeBack(state_);
  EXPECT_EQ(scenario::toToml(session_.scenario()), scenario::toToml(before));
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
