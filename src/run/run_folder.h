// The folder of a run: the output that an earlier run has left there, and the lock of the process
// that writes to the folder.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "base/error.h"
#include "dpd/model/fluid.h"
#include "run/folder_lock.h"
#include "run/run_tables.h"

namespace gpubuck::run {

/// The steps, in ascending order, for which an earlier run has left output in its folder.
struct StepsLeft {
  std::vector<std::int64_t> rows, pictures, frames, checkpoints;
  PerTable<std::vector<std::int64_t>> tables;
};

/// The files of a run: observables.csv, the tables of kTables, trajectory.xyz or .gsd, run.json,
/// frames/STEP.png, checkpoint-STEP.h5. A RunFolder leaves other files alone. While it lives, no
/// other process can make a RunFolder of the same folder.
///
/// The folder stays open, and all files are opened relative to the open folder. If the folder is
/// renamed, its files are still found, even if another folder gets the old name. On Windows an open
/// folder cannot be renamed or removed.
class RunFolder {
 public:
  /// Makes the folder if it does not exist. Throws InputError if no files can be made in the
  /// folder, and if another run is writing to it.
  explicit RunFolder(std::filesystem::path path);

  /// Returns the open folder, as a path that stays valid when the folder is renamed. Errors about
  /// files in the folder go through named() before a user sees them.
  const std::filesystem::path& path() const { return path_; }
  /// Returns the folder's name for users: as it was given, or its present path if it has been
  /// moved.
  std::filesystem::path name() const;
  /// Returns the error with name() in place of path(), or an error that says that the folder was
  /// removed.
  Error named(const Error& error) const;
  /// Throws RunError if the folder has been removed.
  void requireThere() const;

  /// Return the paths of the files of a checkpoint and of a picture. Pictures are in a folder of
  /// their own within the folder of the run.
  std::filesystem::path checkpoint(std::int64_t step) const;
  std::filesystem::path picture(std::int64_t step) const;

  /// Throws InputError if a folder, a pipe or a device has the name of a file of runs.
  void requireOnlyFiles() const;
  /// Throws InputError if the folder holds files of an earlier run.
  void requireNoRun() const;
  /// Throws InputError if one of `inputs` is a file of an earlier run. `option` is the option of
  /// the command line that asks to replace the run.
  void requireNoneOf(const std::string& option, const std::vector<std::string>& inputs) const;
  /// Removes the files of an earlier run. Throws RunError if a file cannot be removed.
  void removeRun() const;

  /// Returns the steps for which an earlier run has left complete output. Throws InputError if a
  /// run of `fluid` cannot continue a file.
  StepsLeft stepsLeft(const dpd::Fluid& fluid) const;
  /// Removes the output that the earlier run wrote from `step` on, complete or not, except the
  /// checkpoint of `step`, for a run that writes this output again. Checkpoints of later steps are
  /// removed first, from the newest to the oldest, then pictures, rows and frames. Thus rows and
  /// frames reach up to the newest checkpoint, even if the process or the machine dies in between.
  /// Throws InputError if a file was not written by a run, and RunError if a file cannot be
  /// changed.
  void cutFrom(std::int64_t step) const;

  /// Removes all checkpoints except the newest `latest` checkpoints. Throws RunError if a
  /// checkpoint cannot be removed.
  void keepCheckpoints(std::int64_t latest) const;

 private:
  RunError removedError() const;

  std::filesystem::path given_, path_;
  std::optional<FolderLock> lock_;  ///< empty until the folder exists
};

/// A file with a step in its name.
struct NumberedFile {
  std::filesystem::path path;
  std::int64_t step;
};

/// The status of a run, as far as its folder shows it.
struct RunStatus {
  /// The status in run.json: "done", "failed", "interrupted", or "running" while a process writes
  /// to the folder. "killed" if run.json says "running" but no process writes to the folder, since
  /// the process or the machine ended without a chance to record this.
  std::string status;
  std::int64_t step = 0;                   ///< the last step that a record, row or checkpoint shows
  std::int64_t lastStep = 0;               ///< the planned end
  std::string error;                       ///< why the run failed
  std::optional<NumberedFile> checkpoint;  ///< the newest checkpoint
};

/// Reads a folder's run.json, and checks whether a process writes to the folder. Throws InputError
/// if there is no such record, and for a status or step that no run has.
RunStatus readRunStatus(const std::filesystem::path& folder);

/// Returns the checkpoint of the highest step in a folder.
std::optional<NumberedFile> newestCheckpoint(const std::filesystem::path& folder);

}  // namespace gpubuck::run
