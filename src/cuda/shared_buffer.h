// Buffers of OpenGL that are memory of CUDA, too.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "cuda/device.h"
#include "texel/array.h"

namespace gpubuck::cuda {

/// A buffer for shaders that CUDA may read and write while it is mapped (Mapping). The contexts of
/// OpenGL and of CUDA must be current when it is made and destroyed.
class SharedBuffer {
 public:
  /// Throws what UIntBuffer throws, and RunError if CUDA refuses the buffer.
  SharedBuffer(const std::string& label, std::int64_t count);
  ~SharedBuffer();
  SharedBuffer(const SharedBuffer&) = delete;
  SharedBuffer& operator=(const SharedBuffer&) = delete;

  texel::UIntBuffer& buffer() { return buffer_; }
  const texel::UIntBuffer& buffer() const { return buffer_; }

 private:
  friend class Mapping;

  texel::UIntBuffer buffer_;
  Resource resource_ = nullptr;
};

/// A shared buffer that is made again when it needs more room.
class GrowingBuffer {
 public:
  explicit GrowingBuffer(const char* label) : label_(label) {}

  /// Returns a buffer of at least `count` numbers. What the last one held is lost if it was too
  /// small.
  SharedBuffer& withRoom(std::int64_t count);

 private:
  const char* label_;
  std::optional<SharedBuffer> buffer_;
};

/// Maps buffers while it lives: CUDA waits for the work of OpenGL before it, and OpenGL for that of
/// CUDA on the default stream after it. Meanwhile OpenGL must not use them.
class Mapping {
 public:
  explicit Mapping(const std::vector<SharedBuffer*>& buffers);
  ~Mapping();
  Mapping(const Mapping&) = delete;
  Mapping& operator=(const Mapping&) = delete;

  /// Returns the place of a mapped buffer.
  Address addressOf(const SharedBuffer& buffer) const;

 private:
  std::vector<Resource> resources_;
};

}  // namespace gpubuck::cuda
