// The functions for base/interruption.cpp that differ between systems: signals_posix.cpp,
// signals_win32.cpp. A signal handler may call all functions except handleSignalsWith().
#pragma once

#include <span>

namespace gpubuck {

/// A signal that ends the process.
struct Signal {
  int number;
  const char* name;
  const char* line;  ///< for standard error
};

/// Returns the signals of this system that end a process in good order.
std::span<const Signal> endingSignals();

/// Makes `handler` the handler of endingSignals(); a signal that was ignored before stays ignored.
/// From then on, the signals that a failing write sends (SIGPIPE, SIGXFSZ) are ignored.
void handleSignalsWith(void (*handler)(int));

/// Restores the default action of the signals that a failing write sends, for a child process.
void resetSignalsOfWrites();

/// Writes to standard error.
void writeFromHandler(const char* text);

/// Removes a file.
void removeFromHandler(const char* path);

/// Ends the process as the signal would without a handler. The process ends at the latest when the
/// handler returns.
void endBySignal(int number);

}  // namespace gpubuck
