#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <chrono>
#include <cstring>
#include <string>
#include <thread>

#include "base/error.h"
#include "run/folder_lock.h"

namespace gpubuck::run {
namespace fs = std::filesystem;

struct FolderLock::Open {
  int folder;

  ~Open() { ::close(folder); }
};

FolderLock::FolderLock(const fs::path& folder, Use use) {
  const int open = ::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (open < 0) throw InputError(folder.string(), std::strerror(errno));
  open_.reset(new Open{open});
  const int operation = use == Use::Write ? LOCK_EX : LOCK_SH;
  // A process that only reads releases the lock at once, so that it pays to wait.
  int tries = 20;
  while (flock(open, operation | LOCK_NB) != 0) {
    const int error = errno;
    if (error == EWOULDBLOCK && (use == Use::Read || --tries == 0)) return;
    if (error != EWOULDBLOCK && error != EINTR) {
      throw InputError(folder.string(), fmt::format("cannot be locked: {}", std::strerror(error)));
    }
    std::this_thread::sleep_for(std::chrono::milliseconds(10));
  }
  isHeld_ = true;
}

FolderLock::~FolderLock() = default;

fs::path FolderLock::path() const { return "/proc/self/fd/" + std::to_string(open_->folder); }

std::optional<fs::path> FolderLock::presentPath() const {
  std::error_code error;
  const fs::path present = fs::read_symlink(path(), error);
  return error ? std::nullopt : std::optional(present);
}

bool FolderLock::isRemoved() const {
  struct stat status {};
  return fstat(open_->folder, &status) != 0 || status.st_nlink == 0;
}

}  // namespace gpubuck::run
