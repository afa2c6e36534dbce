#include "io/output_file.h"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <cstdint>
#include <system_error>

#include "base/error.h"

namespace gpubuck::io {
namespace fs = std::filesystem;

namespace {
[[noreturn]] void failWith(const fs::path& path, const std::error_code& error) {
  throw RunError(path.string(), fmt::format("cannot be written: {}", error.message()));
}

[[noreturn]] void failWithErrno(const std::string& name) {
  failWith(name, std::error_code(errno, std::generic_category()));
}

/// Waits until an open file or folder is on the disk. Devices and pipes have none, and some file
/// systems cannot do so with folders.
bool isSynced(int file) { return fsync(file) == 0 || errno == EINVAL; }

/// Waits until a closed file, or the names in a folder, are on the disk.
void syncDisk(const fs::path& path) {
  const int file = ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
  if (file < 0) failWithErrno(path.string());
  const int error = isSynced(file) ? 0 : errno;
  ::close(file);
  if (error != 0) failWith(path, {error, std::generic_category()});
}

fs::path temporaryBeside(fs::path path) { return path += ".part"; }

/// Whether there is anything of this name, even a broken link.
bool isTaken(const fs::path& path) {
  std::error_code error;
  const fs::file_status status = fs::symlink_status(path, error);
  if (status.type() == fs::file_type::none) failWith(path, error);
  return fs::exists(status);
}
}  // namespace

void prepareOutputDirectory(const fs::path& folder) {
  std::error_code error;
  fs::create_directories(folder, error);
  if (!error && !fs::is_directory(folder, error) && !error) {
    error = std::make_error_code(std::errc::not_a_directory);
  }
  if (error) {
    throw InputError(folder.string(),
                     fmt::format("cannot be made an output folder: {}", error.message()));
  }
  const PendingFile probe(folder / ".probe");
  try {
    FileWriter(probe.temporary()).close();
  } catch (const RunError& refusal) {
    throw InputError(folder.string(), fmt::format("cannot hold files: {}", refusal.what()));
  }
}

FileWriter::FileWriter(const fs::path& path, Opening opening)
    : name_(path.string()),
      file_(std::fopen(name_.c_str(), opening == Opening::Append ? "ab" : "wb")) {
  if (!file_) failWithErrno(name_);
  constexpr std::size_t kBuffer = std::size_t{1} << 20;
  buffer_ = std::make_unique_for_overwrite<char[]>(kBuffer);
  std::setvbuf(file_.get(), buffer_.get(), _IOFBF, kBuffer);
}

void FileWriter::write(std::string_view bytes) {
  if (bytes.empty()) return;  // data() may be null then
  if (std::fwrite(bytes.data(), 1, bytes.size(), file_.get()) != bytes.size()) {
    failWithErrno(name_);
  }
}

void FileWriter::flush() {
  if (std::fflush(file_.get()) != 0) failWithErrno(name_);
}

void FileWriter::sync() {
  flush();
  if (!isSynced(fileno(file_.get()))) failWithErrno(name_);
}

void FileWriter::close() {
  if (std::fclose(file_.release()) != 0) failWithErrno(name_);
}

fs::path unusedName(const fs::path& folder, const std::string& stem, const std::string& extension) {
  for (std::int64_t number = 1;; ++number) {
    fs::path path = folder / fmt::format("{}-{:04}{}", stem, number, extension);
    if (!isTaken(path) && !isTaken(temporaryBeside(path))) return path;
  }
}

PendingFile::PendingFile(fs::path path) : path_(std::move(path)) {
  std::error_code error;
  const fs::file_status status = fs::status(path_, error);
  pending_ = !fs::is_other(status);
  temporary_ = pending_ ? temporaryBeside(path_) : path_;
}

PendingFile::~PendingFile() {
  std::error_code ignored;
  if (pending_) fs::remove(temporary_, ignored);
}

void PendingFile::commit() {
  if (!pending_) return;
  syncDisk(temporary_);
  std::error_code error;
  fs::rename(temporary_, path_, error);
  if (error) failWith(path_, error);
  pending_ = false;
  syncDisk(path_.has_parent_path() ? path_.parent_path() : fs::path("."));
}

void writeFile(const fs::path& path, const std::function<void(FileWriter&)>& fill) {
  PendingFile pending(path);
  FileWriter file(pending.temporary());
  fill(file);
  file.close();
  pending.commit();
}

void writeFile(const fs::path& path, std::string_view head, std::string_view body) {
  writeFile(path, [&](FileWriter& file) {
    file.write(head);
    file.write(body);
  });
}

}  // namespace gpubuck::io
