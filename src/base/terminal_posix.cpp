#include <sys/ioctl.h>
#include <unistd.h>

#include "base/terminal.h"

namespace gpubuck {

bool isTerminal(std::FILE* stream) { return isatty(fileno(stream)) != 0; }

std::size_t columnsOf(std::FILE* stream) {
  winsize size{};
  return ioctl(fileno(stream), TIOCGWINSZ, &size) == 0 ? size.ws_col : 0;
}

}  // namespace gpubuck
