// Measures the peak rates of a device: the two roofs of a roofline (Williams, Waterman, Patterson,
// "Roofline: An Insightful Visual Performance Model for Multicore Architectures", 2009).
#pragma once

#include <vector>

#include "bench/bench.h"
#include "texel/map_pass.h"

namespace gpubuck::bench {

/// As measured through the passes of an engine: what reaches it, not what the data sheet says.
struct Ceilings {
  double bytesPerSecond = 0.0;       ///< read and written, of a copy that does not fit into caches
  double operationsPerSecond = 0.0;  ///< single precision; a product and its sum are two
};

/// The passes by which they are measured.
struct CeilingPasses {
  texel::MapPassInfo copy, arithmetic;
};

CeilingPasses ceilingPasses(texel::Engine engine);

/// Adds a row for each and returns those of each of the setup's engines, in their order.
std::vector<Ceilings> measureCeilings(const Setup& setup, Report& report);

}  // namespace gpubuck::bench
