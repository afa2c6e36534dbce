// How much memory textures and buffers take, and how much is left for them.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

namespace gpubuck::gl {

/// The bytes that textures and buffers may still take: of the GPU's memory, as drivers of NVIDIA
/// and AMD tell, or of the machine's on a software renderer. None where nobody tells.
std::optional<std::int64_t> freeBytes();

/// Throws RunError for an object of more bytes than are free. Some drivers would move it to memory
/// a hundred times as slow, and the system would end a process that uses a software renderer.
void requireFree(std::string_view label, std::int64_t bytes);

/// The error for an object that there is no memory for beside those in use.
[[noreturn]] void throwNoMemory(std::string_view label, std::int64_t bytes, std::int64_t inUse);

}  // namespace gpubuck::gl
