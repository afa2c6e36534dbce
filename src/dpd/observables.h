// The quantities that are measured in a fluid, and the table that describes them. The shared
// library installs this header, too. The header therefore includes no other header of gpubuck.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <variant>
#include <vector>

namespace gpubuck::dpd {

/// The observables of one species; kSpeciesObservables describes each member.
struct SpeciesObservables {
  std::int64_t count = 0;
  double temperature = 0.0;
  std::array<double, 3> momentum{};

  bool operator==(const SpeciesObservables&) const = default;
};

/// The observables of a fluid, all at the same step; kObservables describes each member. Momenta,
/// kinetic energies, temperature and kinetic pressure are means of their values at n-1/2 and n+1/2
/// (paper section 4.1). The kinetic energy of the mean velocity would be lower by <dv^2> / 8 per
/// unit of mass, where dv is the change of velocity in a step. At dt = 0.01 this is 0.7 % of the
/// temperature. temperatureOnStep is computed from this lower energy, as in velocity-Verlet codes.
struct Observables {
  std::int64_t step = 0;
  double time = 0.0;
  double temperature = 0.0;
  double pressure = 0.0;
  double potentialEnergy = 0.0;
  double kineticEnergy = 0.0;
  std::array<double, 3> momentum{};
  double pressureTotal = 0.0;
  double gravityEnergy = 0.0;
  std::optional<double> mixingWidth;
  std::optional<double> domainSize;
  double temperatureOnStep = 0.0;
  std::array<double, 3> pressureTensor{};
  std::optional<double> bondEnergy;
  std::optional<double> angleEnergy;
  std::optional<double> localDensity;
  std::optional<double> endToEnd;
  std::optional<double> radiusOfGyration;
  std::optional<double> surfaceTension;
  std::vector<SpeciesObservables> species;  ///< in the order of the scenario

  bool operator==(const Observables&) const = default;
};

/// The static structure factor S(k) = |sum of exp(-i k.r)|^2 / N at one step, where r are the
/// positions of N particles. It is 1 for an ideal gas. The wave vectors k fit the periodic axes.
/// They are grouped in shells of width 2 pi / L, where L is the longest periodic side. All arrays
/// have an entry per shell. The largest k is about pi divided by the edge of the cells in which
/// particles are counted (docs/physics.md).
struct StructureFactor {
  std::int64_t step = 0;
  double time = 0.0;
  std::vector<double> k{};      ///< mean length of the wave vectors of a shell, 1/r_c, in ascending
                                ///< order
  std::vector<double> total{};  ///< mean of S(k) of all particles in a shell
  /// For each species, in the order of the scenario, the mean of S(k) in a shell; NaN for a species
  /// without particles.
  std::vector<std::vector<double>> species{};

  bool operator==(const StructureFactor&) const = default;
};

/// The surface at which a species' density equals midLevel() (dpd/density_modes.h).
struct Surface {
  double area = 0.0;  ///< unit r_c^(D-1); 0 without a surface
  /// The eigenvalues, in ascending order, of the second moment of the surface's unit normals. Their
  /// sum is 1. Without a preferred direction they are 1/3, 1/3, 1/3; for tubes 0, 1/2, 1/2; for
  /// layers 0, 0, 1. Empty without a surface.
  std::optional<std::array<double, 3>> mu{};

  bool operator==(const Surface&) const = default;
};

/// The surface of each species at one step. docs/physics.md explains how surfaces are found.
struct SurfaceOrder {
  std::int64_t step = 0;
  double time = 0.0;
  std::vector<Surface> species{};  ///< in the order of the scenario

  bool operator==(const SurfaceOrder&) const = default;
};

/// The pressure in slabs across the last axis at one step; all arrays have an entry per slab. The
/// pressure is defined as in Observables::pressureTensor, and its mean over all slabs equals the
/// mean over the box.
struct StressProfile {
  std::int64_t step = 0;
  double time = 0.0;
  std::vector<double> position{};    ///< middle of a slab along the last axis, r_c, in ascending
                                     ///< order
  std::vector<double> normal{};      ///< component along the last axis, energy/r_c^D
  std::vector<double> tangential{};  ///< mean of the other components

  bool operator==(const StressProfile&) const = default;
};

/// A row of the table: a member of the structure `Of`, and its description. Everything that offers
/// observables reads this table: observables.csv, the window's plots, Python, JavaScript, and the
/// documents.
template <typename Of>
struct Observable {
  /// An optional is empty if the fluid does not have the quantity.
  using Member = std::variant<std::int64_t Of::*, double Of::*, std::optional<double> Of::*,
                              std::array<double, 3> Of::*>;

  const char* name;  ///< the name in Python; in C++ and JavaScript it is written in camelCase
  Member member;
  const char* unit;  ///< explained in docs/observables.md; empty for whole numbers
  const char* help;
  const char* only =
      "";  ///< the fluids that have the observable, such as "with two species"; empty for all
  /// The columns of a vector in observables.csv. For a single number, the column is named after the
  /// observable.
  std::array<const char*, 3> columns{};
  bool isInCsv = true;
};

/// The observables of a fluid, in the order of the columns of observables.csv and of Python's
/// tuple.
inline constexpr Observable<Observables> kObservables[] = {
    {"step", &Observables::step, "", "Time steps since the beginning."},
    {"time", &Observables::time, "τ", "Time since the beginning."},
    {"temperature", &Observables::temperature, "ε",
     "k_B T from the velocities: 2 E / (D N - P), where E is the kinetic energy and P the number "
     "of periodic axes; with drag or solids 2 E / (D N). The energy of a mean flow is included."},
    {"pressure", &Observables::pressure, "ε/r_c^D",
     "The kinetic part plus the virial of the conservative forces, including forces of molecules, "
     "divided by D V."},
    {"potential_energy", &Observables::potentialEnergy, "ε",
     "Energy of the conservative pair forces."},
    {"kinetic_energy", &Observables::kineticEnergy, "ε",
     "Mean of the kinetic energies half a step before and after."},
    {"momentum",
     &Observables::momentum,
     "m r_c/τ",
     "Mean of the momenta half a step before and after: the paper's p(n).",
     "",
     {"momentum_x", "momentum_y", "momentum_z"}},
    {"pressure_total", &Observables::pressureTotal, "ε/r_c^D",
     "Pressure with the virial of friction and noise. The mean of this virial is about 0.1 at a "
     "time step of 0.04, and tends to 0 for small time steps."},
    {"gravity_energy", &Observables::gravityEnergy, "ε",
     "Energy in the field of gravity, the sum of - m g.r: 0 at the origin."},
    {"mixing_width", &Observables::mixingWidth, "r_c",
     "Width of the mixing layer: 6 times the integral of f (1 - f) along gravity, where f is the "
     "share of one species in a layer of cells of edge 1, or a little more.",
     "with two species and gravity"},
    {"domain_size", &Observables::domainSize, "r_c",
     "Size of the regions of one species: the smallest distance at which the compositions of two "
     "cells of edge 1, or a little more, are not correlated. It is the mean over the periodic axes "
     "that have such a distance.",
     "with two species, if a periodic axis has such a distance"},
    {"temperature_on_step", &Observables::temperatureOnStep, "ε",
     "k_B T from the means of the velocities half a step before and after. Codes with velocity "
     "Verlet report this temperature. At a time step of 0.01 it is 0.7 % below the observable "
     "temperature."},
    {"pressure_tensor",
     &Observables::pressureTensor,
     "ε/r_c^D",
     "xx, yy and zz of the pressure tensor, whose mean is the observable pressure. In two "
     "dimensions zz is 0 and does not count in the mean.",
     "",
     {"pressure_xx", "pressure_yy", "pressure_zz"}},
    {"bond_energy", &Observables::bondEnergy, "ε", "Energy of all bonds.", "with [[bond]]"},
    {"angle_energy", &Observables::angleEnergy, "ε", "Energy of all angles.", "with [[angle]]"},
    {"local_density", &Observables::localDensity, "1/r_c^D",
     "Mean density around a particle, as the force law reads it: the sum of the weights of the "
     "neighbours of the particle.",
     "with the law many-body"},
    {"end_to_end", &Observables::endToEnd, "r_c",
     "Distance between the ends of a chain: the root of its mean square over all chains. A chain "
     "is a molecule whose bonds form a line; rings and branched molecules do not count.",
     "with chains"},
    {"radius_of_gyration", &Observables::radiusOfGyration, "r_c",
     "Root of the mean of Rg² over all molecules. Rg² is the mean squared distance of a molecule's "
     "particles from its centre of mass, with the masses as weights.",
     "with bonds"},
    {"surface_tension", &Observables::surfaceTension, "ε/r_c^(D-1)",
     "Tension of each of the two surfaces of a slab across the last axis: L/2 (P_n - P_t), where L "
     "is the length of that axis, P_n the component of the pressure tensor along the axis and P_t "
     "the mean of the other components. In a fluid without surfaces the tension fluctuates around "
     "0.",
     "without solids, where the last axis is periodic"}};

/// The observables of each species. In observables.csv a column is named after the observable and
/// the species.
inline constexpr Observable<SpeciesObservables> kSpeciesObservables[] = {
    {"count",
     &SpeciesObservables::count,
     "",
     "Number of particles, which only effects of the kind turn change. observables.csv does not "
     "have it.",
     "",
     {},
     false},
    {"temperature", &SpeciesObservables::temperature, "ε",
     "k_B T from the velocities: 2 E / (D N), with E and N of this species. The energy of a mean "
     "flow is included."},
    {"momentum",
     &SpeciesObservables::momentum,
     "m r_c/τ",
     "Mean of the momenta half a step before and after.",
     "",
     {"momentum_x", "momentum_y", "momentum_z"}}};

/// Calls `use` with the value of a row, whatever its type, and returns the result.
template <typename Of, typename Use>
decltype(auto) visitValue(const Observable<Of>& row, const Of& from, const Use& use) {
  return std::visit([&](auto member) -> decltype(auto) { return use(from.*member); }, row.member);
}

}  // namespace gpubuck::dpd
