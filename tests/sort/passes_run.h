// The passes that a device has run, for tests of a step's or a scene's passes.
#pragma once

#include <set>
#include <string>

#include "sort/point_counts.h"
#include "texel/device.h"

namespace gpubuck::test {

/// Returns the names of the passes that ran since the profiler was reset. Leaves out the passes
/// that count points. Only OpenGL ES 3.0 runs these passes, since its queries cannot count points.
inline std::set<std::string> passesOf(const texel::Device& device) {
  std::set<std::string> names;
  for (const texel::PassTime& time : device.profiler().times()) {
    if (time.runs > 0) names.insert(time.name);
  }
  if (sort::countingHere() != sort::Counting::Queries) {
    for (const char* counts : {"texel/count_flags", "texel/add_counts"}) names.erase(counts);
  }
  return names;
}

}  // namespace gpubuck::test
