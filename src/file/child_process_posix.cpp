#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
#ifdef __linux__
#include <sys/prctl.h>
#endif
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <string_view>
#include <thread>

#include "base/error.h"
#include "base/signals.h"
#include "file/child_process.h"
#include "file/input_file.h"

namespace gpubuck::file {
namespace fs = std::filesystem;

namespace {

using Clock = std::chrono::steady_clock;
using std::chrono::milliseconds;

constexpr milliseconds kBetweenLooks{5};
constexpr milliseconds kTimeToDie{2000};

struct Streams {
  int input, output;
};

/// Turns a process that fork() has just made into the program. Returns only on failure. Calls only
/// functions that a signal handler may call.
void become(const std::vector<char*>& words, const char* folder, const Streams& streams,
            pid_t parent) {
  setpgid(0, 0);
#ifdef __linux__
  prctl(PR_SET_PDEATHSIG, SIGTERM);
#endif
  if (getppid() != parent) _exit(127);  // the parent died before prctl()
  // Without this call, the program would ignore SIGPIPE and SIGXFSZ, as this process does.
  resetSignalsOfWrites();
  dup2(streams.input, STDIN_FILENO);
  dup2(streams.output, STDOUT_FILENO);
  dup2(streams.output, STDERR_FILENO);
  if (*folder != '\0' && chdir(folder) != 0) return;
  execv(words[0], words.data());
}

struct Close {
  void operator()(std::FILE* file) const { std::fclose(file); }
};
using File = std::unique_ptr<std::FILE, Close>;

[[noreturn]] void failToRun(const std::string& name, int error) {
  throw RunError(name, fmt::format("cannot be run: {}", std::strerror(error)));
}

/// Gives an open file a new descriptor, which child processes do not inherit. Returns the new
/// descriptor, and closes `file`. Throws the error of `errno` if `file` is -1.
File ownFile(const std::string& name, int file) {
  if (file < 0) failToRun(name, errno);
  // The descriptor is above the standard streams, which become() replaces one after the other.
  File copy(fdopen(fcntl(file, F_DUPFD_CLOEXEC, STDERR_FILENO + 1), "r+"));
  const int error = errno;
  close(file);
  if (!copy) failToRun(name, error);
  return copy;
}

}  // namespace

struct ChildProcess::System {
  /// Starts the program. Returns 0, or the error of the system.
  int spawn(const std::string& name, int itsInput, std::vector<std::string>& words,
            const fs::path& folder);

  std::string messagesFrom(off_t begin, std::size_t most) const;

  File input;
  File messages;  ///< a file without a name, so that the program never waits for a reader
  pid_t id = -1;  ///< -1 before start
};

fs::path ChildProcess::find(const std::string& name) {
  const char* const path = std::getenv("PATH");
  for (const std::string_view folder : splitWords(path == nullptr ? "" : path, ":")) {
    fs::path program = fs::path(folder) / name;
    std::error_code ignored;
    if (fs::is_regular_file(program, ignored) && access(program.c_str(), X_OK) == 0) return program;
  }
  return {};
}

ChildProcess::ChildProcess(const fs::path& program, std::vector<std::string> arguments,
                           const fs::path& folder)
    : name_(program.string()), system_(std::make_unique<System>()) {
  std::error_code ignored;
  std::string unnamed = fs::temp_directory_path(ignored) / "gpubuck-XXXXXX";
  system_->messages = ownFile(name_, mkstemp(unnamed.data()));
  unlink(unnamed.c_str());
  // A socket is used instead of a pipe, since only a write to a socket can suppress SIGPIPE.
  int ends[2];
  if (socketpair(AF_UNIX, SOCK_STREAM, 0, ends) != 0) failToRun(name_, errno);
  system_->input = ownFile(name_, ends[0]);
  const File itsInput = ownFile(name_, ends[1]);
  arguments.insert(arguments.begin(), name_);
  const int error = system_->spawn(name_, fileno(itsInput.get()), arguments, folder);
  if (error != 0) failToRun(name_, error);
}

ChildProcess::~ChildProcess() { kill(); }

void ChildProcess::endInput() { system_->input.reset(); }

int ChildProcess::System::spawn(const std::string& name, int itsInput,
                                std::vector<std::string>& words, const fs::path& folder) {
  std::vector<char*> pointers;
  for (std::string& word : words) pointers.push_back(word.data());
  pointers.push_back(nullptr);
  // This connection closes when the program starts. If the start fails, the error comes through the
  // connection.
  int report[2];
  if (socketpair(AF_UNIX, SOCK_STREAM, 0, report) != 0) return errno;
  const File readEnd = ownFile(name, report[0]);
  File writeEnd = ownFile(name, report[1]);
  const pid_t parent = getpid();
  const pid_t child = fork();
  if (child < 0) return errno;
  if (child == 0) {
    become(pointers, folder.c_str(), {itsInput, fileno(messages.get())}, parent);
    const int error = errno;
    [[maybe_unused]] const ssize_t sent = ::write(fileno(writeEnd.get()), &error, sizeof error);
    _exit(127);
  }
  writeEnd.reset();
  int error = 0;
  if (read(fileno(readEnd.get()), &error, sizeof error) == sizeof error) {
    waitpid(child, nullptr, 0);
    return error;
  }
  id = child;
  return 0;
}

std::string ChildProcess::System::messagesFrom(off_t begin, std::size_t most) const {
  std::string text(most, '\0');
  const ssize_t count = pread(fileno(messages.get()), text.data(), text.size(), begin);
  text.resize(static_cast<std::size_t>(std::max<ssize_t>(count, 0)));
  return text;
}

std::optional<std::size_t> ChildProcess::write(std::span<const std::uint8_t> bytes,
                                               milliseconds wait) {
  const Clock::time_point end = Clock::now() + wait;
  std::size_t taken = 0;
  while (taken < bytes.size()) {
    const ssize_t sent = send(fileno(system_->input.get()), bytes.data() + taken,
                              bytes.size() - taken, MSG_NOSIGNAL | MSG_DONTWAIT);
    if (sent >= 0) {
      taken += static_cast<std::size_t>(sent);
      continue;
    }
    if (errno == EINTR) continue;
    if (errno != EAGAIN && errno != EWOULDBLOCK) return {};
    const auto left = std::chrono::ceil<milliseconds>(end - Clock::now());
    if (left <= milliseconds::zero()) break;
    pollfd writable{fileno(system_->input.get()), POLLOUT, 0};
    poll(&writable, 1, static_cast<int>(left.count()));
  }
  return taken;
}

std::optional<int> ChildProcess::exitCode(milliseconds wait) {
  const Clock::time_point end = Clock::now() + wait;
  while (!exitCode_) {
    int status = 0;
    if (waitpid(system_->id, &status, WNOHANG) == system_->id) {
      exitCode_ = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
    } else if (Clock::now() >= end) {
      break;
    } else {
      std::this_thread::sleep_for(kBetweenLooks);
    }
  }
  return exitCode_;
}

void ChildProcess::kill() {
  if (system_->id < 0 || exitCode_) return;
  endInput();
  ::kill(-system_->id, SIGKILL);
  // Waits no longer than kTimeToDie, since a program may hang in the kernel.
  exitCode(kTimeToDie);
}

void ChildProcess::end(milliseconds wait) {
  if (system_->id < 0 || exitCode_) return;
  ::kill(system_->id, SIGTERM);
  exitCode(wait);
  kill();
}

std::string ChildProcess::messages(std::size_t most) const {
  return system_->messagesFrom(0, most);
}

std::string ChildProcess::lastMessages() const {
  struct stat file {};
  fstat(fileno(system_->messages.get()), &file);
  return system_->messagesFrom(std::max<off_t>(file.st_size - off_t{kMaxMessages}, 0),
                               kMaxMessages);
}

}  // namespace gpubuck::file
