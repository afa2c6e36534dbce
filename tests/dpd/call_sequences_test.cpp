// Calls in any order on one simulation: each of its steps equals that of a new simulation.
#include <algorithm>
#include <optional>
#include <utility>

#include "dpd/fluids.h"
#include "dpd/simulation.h"
#include "support/gpu_test.h"
#include "support/property.h"

namespace gpubuck::dpd {
namespace {

const Tube kTube{{2.0, 2.0, 2.0}, {0.0, 0.0, 1.0}, 1.8};

std::vector<Fluid> fluidsThatMayFollow() {
  Fluid first = test::mixedFluid({5.0, 4.5, 4.0});
  Fluid hot = first;
  hot.kT = 2.0;
  hot.dt = 0.015;
  Fluid other = first;
  other.gravity = {0.25, 0.0, -1.0};
  other.drag = 0.75;
  other.integrator = Integrator::VelocityVerlet;
  std::ranges::reverse(other.pairs);
  return {first, hot, other};
}

/// Lists and ranges, whose order is defined; the last one is the engine's own choice.
std::vector<StepSettings> sortsThatMayFollow() {
  return {{.sort = {.algorithm = sort::Algorithm::Bucket}, .reorderEvery = 3},
          {.sort = {.algorithm = sort::Algorithm::Bucket,
                    .subBuffers = 3,
                    .partition = sort::Partition::Contiguous},
           .mode = SortMode::Sort,
           .reorderEvery = 2},
          {.sort = {.algorithm = sort::Algorithm::Bitonic}, .reorderEvery = 2},
          {}};
}

const std::vector<Obstacle> kObstacles{
    {},
    {.radius = 0.8, .centre = {0.2, 2.0, 2.0}, .velocity = {-4.0, 1.0, 0.0}},
    {.radius = 1.1, .centre = {2.5, 4.4, 1.0}, .velocity = {0.0, 6.0, 2.0}}};

/// The same by a new simulation for each step and each impulse.
class FreshSimulations {
 public:
  FreshSimulations(const texel::Device& device, Fluid fluid, const StepSettings& settings,
                   ParticleState state)
      : device_(&device), fluid_(std::move(fluid)), settings_(settings), state_(std::move(state)) {}

  void setFluid(const Fluid& fluid, bool isUnderWay) {
    isUnderWay ? laterFluid_ = fluid : fluid_ = fluid;
  }
  void setSort(const StepSettings& settings, bool isUnderWay) {
    if (isUnderWay) {
      laterSort_ = settings;
    } else {
      settings_ = settings;
      lists_ = {};
    }
  }
  void setObstacle(const Obstacle& obstacle, bool isUnderWay) {
    isUnderWay ? laterObstacle_ = obstacle : obstacle_ = obstacle;
  }

  template <typename Act>
  void apply(Act act) {
    Simulation fresh = simulation();
    act(fresh);
    state_ = fresh.downloadState();
  }

  void step() {
    Simulation fresh = simulation();
    fresh.step();
    obstacle_ = fresh.obstacle();
    state_ = fresh.downloadState();
    lists_ = fresh.downloadLists();
    clock_ = fresh.clock();
    if (laterFluid_) setFluid(*std::exchange(laterFluid_, {}), false);
    if (laterSort_) setSort(*std::exchange(laterSort_, {}), false);
    if (laterObstacle_) setObstacle(*std::exchange(laterObstacle_, {}), false);
  }

  Simulation simulation() const {
    Fluid fluid = fluid_;
    fluid.obstacle = obstacle_;
    Simulation fresh(*device_, fluid, settings_, state_, clock_);
    if (!lists_.mapping.empty()) fresh.restoreLists(lists_);
    return fresh;
  }

 private:
  const texel::Device* device_;
  Fluid fluid_;
  StepSettings settings_;
  Obstacle obstacle_{};
  ParticleState state_;
  ListState lists_{};
  Clock clock_{};
  std::optional<Fluid> laterFluid_{};
  std::optional<StepSettings> laterSort_{};
  std::optional<Obstacle> laterObstacle_{};
};

bool areSame(const ParticleState& a, const ParticleState& b) {
  return a.position == b.position && a.velocity == b.velocity && a.predicted == b.predicted;
}

class CallSequenceTest : public test::EngineTest {
 protected:
  static constexpr std::size_t kParticles = 250;

  /// Makes one call, which `number` chooses together with its arguments.
  void call(Simulation& simulation, FreshSimulations& fresh, int number) {
    const auto of = [&](const auto& all) {
      return all[static_cast<std::size_t>(number) / 16 % all.size()];
    };
    const bool isUnderWay = simulation.stepUnderWay();
    switch (number % 16) {
      case 0:
      case 1:
        simulation.setFluid(of(fluids_));
        return fresh.setFluid(of(fluids_), isUnderWay);
      case 2:
      case 3:
        simulation.setSort(of(sorts_));
        return fresh.setSort(of(sorts_), isUnderWay);
      case 4:
        simulation.setObstacle(of(kObstacles));
        return fresh.setObstacle(of(kObstacles), isUnderWay);
      case 5:
        return act(simulation, fresh, [](Simulation& s) { s.apply(Impulse{kTube, 30.0}); });
      case 6:
        return act(simulation, fresh, [](Simulation& s) { s.apply(Bath{kTube, 20.0, 4.0}); });
      case 7:
        return act(simulation, fresh, [](Simulation& s) { s.paint(kTube, 1); });
      case 8:
        simulation.measure();
        return;
      case 9:
        simulation.measurePart(100);
        return;
      case 10:
        simulation.cells();
        return;
      case 11:
        simulation.downloadState();
        return;
      case 12:
        return simulation.checkFailure();
      default:
        if (simulation.advance(number % 16 == 15 ? 1000 : 90)) fresh.step();
    }
  }

  template <typename Act>
  static void act(Simulation& simulation, FreshSimulations& fresh, Act act) {
    if (simulation.stepUnderWay()) return;
    act(simulation);
    fresh.apply(act);
  }

  /// Makes the calls, completes the step under way and makes another one.
  void expectAsFresh(int sort, const std::vector<int>& calls) {
    const StepSettings& settings = sorts_[static_cast<std::size_t>(sort)];
    const ParticleState state = test::randomState(fluids_.front(), kParticles);
    Simulation simulation(device_, fluids_.front(), settings, state);
    FreshSimulations fresh(device_, fluids_.front(), settings, state);
    for (const int number : calls) call(simulation, fresh, number);
    for (int k = 0; k < 2; ++k) {
      simulation.step();
      fresh.step();
    }
    Simulation expected = fresh.simulation();
    RC_ASSERT(areSame(simulation.downloadState(), expected.downloadState()));
    RC_ASSERT(simulation.stepNumber() == expected.stepNumber());
    RC_ASSERT(simulation.obstacle() == expected.obstacle());
    const Observables is = simulation.measure(), should = expected.measure();
    RC_ASSERT(is.pressureTotal == should.pressureTotal);
    RC_ASSERT(is.gravityEnergy == should.gravityEnergy);
    RC_ASSERT(is.species.front().count == should.species.front().count);
  }

  std::vector<Fluid> fluids_ = fluidsThatMayFollow();
  std::vector<StepSettings> sorts_ = sortsThatMayFollow();
  texel::Device device_ = test::makeDevice(GetParam());
};
INSTANTIATE_TEST_SUITE_P(Engines, CallSequenceTest, ::testing::ValuesIn(test::testedEngines()),
                         test::engineName);

TEST_P(CallSequenceTest, AnyCalls_EqualThoseOnNewSimulations) {
  test::expectProperty(12, [&] {
    const int sort = *rc::gen::inRange(0, 4);
    expectAsFresh(sort, *rc::gen::container<std::vector<int>>(24, rc::gen::inRange(0, 16 * 12)));
  });
}

// Each pair of changes, in both orders, within a step and between two.
TEST_P(CallSequenceTest, TwoChangesInOneStep_BothHold) {
  test::expectProperty(1, [&] {
    constexpr int kFluid = 0 + 16, kSort = 2 + 48, kObstacle = 4 + 16, kPart = 13;
    for (const auto& [one, other] : {std::pair{kFluid, kSort},
                                     {kFluid, kObstacle},
                                     {kSort, kObstacle},
                                     {kFluid, kFluid + 16}}) {
      for (const int part : {kPart, 8}) {
        expectAsFresh(0, {15, part, one, other, 15});
        expectAsFresh(0, {15, part, other, one, 15});
      }
    }
  });
}

}  // namespace
}  // namespace gpubuck::dpd
