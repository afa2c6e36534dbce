#include "io/child_process.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <spawn.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <string_view>

#include "base/error.h"
#include "base/interruption.h"
#include "io/input_file.h"

extern char** environ;

namespace gpubuck::io {
namespace fs = std::filesystem;

fs::path ChildProcess::find(const std::string& name) {
  const char* const path = std::getenv("PATH");
  for (const std::string_view folder : splitWords(path == nullptr ? "" : path, ":")) {
    fs::path program = fs::path(folder) / name;
    std::error_code ignored;
    if (fs::is_regular_file(program, ignored) && access(program.c_str(), X_OK) == 0) return program;
  }
  return {};
}

ChildProcess::ChildProcess(const fs::path& program, std::vector<std::string> arguments)
    : name_(program.string()) {
  std::error_code ignored;
  std::string unnamed = fs::temp_directory_path(ignored) / "gpubuck-XXXXXX";
  messages_ = own(mkstemp(unnamed.data()));
  unlink(unnamed.c_str());
  // A socket instead of a pipe: only there a write can suppress SIGPIPE.
  int ends[2];
  if (socketpair(AF_UNIX, SOCK_STREAM, 0, ends) != 0) fail(errno);
  input_ = own(ends[0]);
  const File itsInput = own(ends[1]);
  arguments.insert(arguments.begin(), name_);
  if (const int error = spawn(fileno(itsInput.get()), arguments); error != 0) {
    id_ = -1;
    fail(error);
  }
}

int ChildProcess::spawn(int input, std::vector<std::string>& words) {
  const int output = fileno(messages_.get());
  posix_spawn_file_actions_t streams;
  posix_spawn_file_actions_init(&streams);
  posix_spawn_file_actions_adddup2(&streams, input, STDIN_FILENO);
  posix_spawn_file_actions_adddup2(&streams, output, STDOUT_FILENO);
  posix_spawn_file_actions_adddup2(&streams, output, STDERR_FILENO);
  posix_spawnattr_t group;
  posix_spawnattr_init(&group);
  posix_spawnattr_setflags(&group, POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGDEF);
  posix_spawnattr_setpgroup(&group, 0);
  // Signals that this process ignores would be ignored there, too.
  sigset_t usual;
  sigemptyset(&usual);
  for (const int signal : kSignalsOfWrites) sigaddset(&usual, signal);
  posix_spawnattr_setsigdefault(&group, &usual);
  std::vector<char*> pointers;
  for (std::string& word : words) pointers.push_back(word.data());
  pointers.push_back(nullptr);
  const int error = posix_spawn(&id_, pointers[0], &streams, &group, pointers.data(), environ);
  posix_spawn_file_actions_destroy(&streams);
  posix_spawnattr_destroy(&group);
  return error;
}

bool ChildProcess::write(std::span<const std::uint8_t> bytes) {
  while (!bytes.empty()) {
    const ssize_t sent = send(fileno(input_.get()), bytes.data(), bytes.size(), MSG_NOSIGNAL);
    if (sent < 0 && errno != EINTR) return false;
    bytes = bytes.subspan(static_cast<std::size_t>(std::max<ssize_t>(sent, 0)));
  }
  return true;
}

int ChildProcess::finish() {
  if (id_ < 0) return exitCode_;
  input_.reset();
  int status = 0;
  while (waitpid(id_, &status, 0) < 0 && errno == EINTR) {
  }
  id_ = -1;
  exitCode_ = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
  return exitCode_;
}

std::string ChildProcess::messages() const {
  std::string text(kMaxMessages, '\0');
  const ssize_t count = pread(fileno(messages_.get()), text.data(), text.size(), 0);
  text.resize(static_cast<std::size_t>(std::max<ssize_t>(count, 0)));
  return text;
}

ChildProcess::File ChildProcess::own(int file) const {
  if (file < 0) fail(errno);
  // Above the standard streams, which the program's replace one after the other.
  File copy(fdopen(fcntl(file, F_DUPFD_CLOEXEC, STDERR_FILENO + 1), "r+"));
  const int error = errno;
  close(file);
  if (!copy) fail(error);
  return copy;
}

void ChildProcess::fail(int error) const {
  throw RunError(name_, fmt::format("cannot be run: {}", std::strerror(error)));
}

}  // namespace gpubuck::io
