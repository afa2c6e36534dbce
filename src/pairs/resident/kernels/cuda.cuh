// The source that NVRTC compiles: the entries of the kernels for CUDA, prefix sums and copies.
#include "pairs/resident/kernels/kernels.h"

using namespace gpubuck::pairs::resident;

#define GPUBUCK_ENTRY(name)                                                     \
  extern "C" __global__ void name##Items(const Arguments a, Long count) {       \
    const Long item = blockIdx.x * static_cast<Long>(blockDim.x) + threadIdx.x; \
    if (item < count) name(a, item);                                            \
  }
GPUBUCK_KERNELS(GPUBUCK_ENTRY)

/// Returns the sum of the numbers of all threads before this thread in its block. Sets `total` to
/// the sum over the block.
__device__ Long sumBefore(Long own, Long* total) {
  __shared__ Long sums[kScanThreads / 32];
  const int lane = threadIdx.x % 32;
  Long sum = own;
  for (int step = 1; step < 32; step *= 2) {
    const Long before = __shfl_up_sync(0xFFFFFFFFU, sum, step);
    if (lane >= step) sum += before;
  }
  __syncthreads();
  if (lane == 31) sums[threadIdx.x / 32] = sum;
  __syncthreads();
  Long base = 0, all = 0;
  for (int k = 0; k < kScanThreads / 32; ++k) {
    if (k < threadIdx.x / 32) base += sums[k];
    all += sums[k];
  }
  *total = all;
  return base + sum - own;
}

__device__ Long sumOfItems(const Word* counts, Long count, Long first, Word* items) {
  Long sum = 0;
  for (int k = 0; k < kScanItems; ++k) {
    items[k] = first + k < count ? counts[first + k] : 0U;
    sum += items[k];
  }
  return sum;
}

/// Writes, for each number of a block, the sum of the block's numbers before it plus `base`.
/// Returns the sum of all numbers of the block.
__device__ Long scanBlock(const Word* counts, Long count, Long block, Long base, Long* starts) {
  const Long first = block * kScanBlock + threadIdx.x * kScanItems;
  Word items[kScanItems];
  Long all, next = base + sumBefore(sumOfItems(counts, count, first, items), &all);
  for (int k = 0; k < kScanItems && first + k < count; ++k) {
    starts[first + k] = next;
    next += items[k];
  }
  return all;
}

/// Adds up each block of numbers.
extern "C" __global__ void __launch_bounds__(kScanThreads)
    scanTotals(const Word* counts, Long count, Long* totals) {
  Word items[kScanItems];
  Long total;
  sumBefore(
      sumOfItems(counts, count,
                 blockIdx.x * static_cast<Long>(kScanBlock) + threadIdx.x * kScanItems, items),
      &total);
  if (threadIdx.x == 0) totals[blockIdx.x] = total;
}

/// Writes for each number the sum of the numbers before it, and after the last number the sum of
/// all numbers.
extern "C" __global__ void __launch_bounds__(kScanThreads)
    scanStarts(const Word* counts, Long count, const Long* totals, Long* starts) {
  Long own = 0, base;
  for (int k = threadIdx.x; k < blockIdx.x; k += kScanThreads) own += totals[k];
  sumBefore(own, &base);
  const Long all = scanBlock(counts, count, blockIdx.x, base, starts);
  if (threadIdx.x == 0 && blockIdx.x == gridDim.x - 1) starts[count] = base + all;
}

/// Does the work of ResidentMachine::arrange for few points in one block of threads: clears the
/// counters of place(), and puts the points into the order of their cells.
extern "C" __global__ void __launch_bounds__(kScanThreads) arrange(const Arguments a, Long cells) {
  for (int k = threadIdx.x; k < cells; k += kScanThreads) a.crowd[k] = 0;
  if (threadIdx.x == 0) *a.notes = Notes{};
  __syncthreads();
  for (int k = threadIdx.x; k < a.placedCount; k += kScanThreads) place(a, k);
  __syncthreads();
  Long sum = 0;
  for (int block = 0; block * kScanBlock < cells; ++block)
    sum += scanBlock(a.crowd, cells, block, sum, a.cellStart);
  if (threadIdx.x == 0) a.cellStart[cells] = sum;
  __syncthreads();
  for (int k = threadIdx.x; k < a.placedCount; k += kScanThreads) order(a, k);
  __syncthreads();
  for (int k = threadIdx.x; k < a.placedCount; k += kScanThreads) gather(a, k);
}

extern "C" __global__ void unpack(const Parcel parcel, Word* to, Long count) {
  for (Long k = threadIdx.x; k < count; k += blockDim.x) to[k] = parcel.words[k];
}
