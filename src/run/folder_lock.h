// The lock of a run's folder: folder_lock_posix.cpp, folder_lock_win32.cpp.
#pragma once

#include <filesystem>
#include <memory>
#include <optional>

namespace gpubuck::run {

/// While a lock lives, no other process can write to the folder; with Use::Read, other processes
/// may also read. The folder stays open.
class FolderLock {
 public:
  enum class Use { Write, Read };

  /// Throws InputError for a folder that cannot be opened. isHeld() returns whether the lock was
  /// free.
  FolderLock(const std::filesystem::path& folder, Use use);
  ~FolderLock();
  FolderLock(const FolderLock&) = delete;
  FolderLock& operator=(const FolderLock&) = delete;

  /// Returns false if another process writes into the folder.
  bool isHeld() const { return isHeld_; }
  /// Returns a path of the open folder that stays valid when the folder is renamed. On systems
  /// where an open folder cannot be renamed, this is its usual path.
  std::filesystem::path path() const;
  /// Returns the path that the open folder has now, or nothing if that is unknown.
  std::optional<std::filesystem::path> presentPath() const;
  /// Returns whether the open folder has been removed.
  bool isRemoved() const;

 private:
  struct Open;

  std::unique_ptr<Open> open_;
  bool isHeld_ = false;
};

}  // namespace gpubuck::run
