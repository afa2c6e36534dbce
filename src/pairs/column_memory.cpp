#include "pairs/column_memory.h"

#include <algorithm>
#include <bit>
#include <cstddef>
#include <iterator>
#include <mutex>
#include <new>
#include <vector>

#include "base/memory.h"
#include "pairs/pair_table.h"

namespace gpubuck::pairs {
namespace {

constexpr std::align_val_t kLargePage{std::size_t{1} << 21};

/// Columns of at least this number of bytes begin at a large page.
constexpr std::size_t kLarge = std::size_t{1} << 23;

/// Columns of fewer bytes are not kept, since the C library keeps their memory itself.
constexpr std::size_t kLeastKept = std::size_t{1} << 16;

/// A sanitizer finds accesses to freed columns only if their memory is really freed.
#ifdef __SANITIZE_ADDRESS__
constexpr bool kKeepsColumns = false;
#else
constexpr bool kKeepsColumns = true;
#endif

bool isKept(std::size_t bytes) {
  return kKeepsColumns && bytes >= kLeastKept && bytes <= kMostKept;
}

/// Returns the number of bytes that are allocated for a column: the next of eight sizes per power
/// of two, so that a later column of about the same size fits.
std::size_t roomFor(std::size_t bytes) {
  if (!isKept(bytes)) return bytes;
  const std::size_t step = std::bit_floor(bytes) / 8;
  return (bytes + step - 1) / step * step;
}

void* allocateRoom(std::size_t room) {
  if (room < kLarge) return ::operator new(room);
  void* const column = ::operator new(room, kLargePage);
  adviseLargePages(column, room);
  return column;
}

void freeRoom(void* column, std::size_t room) noexcept {
  if (room < kLarge) {
    ::operator delete(column);
  } else {
    ::operator delete(column, kLargePage);
  }
}

/// Freed columns. No call waits for another thread: if another thread is in a call, a column is
/// allocated or freed as if nothing was kept. This also holds in the child of a fork, where the
/// other thread does not exist.
class KeptColumns {
 public:
  /// Returns a kept column with this room, or a null pointer.
  void* take(std::size_t room) noexcept {
    const std::unique_lock lock(mutex_, std::try_to_lock);
    if (!lock) return nullptr;
    const auto found = std::find_if(columns_.rbegin(), columns_.rend(),
                                    [room](const Kept& kept) { return kept.room == room; });
    if (found == columns_.rend()) return nullptr;
    void* const column = found->memory;
    columns_.erase(std::next(found).base());
    bytes_ -= room;
    return column;
  }

  /// Returns whether the column is kept. Columns that have been kept longest are freed for it.
  bool keep(void* column, std::size_t room) noexcept {
    const std::unique_lock lock(mutex_, std::try_to_lock);
    if (!lock) return false;
    try {
      columns_.push_back({column, room});
    } catch (const std::bad_alloc&) {
      return false;
    }
    bytes_ += room;
    std::size_t freed = 0;
    for (; bytes_ > kMostKept; ++freed) {
      freeRoom(columns_[freed].memory, columns_[freed].room);
      bytes_ -= columns_[freed].room;
    }
    columns_.erase(columns_.begin(), columns_.begin() + static_cast<std::ptrdiff_t>(freed));
    return true;
  }

  /// Frees all kept columns. Returns whether there were any.
  bool clear() noexcept {
    const std::unique_lock lock(mutex_, std::try_to_lock);
    if (!lock || columns_.empty()) return false;
    for (const Kept& kept : columns_) freeRoom(kept.memory, kept.room);
    columns_.clear();
    bytes_ = 0;
    return true;
  }

  std::size_t bytes() {
    const std::scoped_lock lock(mutex_);
    return bytes_;
  }

 private:
  struct Kept {
    void* memory;
    std::size_t room;
  };
  std::mutex mutex_;
  std::vector<Kept> columns_;  ///< from the column that has been kept longest
  std::size_t bytes_ = 0;
};

/// Never ends, because arrays of Python may be freed after the end of main().
KeptColumns& keptColumns() {
  static auto* const kKept = new KeptColumns;
  return *kKept;
}

}  // namespace

std::size_t keptColumnBytes() { return keptColumns().bytes(); }

std::optional<std::int64_t> freeMemoryFor(std::int64_t wanted) {
  const std::optional<std::int64_t> free = freeMemory();
  if (!free || *free >= wanted || !keptColumns().clear()) return free;
  return freeMemory();
}

void* allocateColumn(std::size_t bytes) {
  const std::size_t room = roomFor(bytes);
  if (isKept(bytes)) {
    if (void* const kept = keptColumns().take(room)) return kept;
  }
  try {
    return allocateRoom(room);
  } catch (const std::bad_alloc&) {
    if (!keptColumns().clear()) throw;
    return allocateRoom(room);
  }
}

void freeColumn(void* column, std::size_t bytes) noexcept {
  const std::size_t room = roomFor(bytes);
  if (!isKept(bytes) || !keptColumns().keep(column, room)) freeRoom(column, room);
}

}  // namespace gpubuck::pairs
