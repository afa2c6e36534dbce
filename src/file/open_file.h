// Functions for open files that differ between systems: open_file_posix.cpp, open_file_win32.cpp.
// Paths are UTF-8. A call that fails returns -1 or false and leaves the reason in `errno`, unless
// its comment says otherwise.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <string>

namespace gpubuck::file {

/// The way to open a file for writing, which decides what happens to a file that exists.
enum class Opening {
  Replace,
  Append,
  Change  ///< the file must exist, and its contents stay until they are overwritten
};

/// The descriptor of standard input.
inline constexpr int kStdin = 0;

/// Opens a file for reading. A pipe is opened at once, even if it has no writer; reading then finds
/// the end of the pipe.
int openToRead(const std::string& path);
/// Opens a file for writing. Waits until a pipe has a reader, and throws Interrupted if an
/// Interruption notes a signal meanwhile.
int openToWrite(const std::string& path, Opening opening);
/// Opens a file to lock it, and makes it if it is missing.
int openToLock(const std::string& path);
/// Returns another descriptor of an open file. Both descriptors share the position.
int duplicate(int file);
/// Closes the descriptor. Returns 0, or -1.
int closeFile(int file);

/// Returns whether this is a regular file, and not a pipe, a device or a folder.
bool isRegularFile(int file);
/// Returns the size in bytes.
std::int64_t sizeOf(int file);
/// Returns whether the open file still has this name.
bool hasName(int file, const std::filesystem::path& path);

/// Reads up to `size` bytes; returns the number of bytes read, 0 at the end.
std::int64_t readSome(int file, char* out, std::size_t size);
/// Writes up to `size` bytes; returns the number of bytes written.
std::int64_t writeSome(int file, const char* bytes, std::size_t size);
/// Sets the position, in bytes.
bool seekTo(int file, std::int64_t offset);
/// Moves the position to the end, and returns it.
std::int64_t toEnd(int file);
/// Truncates the file to `size` bytes.
bool truncateTo(int file, std::int64_t size);
/// From this call on, a read waits until there is something to read.
void letReadsWait(int file);

enum class Event { Readable, Writable };
/// Waits up to `milliseconds` until an open file can be read or written at once, has ended or has
/// failed. Returns true in each of these cases.
bool isReady(int file, Event event, int milliseconds);

/// Waits until an open file is on the disk. Also returns true for devices and pipes, which have no
/// disk.
bool isSynced(int file);
/// Waits until a closed file is on the disk. For a folder, waits until the names in it are on the
/// disk, if the system can do so. Returns 0 or the error.
int syncPath(const std::filesystem::path& path);
/// Makes an open file at least `size` bytes long, and reserves space on the disk for all bytes from
/// byte `from` on. Does nothing for devices and pipes. Returns 0 or the error.
int reserve(int file, std::int64_t from, std::int64_t size);
/// Removes a file, but not a folder. Also returns true if the file is missing.
bool removeFile(const std::filesystem::path& path);

/// Locks an open file for its writer until the file is closed, by closeFile() or by the end of the
/// process. If another open file, of this or another process, holds the lock, returns false or,
/// with `waits`, waits until the lock is free. On a file system without locks the lock is always
/// free.
bool lockFile(int file, bool waits);

}  // namespace gpubuck::file
