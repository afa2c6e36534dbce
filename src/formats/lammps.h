// A fluid for LAMMPS: its particles as a data file (https://docs.lammps.org/read_data.html), whose
// reader is in particles.h, and input scripts that simulate it by LAMMPS' own pair styles: a script
// for users, and a script that gpubuck runs itself to read the states.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "dpd/model/fluid.h"
#include "dpd/model/particle_state.h"
#include "file/output_file.h"

namespace gpubuck::formats {

/// Returns the `atom_style` of a fluid: mdpd with the pair style of this name, molecular where the
/// fluid has kinds of bonds or angles, otherwise atomic.
std::string_view lammpsAtomStyle(const dpd::Fluid& fluid);

/// Writes positions and velocities for lammpsAtomStyle(), and with the style `molecular` also bonds
/// and angles. Atom i + 1 is the particle of id i, atom type k + 1 is species k, and the types of
/// bonds and angles are the fluid's kinds + 1. In two dimensions the box reaches from -0.5 to 0.5
/// along z. Numbers have the fewest digits that reproduce the same float. `title` is the first line
/// of the file, which LAMMPS ignores. Throws RunError.
void writeLammpsData(file::FileWriter& file, const dpd::Fluid& fluid,
                     const dpd::Particles& particles, const std::string& title,
                     const dpd::Molecules& molecules = {});
/// Writes LAMMPS data as a file of its own.
void writeLammpsData(const std::filesystem::path& path, const dpd::Fluid& fluid,
                     const dpd::Particles& particles, const std::string& title,
                     const dpd::Molecules& molecules = {});

struct LammpsRun {
  std::string name;          ///< NAME of the files NAME.data (writeLammpsData) and NAME.lammpstrj
  std::int64_t steps = 0;    ///< time steps
  std::int64_t every = 100;  ///< steps between rows of the log, and between frames
};

/// Throws InputError if LAMMPS has no pair style for a force law.
void requireLammpsStyle(const dpd::PairLaw& law);

/// Returns a complete script for the pair style of the force law (dpd/ext for dpd with exponents of
/// the noise); its comments say where the two programs differ. Throws InputError for a force law
/// that LAMMPS does not have, and for many-body fluids in two dimensions, with the kernel warren,
/// masses other than 1, exponents of the noise, or molecules.
std::string lammpsScript(const dpd::Fluid& fluid, const LammpsRun& run);

/// The files of the script that gpubuck runs, in its working folder.
inline constexpr const char* kLammpsStart = "start";        ///< start.data, the first state
inline constexpr const char* kLammpsDue = "due";            ///< a step per line, rising
inline constexpr const char* kLammpsState = "state.";       ///< before the step of a state
inline constexpr const char* kLammpsWritten = "written";    ///< the steps of complete states
inline constexpr const char* kLammpsProgress = "progress";  ///< the steps made, now and then

/// The steps that LAMMPS makes from one start of the program to its end.
struct LammpsLeg {
  std::int64_t firstStep = 0;
  std::int64_t reportEvery = 100;  ///< steps between lines of kLammpsProgress and of the log
};

/// Returns the script of a leg. It reads the particles of the first step with their velocities at
/// n - 1/2, and advances the velocities to n by half a step. Then it goes from one step of
/// kLammpsDue to the next and writes each state to a file of its own (readLammpsState). Once a file
/// is complete, its step is added to kLammpsWritten, spelt as in kLammpsDue. Throws the errors of
/// lammpsScript().
std::string lammpsLegScript(const dpd::Fluid& fluid, const LammpsLeg& leg);

/// A style that a script uses, as `lmp -h` lists them.
struct LammpsStyle {
  std::string kind;     ///< "atom", "pair", "bond" or "angle"
  std::string name;     ///< "dpd"
  std::string package;  ///< the package or packages of LAMMPS that have it
};

/// Returns the styles that a fluid needs. Throws the errors of lammpsScript().
std::vector<LammpsStyle> lammpsStyles(const dpd::Fluid& fluid);

/// A state that a leg has written.
struct LammpsState {
  std::int64_t step = 0;
  dpd::Particles particles;  ///< velocities at n - 1/2
};

/// Reads the file of a state. Particles outside along a periodic axis enter on the other side.
/// Throws InputError with file and line for a file that ends early, as on a full disk, and for
/// another number of particles than `count`; for species, places and velocities it throws the
/// errors of ParticleReader.
LammpsState readLammpsState(const std::string& path, const dpd::Fluid& fluid, std::size_t count);

}  // namespace gpubuck::formats
