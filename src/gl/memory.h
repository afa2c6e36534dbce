// The memory that textures and buffers take, and the memory that is free for them.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/error.h"

namespace gpubuck::gl {

/// Thrown if there is not enough GPU memory for the object with the name `label`.
class NoMemory : public RunError {
 public:
  NoMemory(const std::string& label, const std::string& why)
      : RunError(label, why), label_(label), why_(why) {}
  /// Returns this error with `advice` added at the end of its text.
  NoMemory with(const std::string& advice) const { return {label_, why_ + advice}; }

 private:
  std::string label_, why_;
};

/// Returns the number of free bytes for textures and buffers, or an empty optional if it is
/// unknown. Drivers of NVIDIA and AMD report the free memory of the GPU. For a software renderer,
/// the number is the free memory of the machine.
std::optional<std::int64_t> freeBytes();

/// Throws NoMemory for an object of more bytes than are free. Objects of less than 16 MB are not
/// checked. Without this check some drivers would put the object into memory that is a hundred
/// times as slow, and on a software renderer the system would end the process.
void requireFree(std::string_view label, std::int64_t bytes);

/// Throws the error for an object that does not fit into memory together with the `inUse` bytes of
/// other objects.
[[noreturn]] void throwNoMemory(std::string_view label, std::int64_t bytes, std::int64_t inUse);

/// A request to the driver for the memory of a texture or buffer.
struct Allocation {
  std::string label;
  std::int64_t bytes;
  std::string amount;         ///< size in the unit of its kind, such as "4 x 2 texels"
  std::function<void()> ask;  ///< makes the OpenGL calls
};

/// Defers allocations. While an object of this class lives, textures and buffers are made without
/// memory; the data of a buffer must stay valid until allocate(). allocate() then requests all
/// memory. If the textures and buffers do not fit into memory together, allocate() fails before any
/// of them is allocated. Only one AllocateTogether may live at a time.
class AllocateTogether {
 public:
  /// `label` is the common name of all textures and buffers in errors.
  explicit AllocateTogether(std::string label);
  ~AllocateTogether();
  AllocateTogether(const AllocateTogether&) = delete;
  AllocateTogether& operator=(const AllocateTogether&) = delete;

  /// Returns the object of this class that lives and has not yet allocated memory, or null.
  static AllocateTogether* present();

  void add(Allocation allocation);
  /// Returns the number of bytes that have been added and not yet allocated.
  std::int64_t waitingBytes() const { return waitingBytes_; }
  /// Allocates all textures and buffers. Later textures and buffers are allocated when they are
  /// made. Throws NoMemory, with the sum of all bytes, if too few bytes are free. Throws RunError
  /// if the driver refuses an allocation for another reason.
  void allocate();

 private:
  std::string label_;
  std::vector<Allocation> waiting_;
  std::int64_t waitingBytes_ = 0;
};

}  // namespace gpubuck::gl
