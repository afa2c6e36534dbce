#include "app/gpu_options.h"

#include "app/option_checks.h"
#include "base/error.h"

namespace gpubuck::app {
namespace {

texel::DeviceOptions deviceOptions(const GpuOptions& options, std::int64_t largestArray) {
  texel::DeviceOptions device;
  device.largestArray = largestArray;
  device.engine = engineFromName(options.engine);
  if (!options.shaderFolder.empty()) device.shaders = gl::ShaderLibrary(options.shaderFolder);
  return device;
}

}  // namespace

void addGpuOptions(CLI::App& command, GpuOptions& options) {
  command.add_option("--gpu", options.gpu, "Device to use, by its number in `gpubuck info`")
      ->check(wholeNumber(0, kMaxGpu));
  addEngineOptions(command, options);
}

void addEngineOptions(CLI::App& command, GpuOptions& options) {
  command
      .add_option("--engine", options.engine,
                  "paper: fragment shaders, OpenGL 3.3; fast: compute shaders, OpenGL 4.3")
      ->check(CLI::IsMember({"paper", "fast"}))
      ->capture_default_str();
  command.add_option("--shader-dir", options.shaderFolder,
                     "Read shaders from this folder instead of those in the binary");
}

Gpu::Gpu(const GpuOptions& options, std::int64_t largestArray)
    : context(gl::Context::createHeadless({.gpu = options.gpu})),
      device(deviceOptions(options, largestArray)) {}

texel::Engine engineFromName(const std::string& name) {
  return name == "fast" ? texel::Engine::Fast : texel::Engine::Paper;
}

}  // namespace gpubuck::app
