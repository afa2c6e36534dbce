#include "cuda/shared_buffer.h"

namespace gpubuck::cuda {

SharedBuffer::SharedBuffer(const std::string& label, std::int64_t count) : buffer_(label, count) {
  driver().check(
      driver().graphicsGLRegisterBuffer(&resource_, buffer_.buffer().id(), 0 /* read, write */),
      "sharing the buffer " + label + " with OpenGL");
}

SharedBuffer::~SharedBuffer() { driver().graphicsUnregisterResource(resource_); }

SharedBuffer& GrowingBuffer::withRoom(std::int64_t count) {
  if (!buffer_ || buffer_->buffer().count() < count) {
    buffer_.reset();
    buffer_.emplace(label_, count + count / 4);
  }
  return *buffer_;
}

Mapping::Mapping(const std::vector<SharedBuffer*>& buffers) {
  for (const SharedBuffer* buffer : buffers) resources_.push_back(buffer->resource_);
  driver().check(driver().graphicsMapResources(static_cast<unsigned>(resources_.size()),
                                               resources_.data(), nullptr),
                 "mapping buffers of OpenGL");
}

Mapping::~Mapping() {
  driver().graphicsUnmapResources(static_cast<unsigned>(resources_.size()), resources_.data(),
                                  nullptr);
}

Address Mapping::addressOf(const SharedBuffer& buffer) const {
  Address address = 0;
  std::size_t bytes = 0;
  driver().check(driver().graphicsResourceGetMappedPointer(&address, &bytes, buffer.resource_),
                 "finding the buffer " + buffer.buffer().label());
  return address;
}

}  // namespace gpubuck::cuda
