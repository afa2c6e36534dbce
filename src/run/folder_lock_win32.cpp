#include <fmt/format.h>
#include <fmt/xchar.h>
#include <windows.h>

#include <chrono>
#include <string>
#include <system_error>
#include <thread>
#include <utility>

#include "base/error.h"
#include "run/folder_lock.h"

namespace gpubuck::run {
namespace fs = std::filesystem;

// Windows locks bytes of files, but a folder has no bytes. The lock is therefore an object of the
// system with the folder's identity in its name. The process that makes the object holds the lock,
// at most until the process ends.
struct FolderLock::Open {
  HANDLE folder = INVALID_HANDLE_VALUE, lock = nullptr;
  fs::path path;

  ~Open() {
    if (lock != nullptr) CloseHandle(lock);
    if (folder != INVALID_HANDLE_VALUE) CloseHandle(folder);
  }
};

FolderLock::FolderLock(const fs::path& folder, Use) : open_(std::make_unique<Open>()) {
  const auto fail = [&] {
    const std::error_code error(static_cast<int>(GetLastError()), std::system_category());
    throw InputError(folder.string(), error.message());
  };
  // Without FILE_SHARE_DELETE the folder keeps its name as long as it is open.
  open_->folder =
      CreateFileW(folder.c_str(), FILE_LIST_DIRECTORY, FILE_SHARE_READ | FILE_SHARE_WRITE, nullptr,
                  OPEN_EXISTING, FILE_FLAG_BACKUP_SEMANTICS, nullptr);
  BY_HANDLE_FILE_INFORMATION identity{};
  if (open_->folder == INVALID_HANDLE_VALUE ||
      GetFileInformationByHandle(open_->folder, &identity) == 0) {
    fail();
  }
  open_->path = fs::absolute(folder);
  const std::wstring name =
      fmt::format(L"Global\\gpubuck-run-{:x}-{:x}-{:x}", identity.dwVolumeSerialNumber,
                  identity.nFileIndexHigh, identity.nFileIndexLow);
  // A process that only reads releases the lock at once, so that it pays to wait.
  constexpr int kTries = 20;
  for (int tries = 0; tries < kTries; ++tries) {
    open_->lock = CreateEventW(nullptr, TRUE, FALSE, name.c_str());
    if (open_->lock != nullptr && GetLastError() != ERROR_ALREADY_EXISTS) {
      isHeld_ = true;
      return;
    }
    if (open_->lock == nullptr && GetLastError() != ERROR_ACCESS_DENIED) fail();
    if (open_->lock != nullptr) CloseHandle(std::exchange(open_->lock, nullptr));
    std::this_thread::sleep_for(std::chrono::milliseconds(10));
  }
}

FolderLock::~FolderLock() = default;

fs::path FolderLock::path() const { return open_->path; }

std::optional<fs::path> FolderLock::presentPath() const { return open_->path; }

bool FolderLock::isRemoved() const { return false; }

}  // namespace gpubuck::run
