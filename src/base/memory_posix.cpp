#include <sys/mman.h>
#include <sys/resource.h>
#include <unistd.h>

#include <algorithm>
#include <fstream>
#include <string>

#include "base/memory.h"

namespace gpubuck {
namespace {

/// Returns the memory that the system has available, in bytes.
std::optional<std::int64_t> systemMemory() {
  std::ifstream file("/proc/meminfo");
  std::string name;
  std::int64_t kibibytes = 0;
  for (std::string unit; file >> name >> kibibytes; std::getline(file, unit)) {
    if (name == "MemAvailable:") return kibibytes * 1024;
  }
  return {};
}

/// Returns the unused bytes of the process's address space, or nothing if this space has no limit.
std::optional<std::int64_t> addressSpace() {
  rlimit limit{};
  if (getrlimit(RLIMIT_AS, &limit) != 0 || limit.rlim_cur == RLIM_INFINITY) return {};
  std::ifstream file("/proc/self/statm");
  std::int64_t pages = 0;
  if (!(file >> pages)) return {};
  return std::max<std::int64_t>(
      static_cast<std::int64_t>(limit.rlim_cur) - pages * sysconf(_SC_PAGESIZE), 0);
}

}  // namespace

std::optional<std::int64_t> freeMemory() {
  const std::optional<std::int64_t> system = systemMemory();
  const std::optional<std::int64_t> space = addressSpace();
  return system && space ? std::min(system, space) : system ? system : space;
}

void adviseLargePages(void* memory, std::size_t bytes) { madvise(memory, bytes, MADV_HUGEPAGE); }

}  // namespace gpubuck
