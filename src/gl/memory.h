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

/// The error that there is not enough GPU memory for the object named `label`.
class NoMemory : public RunError {
 public:
  NoMemory(const std::string& label, const std::string& why)
      : RunError(label, why), label_(label), why_(why) {}
  /// Returns the error with advice at its end.
  NoMemory with(const std::string& advice) const { return {label_, why_ + advice}; }

 private:
  std::string label_, why_;
};

/// Returns the free bytes for textures and buffers: of the GPU's memory, from drivers of NVIDIA and
/// AMD, or of the machine's memory on a software renderer. Returns nothing if they are unknown.
std::optional<std::int64_t> freeBytes();

/// Throws NoMemory for an object of more bytes than are free. Without this check some drivers would
/// put the object into memory a hundred times as slow, and on a software renderer the system would
/// end the process.
void requireFree(std::string_view label, std::int64_t bytes);

/// Throws the error for an object that does not fit into memory together with the `inUse` bytes of
/// other objects.
[[noreturn]] void throwNoMemory(std::string_view label, std::int64_t bytes, std::int64_t inUse);

/// The request of a texture or buffer to the driver.
struct Allocation {
  std::string label;
  std::int64_t bytes;
  std::string amount;         ///< size in the unit of its kind, such as "4 x 2 texels"
  std::function<void()> ask;  ///< makes the OpenGL calls
};

/// Defers allocations: during its lifetime textures and buffers are made without memory, and the
/// data of a buffer must stay valid. allocate() then requests all memory, so that objects that do
/// not fit together fail before the first object is allocated. At most one object may live at a
/// time.
class AllocateTogether {
 public:
  /// `label` names all objects together in errors.
  explicit AllocateTogether(std::string label);
  ~AllocateTogether();
  AllocateTogether(const AllocateTogether&) = delete;
  AllocateTogether& operator=(const AllocateTogether&) = delete;

  /// Returns the living object until it has allocated, otherwise null.
  static AllocateTogether* present();

  void add(Allocation allocation);
  /// Returns the bytes that have been added and not yet allocated.
  std::int64_t waitingBytes() const { return waitingBytes_; }
  /// Allocates all objects; objects made later allocate for themselves. Throws NoMemory with the
  /// bytes of all objects if these are not free, and RunError if the driver refuses an object for
  /// another reason.
  void allocate();

 private:
  std::string label_;
  std::vector<Allocation> waiting_;
  std::int64_t waitingBytes_ = 0;
};

}  // namespace gpubuck::gl
