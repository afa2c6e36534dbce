// Times gpubuck's algorithms and CUDA's, on the same inputs in the same run.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <cstdio>
#include <exception>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "base/error.h"
#include "base/id.h"
#include "contest.h"
#include "gl/context.h"
#include "oracle.h"

namespace gpubuck::cuda {
namespace {

struct Options {
  std::vector<std::string> what{"sorts", "radix", "pairs"};
  int gpu = -1;
  std::int64_t largest = kMaxCount;
  bench::Effort effort{};
  bool json = false;
};

void requireRight(const bench::Report& report) {
  int wrong = 0;
  for (const bench::Row& row : report.rows()) wrong += row.more["check"] == kRight ? 0 : 1;
  if (wrong > 0) {
    throw RunError("check", fmt::format("{} of {} results are wrong: see the table", wrong,
                                        report.rows().size()));
  }
}

void run(const Options& options) {
  const auto context = gl::Context::createHeadless({.gpu = options.gpu});
  const gl::Capabilities capabilities = gl::queryCapabilities();
  const Gpu gpu = useGpu(capabilities.renderer);
  std::FILE* table = options.json ? stderr : stdout;
  fmt::print(table, "{}, OpenGL {}; {}, compute capability {}, CUDA {} on a driver for {}\n",
             capabilities.renderer, capabilities.version, gpu.name, gpu.architecture, gpu.runtime,
             gpu.driver);
  const bench::Setup setup{.engines = {texel::Engine::Paper, texel::Engine::Fast},
                           .effort = options.effort,
                           .largest = options.largest};
  bench::Report report(table);
  for (const std::string& what : options.what) {
    if (what == "sorts") compareSorts(setup, report);
    if (what == "radix") compareRadix(setup, report);
    if (what == "pairs") comparePairs(setup, report);
  }
  if (options.json) {
    nlohmann::ordered_json result{{"benchmark", "cuda"},
                                  {"gpubuck", GPUBUCK_VERSION},
                                  {"device",
                                   {{"vendor", capabilities.vendor},
                                    {"renderer", capabilities.renderer},
                                    {"opengl", capabilities.version},
                                    {"software", capabilities.software},
                                    {"cuda", gpu.runtime},
                                    {"cuda_driver", gpu.driver}}},
                                  {"rows", nlohmann::ordered_json::array()}};
    for (const bench::Row& row : report.rows()) result["rows"].push_back(bench::toJson(row));
    fmt::print("{}\n", result.dump(2));
  }
  if (report.rows().empty()) {
    throw InputError("--largest", fmt::format("{} leaves nothing", options.largest));
  }
  requireRight(report);
}

int fail(const std::string& message, int exitCode) {
  fmt::print(stderr, "cuda_compare: {}\n", message);
  return exitCode;
}

}  // namespace
}  // namespace gpubuck::cuda

int main(int argc, char** argv) {
  using gpubuck::cuda::fail;
  gpubuck::cuda::Options options;
  CLI::App app(
      "Times gpubuck's algorithms and CUDA's on the same inputs in the same run, and checks the "
      "results of both. Exit code 1 if a result is wrong.",
      "cuda_compare");
  app.add_option("WHAT", options.what, "Subjects to compare: sorts, radix, pairs")
      ->check(CLI::IsMember({"sorts", "radix", "pairs"}))
      ->capture_default_str();
  app.add_option("--largest", options.largest,
                 "Leave out cases with more elements or points than this")
      ->check(CLI::Range(std::int64_t{1}, gpubuck::kMaxCount))
      ->capture_default_str();
  app.add_option("--samples", options.effort.samples, "Maximum number of runs per case")
      ->check(CLI::Range(1, 100'000))
      ->capture_default_str();
  app.add_option("--seconds", options.effort.seconds,
                 "Seconds after which a case ends, but never before three runs")
      ->check(CLI::PositiveNumber)
      ->capture_default_str();
  app.add_option("--gpu", options.gpu, "Device to use, by its number in `gpubuck info`")
      ->check(CLI::Range(0, 999));
  app.add_flag("--json", options.json, "Print one JSON object; the table goes to standard error");
  try {
    app.parse(argc, argv);
    gpubuck::cuda::run(options);
    return 0;
  } catch (const CLI::ParseError& error) {
    if (error.get_exit_code() == 0) return app.exit(error);
    return fail(std::string("command line: ") + error.what(), 2);
  } catch (const gpubuck::Error& error) {
    return fail(error.what(), error.exitCode());
  } catch (const std::exception& error) {
    return fail(error.what(), 1);
  }
}
