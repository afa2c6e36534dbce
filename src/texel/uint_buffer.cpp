#include "texel/uint_buffer.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/error.h"
#include "gl/debug.h"
#include "texel/device.h"

namespace gpubuck::texel {
namespace {

constexpr std::int64_t kBytes = sizeof(std::uint32_t);

/// At least one number, so that an empty buffer can be bound.
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

UIntBuffer::UIntBuffer(const std::string& label, std::int64_t count)
    : label_(label),
      count_(count),
      buffer_(label, bytesFor(label, count), nullptr, GL_DYNAMIC_COPY) {}

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

}  // namespace gpubuck::texel
