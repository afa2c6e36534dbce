// Errors, memory and launches of CUDA.
#pragma once

#include <cuda_runtime.h>

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "base/error.h"

namespace gpubuck::cuda {

/// Throws RunError, which names `what`, unless `status` is cudaSuccess.
inline void check(cudaError_t status, const std::string& what) {
  if (status == cudaSuccess) return;
  throw RunError("CUDA, " + what,
                 std::string(cudaGetErrorName(status)) + ", " + cudaGetErrorString(status));
}

/// Throws RunError if the last launch of a kernel was refused. Errors while the kernel runs are
/// reported by the next wait for the GPU.
inline void checkLaunch(const char* kernel) { check(cudaGetLastError(), kernel); }

inline constexpr unsigned int kBlock = 256;
inline unsigned int blocksFor(std::size_t threads) {
  return static_cast<unsigned int>((threads + kBlock - 1) / kBlock);
}

/// The memory that one algorithm has allocated on the GPU. The destructor frees it.
class DeviceMemory {
 public:
  DeviceMemory() = default;
  ~DeviceMemory() {
    for (void* pointer : pointers_) cudaFree(pointer);
  }
  DeviceMemory(const DeviceMemory&) = delete;
  DeviceMemory& operator=(const DeviceMemory&) = delete;

  /// Returns memory for `count` values with undefined contents.
  template <typename T>
  T* allocate(const char* name, std::size_t count) {
    void* pointer = nullptr;
    // There is at least one byte, so that an empty array has an address, too.
    const std::size_t bytes = count == 0 ? 1 : count * sizeof(T);
    check(cudaMalloc(&pointer, bytes), name);
    pointers_.push_back(pointer);
    bytes_ += static_cast<std::int64_t>(bytes);
    return static_cast<T*>(pointer);
  }

  template <typename T>
  T* upload(const char* name, std::span<const T> values) {
    T* const pointer = allocate<T>(name, values.size());
    check(cudaMemcpy(pointer, values.data(), values.size_bytes(), cudaMemcpyHostToDevice), name);
    return pointer;
  }

  std::int64_t bytes() const { return bytes_; }

 private:
  std::vector<void*> pointers_;
  std::int64_t bytes_ = 0;
};

/// Returns values of the GPU's memory. Waits for the GPU.
template <typename T>
std::vector<T> download(const char* name, const T* pointer, std::size_t count) {
  std::vector<T> values(count);
  check(cudaMemcpy(values.data(), pointer, count * sizeof(T), cudaMemcpyDeviceToHost), name);
  return values;
}

}  // namespace gpubuck::cuda
