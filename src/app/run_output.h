// The options of `gpubuck run`, a run that continues in its folder (`gpubuck run --append`), and
// the files of a run: observables and other tables, frames, trajectory, checkpoints, run.json.
#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

#include "app/lammps_run.h"
#include "app/options.h"
#include "formats/trajectory.h"
#include "gl/context.h"
#include "render/frame_renderer.h"
#include "run/live_fluid.h"
#include "run/run_files.h"
#include "run/run_folder.h"
#include "run/run_outputs.h"
#include "run/run_state.h"

namespace gpubuck::app {

struct RunOptions {
  GpuOptions gpu;
  std::string scenario;
  std::optional<std::int64_t> steps, until;  ///< one is set, the other is empty
  std::string folder;
  bool append = false, overwrite = false;
  /// The values of run::RunOutputs that the command line gives.
  std::optional<std::int64_t> observeEvery, framesEvery, trajectoryEvery, checkpointEvery;
  run::PerTable<std::optional<std::int64_t>> tablesEvery;
  std::optional<std::int64_t> keepCheckpoints;
  std::optional<std::string> trajectoryFormat;
  std::optional<std::string> restart;
  OverrideOptions overrides;
  bool quiet = false;
  bool profile = false;
  LammpsOptions lammps;
  std::vector<std::string> words;  ///< the words of the command line, without --out and the
                                   ///< options about LAMMPS
};

/// Returns the outputs of a new run that begins at step `first`.
run::RunOutputs outputsOf(const RunOptions& options, std::int64_t first);

/// Returns the outputs of a run that continues in its folder, from `state` up to step `last`. These
/// are the outputs that run.json lists. Output after the state's step is cut off, and the run
/// writes it again. `id` is the id of the run that the checkpoint names. state.run is the id of the
/// run that continues; it differs from `id` if values were changed. Throws InputError if the state
/// belongs to another run, if options contradict the record, if the folder lacks rows, frames or
/// pictures before the state's step, or if the folder has rows, frames or pictures after `last`.
run::RunOutputs continuedOutputs(const RunOptions& options, const run::RunFolder& folder,
                                 const run::RunState& state, const std::string& id,
                                 std::int64_t last);

/// The files that a run writes. All functions throw RunError if a file cannot be written.
class RunOutput {
 public:
  /// Prepares the output from the fluid's present step to lastStep. Writes nothing yet; the
  /// arguments must outlive the object.
  RunOutput(const run::RunFolder& folder, const run::RunOutputs& outputs,
            const gl::Context& context, run::LiveFluid& fluid, std::int64_t lastStep);

  /// Notes in the record that LAMMPS makes the steps. Checkpoints then name no engine.
  void setLammps(const LammpsCommand& command);
  /// Records the run with status "running", and opens the files of its outputs. `Append` first cuts
  /// off all output of an earlier run from the first step on.
  void begin(file::Opening opening);
  /// If outputs are due at the present step, checks that no particle has failed and writes them.
  void write();
  /// Writes a checkpoint of this run, and returns its path.
  std::filesystem::path saveCheckpoint(run::RunState state);
  /// Waits until all rows and frames are on the disk.
  void sync();
  /// Returns a text that names the checkpoint from which a failed run can continue, or an empty
  /// string if there is none.
  std::string advice() const;
  /// Completes the run's record with the step of the last call of write() and with the status:
  /// "done", or "failed" or "interrupted" with the reason.
  void finish(const char* status, const std::string& error = {});

 private:
  const run::RunFolder& folder_;
  const run::RunOutputs& outputs_;
  run::LiveFluid& fluid_;
  std::int64_t firstStep_, lastStep_;
  std::int64_t step_;  ///< the step of the last call of write()
  std::optional<run::ObservablesCsv> observables_;
  run::PerTable<std::optional<run::TableCsv>> tables_;
  std::unique_ptr<formats::TrajectoryWriter> trajectory_;
  std::optional<render::FrameRenderer> renderer_;
  nlohmann::ordered_json record_;  ///< what run.json holds
  run::RunRecord file_;
};

}  // namespace gpubuck::app
