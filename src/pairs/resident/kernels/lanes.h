// Functions by which several items work together on a GPU: they add to the same counter, or form a
// group of lanes. On the processor, items run one after the other, and a group is a single item.
#pragma once

#include "pairs/resident/kernels/arguments.h"

#ifndef __CUDACC_RTC__
#include <algorithm>
#include <bit>
#endif

namespace gpubuck::pairs::resident {

GPUBUCK_ON_GPU inline Word addOne(Word* to) {
#ifdef __CUDACC_RTC__
  return atomicAdd(to, 1U);
#else
  return (*to)++;
#endif
}

GPUBUCK_ON_GPU inline void raise(Word* to, Word value) {
#ifdef __CUDACC_RTC__
  if (*to < value) atomicMax(to, value);
#else
  *to = std::max(*to, value);
#endif
}

GPUBUCK_ON_GPU inline Word bitsOf(float number) {
#ifdef __CUDACC_RTC__
  return __float_as_uint(number);
#else
  return std::bit_cast<Word>(number);
#endif
}

/// Number of items that run together, the lanes of a group: 32 on a GPU.
#ifdef __CUDACC_RTC__
constexpr int kGroup = 32;

template <typename Number>
__device__ inline Number ofLane(Number number, int lane) {
  return __shfl_sync(0xFFFFFFFFU, number, lane);
}

/// Returns a bit for each lane, which is 1 if `vote` is true in this lane.
__device__ inline Word votes(bool vote) { return __ballot_sync(0xFFFFFFFFU, vote); }

/// Returns the sum of the numbers of this lane and all lanes before it.
__device__ inline int sumUpTo(int number, int lane) {
  for (int step = 1; step < kGroup; step *= 2) {
    const int before = __shfl_up_sync(0xFFFFFFFFU, number, step);
    if (lane >= step) number += before;
  }
  return number;
}

__device__ inline Word bitsIn(Word word) { return __popc(word); }
#else
constexpr int kGroup = 1;

template <typename Number>
inline Number ofLane(Number number, int) {
  return number;
}

inline Word votes(bool vote) { return vote ? 1 : 0; }
inline int sumUpTo(int number, int) { return number; }
inline Word bitsIn(Word word) { return static_cast<Word>(std::popcount(word)); }
#endif

}  // namespace gpubuck::pairs::resident
