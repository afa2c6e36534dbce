// The outputs of a run and their steps. run.json records both, so that a continuation writes the
// same outputs.
#pragma once

#include <cstdint>
#include <nlohmann/json.hpp>
#include <set>
#include <string>
#include <vector>

#include "run/run_folder.h"

namespace gpubuck::run {

/// The steps at which a run writes one kind of output.
struct Schedule {
  std::int64_t every = 0;  ///< output at each multiple of this number and at the last step of the
                           ///< run; 0 for no output
  /// Additional single steps with output. At these steps, a continuation rewrites output that it
  /// has removed, such as the row of the step at which the earlier run ended.
  std::set<std::int64_t> also{};

  bool isUsed() const { return every > 0 || !also.empty(); }
  bool isDue(std::int64_t step, std::int64_t lastStep) const {
    return (every > 0 && (step % every == 0 || step == lastStep)) || also.contains(step);
  }
};

struct RunOutputs {
  Schedule observables{100}, frames, trajectory, checkpoints;
  PerTable<Schedule> tables;
  std::string trajectoryFormat = "xyz";  ///< a name of formats::kFormats
  std::int64_t keepCheckpoints = 0;      ///< number of latest checkpoints to keep; 0 keeps all
  std::int64_t firstStep = 0;            ///< first step of the run
  /// The id of the run (runIdOf()), and a further id for each change with which the run was
  /// continued.
  std::vector<std::string> ids{};
};

/// Returns the first step after `step` at which an output is due, at most `lastStep`.
std::int64_t nextDue(const RunOutputs& outputs, std::int64_t step, std::int64_t lastStep);

/// Adds first_step, ids and outputs to a run's record.
void record(const RunOutputs& outputs, nlohmann::ordered_json& record);
/// Returns the outputs that record() has added. Throws InputError, which begins with `source`, if
/// the record has no such outputs.
RunOutputs outputsIn(const nlohmann::json& record, const std::string& source);

/// Adds to `outputs` the single steps of `left` that are not multiples of an interval, so that a
/// continuation from `step` on writes again all the output that it removes. Throws InputError,
/// which begins with `folder`, if the run begins after `step`, or if a row, a picture or a frame
/// before `step` is missing, since the run would then have a gap.
void planContinuation(RunOutputs& outputs, const StepsLeft& left, std::int64_t step,
                      const std::string& folder);

/// The last step for which output exists or is to be written again, and the name of this output.
struct LastOutput {
  std::int64_t step = -1;
  std::string what{};
};
LastOutput lastOutput(const RunOutputs& outputs, const StepsLeft& left);

}  // namespace gpubuck::run
