// A program that runs beside this one and reads its standard input from it.
#pragma once

#include <sys/types.h>

#include <cstdint>
#include <filesystem>
#include <span>
#include <string>
#include <utility>
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
  ~ChildProcess();
  ChildProcess(const ChildProcess&) = delete;
  ChildProcess& operator=(const ChildProcess&) = delete;

  /// Writes the bytes and waits while the program is busy; its output is read meanwhile, so that
  /// neither waits for the other. False, without a SIGPIPE, when the program no longer reads.
  /// Throws RunError.
  bool write(std::span<const std::uint8_t> bytes);
  /// Ends the program's input and waits for its end: its exit code, or 128 + the number of the
  /// signal that ended it. Further calls return the same.
  int finish();
  /// What the program has written to standard output and standard error, up to kMaxMessages.
  const std::string& messages() const { return messages_; }

 private:
  /// An open file of this process alone, or none (-1).
  class Descriptor {
   public:
    Descriptor() = default;
    explicit Descriptor(int value) : value_(value) {}
    Descriptor(Descriptor&& other) noexcept : value_(std::exchange(other.value_, -1)) {}
    Descriptor& operator=(Descriptor&& other) noexcept {
      std::swap(value_, other.value_);
      return *this;
    }
    ~Descriptor() { close(); }
    void close();
    int get() const { return value_; }

   private:
    int value_ = -1;
  };

  /// Takes both ends of a pair as the system made it.
  std::pair<Descriptor, Descriptor> own(const int (&ends)[2], int failed) const;
  void readMessages();
  [[noreturn]] void fail(int error) const;

  std::string name_;
  Descriptor input_, output_;
  std::string messages_;
  pid_t id_ = -1;
  int exitCode_ = -1;
};

}  // namespace gpubuck::io
