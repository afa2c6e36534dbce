#include "run/engine_choice.h"

#include <fmt/format.h>

#include "cells/cell_grid.h"
#include "dpd/steps/buffer_step.h"
#include "gl/context.h"

namespace gpubuck::run {

EngineChoice chooseEngine(const gl::Capabilities& capabilities, const texel::ComputeLimits& limits,
                          const scenario::Scenario& scenario, std::int64_t particles,
                          std::optional<texel::Engine> soFar) {
  using enum texel::Engine;
  const auto whyNot = [&](texel::Engine engine) {
    std::string why = texel::whyNot(engine, capabilities);
    if (why.empty() && dpd::hasBufferStep(engine, scenario.step)) {
      const auto grid = cells::makeCellGrid(scenario.fluid.box, 1.0, scenario.search);
      why = dpd::whyNoBufferStep(limits, grid, particles);
    }
    return why;
  };
  if (scenario.step.method == dpd::StepMethod::Year2007) {
    return {Paper, "the method of 2007 draws points and runs fragment shaders"};
  }
  if (soFar && whyNot(*soFar).empty()) return {*soFar, "it made the steps so far"};
  if (const std::string why = whyNot(Fast); !why.empty()) return {Paper, "fast " + why};
  return {Fast, fmt::format("this context has OpenGL {}.{}, and its buffers hold the fluid",
                            capabilities.major, capabilities.minor)};
}

EngineChoice chooseEngine(const RunState& state) {
  return chooseEngine(gl::queryCapabilities(), texel::queryComputeLimits(), state.scenario,
                      static_cast<std::int64_t>(state.particles.count()), state.engine);
}

}  // namespace gpubuck::run
