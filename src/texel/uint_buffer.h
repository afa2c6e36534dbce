// Unsigned 32-bit numbers in a buffer that compute shaders read and write: OpenGL 4.3.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "gl/objects.h"

namespace gpubuck::texel {

/// A buffer of numbers. Unlike an Array it is not laid out in rows and may hold more elements than
/// ids can name.
class UIntBuffer {
 public:
  /// Allocates a buffer with undefined contents. Throws InputError for more numbers than a shader
  /// can access on this driver, and RunError without GPU memory; both name `label`.
  UIntBuffer(const std::string& label, std::int64_t count);

  const std::string& label() const { return label_; }
  std::int64_t count() const { return count_; }
  std::int64_t bytes() const { return count_ * std::int64_t{sizeof(std::uint32_t)}; }
  const gl::Buffer& buffer() const { return buffer_; }

  /// Uploads exactly count() numbers. Throws RunError for another count.
  void upload(std::span<const std::uint32_t> values);
  /// Uploads numbers of any type to the front. Throws RunError for more bytes than there are.
  template <typename Number>
  void uploadFront(std::span<const Number> numbers) {
    uploadBytes(std::as_bytes(numbers));
  }
  std::vector<std::uint32_t> download() const;
  /// Downloads the first values.size() numbers.
  void download(std::span<std::uint32_t> values) const;

 private:
  void uploadBytes(std::span<const std::byte> data);

  std::string label_;
  std::int64_t count_;
  gl::Buffer buffer_;
};

}  // namespace gpubuck::texel
