// The lock of a run's folder, in two versions: folder_lock_posix.cpp, folder_lock_win32.cpp.
#pragma once

#include <filesystem>
#include <memory>
#include <optional>

namespace gpubuck::run {

/// While a lock lives, no other process can lock the folder, except that several processes can hold
/// locks with Use::Read. The folder stays open.
class FolderLock {
 public:
  enum class Use { Write, Read };

  /// Opens the folder, and takes the lock if it is free. Throws InputError for a folder that cannot
  /// be opened.
  FolderLock(const std::filesystem::path& folder, Use use);
  ~FolderLock();
  FolderLock(const FolderLock&) = delete;
  FolderLock& operator=(const FolderLock&) = delete;

  /// Returns whether this object holds the lock: false if another process had it.
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
