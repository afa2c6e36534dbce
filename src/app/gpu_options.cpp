#include "app/gpu_options.h"

#include <nlohmann/json.hpp>

#include "app/option_checks.h"
#include "base/error.h"

namespace gpubuck::app {
namespace {

texel::DeviceOptions deviceOptions(const GpuOptions& options, std::int64_t largestArray) {
  return {.engine = engineFromName(options.engine),
          .shaders = shadersFrom(options),
          .largestArray = largestArray};
}

void addGpuNumber(CLI::App& command, GpuOptions& options) {
  command.add_option("--gpu", options.gpu, "Device to use, by its number in `gpubuck info`")
      ->check(wholeNumber(0, kMaxGpu));
}

void addShaderFolder(CLI::App& command, GpuOptions& options) {
  command.add_option("--shader-dir", options.shaderFolder,
                     "Read shaders from this folder instead of those in the binary");
}

}  // namespace

void addGpuOptions(CLI::App& command, GpuOptions& options) {
  addGpuNumber(command, options);
  addEngineOptions(command, options);
}

void addEngineOptions(CLI::App& command, GpuOptions& options) {
  command
      .add_option("--engine", options.engine,
                  "paper: fragment shaders, OpenGL 3.3; fast: compute shaders, OpenGL 4.3")
      ->check(CLI::IsMember({"paper", "fast"}))
      ->capture_default_str();
  addShaderFolder(command, options);
}

void addEnginesOptions(CLI::App& command, GpuOptions& options) {
  options.engine = "both";
  addGpuNumber(command, options);
  command
      .add_option("--engine", options.engine,
                  "paper: fragment shaders; fast: compute shaders; both: all that run here")
      ->check(CLI::IsMember({"paper", "fast", "both"}))
      ->capture_default_str();
  addShaderFolder(command, options);
}

std::vector<texel::Engine> enginesFrom(const GpuOptions& options,
                                       const gl::Capabilities& capabilities) {
  if (options.engine != "both") return {engineFromName(options.engine)};
  std::vector<texel::Engine> engines{texel::Engine::Paper};
  if (texel::whyNot(texel::Engine::Fast, capabilities).empty()) {
    engines.push_back(texel::Engine::Fast);
  }
  return engines;
}

gl::ShaderLibrary shadersFrom(const GpuOptions& options) {
  if (options.shaderFolder.empty()) return {};
  return gl::ShaderLibrary(options.shaderFolder);
}

nlohmann::ordered_json describeDevice(const gl::Capabilities& capabilities) {
  return {{"vendor", capabilities.vendor},
          {"renderer", capabilities.renderer},
          {"opengl", capabilities.version},
          {"software", capabilities.software}};
}

Gpu::Gpu(const GpuOptions& options, std::int64_t largestArray)
    : context(gl::Context::createHeadless({.gpu = options.gpu})),
      device(deviceOptions(options, largestArray)) {}

texel::Engine engineFromName(const std::string& name) {
  return name == "fast" ? texel::Engine::Fast : texel::Engine::Paper;
}

}  // namespace gpubuck::app
