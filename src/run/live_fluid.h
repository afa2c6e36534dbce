// A fluid that runs: a device, the simulation on the device, and the scenario that the simulation
// follows. The window, `gpubuck run`, the library and the checks of the physics all use it. Also
// the rule that determines the engine of a fluid if the user does not choose an engine.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>

#include "dpd/model/pair_cost.h"
#include "dpd/simulation.h"
#include "run/run_state.h"
#include "scenario/scenario.h"
#include "texel/device.h"

namespace gpubuck::run {

/// The rule for the engine, as `gpubuck info` and --help print it.
inline constexpr const char* kEngineRule =
    "fast if the context has OpenGL 4.3 and its shader buffers hold the fluid's particles and "
    "cells, otherwise paper; paper for the method of 2007; a fluid from a checkpoint keeps its "
    "engine if it can";

struct EngineChoice {
  texel::Engine engine = texel::Engine::Paper;
  std::string why{};  ///< such as "fast needs OpenGL 4.3, this context has 3.3"
};

/// Chooses an engine by kEngineRule. The choice depends only on the arguments: nothing is measured
/// or tried, and free memory does not count. Thus a repeated run has the same engine, and therefore
/// the same bits. `limits` belong to the context of `capabilities`. `soFar` is the engine of the
/// earlier steps, if there are any.
///
/// `fast` makes a step in less time than `paper`, or in about the same time, at any size and in two
/// and three dimensions, on GPUs and in software (docs/performance.md).
EngineChoice chooseEngine(const gl::Capabilities& capabilities, const texel::ComputeLimits& limits,
                          const scenario::Scenario& scenario, std::int64_t particles,
                          std::optional<texel::Engine> soFar = {});

/// Chooses the engine of a fluid in the current context.
EngineChoice chooseEngine(const RunState& state);

class LiveFluid {
 public:
  /// Begins at `state`, on a new device, which has `options` and is laid out for the state. Throws
  /// the errors of texel::Device and makeSimulation, and RunError for an error of the driver.
  LiveFluid(const texel::DeviceOptions& options, const RunState& state);

  /// Returns the scenario with all changes made so far. Its solids are at the places where they
  /// were last set, while the solids of the simulation move.
  const scenario::Scenario& scenario() const { return scenario_; }
  /// The references stay valid until a change needs another simulation. They also stay valid when
  /// the object is moved.
  const texel::Device& device() const { return machine_->device; }
  dpd::Simulation& simulation() const { return *machine_->simulation; }
  texel::Engine engine() const { return device().engine(); }

  /// Return the work of a step, and the number of particles that a long step moves between two
  /// moments at which it can be interrupted (dpd/model/pair_cost.h). Both are for the fluid with
  /// which the simulation was made.
  const dpd::PairCost& pairCost() const { return pairCost_; }
  std::optional<std::int64_t> particlesPerSlice() const { return particlesPerSlice_; }

  /// Continues as `wanted` says, and returns the change that was needed (scenario::changeBetween).
  /// - Nothing: the simulation stays as it is.
  /// - Values: new values hold from the next step on; a step under way ends with the old values.
  /// - Sort: a new sort is used from the next step on.
  /// - Simulation: device and simulation are new, and a step under way begins again.
  ///
  /// Throws InputError if a restart is needed, if `wanted` is not valid
  /// (scenario::requireChangeable), and if the solids do not fit at their present places. Throws
  /// RunError if failed particles prevent another simulation. Also throws the errors of setSort()
  /// and of the constructor. A change that is refused leaves everything as it was.
  scenario::Change change(scenario::Scenario wanted);
  /// Continues from the present particles on this engine. Throws the errors of change().
  void setEngine(texel::Engine engine);
  /// Continues from another state of the same scenario with the same number of particles, on the
  /// same device. References to the device stay valid, but references to the simulation do not.
  /// Throws the errors of makeSimulation; after an error there is no simulation.
  void setState(const RunState& state);
  /// Sets the view, which belongs to the scenario but not to the simulation.
  void setView(const dpd::View& view) { scenario_.view = view; }

  /// Returns the present state with its lists. Throws RunError if a particle has failed.
  RunState state() const;
  /// Returns the present state with these particles and without lists, since another simulation
  /// makes its own lists.
  RunState stateWith(dpd::ParticleState particles) const;

 private:
  /// Device and simulation keep their places in memory: the simulation refers to the device.
  struct Machine {
    Machine(const texel::DeviceOptions& options, const RunState& state)
        : device(options), simulation(new dpd::Simulation(makeSimulation(device, state))) {}

    texel::Device device;
    std::unique_ptr<dpd::Simulation> simulation;
  };

  /// Continues with the present particles, but another engine or scenario.
  void goOnAs(texel::Engine engine, const scenario::Scenario& wanted);

  texel::DeviceOptions options_;
  scenario::Scenario scenario_;
  std::unique_ptr<Machine> machine_;
  dpd::PairCost pairCost_;
  std::optional<std::int64_t> particlesPerSlice_;
};

}  // namespace gpubuck::run
