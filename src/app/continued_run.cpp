#include "app/continued_run.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <optional>

#include "base/enum_names.h"
#include "base/error.h"
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

/// Refuses a checkpoint of another run than the record's. Its id tells them apart; a value that
/// differs says more to a user, but what may change while a fluid runs may also differ within one
/// run.
void requireSameRun(const RunOptions& options, const run::RunState& state, const std::string& id,
                    const std::vector<std::string>& ids, const nlohmann::json& record,
                    const std::string& source) {
  const auto held = record.find("scenario");
  if (held == record.end()) throw InputError(source, "holds no scenario");
  const bool isOfRun = std::ranges::count(ids, id) > 0;
  for (const scenario::Difference& each :
       differences(scenario::fromJson(held->dump(), source), state.scenario)) {
    // Solids move, and what may change is set anew when a run goes on.
    if ((each.isLive() && isOfRun) || each.isMotion()) continue;
    throw InputError(*options.restart, fmt::format("is of another run: {} is {}, but {} in {}",
                                                   each.key, each.second, each.first, source));
  }
  if (isOfRun) return;
  throw InputError(
      *options.restart,
      fmt::format("is of another run than {}: its id is {}, expected {}; the two began "
                  "differently or were changed on the way",
                  source, id.empty() ? "missing" : id, fmt::join(ids, " or ")));
}

/// The outputs of the run that a folder holds. Intervals and format may be given again, not
/// changed; checkpoints do not depend on each other, so that their options may.
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

/// A run that is continued has one trajectory.
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
  // Changes after this checkpoint are made again, or others.
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
        fmt::format("{} ends at step {}, but {} is of step {}: it would be removed and not written "
                    "again; expected {} or more",
                    given, last, held.what, held.step, given + held.step - last));
  }
  return outputs;
}

}  // namespace gpubuck::app
