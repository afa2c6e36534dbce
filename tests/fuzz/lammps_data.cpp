#include "formats/lammps.h"
#include "formats/particles.h"
#include "fuzz/particle_round_trip.h"
#include "fuzz/targets.h"

namespace gpubuck::fuzz {

void lammpsData(std::string_view input) {
  const std::string path = fileOf("atoms.data", input);
  for (const dpd::Fluid& fluid : fluids()) {
    const auto particles = taken({path}, [&] { return formats::readLammpsData(path, fluid); });
    if (!particles) continue;
    requireRoundTrip(*particles, fluid, [&](const dpd::Particles& written) {
      const std::string again = pathOf("again.data");
      formats::writeLammpsData(again, fluid, written, "again", particles->molecules);
      const formats::FileParticles read = formats::readLammpsData(again, fluid);
      require(read.molecules == particles->molecules, "bonds and angles are read back");
      return read;
    });
  }
}

}  // namespace gpubuck::fuzz
