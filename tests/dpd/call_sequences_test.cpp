// Calls on one simulation in any order: each step, and each measurement, is the same as in a new
// simulation.
#include <algorithm>
#include <optional>
#include <type_traits>
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

/// Returns fluids with chains of three beads of two species. Each fluid has some of the features
/// that act or are measured only in some fluids: a periodic effect, an effect that turns species,
/// gravity, drag, and a law with densities of either kernel.
std::vector<Fluid> drivenFluidsThatMayFollow() {
  Fluid first = test::plainFluid({5.0, 4.5, 4.0});
  first.species = {{"cold", 1.0, 0.5, ""}, {"hot", 2.0, 0.5, ""}};
  first.pairs = {{25.0, 4.5}, {35.0, 3.0}, {35.0, 3.0}, {20.0, 6.0}};
  first.bondKinds = {{"stiff", BondForm::Harmonic, 40.0, 0.6}};
  first.angleKinds = {{"bent", AngleForm::Cosine, 6.0, 110.0}};
  const Effect jet{.shape = test::ballOf({0.4, 2, 1}, 1.6),
                   .strength = 10.0,
                   .direction = {3, -5, 8},
                   .period = 0.07};
  const Effect lamp{.kind = EffectKind::Turn,
                    .shape = test::ballOf({1, 1, 2}, 1.9),
                    .strength = 6.0,
                    .turns = 0,
                    .into = 1,
                    .back = 3.0};
  first.effects = {jet, lamp};
  Fluid hot = first;
  hot.kT = 2.0;
  hot.dt = 0.015;
  hot.bondKinds[0].k = 20.0;
  hot.effects[0].shape.centre.x = 3.0;
  hot.effects[1].back = 8.0;
  Fluid dense = first;
  dense.law = PairLawKind::ManyBody;
  dense.manyBody = {15.0, 0.8, DensityKernel::Warren};
  dense.gravity = {0.25, 0.0, -1.0};
  dense.effects = {lamp};
  Fluid denser = dense;
  denser.manyBody = {20.0, 0.7, DensityKernel::Warren};
  denser.effects.clear();
  Fluid lucy = dense;
  lucy.manyBody.kernel = DensityKernel::Lucy;
  lucy.drag = 0.75;
  lucy.angleKinds[0].degrees = 90.0;
  return {first, hot, dense, denser, lucy};
}

/// Returns particles at random places. If the fluid has bonds, neighbouring particles form chains
/// of three.
ParticleState chainedState(const Fluid& fluid, std::size_t count) {
  ParticleState state = test::randomState(fluid, count);
  if (!fluid.hasMolecules()) return state;
  state = test::byId(state);
  for (std::uint32_t id = 2; id < count; id += 3) {
    for (const std::uint32_t k : {id - 1, id}) {
      for (int axis = 0; axis < 3; ++axis) {
        const double side = fluid.box.size[axis], way = axis == 0 ? 0.6 : 0.1 * (k % 3);
        state.position[k][axis] =
            cells::insideAsFloat(cells::wrapped(state.position[k - 1][axis] + way, side), side);
      }
    }
    state.molecules.bonds.insert(state.molecules.bonds.end(),
                                 {{0, {id - 2, id - 1}}, {0, {id - 1, id}}});
    state.molecules.angles.push_back({0, {id - 2, id - 1, id}});
  }
  return state;
}

/// All quantities that are measured of a state.
struct Measured {
  Observables observables;
  StructureFactor structure;
  SurfaceOrder surfaces;
  StressProfile stress;
  std::vector<float> density;  ///< around each particle, by id; empty if no law has a density
};

Measured measured(Simulation& simulation) {
  Measured all{simulation.measure(),
               simulation.structureFactor(),
               simulation.surfaceOrder(),
               simulation.stressProfile(),
               {}};
  if (const auto densities = simulation.densities()) {
    const std::vector<glm::vec4> ofPlaces = densities->density.download();
    for (const texel::IdTexel& place : densities->placeOfId.download()) {
      all.density.push_back(ofPlaces.at(texel::decodeId(place)).x);
    }
  }
  return all;
}

void expectSame(const Measured& is, const Measured& should) {
  for (const auto& row : kObservables) {
    visitValue(row, should.observables, [&](const auto& value) {
      visitValue(row, is.observables, [&](const auto& other) {
        if constexpr (std::is_same_v<decltype(value), decltype(other)>) {
          if (value != other) RC_FAIL(std::string(row.name) + " differs");
        }
      });
    });
  }
  RC_ASSERT(is.observables == should.observables);
  RC_ASSERT(is.structure == should.structure);
  RC_ASSERT(is.surfaces == should.surfaces);
  RC_ASSERT(is.stress == should.stress);
  RC_ASSERT(is.density == should.density);
}

/// Returns sorts into lists and into ranges with a defined order. The last entry is the engine's
/// own choice.
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

Solid ballAt(const glm::dvec3& centre, double radius, const glm::dvec3& velocity) {
  return {.shape = {.kind = cells::ShapeKind::Sphere, .centre = centre, .radius = radius},
          .velocity = velocity};
}

const std::vector<std::vector<Solid>> kSolids{
    {},
    {ballAt({0.2, 2.0, 2.0}, 0.8, {-4.0, 1.0, 0.0})},
    {ballAt({2.5, 4.4, 1.0}, 1.1, {0.0, 6.0, 2.0}), ballAt({1.0, 1.0, 3.0}, 0.5, {1.0, 2.0, 3.0})}};

/// Returns the fluid with `solids` in place of its own, so that a change of the fluid leaves the
/// solids of a simulation where they are.
Fluid withSolids(Fluid fluid, const std::vector<Solid>& solids) {
  fluid.solids = solids;
  return fluid;
}

/// Makes the same calls on a new simulation for each step and each effect.
class FreshSimulations {
 public:
  FreshSimulations(const texel::Device& device, Fluid fluid, const StepSettings& settings,
                   ParticleState state)
      : device_(&device), fluid_(std::move(fluid)), settings_(settings), state_(std::move(state)) {}

  void setFluid(const Fluid& fluid, bool isUnderWay) {
    if (isUnderWay) {
      laterFluid_ = fluid;
    } else {
      fluid_ = fluid;
      // If the time step changes twice before a step, the time is rounded twice.
      clock_.setTimeStep(fluid.dt);
    }
  }
  void setSort(const StepSettings& settings, bool isUnderWay) {
    if (isUnderWay) {
      laterSort_ = settings;
    } else {
      settings_ = settings;
      lists_ = {};
    }
  }
  void setSolids(const std::vector<Solid>& solids, bool isUnderWay) {
    isUnderWay ? laterSolids_ = solids : solids_ = solids;
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
    solids_ = fresh.solids();
    state_ = fresh.downloadState();
    lists_ = fresh.downloadLists();
    clock_ = fresh.clock();
    if (laterFluid_) setFluid(*std::exchange(laterFluid_, {}), false);
    if (laterSort_) setSort(*std::exchange(laterSort_, {}), false);
    if (laterSolids_) setSolids(*std::exchange(laterSolids_, {}), false);
  }

  Simulation simulation() const {
    Fluid fluid = fluid_;
    fluid.solids = solids_;
    Simulation fresh(*device_, fluid, settings_, state_, clock_);
    if (!lists_.mapping.empty()) fresh.restoreLists(lists_);
    return fresh;
  }

 private:
  const texel::Device* device_;
  Fluid fluid_;
  StepSettings settings_;
  std::vector<Solid> solids_{};
  ParticleState state_;
  ListState lists_{};
  Clock clock_{};
  std::optional<Fluid> laterFluid_{};
  std::optional<StepSettings> laterSort_{};
  std::optional<std::vector<Solid>> laterSolids_{};
};

bool areSame(const ParticleState& a, const ParticleState& b) {
  return a.position == b.position && a.velocity == b.velocity && a.predicted == b.predicted;
}

class CallSequenceTest : public test::EngineTest {
 protected:
  static constexpr std::size_t kParticles = 250;

  /// Makes one call. `number` selects the call and its arguments.
  void call(Simulation& simulation, FreshSimulations& fresh, int number) {
    const auto of = [&](const auto& all) {
      return all[static_cast<std::size_t>(number) / 16 % all.size()];
    };
    const bool isUnderWay = simulation.stepUnderWay();
    switch (number % 16) {
      case 0:
      case 1:
        simulation.setFluid(withSolids(of(fluids_), simulation.fluid().solids));
        return fresh.setFluid(of(fluids_), isUnderWay);
      case 2:
      case 3:
        simulation.setSort(of(sorts_));
        return fresh.setSort(of(sorts_), isUnderWay);
      case 4:
        simulation.setSolids(of(solids_));
        return fresh.setSolids(of(solids_), isUnderWay);
      case 5:
        return act(simulation, fresh, [](Simulation& s) { s.apply(test::pullAlong(kTube, 30.0)); });
      case 6:
        return act(simulation, fresh, [](Simulation& s) {
          s.apply(test::along(kTube, EffectKind::Couple, 20.0, 4.0));
        });
      case 7:
        return act(simulation, fresh, [](Simulation& s) { s.apply(test::paintAlong(kTube, 1)); });
      case 8:
        return measure(simulation, fresh);
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

  /// Measures, and compares the result with a new simulation. A step under way is not compared: it
  /// is measured with the fluid and the sort with which it began, not with the present ones.
  static void measure(Simulation& simulation, const FreshSimulations& fresh) {
    const Measured all = measured(simulation);
    if (simulation.stepUnderWay()) return;
    Simulation expected = fresh.simulation();
    expectSame(all, measured(expected));
  }

  /// Makes the calls, completes a step that is under way, and makes another step.
  void expectAsFresh(int sort, const std::vector<int>& calls) {
    const StepSettings& settings = sorts_[static_cast<std::size_t>(sort)];
    const ParticleState state = chainedState(fluids_.front(), kParticles);
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
    RC_ASSERT(simulation.solids() == expected.solids());
    expectSame(measured(simulation), measured(expected));
  }

  void useDrivenFluids() {
    fluids_ = drivenFluidsThatMayFollow();
    solids_ = {{}};  // solids would tear bonds
  }

  std::vector<Fluid> fluids_ = fluidsThatMayFollow();
  std::vector<std::vector<Solid>> solids_ = kSolids;
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

TEST_P(CallSequenceTest, AnyCallsOnADrivenFluid_EqualThoseOnNewSimulations) {
  useDrivenFluids();
  test::expectProperty(3, [&] {
    const int sort = *rc::gen::inRange(0, 4);
    expectAsFresh(sort, *rc::gen::container<std::vector<int>>(16, rc::gen::inRange(0, 16 * 20)));
  });
}

// Changes take effect from the next step on, also a change to a law that needs a density.
TEST_P(CallSequenceTest, StepUnderWay_IsMeasuredAsItBegan) {
  useDrivenFluids();
  test::expectProperty(1, [&] {
    for (const Fluid& next : fluids_) {
      const ParticleState state = chainedState(fluids_.front(), kParticles);
      Simulation unchanged(device_, fluids_.front(), sorts_.front(), state);
      Simulation changed(device_, fluids_.front(), sorts_.front(), state);
      unchanged.advance(90);
      changed.advance(90);
      changed.setFluid(next);
      changed.setSort(sorts_.back());
      expectSame(measured(changed), measured(unchanged));
    }
  });
}

// All quantities are measured before and after each change: of the fluid, of the sort, and by an
// effect. The test fails if data kept for the next measurement outlive a change that makes them
// wrong.
TEST_P(CallSequenceTest, MeasuredBeforeAndAfterEachChange_EqualsANewSimulation) {
  useDrivenFluids();
  test::expectProperty(1, [&] {
    constexpr int kMeasure = 8, kStep = 15;
    const auto fluid = [](int k) { return 16 * k; };
    const auto sort = [](int k) { return 2 + 16 * k; };
    expectAsFresh(0, {kMeasure, kStep, kMeasure, kStep, kMeasure, fluid(1), kMeasure, kStep,
                      kMeasure, fluid(2), kMeasure, fluid(3), kMeasure, fluid(4), kMeasure, kStep});
    expectAsFresh(0, {kMeasure, sort(2), kMeasure, kStep, fluid(2), sort(3), kMeasure, sort(0),
                      kMeasure, kStep});
  });
}

// Each pair of changes is made in both orders, both within a step and between two steps.
TEST_P(CallSequenceTest, TwoChangesInOneStep_BothHold) {
  test::expectProperty(1, [&] {
    constexpr int kFluid = 0 + 16, kSort = 2 + 48, kSolid = 4 + 16, kPart = 13;
    for (const auto& [one, other] :
         {std::pair{kFluid, kSort}, {kFluid, kSolid}, {kSort, kSolid}, {kFluid, kFluid + 16}}) {
      for (const int part : {kPart, 11}) {
        expectAsFresh(0, {15, part, one, other, 15});
        expectAsFresh(0, {15, part, other, one, 15});
      }
    }
  });
}

}  // namespace
}  // namespace gpubuck::dpd
