#include "app/command.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/resource.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <memory>

#include "base/error.h"

namespace gpubuck::test {
namespace {

[[noreturn]] void failWith(const std::string& what) { throw RunError(what, std::strerror(errno)); }

/// A temporary file without a name, which is removed when it is closed, or, if `path` is given, the
/// file at `path`.
class NamelessFile {
 public:
  explicit NamelessFile(const std::string& text = {}, const std::string& path = {})
      : hasName_(!path.empty()), file_(hasName_ ? std::fopen(path.c_str(), "w") : std::tmpfile()) {
    if (!file_) failWith("temporary file");
    std::fwrite(text.data(), 1, text.size(), file_.get());
    if (std::fflush(file_.get()) != 0) failWith("temporary file");
    std::rewind(file_.get());
  }

  int descriptor() const { return fileno(file_.get()); }

  /// Returns the text written, or an empty string for a file with a name, which may be a device.
  std::string text() const {
    std::string all;
    if (hasName_) return all;
    std::array<char, 4096> part;
    std::rewind(file_.get());
    while (const std::size_t count = std::fread(part.data(), 1, part.size(), file_.get())) {
      all.append(part.data(), count);
    }
    return all;
  }

 private:
  struct Close {
    void operator()(std::FILE* file) const { std::fclose(file); }
  };
  bool hasName_;
  std::unique_ptr<std::FILE, Close> file_;
};

/// A pseudo-terminal: the command writes to one end, and the test reads from the other.
class Terminal {
 public:
  Terminal() : reader_(posix_openpt(O_RDWR | O_NOCTTY)) {
    if (reader_ < 0 || grantpt(reader_) != 0 || unlockpt(reader_) != 0) failWith("terminal");
    writer_ = open(ptsname(reader_), O_RDWR | O_NOCTTY);
    if (writer_ < 0) failWith("terminal");
  }
  ~Terminal() { close(reader_); }
  Terminal(const Terminal&) = delete;
  Terminal& operator=(const Terminal&) = delete;

  int descriptor() const { return writer_; }

  /// Closes this process's writing end, once the command has its own.
  void closeWriter() { close(writer_); }
  /// Waits until the text written contains `part`, or until the last writer has closed its end.
  /// Returns the text.
  const std::string& textUntil(const std::string& part) {
    std::array<char, 4096> more;
    while (text_.find(part) == std::string::npos) {
      const ssize_t count = read(reader_, more.data(), more.size());
      if (count <= 0) break;
      text_.append(more.data(), static_cast<std::size_t>(count));
    }
    return text_;
  }
  const std::string& text() { return textUntil(std::string(1, '\0')); }

 private:
  int reader_, writer_ = -1;
  std::string text_;
};

/// Sets a limit of this process; 0 leaves it unchanged.
void limit(decltype(RLIMIT_AS) resource, std::int64_t bytes) {
  const auto most = static_cast<rlim_t>(bytes);
  const rlimit limits{most, most};
  if (bytes > 0) setrlimit(resource, &limits);
}

pid_t start(const std::vector<std::string>& arguments, const Surroundings& surroundings, int input,
            int output, int errors) {
  std::string program = GPUBUCK_EXECUTABLE;
  std::vector<std::string> words = arguments;
  std::vector<char*> pointers{program.data()};
  for (std::string& word : words) pointers.push_back(word.data());
  pointers.push_back(nullptr);
  const pid_t child = fork();
  if (child < 0) failWith("fork");
  if (child > 0) return child;
  dup2(input, STDIN_FILENO);
  dup2(output, STDOUT_FILENO);
  dup2(errors, STDERR_FILENO);
  for (const std::string& each : surroundings.environment) putenv(const_cast<char*>(each.c_str()));
  limit(RLIMIT_FSIZE, surroundings.largestFile);
  limit(RLIMIT_AS, surroundings.addressSpace);
  // The alarm stays set when the command replaces this process, and repeats every second. A command
  // may react to the first signal by finishing its step; the second signal ends the command at
  // once.
  const itimerval time{.it_interval = {.tv_sec = 1, .tv_usec = 0},
                       .it_value = {.tv_sec = surroundings.seconds, .tv_usec = 0}};
  setitimer(ITIMER_REAL, &time, nullptr);
  execv(program.c_str(), pointers.data());
  _exit(127);
}

int wait(pid_t child) {
  int status = 0;
  while (waitpid(child, &status, 0) < 0) {
    if (errno != EINTR) failWith("waitpid");
  }
  return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

/// Returns a description of a command that did not end as expected.
std::string description(const Outcome& outcome) {
  return fmt::format("exit code {}{}\nstandard output:\n{}\nstandard error:\n{}", outcome.exitCode,
                     outcome.exitCode == 128 + SIGALRM ? " (it took too long)" : "",
                     outcome.output.substr(0, 2000), outcome.errors.substr(0, 2000));
}

/// Adds `--engine paper` to a run unless the arguments name an engine. Most tests of runs hold for
/// either engine.
std::vector<std::string> withEngine(std::vector<std::string> arguments) {
  const bool isRun = !arguments.empty() && arguments.front() == "run";
  if (isRun && std::ranges::find(arguments, "--engine") == arguments.end()) {
    const auto option = std::ranges::find_if(
        arguments, [](const std::string& word) { return word.starts_with("--"); });
    arguments.insert(option, {"--engine", "paper"});
  }
  return arguments;
}

}  // namespace

Outcome runGpubuck(const std::vector<std::string>& given, const Surroundings& surroundings) {
  const std::vector<std::string> arguments = withEngine(given);
  const NamelessFile input(surroundings.input);
  const NamelessFile output({}, surroundings.outputTo), errors({}, surroundings.errorsTo);
  if (!surroundings.terminal) {
    const pid_t child = start(arguments, surroundings, input.descriptor(), output.descriptor(),
                              errors.descriptor());
    if (surroundings.meanwhile) surroundings.meanwhile(child);
    const int exitCode = wait(child);
    return {exitCode, output.text(), errors.text()};
  }
  Terminal terminal;
  const pid_t child = start(arguments, surroundings, input.descriptor(), output.descriptor(),
                            terminal.descriptor());
  terminal.closeWriter();
  if (surroundings.meanwhile) {
    terminal.textUntil(surroundings.awaited);
    surroundings.meanwhile(child);
  }
  const std::string& shown = terminal.text();
  const int exitCode = wait(child);
  return {exitCode, output.text(), shown};
}

void waitUntil(const std::function<bool()>& isSo) {
  for (int i = 0; i < 6'000; ++i) {
    if (isSo()) return;
    usleep(10'000);
  }
  throw RunError("waiting", "nothing came within a minute");
}

::testing::AssertionResult done(const Outcome& outcome) {
  if (outcome.exitCode == 0 && outcome.errors.empty()) return ::testing::AssertionSuccess();
  return ::testing::AssertionFailure() << "expected exit code 0 and no word on standard error\n"
                                       << description(outcome);
}

::testing::AssertionResult refused(const Outcome& outcome, int exitCode, const Facts& facts) {
  const auto failure = [&](const std::string& expected) {
    return ::testing::AssertionFailure() << "expected " << expected << "\n" << description(outcome);
  };
  if (outcome.exitCode != exitCode) return failure(fmt::format("exit code {}", exitCode));
  if (!outcome.output.empty()) return failure("nothing on standard output");
  const std::string& errors = outcome.errors;
  if (std::count(errors.begin(), errors.end(), '\n') != 1 || !errors.ends_with('\n')) {
    return failure("one line on standard error");
  }
  if (!errors.starts_with("gpubuck: ")) return failure("a line that begins with 'gpubuck: '");
  return names(errors.substr(0, errors.size() - 1), facts);
}

nlohmann::json jsonOf(const Outcome& outcome) {
  nlohmann::json json = nlohmann::json::parse(outcome.output, nullptr, false);
  if (!json.is_object()) ADD_FAILURE() << "not one JSON object\n" << description(outcome);
  return json;
}

namespace {

bool isSet(const char* name, const char* wanted) {
  const char* const value = std::getenv(name);
  return value != nullptr && std::string(value) == wanted;
}

}  // namespace

bool paperEngineAlone() {
  return isSet("GPUBUCK_TEST_GL33", "1") || isSet("GPUBUCK_OPENGL", "es3");
}

std::string openGlOfPaperEngine() {
  return isSet("GPUBUCK_OPENGL", "es3") ? "OpenGL ES 3.0" : "3.3";
}

}  // namespace gpubuck::test
