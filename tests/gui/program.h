// A program that runs in parallel with the test and ends with it.
#pragma once

#include <sys/types.h>

#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace gpubuck::test {

/// The environment of a program.
struct Environment {
  /// Variables that have other values than in this process. A variable without a value is unset.
  std::map<std::string, std::optional<std::string>> variables{};
  /// The working directory of the program. Its standard output and standard error go to files in
  /// this folder.
  std::filesystem::path folder{};
  std::string name = "program";
  /// The file descriptor of a pipe's end that the program inherits, or -1 if there is none.
  int inherited = -1;
};

class Program {
 public:
  /// Starts the program that the first word names. It is looked up on PATH unless it has a slash.
  /// Throws RunError.
  Program(const std::vector<std::string>& words, const Environment& environment);
  /// Kills the program, which is also killed when this process dies.
  ~Program();
  Program(const Program&) = delete;
  Program& operator=(const Program&) = delete;

  pid_t id() const { return id_; }
  /// Returns the exit code, or 128 + the signal's number if a signal ended the program; empty while
  /// it runs.
  std::optional<int> exitCode();
  /// Returns the exit code after waiting for the program's end. Throws RunError after `seconds`.
  int wait(double seconds);
  void signal(int number) const;

  std::string output() const;
  std::string errors() const;

 private:
  std::string name_;
  std::filesystem::path output_, errors_;
  pid_t id_ = -1;
  std::optional<int> exitCode_;
};

/// Calls `done` repeatedly until it returns true. Returns false if this takes more than `seconds`.
template <typename Done>
bool waitUntil(Done done, double seconds);

/// Waits a short time between two calls of `done`.
void pause();
/// Returns the seconds since some fixed moment.
double now();

template <typename Done>
bool waitUntil(Done done, double seconds) {
  const double end = now() + seconds;
  while (!done()) {
    if (now() > end) return done();
    pause();
  }
  return true;
}

/// Returns the bytes of a file, or nothing if it does not exist.
std::string bytesOf(const std::filesystem::path& path);

}  // namespace gpubuck::test
