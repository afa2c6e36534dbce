#include "dpd/fluid.h"

#include <fmt/format.h>

namespace gpubuck::dpd {

std::string whyNoDrag(const Fluid& fluid) {
  const Noise& noise = rowOf(kNoises, fluid.noise);
  if (fluid.drag == 0.0 || !noise.hasStates) return {};
  return fmt::format("the noise {} has none for single particles", noise.name);
}

}  // namespace gpubuck::dpd
