#include "fuzz/particle_round_trip.h"
#include "fuzz/targets.h"
#include "io/lammps.h"
#include "io/particles.h"

namespace gpubuck::fuzz {

void lammpsData(std::string_view input) {
  const std::string path = fileOf("atoms.data", input);
  for (const dpd::Fluid& fluid : fluids()) {
    const auto particles = taken({path}, [&] { return io::readLammpsData(path, fluid); });
    if (!particles) continue;
    requireRoundTrip(*particles, fluid, [&](const dpd::Particles& written) {
      const std::string again = pathOf("again.data");
      io::writeLammpsData(again, fluid, written, "again");
      return io::readLammpsData(again, fluid);
    });
  }
}

}  // namespace gpubuck::fuzz
