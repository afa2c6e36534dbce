// Which engine a fluid runs on where its user leaves that open.
#pragma once

#include <string>

#include "scenario/run_state.h"
#include "texel/device.h"

namespace gpubuck::scenario {

struct EngineChoice {
  texel::Engine engine;
  std::string why;  ///< "0.37 ms per step; paper takes 16.1"
};

/// Makes some steps of the fluid on both engines, and takes `fast` unless `paper` is faster by more
/// than half. By that margin a run that is repeated on a busier machine has the same engine, and
/// with it the same bits. A state whose engine is known and runs here goes on with that one. Where
/// one engine cannot run, or finds no memory, the other is taken without a measurement. Takes about
/// a tenth of a second per engine and the time to compile, or that of two steps. `options` is for a
/// device of the context that is current; its engine is not used.
///
/// Throws RunError where neither engine can run.
EngineChoice chooseEngine(texel::DeviceOptions options, const RunState& state);

}  // namespace gpubuck::scenario
