// The quantities a run reports. Plain data; no OpenGL.
#pragma once

#include <cstdint>
#include <glm/vec3.hpp>
#include <optional>
#include <vector>

namespace gpubuck::dpd {

struct SpeciesObservables {
  std::int64_t count = 0;
  double temperature =
      0.0;  ///< 2 E_kin / (D N_k): of the velocities as they are, mean flow included
  glm::dvec3 momentum{0.0};
};

/// All at step n. Momenta are the means of those at n-1/2 and n+1/2 (paper section 4.1), and so are
/// kinetic energies, with the temperature and kinetic pressure that follow: the energy of the mean
/// velocity would be lower by <dv^2> / 8 per unit of mass, dv a step's change of velocity, which is
/// 0.7 % of a temperature at dt = 0.01. Velocity-Verlet codes report that one: temperatureOnStep.
struct Observables {
  std::int64_t step = 0;
  double time = 0.0;
  double temperature = 0.0;        ///< 2 E_kin / (D N - periodic axes), with drag 2 E_kin / (D N)
  double temperatureOnStep = 0.0;  ///< the same of the mean velocities
  double pressure = 0.0;           ///< kinetic part + conservative virial, over D V
  glm::dvec3 pressureTensor{
      0.0};                      ///< xx, yy, zz; pressure is their mean (zz = 0 in two dimensions)
  double pressureTotal = 0.0;    ///< the same with the virial of friction and noise added
  double potentialEnergy = 0.0;  ///< sum over pairs of a/2 (1-r)^2
  double kineticEnergy = 0.0;
  double gravityEnergy = 0.0;  ///< sum of - m g.r
  glm::dvec3 momentum{0.0};
  std::vector<SpeciesObservables> species;
  /// 6 times the integral of f (1-f) along gravity, f the share of one species in a layer of cells
  /// of edge 1, or a little more: the width of a linear mixing layer. Two species and gravity only.
  std::optional<double> mixingWidth;
  /// First zero of the correlation of those cells' composition, averaged over the periodic axes
  /// that have one (a thin axis has none). Two species only; empty if no axis has a zero.
  std::optional<double> domainSize;
};

}  // namespace gpubuck::dpd
