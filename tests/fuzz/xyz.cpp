#include "formats/pairs.h"
#include "formats/particles.h"
#include "formats/trajectory.h"
#include "fuzz/particle_round_trip.h"
#include "fuzz/targets.h"

namespace gpubuck::fuzz {

void xyz(std::string_view input) {
  const std::string path = fileOf("frames.xyz", input);
  taken({path}, [&] { return formats::readPoints(path); });
  taken({path}, [&] { return framesOf(*formats::makeXyzReader(path)); });
  for (const dpd::Fluid& fluid : fluids()) {
    const auto particles = taken({path}, [&] { return formats::readExtendedXyz(path, fluid); });
    if (!particles) continue;
    requireRoundTrip(*particles, fluid, [&](const dpd::Particles& written) {
      const std::string again = pathOf("again.xyz");
      formats::makeXyzWriter(again, fluid, {}, file::Opening::Replace, formats::Keep::Whole)
          ->append({1, 0.01, written});
      return formats::readExtendedXyz(again, fluid);
    });
  }
}

}  // namespace gpubuck::fuzz
