// Writing of output: whole files that appear complete or not at all, and files that grow.
#pragma once

#include <fmt/format.h>

#include <cstdio>
#include <filesystem>
#include <functional>
#include <iterator>
#include <memory>
#include <string>
#include <string_view>
#include <utility>

namespace gpubuck::io {

/// Creates the folder (and its parents) and checks that files can be created in it. To be called
/// before the work starts. Throws InputError, since the --out of a command line is wrong.
void prepareOutputDirectory(const std::filesystem::path& folder);

/// How a file is opened that may be there already.
enum class Opening { Replace, Append };

/// A file open for writing, a megabyte at a time; a failure is a RunError with the system's reason.
class FileWriter {
 public:
  explicit FileWriter(const std::filesystem::path& path, Opening opening = Opening::Replace);

  void write(std::string_view bytes);
  /// Writes text as fmt::format makes it.
  template <typename... T>
  void print(fmt::format_string<T...> format, T&&... values) {
    fmt::memory_buffer text;
    fmt::format_to(std::back_inserter(text), format, std::forward<T>(values)...);
    write({text.data(), text.size()});
  }
  /// Flushes to the operating system: rows written so far survive a crash of this process.
  void flush();
  /// Flushes to the disk: what was written so far survives a crash of the machine.
  void sync();
  /// Flushes and closes; the destructor closes, too, but cannot report that the disk is full.
  void close();

 private:
  struct Close {
    void operator()(std::FILE* file) const { std::fclose(file); }
  };
  std::string name_;
  std::unique_ptr<char[]> buffer_;  ///< of file_, which dies first
  std::unique_ptr<std::FILE, Close> file_;
};

/// The first of FOLDER/STEM-0001EXTENSION, -0002 and so on (more digits from 10,000) that is
/// unused, as is the name of its temporary file. Throws RunError when the folder cannot be read; a
/// folder that does not exist has no files.
std::filesystem::path unusedName(const std::filesystem::path& folder, const std::string& stem,
                                 const std::string& extension);

/// The temporary name beside a file under which it is written until it is complete. A file at
/// `path` stays untouched until commit(), which replaces it in one rename. A device or pipe at
/// `path` is written directly. The destructor removes a temporary file that was not committed.
class PendingFile {
 public:
  explicit PendingFile(std::filesystem::path path);
  ~PendingFile();
  PendingFile(const PendingFile&) = delete;
  PendingFile& operator=(const PendingFile&) = delete;

  /// Where to write.
  const std::filesystem::path& temporary() const { return temporary_; }
  /// Renames; the file must be complete and closed. Both are on the disk when it returns, and at no
  /// time does the name stand for less than a whole file. Throws RunError.
  void commit();

 private:
  std::filesystem::path path_, temporary_;
  bool pending_;
};

/// Writes a whole file, which `fill` writes, through a PendingFile. Throws RunError; an older file
/// is then still there.
void writeFile(const std::filesystem::path& path, const std::function<void(FileWriter&)>& fill);
/// The same for contents in memory.
void writeFile(const std::filesystem::path& path, std::string_view head,
               std::string_view body = {});

}  // namespace gpubuck::io
