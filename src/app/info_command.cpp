#include <fmt/format.h>

#include <memory>
#include <nlohmann/json.hpp>

#include "app/commands.h"
#include "app/gpu_options.h"
#include "app/option_checks.h"
#include "app/shader_dump.h"
#include "base/id.h"
#include "scenario/reference.h"
#include "sort/algorithms.h"

namespace gpubuck::app {
namespace {

struct InfoOptions {
  int gpu = -1;
  bool json = false;
  bool keys = false;
  std::string dumpFolder;
};

nlohmann::ordered_json describe(const gl::Context& context) {
  const gl::Capabilities capabilities = gl::queryCapabilities();
  nlohmann::ordered_json result;
  result["gpubuck"] = GPUBUCK_VERSION;
  result["vendor"] = capabilities.vendor;
  result["renderer"] = capabilities.renderer;
  result["opengl"] = capabilities.version;
  result["glsl"] = capabilities.shadingLanguage;
  result["software"] = capabilities.software;
  result["context"] = context.origin();
  result["max_texture_size"] = capabilities.maxTextureSize;
  const texel::Device device({.engine = texel::Engine::Paper});
  result["max_elements"] = std::min<std::int64_t>(
      kMaxCount, static_cast<std::int64_t>(device.textureWidth()) * capabilities.maxTextureSize);
  for (const texel::Engine engine : {texel::Engine::Paper, texel::Engine::Fast}) {
    const std::string reason = texel::whyNot(engine, capabilities);
    result["engines"][texel::engineName(engine)] = {{"runs", reason.empty()}, {"why_not", reason}};
  }
  result["devices"] = nlohmann::ordered_json::array();
  for (const gl::Gpu& gpu : gl::listGpus()) {
    result["devices"].push_back(
        {{"gpu", result["devices"].size()}, {"name", gpu.name}, {"software", gpu.software}});
  }
  return result;
}

void printInfo(const nlohmann::ordered_json& info) {
  const auto line = [&](const char* title, const char* key) {
    const nlohmann::ordered_json& value = info[key];
    fmt::print("{:<18}{}\n", title, value.is_string() ? value.get<std::string>() : value.dump());
  };
  line("gpubuck", "gpubuck");
  line("vendor", "vendor");
  line("renderer", "renderer");
  line("OpenGL", "opengl");
  line("GLSL", "glsl");
  line("context", "context");
  line("largest texture", "max_texture_size");
  line("most elements", "max_elements");
  for (const auto& [name, engine] : info["engines"].items()) {
    fmt::print("{:<18}{}\n", "engine " + name,
               engine["runs"].get<bool>() ? "runs" : engine["why_not"].get<std::string>());
  }
  for (const nlohmann::ordered_json& device : info["devices"]) {
    fmt::print("{:<18}{}\n", fmt::format("--gpu {}", device["gpu"].get<int>()),
               device["name"].get<std::string>());
  }
}

void run(const InfoOptions& options) {
  if (options.keys) {
    fmt::print("{}", scenario::keyReference());
    return;
  }
  const auto context = gl::Context::createHeadless({.gpu = options.gpu});
  if (!options.dumpFolder.empty()) dumpShaders(options.dumpFolder);
  const nlohmann::ordered_json info = describe(*context);
  if (options.json) {
    fmt::print("{}\n", info.dump(2));
  } else {
    printInfo(info);
  }
}

}  // namespace

void addInfoCommand(CLI::App& app) {
  auto options = std::make_shared<InfoOptions>();
  CLI::App* command =
      app.add_subcommand("info", "Show this machine's OpenGL and which engines run on it");
  command->add_option("--gpu", options->gpu, "Device to describe, by its number in the list below")
      ->check(wholeNumber(0, kMaxGpu));
  command->add_flag("--json", options->json, "Print one JSON object");
  command->add_flag("--keys", options->keys,
                    "Print every key of a scenario instead, as in docs/scenario.md");
  command->add_option("--dump-shaders", options->dumpFolder,
                      "Also write every complete shader, as the driver gets it, to this folder");
  command->callback([options] { run(*options); });
}

}  // namespace gpubuck::app
