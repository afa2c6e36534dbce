// The kernels of searches for pairs on a GPU, in double precision (resident_search.h). NVRTC
// compiles them for CUDA at run time (cuda/program.h), without other headers; tests compile them
// for the processor. Neither compiler may fuse products and sums, so that pairs are decided by
// exactly the expressions of pairs/pair_rule.h.
//
// A kernel is a function of its arguments and of the number of an item. Items run in any order,
// but the lanes of a group run together.
#pragma once

#include "pairs/resident/kernels/kept.h"
#include "pairs/resident/kernels/place.h"
#include "pairs/resident/kernels/results.h"
#include "pairs/resident/kernels/walk.h"

/// Calls F with the name of each kernel.
#define GPUBUCK_KERNELS(F) \
  F(place)                 \
  F(order)                 \
  F(gather)                \
  F(findPairs) F(findKept) F(moved) F(columns) F(offsets) F(lengths) F(matrix) F(summary) F(pad)
