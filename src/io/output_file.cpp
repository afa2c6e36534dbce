#include "io/output_file.h"

#include <fmt/format.h>

#include <cerrno>
#include <cstdint>
#include <cstring>
#include <system_error>
#include <utility>

#include "base/error.h"

namespace gpubuck::io {
namespace fs = std::filesystem;

namespace {
[[noreturn]] void failWith(const std::string& name, int error) {
  throw RunError(name, fmt::format("cannot be written: {}", std::strerror(error)));
}

fs::path temporaryBeside(fs::path path) { return path += ".part"; }

/// Whether there is anything of this name, even a broken link.
bool isTaken(const fs::path& path) {
  std::error_code error;
  const fs::file_status status = fs::symlink_status(path, error);
  if (status.type() == fs::file_type::none) {
    throw RunError(path.string(), fmt::format("cannot be written: {}", error.message()));
  }
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

FileWriter::FileWriter(const fs::path& path)
    : name_(path.string()), file_(std::fopen(name_.c_str(), "wb")) {
  if (!file_) failWith(name_, errno);
}

void FileWriter::write(std::string_view bytes) {
  if (bytes.empty()) return;
  if (std::fwrite(bytes.data(), 1, bytes.size(), file_.get()) != bytes.size()) {
    failWith(name_, errno);
  }
}

void FileWriter::flush() {
  if (std::fflush(file_.get()) != 0) failWith(name_, errno);
}

void FileWriter::close() {
  if (std::fclose(file_.release()) != 0) failWith(name_, errno);
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
  std::error_code error;
  fs::rename(temporary_, path_, error);
  if (error) {
    throw RunError(path_.string(), fmt::format("cannot be written: {}", error.message()));
  }
  pending_ = false;
}

void writeFile(const fs::path& path, std::string_view head, std::string_view body) {
  PendingFile pending(path);
  FileWriter file(pending.temporary());
  file.write(head);
  file.write(body);
  file.close();
  pending.commit();
}

}  // namespace gpubuck::io
