// The options that several subcommands share, the checks of their values, and the error shown to
// the user for any exception.
#pragma once

#include <CLI/CLI.hpp>
#include <cstdint>
#include <exception>
#include <memory>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <vector>

#include "base/enum_names.h"
#include "base/error.h"
#include "dpd/steps/step_settings.h"
#include "gl/context.h"
#include "texel/device.h"

namespace CLI {
class App;
}

namespace gpubuck::app {

/// Maximum number of time steps. It is more than any run needs, and sums of such numbers do not
/// overflow.
inline constexpr std::int64_t kMaxSteps = 1'000'000'000'000;

/// Accepts whole decimal numbers in least..most. Checks the text of the number, since CLI11's own
/// conversion turns a number too large for its type into the type's largest number.
CLI::Validator wholeNumber(std::int64_t least, std::int64_t most);

/// Accepts decimal numbers in least..most.
CLI::Validator decimalNumber(double least, double most);

/// Adds an option that takes a whole number in least..most.
template <typename T>
CLI::Option* addWhole(CLI::App& command, const std::string& name, T& number, std::int64_t least,
                      std::int64_t most, const std::string& help) {
  return command.add_option(name, number, help)->check(wholeNumber(least, most));
}

/// Adds an option that takes the name of a row of `table` (base/enum_names.h). Its help shows the
/// default.
template <typename Row>
void addWordOption(CLI::App& command, const std::string& name, decltype(Row::value)& value,
                   const std::vector<Row>& table, const std::string& help) {
  const auto take = [&value, table](const std::string& word) {
    value = findName(table, word)->value;
  };
  command.add_option_function<std::string>(name, take, help)
      ->check(CLI::IsMember(namesOf(table)))
      ->default_str(nameOf(table, value));
}

/// Adds --gpu.
void addGpuNumber(CLI::App& command, int& gpu, const std::string& help);
struct GpuOptions {
  int gpu = -1;
  /// If unset, benchmarks and physical checks use all engines that run here, searches use the
  /// processor or the fastest engine, and fluids use the engine of run::chooseEngine().
  std::optional<texel::Engine> engine = texel::Engine::Paper;
  std::string shaderFolder{};  ///< if empty, the shaders in the binary are used

  /// Returns whether an option asks for a GPU, an engine or shaders.
  bool asksForGpu() const { return gpu >= 0 || engine || !shaderFolder.empty(); }
  /// Returns the engines to use. Needs a current context.
  std::vector<texel::Engine> engines(const gl::Capabilities& capabilities) const;
  gl::ShaderLibrary shaders() const;
};

/// Adds --gpu, --engine and --shader-dir.
void addGpuOptions(CLI::App& command, GpuOptions& options);
/// Adds the options of addGpuOptions() for a search: --engine may also be "auto", the default.
void addSearchGpuOptions(CLI::App& command, GpuOptions& options);
/// Adds the options of addGpuOptions() for a fluid: --engine may also be "auto", the default.
void addFluidGpuOptions(CLI::App& command, GpuOptions& options);
/// Adds the options for a fluid in a window, without --gpu, since the display chooses the GPU.
void addWindowGpuOptions(CLI::App& command, GpuOptions& options);
/// Adds the options of addGpuOptions() for a benchmark: --engine may also be "both", the default.
void addEnginesOptions(CLI::App& command, GpuOptions& options);

/// A headless context and the device on it, laid out for arrays of up to `largestArray` elements;
/// the context outlives the device.
struct Gpu {
  Gpu(const GpuOptions& options, std::int64_t largestArray);
  /// Takes over `current`, which must be the current context. The device uses the engine that the
  /// options name, or else the fastest engine that runs in the context.
  Gpu(std::unique_ptr<gl::Context> current, const GpuOptions& options, std::int64_t largestArray);

  std::unique_ptr<gl::Context> context;
  texel::Device device;
};

/// Returns {vendor, renderer, opengl, software}, the description of the device in JSON output.
nlohmann::ordered_json describeDevice(const gl::Capabilities& capabilities);

/// Adds --overwrite. Without this option, no command replaces a file (file::requireMayWrite).
CLI::Option* addOverwriteOption(CLI::App& command, bool& overwrite);

/// Returns the help of an argument that scenario::findScenario() takes.
std::string scenarioHelp();

/// The options that replace values of a scenario.
struct OverrideOptions {
  std::vector<std::string> values;  ///< values of --set, PATH=VALUE
  std::optional<std::uint32_t> seed;
  std::optional<dpd::StepMethod> method;

  /// Returns all overrides in the form that scenario::findScenario takes. The seed comes last, so
  /// that it replaces a seed among the other overrides.
  std::vector<std::string> all() const;
};

/// Adds --method.
void addMethodOption(CLI::App& command, std::optional<dpd::StepMethod>& method);

/// Adds --set, --seed and --method.
void addOverrideOptions(CLI::App& command, OverrideOptions& options);

/// Returns the exception as an error with its exit code. An exception other than gpubuck::Error,
/// such as too little memory or a fault of this program, has the exit code 1.
Error asError(const std::exception_ptr& thrown);

/// Returns the error, with the name of the command-line option that it is about, if there is one.
/// The layers below do not know the options, since other programs call these layers, too. Errors of
/// these layers name "gpu", "engine" or an override "KEY=VALUE".
Error withOption(const Error& error, const CLI::App& app);

}  // namespace gpubuck::app
