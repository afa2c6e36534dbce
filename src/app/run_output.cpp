#include "app/run_output.h"

#include <fmt/format.h>

#include <algorithm>

#include "app/options.h"
#include "base/enum_names.h"
#include "checkpoint/checkpoint.h"
#include "file/output_file.h"
#include "file/pictures.h"
#include "formats/format.h"

namespace gpubuck::app {

RunOutput::RunOutput(const run::RunFolder& folder, const run::RunOutputs& outputs,
                     const gl::Context& context, run::LiveFluid& fluid, std::int64_t lastStep)
    : folder_(folder),
      outputs_(outputs),
      fluid_(fluid),
      firstStep_(fluid.simulation().stepNumber()),
      lastStep_(lastStep),
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
  const std::int64_t step = simulation.stepNumber();
  const auto due = [&](const run::Schedule& schedule) { return schedule.isDue(step, lastStep_); };
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
    file::writePng(folder_.picture(step), renderer_->draw(simulation));
  }
  if (trajectory) {
    trajectory_->append({step, simulation.time(), dpd::unpacked(simulation.downloadState())});
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
    return {};  // The error that it would follow is the one to tell.
  }
}

void RunOutput::finish(std::int64_t step, const char* status, const std::string& error) {
  record_["status"] = status;
  if (!error.empty()) record_["error"] = error;
  record_["step"] = step;
  folder_.requireThere();
  if (error.empty()) sync();
  file_.end(record_);
}

}  // namespace gpubuck::app
