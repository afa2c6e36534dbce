#include <fmt/format.h>

#include <exception>
#include <filesystem>
#include <memory>
#include <nlohmann/json.hpp>
#include <optional>
#include <system_error>

#include "app/commands.h"
#include "app/failure.h"
#include "app/options.h"
#include "base/error.h"
#include "base/interruption.h"
#include "base/progress.h"
#include "base/terminal.h"
#include "checkpoint/checkpoint.h"
#include "demo/actions.h"
#include "dpd/simulation.h"
#include "gl/context.h"
#include "gl/debug.h"
#include "io/output_file.h"
#include "io/pictures.h"
#include "io/run_files.h"
#include "io/run_folder.h"
#include "io/trajectory.h"
#include "render/frame_renderer.h"
#include "scenario/engine_choice.h"
#include "scenario/run_state.h"

namespace gpubuck::app {
namespace {

struct RunOptions {
  GpuOptions gpu;
  std::string scenario;
  std::optional<std::int64_t> steps, until;  ///< one of them
  std::string folder;
  bool append = false, overwrite = false;
  /// Every how many steps each kind of output is written, and at the last one; 0 is never.
  std::int64_t observeEvery = 100, framesEvery = 0, trajectoryEvery = 0, checkpointEvery = 0;
  std::int64_t keepCheckpoints = 0;  ///< the latest ones; 0: all
  io::TrajectoryKind trajectoryKind = io::TrajectoryKind::Xyz;
  std::optional<std::string> restart;
  OverrideOptions overrides;
  bool quiet = false;
  bool profile = false;
};

/// What the run begins with: a scenario at step 0, or a checkpoint with its own scenario, of which
/// a scenario given beside it may differ in the initial state alone.
scenario::RunState firstState(const RunOptions& options) {
  const std::vector<std::string> overrides = options.overrides.all();
  if (!options.restart) {
    if (options.scenario.empty()) {
      throw InputError("scenario", "missing; only a run that goes on with --restart needs none");
    }
    return scenario::beginRun(demo::loadScenario(options.scenario, overrides));
  }
  scenario::RunState state = checkpoint::readCheckpoint(*options.restart);
  scenario::changeWhileRunning(state, overrides, *options.restart);
  if (options.scenario.empty()) return state;
  const scenario::Scenario beside = demo::loadScenario(options.scenario, overrides);
  for (const auto& [key, held, given, isLive] : differences(state.scenario, beside)) {
    // Where the fluid began, and what has moved since.
    if (key.starts_with("initial.") || key.starts_with("region")) continue;
    if (key == "obstacle.centre" || key == "obstacle.velocity") continue;
    throw InputError(
        options.scenario,
        fmt::format("{} is {}, but {} in {}; without a scenario the run goes on with the one there",
                    key, given, held, *options.restart));
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

/// The engine for a run that leaves it open.
texel::Engine chooseEngine(const RunOptions& options, const scenario::RunState& state) {
  const auto [engine, why] = scenario::chooseEngine(state);
  if (!options.quiet) {
    print("{}\n", printable(fmt::format("engine {}: {}", texel::engineName(engine), why)));
  }
  return engine;
}

/// What a run leaves in its folder: observables, frames, trajectory, checkpoints, run.json.
class RunOutput {
 public:
  /// Makes the folder and the files that are wanted, and the run's record with status "running".
  RunOutput(const Gpu& gpu, const scenario::Scenario& scenario, const RunOptions& options,
            std::int64_t firstStep, std::int64_t lastStep)
      : scenario_(scenario),
        options_(options),
        folder_(options.folder,
                options.append      ? io::EarlierRun::GoOn
                : options.overwrite ? io::EarlierRun::Replace
                                    : io::EarlierRun::Refuse,
                {options.scenario, options.restart.value_or(""), scenario.initial.file}),
        lastStep_(lastStep) {
    if (options.trajectoryEvery > 0) requireNoOtherTrajectory();
    const io::Opening opening = options.append ? io::Opening::Append : io::Opening::Replace;
    if (options.append) folder_.cutFrom(firstStep);
    if (options.observeEvery > 0) {
      std::vector<std::string> names;
      for (const dpd::Species& species : scenario.fluid.species) names.push_back(species.name);
      observables_.emplace(folder_.path() / "observables.csv", names, opening);
    }
    if (options.trajectoryEvery > 0) {
      const io::TrajectoryFormat& format = rowOf(io::kTrajectoryFormats, options.trajectoryKind);
      trajectory_ =
          format.write(folder_.path() / format.file, scenario.fluid, opening, io::Keep::EachFrame);
    }
    if (options.framesEvery > 0) {
      io::prepareOutputDirectory(folder_.picture(firstStep).parent_path());
      renderer_.emplace(gpu.device, scenario);
    }
    record_["status"] = "running";
    record_["gpubuck"] = GPUBUCK_VERSION;
    record_["device"] = describeDevice(gpu.device.capabilities());
    record_["device"]["context"] = gpu.context->origin();
    record_["engine"] = texel::engineName(gpu.device.engine());
    record_["particles"] = scenario::particleCount(scenario);
    record_["last_step"] = lastStep;
    record_["scenario"] = nlohmann::ordered_json::parse(scenario::toJson(scenario));
    io::writeRunRecord(folder_.path(), record_);
  }

  /// Writes what is due at the present step, once it is sure that no particle has failed.
  void write(dpd::Simulation& simulation) {
    const std::int64_t step = simulation.stepNumber();
    const auto due = [&](std::int64_t every) {
      return every > 0 && (step % every == 0 || step == lastStep_);
    };
    const bool observe = due(options_.observeEvery), frame = due(options_.framesEvery);
    const bool trajectory = due(options_.trajectoryEvery), save = due(options_.checkpointEvery);
    if (observe || frame || trajectory || save) simulation.checkFailure();
    if (observe) observables_->append(simulation.measure());
    if (frame) {
      const Image image =
          renderer_->draw(simulation.position(), step, simulation.time(), simulation.obstacle());
      io::writePng(folder_.picture(step), image);
    }
    if (trajectory) {
      trajectory_->append({step, simulation.time(), dpd::unpacked(simulation.downloadState())});
    }
    if (save) saveCheckpoint(simulation);
  }

  /// Writes a checkpoint of the present step, and returns its path.
  std::filesystem::path saveCheckpoint(dpd::Simulation& simulation) {
    // A run that goes on from it does not write again what comes before it.
    if (observables_) observables_->sync();
    if (trajectory_) trajectory_->sync();
    std::filesystem::path path = folder_.checkpoint(simulation.stepNumber());
    checkpoint::writeCheckpoint(path, scenario::presentState(scenario_, simulation));
    if (options_.keepCheckpoints > 0) folder_.keepCheckpoints(options_.keepCheckpoints);
    return path;
  }

  /// Says from which checkpoint a run that has failed can go on; empty where there is none.
  std::string advice() const {
    const auto newest = io::newestCheckpoint(folder_.path());
    if (!newest) return {};
    return fmt::format("; {} stands, of step {}", newest->path.string(), newest->step);
  }

  /// Completes the run's record: status "done", or "failed" or "interrupted" with the reason.
  void finish(std::int64_t step, const char* status, const std::string& error = {}) {
    record_["status"] = status;
    if (!error.empty()) record_["error"] = error;
    record_["step"] = step;
    io::writeRunRecord(folder_.path(), record_);
  }

 private:
  /// A run that is continued has one trajectory.
  void requireNoOtherTrajectory() const {
    for (const io::TrajectoryFormat& format : io::kTrajectoryFormats) {
      if (format.value == options_.trajectoryKind ||
          !std::filesystem::exists(folder_.path() / format.file))
        continue;
      throw InputError("--trajectory-format",
                       fmt::format("{} holds {} already: give {}", folder_.path().string(),
                                   format.file, format.name));
    }
  }

  const scenario::Scenario& scenario_;
  const RunOptions& options_;
  io::RunFolder folder_;
  std::optional<io::ObservablesCsv> observables_;
  std::unique_ptr<io::TrajectoryWriter> trajectory_;
  std::optional<render::FrameRenderer> renderer_;
  std::int64_t lastStep_;
  nlohmann::ordered_json record_;  ///< what run.json holds
};

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

void advance(dpd::Simulation& simulation, RunOutput& output, std::int64_t last, bool quiet,
             const Interruption& interruption) {
  Progress progress(simulation.stepNumber(), last, simulation.count(), quiet);
  output.write(simulation);
  while (simulation.stepNumber() < last) {
    simulation.step();
    output.write(simulation);
    progress.update(simulation.stepNumber());
    if (const int signal = interruption.signal(); signal != 0) {
      simulation.checkFailure();
      const std::filesystem::path checkpoint = output.saveCheckpoint(simulation);
      throw Interrupted("run", signal,
                        fmt::format("after step {} of {}; --restart {} goes on from there",
                                    simulation.stepNumber(), last, checkpoint.string()));
    }
  }
  simulation.checkFailure();
  gl::throwOnError("run");
}

/// The step at which a run that begins at `first` ends.
std::int64_t lastStepOf(const RunOptions& options, std::int64_t first) {
  if (options.steps) return first + *options.steps;
  if (*options.until < first) {
    throw InputError("--until", fmt::format("{} is before step {}, at which the run begins",
                                            *options.until, first));
  }
  return *options.until;
}

void run(const RunOptions& options) {
  if (!options.steps && !options.until) {
    throw InputError("command line", "one of --steps and --until is needed");
  }
  if (options.keepCheckpoints == 1) {
    throw InputError("--keep-checkpoints",
                     "1 is too few, expected 0 (all), 2 or more: where the "
                     "latest is lost, the one before it helps");
  }
  std::error_code missing;
  if (options.append &&
      !std::filesystem::equivalent(std::filesystem::absolute(*options.restart).parent_path(),
                                   options.folder, missing)) {
    throw InputError("--append", fmt::format("{} is not in {}: a run goes on from a checkpoint of "
                                             "its own",
                                             *options.restart, options.folder));
  }
  scenario::RunState state = firstState(options);
  if (std::filesystem::is_directory(options.folder, missing)) {
    const bool mayHoldRun = options.append || options.overwrite;
    io::RunFolder(options.folder, mayHoldRun ? io::EarlierRun::GoOn : io::EarlierRun::Refuse);
  }
  const std::int64_t first = state.clock.step, last = lastStepOf(options, first);
  const Gpu gpu(options.gpu, scenario::largestArray(state.scenario),
                [&] { return chooseEngine(options, state); });
  dpd::Simulation simulation = makeSimulation(gpu.device, options, state);
  state.particles = {}, state.lists = {};  // they are on the GPU now
  const Interruption interruption;
  RunOutput output(gpu, state.scenario, options, first, last);
  gpu.device.profiler().enable(options.profile);
  const auto start = std::chrono::steady_clock::now();
  std::chrono::duration<double> wall{};
  try {
    advance(simulation, output, last, options.quiet, interruption);
    gl::finish();
    wall = std::chrono::steady_clock::now() - start;
    output.finish(simulation.stepNumber(), "done");
  } catch (const Interrupted& error) {
    output.finish(simulation.stepNumber(), "interrupted", error.what());
    throw;
  } catch (const std::exception&) {
    const Error error = asError(std::current_exception()).with(output.advice());
    try {
      output.finish(simulation.stepNumber(), "failed", error.what());
    } catch (const std::exception&) {
      // A full disk refuses the record too: the first error is the one to tell.
    }
    throw error;
  }
  if (options.profile && last > first) {
    printProfile(gpu.device, last - first, simulation.count(), wall.count());
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
  CLI::Option* overwrite =
      command->add_flag("--overwrite", options->overwrite,
                        "Replace the run that the folder holds, which is otherwise an error");
  const auto add = [&](const char* name, std::int64_t& every, const char* help) {
    addWhole(*command, name, every, 0, kMaxSteps, help)->capture_default_str();
  };
  add("--observe-every", options->observeEvery, "Steps between rows of observables.csv; 0: none");
  add("--frames-every", options->framesEvery, "Steps between pictures; 0: none");
  add("--trajectory-every", options->trajectoryEvery,
      "Steps between frames of the trajectory; 0: none");
  addWordOption(
      *command, "--trajectory-format", options->trajectoryKind, io::kTrajectoryFormats,
      "xyz: trajectory.xyz, extended XYZ, text; gsd: trajectory.gsd, a third of the size");
  add("--checkpoint-every", options->checkpointEvery, "Steps between checkpoints; 0: none");
  addWhole(*command, "--keep-checkpoints", options->keepCheckpoints, 0, kMaxSteps,
           "Keep only this many of the latest checkpoints, 2 or more; 0: all")
      ->capture_default_str();
  CLI::Option* restart =
      command->add_option("--restart", options->restart,
                          "Go on from this checkpoint, with its scenario, seed and time; --steps "
                          "counts from there, and --set takes what may change while a fluid runs");
  command
      ->add_flag("--append", options->append,
                 "Go on in the folder of the run that the checkpoint is of: what it wrote after "
                 "the checkpoint is cut off and written again")
      ->needs(restart)
      ->excludes(overwrite);
  addOverrideOptions(*command, options->overrides);
  command->add_flag("--quiet", options->quiet, "No progress line");
  command->add_flag("--profile", options->profile, "Print the GPU time of every pass at the end");
  addFluidGpuOptions(*command, options->gpu);
  command->callback([options] { run(*options); });
}

}  // namespace gpubuck::app
