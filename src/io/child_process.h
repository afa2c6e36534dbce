// A program that runs beside this one and reads its standard input from it.
#pragma once

#include <sys/types.h>

#include <cstdint>
#include <cstdio>
#include <filesystem>
#include <memory>
#include <span>
#include <string>
#include <vector>

namespace gpubuck::io {

class ChildProcess {
 public:
  /// Longer messages are cut: the beginning matters.
  static constexpr std::size_t kMaxMessages = 4096;

  /// The first executable file of this name on PATH; empty when there is none.
  static std::filesystem::path find(const std::string& name);

  /// Starts the program without a shell, in a process group of its own: Ctrl-C in the terminal does
  /// not reach it, and when this process dies the program's input ends. It inherits only the
  /// environment and the standard streams. Throws RunError.
  ChildProcess(const std::filesystem::path& program, std::vector<std::string> arguments);
  /// As finish().
  ~ChildProcess() { finish(); }
  ChildProcess(const ChildProcess&) = delete;
  ChildProcess& operator=(const ChildProcess&) = delete;

  /// Writes the bytes and waits while the program is busy. False, without a SIGPIPE, when the
  /// program no longer reads.
  bool write(std::span<const std::uint8_t> bytes);
  /// Ends the program's input and waits for its end: its exit code, or 128 + the number of the
  /// signal that ended it. Further calls return the same.
  int finish();
  /// What the program has written to standard output and standard error, up to kMaxMessages.
  std::string messages() const;

 private:
  struct Close {
    void operator()(std::FILE* file) const { std::fclose(file); }
  };
  using File = std::unique_ptr<std::FILE, Close>;

  /// Takes an open file, or -1 where `errno` says why there is none, for this process alone.
  File own(int file) const;
  int spawn(int input, std::vector<std::string>& words);
  [[noreturn]] void fail(int error) const;

  std::string name_;
  File input_;
  File messages_;  ///< a file without a name, which the program writes: it never waits for a reader
  pid_t id_ = -1;
  int exitCode_ = -1;
};

}  // namespace gpubuck::io
