#include "base/interruption.h"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <cstring>
#include <utility>

#include "base/terminal.h"

namespace gpubuck {
namespace {

struct Signal {
  int number;
  const char* name;
  const char* line;
};
constexpr std::array kSignals{Signal{SIGINT, "SIGINT", "gpubuck: ended by SIGINT\n"},
                              Signal{SIGTERM, "SIGTERM", "gpubuck: ended by SIGTERM\n"},
                              Signal{SIGHUP, "SIGHUP", "gpubuck: ended by SIGHUP\n"},
                              Signal{SIGUSR1, "SIGUSR1", "gpubuck: ended by SIGUSR1\n"},
                              Signal{SIGUSR2, "SIGUSR2", "gpubuck: ended by SIGUSR2\n"},
                              Signal{SIGALRM, "SIGALRM", "gpubuck: ended by SIGALRM\n"},
                              Signal{SIGXCPU, "SIGXCPU", "gpubuck: ended by SIGXCPU\n"}};

volatile std::sig_atomic_t isAwaited = 0;
volatile std::sig_atomic_t noted = 0;
std::atomic<int> holders = 0;  // objects of SignalsHeld
std::atomic<int> held = 0;     // the latest signal meanwhile
std::atomic<int> heldTimes = 0;

constexpr std::size_t kMostFiles = 16;
std::array<std::atomic<const char*>, kMostFiles> incomplete;

const Signal& signalOf(int number) { return *std::ranges::find(kSignals, number, &Signal::number); }

/// Calls nothing that a signal handler must not call.
void say(const char* text) {
  if (::write(STDERR_FILENO, text, std::strlen(text)) < 0) return;  // nobody there to read it
}

extern "C" void onSignal(int number) {
  const int error = errno;
  if (holders > 0) {
    held = number;
    ++heldTimes;
    return;
  }
  if (isAwaited != 0 && noted == 0) {
    noted = number;
    return;
  }
  for (const auto& file : incomplete) {
    if (const char* path = file.load()) ::unlink(path);
  }
  if (isLineOpen()) say("\n");
  say(signalOf(number).line);
  std::signal(number, SIG_DFL);
  std::raise(number);  // comes when this function has returned
  errno = error;
}

}  // namespace

void handleSignals() {
  for (const int signal : kSignalsOfWrites) std::signal(signal, SIG_IGN);
  for (const Signal& each : kSignals) {
    if (std::signal(each.number, onSignal) == SIG_IGN) std::signal(each.number, SIG_IGN);
  }
}

Interruption::Interruption() {
  noted = 0;
  isAwaited = 1;
}

Interruption::~Interruption() { isAwaited = 0; }

int Interruption::signal() const { return noted; }

int notedSignal() { return isAwaited != 0 ? noted : 0; }

Interrupted::Interrupted(const std::string& what, int signal, const std::string& why)
    : Error(what, fmt::format("ended by {} {}", signalOf(signal).name, why), 128 + signal) {}

SignalsHeld::SignalsHeld() { ++holders; }

SignalsHeld::~SignalsHeld() {
  if (--holders > 0) return;
  for (int times = heldTimes.exchange(0); times > 0; --times) std::raise(held);
}

Incomplete::Incomplete(std::string path) : path_(std::move(path)) {
  for (auto& file : incomplete) {
    const char* none = nullptr;
    if (file.compare_exchange_strong(none, path_.c_str())) return;
  }
}

Incomplete::~Incomplete() {
  for (auto& file : incomplete) {
    const char* own = path_.c_str();
    if (file.compare_exchange_strong(own, nullptr)) return;
  }
}

}  // namespace gpubuck
