#include "app/run_output.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <optional>

#include "app/options.h"
#include "base/enum_names.h"
#include "base/error.h"
#include "checkpoint/checkpoint.h"
#include "file/output_file.h"
#include "file/pictures.h"
#include "file/presence.h"
#include "formats/format.h"
#include "run/run_files.h"

namespace gpubuck::app {

run::RunOutputs outputsOf(const RunOptions& options, std::int64_t first) {
  run::RunOutputs outputs;
  outputs.observables.every = options.observeEvery.value_or(outputs.observables.every);
  for (std::size_t k = 0; k < run::kTables.size(); ++k) {
    outputs.tables[k].every = options.tablesEvery[k].value_or(0);
  }
  outputs.frames.every = options.framesEvery.value_or(0);
  outputs.trajectory.every = options.trajectoryEvery.value_or(0);
  outputs.checkpoints.every = options.checkpointEvery.value_or(0);
  outputs.keepCheckpoints = options.keepCheckpoints.value_or(0);
  outputs.trajectoryFormat = options.trajectoryFormat.value_or(outputs.trajectoryFormat);
  outputs.firstStep = first;
  return outputs;
}

namespace {

/// Throws InputError unless the checkpoint is of the run that the record describes. The error names
/// a value that differs, if possible. Values that may change while a fluid runs may differ within
/// one run, so the id of the run decides.
void requireSameRun(const RunOptions& options, const run::RunState& state, const std::string& id,
                    const std::vector<std::string>& ids, const nlohmann::json& record,
                    const std::string& source) {
  const auto held = record.find("scenario");
  if (held == record.end()) throw InputError(source, "holds no scenario");
  const bool isOfRun = std::ranges::count(ids, id) > 0;
  for (const scenario::Difference& each :
       differences(scenario::fromJson(held->dump(), source), state.scenario)) {
    // Solids change their places as they move. Values that may change are set again when a run
    // continues.
    if ((each.isLive() && isOfRun) || each.isMotion()) continue;
    throw InputError(*options.restart, fmt::format("is of another run: {} is {}, but {} in {}",
                                                   each.key, each.second, each.first, source));
  }
  if (isOfRun) return;
  throw InputError(*options.restart,
                   fmt::format("is of another run than {}: its id is {}, expected {}; the two runs "
                               "began differently or were changed on the way",
                               source, id.empty() ? "missing" : id, fmt::join(ids, " or ")));
}

/// Returns the outputs of the run that a folder holds. The command line may repeat intervals and
/// the trajectory's format but not change them. The options that concern checkpoints may change,
/// since checkpoints do not depend on each other.
run::RunOutputs recordedOutputs(const RunOptions& options, run::RunOutputs recorded,
                                const std::string& source) {
  const auto require = [&](const char* option, const auto& given, const auto& held) {
    if (!given || *given == held) return;
    throw InputError(option, fmt::format("{}, but {} in {}: a run goes on as it was begun; leave "
                                         "the option out",
                                         *given, held, source));
  };
  require("--observe-every", options.observeEvery, recorded.observables.every);
  for (std::size_t k = 0; k < run::kTables.size(); ++k) {
    require(run::kTables[k].option, options.tablesEvery[k], recorded.tables[k].every);
  }
  require("--frames-every", options.framesEvery, recorded.frames.every);
  require("--trajectory-every", options.trajectoryEvery, recorded.trajectory.every);
  require("--trajectory-format", options.trajectoryFormat, recorded.trajectoryFormat);
  recorded.checkpoints.every = options.checkpointEvery.value_or(recorded.checkpoints.every);
  recorded.keepCheckpoints = options.keepCheckpoints.value_or(recorded.keepCheckpoints);
  return recorded;
}

/// Throws InputError if the folder holds a trajectory of another format, since all parts of a run
/// go into one trajectory.
void requireNoOtherTrajectory(const run::RunFolder& folder, const run::RunOutputs& outputs) {
  for (const formats::Format& format : formats::formatsWith(&formats::Format::steps)) {
    if (format.name == outputs.trajectoryFormat || !file::isThere(folder.path() / format.runFile)) {
      continue;
    }
    throw InputError("--trajectory-format",
                     fmt::format("{} holds {} already: give {}", folder.name().string(),
                                 format.runFile, format.name));
  }
}

}  // namespace

run::RunOutputs continuedOutputs(const RunOptions& options, const run::RunFolder& folder,
                                 const run::RunState& state, const std::string& id,
                                 std::int64_t last) {
  const std::string source = (folder.path() / "run.json").string();
  const nlohmann::json record = run::readRunRecord(folder.path());
  run::RunOutputs recorded = run::outputsIn(record, source);
  requireSameRun(options, state, id, recorded.ids, record, source);
  run::RunOutputs outputs = recordedOutputs(options, std::move(recorded), source);
  // The ids after `id` are of changes after this checkpoint. They are dropped: the continued run
  // repeats these changes or makes others.
  const auto present = std::ranges::find(outputs.ids, id);
  if (present != outputs.ids.end()) outputs.ids.erase(present + 1, outputs.ids.end());
  if (id != state.run) outputs.ids.push_back(state.run);
  requireNoOtherTrajectory(folder, outputs);
  const run::StepsLeft left = folder.stepsLeft(state.scenario.fluid);
  const std::int64_t first = state.clock.step;
  run::planContinuation(outputs, left, first, folder.name().string());
  if (const run::LastOutput held = run::lastOutput(outputs, left); held.step > last) {
    const std::int64_t given = options.steps ? *options.steps : last;
    throw InputError(
        options.steps ? "--steps" : "--until",
        fmt::format(
            "{} ends at step {}, but {} is of step {}, and would be removed and not written "
            "again; expected {} or more",
            given, last, held.what, held.step, given + held.step - last));
  }
  return outputs;
}

RunOutput::RunOutput(const run::RunFolder& folder, const run::RunOutputs& outputs,
                     const gl::Context& context, run::LiveFluid& fluid, std::int64_t lastStep)
    : folder_(folder),
      outputs_(outputs),
      fluid_(fluid),
      firstStep_(fluid.simulation().stepNumber()),
      lastStep_(lastStep),
      step_(firstStep_),
      file_(folder.path()) {
  if (outputs.frames.isUsed()) renderer_.emplace(fluid.device(), frameSubject(fluid.scenario()));
  record_["status"] = "running";
  record_["gpubuck"] = GPUBUCK_VERSION;
  record_["device"] = describeDevice(fluid.device().capabilities());
  record_["device"]["context"] = context.origin();
  record_["engine"] = texel::engineName(fluid.engine());
  record_["particles"] = scenario::particleCount(fluid.scenario());
  record_["last_step"] = lastStep;
  run::record(outputs, record_);
  record_["scenario"] = nlohmann::ordered_json::parse(scenario::toJson(fluid.scenario()));
}

void RunOutput::setLammps(const LammpsCommand& command) {
  record_["lammps"] = {{"version", command.version}, {"command", command.words}};
}

void RunOutput::begin(file::Opening opening) {
  file_.begin(record_);
  if (opening == file::Opening::Append) folder_.cutFrom(firstStep_);
  if (outputs_.observables.isUsed()) {
    observables_.emplace(folder_.path() / run::kObservablesFile,
                         run::speciesNames(fluid_.scenario().fluid), opening);
  }
  for (std::size_t k = 0; k < run::kTables.size(); ++k) {
    if (!outputs_.tables[k].isUsed()) continue;
    const run::Table& table = run::kTables[k];
    tables_[k].emplace(folder_.path() / table.file,
                       table.header(run::speciesNames(fluid_.scenario().fluid)), opening);
  }
  if (outputs_.trajectory.isUsed()) {
    const formats::Format& format = *findName(formats::kFormats, outputs_.trajectoryFormat);
    trajectory_ = format.write(folder_.path() / format.runFile, fluid_.scenario().fluid,
                               fluid_.simulation().molecules(), opening, formats::Keep::EachFrame);
  }
  if (outputs_.frames.isUsed()) {
    file::prepareOutputDirectory(folder_.picture(firstStep_).parent_path());
  }
}

void RunOutput::write() {
  dpd::Simulation& simulation = fluid_.simulation();
  step_ = simulation.stepNumber();
  const auto due = [&](const run::Schedule& schedule) { return schedule.isDue(step_, lastStep_); };
  const bool observe = due(outputs_.observables), table = std::ranges::any_of(outputs_.tables, due);
  const bool frame = due(outputs_.frames), trajectory = due(outputs_.trajectory);
  const bool save = due(outputs_.checkpoints);
  if (!observe && !table && !frame && !trajectory && !save) return;
  std::optional<dpd::Observables> observables;
  if (observe) {
    observables = simulation.measure();
  } else {
    simulation.checkFailure();
  }
  folder_.requireThere();
  if (observables) observables_->append(*observables);
  for (std::size_t k = 0; k < run::kTables.size(); ++k) {
    if (due(outputs_.tables[k])) tables_[k]->append(run::kTables[k].measure(simulation));
  }
  if (frame) {
    file::writePng(folder_.picture(step_), renderer_->draw(simulation));
  }
  if (trajectory) {
    trajectory_->append({step_, simulation.time(), dpd::unpacked(simulation.downloadState())});
  }
  if (save) saveCheckpoint(fluid_.state());
}

void RunOutput::sync() {
  if (observables_) observables_->sync();
  for (auto& table : tables_) {
    if (table) table->sync();
  }
  if (trajectory_) trajectory_->sync();
}

std::filesystem::path RunOutput::saveCheckpoint(run::RunState state) {
  // A continued run starts at this checkpoint, so all earlier rows must be on the disk first.
  sync();
  state.run = outputs_.ids.back();
  if (record_.contains("lammps")) state.engine.reset();
  std::filesystem::path path = folder_.checkpoint(state.clock.step);
  checkpoint::writeCheckpoint(path, state);
  if (outputs_.keepCheckpoints > 0) folder_.keepCheckpoints(outputs_.keepCheckpoints);
  return path;
}

std::string RunOutput::advice() const {
  try {
    const auto newest = run::newestCheckpoint(folder_.path());
    if (!newest) return {};
    return fmt::format("; the last checkpoint is {} (step {})", newest->path.string(),
                       newest->step);
  } catch (const Error&) {
    return {};  // An error here would follow from another error, which is reported instead.
  }
}

void RunOutput::finish(const char* status, const std::string& error) {
  record_["status"] = status;
  if (!error.empty()) record_["error"] = error;
  record_["step"] = step_;
  folder_.requireThere();
  if (error.empty()) sync();
  file_.end(record_);
}

}  // namespace gpubuck::app
