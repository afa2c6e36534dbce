#include "file/output_file.h"

#include <algorithm>
#include <cctype>
#include <cerrno>
#include <deque>
#include <span>
#include <system_error>

#include "base/error.h"
#include "base/terminal.h"
#include "file/input_file.h"
#include "file/presence.h"

namespace gpubuck::file {
namespace fs = std::filesystem;

namespace {
[[noreturn]] void failWith(const fs::path& path, const std::error_code& error) {
  throw RunError(path.string(), fmt::format("cannot be written: {}", error.message()));
}

[[noreturn]] void failWithErrno(const std::string& name) {
  failWith(name, std::error_code(errno, std::generic_category()));
}

/// Waits until a closed file, or the names in a folder, are on the disk.
void syncDisk(const fs::path& path) {
  const int error = syncPath(path);
  if (error != 0) failWith(path, {error, std::generic_category()});
}

/// Returns the temporary name number `number`, from 1 on, of the file `path`.
fs::path temporaryBeside(fs::path path, int number = 1) {
  return path += number == 1 ? ".part" : fmt::format(".{}.part", number);
}

/// Returns a file's own name and its temporary names, up to the first temporary name that is free.
std::vector<fs::path> namesOf(const fs::path& path) {
  std::vector<fs::path> names{path};
  do {
    names.push_back(temporaryBeside(path, static_cast<int>(names.size())));
  } while (isThere(names.back()));
  return names;
}

/// Returns whether anything has this name, even a broken link.
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
  const fs::path probe = folder / ".probe";
  fs::path left;
  try {
    const PendingFile file(probe);
    left = file.temporary();
  } catch (const RunError& refusal) {
    const std::string said = refusal.what(), aboutProbe = printable(probe.string() + ": ");
    throw InputError(
        folder.string(),
        "cannot hold files: " +
            (said.starts_with(aboutProbe) ? "a new one " + said.substr(aboutProbe.size()) : said));
  }
  if (isThere(left)) throw InputError(left.string(), "cannot be removed from the output folder");
}

FileWriter::FileWriter(const fs::path& path, Opening opening)
    : name_(path.string()), file_(openToWrite(name_, opening)) {
  if (file_ < 0) failWithErrno(name_);
  isRegular_ = isRegularFile(file_);
  const std::int64_t end = opening == Opening::Replace ? 0 : toEnd(file_);
  size_ = whole_ = at_ = std::max<std::int64_t>(end, 0);  // toEnd() fails for a pipe
}

FileWriter::~FileWriter() {
  if (file_ < 0) return;
  cutBack();
  closeFile(file_);
}

void FileWriter::write(std::string_view bytes) {
  buffer_ += bytes;
  constexpr std::size_t kBuffer = std::size_t{1} << 20;
  if (buffer_.size() >= kBuffer) send();
}

void FileWriter::send() {
  for (std::string_view left = buffer_; !left.empty();) {
    const std::int64_t sent = writeSome(file_, left.data(), left.size());
    if (sent < 0 && errno == EINTR) continue;
    if (sent < 0 && errno == EAGAIN) {
      waitUntilReady(file_, Event::Writable, name_);
      continue;
    }
    if (sent < 0) fail();
    left.remove_prefix(static_cast<std::size_t>(sent));
    at_ += sent;
    size_ = std::max(size_, at_);
  }
  buffer_.clear();
}

void FileWriter::seek(std::uint64_t offset) {
  send();
  at_ = static_cast<std::int64_t>(offset);
  if (!seekTo(file_, at_)) fail();
}

void FileWriter::flush() {
  // The length is checked before writing, too: if another program has truncated the file, the new
  // bytes would make it as long as before.
  requireThere();
  send();
  requireThere();
  whole_ = size_;
}

void FileWriter::requireThere() const {
  if (!isRegular_) return;
  const auto failWith = [&](const char* why) { throw RunError(name_, why); };
  if (!hasName(file_, name_)) failWith("was removed or replaced while it was written");
  if (const std::int64_t size = sizeOf(file_); size >= 0 && size < size_) {
    failWith("was cut off by another program while it was written");
  }
}

void FileWriter::sync() {
  flush();
  if (!isSynced(file_)) failWithErrno(name_);
}

void FileWriter::close() {
  flush();
  if (closeFile(std::exchange(file_, -1)) != 0) failWithErrno(name_);
}

void FileWriter::cutBack() {
  buffer_.clear();
  if (size_ == whole_) return;
  // Truncation fails if the file is a device, which keeps nothing, or if the disk is gone. Nothing
  // can be done then.
  if (truncateTo(file_, whole_)) size_ = whole_;
}

void FileWriter::fail() {
  const std::error_code error(errno, std::generic_category());
  cutBack();
  failWith(name_, error);
}

void reserveSpace(const fs::path& path, std::uint64_t size) {
  const int file = openToWrite(path.string(), Opening::Change);
  if (file < 0) failWithErrno(path.string());
  const int error = reserve(file, 0, static_cast<std::int64_t>(size));
  closeFile(file);
  if (error != 0) failWith(path, {error, std::generic_category()});
}

void resizeFile(const fs::path& path, std::uint64_t size) {
  std::error_code error;
  fs::resize_file(path, size, error);
  if (error) throw RunError(path.string(), fmt::format("cannot be cut off: {}", error.message()));
}

fs::path unusedName(const fs::path& folder, const std::string& stem, const std::string& extension) {
  for (std::int64_t number = 1;; ++number) {
    fs::path path = folder / fmt::format("{}-{:04}{}", stem, number, extension);
    if (!isTaken(path) && !isTaken(temporaryBeside(path))) return path;
  }
}

PendingFile::PendingFile(fs::path path, WhenBusy whenBusy) : path_(std::move(path)) {
  requireNoNul(path_.string());
  std::error_code error;
  const fs::file_status status = fs::status(path_, error);
  pending_ = !fs::is_other(status);
  temporary_ = path_;
  for (int number = 1; pending_ && lock_ < 0; ++number) {
    take(temporaryBeside(path_, number), whenBusy);
  }
}

void PendingFile::take(const fs::path& temporary, WhenBusy whenBusy) {
  constexpr int kMost = 100;  // reached only on a file system without file numbers
  for (int tries = 1;; ++tries) {
    // Signals wait until `incomplete_` lists the new file, so that a signal always removes the
    // file.
    std::optional<SignalsHeld> signals(std::in_place);
    const int file = openToLock(temporary.string());
    if (file < 0) {
      const int error = errno;
      // If the temporary name is taken, for example by a folder, the error names it.
      const fs::path& named = isTaken(temporary) ? temporary : path_;
      failWith(named, std::error_code(error, std::generic_category()));
    }
    bool isTaken = !lockFile(file, false);
    if (isTaken && whenBusy == WhenBusy::Wait) {
      signals.reset();  // the process that writes the file may take long
      isTaken = !lockFile(file, true);
      signals.emplace();
    }
    if (!isTaken && (hasName(file, temporary) || tries == kMost)) {
      lock_ = file;
      temporary_ = temporary;
      incomplete_.emplace(temporary_.string());
      return;
    }
    closeFile(file);
    if (isTaken) return;
    // The file's writer has renamed or removed the file before it was locked here, so another try
    // follows.
  }
}

PendingFile::~PendingFile() {
  std::error_code ignored;
  if (pending_) fs::remove(temporary_, ignored);
  if (lock_ >= 0) closeFile(lock_);
}

void PendingFile::commit() {
  sync();
  rename();
  syncFolder();
}

void PendingFile::sync() {
  if (pending_) syncDisk(temporary_);
}

void PendingFile::rename() {
  if (!pending_) return;
  std::error_code error;
  fs::rename(temporary_, path_, error);
  if (error) failWith(path_, error);
  pending_ = false;
  incomplete_.reset();
  closeFile(std::exchange(lock_, -1));
}

void PendingFile::syncFolder() const {
  if (path_ == temporary_) return;
  syncDisk(path_.has_parent_path() ? path_.parent_path() : fs::path("."));
}

void PendingFile::removeOlder() const {
  // Unlike std::filesystem::remove(), removeFile() keeps a folder.
  if (pending_ && !removeFile(path_)) failWithErrno(path_.string());
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

void writeTogether(const std::vector<NewFile>& files) {
  const auto fill = [](const NewFile& each, PendingFile& pending) {
    FileWriter file(pending.temporary());
    each.fill(file);
    file.close();
    pending.sync();
  };
  std::deque<PendingFile> others;
  for (const NewFile& each : std::span(files).subspan(1)) {
    fill(each, others.emplace_back(each.path));
  }
  PendingFile first(files.front().path, WhenBusy::Wait);
  fill(files.front(), first);
  if (!others.empty()) {
    first.removeOlder();
    first.syncFolder();
  }
  for (PendingFile& other : others) {
    other.rename();
    other.syncFolder();
  }
  first.rename();
  first.syncFolder();
}

void requireNotRead(const std::string& option, const fs::path& output,
                    const std::vector<std::string>& inputs) {
  for (const std::string& input : inputs) {
    const bool isStdin = input == "-";
    if (isStdin ? !isRegularFile(kStdin) : !isFile(input)) continue;
    for (const fs::path& written : namesOf(output)) {
      std::error_code missing;
      if (isStdin ? !hasName(kStdin, written) : !fs::equivalent(input, written, missing)) continue;
      throw InputError(option, fmt::format("{} is also read, as {}; choose another file",
                                           written.string(), isStdin ? "standard input" : input));
    }
  }
}

void requireMayWrite(const std::string& option, const fs::path& output,
                     const std::vector<std::string>& inputs, bool replaces) {
  requireNotRead(option, output, inputs);
  const Presence presence = presenceOf(output);
  if (presence == Presence::Folder) throw InputError(output.string(), "is a folder");
  if (presence == Presence::File && !replaces) {
    throw InputError(output.string(), "already exists; --overwrite replaces it");
  }
}

std::string fileName(std::string_view name) {
  constexpr std::size_t kLongest = 100;
  std::string plain(name.substr(0, kLongest));
  const auto isPlain = [](unsigned char c) {
    return c < 128 && (std::isalnum(c) != 0 || c == '-' || c == '_' || c == '.');
  };
  std::ranges::replace_if(plain, std::not_fn(isPlain), '-');
  if (plain.starts_with('.')) plain[0] = '-';
  return plain.empty() ? "scenario" : plain;
}

}  // namespace gpubuck::file
