#include "base/signals.h"

#include <unistd.h>

#include <array>
#include <csignal>
#include <cstring>

namespace gpubuck {
namespace {

constexpr std::array kSignals{Signal{SIGINT, "SIGINT", "gpubuck: ended by SIGINT\n"},
                              Signal{SIGTERM, "SIGTERM", "gpubuck: ended by SIGTERM\n"},
                              Signal{SIGHUP, "SIGHUP", "gpubuck: ended by SIGHUP\n"},
                              Signal{SIGUSR1, "SIGUSR1", "gpubuck: ended by SIGUSR1\n"},
                              Signal{SIGUSR2, "SIGUSR2", "gpubuck: ended by SIGUSR2\n"},
                              Signal{SIGALRM, "SIGALRM", "gpubuck: ended by SIGALRM\n"},
                              Signal{SIGXCPU, "SIGXCPU", "gpubuck: ended by SIGXCPU\n"}};

constexpr std::array kSignalsOfWrites{SIGPIPE, SIGXFSZ};

}  // namespace

std::span<const Signal> endingSignals() { return kSignals; }

void handleSignalsWith(void (*handler)(int)) {
  for (const int signal : kSignalsOfWrites) std::signal(signal, SIG_IGN);
  for (const Signal& each : kSignals) {
    if (std::signal(each.number, handler) == SIG_IGN) std::signal(each.number, SIG_IGN);
  }
}

void resetSignalsOfWrites() {
  for (const int signal : kSignalsOfWrites) std::signal(signal, SIG_DFL);
}

void writeFromHandler(const char* text) {
  if (::write(STDERR_FILENO, text, std::strlen(text)) < 0) return;  // standard error has no reader
}

void removeFromHandler(const char* path) { ::unlink(path); }

void endBySignal(int number) {
  std::signal(number, SIG_DFL);
  std::raise(number);  // takes effect when the handler has returned
}

}  // namespace gpubuck
