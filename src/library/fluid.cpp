#include "gpubuck/fluid.h"

#include <utility>

#include "dpd/simulation.h"
#include "library/boxes.h"
#include "library/context_state.h"
#include "library/start.h"
#include "scenario/run_state.h"

namespace gpubuck {
namespace {

Point pointFrom(const glm::dvec3& r) { return {r.x, r.y, r.z}; }

}  // namespace

struct Fluid::Running {
  /// What lies on the GPU.
  struct Machine {
    Machine(const library::ContextState& context, const scenario::RunState& state)
        : device(context.makeDevice(static_cast<std::int64_t>(state.particles.count()))),
          simulation(scenario::makeSimulation(device, state)) {}

    texel::Device device;
    dpd::Simulation simulation;
  };

  std::shared_ptr<library::ContextState> context;
  std::shared_ptr<Machine> machine{};

  Running(const Context& in, const scenario::Scenario& scenario, const Particles& start)
      : context(in.state()) {
    const scenario::RunState state{.scenario = scenario,
                                   .particles = library::makeStart(scenario, start)};
    const library::Call call(*context);
    auto made = std::make_shared<Machine>(*context, state);
    call.finish("fluid");
    machine = std::move(made);
  }
  ~Running() { context->dispose(std::move(machine)); }
  Running(const Running&) = delete;
  Running& operator=(const Running&) = delete;

  dpd::Simulation& simulation() const { return machine->simulation; }
};

Fluid::Fluid(std::unique_ptr<Running> running) : running_(std::move(running)) {}
Fluid::Fluid(Fluid&& other) noexcept = default;
Fluid& Fluid::operator=(Fluid&& other) noexcept = default;
Fluid::~Fluid() = default;

Fluid Fluid::fromFile(const Context& context, const std::string& path,
                      const std::vector<std::string>& overrides, const Particles& start) {
  return Fluid(std::make_unique<Running>(context, scenario::loadScenario(path, overrides), start));
}

Fluid Fluid::fromText(const Context& context, const std::string& toml,
                      const std::vector<std::string>& overrides, const Particles& start) {
  return Fluid(std::make_unique<Running>(
      context, scenario::parseScenario(toml, "scenario", {}, overrides), start));
}

void Fluid::step(std::int64_t steps) {
  const library::Call call(*running_->context);
  for (std::int64_t k = 0; k < steps; ++k) running_->simulation().step();
  call.finish("step");
}

Measurement Fluid::measure() {
  const library::Call call(*running_->context);
  running_->simulation().checkFailure();
  const dpd::Observables observed = running_->simulation().measure();
  call.finish("measure");
  return {.step = observed.step,
          .time = observed.time,
          .temperature = observed.temperature,
          .pressure = observed.pressure,
          .pressureTotal = observed.pressureTotal,
          .potentialEnergy = observed.potentialEnergy,
          .kineticEnergy = observed.kineticEnergy,
          .gravityEnergy = observed.gravityEnergy,
          .temperatureOnStep = observed.temperatureOnStep,
          .pressureTensor = pointFrom(observed.pressureTensor),
          .momentum = pointFrom(observed.momentum)};
}

Particles Fluid::particles() {
  dpd::Particles particles;
  {
    const library::Call call(*running_->context);
    running_->simulation().checkFailure();
    particles = dpd::unpacked(running_->simulation().downloadState());
    call.finish("particles");
  }
  const auto pointsFrom = [](const std::vector<glm::vec3>& vectors) {
    std::vector<Point> points;
    points.reserve(vectors.size());
    for (const glm::vec3& vector : vectors) points.push_back(pointFrom(vector));
    return points;
  };
  return {pointsFrom(particles.position), pointsFrom(particles.velocity),
          std::move(particles.species)};
}

std::int64_t Fluid::count() const { return running_->simulation().count(); }
std::int64_t Fluid::stepNumber() const { return running_->simulation().stepNumber(); }
double Fluid::time() const { return running_->simulation().time(); }
Box Fluid::box() const { return library::publicBox(running_->simulation().fluid().box); }

}  // namespace gpubuck
