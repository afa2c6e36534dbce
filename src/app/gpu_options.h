// The options every subcommand that uses the GPU shares, and what they make.
#pragma once

#include <CLI/CLI.hpp>
#include <cstdint>
#include <memory>
#include <string>

#include "gl/context.h"
#include "texel/device.h"

namespace gpubuck::app {

struct GpuOptions {
  int gpu = -1;
  std::string engine = "paper";
  std::string shaderFolder;
};

/// The largest number a device may have on the command line.
inline constexpr int kMaxGpu = 999;

/// Adds --gpu, --engine and --shader-dir.
void addGpuOptions(CLI::App& command, GpuOptions& options);

/// Without --gpu: for a window, whose GPU the display chooses.
void addEngineOptions(CLI::App& command, GpuOptions& options);

/// A headless context and the device on it, laid out for arrays of up to `largestArray` elements;
/// the context outlives the device.
struct Gpu {
  Gpu(const GpuOptions& options, std::int64_t largestArray);

  std::unique_ptr<gl::Context> context;
  texel::Device device;
};

texel::Engine engineFromName(const std::string& name);

}  // namespace gpubuck::app
