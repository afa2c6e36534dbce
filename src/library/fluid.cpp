#include "gpubuck/fluid.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "base/error.h"
#include "library/running_fluid.h"
#include "scenario/initial/initial_state.h"
#include "texel/work_slices.h"

namespace gpubuck {
namespace {

Point pointFrom(const glm::dvec3& r) { return {r.x, r.y, r.z}; }

std::vector<Point> pointsFrom(const std::vector<glm::vec3>& vectors) {
  std::vector<Point> points(vectors.size());
  std::ranges::transform(vectors, points.begin(), pointFrom);
  return points;
}

/// Converts the particles of a caller. Throws InputError if they do not fit the fluid.
dpd::Particles particlesFrom(const Particles& start, const dpd::Fluid& fluid) {
  const std::size_t count = start.positions.size();
  const bool velocitiesFit = start.velocities.empty() || start.velocities.size() == count;
  if (!velocitiesFit || start.species.size() != count) {
    throw InputError("start particles",
                     fmt::format("{} positions, {} velocities and {} species; each position needs "
                                 "a species and, if velocities are given, a velocity",
                                 count, start.velocities.size(), start.species.size()));
  }
  dpd::Particles given;
  given.species = start.species;
  for (std::size_t i = 0; i < count; ++i) {
    const auto fail = [i](const std::string& why) {
      throw InputError(fmt::format("start particle {}", i), why);
    };
    if (const int species = start.species[i]; species < 0 || species >= std::ssize(fluid.species)) {
      fail(fmt::format("species {} is not within 0..{}", species, fluid.species.size() - 1));
    }
    const auto vectorFrom = [&](const Point& point, bool isPosition) {
      glm::vec3 vector(0.0F);
      for (int axis = 0; axis < 3; ++axis) {
        const double value = point[static_cast<std::size_t>(axis)], side = fluid.box.size[axis];
        const char name = cells::kAxisNames[axis];
        const bool isFlat = axis >= fluid.box.dimensions;
        if (!std::isfinite(value)) fail(fmt::format("{} {} is not finite", name, value));
        if (isFlat && value != 0.0) {
          fail(fmt::format("{} {} is not 0 in two dimensions", name, value));
        }
        vector[axis] = static_cast<float>(value);
        if (!isPosition || isFlat) continue;
        if (value < 0.0 || value > side) {
          fail(fmt::format("{0} {1} is outside of the box, 0 <= {0} <= {2}", name, value, side));
        }
        vector[axis] = cells::insideAsFloat(value, side);
      }
      return vector;
    };
    given.position.push_back(vectorFrom(start.positions[i], true));
    if (!start.velocities.empty()) given.velocity.push_back(vectorFrom(start.velocities[i], false));
  }
  return given;
}

/// Returns the initial state of a scenario. If `start` is not empty, the state has the particles of
/// `start`.
run::RunState firstState(const scenario::Scenario& scenario, const Particles& start) {
  const dpd::Particles given = particlesFrom(start, scenario.fluid);
  if (given.position.empty()) return run::beginRun(scenario);
  return {.scenario = scenario,
          .particles = scenario::makeInitialState(scenario, given, "start particles")};
}

}  // namespace

Fluid::Fluid(std::unique_ptr<Running> running) : running_(std::move(running)) {}
Fluid::Fluid(Fluid&& other) noexcept = default;
Fluid& Fluid::operator=(Fluid&& other) noexcept = default;
Fluid::~Fluid() = default;

Fluid Fluid::fromFile(const Context& context, const std::string& path,
                      const std::vector<std::string>& overrides, const Particles& start) {
  return Fluid(std::make_unique<Running>(
      context, firstState(scenario::loadScenario(path, overrides), start)));
}

Fluid Fluid::fromText(const Context& context, const std::string& toml,
                      const std::vector<std::string>& overrides, const Particles& start) {
  return Fluid(std::make_unique<Running>(
      context, firstState(scenario::parseScenario(toml, "scenario", {}, overrides), start)));
}

Fluid Fluid::copy() { return Fluid(std::make_unique<Running>(*running_)); }

void Fluid::Running::carryOut(const library::Call& call, const std::function<void()>& between,
                              const std::function<void()>& work) {
  if (!fluid().particlesPerSlice()) return work();
  simulation().checkFailure();
  run::RunState before = fluid().stateWith(simulation().downloadState());
  bool isEnded = false;
  try {
    const auto slices = texel::sliceWork(fluid().device(), {*fluid().particlesPerSlice(), [&] {
                                                              gl::finish();
                                                              if (!between) return;
                                                              isEnded = true;  // in case it throws
                                                              between();
                                                              isEnded = false;
                                                            }});
    before.lists = simulation().downloadLists();
    work();
    // Sorts the particles now, so that the next step finds complete lists.
    simulation().cells();
  } catch (...) {
    if (isEnded) start(call, before);
    throw;
  }
}

void Fluid::step(std::int64_t steps, const std::function<void()>& between) {
  if (steps < 0) throw InputError("steps", fmt::format("{} is less than 0", steps));
  const library::Call call(*running_->context);
  for (std::int64_t k = 0; k < steps; ++k) {
    if (between && k > 0) between();
    running_->carryOut(call, between, [&] { running_->simulation().step(); });
  }
  call.finish("step");
}

bool Fluid::hasLongSteps() const {
  const library::Turn turn;
  return running_->fluid().particlesPerSlice().has_value();
}

void Fluid::set(const std::vector<std::string>& overrides) {
  const library::Call call(*running_->context);
  run::LiveFluid& fluid = running_->fluid();
  run::RunState changed{.scenario = fluid.scenario(), .particles = {}};
  run::changeWhileRunning(changed, overrides, "scenario");
  running_->machine->painter.reset();
  fluid.change(std::move(changed.scenario));
  call.finish("set");
}

Measurement Fluid::measure(const std::function<void()>& between) {
  const library::Call call(*running_->context);
  Measurement observed;
  running_->carryOut(call, between, [&] { observed = running_->simulation().measure(); });
  call.finish("measure");
  return observed;
}

StructureFactor Fluid::structureFactor() {
  const library::Call call(*running_->context);
  running_->simulation().checkFailure();
  StructureFactor measured = running_->simulation().structureFactor();
  call.finish("structure factor");
  return measured;
}

SurfaceOrder Fluid::surfaceOrder() {
  const library::Call call(*running_->context);
  running_->simulation().checkFailure();
  SurfaceOrder measured = running_->simulation().surfaceOrder();
  call.finish("surface order");
  return measured;
}

StressProfile Fluid::stressProfile() {
  const library::Call call(*running_->context);
  StressProfile measured;
  running_->carryOut(call, {}, [&] { measured = running_->simulation().stressProfile(); });
  call.finish("stress profile");
  return measured;
}

Particles Fluid::particles() {
  dpd::Particles particles;
  {
    const library::Call call(*running_->context);
    running_->simulation().checkFailure();
    particles = dpd::unpacked(running_->simulation().downloadState());
    call.finish("particles");
  }
  return {pointsFrom(particles.position), pointsFrom(particles.velocity),
          std::move(particles.species)};
}

PositionTexture Fluid::positionTexture() {
  const library::Call call(*running_->context);
  const PositionTexture found{.name = running_->simulation().position().texture().id(),
                              .width = running_->fluid().device().textureWidth()};
  call.finish("position texture");
  return found;
}

std::int64_t Fluid::count() const {
  const library::Turn turn;
  return running_->simulation().count();
}

std::int64_t Fluid::stepNumber() const {
  const library::Turn turn;
  return running_->simulation().stepNumber();
}

Engine Fluid::engine() const {
  return running_->engine.engine == texel::Engine::Fast ? Engine::Fast : Engine::Paper;
}
const std::string& Fluid::engineReason() const { return running_->engine.why; }

double Fluid::time() const {
  const library::Turn turn;
  return running_->simulation().time();
}

Box Fluid::box() const {
  const library::Turn turn;
  const cells::Box& box = running_->simulation().fluid().box;
  Box result{.size = pointFrom(box.size), .dimensions = box.dimensions};
  for (int axis = 0; axis < box.dimensions; ++axis) {
    result.periodic[static_cast<std::size_t>(axis)] = box.isPeriodic(axis);
  }
  return result;
}

std::vector<Species> Fluid::species() const {
  const library::Turn turn;
  std::vector<Species> all;
  for (const dpd::Species& each : running_->fluid().scenario().fluid.species) {
    all.push_back({each.name, each.mass});
  }
  return all;
}

std::string Fluid::scenario() const {
  const library::Turn turn;
  return scenario::toToml(running_->fluid().scenario());
}

}  // namespace gpubuck
