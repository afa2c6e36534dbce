// The installed LAMMPS: where the program is, and which styles it says it has.
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

/// Returns the LAMMPS that simulates a fluid: `given`; if that is empty, the program `lmp` on PATH
/// or else build/lammps/lmp in this folder (tools/build-lammps builds it): the first of the two
/// that has all styles of the fluid. Throws InputError if `given` is not a program, and RunError if
/// there is no LAMMPS, if it lacks a style, or if it is to run in several processes and has no MPI.
LammpsProgram findLammps(const std::string& given, const dpd::Fluid& fluid, bool needsMpi);

}  // namespace gpubuck::run
