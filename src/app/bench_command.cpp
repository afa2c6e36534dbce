#include <fmt/format.h>

#include <cstdio>
#include <memory>
#include <nlohmann/json.hpp>
#include <string>

#include "app/commands.h"
#include "app/options.h"
#include "base/error.h"
#include "base/terminal.h"
#include "bench/bench.h"
#include "gl/context.h"

namespace gpubuck::app {
namespace {

struct BenchOptions {
  std::string what;
  GpuOptions gpu;
  std::int64_t largest = bench::kLargestCase;
  int samples = bench::Effort{}.samples;
  double seconds = bench::Effort{}.seconds;
  std::optional<dpd::StepMethod> method;
  bool json = false;
  bool csv = false;
};

void run(const BenchOptions& options) {
  if (options.json && options.csv) throw InputError("--csv", "cannot be combined with --json");
  if (options.method && options.what != "dpd") {
    throw InputError("--method", fmt::format("belongs to dpd, not to {}", options.what));
  }
  const bench::Benchmark& benchmark = *findName(bench::benchmarks(), options.what);
  const auto context = gl::Context::createHeadless({.gpu = options.gpu.gpu});
  const gl::Capabilities capabilities = gl::queryCapabilities();
  const bench::Setup setup{.engines = options.gpu.engines(capabilities),
                           .shaders = options.gpu.shaders(),
                           .effort = {.samples = options.samples, .seconds = options.seconds},
                           .largest = options.largest,
                           .method = options.method.value_or(dpd::StepMethod::Today)};

  // The table shows the progress, so it is printed even if standard output has JSON or CSV.
  std::FILE* table = options.json || options.csv ? stderr : stdout;
  bench::Report report(table,
                       fmt::format("{}, OpenGL {}\n", capabilities.renderer, capabilities.version));
  benchmark.run(setup, report);
  if (report.rows().empty()) {
    throw InputError("--largest",
                     fmt::format("{} leaves no case of {}", options.largest, benchmark.name));
  }
  if (options.csv) print("{}", bench::toCsv(report.rows()));
  if (!options.json) return;
  nlohmann::ordered_json result{{"benchmark", benchmark.name},
                                {"gpubuck", GPUBUCK_VERSION},
                                {"device", describeDevice(capabilities)},
                                {"rows", nlohmann::ordered_json::array()}};
  for (const bench::Row& row : report.rows()) result["rows"].push_back(bench::toJson(row));
  print("{}\n", result.dump(2));
}

}  // namespace

void addBenchCommand(CLI::App& app) {
  auto options = std::make_shared<BenchOptions>();
  CLI::App* command = app.add_subcommand(
      "bench", "Measure times of sorts, searches, steps and pictures, next to published figures");
  std::string help = "Benchmark to run.";
  for (const bench::Benchmark& benchmark : bench::benchmarks()) {
    help += fmt::format(" {}: {}.", benchmark.name, benchmark.what);
  }
  command->add_option("WHAT", options->what, help)
      ->required()
      ->check(CLI::IsMember(namesOf(bench::benchmarks())));
  addWhole(*command, "--largest", options->largest, 1, bench::kLargestCase,
           "Leave out cases with more elements or points than this")
      ->capture_default_str();
  addWhole(*command, "--samples", options->samples, 1, 100'000,
           "Maximum number of runs of each case")
      ->capture_default_str();
  command
      ->add_option("--seconds", options->seconds,
                   "Stop timing a group of cases after this many seconds, once each case has run "
                   "three times")
      ->check(decimalNumber(0.0001, 1e6))
      ->capture_default_str();
  addMethodOption(*command, options->method);
  addEnginesOptions(*command, options->gpu);
  command->add_flag("--json", options->json,
                    "Print one JSON object; the table goes to standard error");
  command->add_flag("--csv", options->csv, "Print CSV; the table goes to standard error");
  command->callback([options] { run(*options); });
}

}  // namespace gpubuck::app
