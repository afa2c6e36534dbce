// The options of all subcommands that use the GPU, and the device they select.
#pragma once

#include <CLI/CLI.hpp>
#include <cstdint>
#include <memory>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

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

/// The same, but --engine may also be "both", which is the default then.
void addEnginesOptions(CLI::App& command, GpuOptions& options);

/// The engines that --engine names; for "both" those that run here. Needs a current context.
std::vector<texel::Engine> enginesFrom(const GpuOptions& options,
                                       const gl::Capabilities& capabilities);

/// The shaders of the binary, or those of --shader-dir.
gl::ShaderLibrary shadersFrom(const GpuOptions& options);

/// {vendor, renderer, opengl, software}: the device as JSON output names it.
nlohmann::ordered_json describeDevice(const gl::Capabilities& capabilities);

/// A headless context and the device on it, laid out for arrays of up to `largestArray` elements;
/// the context outlives the device.
struct Gpu {
  Gpu(const GpuOptions& options, std::int64_t largestArray);

  std::unique_ptr<gl::Context> context;
  texel::Device device;
};

texel::Engine engineFromName(const std::string& name);

}  // namespace gpubuck::app
