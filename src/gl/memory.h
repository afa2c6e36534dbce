// How much GPU memory the textures and buffers of this process take.
#pragma once

#include <cstdint>
#include <utility>

namespace gpubuck::gl {

/// The bytes of all existing textures and buffers, as requested: drivers round up.
std::int64_t allocatedBytes();

/// A share of allocatedBytes(), for as long as its owner lives.
class Allocation {
 public:
  explicit Allocation(std::int64_t bytes);
  Allocation(Allocation&& other) noexcept : bytes_(std::exchange(other.bytes_, 0)) {}
  Allocation& operator=(Allocation&& other) noexcept {
    std::swap(bytes_, other.bytes_);
    return *this;
  }
  Allocation(const Allocation&) = delete;
  Allocation& operator=(const Allocation&) = delete;
  ~Allocation();

 private:
  std::int64_t bytes_;
};

}  // namespace gpubuck::gl
