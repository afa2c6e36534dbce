#include "file/child_process.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
#ifdef __linux__
#include <sys/prctl.h>
#endif
#include <sys/socket.h>
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
#include "base/interruption.h"
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

/// Turns a process that fork() has just made into the program; returns where that fails. Calls only
/// what a signal handler may call.
void become(const std::vector<char*>& words, const Streams& streams, pid_t parent) {
  setpgid(0, 0);
#ifdef __linux__
  prctl(PR_SET_PDEATHSIG, SIGTERM);
#endif
  if (getppid() != parent) _exit(127);  // it died before that
  // Signals that this process ignores would be ignored there, too.
  for (const int signal : kSignalsOfWrites) std::signal(signal, SIG_DFL);
  dup2(streams.input, STDIN_FILENO);
  dup2(streams.output, STDOUT_FILENO);
  dup2(streams.output, STDERR_FILENO);
  execv(words[0], words.data());
}

}  // namespace

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
  if (const int error = spawn(fileno(itsInput.get()), arguments); error != 0) fail(error);
}

int ChildProcess::spawn(int input, std::vector<std::string>& words) {
  std::vector<char*> pointers;
  for (std::string& word : words) pointers.push_back(word.data());
  pointers.push_back(nullptr);
  // Closed by the start of the program; what comes through it before is why there is none.
  int report[2];
  if (socketpair(AF_UNIX, SOCK_STREAM, 0, report) != 0) return errno;
  const File readEnd = own(report[0]);
  File writeEnd = own(report[1]);
  const pid_t parent = getpid();
  const pid_t child = fork();
  if (child < 0) return errno;
  if (child == 0) {
    become(pointers, {input, fileno(messages_.get())}, parent);
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
  id_ = child;
  return 0;
}

std::optional<std::size_t> ChildProcess::write(std::span<const std::uint8_t> bytes,
                                               milliseconds wait) {
  const Clock::time_point end = Clock::now() + wait;
  std::size_t taken = 0;
  while (taken < bytes.size()) {
    const ssize_t sent = send(fileno(input_.get()), bytes.data() + taken, bytes.size() - taken,
                              MSG_NOSIGNAL | MSG_DONTWAIT);
    if (sent >= 0) {
      taken += static_cast<std::size_t>(sent);
      continue;
    }
    if (errno == EINTR) continue;
    if (errno != EAGAIN && errno != EWOULDBLOCK) return {};
    const auto left = std::chrono::ceil<milliseconds>(end - Clock::now());
    if (left <= milliseconds::zero()) break;
    pollfd writable{fileno(input_.get()), POLLOUT, 0};
    poll(&writable, 1, static_cast<int>(left.count()));
  }
  return taken;
}

std::optional<int> ChildProcess::exitCode(milliseconds wait) {
  const Clock::time_point end = Clock::now() + wait;
  while (!exitCode_) {
    int status = 0;
    if (waitpid(id_, &status, WNOHANG) == id_) {
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
  if (id_ < 0 || exitCode_) return;
  input_.reset();
  ::kill(-id_, SIGKILL);
  // One that hangs in the kernel is left to die as soon as it can.
  exitCode(kTimeToDie);
}

std::string ChildProcess::messages() const {
  std::string text(kMaxMessages, '\0');
  const ssize_t count = pread(fileno(messages_.get()), text.data(), text.size(), 0);
  text.resize(static_cast<std::size_t>(std::max<ssize_t>(count, 0)));
  return text;
}

ChildProcess::File ChildProcess::own(int file) const {
  if (file < 0) fail(errno);
  // The number is above the standard streams, which the program's streams replace one after the
  // other.
  File copy(fdopen(fcntl(file, F_DUPFD_CLOEXEC, STDERR_FILENO + 1), "r+"));
  const int error = errno;
  close(file);
  if (!copy) fail(error);
  return copy;
}

void ChildProcess::fail(int error) const {
  throw RunError(name_, fmt::format("cannot be run: {}", std::strerror(error)));
}

}  // namespace gpubuck::file
