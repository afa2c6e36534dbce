// Implements the ResidentMachine of a search for pairs with CUDA.
#pragma once

#include <optional>
#include <vector>

#include "cuda/device.h"
#include "gpubuck/device_pairs.h"
#include "pairs/resident/resident_machine.h"

namespace gpubuck::library {

/// Does its work on a stream of CUDA. Without a stream it uses the default stream, and begins after
/// all earlier work on the device. The context of the device is current while the object lives.
class DeviceMachine : public pairs::ResidentMachine {
 public:
  /// `allocate` may be empty. Compiles the kernels unless the process has already compiled them for
  /// the device. Throws the errors of cuda::Program.
  DeviceMachine(int device, const std::optional<std::uint64_t>& stream, DeviceAllocate allocate);

  int device() const { return device_.number(); }
  /// Waits for all work on the device.
  void waitForAll() const;

  pairs::ResidentMemory allocate(char kind, int bytes,
                                 const std::vector<std::int64_t>& sizes) override;
  void upload(std::uint64_t to, std::span<const std::byte> bytes) override;
  void download(std::span<std::byte> to, std::uint64_t from) override;
  void copy(std::uint64_t to, std::uint64_t from, std::int64_t bytes) override;
  void clear(std::uint64_t at, std::int64_t words) override;
  void run(pairs::ResidentKernel kernel, std::int64_t items,
           const pairs::resident::Arguments& arguments) override;
  void scan(const pairs::resident::Word* counts, std::int64_t count, pairs::resident::Long* totals,
            pairs::resident::Long* starts) override;
  void arrange(const pairs::resident::Arguments& arguments, std::int64_t cells,
               pairs::resident::Long* totals) override;
  int group() const override { return 32; }

 private:
  struct Kernels;

  static const Kernels& kernelsOf(const cuda::Device& device);

  cuda::Device device_;
  cuda::Device::Current current_;
  cuda::Stream stream_;
  DeviceAllocate allocate_;
  const Kernels* kernels_;
};

}  // namespace gpubuck::library
