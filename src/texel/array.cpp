#include "texel/array.h"

#include <fmt/format.h>

#include <array>
#include <glm/gtc/type_ptr.hpp>

#include "base/error.h"

namespace gpubuck::texel {
namespace {

std::int64_t checked(const Device& device, const std::string& label, std::int64_t count) {
  device.requireFits(label, count);
  return count;
}

}  // namespace

const FormatTraits& traits(Format format) {
  static const FormatTraits kId{GL_RGBA8, "ids", "vec4", "image2D", "rgba8"};
  static const FormatTraits kVec4{GL_RGBA32F, "floats", "vec4", "image2D", "rgba32f"};
  static const FormatTraits kUInt4{GL_RGBA32UI, "uints", "uvec4", "uimage2D", "rgba32ui"};
  switch (format) {
    case Format::Id:
      return kId;
    case Format::Vec4:
      return kVec4;
    default:
      return kUInt4;
  }
}

Array::Array(const Device& device, const std::string& label, Format format, std::int64_t count)
    : label_(label),
      format_(format),
      count_(checked(device, label, count)),
      texture_(label, traits(format).internalFormat, device.textureWidth(), device.rowsFor(count)),
      framebuffer_(label) {}

void Array::requireFormat(Format expected) const {
  if (expected == format_) return;
  throw RunError(label_,
                 fmt::format("holds {}, not {}", traits(format_).what, traits(expected).what));
}

void Array::fill(const glm::vec4& value) {
  if (format_ == Format::UInt4) requireFormat(Format::Vec4);
  const std::array<const gl::Texture*, 1> target{&texture_};
  framebuffer_.bind(target);
  glClearBufferfv(GL_COLOR, 0, glm::value_ptr(value));
}

void Array::fill(const glm::uvec4& value) {
  requireFormat(Format::UInt4);
  const std::array<const gl::Texture*, 1> target{&texture_};
  framebuffer_.bind(target);
  glClearBufferuiv(GL_COLOR, 0, glm::value_ptr(value));
}

void Array::upload(std::span<const IdTexel> values) {
  uploadBytes(Format::Id, values.data(), values.size());
}
void Array::upload(std::span<const glm::vec4> values) {
  uploadBytes(Format::Vec4, values.data(), values.size());
}
void Array::upload(std::span<const glm::uvec4> values) {
  uploadBytes(Format::UInt4, values.data(), values.size());
}

void Array::uploadBytes(Format expected, const void* data, std::size_t count) {
  requireFormat(expected);
  if (static_cast<std::int64_t>(count) != count_) {
    throw RunError(label_, fmt::format("has {} elements, an upload has {}", count_, count));
  }
  const gl::Transfer transfer = gl::transferOf(texture_.internalFormat());
  const int width = texture_.width();
  const int fullRows = static_cast<int>(count_ / width);
  const int rest = static_cast<int>(count_ % width);
  const auto* bytes = static_cast<const std::byte*>(data);
  glBindTexture(GL_TEXTURE_2D, texture_.id());
  if (fullRows > 0) {
    glTexSubImage2D(GL_TEXTURE_2D, 0, 0, 0, width, fullRows, transfer.format, transfer.type, bytes);
  }
  if (rest > 0) {
    glTexSubImage2D(GL_TEXTURE_2D, 0, 0, fullRows, rest, 1, transfer.format, transfer.type,
                    bytes + (count_ - rest) * transfer.bytes);
  }
}

template <typename Texel>
std::vector<Texel> Array::download(Format expected, bool padding) const {
  requireFormat(expected);
  std::vector<Texel> texels(static_cast<std::size_t>(texture_.width()) *
                            static_cast<std::size_t>(texture_.height()));
  glBindTexture(GL_TEXTURE_2D, texture_.id());
  const gl::Transfer transfer = gl::transferOf(texture_.internalFormat());
  glGetTexImage(GL_TEXTURE_2D, 0, transfer.format, transfer.type, texels.data());
  if (!padding) texels.resize(static_cast<std::size_t>(count_));
  return texels;
}

std::vector<IdTexel> Array::downloadIds(bool padding) const {
  return download<IdTexel>(Format::Id, padding);
}
std::vector<glm::vec4> Array::downloadVec4(bool padding) const {
  return download<glm::vec4>(Format::Vec4, padding);
}
std::vector<glm::uvec4> Array::downloadUInt4(bool padding) const {
  return download<glm::uvec4>(Format::UInt4, padding);
}

glm::uvec4 Array::first() const {
  requireFormat(Format::UInt4);
  if (count_ == 0) throw RunError(label_, "has no first element: it is empty");
  const std::array<const gl::Texture*, 1> source{&texture_};
  framebuffer_.bind(source);
  glm::uvec4 texel{};
  glReadPixels(0, 0, 1, 1, GL_RGBA_INTEGER, GL_UNSIGNED_INT, glm::value_ptr(texel));
  return texel;
}

void Array::copyTo(const gl::Buffer& buffer) const {
  glBindBuffer(GL_PIXEL_PACK_BUFFER, buffer.id());
  glBindTexture(GL_TEXTURE_2D, texture_.id());
  const gl::Transfer transfer = gl::transferOf(texture_.internalFormat());
  glGetTexImage(GL_TEXTURE_2D, 0, transfer.format, transfer.type, nullptr);
  glBindBuffer(GL_PIXEL_PACK_BUFFER, 0);
}

}  // namespace gpubuck::texel
