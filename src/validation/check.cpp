#include "validation/check.h"

#include <cmath>

namespace gpubuck::validation {

bool Row::pass() const { return std::abs(value.mean - expected) <= tolerance; }

const std::vector<Check>& checks() {
  static const std::vector<Check> kAll{
      {"noise", "mean, variance and covariances of the noise", false, checkNoise},
      {"pairs", "forces of two particles, at all distances and across all sides", false,
       checkPairs},
      {"equilibrium", "temperature, pressures, radial distribution, velocities", false,
       checkEquilibrium},
      {"conservation", "momentum, and energy without thermostat", false, checkConservation},
      {"transport", "self-diffusion and viscosity", false, checkTransport},
      {"molecules", "bonds and angles of free molecules, against exact averages", false,
       checkMolecules},
      {"chains", "sizes of chains in a solvent and in a melt", true, checkChains},
      {"microphases", "order of block chains, lipids and soap", true, checkMicrophases},
      {"many-body", "density and tension of many-body liquids, drops, threads that break", true,
       checkManyBody},
      {"time-step", "errors of three integrators against the time step", true, checkTimeStep},
      {"interface", "tension of a flat interface and of a drop", true, checkInterface},
      {"rayleigh-taylor", "growth of a wave between two fluids, and mixing", true,
       checkRayleighTaylor},
      {"phase-separation", "growth of domains, with and without momentum conserved", true,
       checkPhaseSeparation},
  };
  return kAll;
}

}  // namespace gpubuck::validation
