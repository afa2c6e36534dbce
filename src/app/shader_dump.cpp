// Writes every variant of every shader of gpubuck, for offline validation.
#include "app/commands.h"
#include "file/output_file.h"
#include "gl/program.h"
#include "texel/device.h"

// Each layer with shaders has this function in its shader_variants.cpp.
namespace gpubuck::sort {
void compileShaders(const texel::Device& device);
}
namespace gpubuck::cells {
void compileShaders(const texel::Device& device);
}
namespace gpubuck::pairs {
void compileShaders(const texel::Device& device);
}
namespace gpubuck::dpd {
void compileShaders(const texel::Device& device);
}
namespace gpubuck::render {
void compileShaders(const texel::Device& device);
}
namespace gpubuck::demo {
void compileShaders(const texel::Device& device);
}
namespace gpubuck::bench {
void compileShaders(const texel::Device& device);
}
namespace gpubuck::validation {
void compileShaders(const texel::Device& device);
}

namespace gpubuck::app {

void dumpShaders(const std::string& folder) {
  file::prepareOutputDirectory(folder);
  gl::setShaderDump(folder);
  const gl::Capabilities capabilities = gl::queryCapabilities();
  for (const texel::Engine engine : {texel::Engine::Paper, texel::Engine::Fast}) {
    if (!texel::whyNot(engine, capabilities).empty()) continue;
    // Each shader is written in its form for a software renderer and in its form for a GPU.
    for (const bool isSoftware : {true, false}) {
      const texel::Device device({.engine = engine, .software = isSoftware});
      sort::compileShaders(device);
      cells::compileShaders(device);
      pairs::compileShaders(device);
      dpd::compileShaders(device);
      render::compileShaders(device);
      demo::compileShaders(device);
      bench::compileShaders(device);
      validation::compileShaders(device);
    }
  }
  gl::setShaderDump("");
}

}  // namespace gpubuck::app
