// Main memory that this process may use.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>

namespace gpubuck {

/// Returns the bytes that this process may still take: the memory that the system has left, but at
/// most the rest of the process's address space (RLIMIT_AS, the shell's ulimit -v). Returns nullopt
/// if the system does not report its memory.
std::optional<std::int64_t> freeMemory();

/// Advises the system to use large pages for memory that begins at a multiple of their size. If the
/// system does not follow the advice, the pages are small.
void adviseLargePages(void* memory, std::size_t bytes);

}  // namespace gpubuck
