#include "pairs/pair_table.h"

#include <sys/mman.h>

namespace gpubuck::pairs {
namespace {

constexpr std::align_val_t kLargePage{std::size_t{1} << 21};

/// The number of bytes from which on a column is rounded up to large pages.
constexpr std::size_t kLarge = std::size_t{1} << 23;

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

}  // namespace gpubuck::pairs
