// Fluids through the library, compared with the simulation that they wrap.
#include <fmt/format.h>
#include <unistd.h>

#include <cmath>
#include <filesystem>
#include <fstream>
#include <functional>

#include "dpd/simulation.h"
#include "library/library_fluid.h"
#include "run/live_fluid.h"
#include "scenario/initial/initial_state.h"
#include "scenario/scenario.h"

namespace gpubuck {
namespace {

using test::contains;
using test::messageOf;
using test::names;

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

TEST_P(LibraryFluidTest, EqualsTheSimulationOfItsScenario) {
  const scenario::Scenario scenario = scenario::parseScenario(kScenario, "scenario", {});
  const dpd::ParticleState start = scenario::makeInitialState(scenario);
  const texel::Device device(
      {.engine = GetParam(), .largestArray = static_cast<std::int64_t>(start.count())});
  dpd::Simulation simulation(device, scenario.fluid, scenario.step, start);
  for (int k = 0; k < kSteps; ++k) simulation.step();
  const dpd::Observables expected = simulation.measure();
  const dpd::StructureFactor structure = simulation.structureFactor();
  const dpd::SurfaceOrder surfaces = simulation.surfaceOrder();
  const dpd::StressProfile profile = simulation.stressProfile();
  const dpd::ParticleState state = simulation.downloadState();

  Fluid fluid = Fluid::fromText(context_, kScenario);
  fluid.step(kSteps);
  const Measurement found = fluid.measure();
  const Particles particles = fluid.particles();

  EXPECT_EQ(fluid.count(), 210);  // density 3 in a box of 4 * 3.5 * 5
  EXPECT_EQ(fluid.stepNumber(), kSteps);
  EXPECT_EQ(fluid.time(), simulation.time());
  EXPECT_EQ(found.step, kSteps);
  EXPECT_TRUE(found == expected);
  EXPECT_TRUE(fluid.structureFactor() == structure);
  EXPECT_TRUE(fluid.surfaceOrder() == surfaces);
  EXPECT_EQ(surfaces.species.size(), 2U);
  EXPECT_TRUE(fluid.stressProfile() == profile);
  EXPECT_EQ(profile.step, kSteps);
  EXPECT_EQ(structure.species.size(), 2U);
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

TEST_P(LibraryFluidTest, AutoContext_ChoosesTheEngine) {
  const run::EngineChoice rule =
      run::chooseEngine(run::beginRun(scenario::parseScenario(kScenario, "test", {})));
  const Fluid fluid = Fluid::fromText(Context::headless(), kScenario);
  EXPECT_EQ(fluid.engine(), rule.engine == texel::Engine::Fast ? Engine::Fast : Engine::Paper);
  EXPECT_EQ(fluid.engineReason(), rule.why);
}

TEST_P(LibraryFluidTest, AutoContext_TakesTheEngineOfTheCheckpoint) {
  const auto name = "gpubuck_engine_test_" + std::to_string(::getpid()) + ".h5";
  const std::filesystem::path path = std::filesystem::temp_directory_path() / name;
  Fluid::fromText(context_, kScenario).save(path);
  const Fluid fluid = Fluid::fromCheckpoint(Context::headless(), path);
  std::filesystem::remove(path);
  EXPECT_EQ(fluid.engine(), context_.engine());
  EXPECT_EQ(fluid.engineReason(), "it made the earlier steps");
}

TEST_P(LibraryFluidTest, BeginsWithGivenParticles) {
  Fluid first = Fluid::fromText(context_, kScenario);
  first.step(kSteps);
  const Particles given = first.particles();
  const Particles begun = Fluid::fromText(context_, kScenario, {}, given).particles();
  EXPECT_EQ(begun.positions, given.positions);
  EXPECT_EQ(begun.velocities, given.velocities);
  EXPECT_EQ(begun.species, given.species);
}

TEST_P(LibraryFluidTest, BeginsWithParticlesOfAFile) {
  Fluid first = Fluid::fromText(context_, kScenario);
  first.step(kSteps);
  const Particles written = first.particles();
  const auto name = "gpubuck_fluid_test_" + std::to_string(::getpid());
  const std::filesystem::path folder = std::filesystem::temp_directory_path() / name;
  std::filesystem::create_directory(folder);
  std::ofstream xyz(folder / "start.xyz");
  xyz.precision(9);  // enough digits for any float
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

TEST_P(LibraryFluidTest, ParticleOnTheFarSide_IsMovedInside) {
  Particles given = Fluid::fromText(context_, kScenario).particles();
  given.positions[5] = {4.0, 3.5, 5.0};
  const Particles begun = Fluid::fromText(context_, kScenario, {}, given).particles();
  for (std::size_t axis = 0; axis < 3; ++axis) {
    const auto side = static_cast<float>(given.positions[5][axis]);
    EXPECT_EQ(begun.positions[5][axis], std::nextafter(side, 0.0F)) << "axis " << axis;
  }
}

TEST_P(LibraryFluidTest, ScenarioFileWithOverrides_IsRead) {
  const std::filesystem::path path = std::filesystem::temp_directory_path() /
                                     ("gpubuck_fluid_test_" + std::to_string(::getpid()) + ".toml");
  std::ofstream(path) << kScenario;
  Fluid fluid = Fluid::fromFile(context_, path.string(), {"fluid.density=4", "integrator.dt=0.5"});
  std::filesystem::remove(path);
  EXPECT_EQ(fluid.count(), 280);
  EXPECT_EQ(fluid.time(), 0.0);
}

TEST_P(LibraryFluidTest, Picture_CanHaveAnySize) {
  Fluid fluid = Fluid::fromText(context_, kScenario);
  const Image picture = fluid.render(320, 180);
  EXPECT_EQ(picture.width, 320);
  EXPECT_EQ(picture.height, 180);
  EXPECT_EQ(picture.rgb.size(), 3u * 320u * 180u);
  EXPECT_TRUE(picture.rgb == fluid.render(320, 180).rgb);
  EXPECT_EQ(fluid.render(64, 400).rgb.size(), 3u * 64u * 400u);
  fluid.set({"view.azimuth=80"});
  EXPECT_FALSE(picture.rgb == fluid.render(320, 180).rgb);
  fluid.set({"view.azimuth=25", "species.0.colour=#ff8000"});
  const Image changed = fluid.render(320, 180);
  Fluid fresh =
      Fluid::fromText(context_, kScenario, {"view.azimuth=25", "species.0.colour=#ff8000"});
  EXPECT_TRUE(changed.rgb == fresh.render(320, 180).rgb);
  EXPECT_TRUE(
      names(messageOf<InputError>([&] { fluid.render(15, 180); }), {"width", "15", "16", "16384"}));
  EXPECT_TRUE(names(messageOf<InputError>([&] { fluid.render(320, -1); }), {"height", "-1"}));
}

TEST_P(LibraryFluidTest, Checkpoint_ContinuesBitForBit) {
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
  EXPECT_TRUE(names(messageOf<InputError>([&] {
                      Fluid::fromCheckpoint(context_, path.string(), {"fluid.density=4"});
                    }),
                    {path.string(), "fluid.density"}));
  std::filesystem::remove(path);
  EXPECT_TRUE(
      contains(messageOf<InputError>([&] { Fluid::fromCheckpoint(context_, path.string()); }),
               path.string()));
  EXPECT_TRUE(names(messageOf<RunError>([&] { fluid.save("/none/a.h5"); }), {"/none/a.h5"}));
}

TEST_P(LibraryFluidTest, Species_AreListed) {
  const std::vector<Species> species = Fluid::fromText(context_, kScenario).species();
  ASSERT_EQ(species.size(), 2u);
  EXPECT_EQ(species[0].name, "light");
  EXPECT_EQ(species[1].mass, 2.0);
}

TEST_P(LibraryFluidTest, NegativeSteps_AreRefused) {
  Fluid fluid = Fluid::fromText(context_, kScenario);
  EXPECT_TRUE(names(messageOf<InputError>([&] { fluid.step(-1); }), {"steps", "-1", "0"}));
}

TEST_P(LibraryFluidTest, BlowUp_IsRunErrorWithItsStep) {
  Fluid fluid = Fluid::fromText(context_, kScenario, {"integrator.dt=0.9", "pair.0.a=100000"});
  const std::string message = messageOf<RunError>([&] {
    fluid.step(70);
    fluid.measure();
  });
  EXPECT_TRUE(names(message, {"step"}));
  EXPECT_TRUE(names(messageOf<RunError>([&] { fluid.particles(); }), {"step"}));
}

TEST_P(LibraryFluidTest, InvalidInput_IsInputError) {
  EXPECT_TRUE(names(messageOf<InputError>([&] {
                      Fluid::fromText(context_, "box.size = [4, 4, 4]\nfluid.densty = 3\n");
                    }),
                    {"scenario:2"}));
  EXPECT_TRUE(names(messageOf<InputError>([&] { Fluid::fromFile(context_, "/none.toml"); }),
                    {"/none.toml"}));
  EXPECT_TRUE(
      names(messageOf<InputError>([&] {
              Fluid::fromText(context_, kScenario, {"initial.state=file", "initial.file=a.xyz"});
            }),
            {"a.xyz"}));

  const Particles right = Fluid::fromText(context_, kScenario).particles();
  const auto messageFor = [&](const std::function<void(Particles&)>& spoil) {
    Particles wrong = right;
    spoil(wrong);
    return messageOf<InputError>([&] { Fluid::fromText(context_, kScenario, {}, wrong); });
  };
  EXPECT_TRUE(names(messageFor([](Particles& p) { p.species.pop_back(); }),
                    {"start particles", "209 species"}));
  EXPECT_TRUE(names(messageFor([](Particles& p) { p.velocities.pop_back(); }),
                    {"start particles", "209 velocities"}));
  EXPECT_TRUE(names(messageFor([](Particles& p) { p.species[7] = 2; }),
                    {"start particle 7", "species 2", "0", "1"}));
  EXPECT_TRUE(names(messageFor([](Particles& p) { p.positions[3][1] = 3.6; }),
                    {"start particle 3", "y", "3.6", "0", "3.5"}));
  EXPECT_TRUE(names(messageFor([](Particles& p) { p.velocities[0][2] = std::nan(""); }),
                    {"start particle 0", "z", "nan"}));
  EXPECT_TRUE(names(messageFor([](Particles& p) {
                      p.positions.pop_back();
                      p.velocities.pop_back();
                      p.species.pop_back();
                    }),
                    {"start particles"}));
}

INSTANTIATE_TEST_SUITE_P(Engines, LibraryFluidTest, ::testing::ValuesIn(test::testedEngines()),
                         test::engineName);

TEST_P(LibraryFluidTest, Copy_ContinuesIndependentlyBitForBit) {
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
