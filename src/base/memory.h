// Main memory that this process may use.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>

namespace gpubuck {

/// Returns the bytes that this process may still take: what the system has left, and no more than
/// the limit of its address space allows (RLIMIT_AS, the shell's ulimit -v). The optional is empty
/// if the system does not say.
std::optional<std::int64_t> freeMemory();

/// Advises the system to use large pages for memory that begins at a multiple of their size. The
/// pages are small if the system does not follow it.
void adviseLargePages(void* memory, std::size_t bytes);

}  // namespace gpubuck
