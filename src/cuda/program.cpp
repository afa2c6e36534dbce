#include "cuda/program.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <string>
#include <vector>

#include "base/error.h"

namespace gpubuck::cuda {
namespace {

using NvrtcProgram = void*;

/// The compiler's functions by their names in its documentation, without "nvrtc". All functions
/// return 0 or the number of an error.
struct Nvrtc {
  const char* (*getErrorString)(int error);
  int (*getNumSupportedArchs)(int* count);
  int (*getSupportedArchs)(int* architectures);
  int (*createProgram)(NvrtcProgram* program, const char* source, const char* name, int headers,
                       const char* const* headerTexts, const char* const* headerNames);
  int (*destroyProgram)(NvrtcProgram* program);
  int (*compileProgram)(NvrtcProgram program, int options, const char* const* texts);
  int (*getProgramLogSize)(NvrtcProgram program, std::size_t* bytes);
  int (*getProgramLog)(NvrtcProgram program, char* text);
  int (*getPtxSize)(NvrtcProgram program, std::size_t* bytes);
  int (*getPtx)(NvrtcProgram program, char* image);
  int (*getCubinSize)(NvrtcProgram program, std::size_t* bytes);
  int (*getCubin)(NvrtcProgram program, char* image);

  void check(int result, const char* doing) const {
    if (result == 0) return;
    throw RunError(kWhat, fmt::format("{} failed: {} (NVRTC error {})", doing,
                                      getErrorString(result), result));
  }
};

void* openNvrtc() {
  constexpr std::array kNames{"libnvrtc.so.13", "libnvrtc.so.12", "libnvrtc.so.11.2", "libnvrtc.so",
                              "/usr/local/cuda/lib64/libnvrtc.so"};
  // A compiler that a package has loaded comes first, since the process may hold several versions
  // of CUDA.
  for (const bool onlyIfLoaded : {true, false}) {
    for (const char* const name : kNames) {
      void* const library = openLibrary(name, onlyIfLoaded);
      if (library != nullptr) return library;
    }
  }
  throw RunError(kWhat,
                 "need NVIDIA's run-time compiler, and libnvrtc.so cannot be loaded; it "
                 "comes with the CUDA toolkit, PyTorch, CuPy and the package nvidia-cuda-nvrtc");
}

Nvrtc loadNvrtc() {
  void* const library = openNvrtc();
  Nvrtc nvrtc{};
  load(library, "libnvrtc", "nvrtcGetErrorString", nvrtc.getErrorString);
  load(library, "libnvrtc", "nvrtcGetNumSupportedArchs", nvrtc.getNumSupportedArchs);
  load(library, "libnvrtc", "nvrtcGetSupportedArchs", nvrtc.getSupportedArchs);
  load(library, "libnvrtc", "nvrtcCreateProgram", nvrtc.createProgram);
  load(library, "libnvrtc", "nvrtcDestroyProgram", nvrtc.destroyProgram);
  load(library, "libnvrtc", "nvrtcCompileProgram", nvrtc.compileProgram);
  load(library, "libnvrtc", "nvrtcGetProgramLogSize", nvrtc.getProgramLogSize);
  load(library, "libnvrtc", "nvrtcGetProgramLog", nvrtc.getProgramLog);
  load(library, "libnvrtc", "nvrtcGetPTXSize", nvrtc.getPtxSize);
  load(library, "libnvrtc", "nvrtcGetPTX", nvrtc.getPtx);
  load(library, "libnvrtc", "nvrtcGetCUBINSize", nvrtc.getCubinSize);
  load(library, "libnvrtc", "nvrtcGetCUBIN", nvrtc.getCubin);
  return nvrtc;
}

/// Returns the compiler's best target for a device: the architecture of the device or, if the
/// compiler does not know it, the newest older architecture that the compiler knows. The driver
/// translates the code for that architecture to the device's own.
std::string targetFor(const Nvrtc& nvrtc, int architecture) {
  int count = 0;
  nvrtc.check(nvrtc.getNumSupportedArchs(&count), "asking for the compiler's targets");
  std::vector<int> known(static_cast<std::size_t>(count));
  nvrtc.check(nvrtc.getSupportedArchs(known.data()), "asking for the compiler's targets");
  if (std::ranges::find(known, architecture) != known.end())
    return fmt::format("sm_{}", architecture);
  std::erase_if(known, [&](int each) { return each > architecture; });
  if (known.empty()) {
    throw RunError(kWhat, fmt::format("this libnvrtc does not compile for the GPU, of compute "
                                      "capability {}.{}",
                                      architecture / 10, architecture % 10));
  }
  return fmt::format("compute_{}", *std::ranges::max_element(known));
}

/// Returns the compiled code for the driver.
std::string compiled(const Device& device, const Program::Files& files, const char* name) {
  static const Nvrtc nvrtc = loadNvrtc();
  const std::string target = "--gpu-architecture=" + targetFor(nvrtc, device.architecture());
  const bool isBinary = target.find("sm_") != std::string::npos;
  const std::array options{target.c_str(), "--std=c++17", "--fmad=false"};
  std::vector<std::string> texts;
  std::vector<const char*> names, headers;
  for (const auto& [path, text] : files) {
    texts.emplace_back(text);
    names.push_back(path.c_str());
  }
  for (const std::string& text : texts) headers.push_back(text.c_str());
  const std::string source(files.at(name));
  NvrtcProgram program = nullptr;
  nvrtc.check(nvrtc.createProgram(&program, source.c_str(), name, static_cast<int>(texts.size()),
                                  headers.data(), names.data()),
              "beginning to compile");
  const int result =
      nvrtc.compileProgram(program, static_cast<int>(options.size()), options.data());
  std::string image;
  if (result == 0) {
    std::size_t bytes = 0;
    (isBinary ? nvrtc.getCubinSize : nvrtc.getPtxSize)(program, &bytes);
    image.resize(bytes);
    (isBinary ? nvrtc.getCubin : nvrtc.getPtx)(program, image.data());
  } else {
    std::size_t bytes = 0;
    nvrtc.getProgramLogSize(program, &bytes);
    image.resize(bytes);
    nvrtc.getProgramLog(program, image.data());
  }
  nvrtc.destroyProgram(&program);
  if (result != 0) throw RunError(name, image);
  return image;
}

}  // namespace

Program::Program(const Device& device, const Files& files, const char* name) {
  const std::string image = compiled(device, files, name);
  driver().check(driver().moduleLoadData(&module_, image.data()), "loading kernels");
}

Function Program::function(const char* name) const {
  Function function = nullptr;
  driver().check(driver().moduleGetFunction(&function, module_, name), name);
  return function;
}

void launch(Function function, std::int64_t blocks, int threads, Stream stream, void** arguments) {
  driver().check(
      driver().launchKernel(function, static_cast<unsigned>(blocks), 1, 1,
                            static_cast<unsigned>(threads), 1, 1, 0, stream, arguments, nullptr),
      "launching a kernel");
}

}  // namespace gpubuck::cuda
