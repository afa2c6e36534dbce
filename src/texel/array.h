// Arrays of elements, which lie row by row on a 2-D texture, one texel per element; and buffers of
// numbers that compute shaders read and write (OpenGL 4.3). Also functions for id texels, as
// texel/id.glsl has them for shaders.
#pragma once

#include <cstddef>
#include <cstdint>
#include <glm/vec4.hpp>
#include <span>
#include <string>
#include <vector>

#include "base/id.h"
#include "gl/objects.h"
#include "texel/device.h"

namespace gpubuck::texel {

/// An id texel in memory, with R in the lowest byte, then G, B and A. RGB is the id, A the flag.
using IdTexel = std::uint32_t;

/// Returns the texel of an id, or of NULL (kNullId), with or without its flag.
constexpr IdTexel encodeId(std::uint32_t id, bool flag) { return id | (flag ? 0xFF000000U : 0U); }

/// Returns the id, or kNullId for NULL. Some arrays hold plain numbers instead of ids; then returns
/// the number, and 16,777,215 does not mean NULL. Ignores the flag.
constexpr std::uint32_t decodeId(IdTexel texel) { return texel & kNullId; }

/// Returns the id as a signed number, or -1 for NULL.
constexpr std::int32_t decodeSignedId(IdTexel texel) {
  const std::uint32_t id = decodeId(texel);
  return id == kNullId ? -1 : static_cast<std::int32_t>(id);
}

/// Returns whether the flag is set, which means A above one half in a shader.
constexpr bool hasFlag(IdTexel texel) { return texel >> 24 > 127; }

/// The format of the texels of an array.
enum class Format {
  Id,    ///< RGBA8: a 24-bit id as R + 256 G + 65536 B, and a flag in A
  Vec4,  ///< RGBA32F
  UInt4  ///< RGBA32UI
};

/// The names of a format in OpenGL, GLSL and errors.
struct FormatTraits {
  GLenum internalFormat;
  GLenum sampler;          ///< type of a uniform that reads an array of this format
  const char* what;        ///< contents of an array in errors, such as "ids"
  const char* glslType;    ///< type of a value: vec4, uvec4
  const char* glslImage;   ///< image2D, uimage2D
  const char* glslLayout;  ///< rgba8, rgba32f, rgba32ui
  int bytes;               ///< size of a texel
};
const FormatTraits& traits(Format format);

/// The common base of arrays of all types. Element i is the texel (i mod W, i / W) with W =
/// Device::textureWidth(). The texels after the last element in the last row are padding, which
/// only fill() writes.
class AnyArray {
 public:
  const std::string& label() const { return label_; }
  Format format() const { return format_; }
  std::int64_t count() const { return count_; }
  /// Returns the size of the elements in bytes, without padding.
  std::int64_t bytes() const { return count_ * traits(format_).bytes; }
  const gl::Texture& texture() const { return texture_; }

  /// Copies all texels of all rows into a buffer on the GPU, which must have room for them.
  void copyTo(const gl::Buffer& buffer) const;

 protected:
  AnyArray(const Device& device, const std::string& label, Format format, std::int64_t count);

  void clear(const void* texel);
  void uploadTexels(const void* texels, std::int64_t count);
  void downloadTexels(void* texels) const;
  /// Returns the number of texels that readFront() writes.
  std::size_t requiredFront(std::int64_t number) const;
  void readFront(std::int64_t number, void* texels) const;
  void readElement(std::int64_t i, void* texel) const;

 private:
  /// Reads the first `columns` texels of the first `rows` rows.
  void readRows(int rows, int columns, void* texels) const {
    readRectangle(0, 0, columns, rows, texels);
  }
  void readRectangle(int x, int y, int columns, int rows, void* texels) const;

  std::string label_;
  Format format_;
  std::int64_t count_;
  gl::Texture texture_;
  mutable gl::Framebuffer framebuffer_;  ///< used by fills and reads; the texture stays attached
};

template <typename Texel>
inline constexpr Format kFormatOf = Format::Vec4;
template <>
inline constexpr Format kFormatOf<IdTexel> = Format::Id;
template <>
inline constexpr Format kFormatOf<glm::uvec4> = Format::UInt4;

/// An array of IdTexel, glm::vec4 or glm::uvec4.
template <typename Texel>
class Array : public AnyArray {
 public:
  /// Allocates an array with undefined contents. Throws InputError if `count` does not fit
  /// (Device::requireFits), and RunError if there is too little GPU memory. Both errors name
  /// `label`.
  Array(const Device& device, const std::string& label, std::int64_t count)
      : AnyArray(device, label, kFormatOf<Texel>, count) {}

  /// Allocates an array and uploads `values`.
  Array(const Device& device, const std::string& label, std::span<const Texel> values)
      : Array(device, label, std::ssize(values)) {
    upload(values);
  }

  /// Sets every texel, including the padding.
  void fill(const Texel& value) { clear(&value); }

  /// Uploads exactly count() elements; the padding keeps its contents. Throws RunError for another
  /// number of elements.
  void upload(std::span<const Texel> values) { uploadTexels(values.data(), std::ssize(values)); }

  /// Downloads count() elements, or with `padding` all texels of all rows.
  std::vector<Texel> download(bool padding = false) const {
    std::vector<Texel> texels(static_cast<std::size_t>(texture().width()) *
                              static_cast<std::size_t>(texture().height()));
    downloadTexels(texels.data());
    if (!padding) texels.resize(static_cast<std::size_t>(count()));
    return texels;
  }

  /// Downloads element 0. Throws RunError for an empty array.
  Texel first() const { return front(1).front(); }

  /// Downloads only element i. Waits for the GPU. Throws RunError if there is no such element.
  Texel at(std::int64_t i) const {
    Texel texel{};
    readElement(i, &texel);
    return texel;
  }

  /// Downloads the first `number` elements. Throws RunError if the array has fewer elements.
  std::vector<Texel> front(std::int64_t number) const {
    std::vector<Texel> texels(requiredFront(number));
    readFront(number, texels.data());
    texels.resize(static_cast<std::size_t>(number));
    return texels;
  }
};

using IdArray = Array<IdTexel>;
using Vec4Array = Array<glm::vec4>;
using UInt4Array = Array<glm::uvec4>;

/// A buffer of numbers. Unlike an Array it is not laid out in rows and may hold more elements than
/// ids can name.
class UIntBuffer {
 public:
  /// Allocates a buffer with undefined contents. Throws InputError for more numbers than a shader
  /// can access on this driver, and RunError if there is too little GPU memory. Both errors name
  /// `label`. `usage` is the usage for glBufferData.
  UIntBuffer(const std::string& label, std::int64_t count, GLenum usage = GL_DYNAMIC_COPY);

  const std::string& label() const { return label_; }
  std::int64_t count() const { return count_; }
  std::int64_t bytes() const { return count_ * std::int64_t{sizeof(std::uint32_t)}; }
  const gl::Buffer& buffer() const { return buffer_; }

  /// Uploads exactly count() numbers. Throws RunError for another count.
  void upload(std::span<const std::uint32_t> values);
  /// Uploads numbers of any type to the front. Throws RunError for more bytes than the buffer has.
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

/// Memory that the GPU writes and the processor reads in place, since drivers copy to such memory
/// several times as fast as to a caller's memory.
class ReadBuffer {
 public:
  /// Throws the errors of UIntBuffer.
  ReadBuffer(const std::string& label, std::int64_t count)
      : memory_(label, count, GL_STREAM_READ) {}

  std::int64_t count() const { return memory_.count(); }

  /// The numbers of a copy, which are valid as long as this object lives. A buffer can have only
  /// one such object at a time.
  class Mapped {
   public:
    ~Mapped();
    Mapped(const Mapped&) = delete;
    Mapped& operator=(const Mapped&) = delete;

    std::span<const std::uint32_t> numbers() const { return numbers_; }

   private:
    friend class ReadBuffer;
    Mapped(const gl::Buffer& buffer, std::span<const std::uint32_t> numbers)
        : buffer_(&buffer), numbers_(numbers) {}

    const gl::Buffer* buffer_;
    std::span<const std::uint32_t> numbers_;
  };

  /// Copies the first `count` (1 or more) numbers of `from`. Waits for the GPU. Throws RunError if
  /// `from` or this buffer has fewer numbers.
  Mapped copy(const UIntBuffer& from, std::int64_t count);

 private:
  UIntBuffer memory_;
};

}  // namespace gpubuck::texel
