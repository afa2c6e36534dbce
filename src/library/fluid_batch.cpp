#include "gpubuck/fluid_batch.h"

#include <fmt/format.h>

#include <utility>

#include "base/error.h"
#include "dpd/fluid_batch.h"
#include "dpd/steps/buffer_step.h"
#include "library/running_fluid.h"

namespace gpubuck {
struct FluidBatch::Running {
  /// The objects on the GPU.
  struct Machine {
    Machine(const texel::DeviceOptions& options,
            const std::vector<dpd::FluidBatch::Member>& members, const cells::Method& search)
        : device(options), batch(device, members, search) {}

    texel::Device device;
    dpd::FluidBatch batch;
  };

  /// Throws InputError if fluid k cannot be in a batch with the first fluid.
  static void requireMember(const Fluid::Running& fluid, const Fluid::Running& first,
                            std::size_t k) {
    const auto require = [&](bool holds, const char* key, const char* why) {
      if (!holds) throw InputError(fmt::format("fluid {}: {}", k, key), why);
    };
    const scenario::Scenario& scenario = fluid.fluid().scenario();
    require(fluid.context == first.context, "context", "must be the same as in fluid 0");
    require(fluid.engine.engine == texel::Engine::Fast, "engine",
            "is paper; a batch needs fast, which needs OpenGL 4.3");
    require(dpd::hasBufferStep(texel::Engine::Fast, scenario.step), "search",
            "sort and traversal must have their defaults in a batch");
    require(scenario.search == first.fluid().scenario().search, "search.kind",
            "must be as in fluid 0");
  }

  explicit Running(const std::vector<Fluid::Running*>& fluids)
      : context(fluids.front()->context), engine(fluids.front()->engine) {
    const library::Call call(*context);
    std::vector<dpd::FluidBatch::Member> members;
    std::int64_t particles = 0;
    for (std::size_t k = 0; k < fluids.size(); ++k) {
      requireMember(*fluids[k], *fluids.front(), k);
      dpd::Simulation& simulation = fluids[k]->simulation();
      simulation.checkFailure();
      scenarios.push_back(fluids[k]->fluid().scenario());
      members.push_back({simulation.fluid(), simulation.downloadState(), simulation.clock()});
      particles += simulation.count();
    }
    texel::DeviceOptions options = context->deviceOptions(particles);
    options.engine = texel::Engine::Fast;
    auto made = std::make_shared<Machine>(options, members, scenarios.front().search);
    call.finish("batch");
    machine = std::move(made);
  }
  ~Running() { context->dispose(std::move(machine)); }
  Running& operator=(const Running&) = delete;

  std::shared_ptr<library::ContextState> context;
  run::EngineChoice engine;
  std::vector<scenario::Scenario> scenarios;
  std::shared_ptr<Machine> machine{};
};

FluidBatch::FluidBatch(const std::vector<Fluid*>& fluids) {
  if (fluids.empty()) throw InputError("batch", "has no fluids; needs at least one");
  std::vector<Fluid::Running*> running;
  for (Fluid* fluid : fluids) running.push_back(fluid->running_.get());
  running_ = std::make_unique<Running>(running);
}

FluidBatch::FluidBatch(FluidBatch&& other) noexcept = default;
FluidBatch& FluidBatch::operator=(FluidBatch&& other) noexcept = default;
FluidBatch::~FluidBatch() = default;

void FluidBatch::step(std::int64_t steps, const std::function<void()>& between) {
  if (steps < 0) throw InputError("steps", fmt::format("{} is less than 0", steps));
  const library::Call call(*running_->context);
  for (std::int64_t k = 0; k < steps; ++k) {
    if (between && k > 0) between();
    running_->machine->batch.step();
  }
  call.finish("step");
}

std::vector<Measurement> FluidBatch::measure() {
  const library::Call call(*running_->context);
  std::vector<Measurement> measured = running_->machine->batch.measure();
  call.finish("measure");
  return measured;
}

Fluid FluidBatch::fluid(std::int64_t k) {
  if (k < 0 || k >= size()) {
    throw InputError("fluid", fmt::format("{} is not within 0..{}", k, size() - 1));
  }
  const auto number = static_cast<std::size_t>(k);
  run::RunState state{.scenario = running_->scenarios[number], .particles = {}};
  {
    const library::Call call(*running_->context);
    dpd::FluidBatch& batch = running_->machine->batch;
    state.particles = batch.downloadState(number);
    state.clock = batch.clock(number);
    state.engine = texel::Engine::Fast;
    call.finish("fluid");
  }
  return Fluid(std::make_unique<Fluid::Running>(running_->context, running_->engine, state));
}

std::int64_t FluidBatch::size() const { return std::ssize(running_->scenarios); }

std::int64_t FluidBatch::stepsMade() const {
  const library::Turn turn;
  return running_->machine->batch.stepsMade();
}

std::int64_t FluidBatch::count() const {
  const library::Turn turn;
  return running_->machine->batch.count();
}

}  // namespace gpubuck
