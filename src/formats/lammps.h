// A fluid for LAMMPS: its particles as a data file (https://docs.lammps.org/read_data.html), whose
// reader is in particles.h, and an input script that simulates it by LAMMPS' own pair styles.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>

#include "dpd/model/fluid.h"
#include "dpd/model/particle_state.h"
#include "file/output_file.h"

namespace gpubuck::formats {

/// Returns the `atom_style` of a fluid: mdpd with the pair style of this name, molecular where the
/// fluid has kinds of bonds or angles, otherwise atomic.
std::string_view lammpsAtomStyle(const dpd::Fluid& fluid);

/// Writes positions and velocities for lammpsAtomStyle(), and for `molecular` bonds and angles,
/// whose types are the fluid's kinds + 1: atom i + 1 is the particle of id i, atom type k + 1 is
/// species k. In two dimensions the box reaches from -0.5 to
/// 0.5 along z. Numbers have the fewest digits that reproduce the same float. `title` is the first
/// line of the file, which LAMMPS ignores. Throws RunError.
void writeLammpsData(file::FileWriter& file, const dpd::Fluid& fluid,
                     const dpd::Particles& particles, const std::string& title,
                     const dpd::Molecules& molecules = {});
/// Writes LAMMPS data as a file of its own.
void writeLammpsData(const std::filesystem::path& path, const dpd::Fluid& fluid,
                     const dpd::Particles& particles, const std::string& title,
                     const dpd::Molecules& molecules = {});

struct LammpsRun {
  std::string name;          ///< of the files NAME.data (writeLammpsData) and NAME.lammpstrj
  std::int64_t steps = 0;    ///< time steps
  std::int64_t every = 100;  ///< steps between rows of the log, and between frames
};

/// Throws InputError if LAMMPS has no pair style for a force law.
void requireLammpsStyle(const dpd::PairLaw& law);

/// Returns a complete script for the pair style of the force law (dpd/ext for dpd with exponents of
/// the noise); its comments say where the two programs differ. Throws InputError for a force law
/// that LAMMPS does not have, and for many-body fluids with the kernel warren, in two dimensions,
/// of masses other than 1, with exponents of the noise, or with molecules.
std::string lammpsScript(const dpd::Fluid& fluid, const LammpsRun& run);

}  // namespace gpubuck::formats
