// The GPU of the current OpenGL context as CUDA knows it.
#pragma once

#include <cstddef>
#include <memory>

#include "cuda/driver.h"

namespace gpubuck::cuda {

/// The device that draws the current OpenGL context, and its primary context of CUDA, the one that
/// PyTorch, CuPy and JAX use. It is never released, since arrays may live as long as the process.
class Device {
 public:
  /// Throws RunError without NVIDIA's driver, and if another one draws the context.
  static Device ofOpenGl();

  /// Its number in CUDA.
  int number() const { return number_; }
  /// Returns the number of the device that memory belongs to. Throws RunError for memory that CUDA
  /// does not know.
  static int numberOf(Address address);

  /// Makes the context of CUDA current on this thread while it lives.
  class Current {
   public:
    explicit Current(const Device& device);
    ~Current();
    Current(const Current&) = delete;
    Current& operator=(const Current&) = delete;
  };

  /// Waits for all work on the GPU, and returns memory that has been freed since the last time.
  /// Needs Current.
  void finish() const;

  /// Memory on the GPU. Whoever holds it may still have work for it when it is freed; so it is
  /// returned in the next finish().
  using Memory = std::shared_ptr<const Address>;
  /// Allocates `bytes` bytes, 0 of them too. Needs Current. Throws RunError if there are too few.
  Memory allocate(std::size_t bytes) const;

 private:
  Device(int number, Context context) : number_(number), context_(context) {}

  int number_;
  Context context_;
};

}  // namespace gpubuck::cuda
