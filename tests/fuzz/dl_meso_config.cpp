#include "formats/particles.h"
#include "fuzz/particle_round_trip.h"
#include "fuzz/targets.h"

namespace gpubuck::fuzz {

void dlMesoConfig(std::string_view input) {
  const std::string path = fileOf("CONFIG", input);
  taken({path}, [&] { return formats::boxOfDlMesoConfig(path); });
  for (const dpd::Fluid& fluid : fluids()) {
    const auto particles = taken({path}, [&] { return formats::readDlMesoConfig(path, fluid); });
    if (!particles) continue;
    requireRoundTrip(*particles, fluid, [&](const dpd::Particles& same) { return same; });
  }
}

}  // namespace gpubuck::fuzz
