#include "base/interruption.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <cerrno>
#include <csignal>
#include <utility>

#include "base/signals.h"
#include "base/terminal.h"

namespace gpubuck {
namespace {

volatile std::sig_atomic_t isAwaited = 0;
volatile std::sig_atomic_t noted = 0;
std::atomic<int> holders = 0;  // objects of SignalsHeld
std::atomic<int> held = 0;     // the latest signal that a SignalsHeld delays
std::atomic<int> heldTimes = 0;

constexpr std::size_t kMostFiles = 16;
std::array<std::atomic<const char*>, kMostFiles> incomplete;

const Signal& signalOf(int number) {
  return *std::ranges::find(endingSignals(), number, &Signal::number);
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
    if (const char* path = file.load()) removeFromHandler(path);
  }
  if (isLineOpen()) writeFromHandler("\n");
  writeFromHandler(signalOf(number).line);
  endBySignal(number);
  errno = error;
}

}  // namespace

void handleSignals() { handleSignalsWith(onSignal); }

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
