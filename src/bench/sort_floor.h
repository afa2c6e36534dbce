// The paper's sort and re-sort over their floor, one scatter of all points.
#pragma once

#include "bench/bench.h"

namespace gpubuck::bench {

/// Measures `gpubuck bench sorts --floor`, with 4 elements per bucket. In each row `to_floor` is
/// its median divided by that of the scatter in the same rounds. In the row of a re-sort `to_sort`
/// is its median divided by that of the sort with the same partition.
void sortsOverFloor(const Setup& setup, Report& report);

}  // namespace gpubuck::bench
