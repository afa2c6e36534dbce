// The GPU of the current OpenGL context as CUDA knows it, and the functions of NVIDIA's CUDA driver
// that gpubuck calls, loaded at run time: nothing of CUDA is needed to build it, and without such a
// driver an error says so.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>

namespace gpubuck::cuda {

/// The place of memory on a GPU.
using Address = std::uint64_t;

// The driver's own handles.
using Context = void*;
using Stream = void*;
using Resource = void*;
using Pool = void*;

/// The driver's functions by their names in its documentation, without "cu"; openGlDevices is
/// cuGLGetDevices. All return 0 or the number of an error.
struct Driver {
  int (*init)(unsigned flags);
  int (*getErrorString)(int error, const char** text);
  int (*openGlDevices)(unsigned* count, int* devices, unsigned most, unsigned list);
  int (*deviceGetDefaultMemPool)(Pool* pool, int device);
  int (*devicePrimaryCtxRetain)(Context* context, int device);
  int (*ctxPushCurrent)(Context context);
  int (*ctxPopCurrent)(Context* context);
  int (*ctxSynchronize)();
  int (*pointerGetAttribute)(void* value, int attribute, Address address);
  int (*memAllocAsync)(Address* address, std::size_t bytes, Stream stream);
  int (*memFreeAsync)(Address address, Stream stream);
  int (*memcpyDtoDAsync)(Address to, Address from, std::size_t bytes, Stream stream);
  int (*graphicsGLRegisterBuffer)(Resource* resource, unsigned buffer, unsigned flags);
  int (*graphicsUnregisterResource)(Resource resource);
  int (*graphicsMapResources)(unsigned count, Resource* resources, Stream stream);
  int (*graphicsUnmapResources)(unsigned count, Resource* resources, Stream stream);
  int (*graphicsResourceGetMappedPointer)(Address* address, std::size_t* bytes, Resource resource);

  /// Throws RunError with the driver's text unless `result` is 0. `doing` names the work.
  void check(int result, const std::string& doing) const;
};

/// Returns the driver's functions. Throws RunError where there is no driver.
const Driver& driver();

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
