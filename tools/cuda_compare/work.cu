#include "device_memory.cuh"
#include "work.h"

namespace gpubuck::cuda {

Gpu useGpu(const std::string& renderer) {
  int count = 0;
  check(cudaGetDeviceCount(&count), "counting its devices");
  std::string names;
  for (int device = 0; device < count; ++device) {
    cudaDeviceProp properties{};
    check(cudaGetDeviceProperties(&properties, device), "asking for a device");
    if (renderer.find(properties.name) == std::string::npos) {
      names += (names.empty() ? "" : ", ") + std::string(properties.name);
      continue;
    }
    // Waits keep the processor busy, as in gpubuck.
    check(cudaInitDevice(device, cudaDeviceScheduleSpin, cudaInitDeviceFlagsAreValid),
          properties.name);
    check(cudaSetDevice(device), properties.name);
    Gpu gpu{
        .name = properties.name,
        .architecture = std::to_string(properties.major) + "." + std::to_string(properties.minor)};
    check(cudaDriverGetVersion(&gpu.driver), "asking for the driver's version");
    check(cudaRuntimeGetVersion(&gpu.runtime), "asking for the version of the CUDA runtime");
    return gpu;
  }
  throw RunError("CUDA", "OpenGL renders on " + renderer + ", CUDA has " +
                             (names.empty() ? "no device" : "only " + names));
}

void finish() { check(cudaDeviceSynchronize(), "waiting for the GPU"); }

Timeline::~Timeline() {
  for (const Interval& interval : intervals_) {
    cudaEventDestroy(interval.begin);
    if (interval.end != nullptr) cudaEventDestroy(interval.end);
  }
}

void Timeline::begin(const std::string& step) {
  Interval& interval = intervals_.emplace_back(Interval{.name = step});
  check(cudaEventCreate(&interval.begin), "making an event");
  check(cudaEventCreate(&interval.end), "making an event");
  check(cudaEventRecord(interval.begin), "recording an event");
}

void Timeline::end() { check(cudaEventRecord(intervals_.back().end), "recording an event"); }

std::vector<Timeline::Step> Timeline::steps() const {
  std::vector<Step> steps;
  for (const Interval& interval : intervals_) {
    check(cudaEventSynchronize(interval.end), interval.name);
    float milliseconds = 0.0F;
    check(cudaEventElapsedTime(&milliseconds, interval.begin, interval.end), interval.name);
    steps.push_back({interval.name, static_cast<double>(milliseconds)});
  }
  return steps;
}

}  // namespace gpubuck::cuda
