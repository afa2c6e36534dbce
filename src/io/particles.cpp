#include "io/particles.h"

#include "io/extended_xyz.h"
#include "io/lammps_data.h"

namespace gpubuck::io {

dpd::ParticleState readParticles(const std::string& path, const dpd::Fluid& fluid) {
  const bool isLammps =
      path.ends_with(".data") || path.ends_with(".lmp") || path.ends_with(".lammps");
  return isLammps ? readLammpsData(path, fluid) : readExtendedXyz(path, fluid);
}

}  // namespace gpubuck::io
