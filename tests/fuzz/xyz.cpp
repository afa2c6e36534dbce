#include "fuzz/particle_round_trip.h"
#include "fuzz/targets.h"
#include "io/pairs.h"
#include "io/particles.h"
#include "io/trajectory.h"

namespace gpubuck::fuzz {

void xyz(std::string_view input) {
  const std::string path = fileOf("frames.xyz", input);
  taken({path}, [&] { return io::readPoints(path); });
  taken({path}, [&] { return framesOf(*io::makeXyzReader(path)); });
  for (const dpd::Fluid& fluid : fluids()) {
    const auto particles = taken({path}, [&] { return io::readExtendedXyz(path, fluid); });
    if (!particles) continue;
    requireRoundTrip(*particles, fluid, [&](const dpd::Particles& written) {
      const std::string again = pathOf("again.xyz");
      io::makeXyzWriter(again, fluid, file::Opening::Replace, io::Keep::Whole)
          ->append({1, 0.01, written});
      return io::readExtendedXyz(again, fluid);
    });
  }
}

}  // namespace gpubuck::fuzz
