#include <fmt/format.h>

#include <exception>
#include <filesystem>
#include <memory>
#include <nlohmann/json.hpp>
#include <optional>
#include <system_error>
#include <utility>

#include "app/commands.h"
#include "app/lammps_run.h"
#include "app/options.h"
#include "app/run_output.h"
#include "base/enum_names.h"
#include "base/error.h"
#include "base/interruption.h"
#include "base/progress.h"
#include "base/terminal.h"
#include "checkpoint/checkpoint.h"
#include "dpd/model/clock.h"
#include "dpd/model/pair_cost.h"
#include "file/presence.h"
#include "formats/format.h"
#include "gl/context.h"
#include "gl/debug.h"
#include "run/live_fluid.h"
#include "run/run_files.h"
#include "run/run_folder.h"
#include "run/run_state.h"
#include "scenario/built_in.h"
#include "texel/work_slices.h"

namespace gpubuck::app {
namespace {

/// The state that a run begins with, and, if the state is a checkpoint, the id of the checkpoint's
/// run.
struct FirstState {
  run::RunState state;
  std::string checkpointOf{};
};

/// Returns a scenario at step 0, or a checkpoint with its own scenario. A scenario given in
/// addition to a checkpoint may differ from the checkpoint's scenario only in the initial state. A
/// run that continues without changes keeps its id.
FirstState firstState(const RunOptions& options) {
  const std::vector<std::string> overrides = options.overrides.all();
  if (!options.restart) {
    if (options.scenario.empty()) {
      throw InputError("scenario", "missing; only a run with --restart needs no scenario");
    }
    std::optional<Status> status;
    if (!options.quiet) status.emplace("placing the particles");
    run::RunState state = run::beginRun(scenario::findScenario(options.scenario, overrides));
    state.run = run::runIdOf(state);
    return {std::move(state)};
  }
  run::RunState state = checkpoint::readCheckpoint(*options.restart);
  const std::string checkpointOf = state.run;
  const scenario::Scenario held = state.scenario;
  run::changeWhileRunning(state, overrides, *options.restart);
  if (state.run.empty() || !differences(held, state.scenario).empty()) {
    state.run = run::runIdOf(state);
  }
  if (options.scenario.empty()) return {std::move(state), checkpointOf};
  const scenario::Scenario beside = scenario::findScenario(options.scenario, overrides);
  for (const scenario::Difference& each : differences(state.scenario, beside)) {
    const auto& [key, present, given, needs] = each;
    // These keys may differ: they describe only the beginning of the fluid, or places of bodies
    // that have moved since then.
    if (key.starts_with("initial.") || key.starts_with("region") || each.isMotion()) continue;
    throw InputError(
        options.scenario,
        fmt::format(
            "{} is {}, but {} in {}; leave out the scenario to keep the checkpoint's values", key,
            given, present, *options.restart));
  }
  return {std::move(state), checkpointOf};
}

run::LiveFluid makeFluid(const texel::DeviceOptions& device, const RunOptions& options,
                         const run::RunState& state) {
  try {
    return {device, state};
  } catch (const InputError& error) {
    if (!options.restart) throw;
    throw InputError(*options.restart, error.what());
  }
}

/// Warns before the first step if steps take long.
void warnOfLongSteps(const RunOptions& options, const run::RunState& state,
                     const dpd::PairCost& cost) {
  const std::int64_t particles = std::ssize(state.particles.position);
  if (options.quiet || !dpd::isLongStep(cost, particles)) return;
  print(
      "warning: about {:.3g} neighbours per particle; a step visits {:.2g} pairs and takes long\n",
      cost.neighbours, dpd::pairsOf(cost, particles));
}

/// Returns the engine for a run whose options name no engine.
texel::Engine chooseEngine(const RunOptions& options, const run::RunState& state,
                           const dpd::PairCost& cost) {
  const auto [engine, why] = run::chooseEngine(state);
  if (!options.quiet) {
    print("{}\n", printable(fmt::format("engine {}: {}; about {:.3g} neighbours per particle",
                                        texel::engineName(engine), why, cost.neighbours)));
  }
  return engine;
}

void printProfile(const texel::Device& device, std::int64_t steps, std::int64_t particles,
                  double seconds) {
  print("{:<32} {:>9} {:>12} {:>12}\n", "pass", "runs", "ms per run", "ms per step");
  const auto all = static_cast<double>(steps);
  double sum = 0.0;
  for (const texel::PassTime& time : device.profiler().times()) {
    if (time.runs == 0) continue;
    sum += time.milliseconds;
    print("{:<32} {:>9} {:>12.4f} {:>12.4f}\n", time.name, time.runs,
          time.milliseconds / static_cast<double>(time.runs), time.milliseconds / all);
  }
  const double wall = seconds * 1000.0;
  print("{:<32} {:>9} {:>12} {:>12.4f}\n", "clears, copies, waiting, output", "", "",
        (wall - sum) / all);
  print("{:<32} {:>9} {:>12} {:>12.4f}\n", "all", steps, "", wall / all);
  print("{:.4g} million particle-steps per second\n",
        static_cast<double>(particles) * all / seconds * 1e-6);
}

/// Long steps are made in slices, so that a signal can end the run in the middle of a step. The GPU
/// then has a state that is half computed, so the last whole state is kept here.
struct LongSteps {
  std::int64_t particlesPerSlice;
  run::RunState whole;
};

void advance(run::LiveFluid& fluid, RunOutput& output, std::int64_t last, bool quiet,
             const Interruption& interruption, std::optional<LongSteps> longSteps) {
  struct Stop {};
  dpd::Simulation& simulation = fluid.simulation();
  std::shared_ptr<const texel::WorkSlices> slices;
  if (longSteps) {
    slices = texel::sliceWork(fluid.device(), {longSteps->particlesPerSlice, [&] {
                                                 gl::finish();
                                                 if (interruption.signal() != 0) throw Stop();
                                               }});
  }
  Progress progress(simulation.stepNumber(), last, simulation.count(), quiet);
  try {
    output.write();
    while (simulation.stepNumber() < last) {
      simulation.step();
      if (longSteps) {
        simulation.checkFailure();
        longSteps->whole = fluid.state();
      }
      output.write();
      progress.update(simulation.stepNumber());
      if (interruption.signal() != 0) {
        simulation.checkFailure();
        throw Stop();
      }
    }
  } catch (const Stop&) {
    const run::RunState whole = longSteps ? std::move(longSteps->whole) : fluid.state();
    const std::filesystem::path checkpoint = output.saveCheckpoint(whole);
    throw Interrupted("run", interruption.signal(),
                      fmt::format("after step {} of {}; --restart {} goes on from there",
                                  whole.clock.step, last, checkpoint.string()));
  }
  simulation.checkFailure();
  gl::throwOnError("run");
}

/// Returns the step at which a run that begins at `first` ends.
std::int64_t lastStepOf(const RunOptions& options, std::int64_t first) {
  if (options.until && *options.until < first) {
    throw InputError("--until", fmt::format("{} is before step {}, at which the run begins",
                                            *options.until, first));
  }
  const std::int64_t last = options.steps ? first + *options.steps : *options.until;
  if (last <= dpd::kMaxStep) return last;
  throw InputError(
      options.steps ? "--steps" : "--until",
      fmt::format("leads to step {}, but steps are counted up to {}", last, dpd::kMaxStep));
}

void requireConsistent(const RunOptions& options) {
  requireConsistent(options.lammps);
  if (options.lammps.isOn && options.profile) {
    throw InputError("--profile", "measures passes of gpubuck, but LAMMPS makes the steps");
  }
  if (!options.lammps.slurm.empty() && options.overwrite) {
    throw InputError("--slurm",
                     "cannot be combined with --overwrite: the script of --slurm continues "
                     "from the newest checkpoint in the folder");
  }
  if (!options.steps && !options.until) {
    throw InputError("command line", "one of --steps and --until is needed");
  }
  if (options.keepCheckpoints == 1) {
    throw InputError("--keep-checkpoints",
                     "must be 0 (all) or 2 or more, got 1: if the latest checkpoint "
                     "is lost, the previous checkpoint is needed");
  }
  std::error_code missing;
  if (options.append &&
      !std::filesystem::equivalent(std::filesystem::absolute(*options.restart).parent_path(),
                                   options.folder, missing)) {
    throw InputError("--append", fmt::format("{} is not in {}: a run goes on from a checkpoint "
                                             "in its own folder",
                                             *options.restart, options.folder));
  }
}

/// Makes one step of a separate fluid that begins with `state`. If the first step of the run would
/// fail, because of the driver, a value of --set or too little memory, this trial fails too, before
/// any file is removed.
void tryStep(const texel::DeviceOptions& device, const RunOptions& options,
             const run::RunState& state) {
  const Status status("trying a step");
  const run::LiveFluid fluid = makeFluid(device, options, state);
  fluid.simulation().step();
  fluid.simulation().checkFailure();
}

/// Throws InputError for a folder into which the run may not be written.
void requireFree(const run::RunFolder& folder, const RunOptions& options,
                 const std::vector<std::string>& inputs) {
  folder.requireOnlyFiles();
  if (options.overwrite) folder.requireNoneOf("--overwrite", inputs);
  if (options.overwrite || options.append) return;
  try {
    folder.requireNoRun();
  } catch (const Error& error) {
    throw error.with("; --overwrite replaces it, --append continues there from a checkpoint");
  }
}

/// Computes a run. Opens the folder of the run in `folder`, so that the folder stays open when this
/// function ends or throws.
void run(const RunOptions& options, std::optional<run::RunFolder>& folder) {
  auto [state, checkpointOf] = firstState(options);
  const std::int64_t first = state.clock.step, last = lastStepOf(options, first);
  if (!options.lammps.slurm.empty()) return writeSlurmScript(options, state.scenario, last);
  std::optional<LammpsCommand> lammps;
  if (options.lammps.isOn) lammps = lammpsCommand(options.lammps, state.scenario);
  const std::vector<std::string> inputs{options.scenario, options.restart.value_or(""),
                                        state.scenario.initial.file};
  run::RunOutputs outputs = outputsOf(options, first);
  outputs.ids = {state.run};
  for (std::size_t k = 0; k < run::kTables.size(); ++k) {
    if (outputs.tables[k].isUsed()) run::kTables[k].require(state.scenario.fluid.box);
  }
  // The folder is checked first, since it takes a while to make a context.
  if (file::isFolder(options.folder)) {
    folder.emplace(options.folder);
    requireFree(*folder, options, inputs);
    if (options.append) outputs = continuedOutputs(options, *folder, state, checkpointOf, last);
  }
  const dpd::PairCost cost = dpd::findPairCost(state.scenario.fluid.box, state.particles.position);
  const auto context = gl::Context::createHeadless({.gpu = options.gpu.gpu});
  const texel::DeviceOptions device{
      .engine = options.gpu.engine ? *options.gpu.engine : chooseEngine(options, state, cost),
      .shaders = options.gpu.shaders(),
      .programs = std::make_shared<gl::ProgramCache>()};
  if (!lammps) warnOfLongSteps(options, state, cost);
  if (options.append && last > first && !lammps) tryStep(device, options, state);
  run::LiveFluid fluid = makeFluid(device, options, state);
  std::optional<LongSteps> longSteps;
  if (const auto slice = lammps ? std::nullopt : fluid.particlesPerSlice()) {
    longSteps = LongSteps{*slice, state};
    longSteps->whole.engine = fluid.engine();
    longSteps->whole.clock = fluid.simulation().clock();
  }
  state.particles = {}, state.lists = {};  // frees memory; the fluid is on the GPU
  const Interruption interruption;
  if (!folder) {
    folder.emplace(options.folder);
    requireFree(*folder, options, inputs);
  }
  RunOutput output(*folder, outputs, *context, fluid, last);
  if (lammps) output.setLammps(*lammps);
  if (options.overwrite) folder->removeRun();
  fluid.device().profiler().enable(options.profile);
  const auto start = std::chrono::steady_clock::now();
  std::chrono::duration<double> wall{};
  try {
    output.begin(options.append ? file::Opening::Append : file::Opening::Replace);
    if (lammps) {
      advanceOnLammps(*lammps, fluid, output, *folder, outputs, last, options.quiet, interruption);
    } else {
      advance(fluid, output, last, options.quiet, interruption, std::move(longSteps));
    }
    gl::finish();
    wall = std::chrono::steady_clock::now() - start;
    output.finish("done");
  } catch (const Interrupted& error) {
    output.finish("interrupted", folder->named(error).what());
    throw;
  } catch (const std::exception&) {
    const Error error = folder->named(asError(std::current_exception()).with(output.advice()));
    try {
      output.finish("failed", error.what());
    } catch (const std::exception&) {
      // The disk may refuse the record, too. Only the first error is reported.
    }
    throw error;
  }
  if (const std::filesystem::path present = folder->name(); present != options.folder) {
    tell(printable(fmt::format("gpubuck: {} was moved during the run, which is in {}",
                               options.folder, present.string())) +
         "\n");
  }
  if (options.profile && last > first) {
    printProfile(fluid.device(), last - first, fluid.simulation().count(), wall.count());
  }
}

void run(const RunOptions& options) {
  requireConsistent(options);
  std::optional<run::RunFolder> folder;
  try {
    run(options, folder);
  } catch (const Error& error) {
    if (!folder) throw;
    throw folder->named(error);
  }
}

}  // namespace

void addRunCommand(CLI::App& app) {
  auto options = std::make_shared<RunOptions>();
  CLI::App* command = app.add_subcommand("run", "Simulate a scenario without a window");
  command->add_option("scenario", options->scenario,
                      scenarioHelp() + "; with --restart it may be left out");
  CLI::Option* steps =
      addWhole(*command, "--steps", options->steps, 0, kMaxSteps, "Time steps to make");
  addWhole(*command, "--until", options->until, 0, kMaxSteps,
           "The step to end at, in place of --steps")
      ->excludes(steps);
  command->add_option("--out", options->folder, "Folder for the results")->required();
  CLI::Option* overwrite = command->add_flag(
      "--overwrite", options->overwrite,
      "Replace the run in the folder; without this option, a run there is an error");
  const auto add = [&](const char* name, std::optional<std::int64_t>& every, const char* help,
                       const char* otherwise) {
    addWhole(*command, name, every, 0, kMaxSteps, help)->default_str(otherwise);
  };
  add("--observe-every", options->observeEvery, "Steps between rows of observables.csv, 0 for none",
      "100");
  for (std::size_t k = 0; k < run::kTables.size(); ++k) {
    const run::Table& table = run::kTables[k];
    add(table.option, options->tablesEvery[k],
        fmt::format("Steps between rows of {}, 0 for none", table.file).c_str(), "0");
  }
  add("--frames-every", options->framesEvery, "Steps between pictures, 0 for none", "0");
  add("--trajectory-every", options->trajectoryEvery,
      "Steps between frames of the trajectory, 0 for none", "0");
  std::string formatsHelp;
  const std::vector<formats::Format> runFormats = formats::formatsWith(&formats::Format::steps);
  for (const formats::Format& format : runFormats) {
    formatsHelp += fmt::format("{}{}: {}, {}", formatsHelp.empty() ? "" : "; ", format.name,
                               format.runFile, format.help);
  }
  command->add_option("--trajectory-format", options->trajectoryFormat, formatsHelp)
      ->check(CLI::IsMember(namesOf(runFormats)))
      ->default_str("xyz");
  add("--checkpoint-every", options->checkpointEvery, "Steps between checkpoints, 0 for none", "0");
  add("--keep-checkpoints", options->keepCheckpoints,
      "Number of the latest checkpoints to keep: 2 or more, or 0 for all", "0");
  CLI::Option* restart = command->add_option(
      "--restart", options->restart,
      "Continue from this checkpoint, with its scenario, seed and time; --steps counts from its "
      "step, and --set takes keys that may change while a fluid runs");
  command
      ->add_flag("--append", options->append,
                 "Go on in the folder of the run that wrote the checkpoint, with the intervals and "
                 "formats of that run. Output after the checkpoint is cut off and written again")
      ->needs(restart)
      ->excludes(overwrite);
  addOverrideOptions(*command, options->overrides);
  command->add_flag("--quiet", options->quiet, "No progress line");
  command->add_flag("--profile", options->profile, "Print the GPU time of every pass at the end");
  addFluidGpuOptions(*command, options->gpu);
  addLammpsOptions(*command, options->lammps);
  command->callback([options, command] {
    options->words = givenWords(*command, {"--out", "--on", "--ranks", "--launcher", "--lmp",
                                           "--lammps-arguments", "--slurm"});
    run(*options);
  });
}

}  // namespace gpubuck::app
