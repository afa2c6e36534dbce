// Limits the free GPU memory, for tests in which it runs out. It works only on a software renderer.
#pragma once

#include <cstdint>
#include <vector>

#include "gl/memory.h"
#include "gl/objects.h"

namespace gpubuck::test {

/// Leaves only the given number of bytes free during its lifetime, without allocating memory.
class Ballast {
 public:
  explicit Ballast(std::int64_t free) {
    while (*gl::freeBytes() > free) {
      handles_.emplace_back(glGenTextures, glDeleteTextures, *gl::freeBytes() - free);
    }
  }

 private:
  std::vector<gl::Handle> handles_;
};

}  // namespace gpubuck::test
