// An array of elements laid row by row on a 2-D texture, one texel per element.
#pragma once

#include <cstdint>
#include <glm/vec4.hpp>
#include <span>
#include <string>
#include <vector>

#include "gl/objects.h"
#include "texel/device.h"
#include "texel/id.h"

namespace gpubuck::texel {

enum class Format {
  Id,    ///< RGBA8: a 24-bit id as R + 256 G + 65536 B, and a flag in A
  Vec4,  ///< RGBA32F
  UInt4  ///< RGBA32UI
};

/// The OpenGL name of a format, and how GLSL and errors spell it.
struct FormatTraits {
  GLenum internalFormat;
  const char* what;        ///< an array holds these: ids
  const char* glslType;    ///< of a value: vec4, uvec4
  const char* glslImage;   ///< image2D, uimage2D
  const char* glslLayout;  ///< rgba8, rgba32f, rgba32ui
};
const FormatTraits& traits(Format format);

/// Element i is the texel (i mod W, i / W) with W = Device::textureWidth(). The texels of the last
/// row behind the last element are padding, which only fill() writes.
class Array {
 public:
  /// Contents undefined. Throws InputError when `count` does not fit (Device::requireFits) and
  /// RunError without GPU memory; both name `label`.
  Array(const Device& device, const std::string& label, Format format, std::int64_t count);

  const std::string& label() const { return label_; }
  Format format() const { return format_; }
  std::int64_t count() const { return count_; }
  const gl::Texture& texture() const { return texture_; }

  /// Throws RunError where the array has another format.
  void requireFormat(Format expected) const;

  /// Sets every texel, also those behind the last element. Throws RunError for another format.
  void fill(const glm::vec4& value);   ///< Format::Id (each channel within 0..1) and Format::Vec4
  void fill(const glm::uvec4& value);  ///< Format::UInt4

  /// Copies exactly count() elements in; the texels behind them keep their contents. Throws
  /// RunError for another number or format.
  void upload(std::span<const IdTexel> values);
  void upload(std::span<const glm::vec4> values);
  void upload(std::span<const glm::uvec4> values);

  /// Copies count() elements out, or with `padding` all texels of all rows.
  std::vector<IdTexel> downloadIds(bool padding = false) const;
  std::vector<glm::vec4> downloadVec4(bool padding = false) const;
  std::vector<glm::uvec4> downloadUInt4(bool padding = false) const;

  /// Copies element 0 of a Format::UInt4 array out.
  glm::uvec4 first() const;

  /// Copies all texels of all rows into a buffer on the GPU, which must have room for them.
  void copyTo(const gl::Buffer& buffer) const;

 private:
  void uploadBytes(Format expected, const void* data, std::size_t count);
  template <typename Texel>
  std::vector<Texel> download(Format expected, bool padding) const;

  std::string label_;
  Format format_;
  std::int64_t count_;
  gl::Texture texture_;
  mutable gl::Framebuffer framebuffer_;  ///< remembers what it is attached to; for fills and reads
};

}  // namespace gpubuck::texel
