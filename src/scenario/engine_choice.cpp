#include "scenario/engine_choice.h"

#include <fmt/format.h>

#include <chrono>

#include "base/error.h"
#include "gl/context.h"

namespace gpubuck::scenario {
namespace {

using Seconds = std::chrono::duration<double>;

constexpr Seconds kEnough{0.1};
constexpr double kPaperMustBe = 1.5;  ///< times as fast as `fast`

/// Seconds per step.
double measure(const texel::DeviceOptions& options, const RunState& state) {
  const texel::Device device(options);
  dpd::Simulation simulation = makeSimulation(device, state);
  const auto time = [&](std::int64_t steps) {
    const auto begin = std::chrono::steady_clock::now();
    for (std::int64_t k = 0; k < steps; ++k) simulation.step();
    simulation.position().first();  // waits
    return Seconds(std::chrono::steady_clock::now() - begin);
  };
  time(1);  // compiles
  std::int64_t steps = 1;
  Seconds taken = time(steps);
  while (taken < kEnough) {
    steps *= 2;
    taken = time(steps);
  }
  return taken.count() / static_cast<double>(steps);
}

}  // namespace

EngineChoice chooseEngine(texel::DeviceOptions options, const RunState& state) {
  const gl::Capabilities capabilities = gl::queryCapabilities();
  if (state.engine && texel::whyNot(*state.engine, capabilities).empty()) {
    return {*state.engine, "made the steps so far"};
  }
  if (const std::string why = texel::whyNot(texel::Engine::Fast, capabilities); !why.empty()) {
    return {texel::Engine::Paper, "fast: " + why};
  }
  const auto secondsOn = [&](texel::Engine engine) {
    options.engine = engine;
    return measure(options, state);
  };
  double fast = 0.0;
  try {
    fast = secondsOn(texel::Engine::Fast);
  } catch (const RunError& error) {
    return {texel::Engine::Paper, fmt::format("fast: {}", error.what())};
  }
  double paper = 0.0;
  try {
    paper = secondsOn(texel::Engine::Paper);
  } catch (const RunError& error) {
    return {texel::Engine::Fast, fmt::format("paper: {}", error.what())};
  }
  const bool isFast = fast <= kPaperMustBe * paper;
  return {isFast ? texel::Engine::Fast : texel::Engine::Paper,
          fmt::format("{:.3g} ms per step; {} takes {:.3g}", 1e3 * (isFast ? fast : paper),
                      isFast ? "paper" : "fast", 1e3 * (isFast ? paper : fast))};
}

}  // namespace gpubuck::scenario
