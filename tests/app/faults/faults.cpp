// A library for LD_PRELOAD: counts the calls by which a process changes files, and at the N-th call
// ends or stops the process, or lets this call or all calls from then on fail. Variables of the
// environment choose the files, the event and the log:
//   GPUBUCK_FAULT_BELOW=FOLDER  counts only calls on files whose absolute paths begin with FOLDER
//   GPUBUCK_FAULT=KIND:N        the event at the N-th call, from 1:
//     kill     SIGKILL; if the call is a write, half of its bytes are written before
//     signals  SIGTERM twice, before the call
//     full     the disk is full from then on, except for space that is reserved; half of the first
//              write is written
//     broken   the disk fails with EIO from then on
//     once     the call alone fails with EIO
//     any      like once, but opens for reading, reads, closes and removals count, too
//     stop     SIGSTOP; the test continues the process by SIGCONT
//   A removal fails only with `any`, since its file would stay: nobody could remove it.
//     memory   counts allocations of 1 KiB or more by the program itself, not by its libraries; the
//              N-th allocation fails, and each allocation is a line of the log: allocate SIZE
//   GPUBUCK_FAULT_LOG=FILE      gets a line for each call: its name and its paths
#include <dirent.h>
#include <dlfcn.h>
#include <fcntl.h>
#include <sys/auxv.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <climits>
#include <csignal>
#include <cstdarg>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <new>
#include <string>
#include <string_view>

namespace {

const char* setting(const char* name) {
  const char* value = std::getenv(name);
  return value != nullptr ? value : "";
}

struct Plan {
  std::string below = setting("GPUBUCK_FAULT_BELOW");
  std::string kind;
  long at = 0;
  int log = -1;

  Plan() {
    const std::string fault = setting("GPUBUCK_FAULT");
    const std::size_t colon = fault.find(':');
    if (colon != std::string::npos) {
      kind = fault.substr(0, colon);
      at = std::atol(fault.c_str() + colon + 1);
    }
    if (const char* file = setting("GPUBUCK_FAULT_LOG"); *file != '\0') {
      log = static_cast<int>(
          syscall(SYS_openat, AT_FDCWD, file, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0666));
    }
  }

  bool counts(const std::string& path) const {
    return !below.empty() && path.compare(0, below.size(), below) == 0;
  }
};

const Plan& plan() {
  static const Plan kPlan;
  return kPlan;
}

std::atomic<long> calls{0};

/// The outcome of a call.
enum class Fate { Done, Halved, Failed };

/// Counts and logs a call. If the call is to fail, sets `errno` to EIO or ENOSPC. `takesSpace` says
/// whether the call fails on a full disk, `isWrite` whether the call can write half of its bytes.
Fate fateOf(const char* call, const std::string& path, bool takesSpace, bool isWrite,
            const std::string& to = {}) {
  if (!plan().counts(path)) return Fate::Done;
  const long number = ++calls;
  if (plan().log >= 0) {
    std::string line = std::string(call) + " " + path + (to.empty() ? "" : " " + to) + "\n";
    syscall(SYS_write, plan().log, line.data(), line.size());
  }
  const std::string& kind = plan().kind;
  if (plan().at == 0 || number < plan().at) return Fate::Done;
  const bool isFirst = number == plan().at;
  if (kind == "kill") {
    if (isWrite) return Fate::Halved;
    kill(getpid(), SIGKILL);
  }
  if (kind == "stop" && isFirst) raise(SIGSTOP);
  if (kind == "signals" && isFirst) {
    raise(SIGTERM);
    raise(SIGTERM);
  }
  if (kind == "any" && isFirst) {
    errno = EIO;
    return Fate::Failed;
  }
  const bool removes = std::strcmp(call, "remove") == 0;
  if (kind == "full" && takesSpace) {
    errno = ENOSPC;
    return isFirst && isWrite ? Fate::Halved : Fate::Failed;
  }
  if (!removes && (kind == "broken" || (kind == "once" && isFirst))) {
    errno = EIO;
    return Fate::Failed;
  }
  return Fate::Done;
}

/// Returns whether a call that changes nothing is to fail.
bool failsToRead(const char* call, const std::string& path) {
  return plan().kind == "any" && fateOf(call, path, false, false) == Fate::Failed;
}

std::string pathOf(int file) {
  char path[PATH_MAX];
  const std::string link = "/proc/self/fd/" + std::to_string(file);
  const ssize_t length = readlink(link.c_str(), path, sizeof path);
  return length > 0 ? std::string(path, static_cast<std::size_t>(length)) : std::string();
}

/// Returns the path with its beginning /proc/self/fd/N, a link to an open folder, replaced by the
/// folder's path.
std::string resolved(const std::string& path) {
  constexpr std::string_view kOpen = "/proc/self/fd/";
  if (path.compare(0, kOpen.size(), kOpen) != 0) return path;
  const size_t end = std::min(path.find('/', kOpen.size()), path.size());
  return pathOf(std::atoi(path.c_str() + kOpen.size())) + path.substr(end);
}

/// Returns whether space on the disk is reserved for the next `size` bytes from `at` on. If `at` is
/// negative, they begin at the file's present position.
bool isReserved(int file, size_t size, off_t at) {
  struct stat status;
  if (at < 0) at = lseek(file, 0, SEEK_CUR);
  if (at < 0 || fstat(file, &status) != 0 || (fcntl(file, F_GETFL) & O_APPEND) != 0) return false;
  const off_t end = at + static_cast<off_t>(size);
  return end <= status.st_size && end <= static_cast<off_t>(status.st_blocks) * 512;
}

template <typename Function>
Function next(const char* name) {
  return reinterpret_cast<Function>(dlsym(RTLD_NEXT, name));
}

/// Calls `real` to write all bytes or half of them, or writes none, as fateOf() decides.
template <typename Write>
ssize_t write(const char* call, int file, size_t size, off_t at, Write real) {
  switch (fateOf(call, pathOf(file), !isReserved(file, size, at), true)) {
    case Fate::Done:
      return real(size);
    case Fate::Failed:
      return -1;
    case Fate::Halved:
      break;
  }
  const ssize_t half = size > 1 ? real(size / 2) : 0;
  if (plan().kind == "kill") kill(getpid(), SIGKILL);
  if (half > 0) return half;
  errno = ENOSPC;
  return -1;
}

/// Returns whether this address is in the code of the program itself, not in a library.
bool isOfProgram(const void* address) {
  static const void* const kProgram = [] {
    Dl_info program{};
    dladdr(reinterpret_cast<const void*>(getauxval(AT_ENTRY)), &program);
    return program.dli_fbase;
  }();
  Dl_info own{};
  return dladdr(address, &own) != 0 && own.dli_fbase == kProgram;
}

/// Counts and logs an allocation, and throws if this allocation is to fail.
void allocate(std::size_t size, const void* caller) {
  constexpr std::size_t kLarge = 1024;
  static std::atomic<long> allocations{0};
  if (size < kLarge || plan().kind != "memory" || !isOfProgram(caller)) return;
  const long number = ++allocations;
  if (plan().log >= 0) {
    char line[64];
    const int length = std::snprintf(line, sizeof line, "allocate %zu\n", size);
    syscall(SYS_write, plan().log, line, static_cast<std::size_t>(length));
  }
  if (number == plan().at) throw std::bad_alloc();
}

int openFile(const char* name, const char* path, int flags, mode_t mode) {
  if ((flags & O_ACCMODE) != O_RDONLY) {
    struct stat status;
    const bool isNew = (flags & O_CREAT) != 0 && stat(path, &status) != 0;
    if (fateOf("open", resolved(path), isNew, false) == Fate::Failed) return -1;
  } else if (failsToRead("open", resolved(path))) {
    return -1;
  }
  return next<int (*)(const char*, int, ...)>(name)(path, flags, mode);
}

}  // namespace

void* operator new(std::size_t size) {
  allocate(size, __builtin_return_address(0));
  return next<void* (*)(std::size_t)>("_Znwm")(size);
}

void* operator new[](std::size_t size) {
  allocate(size, __builtin_return_address(0));
  return next<void* (*)(std::size_t)>("_Znam")(size);
}

extern "C" {

int open(const char* path, int flags, ...) {
  va_list more;
  va_start(more, flags);
  const mode_t mode = (flags & O_CREAT) != 0 ? va_arg(more, mode_t) : 0;
  va_end(more);
  return openFile("open", path, flags, mode);
}

int open64(const char* path, int flags, ...) {
  va_list more;
  va_start(more, flags);
  const mode_t mode = (flags & O_CREAT) != 0 ? va_arg(more, mode_t) : 0;
  va_end(more);
  return openFile("open64", path, flags, mode);
}

DIR* opendir(const char* path) {
  if (failsToRead("open", resolved(path))) return nullptr;
  return next<DIR* (*)(const char*)>("opendir")(path);
}

ssize_t read(int file, void* bytes, size_t size) {
  if (failsToRead("read", pathOf(file))) return -1;
  return next<ssize_t (*)(int, void*, size_t)>("read")(file, bytes, size);
}

ssize_t pread(int file, void* bytes, size_t size, off_t at) {
  if (failsToRead("read", pathOf(file))) return -1;
  return next<ssize_t (*)(int, void*, size_t, off_t)>("pread")(file, bytes, size, at);
}

ssize_t pread64(int file, void* bytes, size_t size, off64_t at) {
  if (failsToRead("read", pathOf(file))) return -1;
  return next<ssize_t (*)(int, void*, size_t, off64_t)>("pread64")(file, bytes, size, at);
}

/// Linux closes the file even if `close` fails, and so does this function.
int close(int file) {
  const bool fails = plan().kind == "any" && failsToRead("close", pathOf(file));
  const int result = next<int (*)(int)>("close")(file);
  if (!fails) return result;
  errno = EIO;
  return -1;
}

ssize_t write(int file, const void* bytes, size_t size) {
  return write("write", file, size, -1, [&](size_t part) {
    return next<ssize_t (*)(int, const void*, size_t)>("write")(file, bytes, part);
  });
}

ssize_t pwrite(int file, const void* bytes, size_t size, off_t at) {
  return write("write", file, size, at, [&](size_t part) {
    return next<ssize_t (*)(int, const void*, size_t, off_t)>("pwrite")(file, bytes, part, at);
  });
}

ssize_t pwrite64(int file, const void* bytes, size_t size, off64_t at) {
  return write("write", file, size, at, [&](size_t part) {
    return next<ssize_t (*)(int, const void*, size_t, off64_t)>("pwrite64")(file, bytes, part, at);
  });
}

int fsync(int file) {
  if (fateOf("sync", pathOf(file), false, false) == Fate::Failed) return -1;
  return next<int (*)(int)>("fsync")(file);
}

int fdatasync(int file) {
  if (fateOf("sync", pathOf(file), false, false) == Fate::Failed) return -1;
  return next<int (*)(int)>("fdatasync")(file);
}

int ftruncate(int file, off_t size) noexcept {
  if (fateOf("cut", pathOf(file), false, false) == Fate::Failed) return -1;
  return next<int (*)(int, off_t)>("ftruncate")(file, size);
}

int ftruncate64(int file, off64_t size) noexcept {
  if (fateOf("cut", pathOf(file), false, false) == Fate::Failed) return -1;
  return next<int (*)(int, off64_t)>("ftruncate64")(file, size);
}

int posix_fallocate(int file, off_t at, off_t size) {
  if (fateOf("reserve", pathOf(file), true, false) == Fate::Failed) return errno;
  return next<int (*)(int, off_t, off_t)>("posix_fallocate")(file, at, size);
}

int posix_fallocate64(int file, off64_t at, off64_t size) {
  if (fateOf("reserve", pathOf(file), true, false) == Fate::Failed) return errno;
  return next<int (*)(int, off64_t, off64_t)>("posix_fallocate64")(file, at, size);
}

int truncate(const char* path, off_t size) noexcept {
  if (fateOf("cut", resolved(path), false, false) == Fate::Failed) return -1;
  return next<int (*)(const char*, off_t)>("truncate")(path, size);
}

int truncate64(const char* path, off64_t size) noexcept {
  if (fateOf("cut", resolved(path), false, false) == Fate::Failed) return -1;
  return next<int (*)(const char*, off64_t)>("truncate64")(path, size);
}

int rename(const char* from, const char* to) noexcept {
  if (fateOf("rename", resolved(from), false, false, resolved(to)) == Fate::Failed) return -1;
  return next<int (*)(const char*, const char*)>("rename")(from, to);
}

int unlink(const char* path) noexcept {
  if (fateOf("remove", resolved(path), false, false) == Fate::Failed) return -1;
  return next<int (*)(const char*)>("unlink")(path);
}

int remove(const char* path) noexcept {
  if (fateOf("remove", resolved(path), false, false) == Fate::Failed) return -1;
  return next<int (*)(const char*)>("remove")(path);
}

int mkdir(const char* path, mode_t mode) noexcept {
  if (fateOf("mkdir", resolved(path), true, false) == Fate::Failed) return -1;
  return next<int (*)(const char*, mode_t)>("mkdir")(path, mode);
}

}  // extern "C"
