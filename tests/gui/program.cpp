#include "gui/program.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstring>
#include <fstream>
#include <sstream>
#include <thread>

#include "base/error.h"

extern char** environ;

namespace gpubuck::test {
namespace {

std::vector<std::string> variablesOf(const Environment& environment) {
  std::vector<std::string> all;
  for (char** entry = environ; *entry != nullptr; ++entry) {
    const std::string text = *entry;
    if (!environment.variables.contains(text.substr(0, text.find('=')))) all.push_back(text);
  }
  for (const auto& [name, value] : environment.variables) {
    if (value) all.push_back(name + "=" + *value);
  }
  return all;
}

std::vector<char*> pointersTo(std::vector<std::string>& words) {
  std::vector<char*> pointers;
  for (std::string& word : words) pointers.push_back(word.data());
  pointers.push_back(nullptr);
  return pointers;
}

int create(const std::filesystem::path& path) {
  const int file = open(path.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0644);
  if (file < 0) throw RunError(path.string(), std::strerror(errno));
  return file;
}

}  // namespace

Program::Program(const std::vector<std::string>& words, const Environment& environment)
    : name_(words.at(0)),
      output_(environment.folder / (environment.name + ".out")),
      errors_(environment.folder / (environment.name + ".err")) {
  std::vector<std::string> arguments = words, variables = variablesOf(environment);
  const std::vector<char*> argumentPointers = pointersTo(arguments);
  const std::vector<char*> variablePointers = pointersTo(variables);
  const int output = create(output_), errors = create(errors_);
  const pid_t parent = getpid();
  id_ = fork();
  if (id_ == 0) {
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (getppid() != parent) _exit(127);
    const int input = open("/dev/null", O_RDONLY);
    dup2(input, STDIN_FILENO);
    dup2(output, STDOUT_FILENO);
    dup2(errors, STDERR_FILENO);
    if (chdir(environment.folder.c_str()) != 0) _exit(127);
    if (environment.inherited >= 0) fcntl(environment.inherited, F_SETFD, 0);
    execvpe(argumentPointers[0], argumentPointers.data(), variablePointers.data());
    _exit(127);
  }
  close(output);
  close(errors);
  if (id_ < 0) throw RunError(name_, std::strerror(errno));
}

Program::~Program() {
  if (exitCode()) return;
  signal(SIGKILL);
  waitpid(id_, nullptr, 0);
}

std::optional<int> Program::exitCode() {
  int status = 0;
  if (!exitCode_ && waitpid(id_, &status, WNOHANG) == id_) {
    exitCode_ = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
  }
  return exitCode_;
}

int Program::wait(double seconds) {
  if (waitUntil([this] { return exitCode().has_value(); }, seconds)) return *exitCode_;
  throw RunError(name_, fmt::format("still runs after {} s\n{}", seconds, errors()));
}

void Program::signal(int number) const { kill(id_, number); }

std::string Program::output() const { return bytesOf(output_); }
std::string Program::errors() const { return bytesOf(errors_); }

void pause() { std::this_thread::sleep_for(std::chrono::milliseconds(4)); }

double now() {
  return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

std::string bytesOf(const std::filesystem::path& path) {
  std::ostringstream bytes;
  bytes << std::ifstream(path, std::ios::binary).rdbuf();
  return bytes.str();
}

}  // namespace gpubuck::test
