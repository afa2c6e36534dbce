// LAMMPS as it is installed here: where the program is, and what it says that it can do.
#pragma once

#include <filesystem>
#include <set>
#include <string>

#include "dpd/model/fluid.h"

namespace gpubuck::run {

struct LammpsProgram {
  std::filesystem::path path;      ///< absolute
  std::string version{};           ///< "29 Sep 2021 - Update 2", or empty if it does not say
  bool hasMpi = false;             ///< whether several processes simulate one fluid
  std::set<std::string> styles{};  ///< "pair dpd", "bond harmonic"
};

/// Asks a program by `-h`. Throws RunError if it cannot be run, or if it does not answer as LAMMPS
/// does.
LammpsProgram askLammps(const std::filesystem::path& program);

/// Returns the LAMMPS that simulates a fluid: `given`; if that is empty, the first of the program
/// `lmp` on PATH and of build/lammps/lmp in this folder, which tools/build-lammps builds, that has
/// all styles of the fluid. Throws InputError if `given` is not a program, and RunError if there is
/// none, if it lacks a style, or if it is to run in several processes and has no MPI.
LammpsProgram findLammps(const std::string& given, const dpd::Fluid& fluid, bool needsMpi);

}  // namespace gpubuck::run
