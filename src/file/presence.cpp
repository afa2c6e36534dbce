#include "file/presence.h"

#include <fmt/format.h>

#include <system_error>

#include "base/error.h"
#include "base/interruption.h"

namespace gpubuck::file {

void waitUntilReady(int file, Event event, const std::string& name) {
  constexpr int kMilliseconds = 100;
  while (!isReady(file, event, kMilliseconds)) requireNoSignal(name);
}

void requireNoSignal(const std::string& name) {
  if (const int signal = notedSignal(); signal != 0) {
    throw Interrupted(name, signal, "while waiting for this pipe or device");
  }
}

namespace fs = std::filesystem;

namespace {

[[noreturn]] void failUnknown(const fs::path& path, const std::string& why) {
  throw InputError(path.string(), "cannot be read: " + why);
}

/// Returns whether nothing has this name, not even a link.
bool isNothing(const fs::path& path, const std::error_code& error) {
  // There can be no file with a name that is too long for the system.
  if (error == std::errc::filename_too_long) return true;
  if (error != std::errc::no_such_file_or_directory) return false;
  std::error_code unknown;
  return fs::symlink_status(path, unknown).type() == fs::file_type::not_found &&
         unknown == std::errc::no_such_file_or_directory;
}

}  // namespace

Presence presenceOf(const fs::path& path) {
  std::error_code error;
  const fs::file_status status = fs::status(path, error);
  if (error && isNothing(path, error)) return Presence::Absent;
  if (error == std::errc::no_such_file_or_directory) failUnknown(path, "the link leads to nothing");
  if (error) failUnknown(path, error.message());
  if (fs::is_regular_file(status)) return Presence::File;
  return fs::is_directory(status) ? Presence::Folder : Presence::Other;
}

void requireRegularFile(const fs::path& path) {
  const Presence presence = presenceOf(path);
  if (presence == Presence::Absent || presence == Presence::File) return;
  throw InputError(path.string(), "is not a regular file");
}

}  // namespace gpubuck::file
