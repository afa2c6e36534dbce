#include "gl/objects.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "base/error.h"
#include "gl/debug.h"
#include "gl/wait.h"

namespace gpubuck::gl {
namespace {

std::uint64_t nextSerial() {
  static std::uint64_t last = 0;
  return ++last;
}

void throwIfNotAllocated(std::string_view label, std::string_view amount) {
  switch (glGetError()) {
    case GL_NO_ERROR:
      return;
    case GL_OUT_OF_MEMORY:
      throw RunError(std::string(label), fmt::format("no GPU memory for {}", amount));
    default:
      throw RunError(std::string(label), fmt::format("the driver refuses {}", amount));
  }
}

}  // namespace

Transfer transferOf(GLenum internalFormat) {
  switch (internalFormat) {
    case GL_RGBA32F:
      return {GL_RGBA, GL_FLOAT, 16};
    case GL_RGBA32UI:
      return {GL_RGBA_INTEGER, GL_UNSIGNED_INT, 16};
    case GL_DEPTH_COMPONENT24:
      return {GL_DEPTH_COMPONENT, GL_UNSIGNED_INT, 4};
    default:
      return {GL_RGBA, GL_UNSIGNED_BYTE, 4};
  }
}

GLuint Texture::Traits::create() {
  GLuint id = 0;
  glGenTextures(1, &id);
  return id;
}
void Texture::Traits::destroy(GLuint id) { glDeleteTextures(1, &id); }

Texture::Texture(std::string_view label, GLenum internalFormat, int width, int height)
    : handle_(Handle<Traits>::create()),
      serial_(nextSerial()),
      internalFormat_(internalFormat),
      width_(width),
      height_(height),
      allocation_(std::int64_t{transferOf(internalFormat).bytes} * width * height) {
  glBindTexture(GL_TEXTURE_2D, id());
  const Transfer transfer = transferOf(internalFormat);
  glTexImage2D(GL_TEXTURE_2D, 0, static_cast<GLint>(internalFormat), width, height, 0,
               transfer.format, transfer.type, nullptr);
  throwIfNotAllocated(label, fmt::format("{} x {} texels", width, height));
  glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_NEAREST);
  glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAG_FILTER, GL_NEAREST);
  glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_WRAP_S, GL_CLAMP_TO_EDGE);
  glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_WRAP_T, GL_CLAMP_TO_EDGE);
  glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAX_LEVEL, 0);
  labelObject(GL_TEXTURE, id(), label);
}

GLuint Buffer::Traits::create() {
  GLuint id = 0;
  glGenBuffers(1, &id);
  return id;
}
void Buffer::Traits::destroy(GLuint id) { glDeleteBuffers(1, &id); }

Buffer::Buffer(std::string_view label, std::size_t bytes, const void* data, GLenum usage)
    : handle_(Handle<Traits>::create()), allocation_(static_cast<std::int64_t>(bytes)) {
  glBindBuffer(GL_COPY_WRITE_BUFFER, id());
  glBufferData(GL_COPY_WRITE_BUFFER, static_cast<GLsizeiptr>(bytes), data, usage);
  throwIfNotAllocated(label, fmt::format("{} bytes", bytes));
  glBindBuffer(GL_COPY_WRITE_BUFFER, 0);
  labelObject(GL_BUFFER, id(), label);
}

GLuint VertexArray::Traits::create() {
  GLuint id = 0;
  glGenVertexArrays(1, &id);
  return id;
}
void VertexArray::Traits::destroy(GLuint id) { glDeleteVertexArrays(1, &id); }

VertexArray::VertexArray() : handle_(Handle<Traits>::create()) {}

GLuint Framebuffer::Traits::create() {
  GLuint id = 0;
  glGenFramebuffers(1, &id);
  return id;
}
void Framebuffer::Traits::destroy(GLuint id) { glDeleteFramebuffers(1, &id); }

Framebuffer::Framebuffer(std::string_view label)
    : handle_(Handle<Traits>::create()), label_(label) {}

void Framebuffer::bind(std::span<const Texture* const> colours, const Texture* depth) {
  glBindFramebuffer(GL_FRAMEBUFFER, id());
  const std::uint64_t wantedDepth = depth != nullptr ? depth->serial() : 0;
  const bool same = wantedDepth == depth_ &&
                    std::equal(colours.begin(), colours.end(), attached_.begin(), attached_.end(),
                               [](const Texture* texture, std::uint64_t serial) {
                                 return texture->serial() == serial;
                               });
  if (same) return;
  for (std::size_t i = colours.size(); i < attached_.size(); ++i) {
    glFramebufferTexture2D(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0 + static_cast<GLenum>(i),
                           GL_TEXTURE_2D, 0, 0);
  }
  attached_.clear();
  std::vector<GLenum> buffers;
  for (const Texture* texture : colours) {
    const GLenum attachment = GL_COLOR_ATTACHMENT0 + static_cast<GLenum>(buffers.size());
    glFramebufferTexture2D(GL_FRAMEBUFFER, attachment, GL_TEXTURE_2D, texture->id(), 0);
    buffers.push_back(attachment);
    attached_.push_back(texture->serial());
  }
  glFramebufferTexture2D(GL_FRAMEBUFFER, GL_DEPTH_ATTACHMENT, GL_TEXTURE_2D,
                         depth != nullptr ? depth->id() : 0, 0);
  depth_ = wantedDepth;
  glDrawBuffers(static_cast<GLsizei>(buffers.size()), buffers.data());
  if (const GLenum status = glCheckFramebufferStatus(GL_FRAMEBUFFER);
      status != GL_FRAMEBUFFER_COMPLETE) {
    attached_.assign(attached_.size(), 0);  // the next call tries again
    throw RunError(label_,
                   fmt::format("the driver cannot render to its textures (status 0x{:x})", status));
  }
}

GLuint Query::Traits::create() {
  GLuint id = 0;
  glGenQueries(1, &id);
  return id;
}
void Query::Traits::destroy(GLuint id) { glDeleteQueries(1, &id); }

Query::Query(GLenum target) : handle_(Handle<Traits>::create()), target_(target) {}

void Query::begin() const { glBeginQuery(target_, handle_.id()); }
void Query::end() const { glEndQuery(target_); }

bool Query::available() const {
  GLint ready = 0;
  glGetQueryObjectiv(handle_.id(), GL_QUERY_RESULT_AVAILABLE, &ready);
  return ready != 0;
}

GLuint64 Query::result() const {
  poll([this] { return available(); });
  GLuint64 value = 0;
  glGetQueryObjectui64v(handle_.id(), GL_QUERY_RESULT, &value);
  return value;
}

}  // namespace gpubuck::gl
