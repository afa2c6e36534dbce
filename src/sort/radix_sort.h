// A radix sort of 32-bit keys in buffers, and a sort of elements into ranges that uses it: OpenGL
// 4.3. The method is by Helluy, "A portable implementation of the radix sort algorithm in OpenCL"
// (2011), but tiles are sorted in shared memory before they are written.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "sort/settings.h"
#include "sort/sort.h"
#include "texel/buffer_pass.h"
#include "texel/device.h"
#include "texel/prefix_sum.h"

namespace gpubuck::sort {

/// The task of a sorter.
struct RadixTask {
  std::int64_t count = 0;  ///< N, 0 or more
  bool withOrder = true;   ///< whether the permutation is returned, too
  bool fromIds = false;    ///< whether keys are ids, of 24 bits
};

/// Returns the settings with every automatic choice made. Throws InputError naming a value that is
/// out of range or needs more shared memory than the driver has, and RunError for missing
/// subgroups.
RadixSettings resolve(const RadixSettings& settings, const RadixTask& task,
                      const texel::ComputeLimits& limits);

/// Returns the number of passes over the keys, which is the number of digits: b / r, rounded up.
int radixPasses(const RadixSettings& resolved);

/// A stable sort by the lowest keyBits bits of the keys. Higher bits do not affect the order.
class RadixSorter {
 public:
  /// Compiles and allocates. Throws the errors of resolve, and RunError below OpenGL 4.3 or without
  /// memory.
  RadixSorter(const texel::Device& device, const RadixSettings& settings, const RadixTask& task);

  /// Sorts N keys without changing them. Throws RunError if their number or kind differs from the
  /// task.
  void sort(const texel::UIntBuffer& keys);
  void sort(const texel::IdArray& ids);

  /// Returns the sorted keys K' of the last sort.
  const texel::UIntBuffer& keys() const { return keys_.at(result_); }
  /// Returns the permutation s of the last sort, K'(j) = K(s(j)); only for a task with order.
  const texel::UIntBuffer& order() const { return order_.at(result_); }

  const RadixSettings& settings() const { return settings_; }

 private:
  /// The two shaders of a pass that read keys. The first pass has its own shaders, since it reads
  /// the keys from another place.
  struct Kernels {
    texel::BufferPass count;
    texel::BufferPass scatter;
  };
  struct Source {
    const texel::UIntBuffer* keys = nullptr;
    const texel::UIntBuffer* order = nullptr;
    const texel::IdArray* ids = nullptr;
  };

  Kernels makeKernels(const texel::Device& device, bool first) const;
  void sortFrom(Source source);
  void runPass(Kernels& kernels, int pass, const Source& source, std::size_t target);

  RadixTask task_;
  RadixSettings settings_;
  std::int64_t tilesPerGroup_;
  std::int64_t groups_;
  texel::PartScan scan_;
  Kernels first_;
  std::optional<Kernels> later_;
  texel::UIntBuffer counts_;
  texel::UIntBuffer partSums_;
  std::vector<texel::UIntBuffer> keys_;   ///< two buffers that are used in turns, or one buffer for
                                          ///< a single pass
  std::vector<texel::UIntBuffer> order_;  ///< like keys_; empty without order
  std::size_t result_ = 0;
};

/// Sorts (bucket, element) pairs by bucket and then finds the start of each bucket by bisection.
class RadixSort final : public Sort {
 public:
  /// If the key bits of the settings are 0, the sort uses as many bits as the number of the last
  /// bucket has. Throws the errors of RadixSorter, and InputError for fewer key bits than the
  /// number of the last bucket has.
  RadixSort(const texel::Device& device, std::int64_t elements, std::int64_t buckets,
            const RadixSettings& settings = {});

  void sort(const texel::IdArray& mapping) override;

  const RadixSettings& settings() const { return sorter_.settings(); }

 private:
  RadixSorter sorter_;
  texel::BufferPass makeRanges_;
  std::int64_t elements_;
  std::int64_t buckets_;
};

}  // namespace gpubuck::sort
