// The calls of the library that change a running fluid, and the calls that leave it unchanged.
#include <unistd.h>

#include <filesystem>
#include <glm/geometric.hpp>

#include "checkpoint/checkpoint.h"
#include "library/library_fluid.h"
#include "reference/geometry.h"
#include "support/property.h"

namespace gpubuck {
namespace {

using test::contains;
using test::messageOf;
using test::names;

using FluidChangesTest = LibraryFluidTest;

TEST_P(FluidChangesTest, LiveKeys_CanBeSetWhileItRuns) {
  Fluid fluid = Fluid::fromText(context_, kScenario);
  fluid.step(kSteps);
  const Particles before = fluid.particles();
  fluid.set({"fluid.kT=3", "pair.0.a=40", "sort.algorithm=bitonic", "search.kind=octant=2",
             "noise.kind=philox"});
  EXPECT_EQ(fluid.particles().positions, before.positions);
  EXPECT_EQ(fluid.stepNumber(), kSteps);
  for (const char* part : {"kT = 3", "a = 40", "\"bitonic\"", "\"octant=2\"", "\"philox\""}) {
    EXPECT_TRUE(contains(fluid.scenario(), part));
  }
  fluid.step(400);
  EXPECT_GT(fluid.measure().temperature, 2.0);
  EXPECT_TRUE(names(messageOf<InputError>([&] {
                      fluid.set({"fluid.kT=1", "fluid.density=4"});
                    }),
                    {"fluid.density", "3", "4"}));
  EXPECT_TRUE(names(messageOf<InputError>([&] { fluid.set({"fluid.kT=-1"}); }), {"fluid.kT"}));
  EXPECT_TRUE(contains(fluid.scenario(), "kT = 3"));
}

constexpr const char* kSphere =
    "\nsolid = [{kind = \"body\", shape = \"sphere\", radius = 1.0, centre = [0.25, 1.75, 2.5], "
    "velocity = [-6, 0, 1]}]\n";

dpd::Solid sphereOf(double radius, const glm::dvec3& centre, const glm::dvec3& velocity = {}) {
  return {.shape = {.kind = cells::ShapeKind::Sphere, .centre = centre, .radius = radius},
          .velocity = velocity};
}

/// Returns the solids of a fluid, read from a checkpoint of the fluid.
std::vector<dpd::Solid> solidsOf(Fluid& fluid) {
  const auto name = "gpubuck_solids_test_" + std::to_string(::getpid()) + ".h5";
  const std::filesystem::path path = std::filesystem::temp_directory_path() / name;
  fluid.save(path);
  const std::vector<dpd::Solid> solids = checkpoint::readCheckpoint(path).scenario.fluid.solids;
  std::filesystem::remove(path);
  return solids;
}

void expectNoneInside(Fluid& fluid, const dpd::Solid& sphere) {
  const Box box = fluid.box();
  cells::Box same;
  same.boundary[1] = cells::Boundary::Reflecting;
  same.size = {box.size[0], box.size[1], box.size[2]};
  for (const Point& r : fluid.particles().positions) {
    EXPECT_GE(glm::length(reference::nearestImage(same, sphere.shape.centre, {r[0], r[1], r[2]})),
              sphere.shape.radius);
  }
}

TEST_P(FluidChangesTest, Body_CrossesAPeriodicSideAndStaysEmpty) {
  Fluid fluid = Fluid::fromText(context_, std::string(kScenario) + kSphere);
  expectNoneInside(fluid, sphereOf(1.0, {0.25, 1.75, 2.5}));
  for (int k = 1; k <= 8; ++k) {
    fluid.step();
    const dpd::Solid sphere = solidsOf(fluid).at(0);
    // In a step of 0.01, the sphere moves by -0.06 along x and by 0.01 along z. Along x it starts
    // at 0.25 and crosses the side at 0.
    EXPECT_NEAR(sphere.shape.centre.x, k <= 4 ? 0.25 - 0.06 * k : 4.25 - 0.06 * k, 1e-9);
    EXPECT_NEAR(sphere.shape.centre.z, 2.5 + 0.01 * k, 1e-9);
    expectNoneInside(fluid, sphere);
  }
}

// The body is set alone, with another sort, or with another search. With another search the fluid
// gets a new simulation.
TEST_P(FluidChangesTest, Body_CanBeSetWithOtherValues) {
  for (const std::vector<std::string>& more :
       {std::vector<std::string>{}, {"sort.sub_buffers=3"}, {"search.kind=octant=2"}}) {
    SCOPED_TRACE(more.empty() ? "alone" : more.front());
    Fluid fluid = Fluid::fromText(context_, kScenario);
    const auto set = [&](std::vector<std::string> overrides) {
      overrides.insert(overrides.end(), more.begin(), more.end());
      fluid.set(overrides);
    };
    fluid.step(3);
    set(
        {"solid=[{kind=\"body\", shape=\"sphere\", radius=0.75, centre=[2, 1.75, 2.5], "
         "velocity=[3, 0, 0]}]"});
    EXPECT_EQ(solidsOf(fluid), std::vector{sphereOf(0.75, {2.0, 1.75, 2.5}, {3.0, 0.0, 0.0})});
    fluid.step(2);
    EXPECT_NEAR(solidsOf(fluid).at(0).shape.centre.x, 2.06, 1e-9);
    expectNoneInside(fluid, solidsOf(fluid).at(0));
    // Values that are not set continue unchanged.
    set({"fluid.kT=1.5"});
    EXPECT_NEAR(solidsOf(fluid).at(0).shape.centre.x, 2.06, 1e-9);
    fluid.set({"search.kind=cells27", "solid.0.velocity=[-3, 0, 0]"});
    fluid.step(1);
    fluid.set({"fluid.kT=1"});
    EXPECT_NEAR(solidsOf(fluid).at(0).shape.centre.x, 2.03, 1e-9);
    expectNoneInside(fluid, solidsOf(fluid).at(0));
    set({"solid=[]"});
    EXPECT_TRUE(solidsOf(fluid).empty());
  }
}

// The larger body would fit where the body began, but not where it is now.
TEST_P(FluidChangesTest, RefusedSet_ChangesNothing) {
  const std::string text =
      std::string(kScenario) +
      "\nsolid = [{kind = \"body\", shape = \"sphere\", radius = 0.75, centre = [2, 1.75, 2.5], "
      "velocity = [0, 5, 0]}]\n";
  Fluid untouched = Fluid::fromText(context_, text), fluid = Fluid::fromText(context_, text);
  for (Fluid* each : {&untouched, &fluid}) each->step(3);
  for (const char* other : {"sort.sub_buffers=3", "search.kind=octant=2"}) {
    EXPECT_TRUE(names(messageOf<InputError>([&] {
                        fluid.set({other, "sort.algorithm=bitonic", "solid.0.radius=1.7"});
                      }),
                      {"solid.0.velocity", "0.1", "y"}));
    EXPECT_EQ(fluid.scenario(), untouched.scenario());
    EXPECT_EQ(solidsOf(fluid), solidsOf(untouched));
  }
  for (Fluid* each : {&untouched, &fluid}) each->step(3);
  EXPECT_TRUE(fluid.particles().velocities == untouched.particles().velocities);
}

// Two fluids are set and stepped in the same way. One of them is also read, and replaced by its
// checkpoint, between the steps.
TEST_P(FluidChangesTest, ReadsBetweenSteps_ChangeNothing) {
  const auto name = "gpubuck_reads_test_" + std::to_string(::getpid()) + ".h5";
  const std::filesystem::path path = std::filesystem::temp_directory_path() / name;
  test::expectProperty(8, [&] {
    const std::string text = std::string(kScenario) + kSphere;
    Fluid plain = Fluid::fromText(context_, text), read = Fluid::fromText(context_, text);
    const int calls = *rc::gen::inRange(1, 14);
    for (int call = 0; call < calls; ++call) {
      switch (*rc::gen::inRange(0, 9)) {
        case 0:
          read.measure();
          break;
        case 1:
          read.particles();
          break;
        case 2:
          read.render(64, 64);
          break;
        case 3:
          read.save(path);
          read = Fluid::fromCheckpoint(context_, path);
          break;
        case 4:
        case 5: {
          const auto set = *rc::gen::element<std::string>(
              "fluid.kT=2", "integrator.dt=0.02", "sort.sub_buffers=3", "sort.algorithm=bitonic",
              "sort.mode=sort", "search.kind=octant=2", "search.kind=cells27", "pair.0.a=40",
              "solid=[]",
              "solid=[{kind=\"body\", shape=\"sphere\", radius=0.5, centre=[3, 1, 1], "
              "velocity=[0, 0, -4]}]");
          for (Fluid* fluid : {&plain, &read}) fluid->set({set});
          break;
        }
        default:
          for (Fluid* fluid : {&plain, &read}) fluid->step(2);
      }
    }
    for (Fluid* fluid : {&plain, &read}) fluid->step(2);
    RC_ASSERT(read.stepNumber() == plain.stepNumber());
    RC_ASSERT(solidsOf(read) == solidsOf(plain));
    const Particles found = read.particles(), expected = plain.particles();
    RC_ASSERT(found.positions == expected.positions);
    RC_ASSERT(found.velocities == expected.velocities);
    RC_ASSERT(read.measure().pressure == plain.measure().pressure);
  });
  std::filesystem::remove(path);
}

INSTANTIATE_TEST_SUITE_P(Engines, FluidChangesTest, ::testing::ValuesIn(test::testedEngines()),
                         test::engineName);

}  // namespace
}  // namespace gpubuck
