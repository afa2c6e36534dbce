// The installed LAMMPS: its program, and the styles that it lists.
#pragma once

#include <filesystem>
#include <set>
#include <string>

#include "dpd/model/fluid.h"

namespace gpubuck::run {

struct LammpsProgram {
  std::filesystem::path path;      ///< absolute
  std::string version{};           ///< such as "29 Sep 2021 - Update 2"; empty if LAMMPS does not
                                   ///< name a version
  bool hasMpi = false;             ///< whether several processes simulate one fluid
  std::set<std::string> styles{};  ///< "pair dpd", "bond harmonic"
};

/// Runs a program with `-h`. Throws RunError if the program cannot be run, or if its output is not
/// that of LAMMPS.
LammpsProgram askLammps(const std::filesystem::path& program);

/// Returns the LAMMPS that simulates a fluid: the program `given` or, if that is empty, the first
/// of two programs that has all styles of the fluid: `lmp` on PATH, or build/lammps/lmp in this
/// folder, which tools/build-lammps builds. Throws InputError if `given` is not a program, and
/// RunError if there is no LAMMPS, if it lacks a style, or if it is to run in several processes and
/// has no MPI.
LammpsProgram findLammps(const std::string& given, const dpd::Fluid& fluid, bool needsMpi);

}  // namespace gpubuck::run
