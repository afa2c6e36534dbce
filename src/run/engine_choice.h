// The rule by which a fluid takes its engine where its user leaves that open.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "run/run_state.h"
#include "texel/device.h"

namespace gpubuck::run {

/// The rule, as `gpubuck info` and --help print it.
inline constexpr const char* kEngineRule =
    "fast where the context has OpenGL 4.3 and its shader buffers hold the fluid's particles and "
    "cells, otherwise paper, as for the method of 2007; a fluid from a checkpoint keeps its engine "
    "where that runs";

struct EngineChoice {
  texel::Engine engine = texel::Engine::Paper;
  std::string why{};  ///< "fast needs OpenGL 4.3, this context has 3.3"
};

/// Follows kEngineRule, and from its arguments alone: nothing is measured or tried, and free memory
/// does not count. So a run that is repeated has the same engine, and with it the same bits.
/// `limits` belong to the context of `capabilities`; `soFar` made the steps that the fluid goes on
/// from, if any.
///
/// `fast` makes a step in less time than `paper`, or in about the same, at any size and in two and
/// three dimensions, on GPUs and in software (docs/performance.md).
EngineChoice chooseEngine(const gl::Capabilities& capabilities, const texel::ComputeLimits& limits,
                          const scenario::Scenario& scenario, std::int64_t particles,
                          std::optional<texel::Engine> soFar = {});

/// Chooses the engine of a fluid in the current context.
EngineChoice chooseEngine(const RunState& state);

}  // namespace gpubuck::run
