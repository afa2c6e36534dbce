// A run that goes on in its folder: `gpubuck run --append`.
#pragma once

#include <cstdint>
#include <string>

#include "app/run_options.h"
#include "run/run_folder.h"
#include "run/run_outputs.h"
#include "run/run_state.h"

namespace gpubuck::app {

/// Returns the outputs of a run that continues from `state` in its folder up to step `last`: the
/// outputs that run.json lists. Everything that has been cut off is written again. `id` is the run
/// that the checkpoint names, state.run the run that continues, which has another id if values were
/// changed. Throws InputError if the state belongs to another run, if options contradict the
/// record, if the folder lacks rows, frames or pictures before the state's step, or if it has some
/// after `last`.
run::RunOutputs continuedOutputs(const RunOptions& options, const run::RunFolder& folder,
                                 const run::RunState& state, const std::string& id,
                                 std::int64_t last);

}  // namespace gpubuck::app
