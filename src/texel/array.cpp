#include "texel/array.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "base/error.h"
#include "base/number.h"
#include "gl/debug.h"
#include "texel/device.h"

namespace gpubuck::texel {
namespace {

std::int64_t checked(const Device& device, const std::string& label, std::int64_t count) {
  device.requireFits(label, count);
  return count;
}

}  // namespace

const FormatTraits& traits(Format format) {
  static const std::array<FormatTraits, 3> kTraits{
      {{GL_RGBA8, GL_SAMPLER_2D, "ids", "vec4", "image2D", "rgba8", 4},
       {GL_RGBA32F, GL_SAMPLER_2D, "floats", "vec4", "image2D", "rgba32f", 16},
       {GL_RGBA32UI, GL_UNSIGNED_INT_SAMPLER_2D, "uints", "uvec4", "uimage2D", "rgba32ui", 16}}};
  return kTraits[static_cast<std::size_t>(format)];
}

AnyArray::AnyArray(const Device& device, const std::string& label, Format format,
                   std::int64_t count)
    : label_(label),
      format_(format),
      count_(checked(device, label, count)),
      texture_(label, traits(format).internalFormat, device.textureWidth(), device.rowsFor(count)),
      framebuffer_(label) {}

void AnyArray::clear(const void* texel) {
  const std::array<const gl::Texture*, 1> target{&texture_};
  framebuffer_.bind(target);
  if (format_ == Format::UInt4) {
    glClearBufferuiv(GL_COLOR, 0, static_cast<const GLuint*>(texel));
  } else if (format_ == Format::Vec4) {
    glClearBufferfv(GL_COLOR, 0, static_cast<const GLfloat*>(texel));
  } else {
    const auto* channels = static_cast<const GLubyte*>(texel);
    std::array<GLfloat, 4> value{};
    for (std::size_t k = 0; k < value.size(); ++k) value[k] = channels[k] / 255.0F;
    glClearBufferfv(GL_COLOR, 0, value.data());
  }
}

void AnyArray::uploadTexels(const void* texels, std::int64_t count) {
  if (count != count_) {
    throw RunError(label_, fmt::format("has {} elements, an upload has {}", count_, count));
  }
  const gl::Transfer transfer = gl::transferOf(texture_.internalFormat());
  const int width = texture_.width();
  const int fullRows = static_cast<int>(count_ / width);
  const int rest = static_cast<int>(count_ % width);
  const auto* bytes = static_cast<const std::byte*>(texels);
  glBindTexture(GL_TEXTURE_2D, texture_.id());
  if (fullRows > 0) {
    glTexSubImage2D(GL_TEXTURE_2D, 0, 0, 0, width, fullRows, transfer.format, transfer.type, bytes);
  }
  if (rest > 0) {
    glTexSubImage2D(GL_TEXTURE_2D, 0, 0, fullRows, rest, 1, transfer.format, transfer.type,
                    bytes + (count_ - rest) * transfer.bytes);
  }
}

void AnyArray::downloadTexels(void* texels) const {
  if (!gl::features().textureReads) return readRows(texture_.height(), texture_.width(), texels);
  glBindTexture(GL_TEXTURE_2D, texture_.id());
  const gl::Transfer transfer = gl::transferOf(texture_.internalFormat());
  glGetTexImage(GL_TEXTURE_2D, 0, transfer.format, transfer.type, texels);
  gl::throwIfReset();
}

std::size_t AnyArray::requiredFront(std::int64_t number) const {
  if (number < 0 || number > count_) {
    throw RunError(label_, fmt::format("has {} elements, {} were requested", count_, number));
  }
  const std::int64_t width = texture_.width();
  return static_cast<std::size_t>(number <= width ? number : divideUp(number, width) * width);
}

void AnyArray::readFront(std::int64_t number, void* texels) const {
  if (number == 0) return;
  const std::int64_t width = texture_.width();
  readRows(static_cast<int>(divideUp(number, width)), static_cast<int>(std::min(number, width)),
           texels);
}

void AnyArray::readElement(std::int64_t i, void* texel) const {
  if (i < 0 || i >= count_) {
    throw RunError(label_, fmt::format("has {} elements, element {} was requested", count_, i));
  }
  const std::int64_t width = texture_.width();
  readRectangle(static_cast<int>(i % width), static_cast<int>(i / width), 1, 1, texel);
}

void AnyArray::readRectangle(int x, int y, int columns, int rows, void* texels) const {
  const std::array<const gl::Texture*, 1> source{&texture_};
  framebuffer_.bind(source);
  const gl::Transfer transfer = gl::transferOf(texture_.internalFormat());
  glReadPixels(x, y, columns, rows, transfer.format, transfer.type, texels);
  gl::throwIfReset();
}

void AnyArray::copyTo(const gl::Buffer& buffer) const {
  glBindBuffer(GL_PIXEL_PACK_BUFFER, buffer.id());
  downloadTexels(nullptr);
  glBindBuffer(GL_PIXEL_PACK_BUFFER, 0);
}

namespace {

constexpr std::int64_t kBytes = sizeof(std::uint32_t);

/// Returns the size of a buffer in bytes. The buffer has room for at least one number, so that a
/// buffer without elements can be bound. Throws InputError if the driver does not allow this size.
std::size_t bytesFor(const std::string& label, std::int64_t count) {
  const std::int64_t most = queryComputeLimits().bufferBytes / kBytes;
  if (count > most) {
    throw InputError(
        label, fmt::format("{} is more than the {} numbers of this driver's largest shader buffer",
                           count, most));
  }
  return static_cast<std::size_t>(std::max<std::int64_t>(count, 1) * kBytes);
}

}  // namespace

UIntBuffer::UIntBuffer(const std::string& label, std::int64_t count, GLenum usage)
    : label_(label), count_(count), buffer_(label, bytesFor(label, count), nullptr, usage) {}

void UIntBuffer::upload(std::span<const std::uint32_t> values) {
  if (static_cast<std::int64_t>(values.size()) != count_) {
    throw RunError(label_, fmt::format("has {} numbers, an upload has {}", count_, values.size()));
  }
  uploadFront(values);
}

void UIntBuffer::uploadBytes(std::span<const std::byte> data) {
  if (static_cast<std::int64_t>(data.size()) > bytes()) {
    throw RunError(label_, fmt::format("has {} bytes, an upload has {}", bytes(), data.size()));
  }
  glBindBuffer(GL_COPY_WRITE_BUFFER, buffer_.id());
  glBufferSubData(GL_COPY_WRITE_BUFFER, 0, static_cast<GLsizeiptr>(data.size()), data.data());
  glBindBuffer(GL_COPY_WRITE_BUFFER, 0);
}

std::vector<std::uint32_t> UIntBuffer::download() const {
  std::vector<std::uint32_t> values(static_cast<std::size_t>(count_));
  download(values);
  return values;
}

void UIntBuffer::download(std::span<std::uint32_t> values) const {
  if (static_cast<std::int64_t>(values.size()) > count_) {
    throw RunError(label_,
                   fmt::format("has {} numbers, a download takes {}", count_, values.size()));
  }
  glBindBuffer(GL_COPY_READ_BUFFER, buffer_.id());
  glGetBufferSubData(GL_COPY_READ_BUFFER, 0, static_cast<GLsizeiptr>(values.size_bytes()),
                     values.data());
  glBindBuffer(GL_COPY_READ_BUFFER, 0);
  gl::throwIfReset();
}

ReadBuffer::Mapped ReadBuffer::copy(const UIntBuffer& from, std::int64_t count) {
  if (const std::int64_t most = std::min(from.count(), memory_.count()); count > most) {
    throw RunError(from.label(), fmt::format("has {} numbers, a copy takes {}", most, count));
  }
  const auto bytes = static_cast<GLsizeiptr>(count * kBytes);
  glBindBuffer(GL_COPY_READ_BUFFER, from.buffer().id());
  glBindBuffer(GL_COPY_WRITE_BUFFER, memory_.buffer().id());
  glCopyBufferSubData(GL_COPY_READ_BUFFER, GL_COPY_WRITE_BUFFER, 0, 0, bytes);
  const void* const data = glMapBufferRange(GL_COPY_WRITE_BUFFER, 0, bytes, GL_MAP_READ_BIT);
  glBindBuffer(GL_COPY_READ_BUFFER, 0);
  glBindBuffer(GL_COPY_WRITE_BUFFER, 0);
  gl::throwIfReset();
  if (data == nullptr)
    throw RunError(memory_.label(), "cannot be read: the driver does not map it");
  return {memory_.buffer(),
          {static_cast<const std::uint32_t*>(data), static_cast<std::size_t>(count)}};
}

ReadBuffer::Mapped::~Mapped() {
  glBindBuffer(GL_COPY_WRITE_BUFFER, buffer_->id());
  glUnmapBuffer(GL_COPY_WRITE_BUFFER);
  glBindBuffer(GL_COPY_WRITE_BUFFER, 0);
}

}  // namespace gpubuck::texel
