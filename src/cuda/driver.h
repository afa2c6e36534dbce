// The functions of NVIDIA's CUDA driver that gpubuck calls. They are loaded at run time, so that
// gpubuck is built without CUDA. Without the driver, an error says that it is missing.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>

namespace gpubuck::cuda {

/// The subject of the errors of this layer.
inline constexpr const char* kWhat = "arrays on the GPU";

/// The address of memory on a GPU.
using Address = std::uint64_t;

// The driver's own handles.
using Context = void*;
using Stream = void*;
using Module = void*;
using Function = void*;

/// The driver's functions by their names in its documentation, without "cu". All functions return 0
/// or the number of an error.
struct Driver {
  int (*init)(unsigned flags);
  int (*getErrorString)(int error, const char** text);
  int (*deviceGetAttribute)(int* value, int attribute, int device);
  int (*devicePrimaryCtxRetain)(Context* context, int device);
  int (*ctxPushCurrent)(Context context);
  int (*ctxPopCurrent)(Context* context);
  int (*ctxSynchronize)();
  int (*streamSynchronize)(Stream stream);
  int (*streamIsCapturing)(Stream stream, int* status);
  int (*pointerGetAttribute)(void* value, int attribute, Address address);
  int (*memAlloc)(Address* address, std::size_t bytes);
  int (*memFree)(Address address);
  int (*memcpyHtoDAsync)(Address to, const void* from, std::size_t bytes, Stream stream);
  int (*memcpyDtoHAsync)(void* to, Address from, std::size_t bytes, Stream stream);
  int (*memcpyDtoDAsync)(Address to, Address from, std::size_t bytes, Stream stream);
  int (*memsetD32Async)(Address at, unsigned value, std::size_t words, Stream stream);
  int (*moduleLoadData)(Module* module, const void* image);
  int (*moduleGetFunction)(Function* function, Module module, const char* name);
  int (*launchKernel)(Function function, unsigned blocksX, unsigned blocksY, unsigned blocksZ,
                      unsigned threadsX, unsigned threadsY, unsigned threadsZ, unsigned sharedBytes,
                      Stream stream, void** arguments, void** extra);

  /// Throws RunError with the driver's text unless `result` is 0. `doing` names the work.
  void check(int result, const char* doing) const;
};

/// Returns the driver's functions. Throws RunError where there is no driver.
const Driver& driver();

/// Loads a library and returns it, or null if it cannot be loaded. With `onlyIfLoaded`, returns
/// null unless the process has loaded it before.
void* openLibrary(const char* name, bool onlyIfLoaded = false);
/// Returns the function of a library. Throws RunError, with the library's name, if it has no such
/// function.
void* functionOf(void* library, const char* libraryName, const char* name);
/// Sets `function` to the function of this name.
template <typename Pointer>
void load(void* library, const char* libraryName, const char* name, Pointer& function) {
  function = reinterpret_cast<Pointer>(functionOf(library, libraryName, name));
}

}  // namespace gpubuck::cuda
