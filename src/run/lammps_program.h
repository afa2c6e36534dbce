// The installed LAMMPS: its program, and the styles that it lists.
#pragma once

#include <filesystem>
#include <set>
#include <string>

#include "dpd/model/fluid.h"

namespace gpubuck::run {

struct LammpsProgram {
  std::filesystem::path path;      ///< absolute
  std::string version{};           ///< such as "29 Sep 2021 - Update 2"; empty if unknown
  bool hasMpi = false;             ///< whether several processes can simulate one fluid
  std::set<std::string> styles{};  ///< kind and name, such as "pair dpd"
};

/// Runs a program with `-h`. Throws RunError if the program cannot be run, or if its output is not
/// the output of LAMMPS.
LammpsProgram askLammps(const std::filesystem::path& program);

/// Returns the LAMMPS that simulates a fluid: the program `given`. If `given` is empty, returns the
/// first of these two programs that has all styles of the fluid: `lmp` on PATH, and the program
/// that tools/build-lammps builds, build/lammps/lmp in the present folder. Throws InputError if
/// `given` is not a program, and RunError if there is no LAMMPS, if it lacks a style, or if it is
/// to run in several processes and has no MPI.
LammpsProgram findLammps(const std::string& given, const dpd::Fluid& fluid, bool needsMpi);

}  // namespace gpubuck::run
