#include <windows.h>

#include <algorithm>

#include "base/memory.h"

namespace gpubuck {

std::optional<std::int64_t> freeMemory() {
  MEMORYSTATUSEX status{};
  status.dwLength = sizeof status;
  if (GlobalMemoryStatusEx(&status) == 0) return {};
  // Windows refuses memory beyond the sum of main memory and page file.
  return static_cast<std::int64_t>(std::min(status.ullAvailPhys, status.ullAvailPageFile));
}

// Large pages need a privilege that users do not have.
void adviseLargePages(void*, std::size_t) {}

}  // namespace gpubuck
