#include "io/child_process.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
#include <spawn.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <string_view>

#include "base/error.h"

extern char** environ;

namespace gpubuck::io {
namespace fs = std::filesystem;

namespace {

/// What posix_spawn shall do to the child: its standard streams and its process group.
class SpawnPlan {
 public:
  SpawnPlan(int input, int output) {
    posix_spawn_file_actions_init(&actions_);
    posix_spawn_file_actions_adddup2(&actions_, input, STDIN_FILENO);
    posix_spawn_file_actions_adddup2(&actions_, output, STDOUT_FILENO);
    posix_spawn_file_actions_adddup2(&actions_, output, STDERR_FILENO);
    posix_spawnattr_init(&attributes_);
    posix_spawnattr_setflags(&attributes_, POSIX_SPAWN_SETPGROUP);
    posix_spawnattr_setpgroup(&attributes_, 0);
  }
  ~SpawnPlan() {
    posix_spawn_file_actions_destroy(&actions_);
    posix_spawnattr_destroy(&attributes_);
  }
  SpawnPlan(const SpawnPlan&) = delete;
  SpawnPlan& operator=(const SpawnPlan&) = delete;

  int start(pid_t& id, std::vector<std::string>& words) const {
    std::vector<char*> pointers;
    for (std::string& word : words) pointers.push_back(word.data());
    pointers.push_back(nullptr);
    return posix_spawn(&id, pointers[0], &actions_, &attributes_, pointers.data(), environ);
  }

 private:
  posix_spawn_file_actions_t actions_;
  posix_spawnattr_t attributes_;
};

}  // namespace

fs::path ChildProcess::find(const std::string& name) {
  const char* const path = std::getenv("PATH");
  std::string_view rest = path == nullptr ? "" : path;
  while (!rest.empty()) {
    const std::string_view folder = rest.substr(0, rest.find(':'));
    rest.remove_prefix(std::min(folder.size() + 1, rest.size()));
    fs::path program = fs::path(folder) / name;
    std::error_code ignored;
    if (!folder.empty() && fs::is_regular_file(program, ignored) &&
        access(program.c_str(), X_OK) == 0) {
      return program;
    }
  }
  return {};
}

ChildProcess::ChildProcess(const fs::path& program, std::vector<std::string> arguments)
    : name_(program.string()) {
  // A socket instead of a pipe: only there a write can suppress SIGPIPE.
  int ends[2];
  Descriptor itsInput, itsOutput;
  std::tie(itsInput, input_) = own(ends, socketpair(AF_UNIX, SOCK_STREAM, 0, ends));
  std::tie(output_, itsOutput) = own(ends, pipe(ends));
  arguments.insert(arguments.begin(), name_);
  const SpawnPlan plan(itsInput.get(), itsOutput.get());
  if (const int error = plan.start(id_, arguments); error != 0) {
    id_ = -1;
    fail(error);
  }
}

ChildProcess::~ChildProcess() { finish(); }

bool ChildProcess::write(std::span<const std::uint8_t> bytes) {
  while (!bytes.empty()) {
    pollfd streams[] = {{input_.get(), POLLOUT, 0}, {output_.get(), POLLIN, 0}};
    if (poll(streams, std::size(streams), -1) < 0) {
      if (errno == EINTR) continue;
      fail(errno);
    }
    if (streams[1].revents != 0) readMessages();
    if (streams[0].revents == 0) continue;
    const ssize_t sent =
        send(input_.get(), bytes.data(), bytes.size(), MSG_NOSIGNAL | MSG_DONTWAIT);
    if (sent >= 0) {
      bytes = bytes.subspan(static_cast<std::size_t>(sent));
    } else if (errno != EAGAIN && errno != EINTR) {
      return false;
    }
  }
  return true;
}

int ChildProcess::finish() {
  if (id_ < 0) return exitCode_;
  input_.close();
  while (output_.get() >= 0) readMessages();
  int status = 0;
  while (waitpid(id_, &status, 0) < 0 && errno == EINTR) {
  }
  id_ = -1;
  exitCode_ = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
  return exitCode_;
}

void ChildProcess::readMessages() {
  char bytes[kMaxMessages];
  const ssize_t count = read(output_.get(), bytes, sizeof bytes);
  if (count > 0) {
    messages_.append(bytes,
                     std::min(static_cast<std::size_t>(count), kMaxMessages - messages_.size()));
  } else if (count == 0 || errno != EINTR) {
    output_.close();
  }
}

std::pair<ChildProcess::Descriptor, ChildProcess::Descriptor> ChildProcess::own(
    const int (&ends)[2], int failed) const {
  if (failed != 0) fail(errno);
  const Descriptor first(ends[0]), second(ends[1]);
  // Above the standard streams, which the child's plan overwrites one after the other.
  const auto copy = [&](const Descriptor& original) {
    const int value = fcntl(original.get(), F_DUPFD_CLOEXEC, STDERR_FILENO + 1);
    if (value < 0) fail(errno);
    return Descriptor(value);
  };
  Descriptor firstCopy = copy(first);
  return {std::move(firstCopy), copy(second)};
}

void ChildProcess::fail(int error) const {
  throw RunError(name_, fmt::format("cannot be run: {}", std::strerror(error)));
}

void ChildProcess::Descriptor::close() {
  if (value_ >= 0) ::close(std::exchange(value_, -1));
}

}  // namespace gpubuck::io
