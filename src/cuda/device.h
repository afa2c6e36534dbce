// A GPU that CUDA can use, and its memory.
#pragma once

#include <cstdint>
#include <memory>
#include <string>

#include "cuda/driver.h"

namespace gpubuck::cuda {

/// A device and its primary context, which PyTorch, CuPy and JAX use, too. The context is never
/// released, since arrays may live as long as the process.
class Device {
 public:
  /// Throws RunError without NVIDIA's driver, and for a device that does not exist.
  explicit Device(int number);
  /// Returns the number of the device that memory belongs to. Throws RunError for memory that CUDA
  /// does not know.
  static int numberOf(Address address);

  int number() const { return number_; }
  /// Returns the compute capability of the device, such as 90 for 9.0.
  int architecture() const;

  /// Makes the context current on this thread while the object lives.
  class Current {
   public:
    explicit Current(const Device& device);
    ~Current();
    Current(const Current&) = delete;
    Current& operator=(const Current&) = delete;
  };

  /// Memory of the device. Freeing the memory waits for all work of the device.
  using Memory = std::shared_ptr<const Address>;
  /// Allocates `bytes` bytes, which may be 0. An object of the class Current must be alive. Throws
  /// RunError if the device has too little memory.
  Memory allocate(std::int64_t bytes) const;

 private:
  int number_;
  Context context_ = nullptr;
};

}  // namespace gpubuck::cuda
