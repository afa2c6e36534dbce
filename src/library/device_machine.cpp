#include "library/device_machine.h"

#include <algorithm>
#include <array>
#include <cstring>
#include <map>
#include <memory>
#include <mutex>
#include <utility>

#include "base/embedded.h"
#include "base/number.h"
#include "cuda/program.h"

namespace gpubuck::library {
namespace {

namespace resident = pairs::resident;

constexpr const char* kSource = "pairs/resident/kernels/cuda.cuh";
constexpr std::array kEntries{
#define GPUBUCK_ENTRY_NAME(name) #name "Items",
    GPUBUCK_KERNELS(GPUBUCK_ENTRY_NAME)
#undef GPUBUCK_ENTRY_NAME
};
/// Threads per block. A block of findPairs runs until its slowest group has ended, so large blocks
/// would waste time.
constexpr int kThreads = 64;

}  // namespace

struct DeviceMachine::Kernels {
  explicit Kernels(const cuda::Device& device)
      : program(device, embedded::files("kernels"), kSource),
        scanTotals(program.function("scanTotals")),
        scanStarts(program.function("scanStarts")),
        arrange(program.function("arrange")),
        unpack(program.function("unpack")) {
    for (const char* const entry : kEntries) entries.push_back(program.function(entry));
  }

  cuda::Program program;
  std::vector<cuda::Function> entries{};
  cuda::Function scanTotals, scanStarts, arrange, unpack;
};

const DeviceMachine::Kernels& DeviceMachine::kernelsOf(const cuda::Device& device) {
  static std::mutex mutex;
  static std::map<int, std::unique_ptr<const Kernels>> all;
  const std::lock_guard lock(mutex);
  std::unique_ptr<const Kernels>& kernels = all[device.number()];
  if (!kernels) kernels = std::make_unique<const Kernels>(device);
  return *kernels;
}

DeviceMachine::DeviceMachine(int device, const std::optional<std::uint64_t>& stream,
                             DeviceAllocate allocate)
    : device_(device),
      current_(device_),
      stream_(reinterpret_cast<cuda::Stream>(stream.value_or(0))),  // NOLINT
      allocate_(std::move(allocate)),
      kernels_(&kernelsOf(device_)) {
  if (!stream) waitForAll();
}

void DeviceMachine::waitForAll() const {
  cuda::driver().check(cuda::driver().ctxSynchronize(), "waiting for the device");
}

pairs::ResidentMemory DeviceMachine::allocate(char kind, int bytes,
                                              const std::vector<std::int64_t>& sizes) {
  if (allocate_) {
    DeviceColumn column = allocate_(kind, bytes, sizes);
    return {column.address, std::move(column.owner)};
  }
  std::int64_t all = bytes;
  for (const std::int64_t size : sizes) all *= size;
  const cuda::Device::Memory memory = device_.allocate(all);
  return {*memory, memory};
}

void DeviceMachine::upload(std::uint64_t to, std::span<const std::byte> bytes) {
  if (bytes.empty()) return;
  const cuda::Driver& cuda = cuda::driver();
  int isCapturing = 0;
  constexpr std::size_t kParcel = sizeof(resident::Parcel);
  if (bytes.size() > kParcel) {
    cuda.check(cuda.streamIsCapturing(stream_, &isCapturing), "asking for the stream's state");
  }
  if (bytes.size() > kParcel && isCapturing == 0) {
    cuda.check(cuda.memcpyHtoDAsync(to, bytes.data(), bytes.size(), stream_),
               "copying to the device");
    return;
  }
  // Few bytes, and all bytes while a graph is recorded, are passed as arguments of launches: the
  // graph keeps copies of arguments, but not of main memory.
  for (std::size_t first = 0; first < bytes.size(); first += kParcel) {
    resident::Parcel parcel;
    const std::size_t count = std::min(kParcel, bytes.size() - first);
    std::memcpy(&parcel, bytes.data() + first, count);
    auto words = static_cast<resident::Long>((count + 3) / 4);
    std::uint64_t target = to + first;
    std::array<void*, 3> arguments{&parcel, &target, &words};
    cuda::launch(kernels_->unpack, 1, 256, stream_, arguments.data());
  }
}

void DeviceMachine::download(std::span<std::byte> to, std::uint64_t from) {
  const cuda::Driver& cuda = cuda::driver();
  cuda.check(cuda.memcpyDtoHAsync(to.data(), from, to.size(), stream_), "copying from the device");
  cuda.check(cuda.streamSynchronize(stream_), "waiting for the device");
}

void DeviceMachine::copy(std::uint64_t to, std::uint64_t from, std::int64_t bytes) {
  if (bytes == 0) return;
  cuda::driver().check(
      cuda::driver().memcpyDtoDAsync(to, from, static_cast<std::size_t>(bytes), stream_),
      "copying within the device");
}

void DeviceMachine::clear(std::uint64_t at, std::int64_t words) {
  if (words == 0) return;
  cuda::driver().check(
      cuda::driver().memsetD32Async(at, 0, static_cast<std::size_t>(words), stream_),
      "clearing memory of the device");
}

void DeviceMachine::run(pairs::ResidentKernel kernel, std::int64_t items,
                        const resident::Arguments& arguments) {
  if (items == 0) return;
  resident::Arguments values = arguments;
  resident::Long count = items;
  std::array<void*, 2> pointers{&values, &count};
  cuda::launch(kernels_->entries[static_cast<std::size_t>(kernel)], divideUp(items, kThreads),
               kThreads, stream_, pointers.data());
}

void DeviceMachine::scan(const resident::Word* counts, std::int64_t count, resident::Long* totals,
                         resident::Long* starts) {
  const std::int64_t blocks = std::max<std::int64_t>(1, divideUp(count, resident::kScanBlock));
  resident::Long items = count;
  std::array<void*, 4> arguments{&counts, &items, &totals, &starts};
  if (blocks > 1) {
    cuda::launch(kernels_->scanTotals, blocks, resident::kScanThreads, stream_, arguments.data());
  }
  cuda::launch(kernels_->scanStarts, blocks, resident::kScanThreads, stream_, arguments.data());
}

void DeviceMachine::arrange(const resident::Arguments& arguments, std::int64_t cells,
                            resident::Long* totals) {
  if (std::max<std::int64_t>(arguments.placedCount, cells) > resident::kFewPoints) {
    pairs::ResidentMachine::arrange(arguments, cells, totals);
    return;
  }
  resident::Arguments values = arguments;
  resident::Long count = cells;
  std::array<void*, 2> pointers{&values, &count};
  cuda::launch(kernels_->arrange, 1, resident::kScanThreads, stream_, pointers.data());
}

}  // namespace gpubuck::library
