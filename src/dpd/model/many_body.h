// Many-body DPD: a repulsion that grows with the density around the particles, which lets pairs
// attract each other and makes liquids with a surface (Warren 2003).
#pragma once

#include <vector>

#include "base/enum_names.h"

namespace gpubuck::dpd {

/// The kernels by which neighbours add to the density at a particle, normalised so that a uniform
/// fluid has its number density.
enum class DensityKernel {
  Warren,  ///< N (1 - r/r_d)^2, N = 15 / (2 pi r_d^3), in two dimensions 6 / (pi r_d^2)
  Lucy     ///< N (1 + 3 r/r_d) (1 - r/r_d)^3, N = 105 / (16 pi r_d^3), in two dimensions 5 / (pi
           ///< r_d^2)
};

inline const std::vector<EnumName<DensityKernel>> kDensityKernels{
    {DensityKernel::Warren, "warren",
     "(1 − r/r_d)², whose slope is the weight of the force: forces follow from an energy (Warren "
     "2003)."},
    {DensityKernel::Lucy, "lucy",
     "(1 + 3 r/r_d) (1 − r/r_d)³, as in the pair style mdpd of LAMMPS. Forces then follow from no "
     "energy, and the fluid "
     "is 2 to 3 % warmer than kT."}};

/// The coefficients that all pairs of a fluid share: with several b or radii forces would follow
/// from no energy (Warren 2013).
struct ManyBody {
  double b = 25.0;              ///< repulsion, energy length^2, >= 0 (length in two dimensions)
  double densityRadius = 0.75;  ///< r_d, length, 0.1..1
  DensityKernel kernel = DensityKernel::Warren;

  /// The most that one neighbour adds to a density: N of the kernel.
  double densityAtContact(int dimensions) const;
  /// The factor c of a particle's energy c rho^2: b r_d / (4 N) with N of the kernel warren.
  double energyFactor(int dimensions) const;
};

}  // namespace gpubuck::dpd
