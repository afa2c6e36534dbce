// Move-only ownership of one OpenGL object name.
#pragma once

#include <utility>

#include "gl/api.h"

namespace gpubuck::gl {

/// Owns an object name and deletes it with `Traits::destroy`; 0 is "none". The context that made
/// the object must be current when the handle is destroyed.
template <typename Traits>
class Handle {
 public:
  Handle() = default;
  explicit Handle(GLuint id) : id_(id) {}
  Handle(Handle&& other) noexcept : id_(std::exchange(other.id_, 0)) {}
  Handle& operator=(Handle&& other) noexcept {
    std::swap(id_, other.id_);
    return *this;
  }
  Handle(const Handle&) = delete;
  Handle& operator=(const Handle&) = delete;
  ~Handle() {
    if (id_ != 0) Traits::destroy(id_);
  }

  static Handle create() { return Handle(Traits::create()); }
  GLuint id() const { return id_; }

 private:
  GLuint id_ = 0;
};

}  // namespace gpubuck::gl
