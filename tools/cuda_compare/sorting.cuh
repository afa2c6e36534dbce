// The steps of a timeline and the radix sort, which the sorts and the pair search share.
#pragma once

#include <cub/device/device_radix_sort.cuh>

#include "device_memory.cuh"
#include "work.h"

namespace gpubuck::cuda {

/// Calls `enqueue` as a step of the timeline, if there is one.
template <typename Enqueue>
void step(Timeline* timeline, const char* name, Enqueue enqueue) {
  if (timeline != nullptr) timeline->begin(name);
  enqueue();
  if (timeline != nullptr) timeline->end();
}

/// CUB's radix sort of pairs of a key and an element's number, followed by a search for the begin
/// of each bucket.
class RangeSorter {
 public:
  /// Every run reads the `count` keys, which are on the GPU. If `buckets` is 0, there are no
  /// ranges.
  RangeSorter(DeviceMemory& memory, const std::uint32_t* keys, std::size_t count, int keyBits,
              std::size_t buckets);

  /// Enqueues the steps "sort" and, if there are buckets, "ranges".
  void run(Timeline* timeline);

  const std::uint32_t* keys() const { return sortedKeys_; }
  const std::uint32_t* order() const { return order_; }
  const std::uint32_t* starts() const { return starts_; }

 private:
  /// Calls CUB. If `scratch` is null, only sets `bytes` to the number of bytes that CUB needs.
  void sortPairs(void* scratch, std::size_t& bytes) const;

  const std::uint32_t* keys_;
  std::size_t count_;
  int keyBits_;
  std::size_t buckets_;
  const std::uint32_t* numbers_;
  std::uint32_t* sortedKeys_;
  std::uint32_t* order_;
  std::uint32_t* starts_ = nullptr;
  void* scratch_ = nullptr;
  std::size_t scratchBytes_ = 0;
};

}  // namespace gpubuck::cuda
