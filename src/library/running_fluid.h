// The members of a gpubuck::Fluid. fluid_files.cpp has its pictures and checkpoints, which a build
// for a page leaves out (cmake/web_module.cmake).
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <utility>

#include "gpubuck/fluid.h"
#include "library/context_state.h"
#include "run/live_fluid.h"
#include "run/run_state.h"

namespace gpubuck {

struct Fluid::Running {
  struct Painter;  ///< fluid_files.cpp

  /// The objects on the GPU. The painter refers to the fluid's device.
  struct Machine {
    run::LiveFluid fluid;
    std::shared_ptr<Painter> painter{};  ///< painter for the size of the last picture
  };

  std::shared_ptr<library::ContextState> context;
  run::EngineChoice engine{};
  std::shared_ptr<Machine> machine{};

  Running(const Context& in, const run::RunState& state) : context(in.state()) {
    const library::Call call(*context);
    engine = context->engineFor(state);
    start(call, state);
  }
  Running(std::shared_ptr<library::ContextState> in, run::EngineChoice on,
          const run::RunState& state)
      : context(std::move(in)), engine(std::move(on)) {
    const library::Call call(*context);
    start(call, state);
  }
  /// Makes another running fluid in the same context, which continues from the present state on the
  /// same engine.
  explicit Running(Running& other) : context(other.context), engine(other.engine) {
    const library::Call call(*context);
    start(call, other.fluid().state());
  }
  ~Running() { context->dispose(std::move(machine)); }
  Running& operator=(const Running&) = delete;

  run::LiveFluid& fluid() const { return machine->fluid; }
  dpd::Simulation& simulation() const { return fluid().simulation(); }

  /// Does `work`, which visits all pairs of the fluid. If steps are long, the work is done in
  /// parts. `between` can end the work between two parts; the fluid then has the state from before
  /// the work.
  void carryOut(const library::Call& call, const std::function<void()>& between,
                const std::function<void()>& work);

 private:
  void start(const library::Call& call, const run::RunState& state) {
    texel::DeviceOptions options = context->deviceOptions(0);
    options.engine = engine.engine;
    auto made = std::make_shared<Machine>(Machine{.fluid = {options, state}});
    call.finish("fluid");
    machine = std::move(made);
  }
};

}  // namespace gpubuck
