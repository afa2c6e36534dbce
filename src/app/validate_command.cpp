#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <limits>
#include <memory>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

#include "app/commands.h"
#include "app/options.h"
#include "base/error.h"
#include "base/progress.h"
#include "base/terminal.h"
#include "dpd/model/fluid.h"
#include "gl/debug.h"
#include "validation/check.h"

namespace gpubuck::app {
namespace {

struct ValidateOptions {
  GpuOptions gpu;
  std::optional<dpd::NoiseKind>
      noise;  ///< if unset, the two kinds of noise that users choose are checked
  std::vector<std::string> only;
  std::uint32_t seed = 1;
  bool isLong = false;
  bool json = false;
};

/// The option --long makes averages eight times as long, so that errors are a third as large.
constexpr double kLongLength = 8.0;

bool isChosen(const validation::Check& check, const ValidateOptions& options) {
  if (options.only.empty()) return options.isLong || !check.isLong;
  return std::count(options.only.begin(), options.only.end(), check.name) > 0;
}

/// Returns {"title", "x_label", "y_label", "series": [{"name", "x", "y", perhaps "error"}], "log"}.
nlohmann::ordered_json toJson(const validation::Curve& curve) {
  nlohmann::ordered_json json{{"title", curve.title},
                              {"x_label", curve.xLabel},
                              {"y_label", curve.yLabel},
                              {"series", nlohmann::ordered_json::array()},
                              {"log", curve.axes == validation::Axes::Logarithmic}};
  for (const validation::Series& one : curve.series) {
    json["series"].push_back({{"name", one.name}, {"x", one.x}, {"y", one.y}});
    if (!one.error.empty()) json["series"].back()["error"] = one.error;
  }
  return json;
}

/// Prints a row below the headings of its table.
void printRow(std::FILE* table, const validation::Row& row) {
  writeTo(table, fmt::format("{:<74} {:>12.6g} {:>10.2g} {:>12.6g} {:>10.2g}  {}\n", row.check,
                             row.value.mean, row.value.error, row.expected, row.tolerance,
                             row.pass() ? "pass" : "FAIL"));
}

nlohmann::ordered_json toJson(const validation::Row& row, const std::string& engine,
                              const std::string& noise) {
  nlohmann::ordered_json json{
      {"check", row.check},         {"engine", engine},         {"noise", noise},
      {"value", row.value.mean},    {"error", row.value.error}, {"expected", row.expected},
      {"tolerance", row.tolerance}, {"pass", row.pass()}};
  if (!row.curve.series.empty()) json["curve"] = toJson(row.curve);
  return json;
}

void run(const ValidateOptions& options) {
  const auto context = gl::Context::createHeadless({.gpu = options.gpu.gpu});
  const gl::Capabilities capabilities = gl::queryCapabilities();
  std::vector<dpd::NoiseKind> noises{dpd::NoiseKind::Karpinski, dpd::NoiseKind::Philox};
  if (options.noise) noises = {*options.noise};
  // The table shows the progress, so it is printed even if standard output has JSON.
  std::FILE* table = options.json ? stderr : stdout;
  nlohmann::ordered_json rows = nlohmann::ordered_json::array();
  std::vector<std::string> failed;
  for (const texel::Engine engine : options.gpu.engines(capabilities)) {
    const std::string engineWord = texel::engineName(engine);
    for (const dpd::NoiseKind noise : noises) {
      const std::string noiseWord = nameOf(dpd::kNoises, noise);
      writeTo(table, fmt::format("{}, {} engine, noise {}, seed {}\n"
                                 "{:<74} {:>12} {:>10} {:>12} {:>10}\n",
                                 capabilities.renderer, engineWord, noiseWord, options.seed,
                                 "check", "value", "error", "expected", "tolerance"));
      const auto report = [&](const validation::Row& row) {
        printRow(table, row);
        rows.push_back(toJson(row, engineWord, noiseWord));
        if (row.pass()) return;
        failed.push_back(fmt::format("{} ({}, {})", row.check, engineWord, noiseWord));
      };
      for (const validation::Check& check : validation::checks()) {
        if (!isChosen(check, options)) continue;
        const std::string doing = fmt::format("{}, {} engine, noise {}: {}", check.name, engineWord,
                                              noiseWord, check.what);
        Status status(doing);
        const auto reportOn = [&](const validation::Row& row) {
          report(row);
          status.show(doing);
        };
        check.run({.engine = engine,
                   .shaders = options.gpu.shaders(),
                   .noise = noise,
                   .length = options.isLong ? kLongLength : 1.0,
                   .seed = options.seed},
                  reportOn);
        gl::throwOnError(check.name);
      }
    }
  }
  if (options.json) {
    const nlohmann::ordered_json result{
        {"device", describeDevice(capabilities)}, {"seed", options.seed}, {"rows", rows}};
    print("{}\n", result.dump(2));
  }
  if (!failed.empty()) {
    throw RunError("validate", fmt::format("{} of {} figures are out of tolerance: {}",
                                           failed.size(), rows.size(), fmt::join(failed, "; ")));
  }
}

}  // namespace

void addValidateCommand(CLI::App& app) {
  auto options = std::make_shared<ValidateOptions>();
  CLI::App* command =
      app.add_subcommand("validate", "Compare the physics on this device with known figures");
  std::string help = "Run only this check; may be given more than once.";
  for (const validation::Check& check : validation::checks()) {
    help += fmt::format(" {}: {}{}.", check.name, check.what, check.isLong ? " (long)" : "");
  }
  std::vector<EnumName<std::optional<dpd::NoiseKind>>> noises{{{}, "both"}};
  for (const dpd::Noise& noise : dpd::kNoises) noises.push_back({noise.value, noise.name});
  command->add_flag("--long", options->isLong,
                    "Take longer averages, and run the long checks, too");
  command->add_option("--check", options->only, help)
      ->check(CLI::IsMember(namesOf(validation::checks())))
      ->allow_extra_args(false);
  addWordOption(*command, "--noise", options->noise, noises,
                "Noise to check; both: karpinski and philox");
  addWhole(*command, "--seed", options->seed, 0, std::numeric_limits<std::uint32_t>::max(),
           "Seed of initial states and noise; a failure by chance goes away with another seed")
      ->capture_default_str();
  addEnginesOptions(*command, options->gpu);
  command->add_flag("--json", options->json,
                    "Print one JSON object; the table goes to standard error");
  command->callback([options] { run(*options); });
}

}  // namespace gpubuck::app
