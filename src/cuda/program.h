// Kernels compiled at run time by NVIDIA's compiler NVRTC, which PyTorch, CuPy and JAX bring along.
#pragma once

#include <map>
#include <string>
#include <string_view>

#include "cuda/device.h"

namespace gpubuck::cuda {

/// The kernels of a source on a device. They stay until the process ends.
class Program {
 public:
  /// The texts of files by the names that #include uses.
  using Files = std::map<std::string, std::string_view>;
  /// Compiles the file `name` for the device, without fused multiply-add and with correctly rounded
  /// roots and quotients. An object of the class Device::Current must be alive. Throws RunError if
  /// NVRTC is missing, if the source has errors (with the compiler's text), and if the driver
  /// refuses the result (with the driver's text).
  Program(const Device& device, const Files& files, const char* name);

  /// Returns a function that the source declares extern "C". Throws RunError if the program has no
  /// such function.
  Function function(const char* name) const;

 private:
  Module module_ = nullptr;
};

/// Launches a kernel of one dimension. `arguments` are pointers to the kernel's arguments.
void launch(Function function, std::int64_t blocks, int threads, Stream stream, void** arguments);

}  // namespace gpubuck::cuda
