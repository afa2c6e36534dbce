#include "pairs/pair_table.h"

#include <sys/mman.h>

#include "base/parallel.h"

namespace gpubuck::pairs {
namespace {

constexpr std::align_val_t kLargePage{std::size_t{1} << 21};

/// The number of bytes from which on a column is rounded up to large pages.
constexpr std::size_t kLarge = std::size_t{1} << 23;

/// The number of copied numbers from which on another thread pays.
constexpr std::int64_t kLeastCopied = 1 << 17;

template <typename Number>
void copyInParallel(std::span<const std::int32_t> numbers, Number* to, std::int64_t stride) {
  inParallel(std::ssize(numbers), kLeastCopied, [&](std::int64_t first, std::int64_t end) {
    for (std::int64_t k = first; k < end; ++k) {
      to[k * stride] = numbers[static_cast<std::size_t>(k)];
    }
  });
}

}  // namespace

void* allocateColumn(std::size_t bytes) {
  if (bytes < kLarge) return ::operator new(bytes);
  void* const column = ::operator new(bytes, kLargePage);
  // An advice: pages are small if the system does not follow it.
  madvise(column, bytes, MADV_HUGEPAGE);
  return column;
}

void freeColumn(void* column, std::size_t bytes) noexcept {
  if (bytes < kLarge) {
    ::operator delete(column);
  } else {
    ::operator delete(column, kLargePage);
  }
}

void copyNumbers(std::span<const std::int32_t> numbers, std::int64_t* to, std::int64_t stride) {
  copyInParallel(numbers, to, stride);
}

void copyNumbers(std::span<const std::int32_t> numbers, std::int32_t* to, std::int64_t stride) {
  copyInParallel(numbers, to, stride);
}

}  // namespace gpubuck::pairs
