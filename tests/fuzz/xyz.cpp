#include "io/xyz.h"

#include "fuzz/particle_round_trip.h"
#include "fuzz/targets.h"
#include "io/pairs.h"
#include "io/particles.h"

namespace gpubuck::fuzz {

void xyz(std::string_view input) {
  const std::string path = fileOf("frames.xyz", input);
  taken({path}, [&] { return io::readPoints(path); });
  for (const dpd::Fluid& fluid : fluids()) {
    const auto particles = taken({path}, [&] { return io::readExtendedXyz(path, fluid); });
    if (!particles) continue;
    requireRoundTrip(*particles, fluid, [&](const dpd::Particles& written) {
      const std::string again = pathOf("again.xyz");
      io::TrajectoryWriter(again, fluid).append(written, 1, 0.01);
      return io::readExtendedXyz(again, fluid);
    });
  }
}

}  // namespace gpubuck::fuzz
