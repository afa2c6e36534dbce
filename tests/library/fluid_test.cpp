// Fluids through the library, compared with the simulation behind them.
#include "gpubuck/fluid.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <unistd.h>

#include <cmath>
#include <filesystem>
#include <fstream>
#include <functional>
#include <glm/geometric.hpp>

#include "checkpoint/checkpoint.h"
#include "dpd/simulation.h"
#include "reference/geometry.h"
#include "run/engine_choice.h"
#include "scenario/initial/initial_state.h"
#include "scenario/scenario.h"
#include "support/errors.h"
#include "support/gpu_test.h"
#include "support/property.h"

namespace gpubuck {
namespace {

using test::contains;
using test::messageOf;

// Two species, so that ids and species must stay together; the paper's sort, whose lists and so
// whose sums of forces are the same bit for bit in every run; often reordered.
constexpr const char* kScenario = R"(
box.size = [4, 3.5, 5]
box.boundary = ["periodic", "reflecting", "periodic"]
fluid.gravity = [0, -0.1, 0]
sort = {algorithm = "bucket", reorder_every = 4}
species = [{name = "light", fraction = 0.75}, {name = "heavy", mass = 2.0, fraction = 0.25}]
pair = [
  {species = ["light", "light"], a = 25.0, gamma = 4.5},
  {species = ["light", "heavy"], a = 30.0, gamma = 4.5},
  {species = ["heavy", "heavy"], a = 25.0, gamma = 4.5},
]
)";
constexpr int kSteps = 10;

class LibraryFluidTest : public test::EngineTest {
 protected:
  LibraryFluidTest()
      : context_(Context::headless(
            {.engine = GetParam() == texel::Engine::Fast ? Engine::Fast : Engine::Paper})) {}

  Context context_;
};

// Just enough pairs for long steps, but few per particle: with 30,000 candidates for each, a step
// of the paper engine on Mesa's software renderer leaves particles outside of the box. The second
// step begins with a re-sort of the first one's lists.
TEST_P(LibraryFluidTest, LongStep_EndedByItsCaller_LeavesTheLastWholeStep) {
  const double density = texel::Device({.engine = GetParam()}).isSoftware() ? 200.0 : 920.0;
  const std::string crowded = fmt::format(
      "[box]\nsize = [10, 10, 10]\n[fluid]\ndensity = {}\n[integrator]\ndt = 0.001\n", density);
  struct Ended {};
  Fluid unbroken = Fluid::fromText(context_, crowded), ended = unbroken.copy();
  ASSERT_TRUE(ended.hasLongSteps());
  int calls = 0;
  const auto endAtThird = [&] {
    if (++calls == 3) throw Ended();
  };
  EXPECT_THROW(ended.step(1, endAtThird), Ended);
  EXPECT_EQ(ended.stepNumber(), 0);
  EXPECT_EQ(ended.particles().positions, unbroken.particles().positions);
  unbroken.step(2);
  ended.step(1, [&] { ++calls; });
  EXPECT_GT(calls, 6);
  calls = 0;
  EXPECT_THROW(ended.step(1, endAtThird), Ended);
  EXPECT_EQ(ended.stepNumber(), 1);
  ended.step(1);
  EXPECT_EQ(ended.time(), unbroken.time());
  EXPECT_EQ(ended.particles().positions, unbroken.particles().positions);
  EXPECT_EQ(ended.particles().velocities, unbroken.particles().velocities);
}

TEST_P(LibraryFluidTest, ShortStep_EndedByItsCaller_LeavesTheLastWholeStep) {
  struct Ended {};
  Fluid fluid = Fluid::fromText(context_, kScenario);
  ASSERT_FALSE(fluid.hasLongSteps());
  int calls = 0;
  EXPECT_THROW(fluid.step(10,
                          [&] {
                            if (++calls == 3) throw Ended();
                          }),
               Ended);
  EXPECT_EQ(fluid.stepNumber(), 3);
}

TEST_P(LibraryFluidTest, IsTheSimulationOfItsScenario) {
  const scenario::Scenario scenario = scenario::parseScenario(kScenario, "scenario", {});
  const dpd::ParticleState start = scenario::makeInitialState(scenario);
  const texel::Device device(
      {.engine = GetParam(), .largestArray = static_cast<std::int64_t>(start.count())});
  dpd::Simulation simulation(device, scenario.fluid, scenario.step, start);
  for (int k = 0; k < kSteps; ++k) simulation.step();
  const dpd::Observables expected = simulation.measure();
  const dpd::ParticleState state = simulation.downloadState();

  Fluid fluid = Fluid::fromText(context_, kScenario);
  fluid.step(kSteps);
  const Measurement found = fluid.measure();
  const Particles particles = fluid.particles();

  EXPECT_EQ(fluid.count(), 210);  // 3 * 4 * 3.5 * 5
  EXPECT_EQ(fluid.stepNumber(), kSteps);
  EXPECT_EQ(fluid.time(), simulation.time());
  EXPECT_EQ(found.step, kSteps);
  EXPECT_TRUE(found == expected);
  EXPECT_NE(found.gravityEnergy, 0.0);
  EXPECT_GT(found.temperatureOnStep, 0.0);
  EXPECT_NE(found.pressureTensor[2], found.pressureTensor[0]);
  EXPECT_GT(found.mixingWidth, 0.0);
  EXPECT_GT(found.domainSize, 0.0);
  ASSERT_EQ(found.species.size(), 2U);
  EXPECT_EQ(found.species[1].count, 52);
  EXPECT_EQ(found.species[1].momentum, expected.species[1].momentum);
  ASSERT_EQ(particles.positions.size(), state.count());
  ASSERT_EQ(particles.velocities.size(), state.count());
  ASSERT_EQ(particles.species.size(), state.count());
  std::size_t moved = 0;
  for (std::size_t place = 0; place < state.count(); ++place) {
    const auto id = static_cast<std::size_t>(state.predicted[place].w);
    moved += id != place ? 1 : 0;
    EXPECT_EQ(particles.species[id], static_cast<int>(state.position[place].w));
    for (int axis = 0; axis < 3; ++axis) {
      const auto k = static_cast<std::size_t>(axis);
      EXPECT_EQ(particles.positions[id][k], static_cast<double>(state.position[place][axis]));
      EXPECT_EQ(particles.velocities[id][k], static_cast<double>(state.velocity[place][axis]));
    }
  }
  EXPECT_GT(moved, 0u) << "ids and places are to differ";
  const Box box = fluid.box();
  EXPECT_EQ(box.size, (Point{4.0, 3.5, 5.0}));
  EXPECT_EQ(box.periodic, (std::array<bool, 3>{true, false, true}));
  EXPECT_EQ(box.dimensions, 3);
}

TEST_P(LibraryFluidTest, HasTheEngineOfItsContext) {
  const Fluid fluid = Fluid::fromText(context_, kScenario);
  EXPECT_EQ(fluid.engine(), context_.engine());
  EXPECT_EQ(fluid.engineReason(), "");
}

TEST_P(LibraryFluidTest, TakesTheEngineOfTheRuleWhereTheContextLeavesItOpen) {
  const run::EngineChoice rule =
      run::chooseEngine(run::beginRun(scenario::parseScenario(kScenario, "test", {})));
  const Fluid fluid = Fluid::fromText(Context::headless(), kScenario);
  EXPECT_EQ(fluid.engine(), rule.engine == texel::Engine::Fast ? Engine::Fast : Engine::Paper);
  EXPECT_EQ(fluid.engineReason(), rule.why);
}

TEST_P(LibraryFluidTest, GoesOnWithTheEngineOfItsCheckpointWhereTheContextLeavesItOpen) {
  const auto name = "gpubuck_engine_test_" + std::to_string(::getpid()) + ".h5";
  const std::filesystem::path path = std::filesystem::temp_directory_path() / name;
  Fluid::fromText(context_, kScenario).save(path);
  const Fluid fluid = Fluid::fromCheckpoint(Context::headless(), path);
  std::filesystem::remove(path);
  EXPECT_EQ(fluid.engine(), context_.engine());
  EXPECT_EQ(fluid.engineReason(), "it made the steps so far");
}

TEST_P(LibraryFluidTest, BeginsWithTheParticlesItIsGiven) {
  Fluid first = Fluid::fromText(context_, kScenario);
  first.step(kSteps);
  const Particles given = first.particles();
  const Particles begun = Fluid::fromText(context_, kScenario, {}, given).particles();
  EXPECT_EQ(begun.positions, given.positions);
  EXPECT_EQ(begun.velocities, given.velocities);
  EXPECT_EQ(begun.species, given.species);
}

TEST_P(LibraryFluidTest, BeginsWithTheParticlesOfAFile) {
  Fluid first = Fluid::fromText(context_, kScenario);
  first.step(kSteps);
  const Particles written = first.particles();
  const auto name = "gpubuck_fluid_test_" + std::to_string(::getpid());
  const std::filesystem::path folder = std::filesystem::temp_directory_path() / name;
  std::filesystem::create_directory(folder);
  std::ofstream xyz(folder / "start.xyz");
  xyz.precision(9);  // enough for any float
  xyz << written.species.size() << "\nProperties=species:S:1:pos:R:3:velo:R:3\n";
  for (std::size_t i = 0; i < written.species.size(); ++i) {
    const Point &r = written.positions[i], &v = written.velocities[i];
    xyz << (written.species[i] == 0 ? "light" : "heavy") << ' ' << r[0] << ' ' << r[1] << ' '
        << r[2] << ' ' << v[0] << ' ' << v[1] << ' ' << v[2] << '\n';
  }
  xyz.close();
  std::ofstream(folder / "fluid.toml")
      << kScenario << "initial = {state = \"file\", file = \"start.xyz\"}\n";
  const Particles begun = Fluid::fromFile(context_, (folder / "fluid.toml").string()).particles();
  std::filesystem::remove_all(folder);
  EXPECT_EQ(begun.positions, written.positions);
  EXPECT_EQ(begun.velocities, written.velocities);
  EXPECT_EQ(begun.species, written.species);
}

TEST_P(LibraryFluidTest, AParticleOnTheFarSideBeginsJustBeforeIt) {
  Particles given = Fluid::fromText(context_, kScenario).particles();
  given.positions[5] = {4.0, 3.5, 5.0};
  const Particles begun = Fluid::fromText(context_, kScenario, {}, given).particles();
  for (std::size_t axis = 0; axis < 3; ++axis) {
    const auto side = static_cast<float>(given.positions[5][axis]);
    EXPECT_EQ(begun.positions[5][axis], std::nextafter(side, 0.0F)) << "axis " << axis;
  }
}

TEST_P(LibraryFluidTest, IsReadFromAFileWithOverrides) {
  const std::filesystem::path path = std::filesystem::temp_directory_path() /
                                     ("gpubuck_fluid_test_" + std::to_string(::getpid()) + ".toml");
  std::ofstream(path) << kScenario;
  Fluid fluid = Fluid::fromFile(context_, path.string(), {"fluid.density=4", "integrator.dt=0.5"});
  std::filesystem::remove(path);
  EXPECT_EQ(fluid.count(), 280);
  EXPECT_EQ(fluid.time(), 0.0);
}

TEST_P(LibraryFluidTest, WhatMayChangeIsSetWhileItRuns) {
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
  EXPECT_TRUE(contains(messageOf<InputError>([&] {
                         fluid.set({"fluid.kT=1", "fluid.density=4"});
                       }),
                       "fluid.density: 3 cannot become 4"));
  EXPECT_TRUE(contains(messageOf<InputError>([&] { fluid.set({"fluid.kT=-1"}); }), "fluid.kT"));
  EXPECT_TRUE(contains(fluid.scenario(), "kT = 3"));
}

constexpr const char* kSphere =
    "\nobstacle = {radius = 1.0, centre = [0.25, 1.75, 2.5], velocity = [-6, 0, 1]}\n";

/// The obstacle of a fluid as a checkpoint of it has it.
dpd::Obstacle obstacleOf(Fluid& fluid) {
  const auto name = "gpubuck_obstacle_test_" + std::to_string(::getpid()) + ".h5";
  const std::filesystem::path path = std::filesystem::temp_directory_path() / name;
  fluid.save(path);
  const dpd::Obstacle obstacle = checkpoint::readCheckpoint(path).scenario.fluid.obstacle;
  std::filesystem::remove(path);
  return obstacle;
}

void expectNoneInside(Fluid& fluid, const dpd::Obstacle& obstacle) {
  const Box box = fluid.box();
  cells::Box same;
  same.boundary[1] = cells::Boundary::Reflecting;
  same.size = {box.size[0], box.size[1], box.size[2]};
  for (const Point& r : fluid.particles().positions) {
    EXPECT_GE(glm::length(reference::nearestImage(same, obstacle.centre, {r[0], r[1], r[2]})),
              obstacle.radius);
  }
}

TEST_P(LibraryFluidTest, AnObstacleGoesThroughAPeriodicSideAndIsNeverEntered) {
  Fluid fluid = Fluid::fromText(context_, std::string(kScenario) + kSphere);
  expectNoneInside(fluid, {.radius = 1.0, .centre = {0.25, 1.75, 2.5}});
  for (int k = 1; k <= 8; ++k) {
    fluid.step();
    const dpd::Obstacle obstacle = obstacleOf(fluid);
    // By 0.06 and 0.01 in a step of 0.01, from x = 0.25 through 0.
    EXPECT_NEAR(obstacle.centre.x, k <= 4 ? 0.25 - 0.06 * k : 4.25 - 0.06 * k, 1e-9);
    EXPECT_NEAR(obstacle.centre.z, 2.5 + 0.01 * k, 1e-9);
    expectNoneInside(fluid, obstacle);
  }
}

// Alone, with another sort and with another search, by which the fluid gets a new simulation.
TEST_P(LibraryFluidTest, AnObstacleIsSetTogetherWithOtherValues) {
  for (const std::vector<std::string>& more :
       {std::vector<std::string>{}, {"sort.sub_buffers=3"}, {"search.kind=octant=2"}}) {
    SCOPED_TRACE(more.empty() ? "alone" : more.front());
    Fluid fluid = Fluid::fromText(context_, kScenario);
    const auto set = [&](std::vector<std::string> overrides) {
      overrides.insert(overrides.end(), more.begin(), more.end());
      fluid.set(overrides);
    };
    fluid.step(3);
    set({"obstacle.radius=0.75", "obstacle.centre=[2, 1.75, 2.5]", "obstacle.velocity=[3, 0, 0]"});
    EXPECT_EQ(obstacleOf(fluid), (dpd::Obstacle{0.75, {2.0, 1.75, 2.5}, {3.0, 0.0, 0.0}}));
    fluid.step(2);
    EXPECT_NEAR(obstacleOf(fluid).centre.x, 2.06, 1e-9);
    expectNoneInside(fluid, obstacleOf(fluid));
    // What is not set goes on from where it is.
    set({"fluid.kT=1.5"});
    EXPECT_NEAR(obstacleOf(fluid).centre.x, 2.06, 1e-9);
    fluid.set({"search.kind=cells27", "obstacle.velocity=[-3, 0, 0]"});
    fluid.step(1);
    fluid.set({"fluid.kT=1"});
    EXPECT_NEAR(obstacleOf(fluid).centre.x, 2.03, 1e-9);
    expectNoneInside(fluid, obstacleOf(fluid));
    set({"obstacle={}"});
    EXPECT_FALSE(obstacleOf(fluid).isThere());
  }
}

// It would fit where it began, and no longer where it is.
TEST_P(LibraryFluidTest, ASetThatIsRefusedChangesNothing) {
  const std::string text =
      std::string(kScenario) +
      "\nobstacle = {radius = 0.75, centre = [2, 1.75, 2.5], velocity = [0, 5, 0]}\n";
  Fluid untouched = Fluid::fromText(context_, text), fluid = Fluid::fromText(context_, text);
  for (Fluid* each : {&untouched, &fluid}) each->step(3);
  for (const char* other : {"sort.sub_buffers=3", "search.kind=octant=2"}) {
    EXPECT_TRUE(contains(messageOf<InputError>([&] {
                           fluid.set({other, "sort.algorithm=bitonic", "obstacle.radius=1.7"});
                         }),
                         "obstacle.centre.1: 1.9"));
    EXPECT_EQ(fluid.scenario(), untouched.scenario());
    EXPECT_EQ(obstacleOf(fluid), obstacleOf(untouched));
  }
  for (Fluid* each : {&untouched, &fluid}) each->step(3);
  EXPECT_TRUE(fluid.particles().velocities == untouched.particles().velocities);
}

// Of two fluids that are set and stepped alike one is read, too, and exchanged for its checkpoint.
TEST_P(LibraryFluidTest, AnyReadsBetweenStepsChangeNothing) {
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
              "obstacle={}", "obstacle={radius=0.5, centre=[3, 1, 1], velocity=[0, 0, -4]}");
          for (Fluid* fluid : {&plain, &read}) fluid->set({set});
          break;
        }
        default:
          for (Fluid* fluid : {&plain, &read}) fluid->step(2);
      }
    }
    for (Fluid* fluid : {&plain, &read}) fluid->step(2);
    RC_ASSERT(read.stepNumber() == plain.stepNumber());
    RC_ASSERT(obstacleOf(read) == obstacleOf(plain));
    const Particles found = read.particles(), expected = plain.particles();
    RC_ASSERT(found.positions == expected.positions);
    RC_ASSERT(found.velocities == expected.velocities);
    RC_ASSERT(read.measure().pressure == plain.measure().pressure);
  });
  std::filesystem::remove(path);
}

TEST_P(LibraryFluidTest, IsDrawnAtAnySize) {
  Fluid fluid = Fluid::fromText(context_, kScenario);
  const Image picture = fluid.render(320, 180);
  EXPECT_EQ(picture.width, 320);
  EXPECT_EQ(picture.height, 180);
  EXPECT_EQ(picture.rgb.size(), 3u * 320u * 180u);
  EXPECT_TRUE(picture.rgb == fluid.render(320, 180).rgb);
  EXPECT_EQ(fluid.render(64, 400).rgb.size(), 3u * 64u * 400u);
  fluid.set({"view.azimuth=80"});
  EXPECT_FALSE(picture.rgb == fluid.render(320, 180).rgb);
  EXPECT_TRUE(contains(messageOf<InputError>([&] { fluid.render(15, 180); }),
                       "width: 15 pixels are not within 16..16384"));
  EXPECT_TRUE(contains(messageOf<InputError>([&] { fluid.render(320, -1); }), "height: -1"));
}

TEST_P(LibraryFluidTest, GoesOnFromACheckpointBitForBit) {
  const std::filesystem::path path = std::filesystem::temp_directory_path() /
                                     ("gpubuck_fluid_test_" + std::to_string(::getpid()) + ".h5");
  Fluid fluid = Fluid::fromText(context_, kScenario);
  fluid.step(kSteps);
  fluid.save(path.string());
  fluid.step(kSteps);
  Fluid other = Fluid::fromCheckpoint(context_, path.string());
  EXPECT_EQ(other.stepNumber(), kSteps);
  other.step(kSteps);
  EXPECT_EQ(other.particles().positions, fluid.particles().positions);
  EXPECT_EQ(other.particles().velocities, fluid.particles().velocities);
  const Fluid hotter = Fluid::fromCheckpoint(context_, path.string(), {"fluid.kT=2"});
  EXPECT_TRUE(contains(hotter.scenario(), "kT = 2"));
  EXPECT_TRUE(contains(messageOf<InputError>([&] {
                         Fluid::fromCheckpoint(context_, path.string(), {"fluid.density=4"});
                       }),
                       path.string() + ": fluid.density"));
  std::filesystem::remove(path);
  EXPECT_TRUE(
      contains(messageOf<InputError>([&] { Fluid::fromCheckpoint(context_, path.string()); }),
               path.string()));
  EXPECT_TRUE(contains(messageOf<RunError>([&] { fluid.save("/none/a.h5"); }), "/none/a.h5"));
}

TEST_P(LibraryFluidTest, TellsItsSpecies) {
  const std::vector<Species> species = Fluid::fromText(context_, kScenario).species();
  ASSERT_EQ(species.size(), 2u);
  EXPECT_EQ(species[0].name, "light");
  EXPECT_EQ(species[1].mass, 2.0);
}

TEST_P(LibraryFluidTest, StepsAreNotMadeBackwards) {
  Fluid fluid = Fluid::fromText(context_, kScenario);
  EXPECT_TRUE(contains(messageOf<InputError>([&] { fluid.step(-1); }), "steps: -1 is less than 0"));
}

TEST_P(LibraryFluidTest, ABlowUpIsARunErrorThatNamesTheStep) {
  Fluid fluid = Fluid::fromText(context_, kScenario, {"integrator.dt=0.9", "pair.0.a=100000"});
  const std::string message = messageOf<RunError>([&] {
    fluid.step(70);
    fluid.measure();
  });
  EXPECT_TRUE(contains(message, "step"));
  EXPECT_TRUE(contains(messageOf<RunError>([&] { fluid.particles(); }), "step"));
}

TEST_P(LibraryFluidTest, WhatIsWrongIsAnInputError) {
  EXPECT_TRUE(contains(messageOf<InputError>([&] {
                         Fluid::fromText(context_, "box.size = [4, 4, 4]\nfluid.densty = 3\n");
                       }),
                       "scenario:2"));
  EXPECT_TRUE(contains(messageOf<InputError>([&] { Fluid::fromFile(context_, "/none.toml"); }),
                       "/none.toml"));
  EXPECT_TRUE(
      contains(messageOf<InputError>([&] {
                 Fluid::fromText(context_, kScenario, {"initial.state=file", "initial.file=a.xyz"});
               }),
               "a.xyz"));

  const Particles right = Fluid::fromText(context_, kScenario).particles();
  const auto messageFor = [&](const std::function<void(Particles&)>& spoil) {
    Particles wrong = right;
    spoil(wrong);
    return messageOf<InputError>([&] { Fluid::fromText(context_, kScenario, {}, wrong); });
  };
  EXPECT_TRUE(contains(messageFor([](Particles& p) { p.species.pop_back(); }), "209 species"));
  EXPECT_TRUE(contains(messageFor([](Particles& p) { p.velocities.pop_back(); }), "209 veloc"));
  EXPECT_TRUE(contains(messageFor([](Particles& p) { p.species[7] = 2; }),
                       "start particle 7: species 2 is not within 0..1"));
  EXPECT_TRUE(contains(messageFor([](Particles& p) { p.positions[3][1] = 3.6; }),
                       "start particle 3: y 3.6 is outside of the box, 0 <= y <= 3.5"));
  EXPECT_TRUE(contains(messageFor([](Particles& p) { p.velocities[0][2] = std::nan(""); }),
                       "start particle 0: z nan is not finite"));
  EXPECT_TRUE(contains(messageFor([](Particles& p) {
                         p.positions.pop_back();
                         p.velocities.pop_back();
                         p.species.pop_back();
                       }),
                       "start particles"));
}

INSTANTIATE_TEST_SUITE_P(Engines, LibraryFluidTest, ::testing::ValuesIn(test::testedEngines()),
                         test::engineName);

TEST_P(LibraryFluidTest, ACopyGoesOnIndependentlyWithTheSameBits) {
  Fluid fluid = Fluid::fromText(context_, kScenario);
  fluid.step(kSteps);
  Fluid copy = fluid.copy();
  const std::vector<Point> then = copy.particles().positions;
  fluid.step(kSteps);
  EXPECT_EQ(copy.stepNumber(), kSteps);
  EXPECT_EQ(copy.particles().positions, then);
  EXPECT_EQ(copy.engine(), fluid.engine());
  copy.step(kSteps);
  EXPECT_EQ(copy.particles().positions, fluid.particles().positions);
  EXPECT_EQ(copy.particles().velocities, fluid.particles().velocities);
}

}  // namespace
}  // namespace gpubuck
