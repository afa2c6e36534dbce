#include "gl/objects.h"

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <set>
#include <utility>

#include "base/error.h"
#include "gl/context.h"
#include "gl/debug.h"
#include "gl/memory.h"

namespace gpubuck::gl {
namespace {

std::atomic<std::int64_t> allocated{0};

std::uint64_t nextSerial() {
  static std::uint64_t last = 0;
  return ++last;
}

/// Allocates now, or later together with other objects.
void obtain(Allocation allocation) {
  if (AllocateTogether* const together = AllocateTogether::present()) {
    return together->add(std::move(allocation));
  }
  AllocateTogether alone(allocation.label);
  alone.add(std::move(allocation));
  alone.allocate();
}

std::int64_t bytesOf(GLenum internalFormat, int width, int height) {
  return std::int64_t{transferOf(internalFormat).bytes} * width * height;
}

}  // namespace

std::int64_t allocatedBytes() {
  const AllocateTogether* const together = AllocateTogether::present();
  return allocated - (together != nullptr ? together->waitingBytes() : 0);
}

Handle::Handle(Generate generate, Delete remove, std::int64_t bytes)
    : delete_(remove), bytes_(bytes) {
  generate(1, &id_);
  allocated += bytes_;
}

Handle& Handle::operator=(Handle&& other) noexcept {
  std::swap(id_, other.id_);
  std::swap(delete_, other.delete_);
  std::swap(bytes_, other.bytes_);
  return *this;
}

Handle::~Handle() {
  if (id_ != 0) delete_(1, &id_);
  allocated -= bytes_;
}

Transfer transferOf(GLenum internalFormat) {
  switch (internalFormat) {
    case GL_RGBA32F:
      return {GL_RGBA, GL_FLOAT, 16};
    case GL_R32F:
      return {GL_RED, GL_FLOAT, 4};
    case GL_R16F:
      return {GL_RED, GL_HALF_FLOAT, 2};
    case GL_RG16F:
      return {GL_RG, GL_HALF_FLOAT, 4};
    case GL_RGBA16F:
      return {GL_RGBA, GL_HALF_FLOAT, 8};
    case GL_RGBA32UI:
      return {GL_RGBA_INTEGER, GL_UNSIGNED_INT, 16};
    case GL_DEPTH_COMPONENT24:
      return {GL_DEPTH_COMPONENT, GL_UNSIGNED_INT, 4};
    default:
      return {GL_RGBA, GL_UNSIGNED_BYTE, 4};
  }
}

Texture::Texture(std::string_view label, GLenum internalFormat, int width, int height)
    : handle_(glGenTextures, glDeleteTextures, bytesOf(internalFormat, width, height)),
      serial_(nextSerial()),
      internalFormat_(internalFormat),
      width_(width),
      height_(height) {
  const auto ask = [internalFormat, width, height, id = id()] {
    const Transfer transfer = transferOf(internalFormat);
    glBindTexture(GL_TEXTURE_2D, id);
    glTexImage2D(GL_TEXTURE_2D, 0, static_cast<GLint>(internalFormat), width, height, 0,
                 transfer.format, transfer.type, nullptr);
  };
  obtain({std::string(label), bytesOf(internalFormat, width, height),
          fmt::format("{} x {} texels", width, height), ask});
  glBindTexture(GL_TEXTURE_2D, id());
  glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_NEAREST);
  glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAG_FILTER, GL_NEAREST);
  glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_WRAP_S, GL_CLAMP_TO_EDGE);
  glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_WRAP_T, GL_CLAMP_TO_EDGE);
  glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAX_LEVEL, 0);
  labelObject(GL_TEXTURE, id(), label);
}

Buffer::Buffer(std::string_view label, std::size_t bytes, const void* data, GLenum usage)
    : handle_(glGenBuffers, glDeleteBuffers, static_cast<std::int64_t>(bytes)) {
  const auto ask = [bytes, data, usage, id = id()] {
    glBindBuffer(GL_COPY_WRITE_BUFFER, id);
    glBufferData(GL_COPY_WRITE_BUFFER, static_cast<GLsizeiptr>(bytes), data, usage);
    glBindBuffer(GL_COPY_WRITE_BUFFER, 0);
  };
  obtain(
      {std::string(label), static_cast<std::int64_t>(bytes), fmt::format("{} bytes", bytes), ask});
  // A label needs the buffer itself, which OpenGL makes when the name is bound for the first time.
  glBindBuffer(GL_COPY_WRITE_BUFFER, id());
  labelObject(GL_BUFFER, id(), label);
  glBindBuffer(GL_COPY_WRITE_BUFFER, 0);
}

VertexArray::VertexArray() : handle_(glGenVertexArrays, glDeleteVertexArrays) {}

namespace {

/// Returns the status of the bound framebuffer. In a browser each query is a round trip to another
/// process, and a step of the paper's engine would make 27 queries. Therefore a combination of
/// formats that was complete once is not queried again. This is correct, since all contexts of a
/// page have the same driver, and all textures of a framebuffer have the same size.
GLenum framebufferStatus([[maybe_unused]] std::span<const Texture* const> colours,
                         [[maybe_unused]] const Texture* depth) {
#ifdef __EMSCRIPTEN__
  static std::set<std::vector<GLenum>> complete;
  std::vector<GLenum> formats{depth != nullptr ? depth->internalFormat() : 0};
  for (const Texture* const texture : colours) formats.push_back(texture->internalFormat());
  if (complete.contains(formats)) return GL_FRAMEBUFFER_COMPLETE;
  const GLenum status = glCheckFramebufferStatus(GL_FRAMEBUFFER);
  if (status == GL_FRAMEBUFFER_COMPLETE) complete.insert(std::move(formats));
  return status;
#else
  return glCheckFramebufferStatus(GL_FRAMEBUFFER);
#endif
}

}  // namespace

Framebuffer::Framebuffer(std::string_view label)
    : handle_(glGenFramebuffers, glDeleteFramebuffers), label_(label) {}

void Framebuffer::bind(std::span<const Texture* const> colours, const Texture* depth) {
  glBindFramebuffer(GL_FRAMEBUFFER, id());
  std::vector<std::uint64_t> wanted{depth != nullptr ? depth->serial() : 0};
  for (const Texture* const texture : colours) wanted.push_back(texture->serial());
  if (wanted == attached_) return;
  const auto attach = [](GLenum attachment, const Texture* texture) {
    glFramebufferTexture2D(GL_FRAMEBUFFER, attachment, GL_TEXTURE_2D,
                           texture != nullptr ? texture->id() : 0, 0);
  };
  attach(GL_DEPTH_ATTACHMENT, depth);
  std::vector<GLenum> buffers;
  for (std::size_t k = 0; k + 1 < std::max(wanted.size(), attached_.size()); ++k) {
    const GLenum attachment = GL_COLOR_ATTACHMENT0 + static_cast<GLenum>(k);
    attach(attachment, k < colours.size() ? colours[k] : nullptr);
    if (k < colours.size()) buffers.push_back(attachment);
  }
  attached_ = std::move(wanted);
  glDrawBuffers(static_cast<GLsizei>(buffers.size()), buffers.data());
  // Before OpenGL 4.1 the read buffer must exist, too.
  glReadBuffer(buffers.empty() ? GL_NONE : GL_COLOR_ATTACHMENT0);
  if (const GLenum status = framebufferStatus(colours, depth); status != GL_FRAMEBUFFER_COMPLETE) {
    attached_.assign(attached_.size(), 0);  // makes the next call attach all textures again
    throw RunError(label_,
                   fmt::format("the driver cannot render to its textures (status 0x{:x})", status));
  }
}

Query::Query(GLenum target) : handle_(glGenQueries, glDeleteQueries), target_(target) {}

void Query::begin() const { glBeginQuery(target_, handle_.id()); }
void Query::end() const { glEndQuery(target_); }

bool Query::available() const {
  GLuint ready = 0;
  glGetQueryObjectuiv(handle_.id(), GL_QUERY_RESULT_AVAILABLE, &ready);
  return ready != 0;
}

GLuint64 Query::result() const {
  poll([this] { return available(); });
  GLuint64 value = 0;
  if (target_ == GL_ANY_SAMPLES_PASSED) {
    GLuint any = 0;
    glGetQueryObjectuiv(handle_.id(), GL_QUERY_RESULT, &any);
    value = any;
  } else {
    glGetQueryObjectui64v(handle_.id(), GL_QUERY_RESULT, &value);
  }
  throwIfReset();
  return value;
}

}  // namespace gpubuck::gl
