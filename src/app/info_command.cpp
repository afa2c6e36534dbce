#include <fmt/format.h>

#include <memory>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "app/commands.h"
#include "app/options.h"
#include "base/error.h"
#include "base/id.h"
#include "base/number.h"
#include "base/terminal.h"
#include "dpd/steps/buffer_step.h"
#include "run/live_fluid.h"
#include "run/run_files.h"
#include "run/run_folder.h"
#include "scenario/kept_keys.h"
#include "scenario/schema.h"
#include "sort/algorithms.h"

namespace gpubuck::app {
namespace {

struct InfoOptions {
  std::vector<std::string> runs;
  int gpu = -1;
  bool json = false;
  bool keys = false;
  bool observables = false;
  bool formats = false;
  std::string dumpFolder;
};

/// Returns the rule by which an engine is chosen, and the engine that it gives in the current
/// context.
nlohmann::ordered_json describeRule(const gl::Capabilities& capabilities) {
  const texel::ComputeLimits limits = texel::queryComputeLimits();
  scenario::Scenario smallest;
  smallest.fluid.box.size = glm::dvec3(3.0);
  const auto [engine, why] = run::chooseEngine(capabilities, limits, smallest, 1);
  const bool isFast = engine == texel::Engine::Fast;
  return {{"rule", run::kEngineRule},
          {"engine", texel::engineName(engine)},
          {"why", why},
          {"fast_up_to_particles", isFast ? dpd::mostParticles(limits) : 0}};
}

nlohmann::ordered_json describe(const gl::Context& context) {
  const gl::Capabilities capabilities = gl::queryCapabilities();
  nlohmann::ordered_json result{
      {"gpubuck", GPUBUCK_VERSION},
      {"vendor", capabilities.vendor},
      {"renderer", capabilities.renderer},
      {"opengl", capabilities.version},
      {"glsl", capabilities.shadingLanguage},
      {"software", capabilities.software},
      {"context", context.origin()},
      {"profile", capabilities.profile == gl::Profile::Es3 ? "es3" : "core"},
      {"max_texture_size", capabilities.maxTextureSize}};
  const texel::Device device({.engine = texel::Engine::Paper});
  result["max_elements"] = std::min<std::int64_t>(
      kMaxCount, static_cast<std::int64_t>(device.textureWidth()) * capabilities.maxTextureSize);
  for (const texel::Engine engine : {texel::Engine::Paper, texel::Engine::Fast}) {
    const std::string reason = texel::whyNot(engine, capabilities);
    result["engines"][texel::engineName(engine)] = {{"runs", reason.empty()}, {"why_not", reason}};
  }
  result["engine_auto"] = describeRule(capabilities);
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
    print("{:<18}{}\n", title, value.is_string() ? value.get<std::string>() : value.dump());
  }
  for (const auto& [name, engine] : info["engines"].items()) {
    print("{:<18}{}\n", "engine " + name,
          engine["runs"].get<bool>() ? "runs" : engine["why_not"].get<std::string>());
  }
  const nlohmann::ordered_json& rule = info["engine_auto"];
  const auto most = rule["fast_up_to_particles"].get<std::int64_t>();
  print("{:<18}{}\n", "engine auto",
        most > 0 ? fmt::format("fast, for up to {} particles", groupDigits(most))
                 : "paper: " + rule["why"].get<std::string>());
  print("{:<18}{}\n", "rule of auto", rule["rule"].get<std::string>());
  for (const nlohmann::ordered_json& device : info["devices"]) {
    print("{:<18}{}\n", fmt::format("--gpu {}", device["gpu"].get<int>()),
          device["name"].get<std::string>());
  }
}

std::string sentence(const std::string& folder, const run::RunStatus& run) {
  const std::string where = fmt::format("step {} of {}", run.step, run.lastStep);
  if (run.status == "done") return fmt::format("{}: done, {}", folder, where);
  if (run.status == "running") return fmt::format("{}: running, {} or later", folder, where);
  if (run.status != "killed") {
    return fmt::format("{}: {} at {}: {}", folder, run.status, where, run.error);
  }
  return fmt::format(
      "{}: process gone without recording an end (killed?), after {}; {}", folder, where,
      run.checkpoint ? "the newest checkpoint is " + run.checkpoint->path.filename().string()
                     : "there is no checkpoint");
}

void describeRuns(const InfoOptions& options) {
  nlohmann::ordered_json all = nlohmann::ordered_json::array();
  std::size_t refused = 0;
  for (const std::string& folder : options.runs) {
    run::RunStatus run;
    try {
      run = run::readRunStatus(folder);
    } catch (const InputError& error) {
      if (options.runs.size() == 1) throw;
      tell(fmt::format("gpubuck: {}\n", printable(error.what())));
      ++refused;
      continue;
    }
    if (!options.json) print("{}\n", printable(sentence(folder, run)));
    all.push_back({{"folder", folder},
                   {"status", run.status},
                   {"step", run.step},
                   {"last_step", run.lastStep}});
    if (!run.error.empty()) all.back()["error"] = run.error;
    if (run.checkpoint) all.back()["checkpoint"] = run.checkpoint->path.string();
  }
  if (options.json) print("{}\n", all.dump(2, ' ', false, run::kReplaceBadText));
  if (refused > 0) {
    throw InputError("info", fmt::format("{} of {} folders hold no run that can be read", refused,
                                         options.runs.size()));
  }
}

void run(const InfoOptions& options) {
  if (!options.runs.empty()) return describeRuns(options);
  if (options.keys) {
    print("{}", scenario::keyReference());
    return;
  }
  if (options.observables) {
    print("{}", run::observablesReference());
    return;
  }
  if (options.formats) {
    print("{}", scenario::formatsReference());
    return;
  }
  const auto context = gl::Context::createHeadless({.gpu = options.gpu});
  if (!options.dumpFolder.empty()) dumpShaders(options.dumpFolder);
  const nlohmann::ordered_json info = describe(*context);
  if (options.json) {
    print("{}\n", info.dump(2));
  } else {
    printInfo(info);
  }
}

}  // namespace

void addInfoCommand(CLI::App& app) {
  auto options = std::make_shared<InfoOptions>();
  CLI::App* command =
      app.add_subcommand("info", "Show this machine's OpenGL and engines, or how runs have ended");
  command->add_option("RUN", options->runs,
                      "Folders of runs: print only how each run ended, or that it still runs");
  addGpuNumber(*command, options->gpu, "Device to describe, by its number in the printed list");
  command->add_flag("--json", options->json, "Print one JSON object");
  command->add_flag("--keys", options->keys,
                    "Print only the keys of scenarios, as in docs/scenario.md");
  command->add_flag("--observables", options->observables,
                    "Print only the observables, as in docs/observables.md");
  command->add_flag("--formats", options->formats,
                    "Print only the data that each format keeps, as in docs/formats.md");
  command->add_option("--dump-shaders", options->dumpFolder,
                      "Also write every complete shader, as the driver gets it, to this folder");
  command->callback([options] { run(*options); });
}

}  // namespace gpubuck::app
