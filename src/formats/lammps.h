// Exports a fluid to LAMMPS: its particles as a data file (https://docs.lammps.org/read_data.html;
// particles.h declares the reader), and input scripts that simulate the fluid by pair styles of
// LAMMPS. One script is for users. gpubuck itself runs the other script, and reads the states that
// LAMMPS writes.
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

/// Returns the `atom_style` of a fluid: mdpd for the pair style mdpd, molecular if the fluid has
/// kinds of bonds or angles, otherwise atomic.
std::string_view lammpsAtomStyle(const dpd::Fluid& fluid);

/// Writes positions and velocities in the style lammpsAtomStyle(), and for the style `molecular`
/// also bonds and angles. Atom i + 1 is the particle of id i, atom type k + 1 is species k, and the
/// types of bonds and angles are the fluid's kinds + 1. In two dimensions the box reaches from -0.5
/// to 0.5 along z. Numbers have the fewest digits that reproduce the same float. `title` is the
/// first line of the file, which LAMMPS ignores. Throws RunError.
void writeLammpsData(file::FileWriter& file, const dpd::Fluid& fluid,
                     const dpd::Particles& particles, const std::string& title,
                     const dpd::Molecules& molecules = {});
/// Writes the same text to the file `path`.
void writeLammpsData(const std::filesystem::path& path, const dpd::Fluid& fluid,
                     const dpd::Particles& particles, const std::string& title,
                     const dpd::Molecules& molecules = {});

struct LammpsRun {
  std::string name;          ///< beginning of the names of NAME.data (writeLammpsData) and
                             ///< NAME.lammpstrj
  std::int64_t steps = 0;    ///< time steps
  std::int64_t every = 100;  ///< steps between rows of the log, and between frames
};

/// Throws InputError if LAMMPS has no pair style for a force law.
void requireLammpsStyle(const dpd::PairLaw& law);

/// Returns a complete script with the pair style of the force law, or with dpd/ext for the law dpd
/// if a weight of the noise has another exponent than 1. The comments of the script explain where
/// the two programs differ. Throws InputError for a force law that LAMMPS does not have. Throws
/// InputError for a many-body fluid that is in two dimensions, or has the kernel warren, masses or
/// exponents of the noise other than 1, or molecules.
std::string lammpsScript(const dpd::Fluid& fluid, const LammpsRun& run);

/// The files of the script that gpubuck runs, in its working folder.
inline constexpr const char* kLammpsStart = "start";        ///< the NAME of NAME.data, the file
                                                            ///< of the first state
inline constexpr const char* kLammpsDue = "due";            ///< the steps whose states are to be
                                                            ///< written, one per line, in ascending
                                                            ///< order
inline constexpr const char* kLammpsState = "state.";       ///< begin of the name of a state's
                                                            ///< file; the step follows
inline constexpr const char* kLammpsWritten = "written";    ///< the steps whose states are
                                                            ///< complete, one per line
inline constexpr const char* kLammpsProgress = "progress";  ///< the present step, every
                                                            ///< LammpsLeg::reportEvery steps, one
                                                            ///< per line

/// The steps of one run of the program LAMMPS.
struct LammpsLeg {
  std::int64_t firstStep = 0;
  std::int64_t reportEvery = 100;  ///< steps between lines of kLammpsProgress and of the log
};

/// Returns the script of a leg. The script reads the particles of the first step n with their
/// velocities at n - 1/2, and advances the velocities by half a step. Then it runs from each step
/// of kLammpsDue to the next, and writes the state at each of these steps to a separate file
/// (readLammpsState). Once a file is complete, its step is added to kLammpsWritten, spelt as in
/// kLammpsDue. Throws the errors of lammpsScript().
std::string lammpsLegScript(const dpd::Fluid& fluid, const LammpsLeg& leg);

/// A style that a script uses, named as in the lists of `lmp -h`.
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

/// Reads the file of a state. Particles outside of the box along a periodic axis enter on the other
/// side. Throws InputError with file and line for a file that ends early, for example because the
/// disk was full, and for a number of particles other than `count`. Throws the errors of
/// ParticleReader for species, positions and velocities.
LammpsState readLammpsState(const std::string& path, const dpd::Fluid& fluid, std::size_t count);

}  // namespace gpubuck::formats
