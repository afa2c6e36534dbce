#include "file/open_file.h"

#include <fcntl.h>
#include <io.h>
#include <sys/stat.h>
#include <unistd.h>
#include <windows.h>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <limits>
#include <system_error>
#include <thread>

namespace gpubuck::file {
namespace fs = std::filesystem;

namespace {

/// Limits a size to unsigned int, which the calls of the C library take.
unsigned atMost(std::size_t size) {
  return static_cast<unsigned>(std::min<std::size_t>(size, 1U << 30));
}

void setErrno(DWORD error) {
  errno = std::system_category().default_error_condition(static_cast<int>(error)).value();
}

HANDLE handleOf(int file) { return reinterpret_cast<HANDLE>(_get_osfhandle(file)); }

/// Opens a file so that others may rename, remove and write it meanwhile, as on POSIX. The C
/// library's own call would prevent others from renaming and removing the file.
HANDLE openShared(const fs::path& path, DWORD access, DWORD creation, DWORD flags) {
  constexpr DWORD kShared = FILE_SHARE_READ | FILE_SHARE_WRITE | FILE_SHARE_DELETE;
  const HANDLE handle =
      CreateFileW(path.c_str(), access, kShared, nullptr, creation, flags, nullptr);
  if (handle == INVALID_HANDLE_VALUE) setErrno(GetLastError());
  return handle;
}

int openDescriptor(const std::string& path, DWORD access, DWORD creation, int flags) {
  // Windows does not open a folder as a file: it says that access is denied.
  std::error_code unknown;
  if (fs::is_directory(path, unknown)) {
    errno = EISDIR;
    return -1;
  }
  const HANDLE handle = openShared(path, access, creation, FILE_ATTRIBUTE_NORMAL);
  if (handle == INVALID_HANDLE_VALUE) return -1;
  const int file = _open_osfhandle(reinterpret_cast<intptr_t>(handle), flags | _O_BINARY);
  if (file < 0) CloseHandle(handle);
  return file;
}

bool identify(HANDLE handle, BY_HANDLE_FILE_INFORMATION& identity) {
  return handle != INVALID_HANDLE_VALUE && GetFileInformationByHandle(handle, &identity) != 0;
}

/// Returns the place of a byte beyond the end of every file, for the lock. If a byte within the
/// file were locked, other processes could not read or write it.
OVERLAPPED placeOfLock() {
  OVERLAPPED place{};
  place.Offset = std::numeric_limits<DWORD>::max() - 1;
  place.OffsetHigh = 0x3FFFFFFF;
  return place;
}

}  // namespace

int openToRead(const std::string& path) {
  return openDescriptor(path, GENERIC_READ, OPEN_EXISTING, _O_RDONLY);
}

int openToWrite(const std::string& path, Opening opening) {
  switch (opening) {
    case Opening::Replace:
      return openDescriptor(path, GENERIC_WRITE, CREATE_ALWAYS, _O_WRONLY);
    case Opening::Append:
      return openDescriptor(path, GENERIC_WRITE, OPEN_ALWAYS, _O_WRONLY | _O_APPEND);
    case Opening::Change:
      break;
  }
  return openDescriptor(path, GENERIC_WRITE, OPEN_EXISTING, _O_WRONLY);
}

int openToLock(const std::string& path) {
  return openDescriptor(path, GENERIC_READ | GENERIC_WRITE, OPEN_ALWAYS, _O_RDWR);
}

int duplicate(int file) { return _dup(file); }

int closeFile(int file) { return _close(file); }

bool isRegularFile(int file) { return GetFileType(handleOf(file)) == FILE_TYPE_DISK; }

std::int64_t sizeOf(int file) { return _filelengthi64(file); }

bool hasName(int file, const fs::path& path) {
  const HANDLE named =
      openShared(path, FILE_READ_ATTRIBUTES, OPEN_EXISTING, FILE_FLAG_BACKUP_SEMANTICS);
  BY_HANDLE_FILE_INFORMATION one{}, other{};
  const bool isSame = identify(named, one) && identify(handleOf(file), other) &&
                      one.dwVolumeSerialNumber == other.dwVolumeSerialNumber &&
                      one.nFileIndexHigh == other.nFileIndexHigh &&
                      one.nFileIndexLow == other.nFileIndexLow;
  if (named != INVALID_HANDLE_VALUE) CloseHandle(named);
  return isSame;
}

std::int64_t readSome(int file, char* out, std::size_t size) {
  return _read(file, out, atMost(size));
}

std::int64_t writeSome(int file, const char* bytes, std::size_t size) {
  return _write(file, bytes, atMost(size));
}

bool seekTo(int file, std::int64_t offset) { return _lseeki64(file, offset, SEEK_SET) >= 0; }

std::int64_t toEnd(int file) { return _lseeki64(file, 0, SEEK_END); }

bool truncateTo(int file, std::int64_t size) { return ::ftruncate64(file, size) == 0; }

void letReadsWait(int) {}

// Waits only for a pipe, until there are bytes in it. A console, and a file to write to, always
// count as ready.
bool isReady(int file, Event event, int milliseconds) {
  const HANDLE handle = handleOf(file);
  if (event == Event::Writable || GetFileType(handle) != FILE_TYPE_PIPE) return true;
  using Clock = std::chrono::steady_clock;
  const Clock::time_point end = Clock::now() + std::chrono::milliseconds(milliseconds);
  while (true) {
    DWORD available = 0;
    if (PeekNamedPipe(handle, nullptr, 0, nullptr, &available, nullptr) == 0) return true;
    if (available > 0) return true;
    if (Clock::now() >= end) return false;
    std::this_thread::sleep_for(std::chrono::milliseconds(5));
  }
}

bool isSynced(int file) {
  if (!isRegularFile(file)) return true;
  if (FlushFileBuffers(handleOf(file)) != 0) return true;
  setErrno(GetLastError());
  return false;
}

// A folder needs no sync: Windows writes the names in it through a journal.
int syncPath(const fs::path& path) {
  std::error_code unknown;
  if (!fs::is_regular_file(path, unknown)) return 0;
  const HANDLE handle = openShared(path, GENERIC_WRITE, OPEN_EXISTING, FILE_ATTRIBUTE_NORMAL);
  if (handle == INVALID_HANDLE_VALUE) return errno;
  const bool isDone = FlushFileBuffers(handle) != 0;
  if (!isDone) setErrno(GetLastError());
  CloseHandle(handle);
  return isDone ? 0 : errno;
}

// NTFS reserves the space of a file when the file's length is set.
int reserve(int file, std::int64_t, std::int64_t size) {
  if (!isRegularFile(file) || sizeOf(file) >= size) return 0;
  FILE_END_OF_FILE_INFO end{};
  end.EndOfFile.QuadPart = size;
  if (SetFileInformationByHandle(handleOf(file), FileEndOfFileInfo, &end, sizeof end) != 0)
    return 0;
  setErrno(GetLastError());
  return errno;
}

bool removeFile(const fs::path& path) { return ::_wunlink(path.c_str()) == 0 || errno == ENOENT; }

bool lockFile(int file, bool waits) {
  OVERLAPPED place = placeOfLock();
  const DWORD flags = LOCKFILE_EXCLUSIVE_LOCK | (waits ? 0 : LOCKFILE_FAIL_IMMEDIATELY);
  if (LockFileEx(handleOf(file), flags, 0, 1, 0, &place) != 0) return true;
  const DWORD error = GetLastError();
  return error != ERROR_LOCK_VIOLATION && error != ERROR_IO_PENDING;
}

}  // namespace gpubuck::file
