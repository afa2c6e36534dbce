// Writing of output: files that appear whole or not at all, and files that grow.
#pragma once

#include <fmt/format.h>

#include <cstdint>
#include <filesystem>
#include <functional>
#include <iterator>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/interruption.h"
#include "file/open_file.h"

namespace gpubuck::file {

/// Creates the folder (and its parents) and checks that files can be created in it. Call it before
/// the work starts. Throws InputError, since a wrong --out of the command line is the cause.
void prepareOutputDirectory(const std::filesystem::path& folder);

/// A file that is open for writing, with a buffer of a megabyte. A failure is a RunError with the
/// system's reason; a file that another program has removed, replaced or cut off meanwhile is a
/// RunError, too. Waiting for a pipe throws Interrupted once an Interruption has noted a signal.
/// After a failure, or if the object is destroyed without close(), the bytes up to the last flush()
/// or sync() stay, and later bytes are cut off. For example, no incomplete row remains when the
/// disk becomes full.
class FileWriter {
 public:
  explicit FileWriter(const std::filesystem::path& path, Opening opening = Opening::Replace);
  ~FileWriter();
  FileWriter(const FileWriter&) = delete;
  FileWriter& operator=(const FileWriter&) = delete;

  void write(std::string_view bytes);
  /// Continues writing at this byte. Not allowed for a file that is appended to.
  void seek(std::uint64_t offset);
  /// Writes text as fmt::format makes it.
  template <typename... T>
  void print(fmt::format_string<T...> format, T&&... values) {
    fmt::memory_buffer text;
    fmt::format_to(std::back_inserter(text), format, std::forward<T>(values)...);
    write({text.data(), text.size()});
  }
  /// Flushes to the operating system: the bytes written so far survive the end of this process.
  void flush();
  /// Flushes to the disk: the bytes written so far survive a crash of the machine.
  void sync();
  /// Flushes and closes.
  void close();

 private:
  /// Hands the buffer to the operating system.
  void send();
  /// Cuts off the bytes after the last flush(), and throws the error of the present `errno`.
  [[noreturn]] void fail();
  void cutBack();
  /// Throws RunError unless the open file still has its name and all bytes that send() has written.
  void requireThere() const;

  std::string name_;
  std::string buffer_;
  int file_;
  bool isRegular_;
  std::int64_t size_ = 0;   ///< bytes handed to the operating system
  std::int64_t whole_ = 0;  ///< value of size_ at the last flush()
  std::int64_t at_ = 0;     ///< position of the next byte that send() writes
};

/// Makes a file at least `size` bytes long and reserves the space, so that these bytes can be
/// overwritten on a full disk. Throws RunError.
void reserveSpace(const std::filesystem::path& path, std::uint64_t size);

/// Truncates a file to its first `size` bytes. Throws RunError.
void resizeFile(const std::filesystem::path& path, std::uint64_t size);

/// Returns the first unused name among FOLDER/STEM-0001EXTENSION, -0002 and so on (more digits from
/// 10,000). The name of this file's temporary file is unused, too. Throws RunError when the folder
/// cannot be read; a folder that does not exist has no files.
std::filesystem::path unusedName(const std::filesystem::path& folder, const std::string& stem,
                                 const std::string& extension);

/// A file and the function that writes it.
struct NewFile {
  std::filesystem::path path;
  std::function<void(FileWriter&)> fill;
};

/// The action of a PendingFile if another PendingFile already writes the same file.
enum class WhenBusy {
  TakeOtherName,  ///< takes another temporary name; the last to commit wins
  Wait            ///< waits until the other file has been committed
};

/// A file that appears whole: it is written under a temporary name in the same folder, and then
/// renamed. The temporary name is NAME.part, or NAME.2.part while another process or object writes
/// NAME.part, and so on. A temporary file that a killed process has left is overwritten. An older
/// file at `path` stays unchanged until commit(), which replaces it in one rename. A device or pipe
/// at `path` is written directly. The destructor, and a signal that ends the process, remove a
/// temporary file that was not committed.
class PendingFile {
 public:
  /// Makes the temporary file. Throws RunError.
  explicit PendingFile(std::filesystem::path path, WhenBusy whenBusy = WhenBusy::TakeOtherName);
  ~PendingFile();
  PendingFile(const PendingFile&) = delete;
  PendingFile& operator=(const PendingFile&) = delete;

  /// Returns the path to write to.
  const std::filesystem::path& temporary() const { return temporary_; }
  /// Renames the file, which must be complete and closed. When commit() returns, file and name are
  /// on the disk. The name never belongs to an incomplete file. Throws RunError.
  void commit();

 private:
  friend void writeTogether(const std::vector<NewFile>& files);
  /// Makes the temporary file with this name. If the file exists and no process writes it any
  /// longer, takes it over. If a process still writes it, does nothing.
  void take(const std::filesystem::path& temporary, WhenBusy whenBusy);
  void sync();
  void rename();
  /// Waits until the names in the file's folder are on the disk.
  void syncFolder() const;
  /// Removes the older file at `path`.
  void removeOlder() const;

  std::filesystem::path path_, temporary_;
  bool pending_;
  int lock_ = -1;  ///< descriptor of the temporary file, open as long as this object holds the lock
  std::optional<Incomplete> incomplete_;
};

/// Writes a whole file through a PendingFile. If this fails, throws RunError and leaves an older
/// file as it was.
void writeFile(const std::filesystem::path& path, const std::function<void(FileWriter&)>& fill);
/// Writes `head` and `body` as a whole file.
void writeFile(const std::filesystem::path& path, std::string_view head,
               std::string_view body = {});

/// Writes files that belong together, such as the two files of a list. All files are complete and
/// on the disk before any file gets its name, so that the older files stay if the disk is full.
/// Files of two calls never look like one complete group, even if the process or the machine dies.
/// For this purpose the older first file is removed before any other file is replaced, and the new
/// first file gets its name last. Processes that write groups with the same first file wait for
/// each other. Throws RunError.
void writeTogether(const std::vector<NewFile>& files);

/// Throws InputError if an output, or its temporary file, is one of the files that are read. Links
/// and different spellings of a path are recognised. The message names both files. "-" is standard
/// input, and an empty path stands for no file. `option` is the option that asked for the output.
void requireNotRead(const std::string& option, const std::filesystem::path& output,
                    const std::vector<std::string>& inputs);

/// Applies the rule that all commands have for the files that they write. Throws the errors of
/// requireNotRead(). Throws InputError if the output is a folder, or if it is a file that exists
/// and `replaces` is false. Devices and pipes may be written.
void requireMayWrite(const std::string& option, const std::filesystem::path& output,
                     const std::vector<std::string>& inputs, bool replaces);

/// Returns the name for use as a file name, at most 100 characters: "-" replaces a dot at the
/// beginning and every character other than letters, digits, "-", "_" and "."; an empty name
/// becomes "scenario".
std::string fileName(std::string_view name);

}  // namespace gpubuck::file
