// The options of `gpubuck run`.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "app/options.h"
#include "run/run_outputs.h"

namespace gpubuck::app {

struct RunOptions {
  GpuOptions gpu;
  std::string scenario;
  std::optional<std::int64_t> steps, until;  ///< one of them
  std::string folder;
  bool append = false, overwrite = false;
  /// The outputs that were given on the command line (run::RunOutputs).
  std::optional<std::int64_t> observeEvery, framesEvery, trajectoryEvery, checkpointEvery;
  run::PerTable<std::optional<std::int64_t>> tablesEvery;
  std::optional<std::int64_t> keepCheckpoints;
  std::optional<std::string> trajectoryFormat;
  std::optional<std::string> restart;
  OverrideOptions overrides;
  bool quiet = false;
  bool profile = false;
};

/// The outputs of a new run that begins at step `first`.
run::RunOutputs outputsOf(const RunOptions& options, std::int64_t first);

}  // namespace gpubuck::app
