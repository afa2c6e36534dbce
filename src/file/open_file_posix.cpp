#include "file/open_file.h"

#include <fcntl.h>
#include <poll.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <chrono>
#include <thread>

#include "file/presence.h"

namespace gpubuck::file {
namespace fs = std::filesystem;

namespace {

int flagsOf(Opening opening) {
  switch (opening) {
    case Opening::Replace:
      return O_CREAT | O_TRUNC;
    case Opening::Append:
      return O_CREAT | O_APPEND;
    case Opening::Change:
      break;
  }
  return 0;
}

}  // namespace

int openToRead(const std::string& path) {
  return ::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK);
}

int openToWrite(const std::string& path, Opening opening) {
  // Waits here for the reader of a pipe, since no signal could end the system's own wait.
  while (true) {
    const int file =
        ::open(path.c_str(), O_WRONLY | O_CLOEXEC | O_NONBLOCK | flagsOf(opening), 0666);
    const int error = errno;
    std::error_code unknown;
    if (file >= 0 || error != ENXIO || !fs::is_fifo(path, unknown)) {
      errno = error;
      return file;
    }
    requireNoSignal(path);
    std::this_thread::sleep_for(std::chrono::milliseconds(10));  // a reader may come
  }
}

int openToLock(const std::string& path) {
  return ::open(path.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0666);
}

int duplicate(int file) { return fcntl(file, F_DUPFD_CLOEXEC, 0); }

int closeFile(int file) { return ::close(file); }

bool isRegularFile(int file) {
  struct stat status {};
  return fstat(file, &status) == 0 && S_ISREG(status.st_mode);
}

std::int64_t sizeOf(int file) {
  struct stat status {};
  return fstat(file, &status) == 0 ? status.st_size : -1;
}

bool hasName(int file, const fs::path& path) {
  struct stat open {};
  struct stat named {};
  return fstat(file, &open) == 0 && stat(path.c_str(), &named) == 0 &&
         open.st_dev == named.st_dev && open.st_ino == named.st_ino;
}

std::int64_t readSome(int file, char* out, std::size_t size) { return ::read(file, out, size); }

std::int64_t writeSome(int file, const char* bytes, std::size_t size) {
  return ::write(file, bytes, size);
}

bool seekTo(int file, std::int64_t offset) { return lseek(file, offset, SEEK_SET) >= 0; }

std::int64_t toEnd(int file) { return lseek(file, 0, SEEK_END); }

bool truncateTo(int file, std::int64_t size) { return ::ftruncate(file, size) == 0; }

void letReadsWait(int file) { fcntl(file, F_SETFL, fcntl(file, F_GETFL) & ~O_NONBLOCK); }

bool isReady(int file, Event event, int milliseconds) {
  const short events = event == Event::Readable ? POLLIN : POLLOUT;
  pollfd state{.fd = file, .events = events, .revents = 0};
  return poll(&state, 1, milliseconds) > 0;
}

// Some file systems cannot sync a folder, and fail with EINVAL.
bool isSynced(int file) { return fsync(file) == 0 || errno == EINVAL; }

int syncPath(const fs::path& path) {
  const int file = ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
  if (file < 0) return errno;
  const int error = isSynced(file) ? 0 : errno;
  ::close(file);
  return error;
}

int reserve(int file, std::int64_t from, std::int64_t size) {
  const int error = posix_fallocate(file, from, size - from);
  return error == ENODEV || error == ESPIPE || error == EINVAL ? 0 : error;
}

bool removeFile(const fs::path& path) { return ::unlink(path.c_str()) == 0 || errno == ENOENT; }

bool lockFile(int file, bool waits) {
  // The lock belongs to the open file. flock() cannot be used, since HDF5 uses it. A lock that
  // belongs to the process cannot be used either: it ends when any descriptor of the same file is
  // closed.
  struct flock whole {};
  whole.l_type = F_WRLCK;
  const int locked = fcntl(file, waits ? F_OFD_SETLKW : F_OFD_SETLK, &whole);
  return locked == 0 || (errno != EAGAIN && errno != EACCES);
}

}  // namespace gpubuck::file
