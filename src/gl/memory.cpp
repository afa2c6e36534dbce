#include "gl/memory.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <string>
#include <utility>

#include "base/memory.h"
#include "gl/api.h"
#include "gl/context.h"
#include "gl/objects.h"

namespace gpubuck::gl {
namespace {

constexpr std::int64_t kSmall = 16'000'000;  // bytes; for smaller objects the free memory is not
                                             // checked
// In a browser each question to the driver takes a round trip of about 0.2 ms to another process.
#ifdef __EMSCRIPTEN__
constexpr bool kIsPage = true;
#else
constexpr bool kIsPage = false;
#endif

constexpr std::int64_t kKiB = 1024;

/// Returns the free memory of a software renderer. Such a renderer takes memory only when a texture
/// is first written. All bytes requested since the first call of this function are therefore
/// counted as taken.
std::optional<std::int64_t> softwareMemory() {
  const std::optional<std::int64_t> now = freeMemory();
  if (!now) return {};
  static const std::int64_t atFirst = *now + allocatedBytes();
  return std::min(*now, atFirst - allocatedBytes());
}

std::int64_t megabytes(std::int64_t bytes) { return bytes / 1'000'000; }

AllocateTogether* together = nullptr;

}  // namespace

std::optional<std::int64_t> freeBytes() {
  if (isSoftware()) return softwareMemory();
  std::array<GLint, 4> amounts{};  // in KiB; the first number is the free memory
  if (features().memoryOfNvidia) {
    glGetIntegerv(GL_GPU_MEMORY_INFO_CURRENT_AVAILABLE_VIDMEM_NVX, amounts.data());
  } else if (features().memoryOfAmd) {
    glGetIntegerv(GL_TEXTURE_FREE_MEMORY_ATI, amounts.data());
  } else {
    return {};
  }
  return amounts[0] * kKiB;
}

void requireFree(std::string_view label, std::int64_t bytes) {
  if (bytes < kSmall) return;
  const std::optional<std::int64_t> free = freeBytes();
  if (free && bytes > *free) throwNoMemory(label, bytes, allocatedBytes());
}

void throwNoMemory(std::string_view label, std::int64_t bytes, std::int64_t inUse) {
  const std::optional<std::int64_t> free = freeBytes();
  throw NoMemory(
      std::string(label),
      fmt::format(
          "needs {} MB more of the {} memory, of which gpubuck has {} MB{}; fewer particles "
          "need less",
          megabytes(bytes), isSoftware() ? "machine's" : "GPU's", megabytes(inUse),
          free && *free < bytes ? fmt::format(" and {} MB are free", megabytes(*free)) : ""));
}

AllocateTogether::AllocateTogether(std::string label) : label_(std::move(label)) {
  together = this;
}

AllocateTogether::~AllocateTogether() { together = nullptr; }

AllocateTogether* AllocateTogether::present() { return together; }

void AllocateTogether::add(Allocation allocation) {
  waitingBytes_ += allocation.bytes;
  waiting_.push_back(std::move(allocation));
}

void AllocateTogether::allocate() {
  requireFree(label_, waitingBytes_);
  const std::int64_t inUse = allocatedBytes();
  together = nullptr;
  for (const auto& [label, bytes, amount, ask] : waiting_) {
    ask();
    if (kIsPage && bytes < kSmall) continue;  // throwOnError() checks small objects
    const GLenum error = glGetError();
    if (error == GL_OUT_OF_MEMORY) throwNoMemory(label_, waitingBytes_, inUse);
    if (error != GL_NO_ERROR) throw RunError(label, "the driver refuses " + amount);
  }
}

}  // namespace gpubuck::gl
