#include <fmt/format.h>

#include <memory>
#include <optional>

#include "app/commands.h"
#include "app/gpu_options.h"
#include "app/option_checks.h"
#include "app/override_options.h"
#include "app/run_output.h"
#include "base/error.h"
#include "base/progress.h"
#include "checkpoint/checkpoint.h"
#include "dpd/simulation.h"
#include "gl/debug.h"
#include "gl/wait.h"
#include "scenario/run_state.h"

namespace gpubuck::app {
namespace {

struct RunOptions {
  GpuOptions gpu;
  std::string scenario;
  std::int64_t steps = 0;
  OutputOptions output;
  std::optional<std::string> restart;
  OverrideOptions overrides;
  bool quiet = false;
  bool profile = false;
};

/// What the run begins with: a scenario at step 0, or a checkpoint with its own scenario.
scenario::RunState firstState(const RunOptions& options) {
  const std::vector<std::string> overrides = overridesFrom(options.overrides);
  if (!options.restart) {
    if (options.scenario.empty()) {
      throw InputError("scenario", "missing; only a run that goes on with --restart needs none");
    }
    return scenario::beginRun(scenario::loadScenario(options.scenario, overrides));
  }
  if (options.restart->empty()) throw InputError("--restart", "'' is no file");
  scenario::RunState state = checkpoint::readCheckpoint(*options.restart);
  scenario::changeWhileRunning(state, overrides, *options.restart);
  if (!options.scenario.empty()) {
    scenario::requireSameScenario(state, *options.restart,
                                  scenario::loadScenario(options.scenario, overrides),
                                  options.scenario);
  }
  return state;
}

dpd::Simulation makeSimulation(const texel::Device& device, const RunOptions& options,
                               const scenario::RunState& state) {
  try {
    return scenario::makeSimulation(device, state);
  } catch (const InputError& error) {
    if (!options.restart) throw;
    throw InputError(*options.restart, error.what());
  }
}

void printProfile(const texel::Device& device, std::int64_t steps, std::int64_t particles,
                  double seconds) {
  fmt::print("{:<32} {:>9} {:>12} {:>12}\n", "pass", "runs", "ms per run", "ms per step");
  const auto all = static_cast<double>(steps);
  double sum = 0.0;
  for (const texel::PassTime& time : device.profiler().times()) {
    if (time.runs == 0) continue;
    sum += time.milliseconds;
    fmt::print("{:<32} {:>9} {:>12.4f} {:>12.4f}\n", time.name, time.runs,
               time.milliseconds / static_cast<double>(time.runs), time.milliseconds / all);
  }
  const double wall = seconds * 1000.0;
  fmt::print("{:<32} {:>9} {:>12} {:>12.4f}\n", "clears, copies, waiting, output", "", "",
             (wall - sum) / all);
  fmt::print("{:<32} {:>9} {:>12} {:>12.4f}\n", "all", steps, "", wall / all);
  fmt::print("{:.4g} million particle-steps per second\n",
             static_cast<double>(particles) * all / seconds * 1e-6);
}

void advance(dpd::Simulation& simulation, RunOutput& output, std::int64_t last, bool quiet) {
  Progress progress(simulation.stepNumber(), last, simulation.count(), quiet);
  output.write(simulation);
  while (simulation.stepNumber() < last) {
    simulation.step();
    output.write(simulation);
    progress.update(simulation.stepNumber());
  }
  simulation.checkFailure();
  gl::throwOnError("run");
}

void run(const RunOptions& options) {
  scenario::RunState state = firstState(options);
  const Gpu gpu(options.gpu, scenario::particleCount(state.scenario.fluid));
  dpd::Simulation simulation = makeSimulation(gpu.device, options, state);
  state.particles = {}, state.lists = {};  // they are on the GPU now
  const std::int64_t last = simulation.stepNumber() + options.steps;
  OutputOptions outputs = options.output;
  outputs.keepExisting = options.restart.has_value();
  RunOutput output(gpu.device, gpu.context->origin(), state.scenario, outputs, last);
  gpu.device.profiler().enable(options.profile);
  const auto start = std::chrono::steady_clock::now();
  try {
    advance(simulation, output, last, options.quiet);
  } catch (const Error& error) {
    try {
      output.finish(simulation.stepNumber(), error.what());
    } catch (const Error&) {
      // A full disk refuses the record too: the first error is the one to tell.
    }
    throw;
  }
  gl::finish();
  const double seconds =
      std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  output.finish(simulation.stepNumber(), "");
  if (options.profile && options.steps > 0) {
    printProfile(gpu.device, options.steps, simulation.count(), seconds);
  }
}

}  // namespace

void addRunCommand(CLI::App& app) {
  auto options = std::make_shared<RunOptions>();
  CLI::App* command = app.add_subcommand("run", "Simulate a scenario without a window");
  command->add_option("scenario", options->scenario,
                      "Scenario file (TOML); with --restart it may be left out");
  command->add_option("--steps", options->steps, "Time steps to make")
      ->required()
      ->check(wholeNumber(0, kMaxSteps));
  addOutputOptions(*command, options->output);
  command->add_option(
      "--restart", options->restart,
      "Go on from this checkpoint, with its scenario, seed and time; --steps counts "
      "from there, and --set takes what may change while a fluid runs");
  addOverrideOptions(*command, options->overrides);
  command->add_flag("--quiet", options->quiet, "No progress line");
  command->add_flag("--profile", options->profile, "Print the GPU time of every pass at the end");
  addGpuOptions(*command, options->gpu);
  command->callback([options] { run(*options); });
}

}  // namespace gpubuck::app
