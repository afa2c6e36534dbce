#include "run/run_state.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/error.h"
#include "cells/cell_grid.h"
#include "cells/cell_index.h"
#include "gl/memory.h"
#include "scenario/initial/initial_state.h"

namespace gpubuck::run {
namespace {

/// A hash of bytes with 64 bits, computed from words of 64 bits. Two different inputs have the same
/// hash with a probability of 2^-64. The hash protects against accidents, not against forgery.
class Digest {
 public:
  /// Adds the number of the bytes, and then the bytes.
  void add(std::string_view bytes) {
    mix(bytes.size());
    while (!bytes.empty()) {
      std::uint64_t word = 0;
      const std::size_t size = bytes.size() < sizeof(word) ? bytes.size() : sizeof(word);
      std::memcpy(&word, bytes.data(), size);
      mix(word);
      bytes.remove_prefix(size);
    }
  }
  template <typename T>
  void add(const std::vector<T>& values) {
    add(std::string_view(reinterpret_cast<const char*>(values.data()), values.size() * sizeof(T)));
  }

  /// Returns 16 hexadecimal digits.
  std::string text() const {
    Digest end = *this;
    end.mix(0), end.mix(0);
    return fmt::format("{:016x}", end.state_);
  }

 private:
  void mix(std::uint64_t word) {
    state_ = std::rotl((state_ ^ word) * 0x9E3779B97F4A7C15U, 29) * 0xBF58476D1CE4E5B9U;
    state_ ^= state_ >> 32;
  }

  std::uint64_t state_ = 0x2545F4914F6CDD1DU;
};

dpd::Simulation simulationOf(const texel::Device& device, const RunState& state) {
  const scenario::Scenario& scenario = state.scenario;
  return {device, scenario.fluid, scenario.step, state.particles, state.clock, scenario.search};
}

/// Returns whether there is memory for the fluid on the engine paper, in the context of `device`.
bool fitsOnPaper(const texel::Device& device, const RunState& state) {
  try {
    const texel::Device paper({.engine = texel::Engine::Paper,
                               .shaders = device.shaders(),
                               .textureWidth = device.textureWidth()});
    simulationOf(paper, state);
    return true;
  } catch (const Error&) {
    return false;
  }
}

void requireClock(const dpd::Clock& clock, const std::string& source) {
  const auto require = [&](bool isRight, const char* name, auto value, const std::string& allowed) {
    if (isRight) return;
    throw InputError(source, fmt::format("{} is {}, expected {}", name, value, allowed));
  };
  require(clock.step >= 0 && clock.step <= dpd::kMaxStep, "step", clock.step,
          fmt::format("0 to {}", dpd::kMaxStep));
  require(clock.sinceStep >= 0 && clock.sinceStep <= clock.step, "dt_since_step", clock.sinceStep,
          fmt::format("0 to {}", clock.step));
  require(std::isfinite(clock.dt) && clock.dt > 0.0, "dt", clock.dt, "more than 0");
  require(std::isfinite(clock.sinceTime) && clock.sinceTime >= 0.0, "dt_since_time",
          clock.sinceTime, "0 or more");
}

void requireFiniteVelocities(const char* what, const std::vector<glm::vec4>& velocities,
                             const std::string& source) {
  for (std::size_t i = 0; i < velocities.size(); ++i) {
    const glm::vec4& v = velocities[i];
    if (std::isfinite(v.x) && std::isfinite(v.y) && std::isfinite(v.z)) continue;
    throw InputError(
        source, fmt::format("the {} of particle {} is ({}, {}, {}), expected finite numbers", what,
                            i, v.x, v.y, v.z));
  }
}

}  // namespace

void requireState(const RunState& state, const std::string& source) {
  requireClock(state.clock, source);
  requireFiniteVelocities("velocity", state.particles.velocity, source);
  requireFiniteVelocities("predicted velocity", state.particles.predicted, source);
  try {
    dpd::requireParticlesOf(state.scenario.fluid, state.particles);
    const cells::ListState& lists = state.lists;
    if (lists.mapping.empty() && lists.head.empty() && lists.next.empty()) return;
    const cells::CellGrid grid =
        cells::makeCellGrid(state.scenario.fluid.box, 1.0, state.scenario.search);
    cells::requireLists(grid, lists, state.particles.position);
  } catch (const InputError& error) {
    throw InputError(source, error.what());
  }
}

std::string runIdOf(const RunState& state) {
  Digest digest;
  digest.add(state.run);
  digest.add(toToml(state.scenario));
  digest.add(std::vector{state.clock.step, state.clock.sinceStep});
  digest.add(std::vector{state.clock.dt, state.clock.sinceTime});
  const dpd::ParticleState& particles = state.particles;
  digest.add(particles.position);
  digest.add(particles.velocity);
  digest.add(particles.predicted);
  digest.add(particles.molecules.bonds);
  digest.add(particles.molecules.angles);
  return digest.text();
}

RunState beginRun(const scenario::Scenario& scenario) {
  return {.scenario = scenario, .particles = scenario::makeInitialState(scenario)};
}

std::int64_t largestArray(const scenario::Scenario& scenario) {
  return std::max(scenario::particleCount(scenario),
                  cells::makeCellGrid(scenario.fluid.box, 1.0, scenario.search).count());
}

scenario::Scenario presentScenario(const scenario::Scenario& scenario,
                                   const dpd::Simulation& simulation) {
  scenario::Scenario present = scenario;
  present.fluid.solids = simulation.solidsWith(scenario.fluid);
  return present;
}

RunState presentState(const scenario::Scenario& scenario, dpd::Simulation& simulation) {
  simulation.checkFailure();
  return {presentScenario(scenario, simulation), simulation.downloadState(),
          simulation.downloadLists(), simulation.clock(), simulation.engine()};
}

dpd::Simulation makeSimulation(const texel::Device& device, const RunState& state) try {
  dpd::Simulation simulation = simulationOf(device, state);
  if (!state.lists.mapping.empty()) simulation.restoreLists(state.lists);
  return simulation;
} catch (const gl::NoMemory& error) {
  if (device.engine() != texel::Engine::Fast || !fitsOnPaper(device, state)) throw;
  throw error.with("; there is enough memory for the engine paper: --engine paper");
}

void changeWhileRunning(RunState& state, const std::vector<std::string>& overrides,
                        const std::string& source) {
  scenario::Scenario changed =
      scenario::parseScenario(toToml(state.scenario), source, {}, overrides);
  try {
    scenario::requireChangeable(state.scenario, changed);
  } catch (const InputError& error) {
    throw InputError(source, error.what());
  }
  // Each kind of search has its own cells, and thus its own lists.
  if (!(changed.search == state.scenario.search)) state.lists = {};
  state.scenario = std::move(changed);
}

}  // namespace gpubuck::run
