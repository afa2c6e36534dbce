// Main memory that this process may use.
#pragma once

#include <cstdint>
#include <optional>

namespace gpubuck {

/// The bytes that this process may still take: what the system has left, and no more than the limit
/// of its address space allows (RLIMIT_AS, the shell's ulimit -v). None where the system does not
/// tell.
std::optional<std::int64_t> freeMemory();

}  // namespace gpubuck
