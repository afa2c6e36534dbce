// The signals that end the process, at once or in good order: SIGINT, SIGTERM, SIGHUP, and the
// signals by which batch systems announce the end (SIGUSR1, SIGUSR2, SIGALRM, SIGXCPU). On Windows:
// SIGINT (Ctrl-C), SIGBREAK (Ctrl-Break), and SIGTERM when the console is closed or the user logs
// off.
#pragma once

#include <string>

#include "base/error.h"

namespace gpubuck {

/// Installs the handlers of signals; call it first in main. From then on, a write that fails only
/// returns its error, and sends no signal (SIGPIPE, SIGXFSZ). Before a signal ends the process, its
/// handler removes the files that are not complete, and prints a line with the name of the signal.
/// A signal that was ignored before the call stays ignored, such as SIGHUP under nohup.
void handleSignals();

/// While an object of this class lives, the first signal is only noted, so that work can end in
/// good order; a second signal ends the process at once. At most one object may live at a time,
/// after handleSignals().
class Interruption {
 public:
  Interruption();
  ~Interruption();
  Interruption(const Interruption&) = delete;
  Interruption& operator=(const Interruption&) = delete;

  /// Returns the number of the signal received, or 0 if none was received yet.
  int signal() const;
};

/// Returns the number of the signal that an Interruption has noted, or 0. Work that waits calls
/// this function again and again.
int notedSignal();

/// The error of work that a signal has ended early, but in good order. The exit code is 128 + the
/// number of the signal, as in shells.
class Interrupted : public Error {
 public:
  /// Makes the message "WHAT: ended by SIGINT WHY".
  Interrupted(const std::string& what, int signal, const std::string& why);
};

/// Delays signals while an object of this class lives: the handler removes incomplete files, and
/// must not run while the list of these files is being changed.
class SignalsHeld {
 public:
  SignalsHeld();
  ~SignalsHeld();
  SignalsHeld(const SignalsHeld&) = delete;
  SignalsHeld& operator=(const SignalsHeld&) = delete;
};

/// A file that is not complete. While the object lives, a signal that ends the process at once
/// removes the file. Files beyond the 16th are not removed.
class Incomplete {
 public:
  explicit Incomplete(std::string path);
  ~Incomplete();
  Incomplete(const Incomplete&) = delete;
  Incomplete& operator=(const Incomplete&) = delete;

 private:
  std::string path_;
};

}  // namespace gpubuck
