#include "base/interruption.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <csignal>

namespace gpubuck {
namespace {

struct Signal {
  int number;
  const char* name;
};
constexpr std::array kSignals{Signal{SIGINT, "SIGINT"}, Signal{SIGTERM, "SIGTERM"},
                              Signal{SIGHUP, "SIGHUP"}};

volatile std::sig_atomic_t noted = 0;

extern "C" void noteSignal(int number) {
  if (noted != 0) {
    std::signal(number, SIG_DFL);
    std::raise(number);
  }
  noted = number;
}

}  // namespace

Interruption::Interruption() {
  noted = 0;
  for (const Signal& each : kSignals) {
    if (std::signal(each.number, noteSignal) == SIG_IGN) std::signal(each.number, SIG_IGN);
  }
}

Interruption::~Interruption() {
  for (const Signal& each : kSignals) {
    if (std::signal(each.number, SIG_DFL) == SIG_IGN) std::signal(each.number, SIG_IGN);
  }
}

int Interruption::signal() const { return noted; }

Interrupted::Interrupted(const std::string& what, int signal, const std::string& why)
    : Error(what,
            fmt::format("ended by {} {}",
                        std::ranges::find(kSignals, signal, &Signal::number)->name, why),
            128 + signal) {}

}  // namespace gpubuck
