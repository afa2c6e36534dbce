// Distinguishes an absent file from a file that cannot be reached: a program that took one for the
// other would overwrite a file, or continue without the file. Waits for pipes and devices until a
// signal ends the wait.
#pragma once

#include <filesystem>
#include <string>

#include "file/open_file.h"

namespace gpubuck::file {

/// Waits until isReady(). Throws Interrupted, which names the file as `name`, once an Interruption
/// has noted a signal.
void waitUntilReady(int file, Event event, const std::string& name);

/// Throws Interrupted, which names the file as `name`, if an Interruption has noted a signal.
void requireNoSignal(const std::string& name);

/// The kind of file that a path names. Links are followed.
enum class Presence { Absent, File, Folder, Other };

/// Returns the kind of file that the path names. Throws InputError with the system's reason if the
/// kind cannot be found out. For example, a file or an unreadable folder may be in the place of a
/// folder of the path, or a link may lead in a circle or to nothing.
Presence presenceOf(const std::filesystem::path& path);

inline bool isFile(const std::filesystem::path& path) { return presenceOf(path) == Presence::File; }
inline bool isFolder(const std::filesystem::path& path) {
  return presenceOf(path) == Presence::Folder;
}
inline bool isThere(const std::filesystem::path& path) {
  return presenceOf(path) != Presence::Absent;
}

/// Throws InputError for a pipe, a device, a socket or a folder, from which reading may never end.
/// An absent file is left to the function that opens it.
void requireRegularFile(const std::filesystem::path& path);

}  // namespace gpubuck::file
