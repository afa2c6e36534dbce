// What a gpubuck::Fluid is made of. Pictures and checkpoints of it have files of their own, since a
// build for a page has neither (cmake/web_module.cmake).
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <utility>

#include "dpd/pair_cost.h"
#include "dpd/simulation.h"
#include "gpubuck/fluid.h"
#include "library/context_state.h"
#include "run/run_state.h"

namespace gpubuck {

struct Fluid::Running {
  struct Painter;  ///< fluid_picture.cpp

  /// What lies on the GPU.
  struct Machine {
    Machine(const texel::DeviceOptions& options, const run::RunState& state)
        : device(options),
          simulation(run::makeSimulation(device, state)),
          particlesPerLot(dpd::particlesPerLot(
              dpd::findPairCost(state.scenario.fluid.box, state.particles.position),
              simulation.count())) {}

    texel::Device device;
    dpd::Simulation simulation;
    std::optional<std::int64_t> particlesPerLot;  ///< of a fluid with long steps
    std::shared_ptr<Painter> painter{};           ///< of the last picture's size
  };

  std::shared_ptr<library::ContextState> context;
  scenario::Scenario scenario;  ///< with all that has changed since
  run::EngineChoice engine{};
  std::shared_ptr<Machine> machine{};

  Running(const Context& in, run::RunState state) : context(in.state()) {
    const library::Call call(*context);
    engine = context->engineFor(state);
    start(call, state);
    scenario = std::move(state.scenario);
  }
  /// Another in the same context, which goes on from the present state on the same engine.
  explicit Running(Running& other)
      : context(other.context), scenario(other.scenario), engine(other.engine) {
    const library::Call call(*context);
    const run::RunState state = other.state();
    start(call, state);
    scenario = state.scenario;
  }
  ~Running() { context->dispose(std::move(machine)); }
  Running& operator=(const Running&) = delete;

  void start(const library::Call& call, const run::RunState& state) {
    texel::DeviceOptions options = context->deviceOptions(run::largestArray(state.scenario));
    options.engine = engine.engine;
    auto made = std::make_shared<Machine>(options, state);
    call.finish("fluid");
    machine = std::move(made);
  }

  /// Makes one step that takes long, which `between` can end: the fluid then goes on from the
  /// present state.
  void longStep(const library::Call& call, const std::function<void()>& between);

  dpd::Simulation& simulation() const { return machine->simulation; }

  run::RunState state() const { return run::presentState(scenario, simulation()); }
};

}  // namespace gpubuck
