#include "sort/algorithms.h"
#include "sort/bitonic_sort.h"
#include "sort/bucket_sort.h"
#include "sort/counting_sort.h"
#include "sort/radix_sort.h"
#include "texel/device.h"

namespace gpubuck::sort {

/// Compiles every variant of the shaders of this layer, so that app/shader_dump.cpp can write them.
void compileShaders(const texel::Device& device) {
  for (const EnumName<Partition>& partition : kPartitionNames) {
    const BucketSort bucket(device, {.partition = partition.value}, 1, 1);
  }
  for (int stages = 1; stages <= BitonicSort::kMaxStagesPerPass; ++stages) {
    const BitonicSort bitonic(device, 1, 1, stages);
  }
  const ABiSort adaptive(device, 1, 1);
  if (device.engine() != texel::Engine::Fast) return;
  const AtomicSort atomic(device, 1, 1);
  const CountingSort counting(device, 1, 1);
  for (const auto ranking : {RadixRanking::Auto, RadixRanking::Masks, RadixRanking::Counters}) {
    // The first pass has shaders of its own.
    for (const int passes : {1, 2}) {
      const RadixSettings settings{.keyBits = 4 * passes, .radixBits = 4, .ranking = ranking};
      const RadixSort ranges(device, 1, 1, settings);
      const RadixSorter keys(device, settings, {.count = 1, .withOrder = false});
    }
  }
}

}  // namespace gpubuck::sort
