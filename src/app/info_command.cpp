#include <fmt/format.h>

#include <memory>
#include <nlohmann/json.hpp>

#include "app/commands.h"
#include "app/options.h"
#include "base/id.h"
#include "scenario/schema.h"
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
  nlohmann::ordered_json result{
      {"gpubuck", GPUBUCK_VERSION},           {"vendor", capabilities.vendor},
      {"renderer", capabilities.renderer},    {"opengl", capabilities.version},
      {"glsl", capabilities.shadingLanguage}, {"software", capabilities.software},
      {"context", context.origin()},          {"max_texture_size", capabilities.maxTextureSize}};
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
  for (const auto& [title, key] : {std::pair{"gpubuck", "gpubuck"},
                                   {"vendor", "vendor"},
                                   {"renderer", "renderer"},
                                   {"OpenGL", "opengl"},
                                   {"GLSL", "glsl"},
                                   {"context", "context"},
                                   {"largest texture", "max_texture_size"},
                                   {"most elements", "max_elements"}}) {
    const nlohmann::ordered_json& value = info[key];
    fmt::print("{:<18}{}\n", title, value.is_string() ? value.get<std::string>() : value.dump());
  }
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
  addGpuNumber(*command, options->gpu, "Device to describe, by its number in the list below");
  command->add_flag("--json", options->json, "Print one JSON object");
  command->add_flag("--keys", options->keys,
                    "Print every key of a scenario instead, as in docs/scenario.md");
  command->add_option("--dump-shaders", options->dumpFolder,
                      "Also write every complete shader, as the driver gets it, to this folder");
  command->callback([options] { run(*options); });
}

}  // namespace gpubuck::app
