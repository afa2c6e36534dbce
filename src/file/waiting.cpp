#include "file/waiting.h"

#include "base/interruption.h"

namespace gpubuck::file {

bool isReady(int file, short event, int milliseconds) {
  pollfd state{.fd = file, .events = event, .revents = 0};
  return poll(&state, 1, milliseconds) > 0;
}

void waitUntilReady(int file, short event, const std::string& name) {
  constexpr int kMilliseconds = 100;
  while (!isReady(file, event, kMilliseconds)) requireNoSignal(name);
}

void requireNoSignal(const std::string& name) {
  if (const int signal = notedSignal(); signal != 0) {
    throw Interrupted(name, signal, "while waiting for this pipe or device");
  }
}

}  // namespace gpubuck::file
