// The operations of a GPU that a search needs: memory, copies, kernels and prefix sums.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "pairs/resident/kernels/kernels.h"

namespace gpubuck::pairs {

/// Memory of a GPU. It is freed when the last copy of `owner` is destroyed.
struct ResidentMemory {
  std::uint64_t address = 0;
  std::shared_ptr<const void> owner{};
};

/// A kernel of kernels/kernels.h.
enum class ResidentKernel {
#define GPUBUCK_VALUE(name) name,
  GPUBUCK_KERNELS(GPUBUCK_VALUE)
#undef GPUBUCK_VALUE
};

/// A GPU. It does its work in the order of the calls. All functions except download() may return
/// before the work is done.
class ResidentMachine {
 public:
  ResidentMachine() = default;
  ResidentMachine(const ResidentMachine&) = delete;
  ResidentMachine& operator=(const ResidentMachine&) = delete;
  virtual ~ResidentMachine() = default;

  /// Allocates an array in C order. `kind` is 'i', 'u' or 'f', and `bytes` is the size of a number.
  virtual ResidentMemory allocate(char kind, int bytes, const std::vector<std::int64_t>& sizes) = 0;
  /// Copies from main memory. The caller may change this memory after the call.
  virtual void upload(std::uint64_t to, std::span<const std::byte> bytes) = 0;
  /// Copies to main memory, and waits until the copy is complete.
  virtual void download(std::span<std::byte> to, std::uint64_t from) = 0;
  virtual void copy(std::uint64_t to, std::uint64_t from, std::int64_t bytes) = 0;
  /// Sets words to 0.
  virtual void clear(std::uint64_t at, std::int64_t words) = 0;
  /// Runs a kernel for the items 0 .. items - 1.
  virtual void run(ResidentKernel kernel, std::int64_t items,
                   const resident::Arguments& arguments) = 0;
  /// Writes count + 1 numbers to `starts`: the exclusive prefix sums of the counts, and then the
  /// sum of all counts. `totals` is memory for count / kScanBlock + 1 numbers.
  virtual void scan(const resident::Word* counts, std::int64_t count, resident::Long* totals,
                    resident::Long* starts) = 0;
  /// Clears crowd and notes of the arguments, and puts the points into the order of their cells.
  virtual void arrange(const resident::Arguments& arguments, std::int64_t cells,
                       resident::Long* totals);
  /// Returns the number of items of findPairs per point.
  virtual int group() const = 0;
};

inline void ResidentMachine::arrange(const resident::Arguments& a, std::int64_t cells,
                                     resident::Long* totals) {
  clear(reinterpret_cast<std::uint64_t>(a.notes), sizeof(resident::Notes) / sizeof(resident::Word));
  clear(reinterpret_cast<std::uint64_t>(a.crowd), cells);
  run(ResidentKernel::place, a.placedCount, a);
  scan(a.crowd, cells, totals, a.cellStart);
  run(ResidentKernel::order, a.placedCount, a);
  run(ResidentKernel::gather, a.placedCount, a);
}

}  // namespace gpubuck::pairs
