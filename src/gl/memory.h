// How much memory textures and buffers take, and how much is left for them.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/error.h"

namespace gpubuck::gl {

/// There is no GPU memory for what `label` names.
class NoMemory : public RunError {
 public:
  NoMemory(const std::string& label, const std::string& why)
      : RunError(label, why), label_(label), why_(why) {}
  /// The same with advice at its end.
  NoMemory with(const std::string& advice) const { return {label_, why_ + advice}; }

 private:
  std::string label_, why_;
};

/// The bytes that textures and buffers may still take: of the GPU's memory, as drivers of NVIDIA
/// and AMD tell, or of the machine's on a software renderer. None where it is not known.
std::optional<std::int64_t> freeBytes();

/// Throws NoMemory for an object of more bytes than are free. Some drivers would move it to memory
/// a hundred times as slow, and the system would end a process that uses a software renderer.
void requireFree(std::string_view label, std::int64_t bytes);

/// The error for an object that there is no memory for beside those in use.
[[noreturn]] void throwNoMemory(std::string_view label, std::int64_t bytes, std::int64_t inUse);

/// What a texture or buffer wants of the driver.
struct Allocation {
  std::string label;
  std::int64_t bytes;
  std::string amount;         ///< in the words of its kind: "4 x 2 texels"
  std::function<void()> ask;  ///< the OpenGL calls
};

/// While one lives, textures and buffers are made without memory; the data of a buffer must live
/// on. allocate() then asks for all of it: objects that do not fit together are refused before the
/// first has any. One at a time.
class AllocateTogether {
 public:
  /// `label` names them all in errors.
  explicit AllocateTogether(std::string label);
  ~AllocateTogether();
  AllocateTogether(const AllocateTogether&) = delete;
  AllocateTogether& operator=(const AllocateTogether&) = delete;

  /// The one that lives, until it has allocated; else null.
  static AllocateTogether* present();

  void add(Allocation allocation);
  /// The bytes that have been added, and are not allocated yet.
  std::int64_t waitingBytes() const { return waitingBytes_; }
  /// Objects made later are on their own. Throws NoMemory with the bytes of all where those are not
  /// there, and where the driver refuses an object for another reason.
  void allocate();

 private:
  std::string label_;
  std::vector<Allocation> waiting_;
  std::int64_t waitingBytes_ = 0;
};

}  // namespace gpubuck::gl
