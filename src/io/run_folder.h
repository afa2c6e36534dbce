// The folder of a run: what it holds from before, and whose it is while it is written.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>

namespace gpubuck::io {

/// What becomes of the files of a run that the folder already holds.
enum class EarlierRun {
  Refuse,   ///< there may be none
  Replace,  ///< they are removed
  GoOn      ///< they stay, to be gone on with
};

/// observables.csv, trajectory.xyz, run.json, frames/STEP.png, checkpoint-STEP.h5. Other files are
/// left alone. As long as an object lives, no other process can make one of the same folder.
class RunFolder {
 public:
  /// Makes the folder if there is none. Throws InputError if files cannot be made in it, if another
  /// run is writing to it, and for an earlier run to be refused.
  RunFolder(std::filesystem::path path, EarlierRun earlier);

  const std::filesystem::path& path() const { return path_; }

  /// Takes back what the earlier run wrote from `step` on, whole or half, for a run that writes it
  /// again: rows, frames, pictures; and checkpoints of later steps. Throws InputError where a file
  /// is not one of a run, RunError where it cannot be changed.
  void cutFrom(std::int64_t step) const;

  /// Removes all checkpoints but the `latest` ones. Throws RunError where one cannot be removed.
  void keepCheckpoints(std::int64_t latest) const;

 private:
  class Lock {
   public:
    explicit Lock(const std::filesystem::path& folder);
    ~Lock();
    Lock(const Lock&) = delete;
    Lock& operator=(const Lock&) = delete;

   private:
    int file_;
  };

  std::filesystem::path path_;
  std::optional<Lock> lock_;  ///< none until the folder is there
};

}  // namespace gpubuck::io
