// What a gpubuck::Fluid is made of. Pictures and checkpoints of it have files of their own, since a
// build for a page has neither (cmake/web_module.cmake).
#pragma once

#include <memory>
#include <utility>

#include "dpd/simulation.h"
#include "gpubuck/fluid.h"
#include "library/context_state.h"
#include "scenario/run_state.h"

namespace gpubuck {

struct Fluid::Running {
  struct Painter;  ///< fluid_picture.cpp

  /// What lies on the GPU.
  struct Machine {
    Machine(const library::ContextState& context, const scenario::RunState& state)
        : device(context.makeDevice(scenario::largestArray(state.scenario))),
          simulation(scenario::makeSimulation(device, state)) {}

    texel::Device device;
    dpd::Simulation simulation;
    std::shared_ptr<Painter> painter{};  ///< of the last picture's size
  };

  std::shared_ptr<library::ContextState> context;
  scenario::Scenario scenario;  ///< with all that has changed since
  std::shared_ptr<Machine> machine{};

  Running(const Context& in, scenario::RunState state) : context(in.state()) {
    const library::Call call(*context);
    start(call, state);
    scenario = std::move(state.scenario);
  }
  ~Running() { context->dispose(std::move(machine)); }
  Running(const Running&) = delete;
  Running& operator=(const Running&) = delete;

  void start(const library::Call& call, const scenario::RunState& state) {
    auto made = std::make_shared<Machine>(*context, state);
    call.finish("fluid");
    machine = std::move(made);
  }

  dpd::Simulation& simulation() const { return machine->simulation; }

  /// The present state, once it is sure that no particle has failed.
  scenario::RunState state() const {
    simulation().checkFailure();
    return {scenario::presentScenario(scenario, simulation()), simulation().downloadState(),
            simulation().downloadLists(), simulation().clock()};
  }
};

}  // namespace gpubuck
