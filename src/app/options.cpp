#include "app/options.h"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <limits>
#include <new>
#include <nlohmann/json.hpp>
#include <string>
#include <utility>

#include "base/error.h"
#include "base/number.h"
#include "base/terminal.h"
#include "base/text.h"
#include "pairs/pair_table.h"
#include "run/live_fluid.h"
#include "scenario/built_in.h"
#include "scenario/names.h"

namespace gpubuck::app {
namespace {

using EngineName = EnumName<std::optional<texel::Engine>>;

const std::vector<EngineName> kEngines{{texel::Engine::Paper, "paper"},
                                       {texel::Engine::Fast, "fast"}};
const std::vector<EngineName> kEnginesOrAuto{{{}, "auto"}, kEngines[0], kEngines[1]};
const std::vector<EngineName> kEnginesOrBoth{kEngines[0], kEngines[1], {{}, "both"}};

void addShaderFolder(CLI::App& command, GpuOptions& options) {
  command.add_option("--shader-dir", options.shaderFolder,
                     "Read shaders from this folder instead of the shaders in the binary");
}

constexpr const char* kGpuHelp = "Device to use, by its number in `gpubuck info`";

}  // namespace

CLI::Validator wholeNumber(std::int64_t least, std::int64_t most) {
  const auto complaint = [=](std::string& text) {
    const auto value = numberIn<std::int64_t>(text);
    if (value && *value >= least && *value <= most) return std::string();
    return fmt::format("{} is not a whole number {}", text, rangeText(least, most));
  };
  return {complaint, ""};
}

CLI::Validator decimalNumber(double least, double most) {
  const auto complaint = [=](std::string& text) {
    const auto value = numberIn<double>(text);
    if (value && *value >= least && *value <= most) return std::string();
    if (isTooSmall(text)) return fmt::format("{} is {}", text, kTooSmall);
    return fmt::format("{} is not a number {}", text, rangeText(least, most));
  };
  return {complaint, ""};
}

void addGpuNumber(CLI::App& command, int& gpu, const std::string& help) {
  addWhole(command, "--gpu", gpu, 0, 999, help);
}

void addGpuOptions(CLI::App& command, GpuOptions& options) {
  addGpuNumber(command, options.gpu, kGpuHelp);
  addWordOption(command, "--engine", options.engine, kEngines,
                "paper: fragment shaders, OpenGL 3.3; fast: compute shaders, OpenGL 4.3");
  addShaderFolder(command, options);
}

void addSearchGpuOptions(CLI::App& command, GpuOptions& options) {
  options.engine.reset();
  addGpuNumber(command, options.gpu, kGpuHelp);
  addWordOption(command, "--engine", options.engine, kEnginesOrAuto,
                fmt::format("paper: fragment shaders, OpenGL 3.3; fast: compute shaders, OpenGL "
                            "4.3; auto: the processor for up to {} points and where there is no "
                            "GPU, otherwise the faster engine of these two that runs here",
                            pairs::kProcessorPoints));
  addShaderFolder(command, options);
}

void addFluidGpuOptions(CLI::App& command, GpuOptions& options) {
  addGpuNumber(command, options.gpu, kGpuHelp);
  addWindowGpuOptions(command, options);
}

void addWindowGpuOptions(CLI::App& command, GpuOptions& options) {
  options.engine.reset();
  addWordOption(command, "--engine", options.engine, kEnginesOrAuto,
                std::string("paper: fragment shaders, OpenGL 3.3; fast: compute shaders, OpenGL "
                            "4.3; auto: ") +
                    run::kEngineRule);
  addShaderFolder(command, options);
}

void addEnginesOptions(CLI::App& command, GpuOptions& options) {
  options.engine.reset();
  addGpuNumber(command, options.gpu, kGpuHelp);
  addWordOption(command, "--engine", options.engine, kEnginesOrBoth,
                "paper: fragment shaders; fast: compute shaders; both: all engines that run here");
  addShaderFolder(command, options);
}

std::vector<texel::Engine> GpuOptions::engines(const gl::Capabilities& capabilities) const {
  if (engine) return {*engine};
  if (!texel::whyNot(texel::Engine::Fast, capabilities).empty()) return {texel::Engine::Paper};
  return {texel::Engine::Paper, texel::Engine::Fast};
}

gl::ShaderLibrary GpuOptions::shaders() const {
  return shaderFolder.empty() ? gl::ShaderLibrary() : gl::ShaderLibrary(shaderFolder);
}

Gpu::Gpu(const GpuOptions& options, std::int64_t largestArray)
    : context(gl::Context::createHeadless({.gpu = options.gpu})),
      device({.engine = options.engine.value(),
              .shaders = options.shaders(),
              .largestArray = largestArray}) {}

Gpu::Gpu(std::unique_ptr<gl::Context> current, const GpuOptions& options, std::int64_t largestArray)
    : context(std::move(current)),
      device({.engine = options.engines(gl::queryCapabilities()).back(),
              .shaders = options.shaders(),
              .largestArray = largestArray}) {}

nlohmann::ordered_json describeDevice(const gl::Capabilities& capabilities) {
  return {{"vendor", capabilities.vendor},
          {"renderer", capabilities.renderer},
          {"opengl", capabilities.version},
          {"software", capabilities.software}};
}

CLI::Option* addOverwriteOption(CLI::App& command, bool& overwrite) {
  return command.add_flag("--overwrite", overwrite, "Replace files that exist");
}

std::string scenarioHelp() {
  return fmt::format(
      "Scenario: a file (TOML), a FIELD of DL_MESO or its folder, a link "
      "(gpubuck:NAME?KEY=VALUE&KEY=VALUE), or the name of a built-in scenario: {}",
      fmt::join(scenario::builtInNames(), ", "));
}

void addOverrideOptions(CLI::App& command, OverrideOptions& options) {
  command.add_option("--set", options.values, "Replace a value: --set fluid.kT=1.5")
      ->allow_extra_args(false);
  addWhole(command, "--seed", options.seed, 0, std::numeric_limits<std::uint32_t>::max(),
           "Seed of the initial state and of the noise");
  addMethodOption(command, options.method);
}

void addMethodOption(CLI::App& command, std::optional<dpd::StepMethod>& method) {
  std::string help = "The way in which neighbours are found; default: as in the scenario.";
  for (const auto& each : scenario::kStepMethodNames) {
    help += fmt::format("\n{}: {}", each.name, each.help);
  }
  const auto take = [&method](const std::string& word) {
    method = findName(scenario::kStepMethodNames, word)->value;
  };
  command.add_option_function<std::string>("--method", take, help)
      ->check(CLI::IsMember(namesOf(scenario::kStepMethodNames)));
}

std::vector<std::string> OverrideOptions::all() const {
  std::vector<std::string> overrides;
  // The method comes first, so that --set can change its free settings.
  if (method) overrides.push_back("method=" + nameOf(scenario::kStepMethodNames, *method));
  overrides.insert(overrides.end(), values.begin(), values.end());
  if (seed) overrides.push_back(fmt::format("noise.seed={}", *seed));
  return overrides;
}

Error asError(const std::exception_ptr& thrown) {
  try {
    std::rethrow_exception(thrown);
  } catch (const Error& error) {
    return error;
  } catch (const std::bad_alloc&) {
    return outOfMemory();
  } catch (const std::exception& error) {
    return RunError("internal error", error.what());
  }
}

Error withOption(const Error& error, const CLI::App& app) {
  const auto given = app.get_subcommands();
  if (!given.empty()) return withOption(error, *given.front());
  const std::string text = error.what();
  const auto named = [&](const std::string& option) {
    const std::size_t end = text.find(": ");
    return Error(option + text.substr(0, end), text.substr(end + 2), error.exitCode());
  };
  if (text.starts_with("gpu: ") || text.starts_with("engine ")) return named("--");
  const CLI::Option* const set = app.get_option_no_throw("--set");
  for (const std::string& value : set != nullptr ? set->results() : std::vector<std::string>()) {
    constexpr std::size_t kEnough = 100;  // errors cut longer texts off
    if (text.starts_with(printable(value).substr(0, kEnough))) return named("--set ");
  }
  return error;
}

}  // namespace gpubuck::app
