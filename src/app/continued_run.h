// A run that goes on in its folder: `gpubuck run --append`.
#pragma once

#include <cstdint>

#include "app/run_options.h"
#include "run/run_folder.h"
#include "run/run_outputs.h"
#include "run/run_state.h"

namespace gpubuck::app {

/// What a run writes that goes on from `state` in its folder and ends at step `last`: what its
/// record says, so that everything that is cut off is written again. Throws InputError where the
/// state is of another run, where options contradict the record, where the folder lacks rows,
/// frames or pictures before the state's step, and where it has some after `last`.
run::RunOutputs continuedOutputs(const RunOptions& options, const run::RunFolder& folder,
                                 const run::RunState& state, std::int64_t last);

}  // namespace gpubuck::app
