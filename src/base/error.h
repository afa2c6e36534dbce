// Every error leaves gpubuck as one of these exceptions, which print as `WHAT: WHY` on a single
// line.
#pragma once

#include <stdexcept>
#include <string>

// The shared library exports these errors, so that programs that use the library can catch them.
#pragma GCC visibility push(default)
namespace gpubuck {

/// Any failure that ends a command. `what` names the thing at fault (a file with its line, an
/// option, a GPU feature), `why` says what is wrong with it and gives the value. `what` and `why`
/// may contain any text of a file, since printable() is applied to the message.
class Error : public std::runtime_error {
 public:
  Error(const std::string& what, const std::string& why, int exitCode);
  int exitCode() const { return exitCode_; }
  /// Returns the failure with another message of the form "WHAT: WHY".
  Error saying(const std::string& message) const { return {message, exitCode_}; }
  /// Returns this failure with more text at the end of its message.
  Error with(const std::string& more) const { return saying(what() + more); }

 private:
  Error(const std::string& message, int exitCode);

  int exitCode_;
};

/// The user's input or command line is at fault: exit code 2.
class InputError : public Error {
 public:
  InputError(const std::string& what, const std::string& why) : Error(what, why, 2) {}
};

/// The run failed (GPU, disk, a simulation that blew up): exit code 1.
class RunError : public Error {
 public:
  RunError(const std::string& what, const std::string& why) : Error(what, why, 1) {}
};

/// Returns the error that a user sees for a std::bad_alloc.
inline RunError outOfMemory() {
  return {"main memory", "not enough; fewer particles or points need less memory"};
}

}  // namespace gpubuck
#pragma GCC visibility pop
