#include "base/signals.h"

#include <io.h>
#include <windows.h>

#include <array>
#include <csignal>
#include <cstdlib>
#include <cstring>

namespace gpubuck {
namespace {

constexpr std::array kSignals{Signal{SIGINT, "SIGINT", "gpubuck: ended by SIGINT\n"},
                              Signal{SIGTERM, "SIGTERM", "gpubuck: ended by SIGTERM\n"},
                              Signal{SIGBREAK, "SIGBREAK", "gpubuck: ended by SIGBREAK\n"}};

void (*handlerOfSignals)(int) = nullptr;

/// Sets itself as the handler again, since the C library removes a handler before it calls it.
extern "C" void onRaised(int number) {
  std::signal(number, onRaised);
  handlerOfSignals(number);
}

/// Calls the handler with SIGTERM if the window of the console is closed, the user logs off or the
/// machine shuts down. Windows then ends the process when this function returns, or after 5 s. The
/// C library turns Ctrl-C and Ctrl-Break into SIGINT and SIGBREAK.
BOOL WINAPI onConsoleEvent(DWORD event) {
  if (event != CTRL_CLOSE_EVENT && event != CTRL_LOGOFF_EVENT && event != CTRL_SHUTDOWN_EVENT) {
    return FALSE;
  }
  handlerOfSignals(SIGTERM);
  Sleep(INFINITE);
  return TRUE;
}

}  // namespace

std::span<const Signal> endingSignals() { return kSignals; }

void handleSignalsWith(void (*handler)(int)) {
  handlerOfSignals = handler;
  for (const Signal& each : kSignals) {
    if (std::signal(each.number, onRaised) == SIG_IGN) std::signal(each.number, SIG_IGN);
  }
  SetConsoleCtrlHandler(onConsoleEvent, TRUE);
}

void writeFromHandler(const char* text) {
  if (::_write(2, text, static_cast<unsigned>(std::strlen(text))) < 0) return;
}

void removeFromHandler(const char* path) { DeleteFileA(path); }

// The exit code that a POSIX shell reports for a process that a signal has ended.
void endBySignal(int number) { std::_Exit(128 + number); }

}  // namespace gpubuck
