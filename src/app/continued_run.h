// A run that goes on in its folder: `gpubuck run --append`.
#pragma once

#include <cstdint>
#include <string>

#include "app/run_options.h"
#include "run/run_folder.h"
#include "run/run_outputs.h"
#include "run/run_state.h"

namespace gpubuck::app {

/// Returns the outputs of a run that continues from `state` in its folder up to step `last`: those
/// of the run's record, so that everything that is cut off is written again. `id` is the run that
/// the checkpoint names, state.run the one that goes on, which is another if values were changed.
/// Throws InputError if the state belongs to another run, if options contradict the record, if the
/// folder lacks rows, frames or pictures before the state's step, or if it has some after `last`.
run::RunOutputs continuedOutputs(const RunOptions& options, const run::RunFolder& folder,
                                 const run::RunState& state, const std::string& id,
                                 std::int64_t last);

}  // namespace gpubuck::app
