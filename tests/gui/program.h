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
  /// Variables whose values differ from the values in this process; without a value: unset.
  std::map<std::string, std::optional<std::string>> variables{};
  /// Its working directory, which gets files of its standard output and standard error.
  std::filesystem::path folder{};
  std::string name = "program";
  /// The end of a pipe that the program inherits under this number, if any.
  int inherited = -1;
};

class Program {
 public:
  /// Starts the first word, looked up on PATH unless it has a slash. Throws RunError.
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

/// Calls `done` repeatedly until it is true. False after `seconds`.
template <typename Done>
bool waitUntil(Done done, double seconds);

/// A short pause of waitUntil().
void pause();
/// Seconds since some moment.
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
