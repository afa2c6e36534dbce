// The OpenGL objects of gpubuck, each owned by a move-only value.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "gl/api.h"

namespace gpubuck::gl {

/// Returns the sum of the bytes that this process has requested for its textures and buffers.
/// Drivers round these sizes up. Deferred allocations (gl/memory.h) do not count.
std::int64_t allocatedBytes();

/// Owns one OpenGL object and its share of allocatedBytes(). The context that made the object must
/// be current when it is deleted.
class Handle {
 public:
  using Generate = decltype(&glGenTextures);
  using Delete = decltype(&glDeleteTextures);

  Handle(Generate generate, Delete remove, std::int64_t bytes = 0);
  Handle(Handle&& other) noexcept { *this = std::move(other); }
  Handle& operator=(Handle&& other) noexcept;
  Handle(const Handle&) = delete;
  Handle& operator=(const Handle&) = delete;
  ~Handle();

  GLuint id() const { return id_; }

 private:
  GLuint id_ = 0;  ///< 0 without an object
  Delete delete_ = nullptr;
  std::int64_t bytes_ = 0;
};

/// The format in which texels of a sized internal format are uploaded and downloaded.
struct Transfer {
  GLenum format;
  GLenum type;
  int bytes;  ///< bytes per texel
};
/// Returns the transfer format of GL_RGBA8, GL_RGBA32F, GL_R32F, GL_R16F, GL_RG16F,
/// GL_RGBA16F, GL_RGBA32UI or GL_DEPTH_COMPONENT24.
Transfer transferOf(GLenum internalFormat);

/// A 2-D texture of one level for texelFetch. It has no filtering unless its user sets filtering.
class Texture {
 public:
  /// Allocates width x height texels (both >= 1) of a sized internal format. Their contents are
  /// undefined. Throws RunError if there is too little GPU memory, and if the size exceeds the
  /// largest texture.
  Texture(std::string_view label, GLenum internalFormat, int width, int height);

  GLuint id() const { return handle_.id(); }
  /// Returns a number that no other texture ever has. An id(), in contrast, may be used again after
  /// the texture is destroyed.
  std::uint64_t serial() const { return serial_; }
  GLenum internalFormat() const { return internalFormat_; }
  int width() const { return width_; }
  int height() const { return height_; }

 private:
  Handle handle_;
  std::uint64_t serial_;
  GLenum internalFormat_;
  int width_;
  int height_;
};

/// A buffer of bytes on the GPU: vertices, indices, or pixels in transfer.
class Buffer {
 public:
  /// `usage` means the same as in glBufferData. Throws RunError if there is too little GPU memory.
  Buffer(std::string_view label, std::size_t bytes, const void* data, GLenum usage);

  GLuint id() const { return handle_.id(); }

 private:
  Handle handle_;
};

class VertexArray {
 public:
  VertexArray();
  GLuint id() const { return handle_.id(); }

 private:
  Handle handle_;
};

/// A framebuffer that changes its attachments on demand.
class Framebuffer {
 public:
  explicit Framebuffer(std::string_view label);

  /// Binds the framebuffer for drawing, with these textures as colour attachments 0, 1 and so on.
  /// Changes only attachments that differ from the last call. Throws RunError if the framebuffer is
  /// incomplete.
  void bind(std::span<const Texture* const> colours, const Texture* depth = nullptr);

  GLuint id() const { return handle_.id(); }

 private:
  Handle handle_;
  std::string label_;
  std::vector<std::uint64_t> attached_{0};  ///< serial number of the depth texture (0 without one),
                                            ///< then of the colour textures
};

/// A query object for one target: GL_SAMPLES_PASSED, GL_ANY_SAMPLES_PASSED or GL_TIME_ELAPSED
/// (gl::features() says which exist).
class Query {
 public:
  explicit Query(GLenum target);

  void begin() const;
  void end() const;
  bool available() const;
  /// Waits for the result and returns it. Depending on the target, the result is a number of
  /// samples, 1 or 0 for whether any sample passed, or a time in nanoseconds.
  GLuint64 result() const;

 private:
  Handle handle_;
  GLenum target_;
};

}  // namespace gpubuck::gl
