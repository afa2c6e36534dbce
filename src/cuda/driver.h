// The functions of NVIDIA's CUDA driver that gpubuck calls, loaded at run time: nothing of CUDA is
// needed to build it, and where there is no such driver an error says so.
#pragma once

#include <cstddef>
#include <cstdint>
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

}  // namespace gpubuck::cuda
