// The paper's sort and re-sort over their floor, one scatter of all points.
#pragma once

#include "bench/bench.h"

namespace gpubuck::bench {

/// What `gpubuck bench sorts --floor` measures, 4 elements per bucket. In each row `to_floor`: its
/// median over that of the scatter in the same rounds; of a re-sort `to_sort`: over the sort of the
/// same partition.
void sortsOverFloor(const Setup& setup, Report& report);

}  // namespace gpubuck::bench
