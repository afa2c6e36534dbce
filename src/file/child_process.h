// A program that runs at the same time as this program, and whose standard input this program
// writes.
#pragma once

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace gpubuck::file {

/// A child process. No call waits for the program for longer than the argument of the call allows.
class ChildProcess {
 public:
  /// Maximum number of bytes of messages that are returned by default.
  static constexpr std::size_t kMaxMessages = 4096;

  /// Returns the first executable file of this name on PATH, or an empty path if there is none.
  static std::filesystem::path find(const std::string& name);

  /// Starts the program without a shell, in a process group of its own: Ctrl-C in the terminal does
  /// not reach it. When this process ends for any reason, the program's input ends, and Linux sends
  /// the program a SIGTERM. A stopped program receives the signal, too, since Linux continues
  /// process groups that are orphaned. The calling thread must outlive the program, since Linux
  /// sends the SIGTERM when this thread ends. On Windows only the input ends. The program inherits
  /// the environment, but no open files other than its standard streams. `folder` is the program's
  /// working folder; if it is empty, the program uses this process's folder. Throws RunError.
  ChildProcess(const std::filesystem::path& program, std::vector<std::string> arguments,
               const std::filesystem::path& folder = {});
  /// Does the same as kill().
  ~ChildProcess();
  ChildProcess(const ChildProcess&) = delete;
  ChildProcess& operator=(const ChildProcess&) = delete;

  /// Hands bytes to the program, and spends at most the time `wait`. Returns the number of bytes
  /// that were handed over, or nullopt if the program no longer reads. Never causes a SIGPIPE.
  std::optional<std::size_t> write(std::span<const std::uint8_t> bytes,
                                   std::chrono::milliseconds wait);
  /// Ends the program's input.
  void endInput();
  /// Waits up to `wait` for the program's end. Returns the exit code, or 128 + the number of the
  /// signal that ended the program, or nullopt if the program still runs.
  std::optional<int> exitCode(std::chrono::milliseconds wait);
  /// Kills the program and all processes that it has started, unless the program has ended.
  void kill();
  /// Asks the program to end (SIGTERM), so that the program can end processes that it has started
  /// on other machines. Kills the program if it has not ended after `wait`. On Windows this
  /// function does the same as kill().
  void end(std::chrono::milliseconds wait);
  /// Returns the first bytes of standard output and standard error of the program, up to `most`.
  std::string messages(std::size_t most = kMaxMessages) const;
  /// Returns the last bytes of the messages, up to kMaxMessages.
  std::string lastMessages() const;

 private:
  struct System;

  std::string name_;
  std::unique_ptr<System> system_;  ///< the process and its pipes as the system knows them
  std::optional<int> exitCode_;
};

}  // namespace gpubuck::file
