// The folder of a run: what it holds from before, and whose it is while it is written.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace gpubuck::io {

/// What becomes of the files of a run that the folder already holds.
enum class EarlierRun {
  Refuse,   ///< there may be none
  Replace,  ///< they are removed
  GoOn      ///< they stay, and the new run continues them
};

/// While one lives, no other process can write to the folder (Use::Write), or none writes to it
/// while it is read (Use::Read).
class FolderLock {
 public:
  enum class Use { Write, Read };

  /// Throws InputError for a folder that cannot be opened. isHeld() tells whether it succeeded.
  FolderLock(const std::filesystem::path& folder, Use use);
  ~FolderLock();
  FolderLock(const FolderLock&) = delete;
  FolderLock& operator=(const FolderLock&) = delete;

  /// False where another process writes.
  bool isHeld() const { return isHeld_; }

 private:
  int file_;
  bool isHeld_;
};

/// observables.csv, trajectory.xyz or .gsd, run.json, frames/STEP.png, checkpoint-STEP.h5. Other
/// files are left alone. As long as an object lives, no other process can make one of the same
/// folder.
class RunFolder {
 public:
  /// Makes the folder if there is none. Throws InputError if files cannot be made in it, if another
  /// run is writing to it, for an earlier run to be refused, and where it is to be replaced but
  /// `inputs`, the files that the new run begins from, are among its files.
  RunFolder(std::filesystem::path path, EarlierRun earlier,
            const std::vector<std::string>& inputs = {});

  const std::filesystem::path& path() const { return path_; }
  /// The file of a checkpoint, and of a picture; pictures have a folder of their own in this one.
  std::filesystem::path checkpoint(std::int64_t step) const;
  std::filesystem::path picture(std::int64_t step) const;

  /// Takes back what the earlier run wrote from `step` on, whole or half, for a run that writes it
  /// again: rows, frames, pictures; and checkpoints of later steps. Throws InputError where a file
  /// is not one of a run, RunError where it cannot be changed.
  void cutFrom(std::int64_t step) const;

  /// Removes all checkpoints but the `latest` ones. Throws RunError where one cannot be removed.
  void keepCheckpoints(std::int64_t latest) const;

 private:
  std::filesystem::path path_;
  std::optional<FolderLock> lock_;  ///< none until the folder is there
};

/// A file with a step in its name.
struct NumberedFile {
  std::filesystem::path path;
  std::int64_t step;
};

/// How a run ended, or that it is still running, as far as its folder tells.
struct RunEnd {
  /// What run.json says: "done", "failed", "interrupted"; or "running" while a process writes to
  /// the folder, and "killed" where it says "running" but nobody does: the process or the machine
  /// ended without a word.
  std::string status;
  std::int64_t step = 0;      ///< the last one that is known: recorded, of a row or of a checkpoint
  std::int64_t lastStep = 0;  ///< the one at which it was to end
  std::string error;          ///< why it failed
  std::optional<NumberedFile> checkpoint;  ///< the newest
};

/// Reads a folder's run.json, and looks whether a process writes to the folder. Throws InputError
/// where there is no such record.
RunEnd readRunEnd(const std::filesystem::path& folder);

/// The checkpoint of the highest step in a folder.
std::optional<NumberedFile> newestCheckpoint(const std::filesystem::path& folder);

}  // namespace gpubuck::io
